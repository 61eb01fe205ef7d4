/* Opinions on positions: what is known of a turn is played out as best the sides can. */
#include <stdlib.h>

#include "eval/hashed.h"

static struct pasch_plays plays, room;
static struct pasch_probs probs[PASCH_PLAYS_ROOM];
static struct pasch_outlook *outlook;

enum { ALL = PASCH_PLAYS_ROOM };

static int make(void **state)
{
    (void)state;
    plays = testing_plays();
    room = testing_plays();
    outlook = pasch_outlook_create();
    return outlook ? 0 : -1;
}

static int unmake(void **state)
{
    (void)state;
    testing_plays_free(&plays);
    testing_plays_free(&room);
    pasch_outlook_destroy(outlook);
    return 0;
}

/* The best of what plain force finds of each thing that can be done, with what it has been said to be. */
struct check {
    const struct pasch_evaluator *evaluator;
    int me;
    float most;
};

static void check_after(struct check *check, const struct pasch_position *after, const struct pasch_probs *said)
{
    const struct pasch_rules *rules = check->evaluator->rules;
    struct pasch_probs wanted = hashed_seen_by(check->me, after->turn, hashed_value(check->evaluator, after, &room));
    float points = pasch_probs_points(rules, &wanted);
    hashed_assert_close(rules, said, &wanted);
    check->most = points > check->most ? points : check->most;
}

static void check_position(const struct pasch_evaluator *e, const struct pasch_position *p)
{
    struct check check = {e, p->turn, -1e9f};
    uint8_t choice[21][2];
    if (pasch_position_due(p) == PASCH_DUE_CHOOSE) {
        int count = pasch_position_choices(p, choice);
        pasch_outlook_choices(outlook, e, p, choice, count, ALL, probs);
        for (int i = 0; i < count; i++) {
            struct pasch_position after = *p;
            assert_int_equal(pasch_position_choose(&after, choice[i][0], choice[i][1], NULL), PASCH_OK);
            check_after(&check, &after, &probs[i]);
        }
    } else {
        assert_int_equal(pasch_position_plays(p, &plays, NULL), PASCH_OK);
        pasch_outlook_plays(outlook, e, p, &plays, ALL, probs);
        for (size_t i = 0; i < (plays.count ? plays.count : 1); i++) {
            struct pasch_position after = *p;
            pasch_position_play(&after, plays.count ? &plays.play[i] : NULL);
            check_after(&check, &after, &probs[i]);
        }
    }
    struct pasch_probs value = pasch_outlook_value(outlook, e, p, ALL);
    float points = pasch_probs_points(e->rules, &value), off = 1e-6f * (float)pasch_rules_most_points(e->rules);
    if (!(points > check.most - off && points < check.most + off))
        testing_fail("%s: %.8f, not %.8f", e->rules->id, (double)points, (double)check.most);
}

/* How many stages of plays and namings a throw has: of those after the first only some are followed up. */
static int stages_of(const struct pasch_position *p)
{
    int count = 0;
    for (int i = 0; i < p->stages; i++)
        count += p->stage[i].kind != PASCH_STAGE_ROLL;
    return count;
}

static void turns_are_played_to_their_best_end(void **state)
{
    struct pasch_rng rng;
    const struct pasch_rules *rules;
    (void)state;
    pasch_rng_seed(&rng, 1);
    for (size_t game = 0; (rules = hashed_game(game)); game++) {
        struct pasch_evaluator e = hashed_evaluator(rules);
        for (int n = 0; n < 12; n++) {
            struct pasch_position start = hashed_position(rules, &rng, &plays);
            if (pasch_position_due(&start) == PASCH_DUE_CHOOSE) {
                check_position(&e, &start);
                continue;
            }
            for (int i = 0; i < 4; i++) {
                struct pasch_position p = start;
                int a = (int)pasch_rng_below(&rng, 6) + 1, b = i == 3 ? a : (int)pasch_rng_below(&rng, 6) + 1;
                pasch_position_throw(&p, a, b, NULL);
                if (stages_of(&p) <= 2)
                    check_position(&e, &p);
            }
        }
    }
}

/* Tops and bottoms: the best pair of plays, even where the tops alone look bad. */
static void tops_are_played_for_the_bottoms(void **state)
{
    struct pasch_evaluator e = hashed_evaluator(pasch_game_find("puff"));
    struct pasch_position p = testing_position("puff 12:1,8:1,6:1 24:1 x 33");
    float most = -9;
    (void)state;
    assert_int_equal(stages_of(&p), 2);
    assert_int_equal(pasch_position_plays(&p, &plays, NULL), PASCH_OK);
    for (size_t i = 0; i < plays.count; i++) {
        struct pasch_position after = p;
        pasch_position_play(&after, &plays.play[i]);
        if (pasch_position_plays(&after, &room, NULL) != PASCH_OK)
            continue;
        for (size_t k = 0; k < room.count; k++) {
            struct pasch_position end = after;
            pasch_position_play(&end, &room.play[k]);
            struct pasch_probs theirs, mine;
            assert_true(e.known(e.tables, &end.board, PASCH_O, &theirs));
            mine = end.over ? pasch_probs_over(&end, PASCH_X) : pasch_probs_flip(&theirs);
            float points = pasch_probs_points(e.rules, &mine);
            most = points > most ? points : most;
        }
    }
    struct pasch_probs got = pasch_outlook_value(outlook, &e, &p, ALL);
    assert_true(most > -9 && pasch_probs_points(e.rules, &got) >= most - 1e-5f);
}

/* After a double the same side throws again: the end of its stages is judged with itself to throw. */
static void a_bonus_throw_is_ones_own(void **state)
{
    struct pasch_evaluator e = hashed_evaluator(pasch_game_find("french-1"));
    struct pasch_position p = testing_position("french-1 20:2,16:2,13:3,9:4,6:4 hand:15 x 4444>roll");
    float most = -9;
    (void)state;
    assert_int_equal(pasch_position_plays(&p, &plays, NULL), PASCH_OK);
    for (size_t i = 0; i < plays.count; i++) {
        struct pasch_probs mine;
        assert_true(e.known(e.tables, &plays.play[i].board, PASCH_X, &mine));
        float points = pasch_probs_points(e.rules, &mine);
        most = points > most ? points : most;
    }
    struct pasch_probs got = pasch_outlook_value(outlook, &e, &p, 0);
    assert_true(plays.count > 1 && pasch_probs_points(e.rules, &got) == most);
}

/* Stages that are handed over are played by the opponent, for itself, and then it throws. */
static void what_fails_is_the_opponents(void **state)
{
    struct pasch_evaluator e = hashed_evaluator(pasch_game_find("gioul"));
    struct pasch_position p = testing_position("gioul 24:15 24:14,6:1 x 55"), after = p;
    float most = -9;
    (void)state;
    pasch_position_play(&after, NULL);
    assert_int_equal(after.turn, PASCH_O);
    assert_int_equal(pasch_position_plays(&after, &plays, NULL), PASCH_OK);
    for (size_t i = 0; i < plays.count; i++) {
        struct pasch_probs theirs;
        assert_true(e.known(e.tables, &plays.play[i].board, PASCH_O, &theirs));
        float points = pasch_probs_points(e.rules, &theirs);
        most = points > most ? points : most;
    }
    struct pasch_probs mine = pasch_outlook_value(outlook, &e, &p, 0), pass;
    assert_true(plays.count > 1);
    assert_true(pasch_probs_points(e.rules, &mine) < -most + 1e-5f &&
                pasch_probs_points(e.rules, &mine) > -most - 1e-5f);
    plays.count = 0; /* a pass is asked for like this */
    pasch_outlook_plays(outlook, &e, &p, &plays, 0, &pass);
    hashed_assert_close(e.rules, &pass, &mine);
}

/* Both throws lie open: the reply is played as is best for the other side, and only then the nets judge. */
static void an_open_reply_is_seen(void **state)
{
    struct pasch_error error;
    struct pasch_engine *engine = pasch_engine_create(pasch_game_find("open-roll"), NULL, &error);
    struct pasch_position p = testing_position("open-roll 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 x 31/55");
    (void)state;
    if (!engine)
        testing_fail("%s", error.text);
    const struct pasch_evaluator *e = pasch_engine_evaluator(engine);
    struct pasch_probs *replies = malloc(PASCH_PLAYS_ROOM * sizeof *replies);
    float best = -9;
    assert_non_null(replies);
    assert_int_equal(pasch_position_plays(&p, &plays, NULL), PASCH_OK);
    pasch_outlook_plays(outlook, e, &p, &plays, ALL, probs);
    for (size_t i = 0; i < plays.count; i++) {
        const struct pasch_stage fives = {PASCH_STAGE_MOVES, {5, 5}};
        float most = -9;
        assert_int_equal(pasch_moves(e->rules, &plays.play[i].board, PASCH_O, &fives, &room), PASCH_OK);
        pasch_evaluate_plays(e, &plays.play[i].board, PASCH_O, &room, replies);
        for (size_t k = 0; k < room.count; k++) {
            float points = pasch_probs_equity(&replies[k]);
            most = points > most ? points : most;
        }
        struct pasch_probs theirs = pasch_probs_flip(&probs[i]);
        assert_true(room.count > 0);
        assert_true(pasch_probs_equity(&theirs) < most + 1e-5f && pasch_probs_equity(&theirs) > most - 1e-5f);
        best = -most > best ? -most : best;
    }
    struct pasch_probs value = pasch_outlook_value(outlook, e, &p, ALL);
    assert_true(pasch_probs_equity(&value) < best + 1e-5f && pasch_probs_equity(&value) > best - 1e-5f);
    free(replies);
    pasch_engine_destroy(engine);
}

/* Plays that are not followed up are taken to be no better than the worst of those that are. Here no six can be played
 * after the aces, so that what follows is nothing but the other side's turn, which shows how little the first look was
 * worth. */
static void few_that_are_followed_up_bound_the_others(void **state)
{
    struct pasch_evaluator e = hashed_evaluator(pasch_game_find("puff"));
    struct pasch_position p = testing_position("puff 20:3,19:3,18:3 17:2,16:2,15:2,14:2,13:2,12:2,11:2 x 11");
    (void)state;
    assert_int_equal(pasch_position_plays(&p, &plays, NULL), PASCH_OK);
    for (int most = 1; most <= 8; most++) {
        int followed = 0;
        float least = 9, highest_other = -9;
        pasch_outlook_plays(outlook, &e, &p, &plays, most, probs);
        for (size_t i = 0; i < plays.count; i++) {
            struct pasch_probs theirs;
            e.known(e.tables, &plays.play[i].board, PASCH_O, &theirs);
            struct pasch_probs mine = pasch_probs_flip(&theirs);
            float points = pasch_probs_points(e.rules, &probs[i]);
            bool right = points == pasch_probs_points(e.rules, &mine);
            followed += right;
            least = right && points < least ? points : least;
            highest_other = !right && points > highest_other ? points : highest_other;
        }
        assert_int_equal(followed, most);
        assert_true(highest_other <= least);
    }
}

static void ends_count_by_the_scoring(void **state)
{
    struct pasch_position p = testing_position("pin over x 40");
    struct pasch_probs mine = pasch_probs_over(&p, PASCH_X), theirs = pasch_probs_over(&p, PASCH_O);
    float points = pasch_probs_points(p.rules, &mine);
    (void)state;
    assert_true(points > 39.99f && points < 40.01f && pasch_probs_points(p.rules, &theirs) == -points);
    assert_true(mine.win == 1 && theirs.win == 0);
    p = testing_position("pin over draw 0");
    mine = pasch_probs_over(&p, PASCH_O);
    assert_true(mine.win == 0.5f && pasch_probs_points(p.rules, &mine) == 0);
    p = testing_position("gioul over o 2");
    mine = pasch_probs_over(&p, PASCH_O);
    assert_true(pasch_probs_points(p.rules, &mine) == 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_are_played_to_their_best_end),
        cmocka_unit_test(tops_are_played_for_the_bottoms),
        cmocka_unit_test(a_bonus_throw_is_ones_own),
        cmocka_unit_test(what_fails_is_the_opponents),
        cmocka_unit_test(an_open_reply_is_seen),
        cmocka_unit_test(few_that_are_followed_up_bound_the_others),
        cmocka_unit_test(ends_count_by_the_scoring),
    };
    return cmocka_run_group_tests(tests, make, unmake);
}
