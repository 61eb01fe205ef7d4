/* The cube: when it may be turned and by whom, what the answers do, Crawford, the dead cube. */
#include "match.h"

/* When the cube may be turned, and by whom. */

static void anyone_may_double_first_before_the_first_throw_of_a_turn(void **state)
{
    struct table *t = *state;
    x_begins(t, "backwards", money());
    assert_true(may_double(t, PASCH_X));
    a_turn_passes(t, "roll 21");
    assert_true(may_double(t, PASCH_O));
    a_turn_passes(t, "roll 21");
    assert_true(may_double(t, PASCH_X));
    assert_int_equal(pasch_position_due(&t->game.position), PASCH_DUE_THROW);
}

static void once_turned_only_the_owner_may_turn_the_cube(void **state)
{
    struct table *t = *state;
    x_begins(t, "backwards", money());
    x(t, "double");
    o(t, "take");
    cube_is(t, 2, PASCH_O);
    illegal(t, PASCH_X, "double");
    a_turn_passes(t, "roll 21");
    o(t, "double");
    x(t, "take");
    cube_is(t, 4, PASCH_X);
    illegal(t, PASCH_O, "double");
    a_turn_passes(t, "roll 21");
    assert_true(may_double(t, PASCH_X));
}

static void nobody_may_double_once_the_dice_are_thrown(void **state)
{
    struct table *t = *state;
    x_begins(t, "backwards", money());
    x(t, "roll 31");
    not_now(t, PASCH_X, "double");
    x(t, "hop 8/5");
    not_now(t, PASCH_X, "double");
    begin_game(t, "standard", money());
    x(t, "opening 31"); /* the opening dice are the first throw */
    not_now(t, PASCH_X, "double");
}

static void nobody_may_double_out_of_turn_or_between_games(void **state)
{
    struct table *t = *state;
    begin_game(t, "backwards", money());
    not_now(t, PASCH_X, "double");
    not_now(t, PASCH_O, "double");
    x(t, "opening 31");
    not_now(t, PASCH_O, "double");
    loses(t, PASCH_X, 1);
    not_now(t, PASCH_X, "double");
    not_now(t, PASCH_O, "double");
}

static void an_offer_must_be_answered_before_anything_else(void **state)
{
    struct table *t = *state;
    x_begins(t, "backwards", money());
    x(t, "double");
    assert_int_equal(pasch_game_actor(&t->game), PASCH_O);
    assert_int_equal(pasch_position_due(&t->game.position), PASCH_DUE_ANSWER);
    not_now(t, PASCH_X, "double");
    not_now(t, PASCH_O, "double");
    not_now(t, PASCH_X, "roll 31");
    not_now(t, PASCH_O, "roll 31");
    not_now(t, PASCH_X, "end");
    not_now(t, PASCH_O, "undo");
    not_now(t, PASCH_X, "resign 1");
    not_now(t, PASCH_O, "resign 1");
    not_now(t, PASCH_X, "next");
}

static void the_doubler_cannot_answer_for_the_opponent(void **state)
{
    struct table *t = *state;
    x_begins(t, "backwards", money());
    not_now(t, PASCH_O, "take");
    not_now(t, PASCH_X, "pass");
    x(t, "double");
    not_now(t, PASCH_X, "take");
    not_now(t, PASCH_X, "pass");
    not_now(t, PASCH_X, "beaver");
}

static void a_bonus_roll_is_no_time_to_double(void **state)
{
    struct table *t = *state;
    x_begins(t, "french-1", money());
    x(t, "roll 66");
    plays_on(t);
    not_now(t, PASCH_X, "double");
    plays_on(t);
    assert_int_equal(pasch_position_due(&t->game.position), PASCH_DUE_BONUS);
    not_now(t, PASCH_X, "double");
    x(t, "roll 21");
    plays_on(t);
    assert_true(may_double(t, PASCH_O));
}

static void the_naming_of_a_double_is_no_time_to_double(void **state)
{
    struct table *t = *state;
    take_game(t, "acey-deucey");
    t->rules.cube = PASCH_CUBE_YES; /* a row of our own */
    begin(t, money());
    x(t, "opening 31");
    assert_true(may_double(t, PASCH_X));
    x(t, "roll 21");
    plays_on(t);
    assert_int_equal(pasch_position_due(&t->game.position), PASCH_DUE_CHOOSE);
    not_now(t, PASCH_X, "double");
    x(t, "choose 11");
    not_now(t, PASCH_X, "double");
    plays_on(t);
    assert_int_equal(pasch_position_due(&t->game.position), PASCH_DUE_BONUS);
    not_now(t, PASCH_X, "double");
}

static void a_take_over_is_no_time_to_double_but_the_turn_after_it_is(void **state)
{
    struct table *t = *state;
    take_game(t, "gioul");
    t->rules.cube = PASCH_CUBE_YES; /* a row of our own */
    begin_at(t, "gioul 20:1,10:1 24:3,9:1,8:1 x 44", money());
    plays_on(t); /* x cannot fill the fours */
    assert_int_equal(t->game.position.turn, PASCH_O);
    assert_int_equal(t->game.position.stage[0].die[0], 5);
    not_now(t, PASCH_O, "double");
    plays_on(t);
    not_now(t, PASCH_O, "double");
    plays_on(t);
    assert_int_equal(pasch_position_due(&t->game.position), PASCH_DUE_THROW);
    assert_int_equal(t->game.position.turn, PASCH_O);
    assert_true(may_double(t, PASCH_O));
}

static void who_throws_twice_may_double_before_the_first_throw_only(void **state)
{
    struct table *t = *state;
    x_begins(t, "double-vs-choice", money());
    assert_true(may_double(t, PASCH_X));
    x(t, "roll 31");
    plays_on(t);
    assert_int_equal(t->game.position.turn, PASCH_X);
    assert_int_equal(pasch_position_due(&t->game.position), PASCH_DUE_THROW);
    not_now(t, PASCH_X, "double");
    x(t, "roll 42");
    not_now(t, PASCH_X, "double");
}

static void the_chooser_may_double_before_naming_a_roll(void **state)
{
    struct table *t = *state;
    begin_game(t, "double-vs-choice", money());
    x(t, "opening 13");
    assert_int_equal(pasch_position_due(&t->game.position), PASCH_DUE_CHOOSE);
    o(t, "double");
    x(t, "take");
    cube_is(t, 2, PASCH_X);
    assert_int_equal(pasch_game_actor(&t->game), PASCH_O);
    o(t, "choose 31");
    not_now(t, PASCH_O, "double");
    plays_on(t);
    assert_true(may_double(t, PASCH_X));
}

static void with_a_fixed_roll_the_cube_may_be_turned_before_the_first_hop(void **state)
{
    struct table *t = *state;
    x_begins(t, "fixed-roll", money());
    x(t, "double"); /* before the one throw */
    o(t, "take");
    x(t, "roll 65");
    not_now(t, PASCH_X, "double");
    x(t, "play 24/13");
    assert_true(may_double(t, PASCH_O));
    o(t, "hop 13/8");
    not_now(t, PASCH_O, "double");
    o(t, "undo");
    o(t, "double");
    refuses(t, &(struct pasch_event){.kind = PASCH_EVENT_HOP, .hop = {{24, 18, 6, 0}}}, PASCH_NOT_NOW);
    x(t, "take");
    cube_is(t, 4, PASCH_X);
    assert_int_equal(pasch_game_actor(&t->game), PASCH_O);
    o(t, "play 24/13");
    x(t, "double");
    o(t, "pass");
    score_is(t, 4, 0);
}

static void with_a_fixed_roll_of_the_opening_the_starter_comes_too_late(void **state)
{
    struct table *t = *state;
    take_game(t, "fixed-roll");
    set_option(t, "opening", "split");
    begin(t, money());
    x(t, "opening 65");
    not_now(t, PASCH_X, "double");
    x(t, "play 24/13");
    assert_true(may_double(t, PASCH_O));
}

/* What the answers do. */

static void refusing_loses_the_old_value(void **state)
{
    struct table *t = *state;
    x_begins(t, "backwards", money());
    x(t, "double");
    o(t, "pass");
    score_is(t, 1, 0);
    take_game(t, "standard");
    begin_at(t, "standard 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 o - cube=8o", money());
    o(t, "double");
    x(t, "pass");
    score_is(t, 0, 8);
    assert_int_equal(t->game.won, 8);
    assert_int_equal(t->game.phase, PASCH_PHASE_BETWEEN);
}

static void accepting_doubles_the_stake_and_hands_the_cube_over(void **state)
{
    struct table *t = *state;
    x_begins(t, "backwards", money());
    cube_is(t, 1, PASCH_NOBODY);
    x(t, "double");
    cube_is(t, 1, PASCH_NOBODY);
    o(t, "take");
    cube_is(t, 2, PASCH_O);
    assert_int_equal(pasch_game_actor(&t->game), PASCH_X);
    assert_int_equal(pasch_position_due(&t->game.position), PASCH_DUE_THROW);
    loses(t, PASCH_X, 1);
    score_is(t, 0, 2);
}

static void the_cube_lies_in_the_middle_again_in_the_next_game(void **state)
{
    struct table *t = *state;
    x_begins(t, "backwards", money());
    x(t, "double");
    o(t, "take");
    loses(t, PASCH_O, 1);
    x(t, "next");
    cube_is(t, 1, PASCH_NOBODY);
}

static void the_cube_goes_on_beyond_64(void **state)
{
    struct table *t = *state;
    x_begins(t, "reversed", money());
    for (int i = 0; i < 20; i++) {
        int side = t->game.position.turn;
        does(t, side, "double");
        does(t, 1 - side, "take");
        cube_is(t, (int64_t)2 << i, 1 - side);
        a_turn_passes(t, "roll 21");
    }
    x(t, "double");
    o(t, "pass");
    score_is(t, 1 << 20, 0);
}

static void the_cube_stops_where_the_numbers_end(void **state)
{
    struct table *t = *state;
    take_game(t, "standard");
    begin_at(t, "standard 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 x - cube=549755813888x", money());
    illegal(t, PASCH_X, "double");
    begin_at(t, "standard 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 x - cube=274877906944x", money());
    x(t, "double");
    o(t, "take");
    cube_is(t, 549755813888, PASCH_O);
    loses(t, PASCH_X, 3);
    score_is(t, 0, 3 * 549755813888);
}

static void a_backgammon_with_the_cube_at_four_counts_twelve(void **state)
{
    struct table *t = *state;
    take_game(t, "standard");
    begin_at(t, "standard 1:1 20:1,6:14 x 21 cube=4o", money());
    x(t, "play 1/off");
    score_is(t, 12, 0);
    begin_at(t, "standard 1:1 6:15 x 21 cube=4o", money());
    x(t, "play 1/off");
    score_is(t, 8, 0);
    begin_at(t, "standard 1:1 6:14 x 21 cube=4o", money());
    x(t, "play 1/off");
    score_is(t, 4, 0);
}

/* Games without. */

static void games_without_a_cube_refuse_it(void **state)
{
    static const char *const without[] = {"russian",     "gioul", "french-2", "acey-deucey", "mexican",
                                          "old-britain", "pin",   "catch-me", "doublets",    "open-roll"};
    struct table *t = *state;
    for (size_t i = 0; i < sizeof without / sizeof *without; i++) {
        struct pasch_terms terms = money();
        take_game(t, without[i]);
        assert_int_equal(pasch_terms_check(&terms, &t->rules, &t->error), PASCH_BAD_GAME);
        assert_int_equal(pasch_rules_set(&t->rules, "cube", "on", &t->error), PASCH_BAD_GAME);
        pasch_terms_default(&terms, &t->rules);
        assert_false(terms.cube);
        begin(t, terms);
        x(t, "opening 31");
        illegal(t, PASCH_X, "double");
    }
}

static void where_the_cube_is_optional_it_is_off_unless_agreed(void **state)
{
    static const char *const optional[] = {"eureka", "lumbardorum", "fixed-roll"};
    struct table *t = *state;
    for (size_t i = 0; i < sizeof optional / sizeof *optional; i++) {
        struct pasch_terms terms;
        take_game(t, optional[i]);
        pasch_terms_default(&terms, &t->rules);
        assert_false(terms.cube);
        begin(t, terms);
        x(t, "opening 31");
        illegal(t, PASCH_X, "double");
        terms.cube = true;
        begin(t, terms);
        x(t, "opening 31");
        x(t, "double");
    }
}

static void the_other_games_have_the_cube_unless_agreed_otherwise(void **state)
{
    static const char *const with[] = {
        "standard", "puff",   "long-puff", "russian-puff", "long-russian-puff", "french-1", "backwards",
        "straight", "no-hit", "reversed",  "snake",        "double-vs-choice"};
    struct table *t = *state;
    for (size_t i = 0; i < sizeof with / sizeof *with; i++) {
        struct pasch_terms terms;
        take_game(t, with[i]);
        pasch_terms_default(&terms, &t->rules);
        assert_true(terms.cube);
        terms.cube = false;
        set_option(t, "opening", "fresh");
        begin(t, terms);
        x(t, "opening 31");
        illegal(t, PASCH_X, "double");
    }
}

static void an_open_roll_leaves_no_moment_for_the_cube(void **state)
{
    struct table *t = *state;
    take_game(t, "open-roll");
    struct pasch_terms terms = {0};
    begin(t, terms);
    x(t, "opening 31");
    illegal(t, PASCH_X, "double");
    x(t, "roll 31");
    illegal(t, PASCH_X, "double");
    x(t, "roll 65");
    illegal(t, PASCH_X, "double");
    plays_on(t);
    illegal(t, PASCH_O, "double");
}

/* Crawford. */

/* Begins the next game; says whether the side on turn may double. */
static bool cube_in_next_game(struct table *t, int starter)
{
    x(t, "next");
    x(t, starter == PASCH_X ? "opening 31" : "opening 13");
    return may_double(t, starter);
}

static void the_game_after_a_side_first_needs_one_point_has_no_cube(void **state)
{
    struct table *t = *state;
    x_begins(t, "backwards", match_to(5));
    loses(t, PASCH_O, 2);
    assert_true(cube_in_next_game(t, PASCH_O));
    loses(t, PASCH_O, 2);
    assert_false(cube_in_next_game(t, PASCH_O));
    assert_true(t->game.position.crawford);
    illegal(t, PASCH_O, "double");
}

static void after_the_crawford_game_the_cube_is_back_for_good(void **state)
{
    struct table *t = *state;
    x_begins(t, "backwards", match_to(5));
    loses(t, PASCH_O, 3);
    loses(t, PASCH_O, 1);
    loses(t, PASCH_X, 1); /* the Crawford game: 4-1 */
    assert_true(cube_in_next_game(t, PASCH_O));
    assert_false(t->game.position.crawford);
    loses(t, PASCH_X, 3); /* 4-4: o needs one point, too, but Crawford has been */
    x(t, "next");
    assert_false(t->game.position.crawford);
    loses(t, PASCH_X, 1);
    score_is(t, 4, 5);
    assert_int_equal(t->game.phase, PASCH_PHASE_OVER);
}

static void a_drawn_crawford_game_is_played_again_without_the_cube(void **state)
{
    struct table *t = *state;
    x_begins(t, "backwards", match_to(5));
    loses(t, PASCH_O, 3);
    loses(t, PASCH_O, 1);
    x(t, "next");
    x(t, "opening 31");
    t->game.position.ply = 599;
    a_turn_passes(t, "roll 21");
    assert_int_equal(t->game.position.winner, PASCH_NOBODY);
    x(t, "next");
    assert_true(t->game.position.crawford);
    loses(t, PASCH_X, 1);
    x(t, "next");
    assert_false(t->game.position.crawford);
}

static void a_match_to_one_has_no_crawford_game(void **state)
{
    struct table *t = *state;
    struct pasch_terms terms = match_to(1);
    terms.dead_cube = true;
    x_begins(t, "backwards", terms);
    assert_false(t->game.position.crawford);
    assert_true(may_double(t, PASCH_X));
    loses(t, PASCH_O, 1);
    assert_int_equal(t->game.phase, PASCH_PHASE_OVER);
}

static void crawford_may_be_left_out_by_agreement(void **state)
{
    struct table *t = *state;
    struct pasch_terms terms = match_to(5);
    terms.crawford = false;
    x_begins(t, "backwards", terms);
    loses(t, PASCH_O, 3);
    loses(t, PASCH_O, 1);
    assert_true(cube_in_next_game(t, PASCH_O));
    assert_false(t->game.position.crawford);
}

static void a_match_without_the_cube_has_no_crawford_game(void **state)
{
    struct table *t = *state;
    struct pasch_terms terms = match_to(2);
    terms.cube = false;
    x_begins(t, "backwards", terms);
    loses(t, PASCH_O, 1);
    x(t, "next");
    assert_false(t->game.position.crawford);
}

static void a_game_begun_after_the_crawford_game_knows_that_it_has_been(void **state)
{
    struct table *t = *state;
    take_game(t, "standard");
    begin_at(t, "standard 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 o - score=4-2/5", match_to(5));
    assert_true(may_double(t, PASCH_O));
    loses(t, PASCH_X, 1);
    x(t, "next");
    assert_false(t->game.position.crawford);
    begin_at(t, "standard 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 o - score=4-2/5 crawford=1", match_to(5));
    assert_false(may_double(t, PASCH_O));
    loses(t, PASCH_X, 1);
    x(t, "next");
    assert_false(t->game.position.crawford);
    begin_at(t, "standard 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 o - score=3-2/5", match_to(5));
    loses(t, PASCH_O, 1);
    x(t, "next");
    assert_true(t->game.position.crawford);
}

/* The dead cube. */

static void a_double_that_cannot_matter_is_not_allowed(void **state)
{
    struct table *t = *state;
    x_begins(t, "backwards", match_to(3));
    x(t, "double");
    o(t, "take");
    a_turn_passes(t, "roll 21");
    o(t, "double"); /* two points are not enough for o */
    x(t, "take");
    a_turn_passes(t, "roll 21");
    illegal(t, PASCH_X, "double"); /* four points are enough for x */
    begin_game(t, "standard", match_to(1));
    x(t, "opening 31");
    plays_on(t);
    illegal(t, PASCH_O, "double");
}

static void what_is_dead_depends_on_the_doublers_score_alone(void **state)
{
    struct table *t = *state;
    take_game(t, "standard");
    begin_at(t, "standard 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 x - score=2-4/5 cube=2", match_to(5));
    assert_true(may_double(t, PASCH_X));
    begin_at(t, "standard 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 x - score=3-1/5 cube=2", match_to(5));
    assert_false(may_double(t, PASCH_X));
}

static void a_dead_cube_may_be_turned_where_agreed(void **state)
{
    struct table *t = *state;
    struct pasch_terms terms = match_to(1);
    terms.dead_cube = true;
    x_begins(t, "backwards", terms);
    x(t, "double");
    o(t, "take");
    cube_is(t, 2, PASCH_O);
    loses(t, PASCH_O, 1);
    score_is(t, 2, 0);
    assert_int_equal(t->game.phase, PASCH_PHASE_OVER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(anyone_may_double_first_before_the_first_throw_of_a_turn),
        cmocka_unit_test(once_turned_only_the_owner_may_turn_the_cube),
        cmocka_unit_test(nobody_may_double_once_the_dice_are_thrown),
        cmocka_unit_test(nobody_may_double_out_of_turn_or_between_games),
        cmocka_unit_test(an_offer_must_be_answered_before_anything_else),
        cmocka_unit_test(the_doubler_cannot_answer_for_the_opponent),
        cmocka_unit_test(a_bonus_roll_is_no_time_to_double),
        cmocka_unit_test(the_naming_of_a_double_is_no_time_to_double),
        cmocka_unit_test(a_take_over_is_no_time_to_double_but_the_turn_after_it_is),
        cmocka_unit_test(who_throws_twice_may_double_before_the_first_throw_only),
        cmocka_unit_test(the_chooser_may_double_before_naming_a_roll),
        cmocka_unit_test(with_a_fixed_roll_the_cube_may_be_turned_before_the_first_hop),
        cmocka_unit_test(with_a_fixed_roll_of_the_opening_the_starter_comes_too_late),
        cmocka_unit_test(refusing_loses_the_old_value),
        cmocka_unit_test(accepting_doubles_the_stake_and_hands_the_cube_over),
        cmocka_unit_test(the_cube_lies_in_the_middle_again_in_the_next_game),
        cmocka_unit_test(the_cube_goes_on_beyond_64),
        cmocka_unit_test(the_cube_stops_where_the_numbers_end),
        cmocka_unit_test(a_backgammon_with_the_cube_at_four_counts_twelve),
        cmocka_unit_test(games_without_a_cube_refuse_it),
        cmocka_unit_test(where_the_cube_is_optional_it_is_off_unless_agreed),
        cmocka_unit_test(the_other_games_have_the_cube_unless_agreed_otherwise),
        cmocka_unit_test(an_open_roll_leaves_no_moment_for_the_cube),
        cmocka_unit_test(the_game_after_a_side_first_needs_one_point_has_no_cube),
        cmocka_unit_test(after_the_crawford_game_the_cube_is_back_for_good),
        cmocka_unit_test(a_drawn_crawford_game_is_played_again_without_the_cube),
        cmocka_unit_test(a_match_to_one_has_no_crawford_game),
        cmocka_unit_test(crawford_may_be_left_out_by_agreement),
        cmocka_unit_test(a_match_without_the_cube_has_no_crawford_game),
        cmocka_unit_test(a_game_begun_after_the_crawford_game_knows_that_it_has_been),
        cmocka_unit_test(a_double_that_cannot_matter_is_not_allowed),
        cmocka_unit_test(what_is_dead_depends_on_the_doublers_score_alone),
        cmocka_unit_test(a_dead_cube_may_be_turned_where_agreed),
    };
    return cmocka_run_group_tests(tests, table_open, table_close);
}
