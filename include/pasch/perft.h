/* Counting, to check generators against numbers that others have found, too. */
#ifndef PASCH_PERFT_H
#define PASCH_PERFT_H

#include "pasch/position.h"

/* The number of ways to play `depth` stages: at a throw the sum over the 21 rolls, at a naming over all that may be
 * named, at a stage over its plays, once per resulting position. A pass counts one, and so does a game that has ended.
 * `plays` is room to work in, one for each stage. */
uint64_t pasch_perft(const struct pasch_position *position, int depth, struct pasch_plays *plays);

#endif
