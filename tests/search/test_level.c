/* Eight levels: honest, steady in their opinions, each better than the one before, and always within the rules. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pasch/level.h"
#include "search/positions.h"

static struct pasch_position position[POSITIONS];
static struct pasch_engine *engine;
static struct pasch_search *search;
static struct pasch_plays plays, room;
static struct pasch_ranked ranked[PASCH_PLAYS_ROOM];

static int make(void **state)
{
    struct pasch_search_settings settings;
    struct pasch_error error;
    (void)state;
    plays = testing_plays();
    room = testing_plays();
    positions_read(position);
    engine = pasch_engine_create(pasch_game_find("standard"), NULL, &error);
    if (!engine)
        testing_fail("%s", error.text);
    pasch_search_settings(&settings);
    settings.only_choice = true;
    search = pasch_search_create(pasch_engine_evaluator(engine), &settings);
    assert_non_null(search);
    return 0;
}

static int unmake(void **state)
{
    (void)state;
    pasch_search_destroy(search);
    pasch_engine_destroy(engine);
    testing_plays_free(&plays);
    testing_plays_free(&room);
    return 0;
}

static struct pasch_mind *mind_of(int level, const struct pasch_terms *terms, uint64_t seed)
{
    struct pasch_mind *mind = pasch_mind_create(pasch_level_at(level), search, terms);
    assert_non_null(mind);
    pasch_mind_begin(mind, seed);
    return mind;
}

static const struct pasch_terms money = {.rounds = 1}, money_cube = {.rounds = 1, .cube = true};

/* The board after the play that the mind makes. */
static struct pasch_board choice(struct pasch_mind *mind, const struct pasch_position *p)
{
    assert_int_equal(pasch_position_plays(p, &plays, NULL), PASCH_OK);
    return plays.count ? plays.play[pasch_mind_play(mind, p, &plays)].board : p->board;
}

static bool same(const struct pasch_board *a, const struct pasch_board *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

static void rows_go_from_noise_to_depth(void **state)
{
    (void)state;
    assert_null(pasch_level_at(0));
    assert_null(pasch_level_at(PASCH_LEVELS + 1));
    for (int i = 2; i <= PASCH_LEVELS; i++) {
        const struct pasch_level *lower = pasch_level_at(i - 1), *level = pasch_level_at(i);
        assert_string_not_equal(lower->name, level->name);
        assert_true(level->plies >= lower->plies);
        assert_true(level->plies > lower->plies || level->noise < lower->noise);
        assert_true(level->race_noise <= lower->race_noise);
        assert_true(level->cube_noise <= lower->cube_noise);
    }
}

/* Asked again, whatever else was asked in between, a mind says the same; with another seed it is another player. */
static void opinions_belong_to_board_and_seed(void **state)
{
    (void)state;
    struct pasch_mind *mind = mind_of(2, &money, 1), *again = mind_of(2, &money, 1), *other = mind_of(2, &money, 2);
    int different = 0;
    for (int i = 0; i < POSITIONS; i++) {
        struct pasch_board first = choice(mind, &position[i]);
        struct pasch_board second = choice(again, &position[POSITIONS - 1 - i]), third = choice(again, &position[i]);
        (void)second;
        assert_true(same(&first, &third));
        struct pasch_board fourth = choice(other, &position[i]);
        different += !same(&first, &fourth);
    }
    assert_in_range(different, POSITIONS / 10, POSITIONS);
    pasch_mind_destroy(mind);
    pasch_mind_destroy(again);
    pasch_mind_destroy(other);
}

static float worth(const struct pasch_board *board)
{
    struct pasch_probs probs = pasch_evaluate(pasch_engine_evaluator(engine), board, PASCH_O);
    return pasch_probs_equity(&probs);
}

/* The order in which plays are listed says nothing, except between plays that are equal: what is
 * decided is not misjudged. */
static void opinions_do_not_depend_on_the_list(void **state)
{
    (void)state;
    struct pasch_mind *mind = mind_of(1, &money, 7);
    for (int i = 0; i < POSITIONS; i++) {
        struct pasch_board first = choice(mind, &position[i]);
        for (size_t a = 0, b = plays.count; a + 1 < b; a++) {
            struct pasch_play kept = plays.play[a];
            plays.play[a] = plays.play[--b];
            plays.play[b] = kept;
        }
        if (!plays.count)
            continue;
        struct pasch_board second = plays.play[pasch_mind_play(mind, &position[i], &plays)].board;
        assert_true(same(&first, &second) || fabsf(worth(&first) - worth(&second)) < 1e-6f);
    }
    pasch_mind_destroy(mind);
}

/* What a level gives away by the evaluator's own opinion, in points a decision. */
static double lost(int level)
{
    double sum = 0;
    for (uint64_t seed = 0; seed < 4; seed++) {
        struct pasch_mind *mind = mind_of(level, &money, seed);
        for (int i = 0; i < POSITIONS; i++) {
            const struct pasch_position *p = &position[i];
            struct pasch_board made = choice(mind, p);
            if (!plays.count)
                continue;
            pasch_search_best(search, 0, &p->board, p->turn, NULL, NULL, &plays, ranked);
            size_t at = 0;
            while (!same(&plays.play[ranked[at].index].board, &made))
                at++;
            sum += ranked[0].equity - ranked[at].equity;
        }
        pasch_mind_destroy(mind);
    }
    return sum / 4 / POSITIONS;
}

static void each_level_errs_less_than_the_one_below(void **state)
{
    (void)state;
    double above = 1;
    for (int level = 1; level <= 6; level++) {
        double now = lost(level);
        print_message("level %d gives away %.1f thousandths a decision\n", level, 1000 * now);
        assert_true(now < above);
        above = now;
    }
    assert_true(above < 1e-6); /* the equity of the same chances, summed in another way */
}

/* Further levels look ahead: their choice is the search's. */
static void high_levels_search(void **state)
{
    (void)state;
    for (int level = 7; level <= PASCH_LEVELS; level++) {
        struct pasch_mind *mind = mind_of(level, &money, 0);
        for (int i = 0; i < 6; i++) {
            const struct pasch_position *p = &position[i];
            struct pasch_board made = choice(mind, p);
            pasch_search_best(search, pasch_level_at(level)->plies, &p->board, p->turn, NULL, NULL, &plays, ranked);
            assert_true(same(&plays.play[ranked[0].index].board, &made));
        }
        pasch_mind_destroy(mind);
    }
}

static void nobody_overlooks_the_last_man(void **state)
{
    (void)state;
    struct pasch_position p = testing_position("standard 6:1,1:1 3:2 x 61");
    for (int level = 1; level <= PASCH_LEVELS; level++) {
        for (uint64_t seed = 0; seed < 20; seed++) {
            struct pasch_mind *mind = mind_of(level, &money, seed);
            struct pasch_board made = choice(mind, &p);
            assert_int_equal(made.side[PASCH_X].men[PASCH_OFF], 15);
            pasch_mind_destroy(mind);
        }
    }
}

/* The cube. */

static void clear_cube_decisions_are_made_by_all(void **state)
{
    (void)state;
    struct pasch_position won = testing_position("standard 6:1,5:1 6:8,5:5,4:2 x -");
    struct pasch_position even = testing_position("standard 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 x -");
    for (int level = 1; level <= PASCH_LEVELS; level++) {
        struct pasch_mind *mind = mind_of(level, &money_cube, 3);
        struct pasch_position p = won;
        p.board.side[PASCH_O].men[6]--; /* it has borne off one man: no gammon to play on for */
        p.board.side[PASCH_O].men[PASCH_OFF]++;
        assert_true(pasch_mind_doubles(mind, &p));
        p.offered = true;
        p.turn = PASCH_O;
        assert_int_equal(pasch_mind_answers(mind, &p), PASCH_EVENT_PASS);
        p = even;
        p.offered = true;
        assert_int_equal(pasch_mind_answers(mind, &p), PASCH_EVENT_TAKE);
        if (level >= 6)
            assert_false(pasch_mind_doubles(mind, &even));
        p = even;
        p.beavers = true;
        p.offered = true;
        if (level >= 6)
            assert_int_equal(pasch_mind_answers(mind, &p), PASCH_EVENT_BEAVER);
        pasch_mind_destroy(mind);
    }
}

/* At 2-away, 2-away against 1-away after the Crawford game there is nothing to lose by doubling. */
static void the_score_counts(void **state)
{
    (void)state;
    const struct pasch_terms match = {.length = 5, .cube = true, .crawford = true};
    struct pasch_mind *mind = mind_of(6, &match, 0);
    struct pasch_position p = testing_position("standard 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 x - score=2-4/5");
    assert_true(pasch_mind_doubles(mind, &p));
    p = testing_position("standard 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 x - score=2-2/5");
    assert_false(pasch_mind_doubles(mind, &p));
    struct pasch_cube cube = pasch_mind_cube(mind, &p);
    assert_false(cube.unused);
    assert_int_equal(cube.away[0], 3);
    pasch_mind_destroy(mind);
}

/* Resigning. */

static void hopeless_games_are_resigned_once(void **state)
{
    (void)state;
    struct pasch_mind *mind = mind_of(6, &money, 0);
    /* x has borne off a man and cannot win any more: o needs one throw */
    struct pasch_position p = testing_position("standard 6:7,5:7 1:1 x -");
    struct pasch_game game;
    struct pasch_event event;
    struct pasch_error error;
    pasch_game_start_at(&game, &p, &money);
    assert_int_equal(pasch_mind_act(mind, &game, &room, &event, &error), PASCH_OK);
    assert_int_equal(event.kind, PASCH_EVENT_RESIGN);
    assert_int_equal(event.value, 1);
    assert_int_equal(pasch_game_apply(&game, &event, &room, &error), PASCH_OK);
    struct pasch_mind *other = mind_of(1, &money, 0);
    assert_int_equal(pasch_mind_act(other, &game, &room, &event, &error), PASCH_OK);
    assert_int_equal(event.kind, PASCH_EVENT_ACCEPT);
    event = (struct pasch_event){.kind = PASCH_EVENT_REJECT, .side = PASCH_O};
    assert_int_equal(pasch_game_apply(&game, &event, &room, &error), PASCH_OK);
    assert_int_equal(pasch_mind_act(mind, &game, &room, &event, &error), PASCH_OK);
    assert_int_equal(event.kind, PASCH_EVENT_ROLL);
    pasch_mind_destroy(mind);
    pasch_mind_destroy(other);
}

static void a_gammon_in_sight_is_not_given_up(void **state)
{
    (void)state;
    struct pasch_mind *mind = mind_of(6, &money, 0);
    /* o has all its men far away and on the bar: more than one point is to be had */
    struct pasch_position p = testing_position("standard 1:2 13:10,bar:5 x -");
    assert_false(pasch_mind_accepts(mind, &p, PASCH_X, 1));
    assert_true(pasch_mind_accepts(mind, &p, PASCH_X, 3));
    pasch_mind_destroy(mind);
}

/* Whole matches. */

/* Two levels play by the one function; whatever they do the machine accepts. Returns the winner's seat. */
static void play_out(int x_level, int o_level, const struct pasch_terms *terms, uint64_t seed, int64_t score[2])
{
    struct pasch_mind *mind[2] = {mind_of(x_level, terms, seed), mind_of(o_level, terms, seed + 1)};
    struct pasch_game game;
    struct pasch_dice dice;
    struct pasch_error error;
    pasch_dice_seed(&dice, seed);
    pasch_game_start(&game, pasch_game_find("standard"), terms);
    while (game.phase != PASCH_PHASE_OVER) {
        int actor = pasch_game_actor(&game);
        struct pasch_event event = {.kind = PASCH_EVENT_NEXT};
        if (actor != PASCH_NOBODY) {
            if (pasch_mind_act(mind[actor], &game, &room, &event, &error) != PASCH_OK)
                testing_fail("%s", error.text);
        } else {
            assert_int_equal(pasch_mind_act(mind[0], &game, &room, &event, &error), PASCH_NOT_NOW);
            event.kind = game.phase == PASCH_PHASE_OPENING ? PASCH_EVENT_OPENING : PASCH_EVENT_NEXT;
        }
        if (event.kind == PASCH_EVENT_ROLL || event.kind == PASCH_EVENT_OPENING) {
            assert_int_equal(event.die[0] + event.die[1], 0); /* it has not seen them */
            event.die[0] = (uint8_t)pasch_dice_next(&dice);
            event.die[1] = (uint8_t)pasch_dice_next(&dice);
        }
        if (pasch_game_apply(&game, &event, &room, &error) != PASCH_OK)
            testing_fail("%s", error.text);
        if (event.kind == PASCH_EVENT_NEXT) {
            pasch_mind_begin(mind[0], pasch_rng_next(&dice.rng));
            pasch_mind_begin(mind[1], pasch_rng_next(&dice.rng));
        }
    }
    memcpy(score, game.score, sizeof game.score);
    pasch_mind_destroy(mind[0]);
    pasch_mind_destroy(mind[1]);
}

static void matches_go_by_the_rules(void **state)
{
    (void)state;
    const struct pasch_terms terms[] = {{.length = 5, .cube = true, .crawford = true},
                                        {.length = 3, .cube = true},
                                        {.length = 3},
                                        {.rounds = 6, .cube = true, .jacoby = true, .beavers = true}};
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
        for (uint64_t seed = 0; seed < 3; seed++) {
            int64_t score[2], again[2];
            play_out(1, 6, &terms[i], seed, score);
            play_out(1, 6, &terms[i], seed, again);
            assert_memory_equal(score, again, sizeof score);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_go_from_noise_to_depth),
        cmocka_unit_test(opinions_belong_to_board_and_seed),
        cmocka_unit_test(opinions_do_not_depend_on_the_list),
        cmocka_unit_test(each_level_errs_less_than_the_one_below),
        cmocka_unit_test(high_levels_search),
        cmocka_unit_test(nobody_overlooks_the_last_man),
        cmocka_unit_test(clear_cube_decisions_are_made_by_all),
        cmocka_unit_test(the_score_counts),
        cmocka_unit_test(hopeless_games_are_resigned_once),
        cmocka_unit_test(a_gammon_in_sight_is_not_given_up),
        cmocka_unit_test(matches_go_by_the_rules),
    };
    return cmocka_run_group_tests(tests, make, unmake);
}
