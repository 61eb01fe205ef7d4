/* The cube's formulas against examples that are known exactly, and what must hold for all chances and scores. */
#include <math.h>

#include "pasch/cube.h"
#include "testing.h"

static struct pasch_met met;

static int make(void **state)
{
    (void)state;
    pasch_met_make(&met);
    return 0;
}

static void near_to(double got, double wanted, double room, const char *what)
{
    if (!(fabs(got - wanted) <= room))
        testing_fail("%s: %.6f, %.6f wanted", what, got, wanted);
}

static struct pasch_verdict judge(struct pasch_cube cube, struct pasch_probs probs, float efficiency)
{
    struct pasch_verdict verdict;
    pasch_cube_judge(&cube, &probs, efficiency, &verdict);
    return verdict;
}

static struct pasch_cube score(int mine, int theirs)
{
    return (struct pasch_cube){.met = &met, .away = {mine, theirs}};
}

/* GNU Backgammon's manual, 11.5.5: cubeless -0.097, live -0.157, cubeful -0.138. It counts the losses as 0.556 instead
 * of 0.546 and so gets L = 1.196 instead of 1.200; with that L its figures come out. */
static void the_worked_example(void **state)
{
    (void)state;
    const struct pasch_cube money = {0};
    const struct pasch_probs printed = {0.454f, 0.103f, 0.001f, 0.106f, 0.003f};
    const struct pasch_probs meant = {0.454f, 0.103f, 0.001f, 0.104f, 0.003f};
    near_to(judge(money, printed, 0).no_double, -0.097, 0.0005, "dead");
    near_to(judge(money, printed, 1).no_double, -0.160, 0.0005, "live");
    near_to(judge(money, meant, 1).no_double, -0.157, 0.0005, "live with the manual's L");
    near_to(judge(money, meant, 0.68f).no_double, -0.138, 0.001, "cubeful with the manual's L");
}

static void take_points_for_money(void **state)
{
    (void)state;
    const struct pasch_cube money = {.owner = PASCH_CUBE_THEIRS};
    struct pasch_cube_points points;
    pasch_cube_points(&money, &(struct pasch_probs){.win = 0.3f}, 0.6f, &points);
    near_to(points.take_dead, 0.25, 1e-5, "dead take point");
    near_to(points.take_live, 0.20, 1e-5, "live take point");
    near_to(points.take, 0.5 / 2.3, 1e-5, "take point at 0.6");
    near_to(points.cash_dead, 0.75, 1e-5, "dead cash point");
    near_to(points.cash_live, 0.80, 1e-5, "live cash point");
    /* A third of the losses gammons: L = 4/3, W = 1. */
    pasch_cube_points(&money, &(struct pasch_probs){.win = 0.4f, .lose_gammon = 0.2f}, 0.68f, &points);
    near_to(points.take_live, (4.0 / 3 - 0.5) / (7.0 / 3 + 0.5), 1e-5, "live take point with gammons");
    near_to(points.take_dead, (4.0 / 3 - 0.5) / (7.0 / 3), 1e-5, "dead take point with gammons");
}

static void take_points_in_matches(void **state)
{
    (void)state;
    const struct pasch_probs even = {.win = 0.5f};
    struct pasch_cube_points points;
    struct pasch_cube cube = score(2, 2);
    pasch_cube_points(&cube, &even, 0.68f, &points);
    /* Passed, the opponent needs one in the Crawford game; taken, the game is for the match and the cube is dead. */
    near_to(points.take_dead, met.pre[2][1], 1e-5, "2-2 dead");
    near_to(points.take_live, met.pre[2][1], 1e-5, "2-2 live");
    near_to(points.take + points.cash, 1, 1e-5, "2-2 is the same for both");
    /* 4 away against 2: doubled, one turns the cube to 4 at once, for the match. */
    cube = score(4, 2);
    pasch_cube_points(&cube, &even, 1, &points);
    near_to(points.take_live, met.pre[4][1], 1e-5, "4-2 with an automatic redouble");
    assert_true(points.take_live < points.take_dead && points.take_dead < 0.26f);
    /* Post-Crawford the leader cannot double, and may drop the trailer's double for nothing at an even score. */
    cube = score(1, 2);
    pasch_cube_points(&cube, &even, 0.68f, &points);
    assert_true(points.cash == 1);
    near_to(points.take, 0.5, 1e-5, "free drop");
}

static void who_may_double(void **state)
{
    (void)state;
    const struct pasch_probs good = {.win = 0.7f};
    struct pasch_cube cube = score(1, 1);
    assert_false(judge(cube, good, 0.68f).may_double);
    near_to(judge(cube, good, 0.68f).mwc[0], 0.7, 1e-6, "one point each is played for the match");
    cube = score(3, 1);
    assert_true(judge(cube, good, 0.68f).may_double);
    cube.crawford = true;
    assert_false(judge(cube, good, 0.68f).may_double);
    assert_false(judge(score(1, 3), good, 0.68f).may_double);
    cube = score(2, 5);
    cube.log = 1;
    assert_false(judge(cube, good, 0.68f).may_double); /* dead: two points are all it needs */
    assert_true(judge((struct pasch_cube){.owner = PASCH_CUBE_MINE}, good, 0.68f).may_double);
    assert_false(judge((struct pasch_cube){.owner = PASCH_CUBE_THEIRS}, good, 0.68f).may_double);
    assert_false(judge((struct pasch_cube){.unused = true}, good, 0.68f).may_double);
    assert_false(judge((struct pasch_cube){.log = PASCH_CUBE_LOG_MAX - 1}, good, 0.68f).may_double);
}

/* No cube action can follow, so the straight line is exact. */
static void last_rolls(void **state)
{
    (void)state;
    const struct pasch_cube money = {0};
    struct pasch_verdict v = judge(money, (struct pasch_probs){.win = 31.0f / 36}, 0); /* 4 men on the ace each */
    near_to(v.no_double, 26.0 / 36, 1e-6, "no double");
    near_to(v.double_take, 52.0 / 36, 1e-6, "double, take");
    assert_int_equal(v.action, PASCH_ACTION_DOUBLE_PASS);
    v = judge(money, (struct pasch_probs){.win = 26.0f / 36}, 0);
    assert_int_equal(v.action, PASCH_ACTION_DOUBLE_TAKE);
    assert_true(v.take);
    v = judge(money, (struct pasch_probs){.win = 17.0f / 36}, 0);
    assert_int_equal(v.action, PASCH_ACTION_NO_DOUBLE);
    v = judge(score(2, 2), (struct pasch_probs){.win = 26.0f / 36}, 0);
    near_to(v.mwc[1], 26.0 / 36, 1e-6, "the game is the match");
    near_to(v.mwc[0], (26 * met.pre[1][2] + 10 * met.pre[2][1]) / 36, 1e-6, "not doubled");
    assert_int_equal(v.action, PASCH_ACTION_DOUBLE_PASS);
}

/* After the Crawford game the trailer has nothing to lose, whatever the position. */
static void the_trailer_doubles_at_once(void **state)
{
    (void)state;
    for (int away = 2; away <= 12; away++) {
        for (int percent = 5; percent <= 60; percent += 5) {
            float p = (float)percent / 100;
            struct pasch_verdict v = judge(score(away, 1), (struct pasch_probs){p, p / 4, 0, 0, 0}, 0.68f);
            if (v.action != PASCH_ACTION_DOUBLE_TAKE && v.action != PASCH_ACTION_DOUBLE_PASS)
                testing_fail("%d away, %d %%: no double %g, take %g", away, percent, v.no_double, v.double_take);
        }
    }
}

static void jacoby(void **state)
{
    (void)state;
    const struct pasch_probs gammonish = {0.75f, 0.45f, 0.02f, 0.05f, 0};
    struct pasch_verdict with = judge((struct pasch_cube){.jacoby = true}, gammonish, 0.68f);
    struct pasch_verdict without = judge((struct pasch_cube){0}, gammonish, 0.68f);
    assert_int_equal(with.action, PASCH_ACTION_DOUBLE_PASS);
    assert_int_equal(without.action, PASCH_ACTION_TOO_GOOD_PASS);
    assert_true(with.double_take == without.double_take && with.no_double < 1 && without.no_double > 1);
    near_to(judge((struct pasch_cube){.jacoby = true}, gammonish, 0).no_double, 0.5, 1e-6, "no gammons count");
    /* Once turned, the rule is over. */
    assert_true(judge((struct pasch_cube){.jacoby = true, .owner = PASCH_CUBE_MINE}, gammonish, 0.68f).no_double > 1);
}

static void beavers(void **state)
{
    (void)state;
    const struct pasch_probs bad = {0.4f, 0.1f, 0, 0.1f, 0};
    struct pasch_verdict v = judge((struct pasch_cube){.beavers = true}, bad, 0.68f);
    assert_true(v.beaver && v.take && v.double_take < 0 && v.action == PASCH_ACTION_NO_DOUBLE);
    assert_false(judge((struct pasch_cube){0}, bad, 0.68f).beaver);
    assert_false(judge((struct pasch_cube){.beavers = true}, (struct pasch_probs){.win = 0.7f}, 0.68f).beaver);
    /* Kauder's paradox: by Jacoby's rule it can be right to double, and right to beaver: gammons count after that. */
    const struct pasch_probs wild = {0.4f, 0.36f, 0, 0.17f, 0};
    v = judge((struct pasch_cube){.beavers = true, .jacoby = true}, wild, 0);
    near_to(v.no_double, -0.2, 1e-6, "gammons do not count");
    near_to(v.double_take, -0.02, 1e-6, "gammons count");
    near_to(v.best, -0.04, 1e-6, "beavered");
    assert_true(v.beaver && v.action == PASCH_ACTION_DOUBLE_TAKE);
}

static void gammon_values(void **state)
{
    (void)state;
    struct pasch_gammon_values v;
    pasch_cube_gammon_values(&(struct pasch_cube){0}, &v);
    assert_true(v.win_gammon == 0.5f && v.lose_backgammon == 0.5f);
    pasch_cube_gammon_values(&(struct pasch_cube){.jacoby = true}, &v);
    assert_true(v.win_gammon == 0 && v.lose_gammon == 0);
    struct pasch_cube cube = score(1, 1);
    pasch_cube_gammon_values(&cube, &v);
    assert_true(v.win_gammon == 0 && v.lose_gammon == 0 && v.win_backgammon == 0);
    cube = score(2, 1); /* Crawford game: the trailer's gammon wins the match, as much again as the single game */
    cube.crawford = true;
    pasch_cube_gammon_values(&cube, &v);
    near_to(v.win_gammon, 1, 1e-6, "Crawford gammon");
    assert_true(v.lose_gammon == 0);
    cube = score(64, 64);
    pasch_cube_gammon_values(&cube, &v);
    near_to(v.win_gammon, 0.5, 0.02, "a long match is nearly money");
}

static void resignations(void **state)
{
    (void)state;
    const struct pasch_cube money = {0};
    const struct pasch_probs lost = {0.0f, 0, 0, 0.0002f, 0}, gammon = {0.0f, 0, 0, 1, 0}, open = {.win = 0.2f};
    assert_true(pasch_cube_accept(&money, &lost, 0.68f, true, 1));
    assert_false(pasch_cube_accept(&money, &gammon, 0.68f, true, 1));
    assert_true(pasch_cube_accept(&money, &gammon, 0.68f, true, 2));
    assert_true(pasch_cube_accept(&money, &open, 0.68f, true, 1));
    assert_int_equal(pasch_cube_resign(&money, &lost, 0.68f), 1);
    assert_int_equal(pasch_cube_resign(&money, &gammon, 0.68f), 2);
    assert_int_equal(pasch_cube_resign(&money, &open, 0.68f), 0);
    assert_int_equal(pasch_cube_resign(&money, &(struct pasch_probs){.lose_gammon = 0.5f}, 0.68f), 0);
    /* The opponent, not on roll, gives up a game that is nearly a gammon. */
    const struct pasch_probs won = {1, 0.9f, 0, 0, 0};
    assert_false(pasch_cube_accept(&money, &won, 0.68f, false, 1));
    assert_true(pasch_cube_accept(&money, &won, 0.68f, false, 2));
    /* By Jacoby's rule, and for the last point of a match, a single game is all there is. */
    assert_true(pasch_cube_accept(&(struct pasch_cube){.jacoby = true}, &won, 0.68f, false, 1));
    struct pasch_cube cube = score(1, 4);
    assert_true(pasch_cube_accept(&cube, &won, 0.68f, false, 1));
    cube = score(4, 4);
    assert_false(pasch_cube_accept(&cube, &won, 0.68f, false, 1));
}

static void positions_say_their_cube(void **state)
{
    (void)state;
    struct pasch_position position;
    struct pasch_cube cube;
    pasch_position_start(&position, pasch_game_at(0));
    position.turn = PASCH_O;
    position.cube_log = 2;
    position.cube_owner = PASCH_X;
    position.jacoby = true;
    pasch_cube_of(&cube, &position, &met);
    assert_true(!cube.met && cube.jacoby && cube.log == 2 && cube.owner == PASCH_CUBE_THEIRS);
    position.length = 100;
    position.score[PASCH_O] = 93;
    pasch_cube_of(&cube, &position, &met);
    assert_true(cube.met == &met && !cube.jacoby && cube.away[0] == 7 && cube.away[1] == PASCH_MET_AWAY);
    position.offered = true; /* o must answer: x is on roll */
    pasch_cube_of(&cube, &position, &met);
    assert_true(cube.owner == PASCH_CUBE_MINE && cube.away[0] == PASCH_MET_AWAY && cube.away[1] == 7);
}

static void efficiency(void **state)
{
    (void)state;
    near_to(pasch_cube_efficiency(PASCH_CLASS_CONTACT, 100, 100), 0.68, 1e-6, "contact");
    near_to(pasch_cube_efficiency(PASCH_CLASS_RACE, 100, 100), 0.675, 1e-6, "race");
    near_to(pasch_cube_efficiency(PASCH_CLASS_RACE, 150, 150), 0.7, 1e-6, "long race");
    near_to(pasch_cube_efficiency(PASCH_CLASS_BEAROFF, 40, 40), 0.6, 1e-6, "bear-off");
    near_to(pasch_cube_efficiency(PASCH_CLASS_BEAROFF, 10, 10), 0.3, 1e-6, "last rolls");
}

static float chance(struct pasch_rng *rng)
{
    return (float)pasch_rng_below(rng, 10001) / 10000;
}

/* Any cube of money or of a match, unused and Crawford included. */
static struct pasch_cube some_cube(struct pasch_rng *rng)
{
    struct pasch_cube cube = {.owner = (enum pasch_cube_owner)pasch_rng_below(rng, 3)};
    cube.log = (uint8_t)pasch_rng_below(rng, pasch_rng_below(rng, 20) ? 5 : 45);
    cube.unused = pasch_rng_below(rng, 20) == 0;
    cube.jacoby = pasch_rng_below(rng, 2);
    if (pasch_rng_below(rng, 4) == 0)
        return cube;
    uint32_t most = pasch_rng_below(rng, 2) ? 7 : PASCH_MET_AWAY;
    cube.met = &met;
    cube.jacoby = false;
    cube.away[0] = 1 + (int)pasch_rng_below(rng, most);
    cube.away[1] = 1 + (int)pasch_rng_below(rng, most);
    cube.crawford = (cube.away[0] == 1) != (cube.away[1] == 1) && pasch_rng_below(rng, 2);
    return cube;
}

/* Within what the game can end with, and more with better chances. */
static void check_ladder(const struct pasch_ladder *ladder, const struct pasch_probs *share, float efficiency)
{
    float hold[PASCH_LADDER_STATES], before[PASCH_LADDER_STATES], other[PASCH_LADDER_STATES];
    for (int step = 0; step <= 20; step++) {
        float p = (float)step / 20, q = 1 - p;
        const struct pasch_probs probs = {p, p * share->win_gammon, p * share->win_backgammon, q * share->lose_gammon,
                                          q * share->lose_backgammon};
        struct pasch_probs flipped = {q, probs.lose_gammon, probs.lose_backgammon, probs.win_gammon,
                                      probs.win_backgammon};
        pasch_ladder_leaf(ladder, 0, &probs, efficiency, hold);
        pasch_ladder_leaf(ladder, 1, &flipped, efficiency, other);
        for (int s = 0; s < ladder->states; s++) {
            int k = (s + 1) / 2;
            float room = 1e-4f * (ladder->win[k][2] - ladder->lose[k][2]);
            if (!(hold[s] >= ladder->lose[k][2] - room && hold[s] <= ladder->win[k][2] + room))
                testing_fail("state %d at %g: %g is out of bounds", s, p, hold[s]);
            if (step && hold[s] < before[s] - room)
                testing_fail("state %d: %g, at %g %g", s, before[s], p, hold[s]);
            if (!ladder->cube.met && fabsf(hold[s] + other[s]) > room)
                testing_fail("state %d at %g: %g, the other way round %g", s, p, hold[s], other[s]);
            before[s] = hold[s];
        }
    }
}

static void every_cube_is_sensible(void **state)
{
    (void)state;
    struct pasch_rng rng;
    struct pasch_ladder ladder;
    pasch_rng_seed(&rng, 20261118);
    for (int i = 0; i < 20000; i++) {
        struct pasch_cube cube = some_cube(&rng);
        struct pasch_probs share = {.win_gammon = chance(&rng), .lose_gammon = chance(&rng)};
        share.win_backgammon = share.win_gammon * chance(&rng);
        share.lose_backgammon = share.lose_gammon * chance(&rng);
        pasch_ladder_make(&ladder, &cube);
        check_ladder(&ladder, &share, chance(&rng));
    }
}

/* A finished game is worth what it won, whoever holds the cube; that is how a search ends. */
static void finished_games_are_exact(void **state)
{
    (void)state;
    struct pasch_rng rng;
    pasch_rng_seed(&rng, 7);
    for (int i = 0; i < 2000; i++) {
        struct pasch_cube cube = some_cube(&rng);
        struct pasch_ladder ladder;
        float hold[PASCH_LADDER_STATES];
        pasch_ladder_make(&ladder, &cube);
        for (int points = 1; points <= 3; points++) {
            const struct pasch_probs won = {1, points > 1, points > 2, 0, 0};
            for (int roller = 0; roller < 2; roller++) {
                pasch_ladder_leaf(&ladder, roller, &won, 0.68f, hold);
                for (int s = 0; s < ladder.states; s++) {
                    int k = (s + 1) / 2;
                    float wanted = roller ? -ladder.lose[k][points - 1] : ladder.win[k][points - 1];
                    near_to(hold[s], wanted, 1e-5 * (1 + fabs(wanted)), "finished");
                }
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_worked_example),
        cmocka_unit_test(take_points_for_money),
        cmocka_unit_test(take_points_in_matches),
        cmocka_unit_test(who_may_double),
        cmocka_unit_test(last_rolls),
        cmocka_unit_test(the_trailer_doubles_at_once),
        cmocka_unit_test(jacoby),
        cmocka_unit_test(beavers),
        cmocka_unit_test(gammon_values),
        cmocka_unit_test(resignations),
        cmocka_unit_test(positions_say_their_cube),
        cmocka_unit_test(efficiency),
        cmocka_unit_test(every_cube_is_sensible),
        cmocka_unit_test(finished_games_are_exact),
    };
    return cmocka_run_group_tests(tests, make, NULL);
}
