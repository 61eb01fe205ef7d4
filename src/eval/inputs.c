#include "eval/inputs.h"

#include <string.h>

#include "base/kernel.h"
#include "rules/row.h"

/* The rows of the men on a place: where they begin, and how many there are. */
static const struct {
    uint8_t first, rows;
} place_rows[PASCH_PLACES] = {
#define POINT(p)    [p] = {((p)-1) * INPUTS_STACK, INPUTS_STACK}
#define POINTS_4(p) POINT(p), POINT((p) + 1), POINT((p) + 2), POINT((p) + 3)
#define POINTS_ROWS PASCH_POINTS *INPUTS_STACK
    [PASCH_OFF] = {POINTS_ROWS + INPUTS_BAR, INPUTS_COUNT},
    POINTS_4(1),
    POINTS_4(5),
    POINTS_4(9),
    POINTS_4(13),
    POINTS_4(17),
    POINTS_4(21),
    [PASCH_BAR] = {POINTS_ROWS, INPUTS_BAR},
    [PASCH_HAND] = {POINTS_ROWS + INPUTS_BAR + INPUTS_COUNT, INPUTS_COUNT},
};

int inputs_man_row(int block, int place, int k)
{
    int rows = place_rows[place].rows;
    return block * INPUTS_SIDE + place_rows[place].first + (k < rows ? k : rows) - 1;
}

/* Scalars go up to 4, shares of the rolls up to 1. */
enum { SCALAR_UNIT = 4 };

float inputs_unit(int row)
{
    int in_side = row % INPUTS_SIDE - INPUTS_MEN;
    return in_side >= 0 && in_side < INPUTS_SCALARS ? SCALAR_UNIT : 1;
}

/* `value` of `whole` parts of a unit. None at all needs no row. */
KERNEL_PART void add(struct inputs *inputs, int row, int value, int whole)
{
    int share = value * 32768 / whole;
    inputs->scale[inputs->scaled] = (uint16_t)row;
    inputs->value[inputs->scaled] = (int16_t)(share < 32767 ? share : 32767);
    inputs->scaled += share != 0;
}

static void add_side(struct inputs *inputs, const struct pasch_side *side, int block)
{
    for (int place = 0; place < PASCH_PLACES; place++) {
        for (int k = 1; k <= side->men[place]; k++)
            inputs->add[inputs->added++] = (uint16_t)inputs_man_row(block, place, k);
    }
}

void inputs_add_men(struct inputs *inputs, const struct pasch_board *board, int me)
{
    add_side(inputs, &board->side[me], 0);
    add_side(inputs, &board->side[1 - me], 1);
}

/* Eight bytes with the first as the lowest. */
KERNEL_PART uint64_t eight_bytes(const void *from)
{
    uint64_t word;
    memcpy(&word, from, sizeof word);
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

static void add_side_changes(struct inputs *inputs, const struct pasch_side *from, const struct pasch_side *to,
                             int block)
{
    for (int word = 0; word < PASCH_PLACES; word += 8) {
        uint64_t differ = eight_bytes((const uint8_t *)from + word) ^ eight_bytes((const uint8_t *)to + word);
        for (int at; differ; differ &= ~((uint64_t)255 << 8 * at)) { /* a byte is a place, the lowest the first */
            at = __builtin_ctzll(differ) / 8;
            int place = word + at;
            if (place >= PASCH_PLACES)
                break; /* the last word has the marks in it, too, which are features */
            for (int k = from->men[place]; k > to->men[place]; k--)
                inputs->remove[inputs->removed++] = (uint16_t)inputs_man_row(block, place, k);
            for (int k = from->men[place] + 1; k <= to->men[place]; k++)
                inputs->add[inputs->added++] = (uint16_t)inputs_man_row(block, place, k);
        }
    }
}

void inputs_add_changes(struct inputs *inputs, const struct pasch_board *from, const struct pasch_board *to, int me)
{
    add_side_changes(inputs, &from->side[me], &to->side[me], 0);
    add_side_changes(inputs, &from->side[1 - me], &to->side[1 - me], 1);
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
    uint64_t targets;  /* enemy blots */
    uint64_t slice[6]; /* of each point's count of rolls, in 36ths: the bits of the counts, lowest first */
    int shots[2];
};

KERNEL_PART uint64_t step(uint64_t men, int number)
{
    return men >> number & POINTS_MASK;
}

/* All ones in the halves that have any bit. */
KERNEL_PART uint64_t halves_of(uint64_t points)
{
    return HALVES((uint32_t)points ? 0xffffffffu : 0, points >> 32 ? 0xffffffffu : 0);
}

/* Adds three bits in each place: returns the low bit of the sum. */
KERNEL_PART uint64_t add3(uint64_t a, uint64_t b, uint64_t c, uint64_t *high)
{
    *high = (a & b) | (c & (a ^ b));
    return a ^ b ^ c;
}

/* How many of the rolls reach each point: 15 that count twice, 6 doubles that count once. Adders instead of a loop over
 * points: no branches. */
KERNEL_PART void count_points(const uint64_t mixed[15], const uint64_t doubles[6], uint64_t slice[6])
{
    uint64_t low[5], high[7], four[3], m[4], d[3], carry, unused;
    for (int i = 0; i < 5; i++)
        low[i] = add3(mixed[3 * i], mixed[3 * i + 1], mixed[3 * i + 2], &high[i]);
    m[0] = add3(add3(low[0], low[1], low[2], &high[5]), low[3], low[4], &high[6]);
    uint64_t some = add3(high[0], high[1], high[2], &four[0]), more = add3(high[3], high[4], high[5], &four[1]);
    m[1] = add3(some, more, high[6], &four[2]);
    m[2] = add3(four[0], four[1], four[2], &m[3]);
    some = add3(doubles[0], doubles[1], doubles[2], &high[0]);
    more = add3(doubles[3], doubles[4], doubles[5], &high[1]);
    d[0] = some ^ more;
    d[1] = add3(high[0], high[1], some & more, &d[2]);
    slice[0] = d[0];
    slice[1] = add3(m[0], d[1], 0, &carry);
    slice[2] = add3(m[1], d[2], carry, &carry);
    slice[3] = add3(m[2], 0, carry, &carry);
    slice[4] = add3(m[3], 0, carry, &unused);
    slice[5] = unused;
}

KERNEL_PART void reach_all(struct reach *r)
{
    uint64_t by[7], enter[7], mixed[15], doubles[6];
    int n = 0, shots[2] = {0};
    for (int d = 1; d <= 6; d++) {
        by[d] = step(r->first, d) & r->open;
        enter[d] = halves_of(by[d]);
    }
    for (int a = 1; a <= 6; a++) {
        for (int b = 1; b < a; b++) {
            uint64_t on = step(by[a], b) | step(by[b], a);
            uint64_t other = (enter[a] & step(r->all, b)) | (enter[b] & step(r->all, a));
            uint64_t points = by[a] | by[b] | (r->several & r->open & (on | other)), hit = points & r->targets;
            mixed[n++] = points;
            shots[0] += 2 * ((uint32_t)hit != 0);
            shots[1] += 2 * (hit >> 32 != 0);
        }
        uint64_t on = by[a] | (enter[a] & r->all & ~r->first), points = by[a];
        for (int hop = 0; hop < 3; hop++) {
            on = step(on, a) & r->open & r->several;
            points |= on;
        }
        doubles[a - 1] = points;
        shots[0] += (uint32_t)(points & r->targets) != 0;
        shots[1] += (points & r->targets) >> 32 != 0;
    }
    count_points(mixed, doubles, r->slice);
    r->shots[0] = shots[0];
    r->shots[1] = shots[1];
}

KERNEL_PART int count_at(const struct reach *r, int half, int p)
{
    int sum = 0;
    for (int i = 0; i < 6; i++)
        sum |= (int)(r->slice[i] >> (32 * half + p) & 1) << i;
    return sum;
}

/* A side's men on points 1 to 24, a byte each, eight to a word with the lowest point in the lowest byte. */
struct packed {
    uint64_t word[3];
};

#define EACH_BYTE(value) (0x0101010101010101u * (uint64_t)(value))

KERNEL_PART struct packed pack(const struct pasch_side *side)
{
    struct packed packed;
    for (int i = 0; i < 3; i++)
        packed.word[i] = eight_bytes(side->men + 1 + 8 * i);
    return packed;
}

/* The points with at least so many men, 1 to 100. */
KERNEL_PART uint32_t points_with(const struct packed *packed, int least)
{
    uint32_t mask = 0;
    for (int i = 0; i < 3; i++) {
        uint64_t ones = (packed->word[i] + EACH_BYTE(128 - least)) >> 7 & EACH_BYTE(1);
        mask |= (uint32_t)(ones * 0x0102040810204080u >> 56) << (8 * i + 1);
    }
    return mask;
}

KERNEL_PART int pips_of(const struct packed *packed)
{
    uint64_t sum = 0;
    for (int i = 0; i < 3; i++) {
        uint64_t even = packed->word[i] & 0x00ff00ff00ff00ffu, odd = packed->word[i] >> 8 & 0x00ff00ff00ff00ffu;
        /* The top part of the product is the sum of men times points. */
        sum += even * (0x0001000300050007u + 8u * (uint64_t)i * 0x0001000100010001u) >> 48;
        sum += odd * (0x0002000400060008u + 8u * (uint64_t)i * 0x0001000100010001u) >> 48;
    }
    return (int)sum;
}

/* The men on points beyond p. */
KERNEL_PART int men_beyond(const struct packed *packed, int p)
{
    uint64_t sum = 0;
    for (int i = 0; i < 3; i++) {
        int skip = p - 8 * i;
        sum += skip >= 8 ? 0 : skip <= 0 ? packed->word[i] : packed->word[i] >> 8 * skip << 8 * skip;
    }
    return (int)(sum * EACH_BYTE(1) >> 56);
}

/* Bit p becomes bit 31 - p. */
KERNEL_PART uint32_t reversed(uint32_t mask)
{
    mask = (mask >> 1 & 0x55555555u) | (mask & 0x55555555u) << 1;
    mask = (mask >> 2 & 0x33333333u) | (mask & 0x33333333u) << 2;
    mask = (mask >> 4 & 0x0f0f0f0fu) | (mask & 0x0f0f0f0fu) << 4;
    return __builtin_bswap32(mask);
}

/* What the features need to know of one side. */
struct half {
    const struct pasch_side *side;
    struct packed packed;
    uint32_t men, blots, made; /* own numbers */
    uint32_t closed, targets;  /* by the enemy, in own numbers: points it holds, blots it has */
    int pips, rear;
};

KERNEL_PART void survey(struct half *half, const struct pasch_rules *rules, const struct pasch_side *side)
{
    int entry = row_points(rules) + 1, stores = side->men[PASCH_BAR] + side->men[PASCH_HAND];
    half->side = side;
    half->packed = pack(side);
    half->men = points_with(&half->packed, 1);
    half->made = points_with(&half->packed, 2);
    half->blots = half->men & ~half->made;
    half->pips = pips_of(&half->packed) + entry * stores;
    half->rear = stores ? entry : half->men ? 31 - __builtin_clz(half->men) : 0;
}

/* Points of the enemy's in own numbers. */
KERNEL_PART uint32_t faced(const struct pasch_rules *rules, uint32_t points)
{
    return rules->facing == PASCH_FACING_SAME ? points : reversed(points) >> (31 - (row_points(rules) + 1));
}

KERNEL_PART void survey_foe(struct half *half, const struct pasch_rules *rules, const struct half *foe)
{
    bool contact = rules->contact != PASCH_CONTACT_NONE;
    int closed_by = row_closed_by(rules);
    uint32_t closed = closed_by == 2 ? foe->made : points_with(&foe->packed, closed_by);
    half->closed = contact ? faced(rules, closed) : 0;
    half->targets = contact ? faced(rules, foe->blots) : 0;
}

KERNEL_PART int longest_run(uint32_t mask)
{
    int run = 0;
    while (mask) {
        mask &= mask << 1;
        run++;
    }
    return run;
}

/* Rolls, in 36ths, that the man at p can play to the full all by itself. */
KERNEL_PART int escapes(uint32_t open, int p)
{
    /* Bit k: the man may stand k steps ahead; beyond the last point it is off. */
    uint32_t ahead = (reversed(open) >> (31 - p) | ~0u << p) & 0x1ffe;
    int rolls = 0;
    for (int a = 1; a <= 6; a++)
        rolls += __builtin_popcount(ahead >> a & (0x7e & (ahead | (0u - (ahead >> a & 1)))));
    return rolls;
}

KERNEL_PART int mobility(const struct half *h, uint32_t open)
{
    int moves = 0;
    for (int d = 1; d <= 6; d++)
        moves += __builtin_popcount(h->men & open << d);
    return moves;
}

KERNEL_PART void add_scalars(struct inputs *inputs, int base, const struct half *h, const struct half *foe,
                             const struct pasch_rules *rules, int shots)
{
    int points = row_points(rules), behind = 0, wall = 0;
    uint32_t open = ~h->closed & ((2u << points) - 2);
    if (foe->rear) {
        /* Where the rear man of the enemy stands in own numbers, and the six points that lie before it. */
        bool mirror = rules->facing == PASCH_FACING_MIRROR;
        int front = foe->rear > points ? (mirror ? 0 : points + 1) : row_facing(rules, foe->rear);
        uint64_t six = mirror ? (uint64_t)0x3f << (front + 1) : ((uint64_t)0x3f << front) >> 6;
        wall = __builtin_popcountll(six & h->made);
        behind = men_beyond(&h->packed, front);
    }
    add(inputs, base + 0, h->pips, 100 * SCALAR_UNIT);
    add(inputs, base + 1, h->rear, 25 * SCALAR_UNIT);
    add(inputs, base + 2, shots, 36 * SCALAR_UNIT);
    add(inputs, base + 3, h->rear ? escapes(open, h->rear) : 36, 36 * SCALAR_UNIT);
    add(inputs, base + 4, mobility(h, open), 40 * SCALAR_UNIT);
    add(inputs, base + 5, longest_run(h->made), 6 * SCALAR_UNIT);
    add(inputs, base + 6, wall, 6 * SCALAR_UNIT);
    add(inputs, base + 7, behind, 15 * SCALAR_UNIT);
}

COUNTING void inputs_add_features(struct inputs *inputs, const struct pasch_rules *rules,
                                  const struct pasch_board *board, int me)
{
    struct half half[2];
    int points = row_points(rules);
    survey(&half[0], rules, &board->side[me]);
    survey(&half[1], rules, &board->side[1 - me]);
    survey_foe(&half[0], rules, &half[1]);
    survey_foe(&half[1], rules, &half[0]);
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
    reach_all(&r);
    for (int h = 0; h < 2; h++) {
        int base = h * INPUTS_SIDE + INPUTS_MEN;
        add_scalars(inputs, base, &half[h], &half[1 - h], rules, r.shots[1 - h]);
        for (uint32_t blots = half[h].blots; blots; blots &= blots - 1) {
            int p = __builtin_ctz(blots), hits = count_at(&r, 1 - h, row_facing(rules, p)), covers = count_at(&r, h, p);
            add(inputs, base + INPUTS_SCALARS + p - 1, hits, 36);
            add(inputs, base + INPUTS_SCALARS + PASCH_POINTS + p - 1, covers, 36);
        }
        for (uint32_t marks = half[h].side->marks; marks; marks &= marks - 1)
            inputs->add[inputs->added++] =
                (uint16_t)(base + INPUTS_SCALARS + 2 * PASCH_POINTS + __builtin_ctz(marks) - 1);
    }
}

void inputs_clear(struct inputs *inputs)
{
    inputs->added = inputs->removed = inputs->scaled = 0;
}

void inputs_of(struct inputs *inputs, const struct pasch_rules *rules, const struct pasch_board *board, int me)
{
    inputs_clear(inputs);
    inputs_add_men(inputs, board, me);
    inputs_add_features(inputs, rules, board, me);
}

void inputs_add_state(struct inputs *inputs, uint64_t state)
{
    for (; state; state &= state - 1) {
        int bit = __builtin_ctzll(state);
        inputs->add[inputs->added++] =
            (uint16_t)(bit / PASCH_POINTS * INPUTS_SIDE + INPUTS_SIDE - PASCH_POINTS + bit % PASCH_POINTS);
    }
}
