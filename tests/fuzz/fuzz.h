/* What the fuzz targets share. A target takes any bytes and aborts when something that must hold does not. libFuzzer
 * drives it (PASCH_FUZZ=ON), or replay.c with the files of its corpus. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MUST(condition, ...)                                                                                           \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: %s does not hold: ", __FILE__, __LINE__, #condition);                              \
            fprintf(stderr, __VA_ARGS__);                                                                              \
            fputc('\n', stderr);                                                                                       \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)

/* The bytes as a text of exactly that room, so that a sanitizer sees every step beyond it. */
static inline char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (size)
        memcpy(text, data, size);
    text[size] = 0;
    return text;
}

/* Memory for plays that lasts as long as the process. */
static inline struct pasch_plays *fuzz_plays(void)
{
    static struct pasch_plays plays;
    if (!plays.play)
        pasch_plays_init(&plays, malloc(pasch_plays_bytes(PASCH_PLAYS_ROOM)), PASCH_PLAYS_ROOM);
    return &plays;
}

/* An error says what it is, in words, and where in the text. */
static inline void fuzz_error(const char *text, enum pasch_status status, const struct pasch_error *error)
{
    MUST(status == error->status, "%s", text);
    MUST(error->column >= 0 && (size_t)error->column <= strlen(text) + 1, "'%s', column %d", text, error->column);
    MUST(*error->text && memchr(error->text, 0, sizeof error->text), "'%s'", text);
}

/* What was written reads back to the same position, and is written the same again. */
static inline void fuzz_round_trip(const struct pasch_position *position)
{
    struct pasch_position again;
    struct pasch_error error;
    char text[PASCH_PPN_ROOM], twice[PASCH_PPN_ROOM];
    MUST(pasch_ppn_write(position, text) == strlen(text), "%s", text);
    MUST(pasch_ppn_read(&again, text, position->rules, &error) == PASCH_OK, "'%s': %s", text, error.text);
    MUST(pasch_position_equal(position, &again), "'%s' reads back as another position", text);
    pasch_ppn_write(&again, twice);
    MUST(strcmp(text, twice) == 0, "'%s' is written back as '%s'", text, twice);
}

#endif
