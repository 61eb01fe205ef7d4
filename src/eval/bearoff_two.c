/* The two-sided table. V(i, o) is worth what the best plays of i against o are worth: the mean over the rolls of the
 * best -V(o, j) among the positions j that the roll leads to, and j < i. So every pair has only pairs before it, and
 * one pass in a fitting order solves all, each state of the cube for itself. All j are looked at: to drop one because
 * another has every man at least as close to home would be wrong. 6-1-1 takes more rolls than 6-2-1, which can use a 2.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/error.h"
#include "eval/bearoff.h"

enum { ROLLS = 21, MIXED = 15, CUBES = 4 };
enum { CUBELESS, CENTRED, OWNED, OPPONENTS };

/* 16 bits have -1, 0 and 1 exactly. */
enum { UNIT = 32767 };

/* The contents are the values of [roller * positions + opponent], UNIT (equity + 1) in 16 bits for each cube: equities
 * with the cube left where it is before this roll. What doubling is worth follows from them, but not the other way
 * round. */
static const struct bearoff_kind kind = {"PASCHBO2", 2, "two-sided"};

struct pasch_bearoff_two {
    unsigned positions;
    const uint8_t *bytes;
    uint8_t *own; /* the same if they are to be freed */
};

static unsigned positions_of(int men)
{
    unsigned count = 1; /* C(men + 6, 6) */
    for (unsigned i = 1; i <= BEAROFF_POINTS; i++)
        count = count * ((unsigned)men + i) / i;
    return count;
}

static size_t contents_of(unsigned positions)
{
    return (size_t)positions * positions * CUBES * 2;
}

/* The results of every roll from every position: result[start[index * ROLLS + roll]] and on. Mixed rolls come first. */
struct lists {
    uint32_t *start;
    uint16_t *result;
    size_t used, room;
};

static void lists_free(struct lists *lists)
{
    free(lists->start);
    free(lists->result);
}

static bool lists_add(struct lists *lists, const struct bearoff_home *home, int a, int b)
{
    struct bearoff_home result[BEAROFF_RESULTS];
    int count = bearoff_home_results(home, a, b, result);
    if (lists->used + BEAROFF_RESULTS > lists->room) {
        size_t room = 2 * lists->room + BEAROFF_RESULTS;
        uint16_t *more = realloc(lists->result, room * sizeof *more);
        if (!more)
            return false;
        lists->result = more;
        lists->room = room;
    }
    for (int i = 0; i < count; i++)
        lists->result[lists->used++] = result[i].index;
    return true;
}

static bool lists_make(struct lists *lists, int men)
{
    struct bearoff_home home = {0};
    *lists = (struct lists){.start = malloc(((size_t)positions_of(men) * ROLLS + 1) * sizeof *lists->start)};
    uint32_t *start = lists->start;
    bool made = start;
    for (bool more = made; more; more = made && bearoff_home_next(&home, men)) {
        for (int a = 2; a <= 6; a++) {
            for (int b = 1; b < a && made; b++) {
                *start++ = (uint32_t)lists->used;
                made = lists_add(lists, &home, a, b);
            }
        }
        for (int a = 1; a <= 6 && made; a++) {
            *start++ = (uint32_t)lists->used;
            made = lists_add(lists, &home, a, a);
        }
    }
    if (made)
        *start = (uint32_t)lists->used;
    return made;
}

/* What is being solved: worth[roller * positions + opponent] for the roller, who may double first. */
struct solver {
    struct lists lists;
    unsigned positions;
    uint8_t *bytes;
    float (*worth)[CUBES];
    const struct pasch_parallel *parallel;

    /* The row of pairs at hand: `n` as the roller or as the opponent, with all others below `end`. */
    bool rolls;
    unsigned n, end;
};

/* The mean, over the rolls, of what is least for the opponent; row[j] is what j leaves to it. Four floats at a time. */
static void mean_of_least(const struct lists *lists, unsigned index, float (*row)[CUBES], float mean[CUBES])
{
    const uint32_t *start = &lists->start[index * ROLLS];
    float sum[CUBES] = {0};
    for (int roll = 0; roll < ROLLS; roll++) {
        const uint16_t *at = &lists->result[start[roll]], *end = &lists->result[start[roll + 1]];
        float least[CUBES];
        memcpy(least, row[*at], sizeof least);
        while (++at < end) {
            const float *other = row[*at];
            for (int c = 0; c < CUBES; c++)
                least[c] = other[c] < least[c] ? other[c] : least[c];
        }
        float weight = roll < MIXED ? 2 : 1;
        for (int c = 0; c < CUBES; c++)
            sum[c] += weight * least[c];
    }
    for (int c = 0; c < CUBES; c++)
        mean[c] = sum[c] / 36;
}

/* What a roller can do who may double: a double is passed for 1, or taken with the cube on the other side at 2. */
static float with_double(float kept, float taken)
{
    float doubled = 2 * taken < 1 ? 2 * taken : 1;
    return kept > doubled ? kept : doubled;
}

static void put_values(struct solver *solver, size_t pair, const float kept[CUBES])
{
    uint8_t *to = solver->bytes + BEAROFF_HEAD + pair * CUBES * 2;
    for (int c = 0; c < CUBES; c++)
        bytes_put16(to + 2 * c, (uint16_t)((kept[c] + 1) * UNIT + 0.5f));
}

static void solve_pair(struct solver *solver, unsigned roller, unsigned opponent)
{
    size_t pair = (size_t)roller * solver->positions + opponent;
    float least[CUBES], *worth = solver->worth[pair];
    mean_of_least(&solver->lists, roller, &solver->worth[(size_t)opponent * solver->positions], least);
    /* Mine is the opponent's in its eyes. */
    float kept[CUBES] = {
        [CUBELESS] = -least[CUBELESS],
        [CENTRED] = -least[CENTRED],
        [OWNED] = -least[OPPONENTS],
        [OPPONENTS] = -least[OWNED],
    };
    put_values(solver, pair, kept);
    worth[CUBELESS] = kept[CUBELESS];
    worth[CENTRED] = with_double(kept[CENTRED], kept[OPPONENTS]);
    worth[OWNED] = with_double(kept[OWNED], kept[OPPONENTS]);
    worth[OPPONENTS] = kept[OPPONENTS];
}

/* A side without men has won. That both have none is never looked up. */
static void solve_end(struct solver *solver, unsigned index)
{
    static const float won[CUBES] = {1, 1, 1, 1}, lost[CUBES] = {-1, -1, -1, -1};
    size_t pair = (size_t)index * solver->positions;
    memcpy(solver->worth[index], won, sizeof won);
    memcpy(solver->worth[pair], lost, sizeof lost);
    put_values(solver, index, won);
    put_values(solver, pair, lost);
}

/* So many pairs of a row at a time, and so many shares at least that it pays to wake other threads. */
enum { SHARE = 256, SHARES = 4 };

static void solve_share(void *argument, size_t share, int worker)
{
    struct solver *solver = argument;
    unsigned begin = (unsigned)share * SHARE, end = begin + SHARE < solver->end ? begin + SHARE : solver->end;
    (void)worker;
    for (unsigned other = begin ? begin : 1; other < end; other++)
        solve_pair(solver, solver->rolls ? solver->n : other, solver->rolls ? other : solver->n);
}

static void solve_row(struct solver *solver, bool rolls, unsigned n, unsigned end)
{
    const struct pasch_parallel *parallel = solver->parallel;
    size_t shares = (end + SHARE - 1) / SHARE;
    solver->rolls = rolls;
    solver->n = n;
    solver->end = end;
    if (parallel && parallel->run && shares >= SHARES) {
        parallel->run(parallel->context, shares, solve_share, solver);
        return;
    }
    for (size_t i = 0; i < shares; i++)
        solve_share(solver, i, 0);
}

/* V(i, o) needs V(o, j) with j < i. So whatever has a lower maximum of i and o comes first, and with n as the maximum
 * V(n, o) comes before V(i, n). No pair of such a row needs another of it. */
static bool solve(struct solver *solver, bool (*progress)(void *context, double part), void *context)
{
    for (unsigned n = 0; n < solver->positions; n++) {
        solve_end(solver, n);
        solve_row(solver, true, n, n);
        solve_row(solver, false, n, n + 1);
        double part = (double)(n + 1) / solver->positions;
        if (progress && (n + 1) % 64 == 0 && !progress(context, part * part))
            return false;
    }
    return true;
}

static struct pasch_bearoff_two *wrap(const uint8_t *bytes, uint8_t *own)
{
    struct pasch_bearoff_two *two = malloc(sizeof *two);
    if (two)
        *two = (struct pasch_bearoff_two){positions_of((int)bearoff_bytes_number(bytes)), bytes, own};
    return two;
}

struct pasch_bearoff_two *pasch_bearoff_two_create(int men, const struct pasch_parallel *parallel,
                                                   bool (*progress)(void *context, double part), void *context)
{
    if (men < 1 || men > PASCH_BEAROFF_TWO_MOST)
        return NULL;
    unsigned positions = positions_of(men);
    struct solver solver = {
        .positions = positions,
        .parallel = parallel,
        .bytes = bearoff_bytes_create(&kind, (uint32_t)men, contents_of(positions)),
        .worth = malloc((size_t)positions * positions * sizeof *solver.worth),
    };
    struct pasch_bearoff_two *two = NULL;
    if (solver.bytes && solver.worth && lists_make(&solver.lists, men) && solve(&solver, progress, context)) {
        bearoff_bytes_seal(solver.bytes);
        two = wrap(solver.bytes, solver.bytes);
    }
    if (!two)
        free(solver.bytes);
    lists_free(&solver.lists);
    free(solver.worth);
    return two;
}

struct pasch_bearoff_two *pasch_bearoff_two_open(const void *bytes, size_t size, struct pasch_error *error)
{
    if (!bearoff_bytes_check(&kind, bytes, size, error))
        return NULL;
    uint32_t men = bearoff_bytes_number(bytes);
    if (men < 1 || men > PASCH_BEAROFF_TWO_MOST || size != bearoff_bytes_size(contents_of(positions_of((int)men)))) {
        error_set(error, PASCH_BAD_TEXT, 0, "the bear-off table does not fit together");
        return NULL;
    }
    struct pasch_bearoff_two *two = wrap(bytes, NULL);
    if (!two)
        error_set(error, PASCH_FULL, 0, "out of memory");
    return two;
}

void pasch_bearoff_two_destroy(struct pasch_bearoff_two *two)
{
    if (two)
        free(two->own);
    free(two);
}

const void *pasch_bearoff_two_bytes(const struct pasch_bearoff_two *two, size_t *size)
{
    *size = bearoff_bytes_size(contents_of(two->positions));
    return two->bytes;
}

int pasch_bearoff_two_men(const struct pasch_bearoff_two *two)
{
    return (int)bearoff_bytes_number(two->bytes);
}

bool pasch_bearoff_two_find(const struct pasch_bearoff_two *two, const struct pasch_board *board, int me,
                            struct pasch_bearoff_value *out)
{
    struct bearoff_home mine, other;
    if (!bearoff_home_read(&mine, &board->side[me]) || !bearoff_home_read(&other, &board->side[1 - me]) ||
        mine.index >= two->positions || other.index >= two->positions)
        return false;
    const uint8_t *value = two->bytes + BEAROFF_HEAD + ((size_t)mine.index * two->positions + other.index) * CUBES * 2;
    float equity[CUBES];
    for (int c = 0; c < CUBES; c++)
        equity[c] = (float)(bytes_get16(value + 2 * c) - UNIT) / UNIT;
    *out = (struct pasch_bearoff_value){
        .win = (equity[CUBELESS] + 1) / 2,
        .cubeless = equity[CUBELESS],
        .centred = with_double(equity[CENTRED], equity[OPPONENTS]),
        .owned = with_double(equity[OWNED], equity[OPPONENTS]),
        .opponents = equity[OPPONENTS],
        .centred_kept = equity[CENTRED],
        .owned_kept = equity[OWNED],
    };
    return true;
}
