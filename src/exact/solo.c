/* The one-sided table. A side at x that is about to throw (or to name a roll) needs, for each throw, the best of the
 * ends that its stages lead to: the turn is over at y, which takes one turn more than y, or it throws again at y, which
 * takes as many as y. Every move leads to a lower index, so one pass solves all; where nothing can be played x depends
 * on itself, but on nothing else that is not known, and can be solved for. */
#include "exact/solo.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/error.h"
#include "eval/bearoff.h" /* for its tables as bytes */
#include "rules/score.h"

/* Numbers of turns that are looked at; what has not ended then is negligible in every game. */
enum { LONG = PASCH_EXACT_TURNS };

/* Chances below this at either end of a spread are added to their neighbour, and costs left out. */
static const double negligible = 1e-8;

static const struct bearoff_kind kind = {"PASCHEX1", 1, "one-sided"};

struct pasch_exact_solo {
    struct solo_frame frame;
    const uint8_t *bytes;
    uint8_t *own; /* the same if they are to be freed */
    size_t at_start, at_first, at_value;
};

static bool solo_frame_make(struct solo_frame *frame, const struct pasch_rules *rules, int points)
{
    if (!rows_race(rules) || points < PASCH_EXACT_HOME || points > PASCH_EXACT_FAR)
        return false;
    if (!rules->towers && rules->contact != PASCH_CONTACT_NONE && 2 * points > pasch_rules_points(rules))
        return false; /* the sides could meet */
    memset(frame, 0, sizeof *frame);
    rows_make_race(&frame->row, rules);
    frame->points = frame->row.towers ? 0 : points;
    frame->laws = rows_laws(&frame->row);
    frame->longest = rules->end == PASCH_END_OFF_LOSES;
    switch (rules->score) {
    case PASCH_SCORE_SINGLE: frame->loss = SOLO_LOSS_ONE; break;
    case PASCH_SCORE_TRIPLE:
    case PASCH_SCORE_DOUBLE: frame->loss = SOLO_LOSS_BEGUN; break;
    case PASCH_SCORE_MEN:
    case PASCH_SCORE_PIPS: frame->loss = SOLO_LOSS_COST; break;
    }
    if (!frame->row.towers)
        return sides_make_race(&frame->sides, &frame->row, points, frame->row.men);
    sides_make_towers(&frame->sides, &frame->row);
    return frame->loss == SOLO_LOSS_ONE;
}

int solo_next_law(const struct pasch_rules *race, int law, bool again)
{
    if (race->throws != PASCH_THROW_ROLES || law == LAW_CHOOSER)
        return law;
    return again ? LAW_SECOND : LAW_ROLLER;
}

/* Means and spreads go by side, then by law. A spread of costs follows that of the turns; those until begun come after
 * all others. They are made in this order. */
static size_t slot_of(const struct solo_frame *f, int law, int32_t index)
{
    return (size_t)index * (size_t)f->laws + (size_t)law;
}

static size_t done_spread(const struct solo_frame *f, int law, int32_t index)
{
    return slot_of(f, law, index) * (f->loss == SOLO_LOSS_COST ? 2 : 1);
}

static size_t loss_spread(const struct solo_frame *f, int law, int32_t index)
{
    if (f->loss == SOLO_LOSS_COST)
        return done_spread(f, law, index) + 1;
    return done_spread(f, 0, f->sides.count) + slot_of(f, law, index - f->sides.full);
}

static size_t spreads_of(const struct solo_frame *f)
{
    if (f->loss == SOLO_LOSS_BEGUN)
        return loss_spread(f, 0, f->sides.count);
    return done_spread(f, 0, f->sides.count);
}

/* What a side plays for: to be done, or to have begun; below `goal` it is reached. */
struct aim {
    struct workshop *shop;
    int law;
    int32_t goal;
    struct turn turn;
};

struct workshop {
    const struct solo_frame *frame;
    struct aim aim[LAWS];
    double *price; /* of a turn that begins at each side */
    double *toll;  /* of each side and law: what is paid until the aim is reached; negative = not known yet */
    double *mean;  /* turns until done */
    void *memory;  /* for plays */
    uint32_t *start;
    uint8_t *first;
    float *value;
    size_t room; /* for values */
};

/* What is still to be paid at an end, whose turn is paid for; without end where that is not known yet. */
static double toll_at(const struct aim *aim, turn_end end)
{
    const struct solo_frame *f = aim->shop->frame;
    int32_t index = turn_end_index(end);
    bool again = turn_end_again(end);
    if (index < aim->goal)
        return 0;
    double toll = aim->shop->toll[slot_of(f, solo_next_law(&f->row, aim->law, again), index)];
    if (toll < 0)
        return HUGE_VAL;
    return again ? toll - aim->shop->price[index] : toll;
}

static double worth(const void *context, turn_end end)
{
    const struct aim *aim = context;
    double toll = toll_at(aim, end);
    if (toll == HUGE_VAL)
        return -HUGE_VAL; /* where one already is: only if there is nothing else */
    return aim->shop->frame->longest ? toll : -toll;
}

/* What a side's throws add up to. */
struct total {
    double turn[LONG], cost[LONG];
    double mean, toll;
    double stay, stay_again; /* the chances to stay where one is, at the end of a turn or with another throw */
    int last;                /* nothing beyond */
};

/* Adds a spread, so many turns later. */
static void add_spread(const struct workshop *shop, size_t spread, double weight, int later, int from, double *sum,
                       int *last)
{
    uint32_t start = shop->start[spread], count = shop->start[spread + 1] - start;
    for (uint32_t i = 0; i < count; i++) {
        int turn = shop->first[spread] + (int)i + later;
        if (turn < from)
            continue;
        if (turn >= LONG)
            turn = LONG - 1;
        sum[turn] += weight * (double)shop->value[start + i];
        if (turn > *last)
            *last = turn;
    }
}

static void add_end(const struct aim *aim, int32_t from, turn_end end, double weight, struct total *total)
{
    const struct solo_frame *f = aim->shop->frame;
    int32_t index = turn_end_index(end);
    bool again = turn_end_again(end), begun = aim->goal > 1;
    if (index < aim->goal) {
        total->turn[1] += weight;
        total->mean += weight;
        return;
    }
    if (index == from) {
        *(again ? &total->stay_again : &total->stay) += weight;
        return;
    }
    int law = solo_next_law(&f->row, aim->law, again), later = again ? 0 : 1;
    total->mean += weight * (aim->shop->mean[slot_of(f, law, index)] + later);
    total->toll += weight * toll_at(aim, end);
    add_spread(aim->shop, begun ? loss_spread(f, law, index) : done_spread(f, law, index), weight, later, 0,
               total->turn, &total->last);
    if (f->loss == SOLO_LOSS_COST)
        add_spread(aim->shop, loss_spread(f, law, index), weight, later, 1, total->cost, &total->last);
}

/* x = total + stay x, a turn later, + stay_again x. */
static bool solve_stay(struct total *total, double price)
{
    double go = 1 - total->stay_again;
    if (go - total->stay < 1e-9)
        return false; /* nothing can ever be played */
    total->mean = (total->mean + total->stay) / (go - total->stay);
    total->toll = (total->toll + go * price) / (go - total->stay);
    for (int i = 1; i < LONG && (i <= total->last || total->stay > 0); i++) {
        total->turn[i] = (total->turn[i] + total->stay * total->turn[i - 1]) / go;
        total->cost[i] = (total->cost[i] + total->stay * total->cost[i - 1]) / go;
    }
    if (total->stay > 0)
        total->last = LONG - 1;
    return true;
}

static bool store(struct workshop *shop, size_t spread, const double *value, int first, int last)
{
    uint32_t end = shop->start[spread];
    if (end + LONG > shop->room) {
        float *more = realloc(shop->value, 2 * shop->room * sizeof *more);
        if (!more)
            return false;
        shop->value = more;
        shop->room *= 2;
    }
    for (int i = first; i <= last; i++)
        shop->value[end++] = (float)value[i];
    shop->first[spread] = (uint8_t)first;
    shop->start[spread + 1] = end;
    return true;
}

static bool store_turns(struct workshop *shop, size_t spread, double *turn, int last)
{
    int first = 0;
    for (; first < last && turn[first] < negligible; first++)
        turn[first + 1] += turn[first];
    for (; last > first && turn[last] < negligible; last--)
        turn[last - 1] += turn[last];
    return store(shop, spread, turn, first, last);
}

static bool store_cost(struct workshop *shop, size_t spread, const double *cost, int last)
{
    while (last > 0 && cost[last] < negligible)
        last--;
    return store(shop, spread, cost, 0, last);
}

static void set_up(const struct aim *aim, const struct pasch_side *side, struct pasch_position *p)
{
    const struct solo_frame *f = aim->shop->frame;
    pasch_position_start(p, &f->row);
    p->board.side[PASCH_X] = *side;
    p->turn = PASCH_X;
    p->chooser = aim->law == LAW_CHOOSER ? PASCH_X : PASCH_O;
    p->second = f->row.throws == PASCH_THROW_ROLES && aim->law == LAW_SECOND;
}

static void add_throw(struct aim *aim, const struct pasch_position *start, int32_t from, int i, double weight,
                      struct total *total)
{
    struct pasch_position p = *start;
    pasch_position_throw(&p, rows_throw(i)->a, rows_throw(i)->b, NULL);
    add_end(aim, from, turn_best(&aim->turn, &p), weight, total);
}

static bool solve(struct aim *aim, int32_t index, const struct pasch_side *side)
{
    struct workshop *shop = aim->shop;
    const struct solo_frame *f = shop->frame;
    struct pasch_position p;
    struct total total = {.last = 1};
    set_up(aim, side, &p);
    if (f->row.throws == PASCH_THROW_FIXED) {
        add_throw(aim, &p, index, aim->law, 1, &total);
    } else if (pasch_position_due(&p) == PASCH_DUE_CHOOSE) {
        add_end(aim, index, turn_best(&aim->turn, &p), 1, &total);
    } else {
        for (int i = 0; i < 21; i++)
            add_throw(aim, &p, index, i, rows_throw(i)->weight / 36., &total);
    }
    if (aim->turn.failed)
        return false;
    total.cost[0] = score_points(&f->row, side);
    if (!solve_stay(&total, shop->price[index]))
        return false;
    shop->toll[slot_of(f, aim->law, index)] = total.toll;
    if (aim->goal > 1)
        return store_turns(shop, loss_spread(f, aim->law, index), total.turn, total.last);
    shop->mean[slot_of(f, aim->law, index)] = total.mean;
    return store_turns(shop, done_spread(f, aim->law, index), total.turn, total.last) &&
           (f->loss != SOLO_LOSS_COST || store_cost(shop, loss_spread(f, aim->law, index), total.cost, total.last));
}

/* So many sides between two calls of `progress`. */
enum { BREATH = 512 };

/* One aim, over all sides from `goal` on. */
static bool solve_aim(struct workshop *shop, int32_t goal, pasch_exact_progress *progress, void *context)
{
    const struct solo_frame *f = shop->frame;
    struct pasch_side side;
    bool fine = true;
    for (int law = 0; law < f->laws; law++) {
        struct aim *aim = &shop->aim[law];
        *aim = (struct aim){.shop = shop, .law = law, .goal = goal};
        aim->turn = (struct turn){.sides = &f->sides, .me = PASCH_X, .worth = worth, .context = aim};
        pasch_plays_init(&aim->turn.plays, shop->memory, PASCH_EXACT_ROOM);
    }
    for (size_t i = 0, slots = slot_of(f, 0, f->sides.count); i < slots; i++)
        shop->toll[i] = -1;
    for (int32_t index = goal; index < f->sides.count && fine; index++) {
        bool some = sides_at(&f->sides, index, &side);
        for (int law = 0; law < f->laws && fine; law++) {
            if (some)
                fine = solve(&shop->aim[law], index, &side);
            else
                fine = store(shop, done_spread(f, law, index), NULL, 1, 0);
        }
        /* those with the most men take the most time */
        double part = (double)index / f->sides.count;
        if (fine && progress && index % BREATH == 0)
            fine = progress(context, goal > 1 ? 0.8 + 0.2 * part : 0.8 * part);
    }
    for (int law = 0; law < f->laws; law++)
        turn_free(&shop->aim[law].turn);
    return fine;
}

/* Where men or pips left are counted it does not pay to play for the fewest turns alone: those with much to lose count
 * more. Against the two-sided tables of up to six men 0.15 to 0.3 is a little better, but with more men that makes too
 * much of the pips; without any, values are off three (pips) to seventy times (men) as much. */
static const double burden = 0.1;

static void set_prices(struct workshop *shop)
{
    const struct solo_frame *f = shop->frame;
    for (int32_t i = 0; i < f->sides.count; i++) {
        struct pasch_side side;
        shop->price[i] = 1;
        if (f->loss == SOLO_LOSS_COST && sides_at(&f->sides, i, &side))
            shop->price[i] += burden * score_points(&f->row, &side);
    }
}

static bool solve_all(struct workshop *shop, pasch_exact_progress *progress, void *context)
{
    const struct solo_frame *f = shop->frame;
    size_t slots = slot_of(f, 0, f->sides.count), spreads = spreads_of(f);
    shop->room = 1 << 20;
    shop->value = malloc(shop->room * sizeof *shop->value);
    shop->start = calloc(spreads + 1, sizeof *shop->start);
    shop->first = calloc(spreads, sizeof *shop->first);
    shop->mean = calloc(slots, sizeof *shop->mean);
    shop->toll = malloc(slots * sizeof *shop->toll);
    shop->price = malloc((size_t)f->sides.count * sizeof *shop->price);
    shop->memory = malloc(pasch_plays_bytes(PASCH_EXACT_ROOM));
    if (!shop->value || !shop->start || !shop->first || !shop->mean || !shop->toll || !shop->price || !shop->memory)
        return false;
    set_prices(shop);
    bool fine = solve_aim(shop, 1, progress, context);
    if (fine && f->loss == SOLO_LOSS_BEGUN)
        fine = solve_aim(shop, f->sides.full, progress, context);
    return fine;
}

/* The contents: the key; the means, 8 bytes each; where the values of every spread begin, and where the last ends, 4
 * each; the number of turns that the first of them is for, 1 each; the values, 4 each. */
static void lay_out(struct pasch_exact_solo *solo)
{
    size_t spreads = spreads_of(&solo->frame);
    solo->at_start = BEAROFF_HEAD + ROWS_KEY + 8 * slot_of(&solo->frame, 0, solo->frame.sides.count);
    solo->at_first = solo->at_start + 4 * (spreads + 1);
    solo->at_value = solo->at_first + (spreads + 3) / 4 * 4;
}

static void put_key(const struct solo_frame *f, uint8_t key[ROWS_KEY])
{
    rows_key(&f->row, f->points, 0, key);
}

static uint8_t *write_down(const struct pasch_exact_solo *solo, const struct workshop *shop)
{
    size_t spreads = spreads_of(&solo->frame), slots = slot_of(&solo->frame, 0, solo->frame.sides.count);
    uint32_t values = shop->start[spreads];
    uint8_t *bytes = bearoff_bytes_create(&kind, values, solo->at_value - BEAROFF_HEAD + 4 * (size_t)values);
    if (!bytes)
        return NULL;
    put_key(&solo->frame, bytes + BEAROFF_HEAD);
    for (size_t i = 0; i < slots; i++)
        bytes_put_double(bytes + BEAROFF_HEAD + ROWS_KEY + 8 * i, shop->mean[i]);
    for (size_t i = 0; i <= spreads; i++)
        bytes_put32(bytes + solo->at_start + 4 * i, shop->start[i]);
    memset(bytes + solo->at_first, 0, solo->at_value - solo->at_first);
    memcpy(bytes + solo->at_first, shop->first, spreads);
    for (size_t i = 0; i < values; i++)
        bytes_put_float(bytes + solo->at_value + 4 * i, shop->value[i]);
    bearoff_bytes_seal(bytes);
    return bytes;
}

static struct pasch_exact_solo *begin(const struct pasch_rules *rules, int points)
{
    struct pasch_exact_solo *solo = calloc(1, sizeof *solo);
    if (solo && solo_frame_make(&solo->frame, rules, points)) {
        lay_out(solo);
        return solo;
    }
    free(solo);
    return NULL;
}

bool pasch_exact_solo_fits(const struct pasch_rules *rules, int points)
{
    struct pasch_exact_solo *solo = begin(rules, points);
    pasch_exact_solo_destroy(solo);
    return solo;
}

void pasch_exact_solo_name(const struct pasch_rules *rules, int points, char name[PASCH_EXACT_NAME])
{
    struct pasch_exact_solo *solo = begin(rules, points);
    uint8_t key[ROWS_KEY] = {0};
    if (solo)
        put_key(&solo->frame, key);
    rows_name("solo", key, name);
    pasch_exact_solo_destroy(solo);
}

struct pasch_exact_solo *pasch_exact_solo_create(const struct pasch_rules *rules, int points,
                                                 pasch_exact_progress *progress, void *context)
{
    struct pasch_exact_solo *solo = begin(rules, points);
    struct workshop *shop = calloc(1, sizeof *shop);
    if (solo && shop) {
        shop->frame = &solo->frame;
        if (solve_all(shop, progress, context))
            solo->bytes = solo->own = write_down(solo, shop);
    }
    if (shop) {
        free(shop->memory);
        free(shop->start);
        free(shop->first);
        free(shop->value);
        free(shop->mean);
        free(shop->toll);
        free(shop->price);
    }
    free(shop);
    if (solo && solo->bytes)
        return solo;
    pasch_exact_solo_destroy(solo);
    return NULL;
}

/* Whether every spread lies within the values and within the turns that there can be. Whoever changes a table so that
 * its checksum fits may make it wrong, but not unsafe. */
static bool in_bounds(const struct pasch_exact_solo *solo, const uint8_t *bytes)
{
    uint32_t values = bearoff_bytes_number(bytes), start = bytes_get32(bytes + solo->at_start);
    bool fine = start == 0;
    for (size_t i = 0, spreads = spreads_of(&solo->frame); i < spreads && fine; i++) {
        uint32_t end = bytes_get32(bytes + solo->at_start + 4 * (i + 1));
        fine = end >= start && end <= values && end - start + bytes[solo->at_first + i] <= LONG;
        start = end;
    }
    return fine;
}

static bool fits_together(const struct pasch_exact_solo *solo, const uint8_t *bytes, size_t size)
{
    uint8_t key[ROWS_KEY];
    put_key(&solo->frame, key);
    return size == bearoff_bytes_size(solo->at_value - BEAROFF_HEAD + 4 * (size_t)bearoff_bytes_number(bytes)) &&
           memcmp(bytes + BEAROFF_HEAD, key, sizeof key) == 0 && in_bounds(solo, bytes);
}

struct pasch_exact_solo *pasch_exact_solo_open(const struct pasch_rules *rules, int points, const void *bytes,
                                               size_t size, struct pasch_error *error)
{
    if (!bearoff_bytes_check(&kind, bytes, size, error))
        return NULL;
    struct pasch_exact_solo *solo = begin(rules, points);
    if (solo && fits_together(solo, bytes, size)) {
        solo->bytes = bytes;
        return solo;
    }
    error_set(error, PASCH_BAD_TEXT, 0, "the table is not one of %s", rules->id);
    pasch_exact_solo_destroy(solo);
    return NULL;
}

void pasch_exact_solo_destroy(struct pasch_exact_solo *solo)
{
    if (solo)
        free(solo->own);
    free(solo);
}

const void *pasch_exact_solo_bytes(const struct pasch_exact_solo *solo, size_t *size)
{
    *size = bearoff_bytes_size(solo->at_value - BEAROFF_HEAD + 4 * (size_t)bearoff_bytes_number(solo->bytes));
    return solo->bytes;
}

const struct solo_frame *solo_frame(const struct pasch_exact_solo *solo)
{
    return &solo->frame;
}

double solo_mean(const struct pasch_exact_solo *solo, int law, int32_t index)
{
    return bytes_get_double(solo->bytes + BEAROFF_HEAD + ROWS_KEY + 8 * slot_of(&solo->frame, law, index));
}

static struct solo_spread read_spread(const struct pasch_exact_solo *solo, size_t spread)
{
    uint32_t start = bytes_get32(solo->bytes + solo->at_start + 4 * spread);
    uint32_t end = bytes_get32(solo->bytes + solo->at_start + 4 * (spread + 1));
    return (struct solo_spread){solo->bytes + solo->at_value + 4 * (size_t)start, solo->bytes[solo->at_first + spread],
                                (int)(end - start)};
}

struct solo_spread solo_done(const struct pasch_exact_solo *solo, int law, int32_t index)
{
    return read_spread(solo, done_spread(&solo->frame, law, index));
}

struct solo_spread solo_loss(const struct pasch_exact_solo *solo, int law, int32_t index)
{
    return read_spread(solo, loss_spread(&solo->frame, law, index));
}

double solo_at(const struct solo_spread *spread, int i)
{
    return (double)bytes_get_float(spread->value + 4 * i);
}
