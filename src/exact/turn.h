/* Where the stages of a turn lead for a side on its own: all ways through them, or the best one. */
#ifndef EXACT_TURN_H
#define EXACT_TURN_H

#include "exact/sides.h"
#include "pasch/position.h"

/* Where a turn, or the part of it up to another throw, has led: to the side of that index, and whether it throws again.
 * Index 0 is the end of the game. */
typedef int32_t turn_end;

static inline turn_end turn_end_make(int32_t index, bool again)
{
    return 2 * index + again;
}

static inline int32_t turn_end_index(turn_end end)
{
    return end / 2;
}

static inline bool turn_end_again(turn_end end)
{
    return end % 2;
}

/* Stages that are left, and for every side what has been found for them. */
struct turn_rest {
    uint8_t stages;
    struct pasch_stage stage[PASCH_STAGES];
    turn_end *best; /* of each side, + 1; 0 = not looked at yet */
};

enum { TURN_RESTS = 48 };

struct turn {
    const struct sides *sides;
    int me;
    struct pasch_plays plays; /* memory to work with, from its beginning */
    /* What an end is worth: the highest is taken, the first among equals. */
    double (*worth)(const void *context, turn_end end);
    const void *context;
    bool failed; /* there was no memory */

    struct turn_rest rest[TURN_RESTS];
    int rests;
};

/* Frees what was remembered. */
void turn_free(struct turn *turn);

/* The best end for `me`, whose stages these are, or where they have ended. Remembers the best for every side and rest
 * that it comes across, so `worth` must stay as it is for as long. */
turn_end turn_best(struct turn *turn, const struct pasch_position *position);

/* Adds all ends, each once, to end[count], and returns how many there are then. Does not go with turn_best. `seen` has
 * two zeros for every side, and has them again afterwards. */
int turn_all(struct turn *turn, const struct pasch_position *position, turn_end *end, uint8_t *seen);

/* The positions right after the stage, or the naming, that is due. `each` gets memory for plays of its own. */
typedef void turn_task(void *context, const struct pasch_position *after, struct pasch_plays *plays);
bool turn_each(const struct pasch_position *position, struct pasch_plays *plays, turn_task *each, void *context);

#endif
