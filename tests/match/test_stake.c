/* What else a stake depends on: Jacoby, beavers, automatic doubles, resignations; and events that are refused. */
#include "match.h"

/* Money: Jacoby, beavers, automatic doubles. */

static struct pasch_terms money_with_jacoby(void)
{
    struct pasch_terms terms = money();
    terms.jacoby = true;
    return terms;
}

static void with_jacoby_a_gammon_counts_one_until_the_cube_was_turned(void **state)
{
    struct table *t = *state;
    take_game(t, "standard");
    begin_at(t, "standard 1:1 6:15 x 21 jacoby=1", money_with_jacoby());
    x(t, "play 1/off");
    assert_int_equal(t->game.position.points, 2);
    score_is(t, 1, 0);
    begin_at(t, "standard 1:1 20:1,6:14 x 21 jacoby=1", money_with_jacoby());
    x(t, "play 1/off");
    score_is(t, 1, 0);
    begin_at(t, "standard 1:1 20:1,6:14 x 21 cube=2x jacoby=1", money_with_jacoby());
    x(t, "play 1/off");
    score_is(t, 6, 0);
}

static void with_jacoby_a_resignation_of_two_counts_one_until_the_cube_was_turned(void **state)
{
    struct table *t = *state;
    x_begins(t, "backwards", money_with_jacoby());
    loses(t, PASCH_O, 2);
    score_is(t, 1, 0);
    x(t, "next");
    x(t, "opening 31");
    x(t, "double");
    o(t, "take");
    loses(t, PASCH_O, 2);
    score_is(t, 5, 0);
}

static void an_automatic_double_leaves_the_cube_in_the_middle_and_jacoby_in_force(void **state)
{
    struct table *t = *state;
    struct pasch_terms terms = money_with_jacoby();
    terms.auto_doubles = 1;
    begin_game(t, "backwards", terms);
    x(t, "opening 44");
    cube_is(t, 2, PASCH_NOBODY);
    loses(t, PASCH_O, 3);
    score_is(t, 2, 0);
}

static void jacoby_beavers_and_automatic_doubles_are_for_money_with_a_cube(void **state)
{
    struct table *t = *state;
    take_game(t, "standard");
    for (int which = 0; which < 3; which++) {
        struct pasch_terms terms = money();
        terms.jacoby = which == 0;
        terms.beavers = which == 1;
        terms.auto_doubles = which == 2;
        assert_int_equal(pasch_terms_check(&terms, &t->rules, &t->error), PASCH_OK);
        terms.length = 5;
        assert_int_equal(pasch_terms_check(&terms, &t->rules, &t->error), PASCH_BAD_GAME);
        terms.length = 0;
        terms.cube = false;
        assert_int_equal(pasch_terms_check(&terms, &t->rules, &t->error), PASCH_BAD_GAME);
    }
}

static void who_is_doubled_may_beaver_and_keep_the_cube(void **state)
{
    struct table *t = *state;
    struct pasch_terms terms = money();
    terms.beavers = true;
    x_begins(t, "backwards", terms);
    x(t, "double");
    o(t, "beaver");
    assert_int_equal(pasch_game_actor(&t->game), PASCH_X);
    assert_int_equal(pasch_position_due(&t->game.position), PASCH_DUE_ANSWER);
    not_now(t, PASCH_O, "take");
    x(t, "take");
    cube_is(t, 4, PASCH_O);
    assert_int_equal(pasch_game_actor(&t->game), PASCH_X);
    illegal(t, PASCH_X, "double");
    a_turn_passes(t, "roll 21");
    o(t, "double");
    x(t, "beaver");
    o(t, "take");
    cube_is(t, 16, PASCH_X);
}

static void who_refuses_a_beaver_loses_the_doubled_stake(void **state)
{
    struct table *t = *state;
    struct pasch_terms terms = money();
    terms.beavers = true;
    x_begins(t, "backwards", terms);
    x(t, "double");
    o(t, "beaver");
    x(t, "pass");
    score_is(t, 0, 2);
    x(t, "next");
    x(t, "opening 31"); /* nothing of the beaver is left */
    x(t, "double");
    o(t, "take");
    cube_is(t, 2, PASCH_O);
}

static void a_beaver_cannot_be_beavered_nor_come_uncalled(void **state)
{
    struct table *t = *state;
    struct pasch_terms terms = money();
    x_begins(t, "backwards", terms);
    x(t, "double");
    illegal(t, PASCH_O, "beaver");
    terms.beavers = true;
    x_begins(t, "backwards", terms);
    not_now(t, PASCH_O, "beaver");
    x(t, "double");
    o(t, "beaver");
    illegal(t, PASCH_X, "beaver");
}

static void equal_opening_dice_turn_the_cube_as_often_as_agreed(void **state)
{
    struct table *t = *state;
    struct pasch_terms terms = money();
    terms.auto_doubles = 2;
    begin_game(t, "standard", terms);
    x(t, "opening 44");
    cube_is(t, 2, PASCH_NOBODY);
    x(t, "opening 11");
    cube_is(t, 4, PASCH_NOBODY);
    x(t, "opening 66");
    cube_is(t, 4, PASCH_NOBODY);
    x(t, "opening 31");
    plays_on(t);
    o(t, "double"); /* the cube is still in the middle */
    x(t, "take");
    cube_is(t, 8, PASCH_X);
    loses(t, PASCH_X, 1);
    x(t, "next");
    x(t, "opening 22"); /* every game has its own */
    cube_is(t, 2, PASCH_NOBODY);
}

static void without_agreement_equal_opening_dice_change_nothing(void **state)
{
    struct table *t = *state;
    begin_game(t, "standard", money());
    x(t, "opening 44");
    cube_is(t, 1, PASCH_NOBODY);
    struct pasch_terms terms = money();
    terms.auto_doubles = 7;
    assert_int_equal(pasch_terms_check(&terms, &t->rules, &t->error), PASCH_BAD_GAME);
}

/* Resigning. */

static void a_game_is_resigned_with_one_two_or_three_times_the_cube(void **state)
{
    struct table *t = *state;
    for (int points = 1; points <= 3; points++) {
        x_begins(t, "backwards", money());
        x(t, "double");
        o(t, "take");
        loses(t, PASCH_X, points);
        score_is(t, 0, 2 * points);
        assert_int_equal(t->game.won, 2 * points);
    }
}

static void nobody_may_resign_with_more_than_the_game_can_cost(void **state)
{
    static const struct {
        const char *id;
        int most;
    } games[] = {{"standard", 3}, {"eureka", 2},      {"gioul", 2},       {"mexican", 1}, {"french-2", 1},
                 {"catch-me", 1}, {"doublets", 1},    {"reversed", 1},    {"no-hit", 3},  {"lumbardorum", 3},
                 {"puff", 3},     {"old-britain", 3}, {"acey-deucey", 15}};
    struct table *t = *state;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct pasch_terms terms = {0};
        char text[20];
        x_begins(t, games[i].id, terms);
        assert_int_equal(pasch_game_resign_most(&t->game, PASCH_X), games[i].most);
        snprintf(text, sizeof text, "resign %d", games[i].most + 1);
        illegal(t, PASCH_X, text);
        illegal(t, PASCH_X, "resign 0");
        illegal(t, PASCH_X, "resign -1");
        snprintf(text, sizeof text, "resign %d", games[i].most);
        x(t, text);
    }
}

static void in_acey_deucey_the_men_left_are_the_most(void **state)
{
    struct table *t = *state;
    struct pasch_terms terms = {0};
    take_game(t, "acey-deucey");
    begin_at(t, "acey-deucey 3:2,bar:1 6:1,hand:3 x -", terms);
    assert_int_equal(pasch_game_resign_most(&t->game, PASCH_X), 3);
    assert_int_equal(pasch_game_resign_most(&t->game, PASCH_O), 4);
    illegal(t, PASCH_X, "resign 4");
    illegal(t, PASCH_O, "resign 5");
    o(t, "resign 4");
    x(t, "accept");
    score_is(t, 4, 0);
}

static void in_the_pin_game_the_pips_with_their_multiple_are_the_most(void **state)
{
    struct table *t = *state;
    struct pasch_terms terms = {0};
    take_game(t, "pin");
    begin_at(t, "pin 3:1,2:1 24:1,1:14 x -", terms);
    assert_int_equal(pasch_game_resign_most(&t->game, PASCH_X), 5);
    assert_int_equal(pasch_game_resign_most(&t->game, PASCH_O), 3 * (24 + 14));
    illegal(t, PASCH_O, "resign 115");
    illegal(t, PASCH_X, "resign 6");
    x(t, "resign 5");
    o(t, "accept");
    score_is(t, 0, 5);
    x_begins(t, "pin", terms);
    assert_int_equal(pasch_game_resign_most(&t->game, PASCH_X), 3 * (13 * 24 + 17 + 15));
}

static void either_side_may_resign_while_the_game_is_played(void **state)
{
    struct table *t = *state;
    begin_game(t, "standard", money());
    not_now(t, PASCH_X, "resign 1"); /* not before the opening */
    x(t, "opening 31");
    o(t, "resign 1"); /* not on turn, and the dice are thrown */
    assert_int_equal(pasch_game_actor(&t->game), PASCH_X);
    x(t, "accept");
    score_is(t, 1, 0);
    not_now(t, PASCH_O, "resign 1"); /* not after the game */
}

static void a_resignation_is_answered_by_the_opponent_and_before_anything_else(void **state)
{
    struct table *t = *state;
    x_begins(t, "backwards", money());
    not_now(t, PASCH_X, "accept");
    not_now(t, PASCH_O, "reject");
    x(t, "resign 2");
    assert_int_equal(t->game.phase, PASCH_PHASE_RESIGN);
    assert_int_equal(pasch_game_actor(&t->game), PASCH_O);
    not_now(t, PASCH_X, "accept");
    not_now(t, PASCH_X, "reject");
    not_now(t, PASCH_X, "resign 3");
    not_now(t, PASCH_O, "resign 1");
    not_now(t, PASCH_X, "double");
    not_now(t, PASCH_O, "double");
    not_now(t, PASCH_X, "roll 31");
    not_now(t, PASCH_X, "next");
    o(t, "accept");
    score_is(t, 0, 2);
}

/* All of the game but what was said in the resignation. */
static void same_but_for_the_resignation(struct pasch_game before, const struct pasch_game *after)
{
    before.resigner = after->resigner;
    before.resignation = after->resignation;
    assert_memory_equal(&before, after, sizeof before);
}

static void after_a_rejected_resignation_the_game_goes_on_where_it_was(void **state)
{
    static struct pasch_game before;
    struct table *t = *state;
    x_begins(t, "backwards", money());
    for (int step = 0; step < 4; step++) {
        for (int side = 0; side < 2; side++) {
            memcpy(&before, &t->game, sizeof before);
            does(t, side, "resign 1");
            does(t, 1 - side, "reject");
            same_but_for_the_resignation(before, &t->game);
        }
        static const char *const then[] = {"roll 31", "hop 8/5", "hop 6/5", "end"};
        x(t, then[step]);
    }
    assert_int_equal(pasch_game_actor(&t->game), PASCH_O);
    assert_int_equal(t->game.position.board.side[PASCH_X].men[5], 2);
}

static void hops_can_still_be_taken_back_after_a_rejected_resignation(void **state)
{
    struct table *t = *state;
    x_begins(t, "backwards", money());
    x(t, "roll 31");
    x(t, "hop 8/5");
    o(t, "resign 3");
    x(t, "reject");
    x(t, "undo");
    assert_int_equal(t->game.hops, 0);
    x(t, "play 8/5 6/5");
}

static void an_accepted_resignation_in_mid_turn_ends_the_game(void **state)
{
    struct table *t = *state;
    x_begins(t, "backwards", match_to(3));
    x(t, "roll 31");
    x(t, "hop 8/5");
    x(t, "resign 3");
    o(t, "accept");
    score_is(t, 0, 3);
    assert_int_equal(t->game.phase, PASCH_PHASE_OVER);
    assert_int_equal(pasch_game_actor(&t->game), PASCH_NOBODY);
    refuses(t, &(struct pasch_event){.kind = PASCH_EVENT_HOP, .hop = {{6, 5, 1, 0}}}, PASCH_NOT_NOW);
    not_now(t, PASCH_X, "next");
}

/* Refusals. */

static struct pasch_event some_event(struct pasch_rng *rng)
{
    struct pasch_event event = {.kind = (enum pasch_event_kind)pasch_rng_below(rng, PASCH_EVENT_KINDS + 1),
                                .side = (uint8_t)pasch_rng_below(rng, 3),
                                .die = {(uint8_t)pasch_rng_below(rng, 8), (uint8_t)pasch_rng_below(rng, 8)},
                                .hops = (uint8_t)pasch_rng_below(rng, 7),
                                .value = (int32_t)pasch_rng_below(rng, 6) - 1};
    for (int i = 0; i < PASCH_HOPS; i++) {
        event.hop[i].from = (uint8_t)pasch_rng_below(rng, 28);
        event.hop[i].number = (uint8_t)pasch_rng_below(rng, pasch_rng_below(rng, 8) ? 8 : 256);
        event.hop[i].to = (uint8_t)(event.hop[i].from - event.hop[i].number);
    }
    return event;
}

static void in_every_game_a_refused_event_leaves_all_as_it_was(void **state)
{
    static struct pasch_game before;
    struct table *t = *state;
    struct pasch_rng rng;
    pasch_rng_seed(&rng, 25);
    for (size_t i = 0; i < pasch_game_count(); i++) {
        struct pasch_terms terms;
        t->rules = *pasch_game_at(i);
        pasch_terms_default(&terms, &t->rules);
        terms.beavers = terms.jacoby = terms.cube;
        begin(t, terms);
        int refused = 0, accepted = 0;
        for (int n = 0; n < 4000; n++) {
            struct pasch_event event = some_event(&rng);
            memcpy(&before, &t->game, sizeof before);
            enum pasch_status status = pasch_game_apply(&t->game, &event, &t->plays, NULL);
            if (status == PASCH_OK) {
                accepted++;
                continue;
            }
            refused++;
            if (memcmp(&before, &t->game, sizeof before) != 0)
                testing_fail("%s: the refused event %d has changed the game", t->rules.id, event.kind);
            /* So that games get on, play what is due now and then. */
            if (n % 8 == 0 && t->game.phase == PASCH_PHASE_PLAYING &&
                pasch_position_due(&t->game.position) == PASCH_DUE_PLAY)
                plays_on(t);
        }
        assert_true(refused > 1000);
        assert_true(accepted > 20);
    }
}

static void a_play_needs_the_numbers_of_the_roll(void **state)
{
    struct table *t = *state;
    begin_game(t, "standard", money());
    x(t, "opening 31");
    /* 8/4 is where 3-1 may lead, but not by 2-2, nor by 4 and nothing. */
    struct pasch_event event = {.kind = PASCH_EVENT_PLAY, .hops = 2, .hop = {{8, 6, 2, 0}, {6, 4, 2, 0}}};
    refuses(t, &event, PASCH_ILLEGAL);
    event.hop[0] = (struct pasch_hop){8, 4, 4, 0};
    event.hop[1] = (struct pasch_hop){6, 6, 0, 0};
    refuses(t, &event, PASCH_ILLEGAL);
    event.hop[0] = (struct pasch_hop){8, 5, 3, 0};
    event.hop[1] = (struct pasch_hop){5, 4, 1, 0};
    event.hops = 5;
    refuses(t, &event, PASCH_ILLEGAL);
    event.hops = 2;
    happens(t, &event);
}

static void opening_and_next_belong_to_no_side(void **state)
{
    struct table *t = *state;
    begin_game(t, "standard", money());
    does(t, PASCH_NOBODY, "opening 31");
    loses(t, PASCH_X, 1);
    does(t, PASCH_NOBODY, "next");
    struct pasch_event event = {.kind = PASCH_EVENT_RESIGN, .side = PASCH_NOBODY, .value = 1};
    refuses(t, &event, PASCH_BAD_TEXT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(with_jacoby_a_gammon_counts_one_until_the_cube_was_turned),
        cmocka_unit_test(with_jacoby_a_resignation_of_two_counts_one_until_the_cube_was_turned),
        cmocka_unit_test(an_automatic_double_leaves_the_cube_in_the_middle_and_jacoby_in_force),
        cmocka_unit_test(jacoby_beavers_and_automatic_doubles_are_for_money_with_a_cube),
        cmocka_unit_test(who_is_doubled_may_beaver_and_keep_the_cube),
        cmocka_unit_test(who_refuses_a_beaver_loses_the_doubled_stake),
        cmocka_unit_test(a_beaver_cannot_be_beavered_nor_come_uncalled),
        cmocka_unit_test(equal_opening_dice_turn_the_cube_as_often_as_agreed),
        cmocka_unit_test(without_agreement_equal_opening_dice_change_nothing),
        cmocka_unit_test(a_game_is_resigned_with_one_two_or_three_times_the_cube),
        cmocka_unit_test(nobody_may_resign_with_more_than_the_game_can_cost),
        cmocka_unit_test(in_acey_deucey_the_men_left_are_the_most),
        cmocka_unit_test(in_the_pin_game_the_pips_with_their_multiple_are_the_most),
        cmocka_unit_test(either_side_may_resign_while_the_game_is_played),
        cmocka_unit_test(a_resignation_is_answered_by_the_opponent_and_before_anything_else),
        cmocka_unit_test(after_a_rejected_resignation_the_game_goes_on_where_it_was),
        cmocka_unit_test(hops_can_still_be_taken_back_after_a_rejected_resignation),
        cmocka_unit_test(an_accepted_resignation_in_mid_turn_ends_the_game),
        cmocka_unit_test(in_every_game_a_refused_event_leaves_all_as_it_was),
        cmocka_unit_test(a_play_needs_the_numbers_of_the_roll),
        cmocka_unit_test(opening_and_next_belong_to_no_side),
    };
    return cmocka_run_group_tests(tests, table_open, table_close);
}
