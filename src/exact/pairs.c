/* The two-sided table: which pairs there are, and how they are kept. */
#include "exact/pairs.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/error.h"
#include "eval/bearoff.h" /* for its tables as bytes */
#include "rules/row.h"

/* As many pairs as are solved in seconds, and as fit into memory. */
static const int64_t usual = 1 << 21, most = 1 << 27;

static const struct bearoff_kind kind = {"PASCHEX2", 1, "two-sided"};

struct pasch_exact_pairs {
    struct pairs_frame frame;
    const uint8_t *bytes;
    uint8_t *own; /* the same if they are to be freed */
};

/* By how many steps a ring can be turned so that its corners stay corners. */
static int ring_step(const struct pasch_rules *rules)
{
    int points = row_points(rules), step = 0;
    uint32_t corners = rules->corners >> 1, turned, all = (1u << points) - 1;
    do {
        step++;
        turned = (corners << step | corners >> (points - step)) & all;
    } while (turned != corners || points % step != 0);
    return step;
}

static void turn_side(struct pasch_side *side, int steps, int points)
{
    struct pasch_side from = *side;
    for (int p = 1; p <= points; p++)
        side->men[(p - 1 + steps) % points + 1] = from.men[p];
}

static bool make_turns(struct pairs_frame *frame)
{
    int points = row_points(&frame->row), step = frame->row.ring ? ring_step(&frame->row) : points;
    size_t count = (size_t)frame->sides.count;
    struct pasch_side side;
    frame->turns = points / step;
    frame->turned = malloc((size_t)frame->turns * count * sizeof *frame->turned);
    frame->turn_of = calloc(count, sizeof *frame->turn_of);
    frame->rows = malloc(count * sizeof *frame->rows);
    if (!frame->turned || !frame->turn_of || !frame->rows)
        return false;
    for (int turn = 0; turn < frame->turns; turn++) {
        for (int32_t i = 0; i < frame->sides.count; i++) {
            sides_at(&frame->sides, i, &side);
            if (turn)
                turn_side(&side, turn * step, points);
            frame->turned[turn * frame->sides.count + i] = sides_index(&frame->sides, &side);
        }
    }
    for (int32_t i = 0; i < frame->sides.count; i++) {
        int32_t least = i;
        for (int turn = 1; turn < frame->turns; turn++) {
            int32_t there = frame->turned[turn * frame->sides.count + i];
            if (there < least) {
                least = there;
                frame->turn_of[i] = (uint8_t)turn;
            }
        }
        frame->rows[i] = least == i ? frame->row_count++ : frame->rows[least];
    }
    return true;
}

static bool uneven(const struct pasch_rules *rules)
{
    return rules->score == PASCH_SCORE_MEN || rules->score == PASCH_SCORE_PIPS ||
           (rules->score == PASCH_SCORE_TRIPLE && rules->literal_backgammon);
}

/* Without what only a ring needs: the number of pairs is that of the sides, squared, at the most. */
static bool make_sides(struct pairs_frame *frame, const struct pasch_rules *rules, int men)
{
    memset(frame, 0, sizeof *frame);
    frame->race = rows_race(rules) && !rules->towers && rules->throws == PASCH_THROW_EACH;
    if (men < 1 || men > row_men(rules) || (!frame->race && !rows_course(rules)))
        return false;
    frame->men = men;
    if (frame->race) {
        rows_make_race(&frame->row, rules);
        /* With men off there are no gammons. */
        if (frame->row.score == PASCH_SCORE_DOUBLE && men < row_men(rules))
            frame->row.score = PASCH_SCORE_SINGLE;
        frame->uneven = uneven(&frame->row) || frame->row.score == PASCH_SCORE_DOUBLE;
        return sides_make_race(&frame->sides, &frame->row, PASCH_EXACT_HOME, men);
    }
    rows_make_course(&frame->row, rules);
    frame->uneven = uneven(rules) || (men == row_men(rules) && rules->score != PASCH_SCORE_SINGLE);
    /* Men that stay on the course must all be counted. */
    return (men == row_men(rules) || rules->end != PASCH_END_HOME_WINS) &&
           sides_make_course(&frame->sides, &frame->row, men);
}

static int64_t pairs_about(const struct pairs_frame *frame)
{
    int64_t sides = frame->sides.count;
    return sides * sides / (frame->row.ring ? row_points(&frame->row) / ring_step(&frame->row) : 1);
}

bool pairs_frame_make(struct pairs_frame *frame, const struct pasch_rules *rules, int men)
{
    if (make_sides(frame, rules, men ? men : pasch_exact_pairs_men(rules)) && pairs_about(frame) <= most &&
        make_turns(frame))
        return true;
    pairs_frame_free(frame);
    return false;
}

void pairs_frame_free(struct pairs_frame *frame)
{
    free(frame->turned);
    free(frame->turn_of);
    free(frame->rows);
    frame->turned = frame->rows = NULL;
    frame->turn_of = NULL;
}

int pasch_exact_pairs_men(const struct pasch_rules *rules)
{
    struct pairs_frame frame;
    int men = row_men(rules);
    while (men > 0 && !(make_sides(&frame, rules, men) && pairs_about(&frame) <= usual))
        men--;
    return men;
}

static void put_key(const struct pairs_frame *frame, uint8_t key[ROWS_KEY])
{
    rows_key(&frame->row, frame->men, frame->race ? 1 : 2, key);
}

void pasch_exact_pairs_name(const struct pasch_rules *rules, int men, char name[PASCH_EXACT_NAME])
{
    struct pairs_frame frame;
    uint8_t key[ROWS_KEY] = {0};
    if (make_sides(&frame, rules, men ? men : pasch_exact_pairs_men(rules)))
        put_key(&frame, key);
    rows_name("pairs", key, name);
}

bool pairs_numbers_add(struct pairs_numbers *numbers, uint32_t number)
{
    if (numbers->count == numbers->room) {
        size_t room = 2 * numbers->room + 1024;
        uint32_t *more = realloc(numbers->number, room * sizeof *more);
        if (!more)
            return false;
        numbers->number = more;
        numbers->room = room;
    }
    numbers->number[numbers->count++] = number;
    return true;
}

/* The contents: the key, then of each pair the points and, where they say more, the wins, 4 bytes each. */
static size_t contents_of(const struct pairs_frame *frame)
{
    return ROWS_KEY + pairs_slots(frame) * (frame->uneven ? 8 : 4);
}

static uint8_t *write_down(const struct pairs_frame *frame, const double *points, const double *wins)
{
    uint8_t *bytes = bearoff_bytes_create(&kind, (uint32_t)frame->men, contents_of(frame));
    if (!bytes)
        return NULL;
    put_key(frame, bytes + BEAROFF_HEAD);
    uint8_t *to = bytes + BEAROFF_HEAD + ROWS_KEY;
    for (size_t i = 0, slots = pairs_slots(frame); i < slots; i++) {
        bytes_put_float(to, (float)points[i]);
        to += 4;
        if (wins) {
            bytes_put_float(to, (float)wins[i]);
            to += 4;
        }
    }
    bearoff_bytes_seal(bytes);
    return bytes;
}

static bool solve(const struct pairs_frame *frame, double *points, double *wins, pasch_exact_progress *progress,
                  void *context)
{
    return frame->race ? pairs_solve_race(frame, points, wins, progress, context)
                       : pairs_solve_course(frame, points, wins, progress, context);
}

struct pasch_exact_pairs *pasch_exact_pairs_create(const struct pasch_rules *rules, int men,
                                                   pasch_exact_progress *progress, void *context)
{
    struct pasch_exact_pairs *pairs = calloc(1, sizeof *pairs);
    double *points = NULL, *wins = NULL;
    if (pairs && pairs_frame_make(&pairs->frame, rules, men)) {
        points = calloc(pairs_slots(&pairs->frame), sizeof *points);
        wins = pairs->frame.uneven ? calloc(pairs_slots(&pairs->frame), sizeof *wins) : NULL;
        if (points && !wins == !pairs->frame.uneven && solve(&pairs->frame, points, wins, progress, context))
            pairs->bytes = pairs->own = write_down(&pairs->frame, points, wins);
    }
    free(points);
    free(wins);
    if (pairs && pairs->bytes)
        return pairs;
    pasch_exact_pairs_destroy(pairs);
    return NULL;
}

struct pasch_exact_pairs *pasch_exact_pairs_open(const struct pasch_rules *rules, int men, const void *bytes,
                                                 size_t size, struct pasch_error *error)
{
    uint8_t key[ROWS_KEY];
    if (!bearoff_bytes_check(&kind, bytes, size, error))
        return NULL;
    struct pasch_exact_pairs *pairs = calloc(1, sizeof *pairs);
    if (pairs && pairs_frame_make(&pairs->frame, rules, men)) {
        put_key(&pairs->frame, key);
        pairs->bytes = bytes;
        if (size == bearoff_bytes_size(contents_of(&pairs->frame)) &&
            memcmp(pairs->bytes + BEAROFF_HEAD, key, sizeof key) == 0)
            return pairs;
    }
    error_set(error, PASCH_BAD_TEXT, 0, "the table is not one of %s", rules->id);
    pasch_exact_pairs_destroy(pairs);
    return NULL;
}

void pasch_exact_pairs_destroy(struct pasch_exact_pairs *pairs)
{
    if (!pairs)
        return;
    pairs_frame_free(&pairs->frame);
    free(pairs->own);
    free(pairs);
}

const void *pasch_exact_pairs_bytes(const struct pasch_exact_pairs *pairs, size_t *size)
{
    *size = bearoff_bytes_size(contents_of(&pairs->frame));
    return pairs->bytes;
}

const struct pairs_frame *pairs_frame(const struct pasch_exact_pairs *pairs)
{
    return &pairs->frame;
}

struct pairs_worth pairs_find(const struct pasch_exact_pairs *pairs, int32_t thrower, int32_t other)
{
    const struct pairs_frame *frame = &pairs->frame;
    const uint8_t *at =
        pairs->bytes + BEAROFF_HEAD + ROWS_KEY + pairs_slot(frame, thrower, other) * (frame->uneven ? 8 : 4);
    double points = (double)bytes_get_float(at);
    return (struct pairs_worth){points, frame->uneven ? (double)bytes_get_float(at + 4) : points};
}
