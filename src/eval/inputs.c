#include "eval/inputs.h"

#include "rules/row.h"

int inputs_man_row(int block, int place, int k)
{
    int base = block * INPUTS_SIDE;
    if (place == PASCH_OFF)
        return base + PASCH_POINTS * INPUTS_STACK + INPUTS_BAR + (k < INPUTS_COUNT ? k : INPUTS_COUNT) - 1;
    if (place == PASCH_HAND)
        return base + PASCH_POINTS * INPUTS_STACK + INPUTS_BAR + INPUTS_COUNT + (k < INPUTS_COUNT ? k : INPUTS_COUNT) -
               1;
    if (place == PASCH_BAR)
        return base + PASCH_POINTS * INPUTS_STACK + (k < INPUTS_BAR ? k : INPUTS_BAR) - 1;
    return base + (place - 1) * INPUTS_STACK + (k < INPUTS_STACK ? k : INPUTS_STACK) - 1;
}

static void add(struct inputs *inputs, int row, float value)
{
    inputs->row[inputs->count] = (uint16_t)row;
    inputs->value[inputs->count++] = value;
}

void inputs_add_men(struct inputs *inputs, const struct pasch_side *side, int block)
{
    for (int place = 0; place < PASCH_PLACES; place++) {
        for (int k = 1; k <= side->men[place]; k++)
            add(inputs, inputs_man_row(block, place, k), 1);
    }
}

/* The points that each side's rolls reach, both sides at once: the low half of a word is the side on roll, the high
 * half the other, each in its own numbers (bit p is point p, bit 25 the bar). */

#define HALVES(low, high) ((uint64_t)(high) << 32 | (low))
#define POINTS_MASK       HALVES(0x01fffffeu, 0x01fffffeu)

struct reach {
    uint64_t first; /* men that may move first: those on the bar, or all */
    uint64_t all;
    uint64_t open;     /* points not closed */
    uint64_t several;  /* halves of sides that may move men besides the first: fewer than two on the bar */
    uint64_t enter[7]; /* halves of sides whose first man can use a number */
    uint64_t targets;  /* enemy blots */
    uint64_t slice[6]; /* of each point's count of rolls, in 36ths: the bits of the counts, lowest first */
    int shots[2];
};

static uint64_t step(uint64_t men, int number)
{
    return men >> number & POINTS_MASK;
}

/* Adds 1 or 2 (weight 0 or 1 as a power) to the counts of the points in a mask. */
static void count(struct reach *r, uint64_t points, int power)
{
    uint64_t carry = points;
    for (int i = power; carry; i++) {
        uint64_t next = r->slice[i] & carry;
        r->slice[i] ^= carry;
        carry = next;
    }
    uint64_t hit = points & r->targets;
    r->shots[0] += (uint32_t)hit ? 1 << power : 0;
    r->shots[1] += hit >> 32 ? 1 << power : 0;
}

static void reach_all(struct reach *r)
{
    uint64_t by[7];
    for (int d = 1; d <= 6; d++)
        by[d] = step(r->first, d) & r->open;
    for (int a = 1; a <= 6; a++) {
        for (int b = 1; b < a; b++) {
            uint64_t on = (step(by[a], b) | step(by[b], a)) & r->open;
            uint64_t other = (r->enter[a] & step(r->all, b)) | (r->enter[b] & step(r->all, a));
            count(r, by[a] | by[b] | (r->several & r->open & (on | other)), 1);
        }
        uint64_t on = by[a] | (r->enter[a] & r->all & ~r->first), points = by[a];
        for (int hop = 0; hop < 3; hop++) {
            on = step(on, a) & r->open & r->several;
            points |= on;
        }
        count(r, points, 0);
    }
}

static int count_at(const struct reach *r, int half, int p)
{
    int sum = 0;
    for (int i = 0; i < 6; i++)
        sum |= (int)(r->slice[i] >> (32 * half + p) & 1) << i;
    return sum;
}

/* What the features need to know of one side. */
struct half {
    const struct pasch_side *side;
    uint32_t men, blots, made; /* own numbers */
    uint32_t closed, targets;  /* by the enemy, in own numbers: points it holds, blots it has */
    int pips, rear;
};

static void survey(struct half *half, const struct pasch_rules *rules, const struct pasch_side *side,
                   const struct pasch_side *foe)
{
    int points = row_points(rules), entry = points + 1, stores = side->men[PASCH_BAR] + side->men[PASCH_HAND];
    *half = (struct half){.side = side, .pips = entry * stores};
    bool contact = rules->contact != PASCH_CONTACT_NONE;
    for (int p = 1; p <= points; p++) {
        int men = side->men[p], enemies = contact ? foe->men[row_facing(rules, p)] : 0;
        half->men |= (uint32_t)(men > 0) << p;
        half->blots |= (uint32_t)(men == 1) << p;
        half->made |= (uint32_t)(men > 1) << p;
        half->closed |= (uint32_t)(enemies >= row_closed_by(rules)) << p;
        half->targets |= (uint32_t)(enemies == 1) << p;
        half->pips += p * men;
    }
    half->rear = stores ? entry : half->men ? 31 - __builtin_clz(half->men) : 0;
}

static int longest_run(uint32_t mask)
{
    int run = 0;
    while (mask) {
        mask &= mask << 1;
        run++;
    }
    return run;
}

/* Rolls, in 36ths, that the man at p can play to the full all by itself. */
static int escapes(uint32_t open, int p)
{
    int rolls = 0;
    uint32_t with_off = open | 1u;
    for (int a = 1; a <= 6; a++) {
        for (int b = 1; b <= 6; b++) {
            int end = p - a - b;
            if (end < 0)
                end = 0;
            int by_a = p - a > 0 ? p - a : 0, by_b = p - b > 0 ? p - b : 0;
            rolls += (with_off >> end & 1) && ((with_off >> by_a & 1) || (with_off >> by_b & 1));
        }
    }
    return rolls;
}

static int mobility(const struct half *h, uint32_t open)
{
    int moves = 0;
    for (int d = 1; d <= 6; d++)
        moves += __builtin_popcount(h->men & open << d);
    return moves;
}

static void add_scalars(struct inputs *inputs, int base, const struct half *h, const struct half *foe,
                        const struct pasch_rules *rules, int shots)
{
    int points = row_points(rules), behind = 0, wall = 0;
    uint32_t open = ~h->closed & ((2u << points) - 2);
    /* Where the rear man of the enemy stands in own numbers, and which way it goes from there. */
    bool mirror = rules->facing == PASCH_FACING_MIRROR;
    int front = foe->rear > points ? (mirror ? 0 : points + 1) : row_facing(rules, foe->rear), way = mirror ? 1 : -1;
    for (int k = 1; k <= 6 && foe->rear; k++) {
        int p = front + way * k;
        wall += p >= 1 && p <= points && (h->made >> p & 1);
    }
    for (int p = points; p > front && foe->rear; p--)
        behind += h->side->men[p];
    add(inputs, base + 0, (float)h->pips * (1 / 100.0f));
    add(inputs, base + 1, (float)h->rear * (1 / 25.0f));
    add(inputs, base + 2, (float)shots * (1 / 36.0f));
    add(inputs, base + 3, h->rear ? (float)escapes(open, h->rear) * (1 / 36.0f) : 1);
    add(inputs, base + 4, (float)mobility(h, open) * (1 / 40.0f));
    add(inputs, base + 5, (float)longest_run(h->made) * (1 / 6.0f));
    add(inputs, base + 6, (float)wall * (1 / 6.0f));
    add(inputs, base + 7, (float)behind * (1 / 15.0f));
}

void inputs_add_features(struct inputs *inputs, const struct pasch_rules *rules, const struct pasch_board *board,
                         int me)
{
    struct half half[2];
    int points = row_points(rules);
    survey(&half[0], rules, &board->side[me], &board->side[1 - me]);
    survey(&half[1], rules, &board->side[1 - me], &board->side[me]);
    struct reach r = {.targets = HALVES(half[0].targets, half[1].targets)};
    uint32_t first[2], all[2], several[2];
    for (int h = 0; h < 2; h++) {
        int bar = half[h].side->men[PASCH_BAR];
        uint32_t entry = 1u << (points + 1);
        all[h] = half[h].men | (!bar && half[h].side->men[PASCH_HAND] ? entry : 0);
        first[h] = bar ? entry : all[h];
        several[h] = bar < 2 ? 0xffffffffu : 0;
    }
    r.first = HALVES(first[0], first[1]);
    r.all = HALVES(all[0], all[1]);
    r.several = HALVES(several[0], several[1]);
    r.open = ~HALVES(half[0].closed, half[1].closed) & POINTS_MASK;
    for (int d = 1; d <= 6; d++) {
        uint64_t by = step(r.first, d) & r.open;
        r.enter[d] = HALVES((uint32_t)by ? 0xffffffffu : 0, by >> 32 ? 0xffffffffu : 0);
    }
    reach_all(&r);
    for (int h = 0; h < 2; h++) {
        int base = h * INPUTS_SIDE + INPUTS_MEN;
        add_scalars(inputs, base, &half[h], &half[1 - h], rules, r.shots[1 - h]);
        for (uint32_t blots = half[h].blots; blots; blots &= blots - 1) {
            int p = __builtin_ctz(blots), hits = count_at(&r, 1 - h, row_facing(rules, p)), covers = count_at(&r, h, p);
            if (hits)
                add(inputs, base + INPUTS_SCALARS + p - 1, (float)hits * (1 / 36.0f));
            if (covers)
                add(inputs, base + INPUTS_SCALARS + PASCH_POINTS + p - 1, (float)covers * (1 / 36.0f));
        }
        for (uint32_t marks = half[h].side->marks; marks; marks &= marks - 1)
            add(inputs, base + INPUTS_SCALARS + 2 * PASCH_POINTS + __builtin_ctz(marks) - 1, 1);
    }
}

void inputs_of(struct inputs *inputs, const struct pasch_rules *rules, const struct pasch_board *board, int me)
{
    inputs->count = 0;
    inputs_add_men(inputs, &board->side[me], 0);
    inputs_add_men(inputs, &board->side[1 - me], 1);
    inputs_add_features(inputs, rules, board, me);
}
