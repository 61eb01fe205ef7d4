#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

enum pasch_status error_set(struct pasch_error *error, enum pasch_status status, int column, const char *format, ...)
{
    if (error) {
        error->status = status;
        error->column = column;
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(error->text, sizeof error->text, format, arguments);
        va_end(arguments);
    }
    return status;
}

const char *pasch_status_name(enum pasch_status status)
{
    switch (status) {
    case PASCH_OK: return "ok";
    case PASCH_BAD_TEXT: return "bad text";
    case PASCH_BAD_POSITION: return "bad position";
    case PASCH_BAD_GAME: return "bad game";
    case PASCH_ILLEGAL: return "illegal";
    case PASCH_NOT_NOW: return "not now";
    case PASCH_FULL: return "full";
    }
    return "unknown";
}
