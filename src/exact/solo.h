/* One-sided tables, inside: which side has which numbers, and reading them. */
#ifndef EXACT_SOLO_H
#define EXACT_SOLO_H

#include "exact/rows.h"
#include "exact/turn.h"

/* Besides the turns until a side is done, what it loses if the other is done first. */
enum solo_loss {
    SOLO_LOSS_ONE,   /* always the same */
    SOLO_LOSS_BEGUN, /* twice as much as long as all men are there: turns until the first is off, if it plays for that
                      */
    SOLO_LOSS_COST,  /* expected points after so many turns: men or pips left */
};

/* What a table is for. */
struct solo_frame {
    struct pasch_rules row;
    int points, laws;
    bool longest; /* who is done first has lost */
    enum solo_loss loss;
    struct sides sides;
};

/* `value` has `count` floats, the first for `first` turns. */
struct solo_spread {
    const uint8_t *value;
    int first, count;
};

const struct solo_frame *solo_frame(const struct pasch_exact_solo *solo);
double solo_mean(const struct pasch_exact_solo *solo, int law, int32_t index);

/* The chances of turns to be done; those to have begun (LOSS_BEGUN, from `full` on), or the cost after so many turns
 * (LOSS_COST). Not for index 0. */
struct solo_spread solo_done(const struct pasch_exact_solo *solo, int law, int32_t index);
struct solo_spread solo_loss(const struct pasch_exact_solo *solo, int law, int32_t index);
double solo_at(const struct solo_spread *spread, int i);

/* The law of a side that is about to begin its turn, or (`again`) to throw again in it; `law` is any of its laws. */
int solo_next_law(const struct pasch_rules *race, int law, bool again);

#endif
