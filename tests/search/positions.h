/* Decisions out of GNU Backgammon's answers, and a brute force that shares no code with the search. */
#ifndef SEARCH_POSITIONS_H
#define SEARCH_POSITIONS_H

#include "pasch/search.h"
#include "testing.h"

enum { POSITIONS = 200 };

/* The first POSITIONS decisions of best.jsonl. */
void positions_read(struct pasch_position position[POSITIONS]);

/* Rolls as they come, 1-1 to 6-6, all 36. */
struct brute {
    const struct pasch_evaluator *evaluator;
    int most; /* replies to a roll that there ever were */
};

/* The chances of `me`, on roll, every reply looked at as far as it goes. */
struct pasch_probs brute_value(struct brute *brute, const struct pasch_board *board, int me, int plies);

#endif
