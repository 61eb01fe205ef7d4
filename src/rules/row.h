/* A row's fields with their defaults filled in, and what follows from them. */
#ifndef RULES_ROW_H
#define RULES_ROW_H

#include "pasch/moves.h"

static inline int row_men(const struct pasch_rules *rules)
{
    return rules->men ? rules->men : 15;
}

static inline int row_points(const struct pasch_rules *rules)
{
    return rules->points ? rules->points : PASCH_POINTS;
}

static inline int row_closed_by(const struct pasch_rules *rules)
{
    return rules->closed_by ? rules->closed_by : 2;
}

static inline int row_double_moves(const struct pasch_rules *rules)
{
    return rules->double_moves ? rules->double_moves : 4;
}

static inline int row_ply_cap(const struct pasch_rules *rules)
{
    return rules->ply_cap ? rules->ply_cap : 1000;
}

/* The opponent's own number of my point p. Its own inverse. */
static inline int row_facing(const struct pasch_rules *rules, int p)
{
    return rules->facing == PASCH_FACING_SAME ? p : row_points(rules) + 1 - p;
}

/* All points from the seventh on: outside home. */
static inline uint32_t row_outside(const struct pasch_rules *rules)
{
    return (2u << row_points(rules)) - (1u << 7);
}

/* Whether `me` must enter its men in hand before it may move others. */
static inline bool row_must_enter(const struct pasch_rules *rules, const struct pasch_side *side)
{
    return side->men[PASCH_HAND] && rules->entry == PASCH_ENTRY_FIRST &&
           !(rules->free_after && side->men[PASCH_HAND] <= row_men(rules) - rules->free_after);
}

/* Whether the game is over as the men stand, after a hop of `me`. A hit that loses (CONTACT_LOSES) does not show here:
 * the play is finished first (C-4). */
bool row_ended(const struct pasch_rules *rules, const struct pasch_board *board, int me);

#endif
