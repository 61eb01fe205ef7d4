#include "server/log.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const names[] = {
    [LOG_ERROR] = "error", [LOG_WARN] = "warn", [LOG_INFO] = "info", [LOG_DEBUG] = "debug"};

static enum log_level most = LOG_INFO;

void log_set_level(enum log_level level)
{
    most = level;
}

int log_find_level(const char *name)
{
    for (int i = 0; i < (int)(sizeof names / sizeof *names); i++) {
        if (strcmp(names[i], name) == 0)
            return i;
    }
    return -1;
}

void log_line(enum log_level level, const char *event, const char *format, ...)
{
    if (level > most)
        return;
    struct timespec now;
    struct tm parts;
    char seconds[32], when[48];
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    strftime(seconds, sizeof seconds, "%Y-%m-%dT%H:%M:%S", &parts);
    snprintf(when, sizeof when, "%s.%03ldZ", seconds, now.tv_nsec / 1000000);
    json_t *line = json_pack("{s:s, s:s, s:s}", "time", when, "level", names[level], "event", event);
    if (format) {
        va_list arguments;
        va_start(arguments, format);
        json_t *more = json_vpack_ex(NULL, 0, format, arguments);
        va_end(arguments);
        json_object_update(line, more);
        json_decref(more);
    }
    char *text = line ? json_dumps(line, JSON_COMPACT) : NULL;
    if (text)
        fprintf(stderr, "%s\n", text);
    free(text);
    json_decref(line);
}
