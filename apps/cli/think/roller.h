/* What `pasch rollout` and the request of that name share: what is rolled out, and the answer. */
#ifndef ROLLER_H
#define ROLLER_H

#include <stdio.h>

#include "cli/think/thinker.h"
#include "pasch/notation.h"
#include "pasch/rollout.h"

struct roller {
    struct pasch_position position; /* before a throw or a naming, or with its dice */
    bool dice, naming;              /* which: neither before a throw */
    bool cubeful;
    struct pasch_cube cube;
    struct pasch_plays plays; /* of the dice */
    bool moves;               /* the starts are plays */
    int starts;
    struct pasch_rollout_start start[PASCH_ROLLOUT_STARTS];
    struct pasch_position at[PASCH_ROLLOUT_STARTS]; /* where they begin */
    /* the move, "choose 33", "no double", "double, take"; empty: as it stands */
    char name[PASCH_ROLLOUT_STARTS][PASCH_MOVE_ROOM];
};

/* `plays` is room that stays the caller's. Where there is no cube, `cubeful` asks for nothing. Refuses positions that
 * are over, or in which a double must be answered. The roller stays where it is from then on. */
enum pasch_status roller_begin(struct roller *roller, struct thinkers *thinkers, const struct pasch_position *position,
                               bool cubeful, const struct pasch_plays *plays, struct pasch_error *error);

/* What to roll out, one of these. A move, or a roll to be named, may be added after another; the best are those that a
 * search so deep finds. */
enum pasch_status roller_add_move(struct roller *roller, const char *text, struct pasch_error *error);
enum pasch_status roller_add_best(struct roller *roller, struct pasch_search *search, int plies, int most,
                                  struct pasch_error *error);
enum pasch_status roller_add_double(struct roller *roller, struct pasch_error *error);
void roller_add_position(struct roller *roller);

/* Whether men or pips are counted: then there is but one chance, to win, and points. */
bool roller_counts(const struct roller *roller);

/* The starts, best first. */
void roller_rank(const struct roller *roller, const struct pasch_rollout *rollout, int order[PASCH_ROLLOUT_STARTS]);

/* The fields of an answer, without its brackets. */
void roller_write(FILE *out, const struct roller *roller, const struct pasch_rollout *rollout);

/* Match winning chances of an equity with the cube, and of its error; false if it is no match. */
bool roller_mwc(const struct roller *roller, double equity, double error, double *mwc, double *mwc_error);

#endif
