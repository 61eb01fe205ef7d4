#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "web.h"

static struct {
    char *text;
    size_t length, room;
} out;

void *web_memory(size_t size)
{
    void *memory = calloc(1, size);
    if (!memory)
        abort();
    return memory;
}

static void make_room(size_t more)
{
    if (out.length + more < out.room)
        return;
    while (out.length + more >= out.room)
        out.room = out.room ? 2 * out.room : 4096;
    out.text = realloc(out.text, out.room);
    if (!out.text)
        abort();
}

void text_begin(void)
{
    make_room(1);
    out.length = 0;
    out.text[0] = 0;
}

void text_add(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    make_room((size_t)length + 1);
    va_start(arguments, format);
    vsnprintf(out.text + out.length, (size_t)length + 1, format, arguments);
    va_end(arguments);
    out.length += (size_t)length;
}

static void add_char(char c)
{
    make_room(2);
    out.text[out.length++] = c;
    out.text[out.length] = 0;
}

void text_string(const char *text)
{
    add_char('"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            add_char('\\');
        if ((unsigned char)*text < ' ')
            text_add("\\u%04x", (unsigned)*text);
        else
            add_char(*text);
    }
    add_char('"');
}

void text_float(float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    text_add("\"~%08x\"", (unsigned)bits);
}

void text_comma(void)
{
    char last = out.length ? out.text[out.length - 1] : '[';
    if (last != '[' && last != '{')
        add_char(',');
}

char *text_end(void)
{
    return out.text;
}

char *text_sentence(const struct pasch_error *error)
{
    text_begin();
    text_add("%s", error->text);
    return text_end();
}

char *text_error(const struct pasch_error *error)
{
    text_begin();
    text_add("{\"error\":");
    text_string(error->text);
    text_add("}");
    return text_end();
}

/* Where the page puts what it says: so many bytes, until the next call of this. */
WEB char *web_room(size_t size)
{
    static char *in;
    static size_t room;
    if (size > room) {
        free(in);
        in = web_memory(size);
        room = size;
    }
    return in;
}
