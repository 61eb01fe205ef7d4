/* Hypergammon, solved: standard backgammon with one, two or three men a side that begin on their rearmost points. The
 * value of every position follows from all its rolls and plays, so the known value of the opening comes out only if the
 * rules are right: hits, entering, blocked and forced plays, bearing off, gammons and backgammons. "solve_hyper 3"
 * solves the game of three men, which takes most of a minute and 500 MB; without it, those of one and two are.
 *
 * All plays come from the generator of the library. It is not asked for each of the eight million positions: a play
 * depends on the opponent's men only by the point that they close, of which three men have at most one. So it is asked
 * once for every side and every closed point, with a lone enemy man on each free point. The men that are gone
 * afterwards tell where the play has landed, and whom it hits in any position. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "rules/score.h"
#include "testing.h"

enum { MEN_MOST = 3, PLACES = 26, ROLLS = 21, MIXED = 15, POINTS = PASCH_POINTS, PIPS_MOST = 25 * MEN_MOST };

/* Values are whole numbers of 2^-29 points, which no backgammon makes too large. */
enum { UNIT = 1 << 29 };

/* Of a play: the side's number afterwards, and a bit for each point on which a man has landed. */
struct landing {
    uint32_t points;
    uint16_t to;
};

/* One side's men. Numbers go by pips; 0 is the end. */
struct side {
    struct pasch_side men;
    int pips, closed; /* the point with two men or three, 0 = none */
    uint32_t points;  /* where its men are */
    int blot[MEN_MOST];
    uint16_t hit[1 << MEN_MOST]; /* what it becomes if these of its blots are hit */
};

struct solver {
    struct pasch_rules rules;
    struct pasch_plays plays;
    int men;
    unsigned sides, begin[PIPS_MOST + 2]; /* those of so many pips begin there */
    struct side *side;
    uint16_t number[PLACES * PLACES * PLACES];
    struct landing *landing;
    uint32_t *start; /* of the landings of [closed][side][roll] */
    size_t landings, room;
    int32_t *value;   /* [roller * sides + opponent], UNITs of the roller, before it rolls */
    uint16_t *choice; /* [position in the order of the sweeps][roll]: the blots hit and the side afterwards */
    size_t positions;
};

static int die_a(int roll)
{
    static const uint8_t die[ROLLS] = {2, 3, 3, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 6, 1, 2, 3, 4, 5, 6};
    return die[roll];
}

static int die_b(int roll)
{
    static const uint8_t die[ROLLS] = {1, 1, 2, 1, 2, 3, 1, 2, 3, 4, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 6};
    return die[roll];
}

/* Sides as numbers. The key is the places of the men, the rearmost first. */
static unsigned key_of(const struct pasch_side *men)
{
    unsigned key = 0;
    for (int place = PASCH_BAR; place > PASCH_OFF; place--) {
        for (int k = 0; k < men->men[place]; k++)
            key = key * PLACES + (unsigned)place;
    }
    return key;
}

static int pips_of(const struct pasch_side *men)
{
    int pips = 0;
    for (int place = 1; place <= PASCH_BAR; place++)
        pips += place * men->men[place];
    return pips;
}

/* Calls `each` for every way to put the men on places up to `highest`. */
static void for_each_side(struct solver *solver, struct pasch_side *men, int left, int highest,
                          void (*each)(struct solver *solver, const struct pasch_side *men))
{
    if (!left) {
        each(solver, men);
        return;
    }
    for (int place = 0; place <= highest; place++) {
        men->men[place]++;
        for_each_side(solver, men, left - 1, place, each);
        men->men[place]--;
    }
}

static void count_side(struct solver *solver, const struct pasch_side *men)
{
    solver->begin[pips_of(men) + 1]++;
    solver->sides++;
}

static void number_side(struct solver *solver, const struct pasch_side *men)
{
    struct side side = {.men = *men, .pips = pips_of(men), .blot = {31, 31, 31}};
    int blots = 0;
    for (int point = 1; point <= POINTS; point++) {
        if (men->men[point])
            side.points |= 1u << point;
        if (men->men[point] == 1)
            side.blot[blots++] = point;
        if (men->men[point] > 1)
            side.closed = point;
    }
    unsigned number = solver->begin[side.pips]++; /* put right by make_sides */
    solver->side[number] = side;
    solver->number[key_of(men)] = (uint16_t)number;
}

static void find_hits(struct solver *solver, struct side *side)
{
    for (unsigned hit = 0; hit < 1 << MEN_MOST; hit++) {
        struct pasch_side men = side->men;
        for (int k = 0; k < MEN_MOST; k++) {
            if (hit >> k & 1 && side->blot[k] <= POINTS) {
                men.men[side->blot[k]]--;
                men.men[PASCH_BAR]++;
            }
        }
        side->hit[hit] = solver->number[key_of(&men)];
    }
}

static void make_sides(struct solver *solver)
{
    struct pasch_side men = {.men = {0}};
    for_each_side(solver, &men, solver->men, PASCH_BAR, count_side);
    for (int pips = 0; pips <= PIPS_MOST; pips++)
        solver->begin[pips + 1] += solver->begin[pips];
    solver->side = calloc(solver->sides, sizeof *solver->side);
    for_each_side(solver, &men, solver->men, PASCH_BAR, number_side);
    memmove(solver->begin + 1, solver->begin, (PIPS_MOST + 1) * sizeof *solver->begin);
    solver->begin[0] = 0;
    for (unsigned i = 0; i < solver->sides; i++)
        find_hits(solver, &solver->side[i]);
}

/* The opponent's points as the roller counts them. */
static uint32_t faced(const struct solver *solver, uint32_t points)
{
    uint32_t turned = 0;
    for (int point = 1; point <= POINTS; point++)
        turned |= (points >> point & 1) << pasch_rules_facing(&solver->rules, point);
    return turned;
}

static bool is_legal(const struct solver *solver, unsigned i, unsigned o)
{
    return !(solver->side[i].points & faced(solver, solver->side[o].points));
}

static void generate(struct solver *solver, const struct pasch_board *board, int roll)
{
    struct pasch_stage stage = {.kind = PASCH_STAGE_MOVES, .die = {(uint8_t)die_a(roll), (uint8_t)die_b(roll)}};
    assert_int_equal(pasch_moves(&solver->rules, board, 0, &stage, &solver->plays), PASCH_OK);
}

static void add_landing(struct solver *solver, uint32_t points, unsigned to)
{
    if (solver->landings == solver->room) {
        solver->room = 2 * solver->room + 1024;
        solver->landing = realloc(solver->landing, solver->room * sizeof *solver->landing);
        assert_non_null(solver->landing);
    }
    solver->landing[solver->landings++] = (struct landing){points, (uint16_t)to};
}

/* The plays of a side with an enemy on every point: two on the closed one, one on each of the others. */
static void find_landings(struct solver *solver, unsigned number, int closed, int roll)
{
    const struct side *side = &solver->side[number];
    struct pasch_board board = {{side->men, {.men = {0}}}};
    for (int point = 1; point <= POINTS; point++) {
        if (!(side->points >> point & 1))
            board.side[1].men[pasch_rules_facing(&solver->rules, point)] = point == closed ? 2 : 1;
    }
    generate(solver, &board, roll);
    for (size_t k = 0; k < solver->plays.count; k++) {
        const struct pasch_board *after = &solver->plays.play[k].board;
        uint32_t points = 0;
        for (int point = 1; point <= POINTS; point++) {
            int there = pasch_rules_facing(&solver->rules, point);
            points |= (uint32_t)(after->side[1].men[there] < board.side[1].men[there]) << point;
        }
        add_landing(solver, points, solver->number[key_of(&after->side[0])]);
    }
    if (!solver->plays.count)
        add_landing(solver, 0, number);
}

static void make_landings(struct solver *solver)
{
    size_t lists = (size_t)(POINTS + 1) * solver->sides * ROLLS;
    solver->start = malloc((lists + 1) * sizeof *solver->start);
    assert_non_null(solver->start);
    uint32_t *start = solver->start;
    for (int closed = 0; closed <= POINTS; closed++) {
        for (unsigned i = 0; i < solver->sides; i++) {
            for (int roll = 0; roll < ROLLS; roll++) {
                *start++ = (uint32_t)solver->landings;
                if (i && !(solver->side[i].points >> closed & 1))
                    find_landings(solver, i, closed, roll);
            }
        }
    }
    *start = (uint32_t)solver->landings;
}

/* A position as a sweep sees it: the landings of the roller, and the values of what the opponent becomes, for each set
 * of its blots that is hit. */
struct view {
    const uint32_t *start;
    int blot[MEN_MOST];
    const int32_t *row[1 << MEN_MOST];
};

static void look_at_opponent(const struct solver *solver, unsigned o, struct view *view)
{
    const struct side *side = &solver->side[o];
    for (int k = 0; k < MEN_MOST; k++)
        view->blot[k] = side->blot[k] <= POINTS ? pasch_rules_facing(&solver->rules, side->blot[k]) : 31;
    for (int hit = 0; hit < 1 << MEN_MOST; hit++)
        view->row[hit] = &solver->value[(size_t)side->hit[hit] * solver->sides];
}

static void look_at_roller(const struct solver *solver, unsigned i, unsigned o, struct view *view)
{
    int closed = solver->side[o].closed ? pasch_rules_facing(&solver->rules, solver->side[o].closed) : 0;
    view->start = &solver->start[((size_t)closed * solver->sides + i) * ROLLS];
}

static unsigned hits(const struct view *view, uint32_t points)
{
    return (points >> view->blot[0] & 1) | (points >> view->blot[1] & 1) << 1 | (points >> view->blot[2] & 1) << 2;
}

/* The least that a play of this roll leaves to the opponent, and which play that is, in the low 16 bits: one minimum
 * finds both. */
static int64_t least_left(const struct solver *solver, const struct view *view, int roll)
{
    const struct landing *at = &solver->landing[view->start[roll]], *end = &solver->landing[view->start[roll + 1]];
    int64_t least = INT64_MAX;
    for (; at < end; at++) {
        unsigned hit = hits(view, at->points);
        int64_t left = (int64_t)view->row[hit][at->to] * 65536 + (hit << 12 | at->to);
        least = left < least ? left : least;
    }
    return least;
}

static int32_t mean(int64_t sum)
{
    return (int32_t)(sum < 0 ? (18 - sum) / 36 : -((sum + 18) / 36));
}

static int32_t improved(const struct solver *solver, const struct view *view, uint16_t *choice)
{
    int64_t sum = 0;
    for (int roll = 0; roll < ROLLS; roll++) {
        int64_t least = least_left(solver, view, roll);
        choice[roll] = (uint16_t)least;
        sum += (roll < MIXED ? 2 : 1) * (least >> 16);
    }
    return mean(sum);
}

/* The same with the plays that were best last time: a tenth of the work. */
static int32_t repeated(const struct view *view, const uint16_t *choice)
{
    int64_t mixed = 0, doubles = 0;
    for (int roll = 0; roll < MIXED; roll++)
        mixed += view->row[choice[roll] >> 12][choice[roll] & 0xfff];
    for (int roll = MIXED; roll < ROLLS; roll++)
        doubles += view->row[choice[roll] >> 12][choice[roll] & 0xfff];
    return mean(2 * mixed + doubles);
}

/* All positions once, those with fewer pips first: without a hit a play leads to fewer, so that a sweep settles all
 * that no hit can come into. Returns the greatest change. */
static int64_t sweep(struct solver *solver, bool improve)
{
    uint16_t *choice = solver->choice;
    int64_t most = 0;
    struct view view;
    for (int pips = 2; pips <= 2 * PIPS_MOST; pips++) {
        for (unsigned o = 1; o < solver->sides; o++) {
            int rest = pips - solver->side[o].pips;
            if (rest < 1 || rest > PIPS_MOST)
                continue;
            uint32_t taken = faced(solver, solver->side[o].points);
            look_at_opponent(solver, o, &view);
            for (unsigned i = solver->begin[rest]; i < solver->begin[rest + 1]; i++) {
                if (solver->side[i].points & taken)
                    continue;
                look_at_roller(solver, i, o, &view);
                int32_t *value = &solver->value[(size_t)i * solver->sides + o], before = *value;
                *value = improve ? improved(solver, &view, choice) : repeated(&view, choice);
                int64_t change = llabs((int64_t)*value - before);
                most = change > most ? change : most;
                choice += ROLLS;
            }
        }
    }
    return most;
}

static void make_values(struct solver *solver)
{
    size_t legal = 0, pairs = (size_t)solver->sides * solver->sides;
    for (unsigned i = 0; i < solver->sides; i++) {
        for (unsigned o = 0; o < solver->sides; o++)
            legal += is_legal(solver, i, o);
    }
    solver->positions = legal;
    solver->value = calloc(pairs, sizeof *solver->value);
    solver->choice = calloc(legal * ROLLS, sizeof *solver->choice);
    assert_true(solver->value && solver->choice);
    for (unsigned i = 1; i < solver->sides; i++) /* the opponent is off: i has lost */
        solver->value[(size_t)i * solver->sides] = -UNIT * score_points(&solver->rules, &solver->side[i].men);
}

static double points(int64_t value)
{
    return (double)value / UNIT;
}

/* Policy iteration: find the best plays, repeat them until that changes little any more, and so on until there is
 * nothing to improve. */
static void solve(struct solver *solver)
{
    enum { NOTHING = 50 }; /* 1e-7 points */
    int improving = 0, repeating = 0;
    int64_t better, change;
    do {
        change = better = sweep(solver, true);
        improving++;
        while (change > better / 200 && change > NOTHING / 10) {
            change = sweep(solver, false);
            repeating++;
        }
    } while (better > NOTHING);
    print_message("%zu positions: %d sweeps for best plays, %d with them, %.1f s of CPU time\n", solver->positions,
                  improving, repeating, (double)clock() / CLOCKS_PER_SEC);
}

static double best_at_start(struct solver *solver, int roll)
{
    struct view view;
    struct pasch_position start;
    pasch_position_start(&start, &solver->rules);
    unsigned number = solver->number[key_of(&start.board.side[0])];
    look_at_opponent(solver, number, &view);
    look_at_roller(solver, number, number, &view);
    return -points(least_left(solver, &view, roll) >> 16);
}

/* The two numbers of a position, one after the other. */
static uint32_t pair_of(unsigned i, unsigned o)
{
    return i << 16 | o;
}

static int compare(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static size_t sort_out(uint32_t *list, size_t count)
{
    size_t kept = 0;
    qsort(list, count, sizeof *list, compare);
    for (size_t i = 0; i < count; i++) {
        if (!i || list[i] != list[i - 1])
            list[kept++] = list[i];
    }
    return kept;
}

/* What the landings make of a position is what the generator makes of it. */
static void check_position(struct solver *solver, unsigned i, unsigned o, int roll)
{
    enum { ROOM = 1000 };
    uint32_t here[ROOM], there[ROOM];
    size_t count = 0;
    struct view view;
    const struct pasch_board board = {{solver->side[i].men, solver->side[o].men}};
    generate(solver, &board, roll);
    assert_true(solver->plays.count < ROOM);
    for (size_t k = 0; k < solver->plays.count; k++) {
        const struct pasch_side *after = solver->plays.play[k].board.side;
        here[k] = pair_of(solver->number[key_of(&after[0])], solver->number[key_of(&after[1])]);
    }
    if (!solver->plays.count)
        here[solver->plays.count++] = pair_of(i, o);
    look_at_opponent(solver, o, &view);
    look_at_roller(solver, i, o, &view);
    for (uint32_t at = view.start[roll]; at < view.start[roll + 1] && count < ROOM; at++) {
        const struct landing *landing = &solver->landing[at];
        there[count++] = pair_of(landing->to, solver->side[o].hit[hits(&view, landing->points)]);
    }
    count = sort_out(there, count);
    if (sort_out(here, solver->plays.count) != count || memcmp(here, there, count * sizeof *here) != 0)
        testing_fail("sides %u and %u, %d%d: the landings give other boards", i, o, die_a(roll), die_b(roll));
}

static void check_landings(struct solver *solver)
{
    struct pasch_rng rng;
    pasch_rng_seed(&rng, 3);
    for (int checked = 0; checked < 20000;) {
        unsigned i = 1 + pasch_rng_below(&rng, solver->sides - 1), o = 1 + pasch_rng_below(&rng, solver->sides - 1);
        if (is_legal(solver, i, o)) {
            check_position(solver, i, o, (int)pasch_rng_below(&rng, ROLLS));
            checked++;
        }
    }
}

static struct solver *solver_create(int men)
{
    struct pasch_error error = {.text = ""};
    struct solver *solver = calloc(1, sizeof *solver);
    assert_non_null(solver);
    solver->men = men;
    solver->rules = *pasch_game_at(0);
    solver->rules.men = (uint8_t)men;
    for (int k = 0; k < men; k++)
        solver->rules.start[0][POINTS - k] = 1;
    if (pasch_rules_check(&solver->rules, &error) != PASCH_OK)
        testing_fail("%s", error.text);
    solver->plays = testing_plays();
    make_sides(solver);
    make_landings(solver);
    make_values(solver);
    return solver;
}

static void solver_destroy(struct solver *solver)
{
    testing_plays_free(&solver->plays);
    free(solver->side);
    free(solver->landing);
    free(solver->start);
    free(solver->value);
    free(solver->choice);
    free(solver);
}

/* What is known. Positions: all men of both sides somewhere, no point shared. Three men: Tom Keith, "Hypergammon",
 * bkgm.com. One and two: a solution made apart from this one. */
struct known {
    int men;
    size_t positions;
    double opening;  /* of the winner of the opening roll, who plays it */
    double on_roll;  /* of who throws first, doubles included; 0 = not known */
    double r21, r65; /* of these opening rolls */
    double within, within_rolls;
};

static const struct known known[] = {
    {1, 652, 0.314256, 0.452773, -0.27309, 0.97646, 5e-7, 5e-6},
    {2, 107253, 0.113330, 0.152244, -0.03186, 0.23321, 5e-7, 5e-6},
    {3, 7959904, 0.0836795444708631, 0, 0, 0, 1e-9, 0},
};

static void check_near(const char *what, double here, double wanted, double within)
{
    if (!(fabs(here - wanted) <= within))
        testing_fail("%s: %.10f here, %.10f wanted", what, here, wanted);
}

static void check_known(const struct known *k)
{
    struct solver *solver = solver_create(k->men);
    double opening = 0, on_roll = 0;
    assert_int_equal(solver->positions, k->positions);
    check_landings(solver);
    solve(solver);
    for (int roll = 0; roll < ROLLS; roll++) {
        double best = best_at_start(solver, roll);
        opening += roll < MIXED ? best / MIXED : 0;
        on_roll += (roll < MIXED ? 2 : 1) * best / 36;
    }
    print_message("%d a side: %+.10f for the winner of the opening roll, %+.10f on roll\n", k->men, opening, on_roll);
    check_near("opening", opening, k->opening, k->within);
    if (k->within_rolls > 0) {
        check_near("on roll", on_roll, k->on_roll, k->within);
        check_near("21", best_at_start(solver, 0), k->r21, k->within_rolls);
        check_near("65", best_at_start(solver, MIXED - 1), k->r65, k->within_rolls);
    }
    solver_destroy(solver);
}

static void one_man_is_solved(void **state)
{
    (void)state;
    check_known(&known[0]);
}

static void two_men_are_solved(void **state)
{
    (void)state;
    check_known(&known[1]);
}

static void three_men_are_solved(void **state)
{
    (void)state;
    check_known(&known[2]);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest quick[] = {cmocka_unit_test(one_man_is_solved), cmocka_unit_test(two_men_are_solved)};
    const struct CMUnitTest slow[] = {cmocka_unit_test(three_men_are_solved)};
    if (argc > 1 && strcmp(argv[1], "3") == 0)
        return cmocka_run_group_tests(slow, NULL, NULL);
    return cmocka_run_group_tests(quick, NULL, NULL);
}
