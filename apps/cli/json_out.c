#include "cli/json_out.h"

#include <string.h>

static int is_plain(char c)
{
    return c >= ' ' && c != '"' && c != '\\' && c < 127;
}

void json_out_string(FILE *out, const char *text)
{
    putc_unlocked('"', out);
    while (*text) {
        size_t plain = 0;
        while (is_plain(text[plain]))
            plain++;
        fwrite_unlocked(text, 1, plain, out);
        text += plain;
        if (!*text)
            break;
        if (*text == '"' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else if (*text > 0 && *text < ' ')
            fprintf(out, "\\u%04x", (unsigned)*text);
        else
            putc_unlocked('?', out);
        text++;
    }
    putc_unlocked('"', out);
}
