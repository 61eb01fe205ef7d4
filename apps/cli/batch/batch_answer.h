/* What the requests of `pasch batch` share: reading their fields and writing answers. */
#ifndef BATCH_ANSWER_H
#define BATCH_ANSWER_H

#include <jansson.h>

#include "cli/batch/batch.h"
#include "cli/think/thinker.h"
#include "pasch/notation.h"

struct batch {
    FILE *out;
    struct pasch_plays plays;
    struct result {
        char text[PASCH_PPN_ROOM];
        size_t play;
    } * result;                  /* PASCH_PLAYS_ROOM of them, for sorting */
    struct pasch_ranked *ranked; /* as many */
    struct thinkers thinkers;
};

/* An answer is begun by the first, fields follow, and the second ends it. The others are whole answers. */
void batch_answer_begin(struct batch *batch, const json_t *id);
void batch_answer_end(struct batch *batch);
void batch_answer_error(struct batch *batch, const json_t *id, const char *text);
void batch_answer_status(struct batch *batch, const json_t *id, const char *what, const struct pasch_error *error);
void batch_answer_text(struct batch *batch, const json_t *id, const char *key, const char *text);
void batch_answer_position(struct batch *batch, const json_t *id, const struct pasch_position *position);

/* A field of the request; NULL or false after an error has been answered. */
const char *batch_want_string(struct batch *batch, const json_t *request, const char *key);
bool batch_want_position(struct batch *batch, const json_t *request, struct pasch_position *position);
/* The position with its plays in batch->plays. */
bool batch_want_plays(struct batch *batch, const json_t *request, struct pasch_position *position);

/* The requests that need an evaluator. */
void batch_eval(struct batch *batch, const json_t *request);
void batch_best(struct batch *batch, const json_t *request);
void batch_cube(struct batch *batch, const json_t *request);
void batch_rollout(struct batch *batch, const json_t *request);

#endif
