/* The exact tables against known numbers, against the bear-off tables of standard backgammon, against one throw and all
 * its plays, and against games played with them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "eval/bearoff.h"
#include "exact/rows.h"
#include "exact/sides.h"
#include "pasch/dice.h"
#include "pasch/search.h"
#include "tables.h"

static const struct pasch_rules *game(const char *id)
{
    const struct pasch_rules *rules = pasch_game_find(id);
    assert_non_null(rules);
    return rules;
}

static void check_near(const char *what, double here, double wanted, double within)
{
    if (!(fabs(here - wanted) <= within))
        testing_fail("%s: %.7f here, %.7f wanted", what, here, wanted);
}

static struct pasch_position start_of(const struct pasch_rules *rules)
{
    struct pasch_position p;
    pasch_position_start(&p, rules);
    return p;
}

/* How sides are counted. */

static void check_count(const struct sides *sides, int32_t count)
{
    struct pasch_side side;
    assert_int_equal(sides->count, count);
    for (int32_t i = 0; i < count; i++) {
        if (!sides_at(sides, i, &side))
            continue;
        assert_int_equal(sides_index(sides, &side), i);
        int men = 0;
        for (int p = 0; p < PASCH_PLACES; p++)
            men += side.men[p];
        assert_int_equal(men, sides->men);
    }
}

static void every_side_has_an_index(void **state)
{
    (void)state;
    struct sides sides;
    assert_true(sides_make_race(&sides, game("standard"), 6, 15));
    check_count(&sides, 54264);
    assert_int_equal(sides.full, 38760);
    assert_true(sides_make_race(&sides, game("mexican"), 6, 15));
    check_count(&sides, (46656 + 4332) / 2); /* six dice of 0 to 5: half of all, and of those that make 15 */
    assert_true(sides_make_course(&sides, game("french-2"), 3));
    check_count(&sides, 406);
    assert_true(sides_make_course(&sides, game("catch-me"), 3));
    check_count(&sides, 1 + 24 + 276 + 2024);
    assert_true(sides_make_course(&sides, game("straight"), 2));
    check_count(&sides, 1 + 25 + 325);
    sides_make_towers(&sides, game("doublets"));
    check_count(&sides, 729 + 64 + 64);
}

static void sides_beyond_the_table_have_none(void **state)
{
    (void)state;
    struct sides sides;
    assert_true(sides_make_race(&sides, game("mexican"), 6, 6));
    struct pasch_side side = {.men = {[PASCH_OFF] = 10, [6] = 5}};
    assert_true(sides_index(&sides, &side) > 0);
    side = (struct pasch_side){.men = {[PASCH_OFF] = 9, [6] = 6}}; /* too high a stack */
    assert_int_equal(sides_index(&sides, &side), SIDES_NONE);
    side = (struct pasch_side){.men = {[PASCH_OFF] = 8, [6] = 4, [1] = 3}}; /* too many men */
    assert_int_equal(sides_index(&sides, &side), SIDES_NONE);
    side = (struct pasch_side){.men = {[PASCH_OFF] = 14, [7] = 1}}; /* too far out */
    assert_int_equal(sides_index(&sides, &side), SIDES_NONE);
    side = (struct pasch_side){.men = {[PASCH_OFF] = 14, [PASCH_BAR] = 1}};
    assert_int_equal(sides_index(&sides, &side), SIDES_NONE);
}

/* Which games have which tables. */

static void games_share_tables_where_their_endings_are_alike(void **state)
{
    (void)state;
    static const struct {
        const char *games[7];
    } alike[] = {
        {{"standard", "eureka", "no-hit", "snake", "open-roll"}},
        {{"puff", "russian-puff"}},
        {{"french-1"}},
        {{"gioul"}},
        {{"acey-deucey"}},
        {{"mexican"}},
        {{"old-britain"}},
        {{"pin"}},
        {{"doublets"}},
        {{"lumbardorum"}},
        {{"fixed-roll"}},
        {{"reversed"}},
        {{"double-vs-choice"}},
    };
    enum { GROUPS = sizeof alike / sizeof *alike };
    char name[GROUPS][PASCH_EXACT_NAME], other[PASCH_EXACT_NAME];
    for (int g = 0; g < GROUPS; g++) {
        for (int i = 0; i < 7 && alike[g].games[i]; i++) {
            const struct pasch_rules *rules = game(alike[g].games[i]);
            assert_true(pasch_exact_solo_fits(rules, PASCH_EXACT_HOME));
            pasch_exact_solo_name(rules, PASCH_EXACT_HOME, i ? other : name[g]);
            if (i)
                assert_string_equal(other, name[g]);
        }
        for (int before = 0; before < g; before++)
            assert_string_not_equal(name[g], name[before]);
    }
    /* The sides meet to the very end, or can go back. */
    static const char *const none[] = {"long-puff", "long-russian-puff", "russian",  "straight",
                                       "backwards", "french-2",          "catch-me", NULL};
    for (int i = 0; none[i]; i++)
        assert_false(pasch_exact_solo_fits(game(none[i]), PASCH_EXACT_HOME));
}

static void pairs_reach_as_far_as_seconds_allow(void **state)
{
    (void)state;
    static const struct {
        const char *game;
        int men;
    } known[] = {{"standard", 6},         {"mexican", 6},   {"pin", 6},       {"french-2", 3},
                 {"catch-me", 3},         {"straight", 2},  {"backwards", 2}, {"doublets", 0},
                 {"double-vs-choice", 0}, {"open-roll", 0}, {"fixed-roll", 0}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_int_equal(pasch_exact_pairs_men(game(known[i].game)), known[i].men);
    char one[PASCH_EXACT_NAME], two[PASCH_EXACT_NAME];
    pasch_exact_pairs_name(game("long-puff"), 2, one);
    pasch_exact_pairs_name(game("long-russian-puff"), 2, two);
    assert_string_equal(one, two);
    pasch_exact_pairs_name(game("russian"), 2, two);
    assert_string_not_equal(one, two);
}

/* Doublets: nothing is decided, so that the chances of both sides' turns say all. */

static void doublets_takes_18_turns_alone_and_favours_who_begins(void **state)
{
    (void)state;
    struct tables t;
    struct pasch_exact_turns turns;
    tables_make(&t, game("doublets"), true, true, 0);
    struct pasch_position p = start_of(game("doublets"));
    struct pasch_exact_value value = tables_value(&t, &p);
    assert_true(pasch_exact_turns(&t.exact, &p, PASCH_X, &turns));
    check_near("turns", turns.mean, 18.389, 5.1e-4);
    check_near("win", value.win, 0.53398, 5.1e-6);
    assert_true(value.perfect);
    check_near("length", pasch_exact_length(&t.exact, &p), 31.318, 5.1e-4);
    struct played played = tables_play(&t, &p, 20000, 1);
    check_near("games", played.mean, value.points, 4 * played.error);
    check_near("turns of games", played.turns, 31.318, 0.3);
    tables_free(&t);
}

static void any_tower_is_as_good_as_any_other(void **state)
{
    (void)state;
    struct tables t;
    tables_make(&t, game("doublets"), true, true, 0);
    struct pasch_position p = start_of(game("doublets")), q = p;
    p.board.side[0].marks = 1u << 1 | 1u << 6;
    q.board.side[0].marks = 1u << 3 | 1u << 4;
    p.board.side[1].phase = q.board.side[1].phase = 1;
    check_near("win", tables_value(&t, &p).win, tables_value(&t, &q).win, 1e-6);
    tables_free(&t);
}

static void one_tower_left_is_hit_by_eleven_in_thirty_six_and_doubles_throw_again(void **state)
{
    (void)state;
    struct tables t;
    struct pasch_exact_turns turns;
    tables_make(&t, game("doublets"), true, true, 0);
    struct pasch_position p = testing_position("doublets off:3 unstack:123456 x -");
    assert_true(pasch_exact_turns(&t.exact, &p, PASCH_X, &turns));
    /* a turn: done with 11 of 36, again with the 5 other doubles */
    double done = 11 / 36. / (1 - 5 / 36.);
    check_near("first turn", (double)turns.chance[1], done, 1e-6);
    check_near("second turn", (double)turns.chance[2], (1 - done) * done, 1e-6);
    check_near("mean", turns.mean, 1 / done, 1e-9);
    tables_free(&t);
}

/* Men that are borne off one by one from the towers. */
static void towers_of_men_take_longer(void **state)
{
    (void)state;
    struct pasch_rules rules = *game("doublets");
    struct tables t;
    struct pasch_exact_turns turns;
    assert_int_equal(pasch_rules_set(&rules, "unit", "man", NULL), PASCH_OK);
    tables_make(&t, &rules, true, true, 0);
    struct pasch_position p = start_of(&rules);
    assert_true(pasch_exact_turns(&t.exact, &p, PASCH_X, &turns));
    assert_true(turns.mean > 20);
    struct pasch_exact_value value = tables_value(&t, &p);
    struct played played = tables_play(&t, &p, 20000, 1);
    check_near("games", played.mean, value.points, 4 * played.error);
    tables_free(&t);
}

/* What a throw and all its plays lead to must be worth what the table says before it: tested with the rules of the game
 * itself, stages, namings, bonus throws and all. */

static double mean_of_throws(struct tables *t, const struct pasch_position *p)
{
    double sum = 0;
    for (int i = 0; i < 21; i++) {
        struct pasch_position thrown = *p;
        assert_int_equal(pasch_position_throw(&thrown, rows_throw(i)->a, rows_throw(i)->b, NULL), PASCH_OK);
        sum += rows_throw(i)->weight / 36. * tables_value(t, &thrown).points;
    }
    return sum;
}

static void check_throws(struct tables *t, const struct pasch_position *p)
{
    double before = tables_value(t, p).points, after = mean_of_throws(t, p);
    char text[PASCH_PPN_ROOM];
    if (fabs(before - after) <= 2e-6 * fmax(1, fabs(before)))
        return;
    pasch_ppn_write(p, text);
    testing_fail("%s: %.7f before the throw, %.7f after it", text, before, after);
}

static void check_random_races(const struct pasch_rules *rules, int men, int positions)
{
    struct tables t;
    struct pasch_rng rng;
    tables_make(&t, rules, false, true, men);
    pasch_rng_seed(&rng, 3);
    for (int i = 0; i < positions; i++) {
        struct pasch_position p = tables_random_race(rules, men, 6, &rng);
        if (pasch_position_check(&p, NULL) == PASCH_OK)
            check_throws(&t, &p);
    }
    tables_free(&t);
}

static void races_are_worth_what_their_throws_are_worth(void **state)
{
    (void)state;
    for (size_t i = 0; i < pasch_game_count(); i++) {
        const struct pasch_rules *rules = pasch_game_at(i);
        if (rows_race(rules) && pasch_exact_pairs_men(rules))
            check_random_races(rules, 3, 200);
    }
}

static void races_of_options_too(void **state)
{
    (void)state;
    struct pasch_rules rules = *game("puff");
    assert_int_equal(pasch_rules_set(&rules, "bonus", "1", NULL), PASCH_OK);
    assert_int_equal(pasch_rules_set(&rules, "tops", "2", NULL), PASCH_OK);
    check_random_races(&rules, 3, 200);
    rules = *game("lumbardorum");
    assert_int_equal(pasch_rules_set(&rules, "single_steps", "facing", NULL), PASCH_OK);
    check_random_races(&rules, 3, 200);
}

static void check_random_contact(const struct pasch_rules *rules, int men, int positions)
{
    struct tables t;
    struct pasch_rng rng;
    tables_make(&t, rules, false, true, men);
    pasch_rng_seed(&rng, 4);
    while (positions > 0) {
        struct pasch_position p;
        struct pasch_exact_value value;
        pasch_position_start(&p, rules);
        for (int s = 0; s < 2; s++) {
            struct pasch_side *side = &p.board.side[s];
            memset(side, 0, sizeof *side);
            side->men[rules->end == PASCH_END_HOME_WINS ? 1 : PASCH_OFF] = (uint8_t)pasch_rules_men(rules);
            for (int m = 0; m < men; m++) {
                int to = (int)pasch_rng_below(&rng, (uint32_t)pasch_rules_points(rules) + 3);
                side->men[rules->end == PASCH_END_HOME_WINS ? 1 : PASCH_OFF]--;
                side->men[to > pasch_rules_points(rules) ? PASCH_BAR + to - pasch_rules_points(rules) - 1 : to]++;
            }
        }
        if (pasch_position_check(&p, NULL) != PASCH_OK || !pasch_exact_value(&t.exact, &p, &t.plays, &value))
            continue;
        check_throws(&t, &p);
        positions--;
    }
    tables_free(&t);
}

static void contact_is_worth_what_its_throws_are_worth(void **state)
{
    (void)state;
    check_random_contact(game("french-2"), 3, 300);
    check_random_contact(game("catch-me"), 2, 300);
    check_random_contact(game("straight"), 1, 100);
    check_random_contact(game("russian"), 1, 100);
    check_random_contact(game("long-puff"), 1, 100);
    check_random_contact(game("backwards"), 1, 100);
    struct pasch_rules rules = *game("straight");
    assert_int_equal(pasch_rules_set(&rules, "literal_backgammon", "1", NULL), PASCH_OK);
    check_random_contact(&rules, 1, 100);
}

/* Against the tables of standard backgammon, which are made in another way. */

static void endings_of_two_sides_agree_with_the_bear_off_table(void **state)
{
    (void)state;
    struct tables t;
    struct pasch_rng rng;
    struct pasch_bearoff_two *two = pasch_bearoff_two_create(4, NULL, NULL, NULL);
    assert_non_null(two);
    tables_make(&t, game("standard"), false, true, 4);
    pasch_rng_seed(&rng, 5);
    for (int i = 0; i < 2000; i++) {
        struct pasch_position p = tables_random_race(game("standard"), 4, 6, &rng);
        struct pasch_bearoff_value theirs;
        assert_true(pasch_bearoff_two_find(two, &p.board, PASCH_X, &theirs));
        struct pasch_exact_value ours = tables_value(&t, &p);
        check_near("win", ours.win, (double)theirs.win, 3e-5);
        check_near("points", ours.points, (double)theirs.cubeless, 3e-5);
        assert_true(ours.perfect);
    }
    pasch_bearoff_two_destroy(two);
    tables_free(&t);
}

/* One-sided tables, of games with few men to be quick: two-sided ones, or games played, tell what they are worth. */

static struct pasch_rules with_men(const struct pasch_rules *rules, int men)
{
    struct pasch_rules few = *rules;
    few.men = (uint8_t)men;
    return few;
}

static void one_sided_values_are_close_to_best_play(void **state)
{
    (void)state;
    for (size_t i = 0; i < pasch_game_count(); i++) {
        struct pasch_rules rules = with_men(pasch_game_at(i), 4);
        if (!rows_race(&rules) || rules.towers || rules.throws != PASCH_THROW_EACH)
            continue;
        struct tables t;
        struct pasch_rng rng;
        double sum = 0, sum_points = 0;
        tables_make(&t, &rules, true, true, 4);
        struct pasch_exact solo = {&rules, t.solo, NULL};
        pasch_rng_seed(&rng, 6);
        for (int n = 0; n < 1000; n++) {
            struct pasch_position p = tables_random_race(&rules, 4, 6, &rng);
            struct pasch_exact_value one, two = tables_value(&t, &p), board;
            assert_true(pasch_exact_value(&solo, &p, &t.plays, &one));
            assert_true(pasch_exact_board(&solo, &p.board, PASCH_X, &board));
            assert_memory_equal(&one.win, &board.win, sizeof one.win);
            sum += fabs(one.win - two.win);
            sum_points += fabs(one.points - two.points) / (rules.score == PASCH_SCORE_PIPS ? 10 : 1);
        }
        if (sum / 1000 > 0.001 || sum_points / 1000 > 0.002)
            testing_fail("%s: off by %.5f chances and %.5f points", rules.id, sum / 1000, sum_points / 1000);
        tables_free(&t);
    }
}

static void with_one_throw_for_all_the_game_comes_out_as_known(void **state)
{
    (void)state;
    struct pasch_rules rules = with_men(game("fixed-roll"), 5);
    struct tables t;
    struct pasch_rng rng;
    tables_make(&t, &rules, true, true, 0);
    pasch_rng_seed(&rng, 7);
    for (int n = 0; n < 300; n++) {
        struct pasch_position p = tables_random_race(&rules, 5, 6, &rng);
        const struct rows_throw *dice = rows_throw((int)pasch_rng_below(&rng, 21));
        assert_int_equal(pasch_position_throw(&p, dice->a, dice->b, NULL), PASCH_OK);
        struct pasch_exact_value value = tables_value(&t, &p);
        assert_true(value.perfect);
        struct played played = tables_play(&t, &p, 1, 1);
        check_near("points", played.mean, value.points, 1e-9);
    }
    tables_free(&t);
}

static void check_games(const struct pasch_rules *rules, const struct pasch_position *p, long games, double within)
{
    struct tables t;
    tables_make(&t, rules, true, true, 0);
    struct pasch_exact_value value = tables_value(&t, p);
    struct played played = tables_play(&t, p, games, 1);
    check_near(rules->id, played.mean, p->turn == PASCH_X ? value.points : -value.points, 4 * played.error + within);
    tables_free(&t);
}

/* The chooser needs no luck: two men a turn, if all stand on the ace point. */
static void who_names_rolls_takes_two_men_a_turn(void **state)
{
    (void)state;
    struct pasch_rules rules = with_men(game("double-vs-choice"), 5);
    struct tables t;
    struct pasch_exact_turns turns;
    tables_make(&t, &rules, true, true, 0);
    struct pasch_position p;
    pasch_position_start(&p, &rules);
    p.board.side[PASCH_O] = (struct pasch_side){.men = {[1] = 5}}; /* the chooser */
    p.board.side[PASCH_X] = (struct pasch_side){.men = {[1] = 5}};
    assert_true(pasch_exact_turns(&t.exact, &p, PASCH_O, &turns));
    check_near("chooser", turns.mean, 3, 1e-9);
    assert_true(pasch_exact_turns(&t.exact, &p, PASCH_X, &turns));
    check_near("roller", (double)turns.chance[1], 11 / 36., 1e-6); /* with a double in two throws */
    check_near("roller", (double)turns.chance[2], 25 / 36., 1e-6);
    check_near("win", tables_value(&t, &p).win, 1, 1e-6);
    p.second = true; /* one throw of the turn is left: no win in it without a double, and in the next for sure */
    assert_true(pasch_exact_turns(&t.exact, &p, PASCH_X, &turns));
    check_near("roller", (double)turns.chance[1], 0, 1e-6);
    p.turn = PASCH_O;
    p.second = false;
    check_near("win", tables_value(&t, &p).win, 0, 1e-6);
    p.board.side[PASCH_X] = (struct pasch_side){.men = {[5] = 5}};
    p.board.side[PASCH_O] = (struct pasch_side){.men = {[2] = 3, [3] = 2}};
    check_games(&rules, &p, 3000, 0.02);
    p.turn = PASCH_X;
    check_games(&rules, &p, 3000, 0.02);
    tables_free(&t);
}

static void the_open_roll_is_taken_into_account(void **state)
{
    (void)state;
    struct pasch_rules rules = with_men(game("open-roll"), 5);
    struct tables t;
    tables_make(&t, &rules, true, true, 0);
    struct pasch_position p;
    pasch_position_start(&p, &rules);
    p.board.side[PASCH_X] = (struct pasch_side){.men = {[PASCH_OFF] = 2, [1] = 3}};
    p.board.side[PASCH_O] = (struct pasch_side){.men = {[PASCH_OFF] = 1, [1] = 4}};
    assert_int_equal(pasch_position_throw(&p, 2, 1, NULL), PASCH_OK);
    double hidden = tables_value(&t, &p).win;
    check_near("hidden", hidden, 5 / 6., 1e-6); /* o must not throw a double */
    struct pasch_position known = p;
    assert_int_equal(pasch_position_throw(&known, 3, 3, NULL), PASCH_OK);
    check_near("a double lies open", tables_value(&t, &known).win, 0, 1e-6);
    known = p;
    assert_int_equal(pasch_position_throw(&known, 3, 2, NULL), PASCH_OK);
    check_near("no double", tables_value(&t, &known).win, 1, 1e-6);
    p.stages = 0;
    p.board.side[PASCH_X] = (struct pasch_side){.men = {[5] = 3, [6] = 2}};
    p.board.side[PASCH_O] = (struct pasch_side){.men = {[4] = 4, [3] = 1}};
    check_games(&rules, &p, 3000, 0.02);
    tables_free(&t);
}

/* Bytes. */

static void a_table_is_read_back_and_refused_where_it_does_not_belong(void **state)
{
    (void)state;
    struct tables t;
    struct pasch_error error;
    size_t size;
    tables_make(&t, game("doublets"), true, true, 0);
    const void *bytes = pasch_exact_solo_bytes(t.solo, &size);
    struct pasch_exact_solo *solo = pasch_exact_solo_open(game("doublets"), PASCH_EXACT_HOME, bytes, size, &error);
    assert_non_null(solo);
    struct pasch_exact again = {game("doublets"), solo, NULL};
    struct pasch_position p = start_of(game("doublets"));
    struct pasch_exact_value value;
    assert_true(pasch_exact_value(&again, &p, &t.plays, &value));
    assert_true(value.win == tables_value(&t, &p).win);
    pasch_exact_solo_destroy(solo);
    assert_null(pasch_exact_solo_open(game("standard"), PASCH_EXACT_HOME, bytes, size, &error));
    assert_string_equal(error.text, "the table is not one of standard");
    assert_null(pasch_exact_solo_open(game("doublets"), PASCH_EXACT_HOME, bytes, size - 32, &error));
    assert_null(pasch_exact_pairs_open(game("french-2"), 0, bytes, size, &error));
    uint8_t *damaged = malloc(size);
    memcpy(damaged, bytes, size);
    damaged[size / 2] ^= 1;
    assert_null(pasch_exact_solo_open(game("doublets"), PASCH_EXACT_HOME, damaged, size, &error));
    assert_non_null(strstr(error.text, "damaged"));
    /* a spread that begins behind its end, with a checksum that fits */
    damaged[size / 2] ^= 1;
    bytes = pasch_exact_solo_bytes(t.solo, &size);
    memset(damaged + BEAROFF_HEAD + ROWS_KEY + 8 * 857 + 4 * 100, 0xff, 4);
    bearoff_bytes_seal(damaged);
    assert_null(pasch_exact_solo_open(game("doublets"), PASCH_EXACT_HOME, damaged, size, &error));
    free(damaged);
    tables_free(&t);

    tables_make(&t, game("catch-me"), false, true, 2);
    bytes = pasch_exact_pairs_bytes(t.pairs, &size);
    struct pasch_exact_pairs *pairs = pasch_exact_pairs_open(game("catch-me"), 2, bytes, size, &error);
    assert_non_null(pairs);
    pasch_exact_pairs_destroy(pairs);
    assert_null(pasch_exact_pairs_open(game("catch-me"), 3, bytes, size, &error));
    assert_null(pasch_exact_pairs_open(game("straight"), 2, bytes, size, &error));
    tables_free(&t);
}

static bool stop(void *context, double part)
{
    int *calls = context;
    assert_true(part >= 0 && part <= 1);
    return --*calls > 0;
}

static void making_a_table_can_be_stopped(void **state)
{
    (void)state;
    int calls = 3;
    assert_null(pasch_exact_solo_create(game("standard"), PASCH_EXACT_HOME, stop, &calls));
    calls = 3;
    assert_null(pasch_exact_pairs_create(game("straight"), 1, stop, &calls));
    calls = 3;
    assert_null(pasch_exact_pairs_create(game("standard"), 2, stop, &calls));
    assert_null(pasch_exact_pairs_create(game("doublets"), 0, NULL, NULL));
    assert_null(pasch_exact_pairs_create(game("straight"), 15, NULL, NULL));
    assert_null(pasch_exact_solo_create(game("straight"), PASCH_EXACT_HOME, NULL, NULL));
    assert_null(pasch_exact_solo_create(game("lumbardorum"), PASCH_EXACT_HOME + 1, NULL, NULL));
}

/* Games. */

static void french_2_is_won_as_often_as_the_table_says(void **state)
{
    (void)state;
    struct tables t;
    tables_make(&t, game("french-2"), true, true, 0);
    struct pasch_position p = start_of(game("french-2"));
    struct pasch_exact_value value = tables_value(&t, &p);
    check_near("win", value.win, 0.522436, 1e-6);
    assert_true(value.perfect);
    struct played played = tables_play(&t, &p, 5000, 1);
    check_near("games", played.mean, value.points, 4 * played.error);
    tables_free(&t);
}

/* What a play leaves to who made it, by the table. */
static double worth_of_play(struct tables *t, const struct pasch_position *p, const struct pasch_play *play)
{
    struct pasch_position after = *p;
    pasch_position_play(&after, play);
    if (after.over)
        return after.winner == p->turn ? after.points : -after.points;
    double points = tables_value(t, &after).points;
    return after.turn == p->turn ? points : -points;
}

/* Random games of a solved game: whatever the bot is asked, looking ahead or not, it loses nothing by the table. */
static void the_bot_plays_french_2_without_a_fault(void **state)
{
    (void)state;
    struct tables t;
    tables_make(&t, game("french-2"), true, true, 0);
    struct pasch_evaluator e = {.rules = game("french-2"), .known = pasch_exact_known, .tables = &t.exact};
    struct pasch_search_settings settings;
    pasch_search_settings(&settings);
    struct pasch_search *search = pasch_search_create(&e, &settings);
    struct pasch_ranked *ranked = malloc(PASCH_PLAYS_ROOM * sizeof *ranked);
    assert_true(search && ranked);
    struct pasch_rng rng;
    pasch_rng_seed(&rng, 8);
    int decisions = 0;
    while (decisions < 2000) {
        for (struct pasch_position p = start_of(e.rules); !p.over;) {
            pasch_position_throw(&p, (int)pasch_rng_below(&rng, 6) + 1, (int)pasch_rng_below(&rng, 6) + 1, NULL);
            assert_int_equal(pasch_position_plays(&p, &t.plays, NULL), PASCH_OK);
            if (t.plays.count > 1) {
                double best = -9;
                for (size_t i = 0; i < t.plays.count; i++)
                    best = fmax(best, worth_of_play(&t, &p, &t.plays.play[i]));
                pasch_search_plays(search, decisions++ % 50 ? 0 : 1, &p, NULL, &t.plays, ranked);
                check_near("the bot's play", worth_of_play(&t, &p, &t.plays.play[ranked[0].index]), best, 1e-6);
            }
            pasch_position_play(&p,
                                t.plays.count ? &t.plays.play[pasch_rng_below(&rng, (uint32_t)t.plays.count)] : NULL);
        }
    }
    free(ranked);
    pasch_search_destroy(search);
    tables_free(&t);
}

static void a_last_man_is_as_safe_on_any_side_of_the_ring(void **state)
{
    (void)state;
    struct tables t;
    tables_make(&t, game("catch-me"), false, true, 2);
    struct pasch_position p = testing_position("catch-me 12:1 3:1,20:1 x -");
    double value = tables_value(&t, &p).points;
    p = testing_position("catch-me 18:1 21:1,14:1 x -"); /* six points on for x, six back for o */
    check_near("turned", tables_value(&t, &p).points, value, 1e-6);
    struct played played = tables_play(&t, &p, 5000, 1);
    check_near("games", played.mean, value, 4 * played.error);
    tables_free(&t);
}

static void what_is_not_covered_is_said_to_be_so(void **state)
{
    (void)state;
    struct tables t;
    struct pasch_exact_value value;
    struct pasch_exact_choice choice;
    tables_make(&t, game("standard"), false, true, 2);
    struct pasch_position p = start_of(game("standard"));
    assert_false(pasch_exact_value(&t.exact, &p, &t.plays, &value));
    assert_false(pasch_exact_board(&t.exact, &p.board, PASCH_X, &value));
    assert_true(pasch_exact_length(&t.exact, &p) < 0);
    p = testing_position("standard 1:1 1:1 x -");
    assert_true(pasch_exact_value(&t.exact, &p, &t.plays, &value));
    check_near("win", value.win, 1, 1e-7);
    assert_false(pasch_exact_best(&t.exact, &p, &t.plays, &choice)); /* nothing to be played */
    p = testing_position("standard 1:1 2:1 o 63");
    assert_true(pasch_exact_best(&t.exact, &p, &t.plays, &choice));
    assert_int_equal(t.plays.count, 1);
    assert_int_equal(choice.play, 0);
    check_near("points", choice.value.points, 1, 1e-7);
    p.offered = true;
    p.stages = 0;
    assert_false(pasch_exact_value(&t.exact, &p, &t.plays, &value));
    tables_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_side_has_an_index),
        cmocka_unit_test(sides_beyond_the_table_have_none),
        cmocka_unit_test(games_share_tables_where_their_endings_are_alike),
        cmocka_unit_test(pairs_reach_as_far_as_seconds_allow),
        cmocka_unit_test(doublets_takes_18_turns_alone_and_favours_who_begins),
        cmocka_unit_test(any_tower_is_as_good_as_any_other),
        cmocka_unit_test(one_tower_left_is_hit_by_eleven_in_thirty_six_and_doubles_throw_again),
        cmocka_unit_test(towers_of_men_take_longer),
        cmocka_unit_test(races_are_worth_what_their_throws_are_worth),
        cmocka_unit_test(races_of_options_too),
        cmocka_unit_test(contact_is_worth_what_its_throws_are_worth),
        cmocka_unit_test(endings_of_two_sides_agree_with_the_bear_off_table),
        cmocka_unit_test(one_sided_values_are_close_to_best_play),
        cmocka_unit_test(with_one_throw_for_all_the_game_comes_out_as_known),
        cmocka_unit_test(who_names_rolls_takes_two_men_a_turn),
        cmocka_unit_test(the_open_roll_is_taken_into_account),
        cmocka_unit_test(a_table_is_read_back_and_refused_where_it_does_not_belong),
        cmocka_unit_test(making_a_table_can_be_stopped),
        cmocka_unit_test(french_2_is_won_as_often_as_the_table_says),
        cmocka_unit_test(the_bot_plays_french_2_without_a_fault),
        cmocka_unit_test(a_last_man_is_as_safe_on_any_side_of_the_ring),
        cmocka_unit_test(what_is_not_covered_is_said_to_be_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
