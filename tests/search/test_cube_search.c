/* Cube decisions and plays with the cube, looking ahead: against a brute force, against exact values, against answers
 * of GNU Backgammon, and against itself with other settings. */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/threads.h"
#include "search/peers.h"
#include "search/positions.h"

static struct pasch_position position[POSITIONS];
static struct pasch_engine *engine;
static const struct pasch_evaluator *evaluator;
static struct pasch_search *search;
static struct pasch_met met;
static struct pasch_plays plays;
static struct pasch_ranked ranked[PASCH_PLAYS_ROOM], other[PASCH_PLAYS_ROOM];

static struct pasch_search *open_with(const struct pasch_search_settings *settings)
{
    struct pasch_search *made = pasch_search_create(evaluator, settings);
    assert_non_null(made);
    return made;
}

static int make(void **state)
{
    struct pasch_search_settings settings;
    struct pasch_error error;
    (void)state;
    pasch_met_make(&met);
    plays = testing_plays();
    positions_read(position);
    engine = pasch_engine_create(pasch_game_find("standard"), NULL, &error);
    if (!engine)
        testing_fail("%s", error.text);
    evaluator = pasch_engine_evaluator(engine);
    pasch_search_settings(&settings);
    search = open_with(&settings);
    return 0;
}

static int unmake(void **state)
{
    (void)state;
    pasch_search_destroy(search);
    testing_plays_free(&plays);
    pasch_engine_destroy(engine);
    return 0;
}

static struct pasch_verdict decide(struct pasch_search *by, int plies, const struct pasch_position *p,
                                   const struct pasch_cube *cube)
{
    struct pasch_verdict verdict;
    assert_int_equal(pasch_search_cube(by, plies, &p->board, p->turn, cube, &verdict), plies);
    return verdict;
}

/* Cubes of all kinds. */
static struct pasch_cube some_cube(int number)
{
    switch (number % 8) {
    case 0: return (struct pasch_cube){0};
    case 1: return (struct pasch_cube){.jacoby = true, .beavers = true};
    case 2: return (struct pasch_cube){.log = 1, .owner = PASCH_CUBE_MINE};
    case 3: return (struct pasch_cube){.log = 2, .owner = PASCH_CUBE_THEIRS};
    case 4: return (struct pasch_cube){.met = &met, .away = {3, 5}};
    case 5: return (struct pasch_cube){.met = &met, .away = {2, 1}};
    case 6: return (struct pasch_cube){.met = &met, .away = {25, 25}, .log = 1, .owner = PASCH_CUBE_MINE};
    default: return (struct pasch_cube){.met = &met, .away = {1, 4}, .crawford = true};
    }
}

/* A brute force that goes its own way: the rolls as they come, replies by their chances, looked at to the end. */
static void brute_hold(struct brute *brute, const struct pasch_ladder *ladder, int first,
                       const struct pasch_board *board, int me, int plies, float *hold);

static void brute_reply(struct brute *brute, const struct pasch_ladder *ladder, int first,
                        const struct pasch_board *board, int me, int plies, const struct pasch_stage *stage,
                        float *hold)
{
    struct pasch_plays replies = testing_plays();
    const struct pasch_board *best = board;
    float equity = -9;
    pasch_moves_plain(evaluator->rules, board, me, stage, &replies);
    for (size_t i = 0; i < replies.count; i++) {
        struct pasch_probs theirs = brute_value(brute, &replies.play[i].board, 1 - me, plies - 1);
        if (-pasch_probs_equity(&theirs) > equity) {
            equity = -pasch_probs_equity(&theirs);
            best = &replies.play[i].board;
        }
    }
    brute_hold(brute, ladder, first, best, 1 - me, plies - 1, hold);
    testing_plays_free(&replies);
    pasch_ladder_decide(ladder, (1 - me) != first, hold, hold);
    for (int s = 0; s < ladder->states; s++)
        hold[s] = -hold[s];
}

static void brute_hold(struct brute *brute, const struct pasch_ladder *ladder, int first,
                       const struct pasch_board *board, int me, int plies, float *hold)
{
    float one[PASCH_LADDER_STATES];
    if (!plies || pasch_class_of(evaluator->rules, board) == PASCH_CLASS_OVER) {
        struct pasch_probs probs = pasch_evaluate(brute->evaluator, board, me);
        pasch_ladder_leaf(ladder, me != first, &probs, pasch_cube_efficiency_of(evaluator->rules, board), hold);
        return;
    }
    memset(hold, 0, PASCH_LADDER_STATES * sizeof *hold);
    for (int roll = 0; roll < 36; roll++) {
        struct pasch_stage stage = {PASCH_STAGE_MOVES, {(uint8_t)(1 + roll / 6), (uint8_t)(1 + roll % 6)}};
        brute_reply(brute, ladder, first, board, me, plies, &stage, one);
        for (int s = 0; s < ladder->states; s++)
            hold[s] += one[s] / 36;
    }
}

/* Without the exact table, whose cubes are not those of the ladder, and without a quick net, which leaves out plays. */
static void compare_with_brute(struct pasch_search *wide, const struct pasch_evaluator *plain, int plies,
                               const struct pasch_position *p, const struct pasch_cube *cube)
{
    struct brute brute = {plain, 0};
    struct pasch_ladder ladder;
    struct pasch_verdict wanted, ours = decide(wide, plies, p, cube);
    float hold[PASCH_LADDER_STATES];
    pasch_ladder_make(&ladder, cube);
    brute_hold(&brute, &ladder, p->turn, &p->board, p->turn, plies, hold);
    pasch_ladder_judge(&ladder, hold, &wanted);
    struct pasch_probs probs = brute_value(&brute, &p->board, p->turn, plies);
    if (fabsf(ours.no_double - wanted.no_double) > 1e-4f || fabsf(ours.double_take - wanted.double_take) > 1e-4f ||
        ours.double_pass != wanted.double_pass || fabsf(ours.probs.win - probs.win) > 1e-5f)
        testing_fail("%d plies: %f %f, the brute force has %f %f", plies, ours.no_double, ours.double_take,
                     wanted.no_double, wanted.double_take);
}

static void it_agrees_with_a_brute_force(void **state)
{
    static const char *const text[] = {"standard 13:1,6:1,5:1 21:1,3:1 x -", "standard 20:1,9:1 bar:1,3:1 x -"};
    struct pasch_search_settings settings;
    struct pasch_evaluator plain = *evaluator;
    (void)state;
    plain.two = NULL;
    plain.quick = NULL;
    pasch_search_settings(&settings);
    settings.inner[2] = (struct pasch_filter){PASCH_SEARCH_KEEP, 0, 0};
    struct pasch_search *wide = pasch_search_create(&plain, &settings);
    for (int i = 0; i < 8; i++) {
        struct pasch_cube cube = some_cube(i);
        struct pasch_position p = testing_position(text[i % 2]);
        if (!cube.met) /* in matches replies are chosen by what gammons count there, not for points */
            compare_with_brute(wide, &plain, 1, &position[i], &cube);
        compare_with_brute(wide, &plain, i % 4 ? 1 : 2, &p, &cube);
    }
    pasch_search_destroy(wide);
}

/* Bear-offs from the ace point, looked at to their end. Equities of GNU Backgammon's two-sided table. */
static void a_search_to_the_end_is_exact(void **state)
{
    static const struct {
        const char *text;
        int plies;
        enum pasch_cube_owner owner;
        double no_double, double_take;
    } known[] = {
        {"standard 1:4 1:4 x -", 3, PASCH_CUBE_CENTRED, 0.722194, 1.444388},
        {"standard 1:4 1:2 x -", 2, PASCH_CUBE_MINE, -0.666651, -1.333303},
        {"standard 1:6 1:4 x -", 4, PASCH_CUBE_CENTRED, -0.722225, -1.444450},
        {"standard 1:6 1:4 x -", 4, PASCH_CUBE_MINE, -0.490715, -1.444450},
    };
    struct pasch_search_settings settings;
    struct pasch_evaluator plain = *evaluator;
    struct pasch_position p;
    (void)state;
    plain.two = NULL;
    pasch_search_settings(&settings);
    struct pasch_search *deep = pasch_search_create(&plain, &settings);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct pasch_cube cube = {.owner = known[i].owner};
        p = testing_position(known[i].text);
        struct pasch_verdict v = decide(deep, known[i].plies, &p, &cube);
        if (fabs(v.no_double - known[i].no_double) > 1e-4 || fabs(v.double_take - known[i].double_take) > 1e-4)
            testing_fail("%s: %f, taken %f", known[i].text, v.no_double, v.double_take);
    }
    /* After the Crawford game the trailer's double costs nothing. */
    struct pasch_cube cube = {.met = &met, .away = {3, 1}};
    p = testing_position("standard 1:6 1:4 x -");
    struct pasch_verdict v = decide(deep, 4, &p, &cube);
    assert_true(fabs(v.mwc[1] - 0.254643 * 0.5) < 2e-5 && v.action == PASCH_ACTION_DOUBLE_TAKE);
    pasch_search_destroy(deep);
}

struct exact {
    int rows;
    double worst;
};

static void check_exact(const char *line, int number, void *context)
{
    struct exact *exact = context;
    char id[PEERS_ID];
    double p, value[2], taken;
    if (*line == '#' || number % 5)
        return;
    if (sscanf(line, "%14s %lf %lf %lf %lf", id, &p, &value[0], &value[1], &taken) != 5)
        testing_fail("line %d is no position with its equities", number);
    struct pasch_position home = testing_position(id);
    for (int own = 0; own < 2; own++) {
        struct pasch_cube cube = {.owner = own ? PASCH_CUBE_MINE : PASCH_CUBE_CENTRED};
        for (int plies = 0; plies < 2; plies++) {
            struct pasch_verdict v = decide(search, plies, &home, &cube);
            exact->worst = fmax(exact->worst, fmax(fabs(v.no_double - value[own]), fabs(v.double_take - taken)));
        }
    }
    exact->rows++;
}

static void few_men_that_bear_off_are_exact_for_money(void **state)
{
    struct exact exact = {0};
    (void)state;
    testing_lines(PASCH_TESTS "/search/bearoff_cube.tsv", check_exact, &exact);
    print_message("%d bear-offs, looked at 0 and 1 plies: off by %.6f at most\n", exact.rows, exact.worst);
    assert_true(exact.rows > 150 && exact.worst < 2e-4);
}

struct asked {
    int plies, every;
    struct loss all, money;
};

static void ask(const struct peer *peer, void *context)
{
    struct asked *asked = context;
    if (peer->number % asked->every)
        return;
    struct pasch_verdict ours = decide(search, asked->plies, &peer->position, &peer->cube);
    assert_true(ours.may_double);
    loss_add(&asked->all, &ours, peer->no_double, peer->double_take, peer->double_pass);
    if (!peer->cube.met)
        loss_add(&asked->money, &ours, peer->no_double, peer->double_take, peer->double_pass);
}

/* By its own figures, all of its lines. */
static void little_is_lost_against_2_plies_of_gnubg(void **state)
{
    static const struct {
        int plies, every;
        double bound, equities; /* thousandths a decision; how far equities for money may be off on average */
    } wanted[] = {{0, 1, 4, 0.12}, {1, 1, 4, 0.10}, {2, 1, 4, 0.10}};
    (void)state;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        struct asked asked = {.plies = wanted[i].plies, .every = wanted[i].every};
        char what[20];
        snprintf(what, sizeof what, "%d plies", asked.plies);
        peers_read(&met, ask, &asked);
        assert_true(loss_report(what, &asked.all) < wanted[i].bound);
        assert_true(asked.money.no_double / asked.money.decisions < wanted[i].equities);
    }
}

/* Plays that GNU Backgammon has ranked with the cube in the middle, 2 plies. */
struct choices {
    int plies, every, count, wrong;
    bool cubeful;
    double loss;
};

static double equity_of(const json_t *equities, const char *id, double *best)
{
    double found = -9;
    *best = -9;
    for (size_t i = 0; i < json_array_size(equities); i++) {
        const json_t *one = json_array_get(equities, i);
        double equity = json_number_value(json_array_get(one, 1));
        if (json_integer_value(json_array_get(one, 2)) == 2)
            *best = fmax(*best, equity);
        if (strncmp(json_string_value(json_array_get(one, 0)), id, PEERS_ID - 1) == 0)
            found = equity;
    }
    return found;
}

static void choose(const char *line, int number, void *context)
{
    struct choices *choices = context;
    const struct pasch_cube cube = {0};
    struct pasch_error error;
    char id[PASCH_ID_ROOM];
    double best;
    if (number % choices->every)
        return;
    json_t *row = json_loads(line, 0, NULL), *dice = json_object_get(row, "dice");
    struct pasch_position p = testing_position(json_string_value(json_object_get(row, "pos")));
    assert_int_equal(pasch_position_set_dice(&p, (int)json_integer_value(json_array_get(dice, 0)),
                                             (int)json_integer_value(json_array_get(dice, 1)), &error),
                     PASCH_OK);
    assert_int_equal(pasch_position_plays(&p, &plays, &error), PASCH_OK);
    pasch_search_best(search, choices->plies, &p.board, p.turn, choices->cubeful ? &cube : NULL, NULL, &plays, ranked);
    if (plays.count) {
        pasch_position_play(&p, &plays.play[ranked[0].index]);
        if (!p.over) {
            assert_int_equal(pasch_gnubg_write(&p, id, &error), PASCH_OK);
            double equity = equity_of(json_object_get(row, "equities"), id, &best);
            assert_true(equity > -9);
            choices->count++;
            choices->wrong += equity < best;
            choices->loss += fmax(best - equity, 0);
        }
    }
    json_decref(row);
}

static double choice_loss(int plies, int every, bool cubeful)
{
    struct choices choices = {.plies = plies, .every = every, .cubeful = cubeful};
    testing_lines(PASCH_SHARED "/reference/gnubg/best_cf.jsonl", choose, &choices);
    double loss = choices.loss / choices.count * 1000;
    print_message("%d plies %s the cube: %d choices, %d others than GNU Backgammon's, lose %.2f mp\n", plies,
                  cubeful ? "with" : "without", choices.count, choices.wrong, loss);
    return loss;
}

static void plays_are_chosen_with_the_cube(void **state)
{
    (void)state;
    assert_true(choice_loss(0, 1, true) < 11);
    choice_loss(0, 1, false);
    assert_true(choice_loss(1, 6, true) < 8);
}

static size_t best(struct pasch_search *by, int plies, const struct pasch_position *p, const struct pasch_cube *cube,
                   struct pasch_ranked *out)
{
    assert_int_equal(pasch_search_best(by, plies, &p->board, p->turn, cube, &p->stage[0], &plays, out), PASCH_OK);
    return plays.count;
}

/* Where nothing but the win counts, equity is that; where there is no cube, points are all. */
static void equities_without_a_cube_are_those_of_the_chances(void **state)
{
    const struct pasch_cube point = {.met = &met, .away = {1, 1}}, none = {.unused = true},
                            crawford = {.met = &met, .away = {2, 1}, .crawford = true};
    (void)state;
    for (int i = 0; i < 30; i++) {
        size_t count = best(search, i % 2, &position[i], &point, ranked);
        for (size_t k = 0; k < count; k++)
            assert_true(fabsf(ranked[k].equity - (2 * ranked[k].probs.win - 1)) < 1e-5f);
        count = best(search, i % 2, &position[i], &none, ranked);
        for (size_t k = 0; k < count; k++)
            assert_true(fabsf(ranked[k].equity - pasch_probs_equity(&ranked[k].probs)) < 1e-5f);
        /* Two points away in the Crawford game: only a gammon wins the match at once, and none can be lost. */
        count = best(search, 0, &position[i], &crawford, ranked);
        for (size_t k = 0; k < count; k++) {
            const struct pasch_probs *p = &ranked[k].probs;
            double mwc = (double)(p->win - p->win_gammon) * met.post[1] + (double)p->win_gammon;
            assert_true(fabs(pasch_cube_mwc(&crawford, ranked[k].equity) - mwc) < 1e-5);
        }
    }
}

/* The mover's equity after a play is that of the opponent's node, with whatever double the opponent has. */
static void a_play_is_worth_what_the_opponent_leaves(void **state)
{
    (void)state;
    for (int i = 0; i < 24; i++) {
        struct pasch_cube cube = some_cube(i), theirs = cube;
        theirs.owner = cube.owner == PASCH_CUBE_CENTRED ? PASCH_CUBE_CENTRED
                       : cube.owner == PASCH_CUBE_MINE  ? PASCH_CUBE_THEIRS
                                                        : PASCH_CUBE_MINE;
        theirs.away[0] = cube.away[1];
        theirs.away[1] = cube.away[0];
        if (!best(search, 1, &position[i], &cube, ranked))
            continue;
        struct pasch_position after = position[i];
        after.board = plays.play[ranked[0].index].board;
        after.turn = 1 - after.turn;
        struct pasch_verdict verdict = decide(search, 1, &after, &theirs);
        float taken = verdict.beaver && verdict.action == PASCH_ACTION_DOUBLE_TAKE ? 2 * verdict.best : verdict.best;
        assert_true(fabsf(ranked[0].equity + taken) < 2e-3f);
    }
}

struct way {
    struct pasch_search *search;
    struct threads *threads;
};

static struct way way_open(int threads, size_t cache)
{
    struct pasch_search_settings settings;
    struct way way = {.threads = threads_create(threads)};
    assert_non_null(way.threads);
    pasch_search_settings(&settings);
    settings.cache_entries = cache;
    settings.parallel = threads_parallel(way.threads);
    way.search = open_with(&settings);
    return way;
}

static void same_bits(const struct way *way, int ways, int plies, int i)
{
    struct pasch_cube cube = some_cube(i);
    struct pasch_verdict first = decide(way[0].search, plies, &position[i], &cube);
    size_t count = best(way[0].search, plies, &position[i], &cube, ranked);
    for (int w = 1; w < ways; w++) {
        struct pasch_verdict then = decide(way[w].search, plies, &position[i], &cube);
        best(way[w].search, plies, &position[i], &cube, other);
        if (first.no_double != then.no_double || first.double_take != then.double_take || first.best != then.best ||
            memcmp(&first.probs, &then.probs, sizeof first.probs) != 0 ||
            memcmp(ranked, other, count * sizeof *ranked) != 0)
            testing_fail("position %d, %d plies: way %d differs", i, plies, w);
    }
}

static void threads_and_caches_change_no_bit(void **state)
{
    /* the last cache is asked about all stakes in turn, twice */
    struct way way[] = {way_open(1, 0), way_open(2, 0), way_open(2, 2), way_open(2, 1 << 12)};
    enum { WAYS = sizeof way / sizeof *way };
    struct way ways[WAYS + 1];
    (void)state;
    memcpy(ways, way, sizeof way);
    ways[WAYS] = way[WAYS - 1];
    for (int i = 0; i < 24; i++)
        same_bits(ways, WAYS + 1, 1, i);
    for (int i = 0; i < 5; i += 4)
        same_bits(ways, WAYS + 1, 2, i);
    for (int w = 0; w < WAYS; w++) {
        pasch_search_destroy(way[w].search);
        threads_destroy(way[w].threads);
    }
}

/* The sides are only names. */
static void exchanged_sides_decide_alike(void **state)
{
    (void)state;
    for (int i = 0; i < 24; i++) {
        struct pasch_cube cube = some_cube(i);
        struct pasch_position turned = position[i];
        turned.board = (struct pasch_board){{position[i].board.side[1], position[i].board.side[0]}};
        turned.turn = 1 - turned.turn;
        struct pasch_verdict one = decide(search, 1, &position[i], &cube), two = decide(search, 1, &turned, &cube);
        assert_true(one.no_double == two.no_double && one.double_take == two.double_take && one.best == two.best);
    }
}

/* For money a cube of 8 is as good as one of 2. */
static void for_money_what_the_cube_shows_does_not_matter(void **state)
{
    (void)state;
    for (int i = 0; i < 10; i++) {
        struct pasch_cube low = {.log = 1, .owner = PASCH_CUBE_MINE}, high = {.log = 3, .owner = PASCH_CUBE_MINE};
        struct pasch_verdict one = decide(search, 1, &position[i], &low), two = decide(search, 1, &position[i], &high);
        assert_true(one.no_double == two.no_double && one.double_take == two.double_take);
    }
}

static bool count_down(void *context)
{
    int *left = context;
    return (*left)-- <= 0;
}

static void a_stopped_search_says_how_far_it_came(void **state)
{
    const struct pasch_position *p = &position[4];
    struct pasch_search_settings settings;
    struct pasch_cube cube = some_cube(4);
    struct pasch_verdict wanted[3], verdict;
    int left = 0, reached = 0;
    (void)state;
    for (int plies = 0; plies < 3; plies++)
        wanted[plies] = decide(search, plies, p, &cube);
    pasch_search_settings(&settings);
    settings.stop = count_down;
    settings.stop_context = &left;
    struct pasch_search *stopped = open_with(&settings);
    for (int after = 0; after < 3000; after = after * 3 / 2 + 1) {
        left = after;
        int plies = pasch_search_cube(stopped, 2, &p->board, p->turn, &cube, &verdict);
        assert_in_range(plies, reached, 2);
        reached = plies;
        assert_true(verdict.no_double == wanted[plies].no_double && verdict.double_take == wanted[plies].double_take);
    }
    assert_int_equal(reached, 2);
    pasch_search_destroy(stopped);
}

static int resigns(const char *text, struct pasch_cube cube, int plies)
{
    struct pasch_position p = testing_position(text);
    return pasch_search_resign(search, plies, &p, &cube);
}

/* `text` has the roller in turn. */
static bool accepts(const char *text, struct pasch_cube cube, bool roller_resigns, int points)
{
    struct pasch_position p = testing_position(text);
    return pasch_search_accept(search, 1, &p, p.turn, &cube, roller_resigns, points);
}

static void who_has_lost_resigns_with_what_is_lost(void **state)
{
    const struct pasch_cube money = {0}, jacoby = {.jacoby = true}, point = {.met = &met, .away = {1, 4}};
    (void)state;
    for (int plies = 0; plies < 4; plies++) {
        assert_int_equal(resigns("standard 6:10 1:1 x -", money, plies), 1);
        assert_int_equal(resigns("standard 13:15 1:2 x -", money, plies), 2);
        assert_int_equal(resigns("standard 13:15 1:2 x -", jacoby, plies), 1);
        assert_int_equal(resigns("standard 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 x -", money, plies), 0);
        assert_int_equal(resigns("standard 1:4 1:1 x -", money, plies), 0); /* a double wins */
        assert_int_equal(resigns("standard 6:1 1:1 x -", point, plies), 0);
    }
}

static void a_resignation_is_accepted_if_no_more_can_be_had(void **state)
{
    const struct pasch_cube money = {0}, theirs = {.log = 1, .owner = PASCH_CUBE_THEIRS};
    const char *start = "standard 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 x -", *gammon = "standard 13:15 1:2 x -";
    (void)state;
    assert_true(accepts(start, money, true, 1) && accepts(start, money, false, 1));
    assert_false(accepts(gammon, money, true, 1));
    assert_true(accepts(gammon, money, true, 2) && accepts(gammon, money, true, 3));
    /* the same gammon, the winner on roll: with its own cube it would play on, and it wins two of them in any case */
    assert_false(accepts("standard 1:2 13:15 x -", theirs, false, 1));
    assert_true(accepts("standard 1:2 13:15 x -", theirs, false, 2));
    assert_true(accepts("standard 1:2 6:10 x -", money, false, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_agrees_with_a_brute_force),
        cmocka_unit_test(a_search_to_the_end_is_exact),
        cmocka_unit_test(few_men_that_bear_off_are_exact_for_money),
        cmocka_unit_test(little_is_lost_against_2_plies_of_gnubg),
        cmocka_unit_test(plays_are_chosen_with_the_cube),
        cmocka_unit_test(equities_without_a_cube_are_those_of_the_chances),
        cmocka_unit_test(a_play_is_worth_what_the_opponent_leaves),
        cmocka_unit_test(threads_and_caches_change_no_bit),
        cmocka_unit_test(exchanged_sides_decide_alike),
        cmocka_unit_test(for_money_what_the_cube_shows_does_not_matter),
        cmocka_unit_test(a_stopped_search_says_how_far_it_came),
        cmocka_unit_test(who_has_lost_resigns_with_what_is_lost),
        cmocka_unit_test(a_resignation_is_accepted_if_no_more_can_be_had),
    };
    return cmocka_run_group_tests(tests, make, unmake);
}
