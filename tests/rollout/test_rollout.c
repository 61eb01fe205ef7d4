/* Rollouts: what they come to, whoever plays them, kept and taken up again, and when they end. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/threads.h"
#include "pasch/rollout.h"
#include "search/positions.h"

static struct pasch_engine *engine;
static const struct pasch_evaluator *evaluator;
static struct pasch_plays plays;
static struct pasch_met met;

static int make(void **state)
{
    struct pasch_error error;
    (void)state;
    plays = testing_plays();
    pasch_met_make(&met);
    engine = pasch_engine_create(pasch_game_find("standard"), NULL, &error);
    if (!engine)
        testing_fail("%s", error.text);
    evaluator = pasch_engine_evaluator(engine);
    return 0;
}

static int unmake(void **state)
{
    (void)state;
    testing_plays_free(&plays);
    pasch_engine_destroy(engine);
    return 0;
}

/* A few men and some contact: soon over, so that the tests are quick. */
static const char contact[] = "standard 18:1,6:2,5:2 21:1,4:2,3:2 x -";
static const char race[] = "standard 9:2,7:2,5:3,4:2,3:1 10:2,8:2,5:2,3:3 x -";

enum { PLAYS = 4 };

/* The position before its throw, or with dice the first of its plays. */
static int starts_of(const struct pasch_position *p, struct pasch_rollout_start *start)
{
    struct pasch_error error;
    if (pasch_position_due(p) == PASCH_DUE_THROW) {
        start[0] = (struct pasch_rollout_start){.board = p->board, .thrower = p->turn};
        return 1;
    }
    assert_int_equal(pasch_position_plays(p, &plays, &error), PASCH_OK);
    size_t count = plays.count < PLAYS ? plays.count : PLAYS;
    for (size_t i = 0; i < count; i++)
        start[i] = (struct pasch_rollout_start){.board = plays.play[i].board, .thrower = 1 - p->turn};
    return (int)count;
}

static struct pasch_rollout *open_rollout(const char *text, const struct pasch_rollout_settings *settings)
{
    struct pasch_position p = testing_position(text);
    struct pasch_rollout_start start[PASCH_ROLLOUT_STARTS];
    struct pasch_error error;
    int starts = starts_of(&p, start);
    struct pasch_rollout *rollout = pasch_rollout_create(evaluator, &met, &p, start, starts, settings, &error);
    if (!rollout)
        testing_fail("%s: %s", text, error.text);
    return rollout;
}

static struct pasch_rollout_result roll(const char *text, struct pasch_rollout_settings settings)
{
    struct pasch_rollout *rollout = open_rollout(text, &settings);
    struct pasch_rollout_result result;
    assert_true(pasch_rollout_run(rollout, NULL, NULL));
    pasch_rollout_result(rollout, 0, &result);
    pasch_rollout_destroy(rollout);
    return result;
}

static void assert_near(const char *what, double got, double wanted, double most)
{
    if (!(fabs(got - wanted) <= most))
        testing_fail("%s: %.7f is not within %.7f of %.7f", what, got, most, wanted);
}

/* All results of two rollouts of as many starts, every bit. */
static void assert_same(const struct pasch_rollout *a, const struct pasch_rollout *b)
{
    size_t size = pasch_rollout_save(a, NULL);
    uint8_t *one = malloc(size), *two = malloc(size);
    assert_int_equal(pasch_rollout_save(b, NULL), size);
    pasch_rollout_save(a, one);
    pasch_rollout_save(b, two);
    assert_memory_equal(one, two, size);
    free(one);
    free(two);
}

/* What they come to */

static void a_truncated_rollout_is_a_look_ahead(void **state)
{
    struct pasch_position p = testing_position(contact);
    struct brute brute = {evaluator, 0};
    struct pasch_probs probs = brute_value(&brute, &p.board, p.turn, 1);
    double error[2];
    (void)state;
    /* 36 trials have each roll once, so that there is no luck in their mean anyhow. */
    for (int plain = 0; plain < 2; plain++) {
        struct pasch_rollout_settings settings = {.trials = 36, .truncate = 1, .plain_luck = plain};
        struct pasch_rollout_result r = roll(contact, settings);
        assert_near("one turn", r.equity, (double)pasch_probs_equity(&probs), 1e-5);
        assert_near("its chance to win", (double)r.probs.win, (double)probs.win, 1e-5);
        assert_near("its gammons", (double)r.probs.win_gammon, (double)probs.win_gammon, 1e-5);
        error[plain] = r.equity_error;
    }
    assert_true(error[0] < error[1] / 2);
}

static void luck_is_nothing_on_average(void **state)
{
    (void)state;
    for (int cubeful = 0; cubeful < 2; cubeful++) {
        struct pasch_rollout_settings settings = {.trials = 1296, .truncate = 2, .cubeful = cubeful};
        struct pasch_rollout_result off = roll(race, settings);
        settings.plain_luck = true;
        struct pasch_rollout_result left_in = roll(race, settings);
        /* Each pair of rolls comes once, so that not even chance is in it; with the cube, doubles are judged from a
         * roll further ahead where luck is taken off. */
        if (!cubeful)
            assert_near("two turns", left_in.equity, off.equity, 1e-5);
        else
            assert_near("two turns with the cube", left_in.cubeful, off.cubeful, 0.02);
        print_message("errors %.5f and %.5f\n", off.equity_error, left_in.equity_error);
        assert_true(left_in.equity_error > 5 * off.equity_error);
    }
}

static void taking_luck_off_changes_the_error_and_not_the_result(void **state)
{
    struct pasch_rollout_settings settings = {.trials = 108, .seed = 3};
    (void)state;
    struct pasch_rollout_result off = roll(contact, settings);
    settings.plain_luck = true;
    settings.trials = 1296;
    struct pasch_rollout_result left_in = roll(contact, settings);
    double error = hypot(off.equity_error, left_in.equity_error);
    print_message("%.4f (%.4f) and %.4f (%.4f)\n", off.equity, off.equity_error, left_in.equity, left_in.equity_error);
    assert_near("with luck", left_in.equity, off.equity, 4 * error);
    assert_true(off.equity_error * sqrt(108) < 0.5 * left_in.equity_error * sqrt(1296));
}

/* Exact values of the two-sided table: rolled out man by man, with and without luck. */
static void bear_offs_come_to_what_the_tables_say(void **state)
{
    static const char *const text[] = {"standard 6:1,5:1 4:1,1:1 x -", "standard 6:2,3:2,2:1 5:2,4:1,1:2 x -",
                                       "standard 5:2,2:2 6:1,3:2,1:1 x - cube=2x",
                                       "standard 4:2,3:3 5:1,4:2,2:2 o - cube=2x"};
    (void)state;
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        struct pasch_position p = testing_position(text[i]);
        struct pasch_bearoff_value exact;
        assert_true(pasch_evaluate_exact(evaluator, &p.board, p.turn, &exact));
        double cubeful = (double)(p.cube_owner == PASCH_NOBODY ? exact.centred
                                  : p.cube_owner == p.turn     ? exact.owned
                                                               : exact.opponents);
        struct pasch_rollout_settings settings = {.trials = 36, .cubeful = true};
        struct pasch_rollout_result r = roll(text[i], settings);
        assert_near("stopped at the table", r.cubeful, cubeful, 1e-4);
        assert_near("its chance", (double)r.probs.win, (double)exact.win, 1e-4);
        settings = (struct pasch_rollout_settings){.trials = 1296, .play_on = true};
        r = roll(text[i], settings);
        assert_near("played on", r.equity, (double)exact.cubeless, 4 * r.equity_error + 1e-4);
        settings.plain_luck = true;
        settings.cubeful = true;
        settings.trials = 5184;
        r = roll(text[i], settings);
        /* Doubles by rule of thumb are not always the right ones. */
        assert_near("played on with cube and luck", r.cubeful, cubeful, 4 * r.cubeful_error + 0.02);
    }
}

/* The one-sided tables hold for each side by itself: what is lost by that is next to nothing. */
static void stopping_at_a_bear_off_is_as_good_as_playing_on(void **state)
{
    struct pasch_rollout_settings settings = {.trials = 144};
    static const char text[] = "standard 6:3,5:3,4:2,3:3,2:2,1:2 6:4,5:2,4:3,3:2,2:2,1:1 x -";
    (void)state;
    struct pasch_rollout_result stopped = roll(text, settings);
    settings.play_on = true;
    struct pasch_rollout_result played = roll(text, settings);
    assert_near("stopped", stopped.equity, played.equity, 4 * played.equity_error + 0.002);
    assert_true(stopped.equity_error == 0);
}

static void a_game_that_is_over_is_worth_its_points(void **state)
{
    struct pasch_position p = testing_position("standard 1:1 23:1,6:14 x 21 cube=2x");
    struct pasch_rollout_start start;
    struct pasch_rollout_settings settings = {.trials = 2, .cubeful = true};
    struct pasch_rollout_result r;
    (void)state;
    assert_int_equal(starts_of(&p, &start), 1);
    struct pasch_rollout *rollout = pasch_rollout_create(evaluator, &met, &p, &start, 1, &settings, NULL);
    assert_true(pasch_rollout_run(rollout, NULL, NULL));
    pasch_rollout_result(rollout, 0, &r);
    assert_true(r.trials == 2 && r.equity == 3 && r.cubeful == 3 && r.equity_error == 0);
    assert_true(r.probs.win == 1 && r.probs.win_backgammon == 1 && r.probs.lose_gammon == 0);
    pasch_rollout_destroy(rollout);
}

/* The cube */

static void who_has_as_good_as_won_cashes(void **state)
{
    /* o needs more than one roll, x two at the most. */
    struct pasch_rollout_settings settings = {.trials = 36, .cubeful = true};
    (void)state;
    struct pasch_rollout_result r = roll("standard 3:1,2:1,1:1 6:5,5:5 x -", settings);
    assert_near("cashed", r.cubeful, 1, 1e-6);
    r = roll("standard 3:1,2:1,1:1 6:5,5:5 x - cube=2o", settings);
    assert_near("the cube on the other side", r.cubeful, r.equity, 0.01);
    /* At double match point there is no cube. */
    r = roll("standard 3:1,2:1,1:1 6:2,5:2 x - score=2-2/3", settings);
    assert_near("at double match point", r.cubeful, 2 * (double)r.probs.win - 1, 1e-4);
}

static void doubles_are_worth_twice_the_stake(void **state)
{
    /* A last roll: x wins with 17 of 36 throws or so, o for certain otherwise. */
    struct pasch_position p = testing_position("standard 6:1,2:1 1:1 x -");
    struct pasch_rollout_start start[3] = {{p.board, p.turn, .no_double = true},
                                           {p.board, p.turn, .doubled = true},
                                           {p.board, p.turn, .no_double = false}};
    struct pasch_rollout_settings settings = {.trials = 36, .cubeful = true, .play_on = true};
    struct pasch_rollout_result r[3];
    (void)state;
    struct pasch_rollout *rollout = pasch_rollout_create(evaluator, &met, &p, start, 3, &settings, NULL);
    assert_true(pasch_rollout_run(rollout, NULL, NULL));
    for (int i = 0; i < 3; i++)
        pasch_rollout_result(rollout, i, &r[i]);
    pasch_rollout_destroy(rollout);
    assert_near("once", r[0].cubeful, 2 * 13 / 36.0 - 1, 1e-5);
    assert_near("twice", r[1].cubeful, 2 * (2 * 13 / 36.0 - 1), 1e-5);
    assert_near("as it stands", r[2].cubeful, r[0].cubeful, 1e-5);
    assert_near("behind", r[1].behind, -r[0].equity, 1e-5);
}

static void a_match_is_worth_its_chances(void **state)
{
    /* x must win the gammon, or this is hardly worth more than a point. */
    struct pasch_rollout_settings settings = {.trials = 36, .cubeful = true};
    (void)state;
    struct pasch_rollout_result money = roll(contact, settings);
    struct pasch_rollout_result crawford =
        roll("standard 18:1,6:2,5:2 21:1,4:2,3:2 x - score=6-4/7 crawford=1", settings);
    /* The leader needs no gammon and has no use for the cube. */
    assert_near("Crawford", crawford.cubeful, 2 * (double)crawford.probs.win - 1, 0.15);
    assert_true(money.cubeful_error > 0 && crawford.cubeful_error > 0);
}

/* Who plays it */

static void any_number_of_threads_gives_the_same_bits(void **state)
{
    struct threads *pool = threads_create(3);
    (void)state;
    for (int plies = 0; plies < 2; plies++) {
        struct pasch_rollout_settings settings = {
            .trials = plies ? 4 : 80, .seed = 9, .plies = plies, .cubeful = true, .minimum = 36, .ahead = 2};
        struct pasch_rollout *one = open_rollout("standard 18:1,6:2,5:2 21:1,4:2,3:2 x 64", &settings);
        settings.parallel = threads_parallel(pool);
        struct pasch_rollout *three = open_rollout("standard 18:1,6:2,5:2 21:1,4:2,3:2 x 64", &settings);
        assert_true(pasch_rollout_run(one, NULL, NULL) && pasch_rollout_run(three, NULL, NULL));
        assert_same(one, three);
        pasch_rollout_destroy(one);
        pasch_rollout_destroy(three);
    }
    threads_destroy(pool);
}

static void a_play_comes_to_the_same_alone_and_beside_others(void **state)
{
    struct pasch_position p = testing_position("standard 18:1,6:2,5:2 21:1,4:2,3:2 x 64");
    struct pasch_rollout_start start[PASCH_ROLLOUT_STARTS];
    struct pasch_rollout_settings settings = {.trials = 40, .seed = 2};
    struct pasch_rollout_result beside, alone;
    int starts = starts_of(&p, start);
    (void)state;
    assert_true(starts > 2);
    struct pasch_rollout *all = pasch_rollout_create(evaluator, &met, &p, start, starts, &settings, NULL);
    struct pasch_rollout *one = pasch_rollout_create(evaluator, &met, &p, &start[2], 1, &settings, NULL);
    assert_true(pasch_rollout_run(all, NULL, NULL) && pasch_rollout_run(one, NULL, NULL));
    pasch_rollout_result(all, 2, &beside);
    pasch_rollout_result(one, 0, &alone);
    assert_true(beside.equity == alone.equity && beside.equity_error == alone.equity_error);
    assert_int_equal(pasch_rollout_trials(all), 40 * starts);
    pasch_rollout_destroy(all);
    pasch_rollout_destroy(one);
}

/* Kept */

struct pause {
    int calls, most;
};

static bool pauses(void *context)
{
    struct pause *pause = context;
    return ++pause->calls > pause->most;
}

static void a_kept_rollout_goes_on_as_if_it_had_not_been_interrupted(void **state)
{
    static const char text[] = "standard 18:1,6:2,5:2 21:1,4:2,3:2 x 41";
    struct pasch_rollout_settings settings = {.trials = 50, .seed = 4, .minimum = 36, .ahead = 2};
    struct pasch_error error;
    (void)state;
    struct pasch_rollout *whole = open_rollout(text, &settings);
    assert_true(pasch_rollout_run(whole, NULL, NULL));
    for (int turns = 5; turns < 4000; turns *= 20) {
        struct pause pause = {0, turns};
        settings.stop = pauses;
        settings.stop_context = &pause;
        struct pasch_rollout *half = open_rollout(text, &settings);
        pasch_rollout_run(half, NULL, NULL);
        settings.stop = NULL;
        struct pasch_rollout *rest = open_rollout(text, &settings);
        size_t size = pasch_rollout_save(half, NULL);
        uint8_t *bytes = malloc(size);
        assert_int_equal(pasch_rollout_save(half, bytes), size);
        assert_int_equal(pasch_rollout_load(rest, bytes, size, &error), PASCH_OK);
        assert_int_equal(pasch_rollout_trials(rest), pasch_rollout_trials(half));
        assert_true(pasch_rollout_run(rest, NULL, NULL));
        assert_same(whole, rest);
        free(bytes);
        pasch_rollout_destroy(half);
        pasch_rollout_destroy(rest);
    }
    pasch_rollout_destroy(whole);
}

static void assert_refused(const char *text, struct pasch_rollout_settings settings, const uint8_t *bytes, size_t size,
                           const char *wanted)
{
    struct pasch_error error;
    struct pasch_rollout *rollout = open_rollout(text, &settings);
    assert_int_not_equal(pasch_rollout_load(rollout, bytes, size, &error), PASCH_OK);
    if (!strstr(error.text, wanted))
        testing_fail("refused with '%s', not '%s'", error.text, wanted);
    assert_int_equal(pasch_rollout_trials(rollout), 0);
    pasch_rollout_destroy(rollout);
}

static void what_is_damaged_or_of_another_rollout_is_refused(void **state)
{
    struct pasch_rollout_settings settings = {.trials = 2, .seed = 4}, other = settings;
    struct pasch_rollout *rollout = open_rollout(race, &settings);
    size_t size = pasch_rollout_save(rollout, NULL);
    uint8_t *bytes = malloc(size);
    (void)state;
    pasch_rollout_run(rollout, NULL, NULL);
    pasch_rollout_save(rollout, bytes);
    for (size_t i = 0; i < size; i++) {
        bytes[i] ^= 1;
        assert_refused(race, settings, bytes, size, i < 8 ? "no kept rollout" : "checksum");
        bytes[i] ^= 1;
    }
    assert_refused(race, settings, bytes, size - 8, "checksum");
    assert_refused(race, settings, bytes, 7, "no kept rollout");
    assert_refused(contact, settings, bytes, size, "another position");
    other.seed = 5;
    assert_refused(race, other, bytes, size, "another seed");
    other = settings;
    other.truncate = 9;
    assert_refused(race, other, bytes, size, "other settings");
    /* The score is part of what is rolled out with the cube, and the cube of the settings. */
    other = settings;
    other.cubeful = true;
    assert_refused(race, other, bytes, size, "the kept rollout");
    free(bytes);
    pasch_rollout_destroy(rollout);
}

static void more_trials_may_be_asked_for_later(void **state)
{
    struct pasch_rollout_settings settings = {.trials = 50, .seed = 4};
    struct pasch_rollout *few = open_rollout(contact, &settings);
    (void)state;
    pasch_rollout_run(few, NULL, NULL);
    settings.trials = 80;
    struct pasch_rollout *more = open_rollout(contact, &settings), *all = open_rollout(contact, &settings);
    size_t size = pasch_rollout_save(few, NULL);
    uint8_t *bytes = malloc(size);
    pasch_rollout_save(few, bytes);
    assert_int_equal(pasch_rollout_load(more, bytes, size, NULL), PASCH_OK);
    assert_true(pasch_rollout_run(more, NULL, NULL) && pasch_rollout_run(all, NULL, NULL));
    assert_same(more, all);
    free(bytes);
    pasch_rollout_destroy(few);
    pasch_rollout_destroy(more);
    pasch_rollout_destroy(all);
}

/* When it ends */

static void it_ends_when_the_error_is_small_enough(void **state)
{
    struct pasch_rollout_settings settings = {.trials = 100000, .minimum = 72, .plain_luck = true, .error = 0.03};
    (void)state;
    struct pasch_rollout_result r = roll(race, settings);
    assert_true(r.equity_error <= 0.03 && r.trials < 100000 && r.trials > 72);
    assert_int_equal(r.trials % 36, 0);
    settings = (struct pasch_rollout_settings){.trials = r.trials - 36, .plain_luck = true};
    assert_true(roll(race, settings).equity_error > 0.03);
}

static void plays_far_behind_are_dropped(void **state)
{
    struct pasch_rollout_settings settings = {.trials = 216, .minimum = 36, .ahead = 2};
    struct pasch_rollout *rollout = open_rollout("standard 18:1,6:2,5:2 21:1,4:2,3:2 x 41", &settings);
    struct pasch_rollout_result best, other;
    int dropped = 0;
    (void)state;
    assert_true(pasch_rollout_run(rollout, NULL, NULL));
    int at = pasch_rollout_best(rollout);
    pasch_rollout_result(rollout, at, &best);
    assert_true(!best.dropped && best.behind == 0);
    for (int i = 0; i < PLAYS; i++) {
        pasch_rollout_result(rollout, i, &other);
        dropped += other.dropped;
        if (!other.dropped)
            continue;
        assert_true(other.trials <= best.trials && other.trials % 36 == 0);
        /* With the same dice the difference is better known than either. */
        assert_true(other.behind_error <
                    hypot(best.equity_error * sqrt((double)best.trials / (double)other.trials), other.equity_error) *
                        1.2);
    }
    print_message("%d of %d plays dropped\n", dropped, PLAYS);
    assert_true(dropped > 0);
    pasch_rollout_destroy(rollout);
}

static void what_cannot_be_rolled_out_is_refused(void **state)
{
    struct pasch_rollout_start start = {.thrower = 0};
    struct pasch_rollout_settings settings = {.trials = 1};
    struct pasch_error error;
    (void)state;
    struct pasch_position p = testing_position("standard 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 x - offer=double");
    assert_null(pasch_rollout_create(evaluator, &met, &p, &start, 1, &settings, &error));
    assert_non_null(strstr(error.text, "answered"));
    p = testing_position("puff hand:15 hand:15 x -");
    struct pasch_evaluator puff = {.rules = p.rules}; /* knows nothing of it */
    assert_null(pasch_rollout_create(&puff, &met, &p, &start, 1, &settings, &error));
    assert_int_equal(error.status, PASCH_BAD_GAME);
    p = testing_position("standard 18:1,6:2,5:2 21:1,4:2,3:2 x 31");
    start.position = &p;
    assert_null(pasch_rollout_create(evaluator, &met, &p, &start, 1, &settings, &error));
    assert_non_null(strstr(error.text, "played first"));
    start.position = NULL;
    p = testing_position(contact);
    assert_null(pasch_rollout_create(evaluator, &met, &p, &start, 0, &settings, &error));
    settings.plies = PASCH_SEARCH_PLIES + 1;
    assert_null(pasch_rollout_create(evaluator, &met, &p, &start, 1, &settings, &error));
    /* The cube is on the other side. */
    settings = (struct pasch_rollout_settings){.trials = 1, .cubeful = true};
    p = testing_position("standard 18:1,6:2,5:2 21:1,4:2,3:2 x - cube=2o");
    start = (struct pasch_rollout_start){.board = p.board, .doubled = true};
    assert_null(pasch_rollout_create(evaluator, &met, &p, &start, 1, &settings, &error));
    assert_int_equal(error.status, PASCH_ILLEGAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_truncated_rollout_is_a_look_ahead),
        cmocka_unit_test(luck_is_nothing_on_average),
        cmocka_unit_test(taking_luck_off_changes_the_error_and_not_the_result),
        cmocka_unit_test(bear_offs_come_to_what_the_tables_say),
        cmocka_unit_test(stopping_at_a_bear_off_is_as_good_as_playing_on),
        cmocka_unit_test(a_game_that_is_over_is_worth_its_points),
        cmocka_unit_test(who_has_as_good_as_won_cashes),
        cmocka_unit_test(doubles_are_worth_twice_the_stake),
        cmocka_unit_test(a_match_is_worth_its_chances),
        cmocka_unit_test(any_number_of_threads_gives_the_same_bits),
        cmocka_unit_test(a_play_comes_to_the_same_alone_and_beside_others),
        cmocka_unit_test(a_kept_rollout_goes_on_as_if_it_had_not_been_interrupted),
        cmocka_unit_test(what_is_damaged_or_of_another_rollout_is_refused),
        cmocka_unit_test(more_trials_may_be_asked_for_later),
        cmocka_unit_test(it_ends_when_the_error_is_small_enough),
        cmocka_unit_test(plays_far_behind_are_dropped),
        cmocka_unit_test(what_cannot_be_rolled_out_is_refused),
    };
    return cmocka_run_group_tests(tests, make, unmake);
}
