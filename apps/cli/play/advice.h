/* What the program thinks of a game that is being played: hints for a person, and a line on how things stand. */
#ifndef ADVICE_H
#define ADVICE_H

#include "cli/options.h"
#include "pasch/level.h"

enum { ADVICE_LINE = 96 };

struct advice {
    struct pasch_search *search;
    const struct pasch_evaluator *evaluator;
    struct pasch_mind *mind; /* knows how to look at the cube */
    struct options options;  /* of the position that was ranked last */
};

/* The search and its evaluator stay the caller's and outlive it. */
void advice_open(struct advice *advice, struct pasch_search *search, const struct pasch_evaluator *evaluator,
                 const struct pasch_terms *terms);
void advice_close(struct advice *advice);

/* Plies enough for no answer to take longer than a person would like. */
int advice_plies(const struct pasch_rules *rules);

/* Ranks the plays of a position with dice, or the rolls that may be named: advice->options. Returns how many. */
size_t advice_rank(struct advice *advice, const struct pasch_position *position, int plies);

/* How things stand for the side that acts, its dice looked at: the chances, and the equity with the cube. False where
 * nothing can be said. */
bool advice_value(struct advice *advice, const struct pasch_game *game, struct pasch_probs *probs, float *equity);

/* How things stand, in a line without an end, seen by `me`. Empty where nothing can be said. */
void advice_line(struct advice *advice, const struct pasch_game *game, int me, char out[ADVICE_LINE]);

/* Prints what whoever must act had best do; of plays, the best so many. */
void advice_hint(struct advice *advice, const struct pasch_game *game, size_t most);

#endif
