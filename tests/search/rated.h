/* The decisions of best.jsonl, whose plays are rated by GNU Backgammon's 2-ply search. */
#ifndef TESTS_SEARCH_RATED_H
#define TESTS_SEARCH_RATED_H

#include "testing.h"

enum { RATED_LINES = 4096 }; /* room for them */

/* What somebody's choices cost. */
struct rated {
    struct pasch_plays plays; /* room for those of a decision */
    long decisions, best;     /* of them the best play */
    int lines;
    double lost[RATED_LINES]; /* points, by line, all times that it was asked together */
};

/* Asks for one of the plays at every `step`-th decision; `number` is its line's, from 1 on. */
typedef size_t rated_chooser(void *context, int number, const struct pasch_position *position,
                             struct pasch_plays *plays);
void rated_ask(struct rated *rated, int step, rated_chooser *choose, void *context);

/* Thousandths of a point that were lost a decision. */
double rated_loss(const struct rated *rated);

#endif
