/* Who has won, and how much. */
#ifndef RULES_SCORE_H
#define RULES_SCORE_H

#include "pasch/position.h"

/* Ends the game if the men, or a play of `mover` that hit, say so. */
void score_finish(struct pasch_position *position, int mover, bool hit);

/* The points that a win over `loser` would count as it stands, before cube and Jacoby. */
int32_t score_points(const struct pasch_rules *rules, const struct pasch_side *loser);

#endif
