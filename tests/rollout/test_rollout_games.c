/* Rollouts of all games: turns of several stages, bonus throws, namings, open throws, roles, no dice at all. Nets that
 * play a game well are not needed for that: what is true of rollouts is true of bad players, too. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/threads.h"
#include "exact/tables.h"
#include "pasch/rollout.h"

static struct pasch_engine *engine;
static struct pasch_plays plays;

static int make(void **state)
{
    struct pasch_error error;
    (void)state;
    plays = testing_plays();
    engine = pasch_engine_create(pasch_game_find("standard"), NULL, &error);
    if (!engine)
        testing_fail("%s", error.text);
    return 0;
}

static int unmake(void **state)
{
    (void)state;
    testing_plays_free(&plays);
    pasch_engine_destroy(engine);
    return 0;
}

static const struct pasch_rules *game(const char *id)
{
    const struct pasch_rules *rules = pasch_game_find(id);
    assert_non_null(rules);
    return rules;
}

/* Somebody who does not play at all well: a net of standard backgammon. */
static struct pasch_evaluator dabbler(const struct pasch_rules *rules)
{
    return (struct pasch_evaluator){.rules = rules, .contact = pasch_engine_evaluator(engine)->contact};
}

static struct pasch_rollout *open_at(const struct pasch_evaluator *evaluator, const struct pasch_position *p,
                                     const struct pasch_rollout_settings *settings)
{
    const struct pasch_rollout_start start = {.position = p};
    struct pasch_error error;
    struct pasch_rollout *rollout = pasch_rollout_create(evaluator, NULL, p, &start, 1, settings, &error);
    if (!rollout)
        testing_fail("%s: %s", p->rules->id, error.text);
    return rollout;
}

static struct pasch_rollout_result roll(const struct pasch_evaluator *evaluator, const struct pasch_position *p,
                                        struct pasch_rollout_settings settings)
{
    struct pasch_rollout *rollout = open_at(evaluator, p, &settings);
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

/* Some position of a game played by chance, whatever is due in it; a throw where boards say all. */
static struct pasch_position somewhere(const struct pasch_rules *rules, uint64_t seed)
{
    struct pasch_position p;
    struct pasch_rng rng;
    pasch_rng_seed(&rng, seed);
    do {
        pasch_position_start(&p, rules);
        p.turn = (uint8_t)(seed % 2);
        for (uint32_t steps = 40 + pasch_rng_below(&rng, 80); steps && testing_step(&p, &rng, &plays); steps--)
            ;
        if (pasch_evaluate_fits(rules) && pasch_position_due(&p) == PASCH_DUE_PLAY)
            testing_step(&p, &rng, &plays);
    } while (p.over);
    return p;
}

/* What they come to. */

static void luck_is_taken_off_in_every_game(void **state)
{
    double ratios = 0;
    (void)state;
    for (size_t g = 0; g < pasch_game_count(); g++) {
        const struct pasch_rules *rules = pasch_game_at(g);
        struct pasch_evaluator evaluator = dabbler(rules);
        struct pasch_rollout_settings settings = {.trials = 36, .truncate = 2, .seed = g};
        struct pasch_position p = somewhere(rules, g);
        struct pasch_rollout_result off = roll(&evaluator, &p, settings);
        settings.plain_luck = true;
        struct pasch_rollout_result left_in = roll(&evaluator, &p, settings);
        print_message("%-18s %+8.4f (%.4f) %+8.4f (%.4f)\n", rules->id, off.equity, off.equity_error, left_in.equity,
                      left_in.equity_error);
        assert_near(rules->id, off.equity, left_in.equity, 4 * hypot(off.equity_error, left_in.equity_error) + 1e-6);
        if (left_in.equity_error > 0)
            ratios += log(off.equity_error / left_in.equity_error);
    }
    /* The nearer its opinions before and after a throw are to each other, the more of the luck somebody sees. */
    assert_true(ratios / (double)pasch_game_count() < log(0.75));
}

static void taking_luck_off_does_not_change_the_result(void **state)
{
    static const char *const text[] = {
        "puff 6:2,3:1 5:2,4:1 x -",                  /* doubles of two stages */
        "french-1 5:2,3:1 21:1,2:2 x -",             /* and another throw */
        "gioul 9:1,5:2 18:1,4:2 x -",                /* stages that are handed over */
        "acey-deucey 6:1,4:2 5:1,3:2 o -",           /* a double to be named; men are counted */
        "pin 20:1,3:2 21:1,2:2 x -",                 /* pips are */
        "reversed 8:1,2:1 20:1,3:1 x -",             /* who is off has lost */
        "double-vs-choice 9:2,4:2 18:1,8:2,3:1 x -", /* two throws against a choice */
        "open-roll 18:1,6:2 21:1,4:2 x 31/-",        /* the other side's throw is due */
        "catch-me 20:1,9:1 3:1,15:1 o -",            /* men are taken */
    };
    (void)state;
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        struct pasch_position p = testing_position(text[i]);
        struct pasch_evaluator evaluator = dabbler(p.rules);
        struct pasch_rollout_settings settings = {.trials = 72, .seed = i};
        struct pasch_rollout_result off = roll(&evaluator, &p, settings);
        settings.plain_luck = true;
        settings.trials = 720;
        struct pasch_rollout_result left_in = roll(&evaluator, &p, settings);
        print_message("%-18s %+8.4f (%.4f) %+8.4f (%.4f)\n", p.rules->id, off.equity, off.equity_error, left_in.equity,
                      left_in.equity_error);
        assert_near(text[i], off.equity, left_in.equity, 4 * hypot(off.equity_error, left_in.equity_error));
    }
}

/* Where tables know all, luck is all there is in a game: without it every trial comes to the same. `most`: what luck
 * may be off where the last of several stages are only glanced at. */
static void assert_exact(struct tables *tables, const struct pasch_position *p, int trials, double most)
{
    struct pasch_evaluator evaluator = {
        .rules = p->rules, .known = pasch_exact_known, .tables = &tables->exact, .contact = dabbler(p->rules).contact};
    struct pasch_rollout_settings settings = {.trials = 1, .seed = 1};
    double wanted = tables_value(tables, p).points;
    struct pasch_rollout_result r = roll(&evaluator, p, settings);
    assert_near("at once", r.equity, wanted, most + 1e-5);
    settings.play_on = true;
    settings.trials = (uint64_t)trials;
    r = roll(&evaluator, p, settings);
    print_message("%-12s %+.6f %+.6f (%.6f)\n", p->rules->id, wanted, r.equity, r.equity_error);
    assert_near(p->rules->id, r.equity, wanted, 4 * r.equity_error + 1e-5);
    assert_true(r.equity_error <= most + 1e-5);
    settings.plain_luck = true;
    settings.trials = 10 * (uint64_t)trials;
    r = roll(&evaluator, p, settings);
    assert_near("with its luck", r.equity, wanted, 4 * r.equity_error + 1e-5);
}

static void solved_games_come_to_what_their_tables_say(void **state)
{
    struct pasch_position p;
    struct tables tables;
    (void)state;
    tables_make(&tables, game("doublets"), true, true, 0);
    pasch_position_start(&p, tables.exact.rules);
    assert_exact(&tables, &p, 36, 0);
    tables_free(&tables);
    /* Two men of three make a table 20 times as small. */
    struct pasch_rules two = *game("french-2");
    two.men = two.start[0][PASCH_HAND] = 2;
    tables_make(&tables, &two, true, true, 0);
    pasch_position_start(&p, &two);
    assert_exact(&tables, &p, 36, 0);
    tables_free(&tables);
}

static void so_do_endings_that_tables_know(void **state)
{
    static const struct {
        const char *id;
        double most;
    } ending[] = {{"mexican", 0}, {"acey-deucey", 0}, {"french-1", 0.01}, {"gioul", 0.01}, {"puff", 0.01}};
    struct pasch_rng rng;
    (void)state;
    pasch_rng_seed(&rng, 3);
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        struct tables tables;
        tables_make(&tables, game(ending[i].id), false, true, 3);
        for (int n = 0; n < 3; n++) {
            struct pasch_position p = tables_random_race(tables.exact.rules, 3, 6, &rng);
            assert_exact(&tables, &p, 36, ending[i].most);
        }
        tables_free(&tables);
    }
}

static void eureka_comes_to_what_is_known_of_it(void **state)
{
    struct pasch_error error;
    struct pasch_engine *solved = pasch_engine_create(game("eureka"), NULL, &error);
    struct pasch_rollout_settings settings = {.trials = 72, .play_on = true};
    struct pasch_position p;
    (void)state;
    assert_non_null(solved);
    pasch_position_start(&p, game("eureka"));
    struct pasch_rollout_result r = roll(pasch_engine_evaluator(solved), &p, settings);
    assert_near("eureka", (double)r.probs.win, 0.6690, 4 * (double)r.probs_error.win + 5e-5);
    assert_true(r.probs_error.win < 0.001f);
    pasch_engine_destroy(solved);
}

static void points_are_those_that_the_game_counts(void **state)
{
    struct pasch_rollout_settings settings = {.trials = 36, .plain_luck = true};
    (void)state;
    /* One man to bear off against three that are still in hand. */
    struct pasch_position p = testing_position("acey-deucey 1:1 hand:3 x -");
    struct pasch_evaluator evaluator = dabbler(p.rules);
    struct pasch_rollout_result r = roll(&evaluator, &p, settings);
    assert_near("men", r.equity, 3, 1e-5);
    assert_near("to win", (double)r.probs.win, 1, 1e-6);
    settings.cubeful = true; /* there is none */
    r = roll(&evaluator, &p, settings);
    assert_true(r.cubeful == 0 && r.equity > 2.9);
}

/* How they end. */

static void without_dice_one_trial_tells_all(void **state)
{
    struct pasch_position p = testing_position("fixed-roll 9:2,5:3 8:2,4:3 x 31");
    struct pasch_evaluator evaluator = dabbler(p.rules);
    struct pasch_rollout_settings settings = {.trials = 100, .plies = 1};
    (void)state;
    struct pasch_rollout_result r = roll(&evaluator, &p, settings);
    assert_true(r.complete && r.equity_error == 0 && r.probs_error.win == 0);
    assert_int_equal(r.trials, 1);
    assert_true(r.probs.win == 0 || r.probs.win == 1);
    /* Before the throw there is one for each of them. */
    p = testing_position("fixed-roll 9:2,5:3 8:2,4:3 x -");
    settings.plies = 0;
    r = roll(&evaluator, &p, settings);
    assert_true(r.complete && r.equity_error == 0);
    assert_int_equal(r.trials, 36);
    assert_near("36 games", 36 * (double)r.probs.win, round(36 * (double)r.probs.win), 1e-4);
    settings.opening = true;
    r = roll(&evaluator, &p, settings);
    assert_true(r.complete);
    assert_int_equal(r.trials, 30);
    settings.trials = 20;
    r = roll(&evaluator, &p, settings);
    assert_true(!r.complete && r.equity_error > 0);
}

static void a_game_that_takes_too_long_is_a_draw(void **state)
{
    struct pasch_rules rules = *game("backwards");
    struct pasch_evaluator evaluator = dabbler(&rules);
    struct pasch_position p;
    (void)state;
    rules.ply_cap = 5;
    pasch_position_start(&p, &rules);
    for (int cubeful = 0; cubeful < 2; cubeful++) {
        struct pasch_rollout_settings settings = {.trials = 4, .plain_luck = true, .cubeful = cubeful};
        struct pasch_rollout_result r = roll(&evaluator, &p, settings);
        assert_true(r.probs.win == 0.5f && r.equity == 0);
        assert_near("with the cube", r.cubeful, 0, cubeful ? 1 : 0);
    }
    /* Two turns are left of so many that have been counted. */
    p.counts_plies = true;
    p.ply = 3;
    assert_true(roll(&evaluator, &p, (struct pasch_rollout_settings){.trials = 2, .plain_luck = true}).equity == 0);
}

static void a_position_that_comes_back_is_a_draw(void **state)
{
    /* Neither man on the bar can ever enter with a 1, which is a draw at once but for the rules here. */
    struct pasch_position p = testing_position("fixed-roll bar:1,1:2 bar:1,1:3 x 11");
    struct pasch_rules rules = *p.rules;
    struct pasch_evaluator evaluator = dabbler(&rules);
    (void)state;
    rules.dead_draw = false;
    p.rules = &rules;
    struct pasch_rollout_result third =
        roll(&evaluator, &p, (struct pasch_rollout_settings){.trials = 1, .truncate = 5});
    struct pasch_rollout_result second =
        roll(&evaluator, &p, (struct pasch_rollout_settings){.trials = 1, .truncate = 3});
    assert_true(third.probs.win == 0.5f && third.equity == 0 && third.complete);
    assert_true(second.probs.win != 0.5f);
}

/* The cube. */

static void who_has_as_good_as_won_cashes(void **state)
{
    struct pasch_position p = testing_position("puff 1:1 hand:15 x -");
    struct pasch_evaluator evaluator = dabbler(p.rules);
    struct pasch_rollout_settings settings = {.trials = 8, .cubeful = true};
    const struct pasch_rollout_start start[] = {{.position = &p, .no_double = true}, {.position = &p, .doubled = true}};
    struct pasch_rollout_result kept, taken;
    (void)state;
    struct pasch_rollout *rollout = pasch_rollout_create(&evaluator, NULL, &p, start, 2, &settings, NULL);
    assert_non_null(rollout);
    assert_true(pasch_rollout_run(rollout, NULL, NULL));
    pasch_rollout_result(rollout, 0, &kept);
    pasch_rollout_result(rollout, 1, &taken);
    pasch_rollout_destroy(rollout);
    /* The last man is borne off at once, against men of which none is home. */
    assert_near("without a double", kept.cubeful, kept.equity, 1e-4);
    assert_near("a double that was taken", taken.cubeful, 2 * kept.cubeful, 1e-4);
    assert_true(kept.equity > 1.9);
}

static void roles_and_fixed_throws_have_cubes_without_throws(void **state)
{
    static const char *const text[] = {"double-vs-choice 9:1,4:2 8:2,3:1 o -",
                                       "fixed-roll 9:2,5:3 8:2,4:3 x 31 cube=2x",
                                       "lumbardorum 9:1,4:2 8:1,3:2 o - cube=2o"};
    (void)state;
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        struct pasch_position p = testing_position(text[i]);
        struct pasch_evaluator evaluator = dabbler(p.rules);
        struct pasch_rollout_settings settings = {.trials = 36, .cubeful = true};
        struct pasch_rollout_result r = roll(&evaluator, &p, settings);
        print_message("%s: %+.4f, %+.4f with the cube\n", p.rules->id, r.equity, r.cubeful);
        assert_true(isfinite(r.cubeful) && r.cubeful > -8 && r.cubeful < 8);
        assert_true(i != 1 || (r.complete && r.cubeful_error == 0));
    }
}

/* Who plays it, and when. */

static const char *const odd[] = {
    "gioul 9:1,5:2 18:1,4:2 x 33",        "acey-deucey 6:1,4:2 5:1,3:2 o 21", "double-vs-choice 9:2,4:2 8:3,3:1 o -",
    "open-roll 18:1,6:2 21:1,4:2 x 31/-", "french-1 5:2,3:1 21:1,2:2 x -",
};
enum { ODD = sizeof odd / sizeof *odd };

static void any_number_of_threads_gives_the_same_bits(void **state)
{
    struct threads *pool = threads_create(3);
    (void)state;
    for (int i = 0; i < ODD; i++) {
        struct pasch_position p = testing_position(odd[i]);
        struct pasch_evaluator evaluator = dabbler(p.rules);
        struct pasch_rollout_settings settings = {
            .trials = 40, .seed = 9, .truncate = i == ODD - 1 ? 2 : 0, .plies = i == ODD - 1, .cubeful = i % 2 == 0};
        struct pasch_rollout *one = open_at(&evaluator, &p, &settings);
        settings.parallel = threads_parallel(pool);
        struct pasch_rollout *three = open_at(&evaluator, &p, &settings);
        assert_true(pasch_rollout_run(one, NULL, NULL) && pasch_rollout_run(three, NULL, NULL));
        assert_same(one, three);
        pasch_rollout_destroy(one);
        pasch_rollout_destroy(three);
    }
    threads_destroy(pool);
}

static bool pause(void *context, const struct pasch_rollout *rollout)
{
    (void)context;
    (void)rollout;
    return false;
}

static void a_kept_rollout_goes_on_as_if_it_had_not_been_interrupted(void **state)
{
    (void)state;
    for (int i = 0; i < ODD; i++) {
        struct pasch_position p = testing_position(odd[i]);
        struct pasch_evaluator evaluator = dabbler(p.rules);
        struct pasch_rollout_settings settings = {.trials = 30, .seed = 4};
        struct pasch_error error;
        struct pasch_rollout *whole = open_at(&evaluator, &p, &settings), *half = open_at(&evaluator, &p, &settings);
        struct pasch_rollout *rest = open_at(&evaluator, &p, &settings);
        assert_true(pasch_rollout_run(whole, NULL, NULL));
        assert_false(pasch_rollout_run(half, pause, NULL));
        size_t size = pasch_rollout_save(half, NULL);
        uint8_t *bytes = malloc(size);
        pasch_rollout_save(half, bytes);
        assert_int_equal(pasch_rollout_load(rest, bytes, size, &error), PASCH_OK);
        assert_true(pasch_rollout_trials(rest) > 0 && pasch_rollout_trials(rest) < 30);
        assert_true(pasch_rollout_run(rest, NULL, NULL));
        assert_same(whole, rest);
        /* The same men with other turns behind them are another position. */
        p.counts_plies = true;
        p.ply = 3;
        struct pasch_rollout *other = open_at(&evaluator, &p, &settings);
        assert_int_equal(pasch_rollout_load(other, bytes, size, &error), PASCH_BAD_POSITION);
        pasch_rollout_destroy(other);
        free(bytes);
        pasch_rollout_destroy(whole);
        pasch_rollout_destroy(half);
        pasch_rollout_destroy(rest);
    }
}

/* What lies on the table is played as a search of no plies says, so that rolling it out is rolling out that play. */
static void dice_on_the_table_are_played_first(void **state)
{
    static const char *const text[] = {"gioul 9:1,5:2 18:1,4:2 x 33", "french-1 5:2,3:1 21:1,2:2 x 44",
                                       "pin 20:1,3:2 21:1,2:2 x 62"};
    struct pasch_search_settings settings;
    pasch_search_settings(&settings);
    (void)state;
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        struct pasch_position p = testing_position(text[i]), after = p;
        struct pasch_evaluator evaluator = dabbler(p.rules);
        struct pasch_search *search = pasch_search_create(&evaluator, &settings);
        assert_int_equal(pasch_position_plays(&p, &plays, NULL), PASCH_OK);
        struct pasch_ranked *ranked = malloc(plays.count * sizeof *ranked);
        assert_int_equal(pasch_search_plays(search, 0, &p, NULL, &plays, ranked), PASCH_OK);
        pasch_position_play(&after, &plays.play[ranked[0].index]);
        const struct pasch_rollout_start start[] = {{.position = &p}, {.position = &after}};
        struct pasch_rollout_result before, then;
        struct pasch_rollout *rollout =
            pasch_rollout_create(&evaluator, NULL, &p, start, 2, &(struct pasch_rollout_settings){.trials = 20}, NULL);
        assert_non_null(rollout);
        assert_true(pasch_rollout_run(rollout, NULL, NULL));
        pasch_rollout_result(rollout, 0, &before);
        pasch_rollout_result(rollout, 1, &then);
        assert_true(before.equity == then.equity && before.equity_error == then.equity_error);
        pasch_rollout_destroy(rollout);
        pasch_search_destroy(search);
        free(ranked);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(luck_is_taken_off_in_every_game),
        cmocka_unit_test(taking_luck_off_does_not_change_the_result),
        cmocka_unit_test(solved_games_come_to_what_their_tables_say),
        cmocka_unit_test(so_do_endings_that_tables_know),
        cmocka_unit_test(eureka_comes_to_what_is_known_of_it),
        cmocka_unit_test(points_are_those_that_the_game_counts),
        cmocka_unit_test(without_dice_one_trial_tells_all),
        cmocka_unit_test(a_game_that_takes_too_long_is_a_draw),
        cmocka_unit_test(a_position_that_comes_back_is_a_draw),
        cmocka_unit_test(who_has_as_good_as_won_cashes),
        cmocka_unit_test(roles_and_fixed_throws_have_cubes_without_throws),
        cmocka_unit_test(any_number_of_threads_gives_the_same_bits),
        cmocka_unit_test(a_kept_rollout_goes_on_as_if_it_had_not_been_interrupted),
        cmocka_unit_test(dice_on_the_table_are_played_first),
    };
    return cmocka_run_group_tests(tests, make, unmake);
}
