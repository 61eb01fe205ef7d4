/* The one-sided table: the chances of a side to be done after so many rolls if it plays for the fewest rolls on
 * average, and the chances to have its first man off after so many if it plays for that. Two such sides that do not
 * care about each other make the chances of a game.
 *
 * That is not quite best play. The side that trails should sometimes play for a better chance of a very short bear-off
 * at the price of a longer one on average, the leader for safety: among all pairs of up to 6, 8 and 10 men the chance
 * of winning is off by 0.0009, 0.0008 and 0.0007 on average and by 0.014 at worst. And no side can play for both aims
 * at once; but a gammon is near only where the game is as good as lost, and there the chance of the first man off in
 * time is within 0.0001 of the best. (Taken from the play for all men it would be off by up to 1/6.) */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/error.h"
#include "eval/bearoff.h"

/* 15 men on point 6 are 90 pips. A roll uses 3 or bears two men off, and of the latter only a pair of aces, at most 7
 * times, uses fewer: no more than (90 + 7) / 3 rolls. */
enum { ROLLS = PASCH_BEAROFF_ROLLS };

/* Distributions: of every position until all men are off, then of those with 15 men until the first is off. */
enum { DONE = 0, BEGUN = BEAROFF_POSITIONS, SPREADS = BEGUN + BEAROFF_POSITIONS - BEAROFF_FULL };

/* Chances below this at either end of a distribution are added to their neighbour. */
static const double negligible = 1e-9;

/* The contents: the mean number of rolls of every position, 8 bytes each; where the chances of every distribution
 * begin, and where the last ends, 4 each; the number of rolls that the first of them is for, 1 each; the chances, 4
 * each. */
enum {
    AT_ROLLS = BEAROFF_HEAD,
    AT_START = AT_ROLLS + 8 * BEAROFF_POSITIONS,
    AT_FIRST = AT_START + 4 * (SPREADS + 1),
    AT_CHANCE = AT_FIRST + (SPREADS + 3) / 4 * 4,
};

static const struct bearoff_kind kind = {"PASCHBO1", 1, "one-sided"};

struct pasch_bearoff {
    const uint8_t *bytes;
    uint8_t *own; /* the same if they are to be freed */
};

/* What a side plays for, and the best position for it after playing a number once, twice and three times from each.
 * Everything that a position needs has a lower index. Best after a roll is then best of the best after its first hop,
 * and no play has to be written down. Where the aim is reached all is zero: no rolls, and index 0, reached as well. */
struct aim {
    double rolls[BEAROFF_POSITIONS]; /* mean number with best play */
    uint16_t after[BEAROFF_POSITIONS][3][BEAROFF_POINTS];
};

/* The best positions after the 15 mixed rolls and the six doubles. */
enum { MIXED = 15, DOUBLES = 6 };
struct answers {
    uint16_t mixed[MIXED], doubles[DOUBLES];
};

/* mixed_slot[a][b] for numbers less one. */
static const uint8_t mixed_slot[6][6] = {
    {0, 0, 1, 3, 6, 10}, {0, 0, 2, 4, 7, 11}, {1, 2, 0, 5, 8, 12},
    {3, 4, 5, 0, 9, 13}, {6, 7, 8, 9, 0, 14}, {10, 11, 12, 13, 14, 0},
};

static void prefer(const double *rolls, uint16_t *best, uint16_t to)
{
    if (rolls[to] < rolls[*best])
        *best = to;
}

/* The position itself, which has been given more rolls than any can need, stands for "none found yet". */
static void answer(struct aim *aim, const struct bearoff_home *home, struct answers *best)
{
    const double *rolls = aim->rolls;
    struct bearoff_home next[BEAROFF_POINTS];
    for (int i = 0; i < MIXED; i++)
        best->mixed[i] = home->index;
    for (int a = 0; a < DOUBLES; a++) {
        int count = bearoff_home_hops(home, a + 1, next);
        uint16_t once = home->index, twice = once, thrice = once, four = once;
        for (int i = 0; i < count; i++) {
            uint16_t(*then)[BEAROFF_POINTS] = aim->after[next[i].index];
            prefer(rolls, &once, next[i].index);
            prefer(rolls, &twice, then[0][a]);
            prefer(rolls, &thrice, then[1][a]);
            prefer(rolls, &four, then[2][a]);
            for (int b = 0; b < DOUBLES; b++) {
                if (b != a)
                    prefer(rolls, &best->mixed[mixed_slot[a][b]], then[0][b]);
            }
        }
        aim->after[home->index][0][a] = once;
        aim->after[home->index][1][a] = twice;
        aim->after[home->index][2][a] = thrice;
        best->doubles[a] = four;
    }
}

struct workshop {
    struct aim done, begun;
    uint32_t start[SPREADS + 1];
    uint8_t first[SPREADS];
    float *chance;
    size_t room; /* for chances */
};

/* Adds a distribution, a roll later, with a weight. */
static void add(double total[ROLLS], const struct workshop *shop, unsigned spread, double weight)
{
    const float *chance = &shop->chance[shop->start[spread]];
    unsigned count = shop->start[spread + 1] - shop->start[spread];
    for (unsigned i = 0; i < count; i++)
        total[shop->first[spread] + 1 + i] += weight * (double)chance[i];
}

static bool store(struct workshop *shop, unsigned spread, double total[ROLLS])
{
    int first = 0, last = ROLLS - 1;
    for (; total[first] < negligible; first++)
        total[first + 1] += total[first];
    for (; total[last] < negligible; last--)
        total[last - 1] += total[last];
    uint32_t end = shop->start[spread];
    if (end + ROLLS > shop->room) {
        float *more = realloc(shop->chance, 2 * shop->room * sizeof *more);
        if (!more)
            return false;
        shop->chance = more;
        shop->room *= 2;
    }
    for (int i = first; i <= last; i++)
        shop->chance[end++] = (float)total[i];
    shop->first[spread] = (uint8_t)first;
    shop->start[spread + 1] = end;
    return true;
}

static unsigned spread_of(bool begun, unsigned index)
{
    if (!begun)
        return DONE + index;
    return index < BEAROFF_FULL ? DONE : BEGUN + index - BEAROFF_FULL;
}

static bool solve(struct workshop *shop, bool begun, const struct bearoff_home *home)
{
    struct aim *aim = begun ? &shop->begun : &shop->done;
    struct answers best;
    aim->rolls[home->index] = ROLLS;
    answer(aim, home, &best);
    double total[ROLLS] = {0}, rolls = 0;
    for (int i = 0; i < MIXED; i++) {
        add(total, shop, spread_of(begun, best.mixed[i]), 1 / 18.);
        rolls += 2 * aim->rolls[best.mixed[i]];
    }
    for (int i = 0; i < DOUBLES; i++) {
        add(total, shop, spread_of(begun, best.doubles[i]), 1 / 36.);
        rolls += aim->rolls[best.doubles[i]];
    }
    aim->rolls[home->index] = 1 + rolls / 36;
    return store(shop, spread_of(begun, home->index), total);
}

static bool solve_all(struct workshop *shop)
{
    shop->room = 1 << 20;
    shop->chance = malloc(shop->room * sizeof *shop->chance);
    if (!shop->chance)
        return false;
    shop->chance[0] = 1; /* the end: certain, with no roll */
    shop->start[DONE + 1] = 1;
    for (int begun = 0; begun < 2; begun++) {
        for (struct bearoff_home home = {0}; bearoff_home_next(&home, BEAROFF_MEN);) {
            if ((!begun || home.index >= BEAROFF_FULL) && !solve(shop, begun, &home))
                return false;
        }
    }
    return true;
}

static uint8_t *write_down(const struct workshop *shop)
{
    uint32_t chances = shop->start[SPREADS];
    uint8_t *bytes = bearoff_bytes_create(&kind, chances, AT_CHANCE - BEAROFF_HEAD + 4 * (size_t)chances);
    if (!bytes)
        return NULL;
    for (size_t i = 0; i < BEAROFF_POSITIONS; i++)
        bytes_put_double(bytes + AT_ROLLS + 8 * i, shop->done.rolls[i]);
    for (size_t i = 0; i <= SPREADS; i++)
        bytes_put32(bytes + AT_START + 4 * i, shop->start[i]);
    memset(bytes + AT_FIRST, 0, AT_CHANCE - AT_FIRST);
    memcpy(bytes + AT_FIRST, shop->first, SPREADS);
    for (size_t i = 0; i < chances; i++)
        bytes_put_float(bytes + AT_CHANCE + 4 * i, shop->chance[i]);
    bearoff_bytes_seal(bytes);
    return bytes;
}

struct pasch_bearoff *pasch_bearoff_create(void)
{
    struct pasch_bearoff *table = calloc(1, sizeof *table);
    struct workshop *shop = calloc(1, sizeof *shop);
    if (table && shop && solve_all(shop))
        table->bytes = table->own = write_down(shop);
    if (shop)
        free(shop->chance);
    free(shop);
    if (table && table->bytes)
        return table;
    pasch_bearoff_destroy(table);
    return NULL;
}

/* Whether every distribution lies within the chances and within the rolls that there can be. Whoever changes a table so
 * that its checksum fits may make it wrong, but not unsafe. */
static bool in_bounds(const uint8_t *bytes)
{
    uint32_t chances = bearoff_bytes_number(bytes), start = bytes_get32(bytes + AT_START);
    bool fine = start == 0;
    for (size_t i = 0; i < SPREADS && fine; i++) {
        uint32_t end = bytes_get32(bytes + AT_START + 4 * (i + 1));
        fine = end > start && end <= chances && end - start + bytes[AT_FIRST + i] <= ROLLS;
        start = end;
    }
    return fine;
}

struct pasch_bearoff *pasch_bearoff_open(const void *bytes, size_t size, struct pasch_error *error)
{
    if (!bearoff_bytes_check(&kind, bytes, size, error))
        return NULL;
    uint32_t chances = bearoff_bytes_number(bytes);
    if (size != bearoff_bytes_size(AT_CHANCE - BEAROFF_HEAD + 4 * (size_t)chances) || !in_bounds(bytes)) {
        error_set(error, PASCH_BAD_TEXT, 0, "the bear-off table does not fit together");
        return NULL;
    }
    struct pasch_bearoff *table = calloc(1, sizeof *table);
    if (table)
        table->bytes = bytes;
    else
        error_set(error, PASCH_FULL, 0, "out of memory");
    return table;
}

void pasch_bearoff_destroy(struct pasch_bearoff *bearoff)
{
    if (bearoff)
        free(bearoff->own);
    free(bearoff);
}

const void *pasch_bearoff_bytes(const struct pasch_bearoff *bearoff, size_t *size)
{
    *size = bearoff_bytes_size(AT_CHANCE - BEAROFF_HEAD + 4 * (size_t)bearoff_bytes_number(bearoff->bytes));
    return bearoff->bytes;
}

/* chance + 4 i is that of first + i rolls. */
struct spread {
    const uint8_t *chance;
    int first, count;
};

static struct spread find_spread(const struct pasch_bearoff *table, unsigned spread)
{
    uint32_t start = bytes_get32(table->bytes + AT_START + 4 * spread);
    uint32_t end = bytes_get32(table->bytes + AT_START + 4 * (spread + 1));
    return (struct spread){table->bytes + AT_CHANCE + 4 * (size_t)start, table->bytes[AT_FIRST + spread],
                           (int)(end - start)};
}

static float chance_at(const struct spread *spread, int i)
{
    return bytes_get_float(spread->chance + 4 * i);
}

bool pasch_bearoff_rolls(const struct pasch_bearoff *bearoff, const struct pasch_side *side,
                         struct pasch_bearoff_rolls *out)
{
    struct bearoff_home home;
    if (!bearoff_home_read(&home, side))
        return false;
    struct spread done = find_spread(bearoff, DONE + home.index);
    *out = (struct pasch_bearoff_rolls){.mean = bytes_get_double(bearoff->bytes + AT_ROLLS + 8 * home.index)};
    for (int i = 0; i < done.count; i++)
        out->chance[done.first + i] = chance_at(&done, i);
    return true;
}

/* The chance that `a` is over after no more rolls than `b` and `lead` together. */
static float not_later(const struct spread *a, const struct spread *b, int lead)
{
    float rest = 1, total = 0; /* rest: the chance that b and the lead together are at least the n looked at */
    int at = 0;
    for (int i = 0; i < a->count; i++) {
        for (; at < b->count && b->first + at + lead < a->first + i; at++)
            rest -= chance_at(b, at);
        total += chance_at(a, i) * rest;
    }
    return total < 0 ? 0 : total > 1 ? 1 : total;
}

struct pasch_probs bearoff_probs(const struct pasch_bearoff *bearoff, const struct pasch_board *board, int me)
{
    struct pasch_probs probs = {0};
    struct bearoff_home mine, other;
    if (!bearoff_home_read(&mine, &board->side[me]) || !bearoff_home_read(&other, &board->side[1 - me]))
        return probs;
    struct spread done = find_spread(bearoff, DONE + mine.index), others = find_spread(bearoff, DONE + other.index);
    probs.win = not_later(&done, &others, 0);
    if (other.index >= BEAROFF_FULL) {
        struct spread begun = find_spread(bearoff, spread_of(true, other.index));
        probs.win_gammon = not_later(&done, &begun, 0);
    }
    /* The other side's last roll comes after as many of mine: it must come before my first man is off. */
    if (mine.index >= BEAROFF_FULL) {
        struct spread begun = find_spread(bearoff, spread_of(true, mine.index));
        probs.lose_gammon = not_later(&others, &begun, -1);
    }
    return probs;
}
