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

#include "eval/bearoff.h"

/* 15 men on point 6 are 90 pips. A roll uses 3 or bears two men off, and of the latter only a pair of aces, at most 7
 * times, uses fewer: no more than (90 + 7) / 3 rolls. */
enum { ROLLS = 34, FULL_POSITIONS = BEAROFF_POSITIONS - BEAROFF_FULL };

/* Chances below this at either end of a distribution are added to their neighbour. */
static const double negligible = 1e-9;

/* chance[at + i] is that of first + i rolls. */
struct spread {
    uint32_t at;
    uint8_t first, count;
};

struct pasch_bearoff {
    double rolls[BEAROFF_POSITIONS];       /* mean number until all men are off */
    struct spread done[BEAROFF_POSITIONS]; /* until all men are off */
    struct spread begun[FULL_POSITIONS];   /* until the first man is off */
    float *chance;
    uint32_t chances;
};

/* ways[r][n] = C(n + r - 1, r): in how many ways r things can be chosen out of n, each as often as one likes. */
static const uint16_t ways[BEAROFF_POINTS + 1][BEAROFF_MEN + 1] = {
    {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91, 105, 120},
    {0, 1, 4, 10, 20, 35, 56, 84, 120, 165, 220, 286, 364, 455, 560, 680},
    {0, 1, 5, 15, 35, 70, 126, 210, 330, 495, 715, 1001, 1365, 1820, 2380, 3060},
    {0, 1, 6, 21, 56, 126, 252, 462, 792, 1287, 2002, 3003, 4368, 6188, 8568, 11628},
    {0, 1, 7, 28, 84, 210, 462, 924, 1716, 3003, 5005, 8008, 12376, 18564, 27132, 38760},
};

bool bearoff_home_read(struct bearoff_home *home, const struct pasch_side *side)
{
    unsigned index = 0, tail = 0;
    for (int p = BEAROFF_POINTS + 1; p < PASCH_PLACES; p++)
        tail |= side->men[p];
    if (tail)
        return false;
    home->tail[BEAROFF_POINTS + 1] = home->tail[0] = 0;
    for (int p = BEAROFF_POINTS; p >= 1; p--) {
        tail += side->men[p];
        if (tail > BEAROFF_MEN)
            return false;
        home->tail[p] = (uint8_t)tail;
        index += ways[BEAROFF_POINTS + 1 - p][tail];
    }
    home->index = (uint16_t)index;
    return true;
}

bool bearoff_home_next(struct bearoff_home *home, int men)
{
    int p = BEAROFF_POINTS;
    while (p > 1 && home->tail[p] == home->tail[p - 1])
        home->tail[p--] = 0;
    home->tail[p]++;
    home->index++;
    return home->tail[1] <= men;
}

/* The man on p goes to q: tail[q + 1] to tail[p] fall by one, and ways[r][n] - ways[r][n - 1] = ways[r - 1][n]. */
static void hop(struct bearoff_home *home, int p, int q)
{
    unsigned fall = 0;
    for (int k = q + 1; k <= p; k++)
        fall += ways[BEAROFF_POINTS - k][home->tail[k]--];
    home->index = (uint16_t)(home->index - fall);
}

int bearoff_home_hops(const struct bearoff_home *home, int number, struct bearoff_home next[BEAROFF_POINTS])
{
    int count = 0;
    for (int p = BEAROFF_POINTS; p >= number; p--) {
        if (home->tail[p] > home->tail[p + 1]) {
            next[count] = *home;
            hop(&next[count++], p, p - number);
        }
    }
    if (count || !home->tail[1])
        return count;
    int rear = number - 1; /* too high a number bears off the rear man */
    while (!home->tail[rear])
        rear--;
    next[0] = *home;
    hop(&next[0], rear, PASCH_OFF);
    return 1;
}

/* What a side plays for, and the best position for it after playing a number once, twice and three times from each.
 * Everything that a position needs has a lower index. Best after a roll is then best of the best after its first hop,
 * and no play has to be written down. Where the aim is reached all is zero: no rolls, and index 0, reached as well. */
struct aim {
    double rolls[BEAROFF_POSITIONS]; /* mean number with best play */
    uint16_t after[BEAROFF_POSITIONS][3][BEAROFF_POINTS];
};

struct workshop {
    struct pasch_bearoff *table;
    struct aim done, begun;
    size_t room; /* for chances */
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

/* Adds the distribution of `from`, a roll later, with a weight. */
static void add(double total[ROLLS], const struct pasch_bearoff *table, const struct spread *from, double weight)
{
    const float *chance = &table->chance[from->at];
    for (int i = 0; i < from->count; i++)
        total[from->first + 1 + i] += weight * (double)chance[i];
}

static bool store(struct workshop *shop, struct spread *spread, double total[ROLLS])
{
    struct pasch_bearoff *table = shop->table;
    int first = 0, last = ROLLS - 1;
    for (; total[first] < negligible; first++)
        total[first + 1] += total[first];
    for (; total[last] < negligible; last--)
        total[last - 1] += total[last];
    if (table->chances + ROLLS > shop->room) {
        float *more = realloc(table->chance, 2 * shop->room * sizeof *more);
        if (!more)
            return false;
        table->chance = more;
        shop->room *= 2;
    }
    *spread = (struct spread){.at = table->chances, .first = (uint8_t)first, .count = (uint8_t)(last - first + 1)};
    for (int i = first; i <= last; i++)
        table->chance[table->chances++] = (float)total[i];
    return true;
}

static struct spread *spread_of(struct pasch_bearoff *table, bool begun, unsigned index)
{
    if (!begun)
        return &table->done[index];
    return index < BEAROFF_FULL ? &table->done[0] : &table->begun[index - BEAROFF_FULL];
}

static bool solve(struct workshop *shop, bool begun, const struct bearoff_home *home)
{
    struct aim *aim = begun ? &shop->begun : &shop->done;
    struct answers best;
    aim->rolls[home->index] = ROLLS;
    answer(aim, home, &best);
    double total[ROLLS] = {0}, rolls = 0;
    for (int i = 0; i < MIXED; i++) {
        add(total, shop->table, spread_of(shop->table, begun, best.mixed[i]), 1 / 18.);
        rolls += 2 * aim->rolls[best.mixed[i]];
    }
    for (int i = 0; i < DOUBLES; i++) {
        add(total, shop->table, spread_of(shop->table, begun, best.doubles[i]), 1 / 36.);
        rolls += aim->rolls[best.doubles[i]];
    }
    aim->rolls[home->index] = 1 + rolls / 36;
    return store(shop, spread_of(shop->table, begun, home->index), total);
}

static bool build(struct workshop *shop)
{
    struct pasch_bearoff *table = shop->table;
    struct bearoff_home home = {0};
    shop->room = 1 << 20;
    table->chance = malloc(shop->room * sizeof *table->chance);
    if (!table->chance)
        return false;
    table->done[0] = (struct spread){.count = 1}; /* certain: no roll */
    table->chance[table->chances++] = 1;
    while (bearoff_home_next(&home, BEAROFF_MEN)) {
        if (!solve(shop, false, &home) || (home.index >= BEAROFF_FULL && !solve(shop, true, &home)))
            return false;
    }
    memcpy(table->rolls, shop->done.rolls, sizeof table->rolls);
    float *fitting = realloc(table->chance, table->chances * sizeof *fitting);
    if (fitting)
        table->chance = fitting;
    return true;
}

struct pasch_bearoff *pasch_bearoff_create(void)
{
    struct pasch_bearoff *table = calloc(1, sizeof *table);
    struct workshop *shop = calloc(1, sizeof *shop);
    if (table && shop) {
        shop->table = table;
        if (build(shop)) {
            free(shop);
            return table;
        }
    }
    free(shop);
    pasch_bearoff_destroy(table);
    return NULL;
}

void pasch_bearoff_destroy(struct pasch_bearoff *bearoff)
{
    if (bearoff)
        free(bearoff->chance);
    free(bearoff);
}

size_t bearoff_memory(const struct pasch_bearoff *bearoff)
{
    return sizeof *bearoff + bearoff->chances * sizeof *bearoff->chance;
}

bool bearoff_applies(const struct pasch_board *board)
{
    struct bearoff_home home;
    return bearoff_home_read(&home, &board->side[0]) && bearoff_home_read(&home, &board->side[1]);
}

double bearoff_expected_rolls(const struct pasch_bearoff *bearoff, const struct pasch_side *side)
{
    struct bearoff_home home;
    return bearoff_home_read(&home, side) ? bearoff->rolls[home.index] : 0;
}

/* The chance that `a` is over after no more rolls than `b` and `lead` together. */
static float not_later(const struct pasch_bearoff *table, const struct spread *a, const struct spread *b, int lead)
{
    const float *mine = &table->chance[a->at], *other = &table->chance[b->at];
    float rest = 1, total = 0; /* rest: the chance that b and the lead together are at least the n looked at */
    int at = 0;
    for (int i = 0; i < a->count; i++) {
        for (; at < b->count && b->first + at + lead < a->first + i; at++)
            rest -= other[at];
        total += mine[i] * rest;
    }
    return total < 0 ? 0 : total > 1 ? 1 : total;
}

struct pasch_probs bearoff_probs(const struct pasch_bearoff *bearoff, const struct pasch_board *board, int me)
{
    struct pasch_probs probs = {0};
    struct bearoff_home mine, other;
    if (!bearoff_home_read(&mine, &board->side[me]) || !bearoff_home_read(&other, &board->side[1 - me]))
        return probs;
    const struct spread *done = &bearoff->done[mine.index], *others = &bearoff->done[other.index];
    probs.win = not_later(bearoff, done, others, 0);
    if (other.index >= BEAROFF_FULL)
        probs.win_gammon = not_later(bearoff, done, &bearoff->begun[other.index - BEAROFF_FULL], 0);
    /* The other side's last roll comes after as many of mine: it must come before my first man is off. */
    if (mine.index >= BEAROFF_FULL)
        probs.lose_gammon = not_later(bearoff, others, &bearoff->begun[mine.index - BEAROFF_FULL], -1);
    return probs;
}
