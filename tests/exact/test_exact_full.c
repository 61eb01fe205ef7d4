/* One-sided tables of full size: Eureka, and all of standard backgammon against its own bear-off table. */
#include <math.h>

#include "eval/bearoff.h"
#include "tables.h"

static struct tables tables;

static int make(void **state)
{
    (void)state;
    tables_make(&tables, pasch_game_find("eureka"), true, true, 0);
    return 0;
}

static int forget(void **state)
{
    (void)state;
    tables_free(&tables);
    return 0;
}

static void check_near(const char *what, double here, double wanted, double within)
{
    if (!(fabs(here - wanted) <= within))
        testing_fail("%s: %.7f here, %.7f wanted", what, here, wanted);
}

static void eureka_takes_seven_and_a_half_turns_and_favours_who_begins(void **state)
{
    (void)state;
    struct pasch_position p;
    struct pasch_exact_turns turns;
    pasch_position_start(&p, tables.exact.rules);
    assert_true(pasch_exact_turns(&tables.exact, &p, PASCH_X, &turns));
    check_near("turns", turns.mean, 7.5550, 5.1e-5);
    struct pasch_exact_value value = tables_value(&tables, &p);
    check_near("win", value.win, 0.6690, 5.1e-5);
    struct played played = tables_play(&tables, &p, 20000, 1);
    check_near("games", played.mean, value.points, 4 * played.error);
}

static void standard_agrees_with_its_bear_off_table(void **state)
{
    (void)state;
    struct pasch_bearoff *one = pasch_bearoff_create();
    struct pasch_rng rng;
    struct pasch_position p;
    struct pasch_exact solo = {pasch_game_at(0), tables.solo, NULL}; /* the same as that of eureka */
    assert_non_null(one);
    pasch_rng_seed(&rng, 1);
    for (int i = 0; i < 20000; i++) {
        pasch_position_start(&p, pasch_game_at(0));
        for (int s = 0; s < 2; s++) {
            int men = pasch_rng_below(&rng, 3) ? 15 : 1 + (int)pasch_rng_below(&rng, 15);
            p.board.side[s] = (struct pasch_side){.men = {[PASCH_OFF] = (uint8_t)(15 - men)}};
            for (int m = 0; m < men; m++)
                p.board.side[s].men[1 + pasch_rng_below(&rng, 6)]++;
        }
        struct pasch_probs theirs = bearoff_probs(one, &p.board, PASCH_X);
        struct pasch_exact_value ours;
        struct pasch_exact_turns turns;
        struct pasch_bearoff_rolls rolls;
        assert_true(pasch_exact_board(&solo, &p.board, PASCH_X, &ours));
        assert_true(pasch_exact_turns(&solo, &p, PASCH_X, &turns));
        assert_true(pasch_bearoff_rolls(one, &p.board.side[PASCH_X], &rolls));
        check_near("mean", turns.mean, rolls.mean, 1e-9);
        check_near("win", ours.win, (double)theirs.win, 2e-6);
        check_near("win gammon", ours.win_gammon, (double)theirs.win_gammon, 2e-6);
        check_near("lose gammon", ours.lose_gammon, (double)theirs.lose_gammon, 2e-6);
    }
    pasch_bearoff_destroy(one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eureka_takes_seven_and_a_half_turns_and_favours_who_begins),
        cmocka_unit_test(standard_agrees_with_its_bear_off_table),
    };
    return cmocka_run_group_tests(tests, make, forget);
}
