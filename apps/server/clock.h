/* The clock of a match. Fischer: every handover gives the side `step` more. Delay: the first `step` of every turn costs
 * nothing. Times are milliseconds. */
#ifndef SERVER_CLOCK_H
#define SERVER_CLOCK_H

#include <jansson.h>

#include "pasch/status.h"

enum clock_kind { CLOCK_NONE, CLOCK_FISCHER, CLOCK_DELAY };

struct clock {
    enum clock_kind kind;
    int64_t start, step;
    int64_t left[2];
    int running;   /* PASCH_X, PASCH_O or PASCH_NOBODY */
    int64_t since; /* when it was started */
};

/* {"kind":"fischer","seconds":600,"increment":8}; NULL or null is no clock. The clock is stopped and full. */
enum pasch_status clock_read(struct clock *clock, const json_t *object, struct pasch_error *error);
json_t *clock_pack(const struct clock *clock);

/* What a side has left; below zero its time is up. */
int64_t clock_left(const struct clock *clock, int side, int64_t now);

/* What the side whose time runs still has for nothing in this turn. */
int64_t clock_free(const struct clock *clock, int64_t now);

/* From now on it is this side's time that runs, or nobody's. */
void clock_switch(struct clock *clock, int side, int64_t now);

#endif
