/* Bear-off tables. Both sides have all their men on their points 1 to 6, so nothing can be hit or blocked and a side's
 * plays depend on its own men only. The one-sided table (struct pasch_bearoff) knows how long a side takes; the
 * two-sided one knows pairs of positions of a few men exactly, with the cube. */
#ifndef EVAL_BEAROFF_H
#define EVAL_BEAROFF_H

#include "pasch/eval.h"

enum {
    BEAROFF_POINTS = 6,
    BEAROFF_MEN = 15,
    BEAROFF_POSITIONS = 54264, /* C(21, 6) */
    BEAROFF_FULL = 38760,      /* C(20, 6): positions from here on have all 15 men on the board */
    BEAROFF_RESULTS = 128,     /* a roll leads to no more: four hops from six points, C(9, 4) = 126, or the end */
    BEAROFF_TWO_MEN = 6,       /* what a two-sided table has unless there is a reason for more */
    BEAROFF_TWO_MEN_MOST = 10,
};

/* One side's men. tail[p] is how many stand on p to 6, so it never rises with p; tail[7] is 0.
 * The index counts the positions in the order of tail[1], then tail[2] ... It does not depend on a greatest number of
 * men, positions with fewer men come first, and every play leads to a lower index. 0 is the end. */
struct bearoff_home {
    uint16_t index;
    uint8_t tail[BEAROFF_POINTS + 2];
};

/* Reads a side; false if it has men outside its home, or more than 15 there. */
bool bearoff_home_read(struct bearoff_home *home, const struct pasch_side *side);

/* The position of the next index; false past the last with that many men. {0} is the first. */
bool bearoff_home_next(struct bearoff_home *home, int men);

/* The positions that one number leads to, each once. Returns how many: at least 1 unless no man is left. Any number can
 * be played as long as men are left, so the duty to play as many numbers as possible forbids nothing. */
int bearoff_home_hops(const struct bearoff_home *home, int number, struct bearoff_home next[BEAROFF_POINTS]);

/* The positions that a roll leads to, each once, in no order. Returns how many; 0 leads to itself. */
int bearoff_home_results(const struct bearoff_home *home, int a, int b, struct bearoff_home result[BEAROFF_RESULTS]);

/* Whether both sides of a game of 15 men are bearing off. */
bool bearoff_applies(const struct pasch_board *board);

/* The chances of `me`, on roll. Each side is taken to play for the fewest rolls on average, or to save the gammon,
 * whatever the other does: see bearoff_one.c for how far that is from best play. Backgammons cannot happen. All zero if
 * bearoff_applies does not hold. */
struct pasch_probs bearoff_probs(const struct pasch_bearoff *bearoff, const struct pasch_board *board, int me);

/* Mean number of rolls until all men are off; 0 if men are outside home. */
double bearoff_expected_rolls(const struct pasch_bearoff *bearoff, const struct pasch_side *side);

/* What a table takes, itself included. */
size_t bearoff_memory(const struct pasch_bearoff *bearoff);

/* Exact values of all pairs of positions with up to so many men a side. Immutable once made. */
struct bearoff_two;

/* For the side on roll, before it may double: points for money, per unit of the cube as it is, with best play and best
 * use of the cube by both. The cube may be turned before every roll as often as one likes; beavers are not played. Both
 * sides have men off, so that there are no gammons and Jacoby's rule changes nothing. Doubling is worth 1 if passed and
 * 2 `opponents` if taken. */
struct bearoff_two_value {
    float cubeless_win;
    float equity_cubeless;
    float centred;      /* the cube in the middle */
    float owned;        /* the cube on the side of the roller */
    float opponents;    /* the cube on the other side */
    float centred_kept; /* the same as `centred` and `owned`, but without a double before this roll */
    float owned_kept;
};

/* NULL when out of memory, when `men` is not 1 to BEAROFF_TWO_MEN_MOST, or when `progress` returned false. `progress`
 * may be NULL; it hears now and then which part of the work, from 0 to 1, is done. Needs 24 bytes a pair while it runs
 * and 8 afterwards. */
struct bearoff_two *bearoff_two_create(int men, bool (*progress)(void *context, double part), void *context);
void bearoff_two_destroy(struct bearoff_two *two);
int bearoff_two_men(const struct bearoff_two *two);

/* Whether both sides are bearing off and have few enough men. */
bool bearoff_two_applies(const struct bearoff_two *two, const struct pasch_board *board);

/* The values for `me`, on roll; right to 0.00002 of a point. All zero if bearoff_two_applies does not hold. */
struct bearoff_two_value bearoff_two_find(const struct bearoff_two *two, const struct pasch_board *board, int me);

/* The table as bytes, alike on every machine: bearoff_two_write fills bearoff_two_bytes bytes. bearoff_two_read copies
 * what it needs, and returns NULL with the reason in `error` for bytes that are damaged or of another kind. */
size_t bearoff_two_bytes(const struct bearoff_two *two);
void bearoff_two_write(const struct bearoff_two *two, void *bytes);
struct bearoff_two *bearoff_two_read(const void *bytes, size_t size, struct pasch_error *error);

#endif
