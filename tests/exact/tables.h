/* Exact tables of a game for tests and measurements, and games played with them. */
#ifndef EXACT_TABLES_H
#define EXACT_TABLES_H

#include "pasch/exact.h"
#include "testing.h"

/* All tables that a game has, of the usual size (men 0) or smaller. The rules must outlive them. */
struct tables {
    struct pasch_exact exact;
    struct pasch_exact_solo *solo;
    struct pasch_exact_pairs *pairs;
    struct pasch_plays plays;
};

void tables_make(struct tables *tables, const struct pasch_rules *rules, bool solo, bool pairs, int men);
void tables_free(struct tables *tables);

/* Points of x, and turns, over games with best play by both from a position. */
struct played {
    double mean, error; /* its standard error */
    double wins;        /* of x */
    double turns;
};
struct played tables_play(struct tables *tables, const struct pasch_position *from, long games, uint64_t seed);

/* What the position is worth, which must be covered. */
struct pasch_exact_value tables_value(struct tables *tables, const struct pasch_position *position);

/* Men past contact, thrown together: at most so many a side on so many points, with somebody about to throw. */
struct pasch_position tables_random_race(const struct pasch_rules *rules, int men, int points, struct pasch_rng *rng);

#endif
