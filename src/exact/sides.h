/* The ways in which the men of one side can stand, counted, so that tables can be arrays. */
#ifndef EXACT_SIDES_H
#define EXACT_SIDES_H

#include "pasch/rules.h"

enum { SIDES_MEN = 15, SIDES_NONE = -1 };

/* Men on some places, at most `most` of them; all others are on one place that is not written down: off, or on the
 * home point of a course whose men stay there. Ways are counted by the number of men on those places, then of those on
 * all but the lowest of them, and so on upwards. So 0 has none there, which ends every game, those with all men come
 * last, and a man that goes forward leads to a lower count.
 *
 * Towers are counted by phase, and in the last by the men on each, again with the end as 0. */
struct sides {
    bool towers;
    int men, most;
    int places; /* from the lowest on */
    uint8_t place[PASCH_PLACES], limit[PASCH_PLACES], rest;
    int32_t count, full;                                       /* `full` is the first with all men there */
    int32_t fewer[SIDES_MEN + 1];                              /* ways with fewer men than this */
    int32_t below[PASCH_PLACES][SIDES_MEN + 1][SIDES_MEN + 1]; /* [place][men from it on][beyond it]: those before */
};

/* Men on the points 1 to `points`, the others off. */
bool sides_make_race(struct sides *sides, const struct pasch_rules *rules, int points, int most);

/* Men anywhere on the course and on the bar, the others off or at home; with men in hand where none can be off. */
bool sides_make_course(struct sides *sides, const struct pasch_rules *rules, int most);

void sides_make_towers(struct sides *sides, const struct pasch_rules *rules);

/* SIDES_NONE if it is not among the ways. Pinned men are not told from others. */
int32_t sides_index(const struct sides *sides, const struct pasch_side *side);

/* The side of an index; false if none has it (towers). */
bool sides_at(const struct sides *sides, int32_t index, struct pasch_side *side);

/* The men on the places of this index. */
int sides_men(const struct sides *sides, int32_t index);

#endif
