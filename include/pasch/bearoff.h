/* Exact bear-off tables, for games with 15 men that are borne off as in standard backgammon: all men of both sides are
 * home and past each other, so that nothing can be hit or blocked.
 *
 * A table is its bytes, alike on every machine and with a checksum: what was made once can be kept in a file and used
 * where it lies, without a copy. Tables are immutable, so that threads may share them. */
#ifndef PASCH_BEAROFF_H
#define PASCH_BEAROFF_H

#include "pasch/parallel.h"
#include "pasch/rules.h"

/* Whether the men of this game are borne off so. */
bool pasch_bearoff_fits(const struct pasch_rules *rules);

/* One-sided: how many rolls a side takes that plays for the fewest on average. */
struct pasch_bearoff;

/* NULL when out of memory. Takes some hundredths of a second. */
struct pasch_bearoff *pasch_bearoff_create(void);

/* From the bytes of a table, which stay the caller's and outlive it. NULL with the reason in `error` if they are
 * damaged or of another kind. */
struct pasch_bearoff *pasch_bearoff_open(const void *bytes, size_t size, struct pasch_error *error);
void pasch_bearoff_destroy(struct pasch_bearoff *bearoff);
const void *pasch_bearoff_bytes(const struct pasch_bearoff *bearoff, size_t *size);

/* What is known of one side. 15 men on point 6 take no more rolls than PASCH_BEAROFF_ROLLS. */
enum { PASCH_BEAROFF_ROLLS = 34 };
struct pasch_bearoff_rolls {
    double mean;
    float chance[PASCH_BEAROFF_ROLLS]; /* to have the last man off with the roll of this number */
};

/* False if men are outside home. */
bool pasch_bearoff_rolls(const struct pasch_bearoff *bearoff, const struct pasch_side *side,
                         struct pasch_bearoff_rolls *out);

/* Two-sided: the values of all pairs of positions with up to so many men a side, with best play and best use of the
 * cube by both. */
struct pasch_bearoff_two;
enum { PASCH_BEAROFF_TWO_USUAL = 6, PASCH_BEAROFF_TWO_MOST = 10 };

/* NULL when out of memory, when `men` is not 1 to PASCH_BEAROFF_TWO_MOST, or when `progress` returned false. `progress`
 * may be NULL; it hears now and then which part of the work, from 0 to 1, is done. `parallel` may be NULL; whatever it
 * is, the bytes are the same. Needs 24 bytes a pair while it runs and 8 afterwards; 6 men have 0.9 million pairs, 10
 * men 64 million. */
struct pasch_bearoff_two *pasch_bearoff_two_create(int men, const struct pasch_parallel *parallel,
                                                   bool (*progress)(void *context, double part), void *context);
struct pasch_bearoff_two *pasch_bearoff_two_open(const void *bytes, size_t size, struct pasch_error *error);
void pasch_bearoff_two_destroy(struct pasch_bearoff_two *two);
const void *pasch_bearoff_two_bytes(const struct pasch_bearoff_two *two, size_t *size);
int pasch_bearoff_two_men(const struct pasch_bearoff_two *two);

/* For the side on roll, before it may double: points for money, per unit of the cube as it is. The cube may be turned
 * before every roll as often as one likes; beavers are not played. Both sides have men off, so that there are no
 * gammons and Jacoby's rule changes nothing. Doubling is worth 1 if passed and 2 `opponents` if taken. Right to
 * 0.00002.
 */
struct pasch_bearoff_value {
    float win; /* the chance, without the cube */
    float cubeless;
    float centred;      /* the cube in the middle */
    float owned;        /* the cube on the side of the roller */
    float opponents;    /* the cube on the other side */
    float centred_kept; /* the same as `centred` and `owned`, but without a double before this roll */
    float owned_kept;
};

/* The values for `me`, on roll. False if a side has men outside home, or too many. */
bool pasch_bearoff_two_find(const struct pasch_bearoff_two *two, const struct pasch_board *board, int me,
                            struct pasch_bearoff_value *out);

#endif
