/* What the end of every game counts, from hand-made positions: the last play is made, whatever play it is. */
#include "match.h"

/* Every play of the position ends in `result`; only men that may walk backwards can put the end off. */
static void every_play_gives(struct table *t, const char *text, const char *result)
{
    struct pasch_position position;
    char got[PASCH_PPN_ROOM];
    if (pasch_ppn_read(&position, text, &t->rules, &t->error) != PASCH_OK)
        testing_fail("'%s', column %d: %s", text, t->error.column, t->error.text);
    assert_int_equal(pasch_position_plays(&position, &t->plays, &t->error), PASCH_OK);
    if (!t->plays.count)
        testing_fail("'%s' has no play", text);
    size_t ends = 0;
    for (size_t i = 0; i < t->plays.count; i++) {
        struct pasch_position after = position;
        pasch_position_play(&after, &t->plays.play[i]);
        if (t->rules.backward && !after.over)
            continue;
        pasch_ppn_write(&after, got);
        if (strcmp(got, result) != 0)
            testing_fail("'%s' gives '%s', not '%s'", text, got, result);
        ends++;
    }
    assert_true(ends > 0);
}

/* The same where there is no play and the turn passes. */
static void the_pass_gives(struct table *t, const char *text, const char *result)
{
    struct pasch_position position;
    char got[PASCH_PPN_ROOM];
    if (pasch_ppn_read(&position, text, &t->rules, &t->error) != PASCH_OK)
        testing_fail("'%s', column %d: %s", text, t->error.column, t->error.text);
    assert_int_equal(pasch_position_plays(&position, &t->plays, &t->error), PASCH_OK);
    assert_int_equal(t->plays.count, 0);
    pasch_position_play(&position, NULL);
    pasch_ppn_write(&position, got);
    if (strcmp(got, result) != 0)
        testing_fail("'%s' passes to '%s', not '%s'", text, got, result);
}

/* How many plays of the position end in `result`, out of how many. */
static void some_plays_give(struct table *t, const char *text, const char *result, size_t count, size_t of)
{
    struct pasch_position position = testing_position(text);
    char got[PASCH_PPN_ROOM];
    size_t found = 0;
    assert_int_equal(pasch_position_plays(&position, &t->plays, &t->error), PASCH_OK);
    for (size_t i = 0; i < t->plays.count; i++) {
        struct pasch_position after = position;
        pasch_position_play(&after, &t->plays.play[i]);
        pasch_ppn_write(&after, got);
        found += strcmp(got, result) == 0;
    }
    if (found != count || t->plays.count != of)
        testing_fail("'%s': %zu of %zu plays give '%s'", text, found, t->plays.count, result);
}

/* The winner's last men go off with 2-1, once as x and once as o, against these men of the loser. */
static void a_win_counts(struct table *t, const char *winner, const char *loser, int points)
{
    const char *dice = t->rules.throws == PASCH_THROW_PREVIEW ? "21/65" : "21";
    char text[PASCH_PPN_ROOM], result[PASCH_PPN_ROOM];
    snprintf(text, sizeof text, "%s %s %s x %s", t->rules.id, winner, loser, dice);
    snprintf(result, sizeof result, "%s over x %d", t->rules.id, points);
    every_play_gives(t, text, result);
    snprintf(text, sizeof text, "%s %s %s o %s", t->rules.id, loser, winner, dice);
    snprintf(result, sizeof result, "%s over o %d", t->rules.id, points);
    every_play_gives(t, text, result);
}

static void a_win_counts_with_a_man_on(struct table *t, const char *winner, int point, const char *others, int points)
{
    char loser[PASCH_PPN_ROOM];
    snprintf(loser, sizeof loser, "%d:1,%s", point, others);
    a_win_counts(t, winner, loser, points);
}

/* Games with 1, 2, 3. None has more than five men on a point here, for old-britain. */
static const char *const opposite[] = {"standard",    "puff",      "russian-puff",    "french-1",
                                       "old-britain", "backwards", "fixed-roll",      "no-hit",
                                       "open-roll",   "snake",     "double-vs-choice"};
static const char *const same_way[] = {"long-puff", "long-russian-puff", "russian", "straight"};
enum { OPPOSITE = sizeof opposite / sizeof *opposite, SAME_WAY = sizeof same_way / sizeof *same_way };

static const char *triple_game(size_t index)
{
    return index < OPPOSITE ? opposite[index] : same_way[index - OPPOSITE];
}

static void a_loser_with_a_man_off_loses_one(void **state)
{
    struct table *t = *state;
    for (size_t i = 0; i < OPPOSITE + SAME_WAY; i++) {
        take_game(t, triple_game(i));
        a_win_counts(t, "1:1", "6:5,5:5,4:4", 1);
        a_win_counts(t, "2:1", "6:1", 1);
    }
}

static void a_loser_without_a_man_off_loses_two(void **state)
{
    struct table *t = *state;
    for (size_t i = 0; i < OPPOSITE + SAME_WAY; i++) {
        take_game(t, triple_game(i));
        a_win_counts(t, "1:1", "6:5,5:5,4:5", 2);
        for (int point = 7; point <= 18; point++)
            a_win_counts_with_a_man_on(t, "1:1", point, "6:5,5:5,4:4", 2);
    }
}

static void a_man_in_the_winners_home_makes_it_three(void **state)
{
    struct table *t = *state;
    for (size_t i = 0; i < OPPOSITE; i++) {
        take_game(t, opposite[i]);
        for (int point = 19; point <= 23; point++)
            a_win_counts_with_a_man_on(t, "1:1", point, "6:5,5:5,4:4", 3);
        if (t->rules.contact == PASCH_CONTACT_HIT) /* by way of point 1 it would lose in no-hit */
            a_win_counts_with_a_man_on(t, "2:1", 24, "6:5,5:5,4:4", 3);
    }
}

static void walking_the_same_way_a_man_in_the_first_quarter_makes_it_three(void **state)
{
    struct table *t = *state;
    for (size_t i = 0; i < SAME_WAY; i++) {
        take_game(t, same_way[i]);
        for (int point = 19; point <= 24; point++)
            a_win_counts_with_a_man_on(t, "1:1", point, "6:5,5:5,4:4", 3);
        a_win_counts(t, "1:1", "6:5,5:5,4:5", 2); /* in the winner's home, which is the loser's own */
    }
}

static void a_man_on_the_bar_makes_it_three(void **state)
{
    struct table *t = *state;
    for (size_t i = 0; i < OPPOSITE + SAME_WAY; i++) {
        take_game(t, triple_game(i));
        if (t->rules.contact == PASCH_CONTACT_HIT)
            a_win_counts(t, "1:1", "6:5,5:5,4:4,bar:1", 3);
    }
}

static void a_man_in_hand_counts_like_one_on_the_bar(void **state)
{
    struct table *t = *state;
    int games = 0;
    for (size_t i = 0; i < OPPOSITE + SAME_WAY; i++) {
        take_game(t, triple_game(i));
        if (!t->rules.start[0][PASCH_HAND])
            continue;
        a_win_counts(t, "1:1", "6:5,5:5,4:4,hand:1", 3);
        a_win_counts(t, "1:1", "hand:15", 3);
        a_win_counts(t, "1:1", "6:5,5:5,4:3,hand:1", 1);
        games++;
    }
    assert_int_equal(games, 6);
}

static void a_man_off_saves_the_backgammon_unless_the_words_are_taken_literally(void **state)
{
    struct table *t = *state;
    for (size_t i = 0; i < OPPOSITE + SAME_WAY; i++) {
        for (int literal = 0; literal < 2; literal++) {
            take_game(t, triple_game(i));
            set_option(t, "literal_backgammon", literal ? "1" : "0");
            a_win_counts_with_a_man_on(t, "1:1", 20, "6:5,5:5,4:3", literal ? 3 : 1);
            if (t->rules.contact == PASCH_CONTACT_HIT)
                a_win_counts(t, "1:1", "6:5,bar:1", literal ? 3 : 1);
            a_win_counts_with_a_man_on(t, "1:1", 18, "6:5,5:5,4:3", 1);
            a_win_counts(t, "1:1", "6:5,5:5,4:5", 2);
            a_win_counts_with_a_man_on(t, "1:1", 20, "6:5,5:5,4:4", 3);
        }
    }
}

static void on_half_a_board_the_first_six_steps_are_the_first_quarter(void **state)
{
    struct table *t = *state;
    take_game(t, "lumbardorum");
    a_win_counts(t, "1:1", "6:14", 1);
    a_win_counts(t, "1:1", "6:15", 2);
    for (int step = 1; step <= 6; step++) {
        a_win_counts_with_a_man_on(t, step == 1 ? "2:1" : "1:1", 13 - step, "6:14", 3);
        a_win_counts_with_a_man_on(t, step == 1 ? "2:1" : "1:1", 13 - step, "6:13", 1);
    }
    a_win_counts(t, "1:1", "6:14,bar:1", 3);
    a_win_counts(t, "1:1", "6:13,bar:1", 1);
    set_option(t, "literal_backgammon", "1");
    a_win_counts(t, "1:1", "7:1,6:13", 3);
    a_win_counts(t, "1:1", "6:13", 1);
}

/* Games with 1, 2. */

static void eureka_counts_one_or_two(void **state)
{
    struct table *t = *state;
    take_game(t, "eureka");
    a_win_counts(t, "1:1", "6:2,5:2,4:2,3:3,2:3,1:3", 2);
    a_win_counts(t, "1:1", "6:2,5:2,4:2,3:3,2:3,1:2", 1);
    a_win_counts(t, "1:2", "1:1", 1);
}

static void gioul_counts_one_or_two_and_never_three(void **state)
{
    struct table *t = *state;
    take_game(t, "gioul");
    a_win_counts(t, "1:1", "6:14", 1);
    a_win_counts(t, "1:1", "6:15", 2);
    a_win_counts(t, "2:1", "24:15", 2);
    a_win_counts(t, "2:1", "24:14", 1);
    assert_int_equal(pasch_rules_set(&t->rules, "literal_backgammon", "1", NULL), PASCH_BAD_GAME);
}

static void in_gioul_who_takes_over_may_win_with_it(void **state)
{
    struct table *t = *state;
    take_game(t, "gioul");
    the_pass_gives(t, "gioul 24:15 4:1,2:3 x 33", "gioul 24:15 4:1,2:3 o 4444>5555>6666>roll");
    every_play_gives(t, "gioul 24:15 4:1,2:3 o 4444>5555>6666>roll", "gioul over o 2");
    every_play_gives(t, "gioul 24:1 4:1,2:3 o 4444>5555>6666>roll", "gioul over o 1");
}

/* Games with 1. */

static void mexican_counts_one_whatever_is_left(void **state)
{
    struct table *t = *state;
    take_game(t, "mexican");
    every_play_gives(t, "mexican 1:1 20:1,6:5,5:5,4:4 x 61", "mexican over x 1");
    every_play_gives(t, "mexican 20:1,6:5,5:5,4:3,bar:1 1:1 o 61", "mexican over o 1");
    every_play_gives(t, "mexican 6:1,5:1 6:1 x 65", "mexican over x 1");
}

static void reversed_is_lost_by_the_last_man_off_and_counts_one(void **state)
{
    struct table *t = *state;
    take_game(t, "reversed");
    every_play_gives(t, "reversed 1:1 6:3 x 65", "reversed over o 1");
    every_play_gives(t, "reversed 6:3 1:1 o 65", "reversed over x 1");
    every_play_gives(t, "reversed 1:2 20:1,6:13,bar:1 x 65", "reversed over o 1");
    /* R-re-3: also where it is forced; with a choice it is not. */
    every_play_gives(t, "reversed 2:1 6:15 x 21", "reversed over o 1");
    some_plays_give(t, "reversed 4:1,2:1 6:15 x 32", "reversed over o 1", 0, 2);
}

static void tourne_case_is_won_on_the_home_point_and_counts_one(void **state)
{
    struct table *t = *state;
    take_game(t, "french-2");
    every_play_gives(t, "french-2 2:1,1:2 hand:3 x 61", "french-2 over x 1");
    every_play_gives(t, "french-2 bar:3 2:1,1:2 o 61", "french-2 over o 1");
    every_play_gives(t, "french-2 4:1,2:1,1:1 5:1,1:2 x 31", "french-2 over x 1");
}

static void a_side_without_men_loses_one(void **state)
{
    struct table *t = *state;
    some_plays_give(t, "catch-me 12:1,2:1 6:1 x 61", "catch-me over x 1", 1, 2);
    some_plays_give(t, "catch-me 6:1 12:1,2:1 o 61", "catch-me over o 1", 1, 2);
    /* C-5: x captures, the last man of o jumps onto the very man that has captured, which was x's last. */
    some_plays_give(t, "catch-me 13:1 15:1,13:1 x 21", "catch-me over o 1", 1, 1);
}

static void doublets_counts_one(void **state)
{
    struct table *t = *state;
    take_game(t, "doublets");
    every_play_gives(t, "doublets off:1 unstack:123456 x 11", "doublets over x 1");
    every_play_gives(t, "doublets off:6 off:26 o 62", "doublets over o 1");
    every_play_gives(t, "doublets restack:6 off:2 x 65", "doublets off:12346 off:2 o -");
    set_option(t, "unit", "man");
    every_play_gives(t, "doublets off:11 unstack:123456 x 11", "doublets off:1 unstack:123456 x roll");
    every_play_gives(t, "doublets off:1 unstack:123456 x 61", "doublets over x 1");
}

static void who_hits_in_no_hit_loses_one_whatever_is_left(void **state)
{
    struct table *t = *state;
    take_game(t, "no-hit");
    every_play_gives(t, "no-hit 7:1 22:1,19:1 x 41", "no-hit over o 1");
    every_play_gives(t, "no-hit 22:1,19:1 7:1 o 41", "no-hit over x 1");
    some_plays_give(t, "no-hit 24:14,7:1 21:2,22:1,19:1,6:3,5:3,4:3,3:2 x 41", "no-hit over o 1", 1, 1);
}

/* Games that count what is left. */

static void in_acey_deucey_every_man_not_off_counts_one(void **state)
{
    struct table *t = *state;
    take_game(t, "acey-deucey");
    every_play_gives(t, "acey-deucey 1:1 4:3,bar:1,hand:2 x 65", "acey-deucey over x 6");
    every_play_gives(t, "acey-deucey hand:15 1:1 o 65", "acey-deucey over o 15");
    every_play_gives(t, "acey-deucey 1:1 6:1 x 65", "acey-deucey over x 1");
    every_play_gives(t, "acey-deucey 2:1,1:1 20:9,6:3 x 65", "acey-deucey over x 12");
}

static void in_the_pin_game_the_losers_pips_count_once_twice_or_three_times(void **state)
{
    struct table *t = *state;
    take_game(t, "pin");
    a_win_counts(t, "1:1", "3:1,1:2", 5);
    a_win_counts(t, "1:1", "1:15", 30);
    a_win_counts(t, "1:1", "6:14", 84);
    a_win_counts(t, "1:1", "6:15", 180);
    a_win_counts(t, "1:1", "18:1,1:14", 2 * (18 + 14));
    a_win_counts(t, "1:1", "19:1,1:14", 3 * (19 + 14));
    a_win_counts(t, "2:1", "24:1,1:14", 114);
    a_win_counts(t, "1:1", "24:1!,1:14", 114); /* pinned until the last man went off */
    a_win_counts(t, "1:1", "20:1,1:13", 33);
    set_option(t, "literal_backgammon", "1");
    a_win_counts(t, "1:1", "20:1,1:13", 3 * 33);
    a_win_counts(t, "1:1", "18:1,1:13", 31);
}

/* Draws. */

static void mutual_blockade_is_a_draw(void **state)
{
    struct table *t = *state;
    take_game(t, "pin");
    every_play_gives(t, "pin 24:1!,4:1,1:13 24:1!,1:14 x 21", "pin over draw 0");
    take_game(t, "lumbardorum");
    every_play_gives(t, "lumbardorum 12:1,10:1,9:1,6:5,2:5,bar:2 12:1,10:1,9:1,8:1,6:5,2:5,bar:1 x 54",
                     "lumbardorum over draw 0");
    take_game(t, "fixed-roll");
    the_pass_gives(t, "fixed-roll 6:14,bar:1 6:14,bar:1 x 66", "fixed-roll over draw 0");
}

static void a_blockade_of_one_side_is_none(void **state)
{
    struct table *t = *state;
    take_game(t, "pin");
    the_pass_gives(t, "pin 24:1!,1:14 24:1!,5:1,1:13 x 21", "pin 24:1!,1:14 24:1!,5:1,1:13 o -");
    take_game(t, "fixed-roll");
    the_pass_gives(t, "fixed-roll 6:14,bar:1 7:1,6:14 x 66", "fixed-roll 6:14,bar:1 7:1,6:14 o 66");
}

static void after_the_last_turn_allowed_the_game_is_drawn(void **state)
{
    struct table *t = *state;
    for (size_t i = 0; i < pasch_game_count(); i++) {
        const char *id = pasch_game_at(i)->id;
        uint32_t cap = strcmp(id, "backwards") == 0 ? 600 : strcmp(id, "reversed") == 0 ? 3000 : 1000;
        struct pasch_rng rng;
        pasch_rng_seed(&rng, i);
        for (uint32_t ply = cap - 2; ply < cap; ply++) {
            struct pasch_position p;
            pasch_position_start(&p, pasch_game_at(i));
            p.counts_plies = true;
            p.ply = ply;
            while (p.ply == ply && testing_step(&p, &rng, &t->plays)) {
            }
            assert_int_equal(p.over, ply == cap - 1);
            if (p.over && (p.winner != PASCH_NOBODY || p.points))
                testing_fail("%s: the turn limit is no draw", id);
        }
    }
}

static void a_win_in_the_last_turn_allowed_is_a_win(void **state)
{
    struct table *t = *state;
    take_game(t, "standard");
    every_play_gives(t, "standard 1:1 6:15 x 21 ply=999", "standard over x 2");
    take_game(t, "reversed");
    every_play_gives(t, "reversed 1:1 6:14 x 66 ply=2999", "reversed over o 1");
}

static void the_third_time_the_same_position_stands_a_fixed_roll_is_drawn(void **state)
{
    static const char *const round[] = {"play bar/20", "play 15/10", "play 20/15*",
                                        "play bar/20", "play 15/10", "play 20/15*"};
    struct table *t = *state;
    struct pasch_terms terms = {.cube = true};
    take_game(t, "fixed-roll");
    begin_at(t, "fixed-roll bar:1 15:1 x 32 cube=8x", terms);
    for (int turn = 0; turn < 12; turn++) {
        assert_int_equal(t->game.phase, PASCH_PHASE_PLAYING);
        does(t, turn % 2, round[turn % 6]);
    }
    assert_true(t->game.position.over);
    assert_int_equal(t->game.position.winner, PASCH_NOBODY);
    assert_int_equal(t->game.won, 0);
    score_is(t, 0, 0); /* a draw ignores the cube */
    x(t, "next");
    assert_int_equal(pasch_game_actor(&t->game), PASCH_O);
}

static void repetitions_are_counted_within_one_game(void **state)
{
    struct table *t = *state;
    struct pasch_terms terms = {0};
    begin_game(t, "fixed-roll", terms);
    for (int game = 0; game < 4; game++) {
        x(t, "opening 31");
        x(t, "roll 65");
        x(t, "play 24/13");
        assert_int_equal(t->game.phase, PASCH_PHASE_PLAYING);
        loses(t, PASCH_X, 1);
        x(t, "next");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_loser_with_a_man_off_loses_one),
        cmocka_unit_test(a_loser_without_a_man_off_loses_two),
        cmocka_unit_test(a_man_in_the_winners_home_makes_it_three),
        cmocka_unit_test(walking_the_same_way_a_man_in_the_first_quarter_makes_it_three),
        cmocka_unit_test(a_man_on_the_bar_makes_it_three),
        cmocka_unit_test(a_man_in_hand_counts_like_one_on_the_bar),
        cmocka_unit_test(a_man_off_saves_the_backgammon_unless_the_words_are_taken_literally),
        cmocka_unit_test(on_half_a_board_the_first_six_steps_are_the_first_quarter),
        cmocka_unit_test(eureka_counts_one_or_two),
        cmocka_unit_test(gioul_counts_one_or_two_and_never_three),
        cmocka_unit_test(in_gioul_who_takes_over_may_win_with_it),
        cmocka_unit_test(mexican_counts_one_whatever_is_left),
        cmocka_unit_test(reversed_is_lost_by_the_last_man_off_and_counts_one),
        cmocka_unit_test(tourne_case_is_won_on_the_home_point_and_counts_one),
        cmocka_unit_test(a_side_without_men_loses_one),
        cmocka_unit_test(doublets_counts_one),
        cmocka_unit_test(who_hits_in_no_hit_loses_one_whatever_is_left),
        cmocka_unit_test(in_acey_deucey_every_man_not_off_counts_one),
        cmocka_unit_test(in_the_pin_game_the_losers_pips_count_once_twice_or_three_times),
        cmocka_unit_test(mutual_blockade_is_a_draw),
        cmocka_unit_test(a_blockade_of_one_side_is_none),
        cmocka_unit_test(after_the_last_turn_allowed_the_game_is_drawn),
        cmocka_unit_test(a_win_in_the_last_turn_allowed_is_a_win),
        cmocka_unit_test(the_third_time_the_same_position_stands_a_fixed_roll_is_drawn),
        cmocka_unit_test(repetitions_are_counted_within_one_game),
    };
    return cmocka_run_group_tests(tests, table_open, table_close);
}
