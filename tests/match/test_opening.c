/* Who begins, with which dice, in which role, and how long it goes on. */
#include "match.h"

static struct pasch_terms no_cube(void)
{
    return (struct pasch_terms){0};
}

/* Whether no throw has been made: the starter throws, or names a roll where that is its role. */
static bool starts_afresh(const struct pasch_position *p)
{
    enum pasch_due due = pasch_position_due(p);
    return p->stages == 0 && (due == PASCH_DUE_THROW || due == PASCH_DUE_CHOOSE);
}

/* The opening dice. */

static void standard_opens_with_the_two_dice_and_all_others_with_a_throw_of_the_starter(void **state)
{
    (void)state;
    for (size_t i = 0; i < pasch_game_count(); i++) {
        const struct pasch_rules *rules = pasch_game_at(i);
        assert_int_equal(rules->opening,
                         strcmp(rules->id, "standard") == 0 ? PASCH_OPENING_SPLIT : PASCH_OPENING_FRESH);
    }
}

static void the_higher_die_begins_and_plays_both_numbers(void **state)
{
    struct table *t = *state;
    begin_game(t, "standard", money());
    assert_int_equal(pasch_game_actor(&t->game), PASCH_NOBODY);
    x(t, "opening 31");
    assert_int_equal(pasch_game_actor(&t->game), PASCH_X);
    assert_int_equal(pasch_position_due(&t->game.position), PASCH_DUE_PLAY);
    x(t, "play 8/5 6/5");
    begin_game(t, "standard", money());
    x(t, "opening 26");
    assert_int_equal(pasch_game_actor(&t->game), PASCH_O);
    not_now(t, PASCH_O, "roll 31");
    o(t, "play 24/18 13/11");
    assert_int_equal(pasch_game_actor(&t->game), PASCH_X);
}

static void equal_opening_dice_are_thrown_again(void **state)
{
    struct table *t = *state;
    for (size_t i = 0; i < pasch_game_count(); i++) {
        begin_game(t, pasch_game_at(i)->id, no_cube());
        for (int tie = 1; tie <= 300; tie++) {
            x(t, "opening 44");
            assert_int_equal(t->game.phase, PASCH_PHASE_OPENING);
            assert_true(t->game.ties > 0);
        }
        x(t, "opening 13");
        assert_int_equal(pasch_game_actor(&t->game), PASCH_O);
        not_now(t, PASCH_X, "opening 31");
    }
}

static void nothing_but_the_opening_can_come_first(void **state)
{
    static const char *const events[] = {"roll 31", "choose 11", "end",  "undo",     "double", "take",
                                         "pass",    "beaver",    "next", "resign 1", "accept", "reject"};
    struct table *t = *state;
    begin_game(t, "standard", money());
    for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
        not_now(t, PASCH_X, events[i]);
        not_now(t, PASCH_O, events[i]);
    }
    for (int die = 0; die < 9; die += 7) {
        refuses(t, &(struct pasch_event){.kind = PASCH_EVENT_OPENING, .die = {(uint8_t)die, 3}}, PASCH_BAD_TEXT);
        refuses(t, &(struct pasch_event){.kind = PASCH_EVENT_OPENING, .die = {3, (uint8_t)die}}, PASCH_BAD_TEXT);
    }
}

static void in_the_other_games_the_starter_throws_afresh_and_may_throw_a_double(void **state)
{
    struct table *t = *state;
    for (size_t i = 1; i < pasch_game_count(); i++) {
        for (int starter = 0; starter < 2; starter++) {
            begin_game(t, pasch_game_at(i)->id, no_cube());
            x(t, starter ? "opening 13" : "opening 31");
            assert_int_equal(pasch_game_actor(&t->game), starter);
            assert_int_equal(t->game.starter, starter);
            assert_true(starts_afresh(&t->game.position));
            if (pasch_position_due(&t->game.position) == PASCH_DUE_THROW)
                does(t, starter, "roll 55");
        }
    }
}

static void by_option_the_starter_of_every_game_plays_the_opening_dice(void **state)
{
    struct table *t = *state;
    for (size_t i = 0; i < pasch_game_count(); i++) {
        for (int starter = 0; starter < 2; starter++) {
            take_game(t, pasch_game_at(i)->id);
            set_option(t, "opening", "split");
            begin(t, no_cube());
            x(t, starter ? "opening 16" : "opening 61");
            const struct pasch_position *p = &t->game.position;
            assert_int_equal(pasch_game_actor(&t->game), starter);
            if (t->rules.throws == PASCH_THROW_ROLES) { /* one side never throws: both begin as they always do */
                assert_true(starts_afresh(p));
                continue;
            }
            assert_int_equal(p->stages, 1);
            assert_int_equal(p->stage[0].die[0] + p->stage[0].die[1], 7);
            assert_true(p->stage[0].die[0] == 6 || p->stage[0].die[1] == 6);
            assert_int_equal(pasch_position_due(p),
                             t->rules.throws == PASCH_THROW_PREVIEW ? PASCH_DUE_REPLY : PASCH_DUE_PLAY);
        }
    }
}

static void a_split_1_2_is_a_1_2_like_any_other(void **state)
{
    struct table *t = *state;
    take_game(t, "mexican");
    set_option(t, "opening", "split");
    begin(t, no_cube());
    x(t, "opening 21");
    x(t, "choose 33");
    plays_on(t);
    take_game(t, "acey-deucey");
    set_option(t, "opening", "split");
    begin(t, no_cube());
    x(t, "opening 12");
    o(t, "play in/24 in/23");
    o(t, "choose 44");
}

static void by_option_the_starter_of_standard_throws_afresh(void **state)
{
    struct table *t = *state;
    take_game(t, "standard");
    set_option(t, "opening", "fresh");
    begin(t, money());
    x(t, "opening 31");
    assert_true(starts_afresh(&t->game.position));
    x(t, "roll 66");
    x(t, "play 24/18(2) 13/7(2)");
}

static void every_game_of_a_match_has_an_opening_of_its_own(void **state)
{
    struct table *t = *state;
    begin_game(t, "standard", match_to(7));
    for (int game = 0; game < 4; game++) {
        assert_int_equal(t->game.phase, PASCH_PHASE_OPENING);
        x(t, game % 2 ? "opening 52" : "opening 25");
        assert_int_equal(t->game.starter, game % 2 ? PASCH_X : PASCH_O);
        loses(t, PASCH_X, 1);
        x(t, "next");
    }
}

/* Draws. */

static void reach_the_last_turn(struct table *t, uint32_t cap)
{
    t->game.position.ply = cap - 1;
    while (t->game.phase == PASCH_PHASE_PLAYING) {
        if (pasch_position_due(&t->game.position) == PASCH_DUE_PLAY) {
            plays_on(t);
        } else if (pasch_position_due(&t->game.position) == PASCH_DUE_CHOOSE) {
            does(t, t->game.position.turn, "choose 31");
        } else {
            does(t, t->game.position.turn, "roll 42");
        }
    }
}

static void after_a_draw_the_other_side_starts(void **state)
{
    static const struct {
        const char *id;
        uint32_t cap;
    } games[] = {{"standard", 1000},  {"backwards", 600},   {"reversed", 3000},   {"double-vs-choice", 1000},
                 {"open-roll", 1000}, {"fixed-roll", 1000}, {"acey-deucey", 1000}};
    struct table *t = *state;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        for (int starter = 0; starter < 2; starter++) {
            struct pasch_terms terms = {.length = 3};
            begin_game(t, games[i].id, terms);
            loses(t, PASCH_O, 1);
            x(t, "next");
            x(t, starter ? "opening 13" : "opening 31");
            reach_the_last_turn(t, games[i].cap);
            assert_true(t->game.position.over);
            assert_int_equal(t->game.position.winner, PASCH_NOBODY);
            assert_int_equal(t->game.won, 0);
            assert_int_equal(t->game.phase, PASCH_PHASE_BETWEEN);
            score_is(t, 1, 0);
            x(t, "next");
            not_now(t, PASCH_X, "opening 31");
            assert_int_equal(pasch_game_actor(&t->game), 1 - starter);
            assert_int_equal(t->game.starter, 1 - starter);
            assert_true(starts_afresh(&t->game.position)); /* with a throw of its own, also where openings are split */
            reach_the_last_turn(t, games[i].cap);
            x(t, "next");
            assert_int_equal(t->game.starter, starter);
            loses(t, PASCH_O, 1);
            x(t, "next");
            assert_int_equal(t->game.phase, PASCH_PHASE_OPENING); /* a game that is won ends it */
        }
    }
}

/* Roles. */

static bool x_has_the_row_start(const struct table *t)
{
    struct pasch_position start;
    pasch_position_start(&start, &t->rules);
    return memcmp(&t->game.position.board, &start.board, sizeof start.board) == 0 &&
           t->game.position.chooser == start.chooser;
}

static bool sides_are_exchanged(const struct table *t)
{
    struct pasch_position start;
    pasch_position_start(&start, &t->rules);
    const struct pasch_board *now = &t->game.position.board;
    return memcmp(&now->side[0], &start.board.side[1], sizeof now->side[0]) == 0 &&
           memcmp(&now->side[1], &start.board.side[0], sizeof now->side[1]) == 0;
}

static void unequal_games_exchange_the_roles_after_every_game_where_agreed(void **state)
{
    static const char *const unequal[] = {"straight", "snake"};
    struct table *t = *state;
    for (size_t i = 0; i < 2; i++) {
        struct pasch_terms terms = match_to(9);
        terms.swap_roles = true;
        begin_game(t, unequal[i], terms);
        for (int game = 0; game < 4; game++) {
            assert_true(game % 2 ? sides_are_exchanged(t) : x_has_the_row_start(t));
            assert_int_equal(pasch_position_check(&t->game.position, &t->error), PASCH_OK);
            loses(t, PASCH_X, 1);
            x(t, "next");
        }
    }
}

static void the_chooser_changes_after_every_game_where_agreed(void **state)
{
    struct table *t = *state;
    struct pasch_terms terms = match_to(9);
    terms.swap_roles = true;
    begin_game(t, "double-vs-choice", terms);
    for (int game = 0; game < 4; game++) {
        assert_int_equal(t->game.position.chooser, game % 2 ? PASCH_X : PASCH_O);
        x(t, "opening 31");
        assert_int_equal(pasch_position_due(&t->game.position), game % 2 ? PASCH_DUE_CHOOSE : PASCH_DUE_THROW);
        loses(t, PASCH_X, 1);
        x(t, "next");
    }
    take_game(t, "double-vs-choice");
    begin_at(t, "double-vs-choice 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 x - chooser=x", terms);
    loses(t, PASCH_X, 1);
    x(t, "next");
    assert_int_equal(t->game.position.chooser, PASCH_O);
}

static void without_agreement_the_roles_stay(void **state)
{
    static const char *const unequal[] = {"straight", "snake", "double-vs-choice"};
    struct table *t = *state;
    for (size_t i = 0; i < 3; i++) {
        begin_game(t, unequal[i], match_to(9));
        for (int game = 0; game < 3; game++) {
            assert_true(x_has_the_row_start(t));
            loses(t, PASCH_X, 1);
            x(t, "next");
        }
    }
    take_game(t, "double-vs-choice");
    begin_at(t, "double-vs-choice 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 x - chooser=x", match_to(9));
    loses(t, PASCH_X, 1);
    x(t, "next");
    assert_int_equal(t->game.position.chooser, PASCH_X);
}

static void a_drawn_game_is_replayed_in_the_same_roles(void **state)
{
    static const char *const unequal[] = {"straight", "snake", "double-vs-choice"};
    struct table *t = *state;
    for (size_t i = 0; i < 3; i++) {
        struct pasch_terms terms = {.length = 9, .swap_roles = true};
        begin_game(t, unequal[i], terms);
        x(t, "opening 31");
        reach_the_last_turn(t, 1000);
        assert_int_equal(t->game.position.winner, PASCH_NOBODY);
        x(t, "next");
        assert_true(x_has_the_row_start(t));
        assert_int_equal(pasch_game_actor(&t->game), PASCH_O);
        loses(t, PASCH_X, 1);
        x(t, "next");
        assert_false(x_has_the_row_start(t));
    }
}

static void only_unequal_games_have_roles_to_exchange(void **state)
{
    (void)state;
    for (size_t i = 0; i < pasch_game_count(); i++) {
        const struct pasch_rules *rules = pasch_game_at(i);
        struct pasch_terms terms = {.swap_roles = true};
        bool unequal = strcmp(rules->id, "straight") == 0 || strcmp(rules->id, "snake") == 0 ||
                       strcmp(rules->id, "double-vs-choice") == 0;
        assert_int_equal(pasch_terms_check(&terms, rules, NULL), unequal ? PASCH_OK : PASCH_BAD_GAME);
    }
}

static void a_game_with_exchanged_roles_is_read_back_as_it_was_written(void **state)
{
    static const char *const unequal[] = {"straight", "snake", "double-vs-choice"};
    struct table *t = *state;
    for (size_t i = 0; i < 3; i++) {
        struct pasch_terms terms = match_to(9);
        terms.swap_roles = true;
        begin_game(t, unequal[i], terms);
        loses(t, PASCH_X, 1);
        x(t, "next");
        x(t, "opening 31");
        char text[PASCH_PPN_ROOM];
        struct pasch_position back;
        pasch_ppn_write(&t->game.position, text);
        assert_int_equal(pasch_ppn_read(&back, text, &t->rules, &t->error), PASCH_OK);
        if (!pasch_position_equal(&back, &t->game.position))
            testing_fail("'%s' reads back as another position", text);
    }
}

/* How long it goes on. */

static void a_match_ends_with_the_game_that_reaches_its_length(void **state)
{
    struct table *t = *state;
    begin_game(t, "standard", match_to(3));
    loses(t, PASCH_O, 1);
    loses(t, PASCH_X, 2);
    assert_int_equal(t->game.phase, PASCH_PHASE_BETWEEN);
    loses(t, PASCH_X, 3); /* more than is needed */
    score_is(t, 1, 5);
    assert_int_equal(t->game.games, 3);
    assert_int_equal(t->game.phase, PASCH_PHASE_OVER);
    assert_int_equal(pasch_game_actor(&t->game), PASCH_NOBODY);
    not_now(t, PASCH_X, "next");
    not_now(t, PASCH_X, "opening 31");
    not_now(t, PASCH_X, "resign 1");
}

static void an_agreed_number_of_rounds_ends_after_so_many_games(void **state)
{
    struct table *t = *state;
    struct pasch_terms terms = {.rounds = 4};
    begin_game(t, "gioul", terms);
    for (int game = 1; game <= 4; game++) {
        loses(t, game % 2, 2);
        assert_int_equal(t->game.games, game);
        assert_int_equal(t->game.phase, game < 4 ? PASCH_PHASE_BETWEEN : PASCH_PHASE_OVER);
    }
    score_is(t, 4, 4);
    not_now(t, PASCH_X, "next");
}

static void money_play_goes_on(void **state)
{
    struct table *t = *state;
    begin_game(t, "standard", money());
    for (int game = 1; game <= 500; game++) {
        loses(t, PASCH_O, 3);
        assert_int_equal(t->game.phase, PASCH_PHASE_BETWEEN);
    }
    score_is(t, 1500, 0);
    assert_int_equal(t->game.games, 500);
    x(t, "next");
    assert_int_equal(t->game.position.score[PASCH_X], 1500);
    assert_int_equal(t->game.position.length, 0);
}

static void a_match_is_to_points_or_to_rounds(void **state)
{
    (void)state;
    const struct pasch_rules *rules = pasch_game_find("gioul");
    struct pasch_terms terms = {.length = 3, .rounds = 3};
    assert_int_equal(pasch_terms_check(&terms, rules, NULL), PASCH_BAD_GAME);
    terms.rounds = 0;
    assert_int_equal(pasch_terms_check(&terms, rules, NULL), PASCH_OK);
    terms.length = 100001;
    assert_int_equal(pasch_terms_check(&terms, rules, NULL), PASCH_BAD_GAME);
    terms = (struct pasch_terms){.rounds = 100001};
    assert_int_equal(pasch_terms_check(&terms, rules, NULL), PASCH_BAD_GAME);
}

static void a_match_may_begin_with_a_game_that_is_over(void **state)
{
    struct table *t = *state;
    take_game(t, "standard");
    begin_at(t, "standard over o 2", money());
    assert_int_equal(t->game.phase, PASCH_PHASE_BETWEEN);
    score_is(t, 0, 2);
    not_now(t, PASCH_X, "roll 31");
    x(t, "next");
    x(t, "opening 31");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(standard_opens_with_the_two_dice_and_all_others_with_a_throw_of_the_starter),
        cmocka_unit_test(the_higher_die_begins_and_plays_both_numbers),
        cmocka_unit_test(equal_opening_dice_are_thrown_again),
        cmocka_unit_test(nothing_but_the_opening_can_come_first),
        cmocka_unit_test(in_the_other_games_the_starter_throws_afresh_and_may_throw_a_double),
        cmocka_unit_test(by_option_the_starter_of_every_game_plays_the_opening_dice),
        cmocka_unit_test(a_split_1_2_is_a_1_2_like_any_other),
        cmocka_unit_test(by_option_the_starter_of_standard_throws_afresh),
        cmocka_unit_test(every_game_of_a_match_has_an_opening_of_its_own),
        cmocka_unit_test(after_a_draw_the_other_side_starts),
        cmocka_unit_test(unequal_games_exchange_the_roles_after_every_game_where_agreed),
        cmocka_unit_test(the_chooser_changes_after_every_game_where_agreed),
        cmocka_unit_test(without_agreement_the_roles_stay),
        cmocka_unit_test(a_drawn_game_is_replayed_in_the_same_roles),
        cmocka_unit_test(only_unequal_games_have_roles_to_exchange),
        cmocka_unit_test(a_game_with_exchanged_roles_is_read_back_as_it_was_written),
        cmocka_unit_test(a_match_ends_with_the_game_that_reaches_its_length),
        cmocka_unit_test(an_agreed_number_of_rounds_ends_after_so_many_games),
        cmocka_unit_test(money_play_goes_on),
        cmocka_unit_test(a_match_is_to_points_or_to_rounds),
        cmocka_unit_test(a_match_may_begin_with_a_game_that_is_over),
    };
    return cmocka_run_group_tests(tests, table_open, table_close);
}
