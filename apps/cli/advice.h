/* What the program thinks of a game that is being played: hints for a person, and a line on how things stand. */
#ifndef ADVICE_H
#define ADVICE_H

#include "pasch/level.h"

/* Enough for no answer to take longer than a person would like. */
enum { ADVICE_PLIES = 2, ADVICE_LINE = 96 };

struct advice {
    struct pasch_search *search;
    struct pasch_mind *mind; /* knows how to look at the cube */
    struct pasch_plays plays;
    struct pasch_ranked *ranked; /* room for all of them */
};

/* The search stays the caller's and outlives it. */
void advice_open(struct advice *advice, struct pasch_search *search, const struct pasch_terms *terms);
void advice_close(struct advice *advice);

/* Ranks the plays of a position with dice; advice->plays and advice->ranked have them. Returns how many. */
size_t advice_rank(struct advice *advice, const struct pasch_position *position, int plies);

/* How things stand for the side that acts, its dice looked at: the chances, and the equity with the cube. False where
 * nothing can be said. */
bool advice_value(struct advice *advice, const struct pasch_game *game, struct pasch_probs *probs, float *equity);

/* How things stand, in a line without an end, seen by `me`. Empty where nothing can be said. */
void advice_line(struct advice *advice, const struct pasch_game *game, int me, char out[ADVICE_LINE]);

/* Prints what whoever must act had best do; of plays, the best so many. */
void advice_hint(struct advice *advice, const struct pasch_game *game, size_t most);

#endif
