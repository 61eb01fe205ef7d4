/* The two-sided table. V(i, o) is worth what the best plays of i against o are worth: the mean over the rolls of the
 * best -V(o, j) among the positions j that the roll leads to, and j < i. So every pair has only pairs before it, and
 * one pass in a fitting order solves all, each state of the cube for itself. All j are looked at: to drop one because
 * another has every man at least as close to home would be wrong. 6-1-1 takes more rolls than 6-2-1, which can use a 2.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "eval/bearoff.h"

enum { ROLLS = 21, MIXED = 15, CUBES = 4 };
enum { CUBELESS, CENTRED, OWNED, OPPONENTS };

/* 16 bits have -1, 0 and 1 exactly. */
enum { UNIT = 32767 };

/* What is kept are equities with the cube left where it is before this roll: what doubling is worth follows from them,
 * but not the other way round. */
struct bearoff_two {
    int men;
    unsigned positions;
    uint16_t (*value)[CUBES]; /* [roller * positions + opponent]; UNIT (equity + 1) */
};

static unsigned positions_of(int men)
{
    unsigned count = 1; /* C(men + 6, 6) */
    for (unsigned i = 1; i <= BEAROFF_POINTS; i++)
        count = count * ((unsigned)men + i) / i;
    return count;
}

/* Adds a position unless it is there. */
static int add_once(struct bearoff_home *list, int count, const struct bearoff_home *home)
{
    for (int i = 0; i < count; i++) {
        if (list[i].index == home->index)
            return count;
    }
    list[count] = *home;
    return count + 1;
}

/* Adds what the numbers, played one after the other, lead to. */
static int add_in_order(struct bearoff_home *result, int count, const struct bearoff_home *home, const int *number,
                        int numbers)
{
    struct bearoff_home level[2][BEAROFF_RESULTS], next[BEAROFF_POINTS];
    int size = 1;
    level[0][0] = *home;
    for (int n = 0; n < numbers; n++) {
        const struct bearoff_home *before = level[n % 2];
        struct bearoff_home *then = level[(n + 1) % 2];
        int grown = 0;
        for (int i = 0; i < size; i++) {
            int hops = bearoff_home_hops(&before[i], number[n], next);
            for (int k = 0; k < hops; k++)
                grown = add_once(then, grown, &next[k]);
            if (!hops) /* the game ended with a number to spare */
                grown = add_once(then, grown, &before[i]);
        }
        size = grown;
    }
    for (int i = 0; i < size; i++)
        count = add_once(result, count, &level[numbers % 2][i]);
    return count;
}

int bearoff_home_results(const struct bearoff_home *home, int a, int b, struct bearoff_home result[BEAROFF_RESULTS])
{
    if (a == b)
        return add_in_order(result, 0, home, (int[]){a, a, a, a}, 4);
    int count = add_in_order(result, 0, home, (int[]){a, b}, 2);
    return add_in_order(result, count, home, (int[]){b, a}, 2);
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
    struct bearoff_two *two;
    float (*worth)[CUBES];
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

static void solve_pair(struct solver *solver, unsigned roller, unsigned opponent)
{
    size_t positions = solver->two->positions, pair = roller * positions + opponent;
    float least[CUBES], *worth = solver->worth[pair];
    mean_of_least(&solver->lists, roller, &solver->worth[opponent * positions], least);
    /* Mine is the opponent's in its eyes. */
    float kept[CUBES] = {
        [CUBELESS] = -least[CUBELESS],
        [CENTRED] = -least[CENTRED],
        [OWNED] = -least[OPPONENTS],
        [OPPONENTS] = -least[OWNED],
    };
    for (int c = 0; c < CUBES; c++)
        solver->two->value[pair][c] = (uint16_t)((kept[c] + 1) * UNIT + 0.5f);
    worth[CUBELESS] = kept[CUBELESS];
    worth[CENTRED] = with_double(kept[CENTRED], kept[OPPONENTS]);
    worth[OWNED] = with_double(kept[OWNED], kept[OPPONENTS]);
    worth[OPPONENTS] = kept[OPPONENTS];
}

/* A side without men has won. That both have none is never looked up. */
static void solve_end(struct solver *solver, unsigned index)
{
    size_t lost = (size_t)index * solver->two->positions;
    for (int c = 0; c < CUBES; c++) {
        solver->worth[index][c] = 1;
        solver->worth[lost][c] = -1;
        solver->two->value[index][c] = 2 * UNIT;
        solver->two->value[lost][c] = 0;
    }
}

/* V(i, o) needs V(o, j) with j < i. So whatever has a lower maximum of i and o comes first, and with n as the maximum
 * V(n, o) comes before V(i, n). */
static bool solve(struct solver *solver, bool (*progress)(void *context, double part), void *context)
{
    unsigned positions = solver->two->positions;
    for (unsigned n = 0; n < positions; n++) {
        solve_end(solver, n);
        for (unsigned o = 1; o < n; o++)
            solve_pair(solver, n, o);
        for (unsigned i = 1; i <= n; i++)
            solve_pair(solver, i, n);
        double part = (double)(n + 1) / positions;
        if (progress && (n + 1) % 64 == 0 && !progress(context, part * part))
            return false;
    }
    return true;
}

static struct bearoff_two *allocate(int men)
{
    struct bearoff_two *two = malloc(sizeof *two);
    if (!two)
        return NULL;
    *two = (struct bearoff_two){.men = men, .positions = positions_of(men)};
    two->value = malloc((size_t)two->positions * two->positions * sizeof *two->value);
    if (two->value)
        return two;
    free(two);
    return NULL;
}

struct bearoff_two *bearoff_two_create(int men, bool (*progress)(void *context, double part), void *context)
{
    if (men < 1 || men > BEAROFF_TWO_MEN_MOST)
        return NULL;
    struct solver solver = {.two = allocate(men)};
    if (!solver.two)
        return NULL;
    solver.worth = malloc((size_t)solver.two->positions * solver.two->positions * sizeof *solver.worth);
    bool made = lists_make(&solver.lists, men) && solver.worth && solve(&solver, progress, context);
    lists_free(&solver.lists);
    free(solver.worth);
    if (made)
        return solver.two;
    bearoff_two_destroy(solver.two);
    return NULL;
}

void bearoff_two_destroy(struct bearoff_two *two)
{
    if (two)
        free(two->value);
    free(two);
}

int bearoff_two_men(const struct bearoff_two *two)
{
    return two->men;
}

bool bearoff_two_applies(const struct bearoff_two *two, const struct pasch_board *board)
{
    struct bearoff_home home[2];
    return bearoff_home_read(&home[0], &board->side[0]) && bearoff_home_read(&home[1], &board->side[1]) &&
           home[0].index < two->positions && home[1].index < two->positions;
}

struct bearoff_two_value bearoff_two_find(const struct bearoff_two *two, const struct pasch_board *board, int me)
{
    struct bearoff_home mine, other;
    if (!bearoff_home_read(&mine, &board->side[me]) || !bearoff_home_read(&other, &board->side[1 - me]) ||
        mine.index >= two->positions || other.index >= two->positions)
        return (struct bearoff_two_value){0};
    const uint16_t *value = two->value[(size_t)mine.index * two->positions + other.index];
    float equity[CUBES];
    for (int c = 0; c < CUBES; c++)
        equity[c] = (float)(value[c] - UNIT) / UNIT;
    return (struct bearoff_two_value){
        .cubeless_win = (equity[CUBELESS] + 1) / 2,
        .equity_cubeless = equity[CUBELESS],
        .centred = with_double(equity[CENTRED], equity[OPPONENTS]),
        .owned = with_double(equity[OWNED], equity[OPPONENTS]),
        .opponents = equity[OPPONENTS],
        .centred_kept = equity[CENTRED],
        .owned_kept = equity[OWNED],
    };
}

/* As bytes, all numbers with the low byte first: 8 letters, version, men, positions (4 each), 4 zeros, checksum over
 * all the rest (8), then the values. */
enum { VERSION = 1, AT_VERSION = 8, AT_MEN = 12, AT_POSITIONS = 16, AT_ZERO = 20, AT_SUM = 24, HEADER = 32 };
static const char letters[AT_VERSION + 1] = "PASCHBO2";

static void put(uint8_t *bytes, int count, uint64_t number)
{
    for (int i = 0; i < count; i++)
        bytes[i] = (uint8_t)(number >> 8 * i);
}

static uint64_t get(const uint8_t *bytes, int count)
{
    uint64_t number = 0;
    for (int i = 0; i < count; i++)
        number |= (uint64_t)bytes[i] << 8 * i;
    return number;
}

/* Every step can be undone, so that two tables that differ in one group of 8 bytes never have the same sum. */
static uint64_t checksum(const uint8_t *bytes, size_t size)
{
    uint64_t sum = 0x9e3779b97f4a7c15;
    for (size_t at = 0; at < size; at += 8) {
        if (at != AT_SUM)
            sum = (sum ^ get(bytes + at, 8)) * 0xd6e8feb86659fd93;
        sum ^= sum >> 32;
    }
    return sum;
}

static size_t bytes_of(unsigned positions)
{
    return HEADER + (size_t)positions * positions * CUBES * 2;
}

size_t bearoff_two_bytes(const struct bearoff_two *two)
{
    return bytes_of(two->positions);
}

void bearoff_two_write(const struct bearoff_two *two, void *bytes)
{
    uint8_t *to = bytes;
    size_t pairs = (size_t)two->positions * two->positions;
    memset(to, 0, HEADER);
    memcpy(to, letters, AT_VERSION);
    put(to + AT_VERSION, 4, VERSION);
    put(to + AT_MEN, 4, (unsigned)two->men);
    put(to + AT_POSITIONS, 4, two->positions);
    for (size_t i = 0; i < pairs * CUBES; i++)
        put(to + HEADER + 2 * i, 2, two->value[i / CUBES][i % CUBES]);
    put(to + AT_SUM, 8, checksum(to, bytes_of(two->positions)));
}

/* Whether the bytes are a table, or why not. */
static bool check(const uint8_t *from, size_t size, struct pasch_error *error)
{
    if (size < HEADER || memcmp(from, letters, AT_VERSION) != 0) {
        error_set(error, PASCH_BAD_TEXT, 0, "this is no two-sided bear-off table");
        return false;
    }
    uint64_t version = get(from + AT_VERSION, 4), men = get(from + AT_MEN, 4), positions = get(from + AT_POSITIONS, 4);
    if (version != VERSION) {
        error_set(error, PASCH_BAD_TEXT, 0, "the bear-off table is of version %u, readable is %d", (unsigned)version,
                  VERSION);
        return false;
    }
    if (men < 1 || men > BEAROFF_TWO_MEN_MOST || positions != positions_of((int)men)) {
        error_set(error, PASCH_BAD_TEXT, 0, "the bear-off table says %u men and %u positions, which do not fit",
                  (unsigned)men, (unsigned)positions);
        return false;
    }
    if (size != bytes_of((unsigned)positions)) {
        error_set(error, PASCH_BAD_TEXT, 0, "the bear-off table has %zu bytes instead of %zu", size,
                  bytes_of((unsigned)positions));
        return false;
    }
    if (get(from + AT_SUM, 8) != checksum(from, size)) {
        error_set(error, PASCH_BAD_TEXT, 0, "the bear-off table is damaged: its checksum does not fit");
        return false;
    }
    return true;
}

struct bearoff_two *bearoff_two_read(const void *bytes, size_t size, struct pasch_error *error)
{
    const uint8_t *from = bytes;
    if (!check(from, size, error))
        return NULL;
    struct bearoff_two *two = allocate((int)get(from + AT_MEN, 4));
    if (!two) {
        error_set(error, PASCH_FULL, 0, "no memory for a bear-off table of %zu bytes", size);
        return NULL;
    }
    size_t pairs = (size_t)two->positions * two->positions;
    for (size_t i = 0; i < pairs * CUBES; i++)
        two->value[i / CUBES][i % CUBES] = (uint16_t)get(from + HEADER + 2 * i, 2);
    return two;
}
