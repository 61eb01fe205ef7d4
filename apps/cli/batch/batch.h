/* The requests of `pasch batch` without its input: what tests and fuzzers call. */
#ifndef CLI_BATCH_H
#define CLI_BATCH_H

#include <stddef.h>
#include <stdio.h>

struct batch;

/* Answers go to `out`, which stays the caller's. NULL: no memory. */
struct batch *batch_open(FILE *out);
void batch_close(struct batch *batch);

/* Answers every line of the text, the last one with or without its end of line. */
void batch_answer_lines(struct batch *batch, const char *text, size_t length);

#endif
