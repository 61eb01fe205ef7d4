/* Eureka with best play by both, from all 234 million pairs of positions that can be reached, and what plays by the
 * one-sided table cost in games against it. Takes a minute and a GB. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exact/rows.h"
#include "tables.h"

enum { MEN = 15, THROWS = 21 };

struct solver {
    const struct pasch_rules *rules;
    struct sides sides;
    struct pasch_plays plays;
    int32_t count;      /* positions that can be reached */
    int32_t *number;    /* of each side; 0 = the end, -1 = not reached. Plays lead to lower ones */
    int32_t *index;     /* the side of each number */
    uint32_t *start;    /* of [number][throw] */
    int32_t *result;    /* numbers that a throw leads to */
    float *worth, *row; /* [waiting][on roll], points of the one on roll; those of one on roll */
};

static void throw_from(struct solver *s, int32_t index, int throw)
{
    struct pasch_board board = {0};
    struct pasch_stage stage = {PASCH_STAGE_MOVES, {rows_throw(throw)->a, rows_throw(throw)->b}};
    sides_at(&s->sides, index, &board.side[PASCH_X]);
    board.side[PASCH_O].men[1] = MEN;
    assert_int_equal(pasch_moves(s->rules, &board, PASCH_X, &stage, &s->plays), PASCH_OK);
}

static int32_t play_index(const struct solver *s, size_t play)
{
    return sides_index(&s->sides, &s->plays.play[play].board.side[PASCH_X]);
}

static void find_positions(struct solver *s)
{
    struct pasch_position p;
    assert_true(sides_make_race(&s->sides, s->rules, 6, MEN));
    s->number = calloc((size_t)s->sides.count, sizeof *s->number);
    s->index = calloc((size_t)s->sides.count, sizeof *s->index);
    pasch_position_start(&p, s->rules);
    s->number[sides_index(&s->sides, &p.board.side[PASCH_X])] = 1;
    for (int32_t index = s->sides.count - 1; index > 0; index--) {
        for (int throw = 0; s->number[index] && throw < THROWS; throw ++) {
            throw_from(s, index, throw);
            for (size_t i = 0; i < s->plays.count; i++)
                s->number[play_index(s, i)] = 1;
        }
    }
    for (int32_t index = 0; index < s->sides.count; index++) {
        if (s->number[index]) {
            s->index[s->count] = index;
            s->number[index] = s->count++;
        }
    }
}

static void find_results(struct solver *s)
{
    uint32_t used = 0, room = 1 << 20;
    s->start = malloc(((size_t)s->count * THROWS + 1) * sizeof *s->start);
    s->result = malloc(room * sizeof *s->result);
    for (int32_t n = 0; n < s->count; n++) {
        for (int throw = 0; throw < THROWS; throw ++) {
            s->start[n * THROWS + throw] = used;
            s->plays.count = 0;
            if (n)
                throw_from(s, s->index[n], throw);
            if (used + s->plays.count > room)
                s->result = realloc(s->result, (room *= 2) * sizeof *s->result);
            for (size_t i = 0; i < s->plays.count; i++)
                s->result[used++] = s->number[play_index(s, i)];
        }
    }
    s->start[s->count * THROWS] = used;
}

/* What the end is worth to who is on roll and has nothing left to throw for: it has lost. */
static float lost_by(const struct solver *s, int32_t n)
{
    return s->index[n] >= s->sides.full ? -2 : -1;
}

/* n on roll against all below it, side by side. */
static void solve_on_roll(struct solver *s, int32_t n, float *sum, float *least)
{
    memset(sum, 0, (size_t)n * sizeof *sum);
    for (int throw = 0; throw < THROWS; throw ++) {
        const int32_t *at = &s->result[s->start[n * THROWS + throw]],
                      *end = &s->result[s->start[n * THROWS + throw +1]];
        memcpy(least, &s->worth[(size_t)*at * (size_t)s->count], (size_t)n * sizeof *least);
        while (++at < end) {
            const float *worth = &s->worth[(size_t)*at * (size_t)s->count];
            for (int32_t o = 1; o < n; o++)
                least[o] = worth[o] < least[o] ? worth[o] : least[o];
        }
        float weight = rows_throw(throw)->weight;
        for (int32_t o = 1; o < n; o++)
            sum[o] += weight * least[o];
    }
    for (int32_t o = 1; o < n; o++) {
        s->row[o] = -sum[o] / 36;
        s->worth[(size_t)o * (size_t)s->count + (size_t)n] = s->row[o];
    }
}

/* i on roll against n, itself included: `row` has what n is worth on roll against each. */
static void solve_waiting(struct solver *s, int32_t n, int32_t i)
{
    float sum = 0;
    for (int throw = 0; throw < THROWS; throw ++) {
        const int32_t *at = &s->result[s->start[i * THROWS + throw]],
                      *end = &s->result[s->start[i * THROWS + throw +1]];
        float least = s->row[*at];
        while (++at < end)
            least = s->row[*at] < least ? s->row[*at] : least;
        sum += (float)rows_throw(throw)->weight * least;
    }
    s->worth[(size_t)n * (size_t)s->count + (size_t)i] = -sum / 36;
}

static void solve(struct solver *s)
{
    size_t count = (size_t)s->count;
    float *sum = malloc(count * sizeof *sum), *least = malloc(count * sizeof *least);
    s->worth = calloc(count * count, sizeof *s->worth);
    s->row = calloc(count, sizeof *s->row);
    for (int32_t n = 1; n < s->count; n++)
        s->worth[n] = lost_by(s, n); /* the other has no men left */
    for (int32_t n = 1; n < s->count; n++) {
        s->row[0] = lost_by(s, n);
        solve_on_roll(s, n, sum, least);
        for (int32_t i = 1; i <= n; i++)
            solve_waiting(s, n, i);
    }
    free(sum);
    free(least);
}

/* What a play of x costs. */
static double cost_of(const struct solver *s, const struct pasch_position *p, const struct pasch_plays *plays,
                      int played)
{
    double best = -HUGE_VAL, mine = 0;
    size_t other = (size_t)s->number[sides_index(&s->sides, &p->board.side[1 - p->turn])];
    for (size_t i = 0; i < plays->count; i++) {
        size_t to = (size_t)s->number[sides_index(&s->sides, &plays->play[i].board.side[p->turn])];
        double worth = -(double)s->worth[to * (size_t)s->count + other];
        best = fmax(best, worth);
        if ((int)i == played)
            mine = worth;
    }
    return best - mine;
}

static void measure(const struct solver *s, struct tables *t, long games)
{
    struct pasch_rng rng;
    struct pasch_position start;
    double cost = 0, worst = 0, squares = 0;
    pasch_rng_seed(&rng, 1);
    pasch_position_start(&start, s->rules);
    for (long i = 0; i < games; i++) {
        struct pasch_position p = start;
        double sum = 0;
        while (!p.over) {
            struct pasch_exact_choice choice;
            uint32_t n = pasch_rng_below(&rng, 36);
            pasch_position_throw(&p, (int)(n / 6) + 1, (int)(n % 6) + 1, NULL);
            assert_true(pasch_exact_best(&t->exact, &p, &t->plays, &choice));
            double here = cost_of(s, &p, &t->plays, choice.play);
            sum += here;
            worst = fmax(worst, here);
            pasch_position_play(&p, &t->plays.play[choice.play]);
        }
        cost += sum / 2;
        squares += sum * sum / 4;
    }
    double n = (double)games, mean = cost / n;
    printf("by the one-sided table: a side loses %.7f +- %.7f points a game, %.5f in its worst play\n", mean,
           sqrt((squares / n - mean * mean) / n), worst);
}

int main(int count, char **word)
{
    struct solver s = {.rules = pasch_game_find("eureka"), .plays = testing_plays()};
    struct tables t;
    find_positions(&s);
    find_results(&s);
    printf("%d positions, %u results of throws\n", s.count, s.start[s.count * THROWS]);
    solve(&s);
    struct pasch_position start;
    pasch_position_start(&start, s.rules);
    size_t first = (size_t)s.number[sides_index(&s.sides, &start.board.side[0])];
    tables_make(&t, s.rules, true, false, 0);
    printf("best play by both: %.6f points for who begins; one-sided %.6f\n",
           (double)s.worth[first * (size_t)s.count + first], tables_value(&t, &start).points);
    measure(&s, &t, count > 1 ? atol(word[1]) : 100000);
    tables_free(&t);
    return 0;
}
