/* Walking through a line of words: what the reader of PPN is made of. */
#ifndef NOTATION_WORDS_H
#define NOTATION_WORDS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/error.h"

/* A place in the text. Columns count from 1. */
struct reader {
    const char *text, *at;
    struct pasch_error *error;
};

static inline int column(const struct reader *r, const char *at)
{
    return (int)(at - r->text) + 1;
}

#define FAIL(r, status, at, ...) error_set((r)->error, status, column(r, at), __VA_ARGS__)

/* A word of the text, without the blanks around it. */
struct word {
    const char *at;
    size_t length;
};

static inline bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static inline bool next_word(struct reader *r, struct word *word)
{
    while (is_blank(*r->at))
        r->at++;
    word->at = r->at;
    while (*r->at && !is_blank(*r->at))
        r->at++;
    word->length = (size_t)(r->at - word->at);
    return word->length > 0;
}

static inline bool word_is(const struct word *word, const char *text)
{
    return strlen(text) == word->length && memcmp(word->at, text, word->length) == 0;
}

/* The length of a word as printf's precision, cut where a sentence would get too long. */
static inline int shown(const struct word *word)
{
    return word->length > 30 ? 30 : (int)word->length;
}

/* A number at *at, ended by a byte that is no digit. False: none, or more than `most`. */
static inline bool read_number(const char **at, uint64_t most, uint64_t *number)
{
    const char *begin = *at;
    *number = 0;
    for (; **at >= '0' && **at <= '9'; ++*at) {
        if (*at - begin > 17)
            return false;
        *number = *number * 10 + (uint64_t)(**at - '0');
    }
    return *at != begin && *number <= most;
}

static inline bool starts(const char *at, const char *text)
{
    return strncmp(at, text, strlen(text)) == 0;
}

#endif
