/* Looking ahead from position to position, in games whose boards do not say all, against plain sums and a plain
 * minimax. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/threads.h"
#include "eval/hashed.h"
#include "pasch/level.h"

/* As the search has them: plays of a stage that a glance follows up, and plays that are looked at without dice. */
enum { GLANCE = 2, FIXED_MOST = 6 };

static struct pasch_plays plays, room;
static struct pasch_ranked ranked[PASCH_PLAYS_ROOM], other[PASCH_PLAYS_ROOM];
static struct pasch_outlook *outlook;

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

static struct pasch_search *open_search(const struct pasch_evaluator *e)
{
    struct pasch_search_settings settings;
    pasch_search_settings(&settings);
    struct pasch_search *search = pasch_search_create(e, &settings);
    assert_non_null(search);
    return search;
}

static struct pasch_probs value_of(struct pasch_search *search, int plies, const struct pasch_position *p)
{
    struct pasch_verdict verdict;
    assert_int_equal(pasch_search_value(search, plies, p, p->turn, NULL, &verdict), plies);
    return verdict.probs;
}

/* The mean over the 36 throws that are due, each played out as far as it goes. */
static struct pasch_probs mean_over_throws(const struct pasch_evaluator *e, const struct pasch_position *p)
{
    double sum[5] = {0};
    for (int a = 1; a <= 6; a++) {
        for (int b = 1; b <= 6; b++) {
            struct pasch_position thrown = *p;
            float chance[5];
            assert_int_equal(pasch_position_throw(&thrown, a, b, NULL), PASCH_OK);
            struct pasch_probs probs = pasch_outlook_value(outlook, e, &thrown, GLANCE);
            memcpy(chance, &probs, sizeof chance);
            for (int i = 0; i < 5; i++)
                sum[i] += (double)chance[i] / 36;
        }
    }
    return (struct pasch_probs){(float)sum[0], (float)sum[1], (float)sum[2], (float)sum[3], (float)sum[4]};
}

static void one_ply_is_the_mean_over_the_throws(void **state)
{
    struct pasch_rng rng;
    const struct pasch_rules *rules;
    (void)state;
    pasch_rng_seed(&rng, 2);
    for (size_t game = 0; (rules = hashed_game(game)); game++) {
        struct pasch_evaluator e = hashed_evaluator(rules);
        struct pasch_search *search = open_search(&e);
        for (int n = 0; n < 3; n++) {
            struct pasch_position p = hashed_position(rules, &rng, &plays);
            struct pasch_probs got = value_of(search, 0, &p), wanted = pasch_outlook_judge(&e, &p);
            hashed_assert_close(rules, &got, &wanted);
            bool names = pasch_position_due(&p) == PASCH_DUE_CHOOSE; /* that is all there is to it */
            got = value_of(search, 1, &p);
            wanted = names ? pasch_outlook_value(outlook, &e, &p, GLANCE) : mean_over_throws(&e, &p);
            hashed_assert_close(rules, &got, &wanted);
        }
        pasch_search_destroy(search);
    }
}

/* A play is worth what the other side's throws leave of it; a bonus throw is one's own. */
static void plays_are_ranked_by_what_follows(void **state)
{
    static const char *const text[] = {
        "reversed 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 x 31", "pin 24:13,17:1,15:1 24:13,17:1,15:1 x 42",
        "french-1 20:2,16:2,13:3,9:4,6:4 hand:15 x 4444>roll", "catch-me 20:1,15:1,3:1 18:1,9:1 o 61"};
    (void)state;
    for (size_t n = 0; n < sizeof text / sizeof *text; n++) {
        struct pasch_position p = testing_position(text[n]);
        struct pasch_evaluator e = hashed_evaluator(p.rules);
        struct pasch_search *search = open_search(&e);
        assert_int_equal(pasch_position_plays(&p, &plays, NULL), PASCH_OK);
        assert_true(plays.count > 1);
        assert_int_equal(pasch_search_plays(search, 1, &p, NULL, &plays, ranked), PASCH_OK);
        assert_int_equal(ranked[0].plies, 1);
        for (size_t i = 0; i < plays.count && ranked[i].plies; i++) {
            struct pasch_position after = p;
            pasch_position_play(&after, &plays.play[ranked[i].index]);
            struct pasch_probs wanted = after.over ? pasch_probs_over(&after, p.turn)
                                                   : hashed_seen_by(p.turn, after.turn, mean_over_throws(&e, &after));
            hashed_assert_close(p.rules, &ranked[i].probs, &wanted);
            assert_true(fabsf(ranked[i].equity - pasch_probs_points(p.rules, &wanted)) <
                        1e-5f * (float)pasch_rules_most_points(p.rules));
            assert_true(!i || ranked[i].equity <= ranked[i - 1].equity);
        }
        pasch_search_destroy(search);
    }
}

/* The best roll to name is the one whose best play is best, however the turn goes on. */
static void the_best_naming_comes_first(void **state)
{
    static const char *const text[] = {"acey-deucey 24:1,23:1,12:2,4:3,hand:8 20:2,hand:13 x choose>roll",
                                       "mexican 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 x 21",
                                       "double-vs-choice 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 o -"};
    (void)state;
    for (size_t n = 0; n < sizeof text / sizeof *text; n++) {
        struct pasch_position p = testing_position(text[n]);
        struct pasch_evaluator e = hashed_evaluator(p.rules);
        struct pasch_search *search = open_search(&e);
        uint8_t choice[21][2];
        float most = -1e9f;
        int best = -1, count = pasch_position_choices(&p, choice);
        for (int i = 0; i < count; i++) {
            struct pasch_position after = p;
            assert_int_equal(pasch_position_choose(&after, choice[i][0], choice[i][1], NULL), PASCH_OK);
            struct pasch_probs probs = hashed_value(&e, &after, &room);
            if (pasch_probs_points(p.rules, &probs) > most) {
                most = pasch_probs_points(p.rules, &probs);
                best = i;
            }
        }
        pasch_search_choices(search, 0, &p, NULL, choice, count, ranked);
        assert_int_equal(ranked[0].index, best);
        assert_true(fabsf(ranked[0].equity - most) < 1e-5f * (float)pasch_rules_most_points(p.rules));
        for (int i = 1; i < count; i++)
            assert_true(ranked[i].equity <= ranked[i - 1].equity);
        /* Looked at further they are still all there. */
        pasch_search_choices(search, 1, &p, NULL, choice, count, ranked);
        bool seen[21] = {false};
        for (int i = 0; i < count; i++)
            seen[ranked[i].index] = true;
        for (int i = 0; i < count; i++)
            assert_true(seen[i]);
        pasch_search_destroy(search);
    }
}

/* Without dice. The widest search of this many turns that the other one can be compared with: at each turn the plays
 * that look best, all of them to the end; a board that comes again on the way is a draw. */
static struct pasch_board seen[16];
static int seen_turn[16];

/* Best first, and of equals the first. */
static void sort(const struct pasch_rules *rules, const struct pasch_probs *probs, size_t count, size_t *order)
{
    for (size_t i = 0; i < count; i++) {
        size_t at = i;
        for (; at > 0 && pasch_probs_points(rules, &probs[order[at - 1]]) < pasch_probs_points(rules, &probs[i]); at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

static struct pasch_probs minimax(const struct pasch_evaluator *e, const struct pasch_position *p, int turns, int depth)
{
    if (p->over)
        return pasch_probs_over(p, p->turn);
    if (!turns)
        return pasch_outlook_judge(e, p);
    for (int i = 0; i < depth; i++) {
        if (seen_turn[i] == p->turn && memcmp(&seen[i], &p->board, sizeof p->board) == 0)
            return (struct pasch_probs){.win = 0.5f};
    }
    seen[depth] = p->board;
    seen_turn[depth] = p->turn;
    assert_int_equal(pasch_moves(p->rules, &p->board, p->turn, &p->stage[0], &plays), PASCH_OK);
    size_t count = plays.count, kept = count < FIXED_MOST ? count : FIXED_MOST;
    struct pasch_position after = *p;
    struct pasch_play best_play[FIXED_MOST];
    struct pasch_probs best = {0};
    if (!count) {
        pasch_position_play(&after, NULL);
        best = minimax(e, &after, turns - 1, depth + 1);
        return hashed_seen_by(p->turn, after.turn, best);
    }
    struct pasch_probs *probs = malloc(count * sizeof *probs);
    size_t *order = malloc(count * sizeof *order);
    assert_true(probs && order);
    pasch_outlook_plays(outlook, e, p, &plays, GLANCE, probs);
    sort(p->rules, probs, count, order);
    for (size_t i = 0; i < kept; i++)
        best_play[i] = plays.play[order[i]];
    free(probs);
    free(order);
    for (size_t i = 0; i < kept; i++) {
        after = *p;
        pasch_position_play(&after, &best_play[i]);
        struct pasch_probs mine = hashed_seen_by(p->turn, after.turn, minimax(e, &after, turns - 1, depth + 1));
        if (!i || pasch_probs_points(p->rules, &mine) > pasch_probs_points(p->rules, &best))
            best = mine;
    }
    return best;
}

static void without_dice_it_is_minimax(void **state)
{
    static const char *const text[] = {
        "fixed-roll 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 x 31", "fixed-roll 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 o 66",
        "fixed-roll 20:2,6:2 24:1,4:2 x 21",
        "fixed-roll bar:2,6:2 6:2,5:2,4:2,3:2,2:2,1:2 x 41", /* x can only pass, for ever */
        "fixed-roll 3:1,1:1 2:2 o 21"};
    (void)state;
    for (size_t n = 0; n < sizeof text / sizeof *text; n++) {
        struct pasch_position p = testing_position(text[n]);
        struct pasch_evaluator e = hashed_evaluator(p.rules);
        struct pasch_search *search = open_search(&e);
        for (int plies = 1; plies <= 2; plies++) {
            struct pasch_probs got = value_of(search, plies, &p), wanted = minimax(&e, &p, 3 * plies, 0);
            if (fabsf(pasch_probs_points(p.rules, &got) - pasch_probs_points(p.rules, &wanted)) > 1e-5f)
                testing_fail("%s, %d plies: %.8f, not %.8f", text[n], plies, (double)pasch_probs_points(p.rules, &got),
                             (double)pasch_probs_points(p.rules, &wanted));
        }
        pasch_search_destroy(search);
    }
}

static float best_equity(struct pasch_search *search, int plies, const char *text)
{
    struct pasch_position p = testing_position(text);
    assert_int_equal(pasch_position_plays(&p, &plays, NULL), PASCH_OK);
    pasch_search_plays(search, plies, &p, NULL, &plays, ranked);
    return ranked[0].equity;
}

/* The reply that lies open decides: what it does is known, so a good one is worth less to who plays before it. */
static void an_open_reply_counts(void **state)
{
    static const struct {
        const char *good, *poor; /* replies */
        int least_plies;
    } row[] = {
        {"open-roll 6:2 6:2 x 21/66", "open-roll 6:2 6:2 x 21/21", 0}, /* two sixes take both men off */
        /* A man left on the 7 point is hit by a six alone. So few men are not what the nets have learnt. */
        {"open-roll 13:2,8:2,6:2 24:1,6:2,5:2,4:2 x 61/64", "open-roll 13:2,8:2,6:2 24:1,6:2,5:2,4:2 x 61/21", 1},
    };
    struct pasch_error error;
    struct pasch_engine *engine = pasch_engine_create(pasch_game_find("open-roll"), NULL, &error);
    (void)state;
    if (!engine)
        testing_fail("%s", error.text);
    struct pasch_search *search = open_search(pasch_engine_evaluator(engine));
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        for (int plies = row[i].least_plies; plies <= 1; plies++) {
            float good = best_equity(search, plies, row[i].good), poor = best_equity(search, plies, row[i].poor);
            if (!(poor > good))
                testing_fail("%s, %d plies: %.4f, not below %.4f", row[i].good, plies, (double)good, (double)poor);
        }
    }
    pasch_search_destroy(search);
    pasch_engine_destroy(engine);
}

static void assert_same_ranking(size_t count)
{
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(ranked[i].index, other[i].index);
        assert_int_equal(ranked[i].plies, other[i].plies);
        assert_true(ranked[i].equity == other[i].equity);
        assert_memory_equal(&ranked[i].probs, &other[i].probs, sizeof ranked[i].probs);
    }
}

static void workers_give_the_same_bits(void **state)
{
    static const char *const text[] = {"puff 20:2,18:2,13:3,9:4,6:4 20:2,18:2,13:3,9:4,6:4 x 22",
                                       "gioul 24:10,18:5 24:11,20:4 x 21", "pin 24:13,17:1,15:1 24:13,17:1,15:1 x 42",
                                       "fixed-roll 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 x 31"};
    struct pasch_search_settings settings;
    struct threads *threads = threads_create(2);
    (void)state;
    assert_non_null(threads);
    pasch_search_settings(&settings);
    settings.parallel = threads_parallel(threads);
    for (size_t n = 0; n < sizeof text / sizeof *text; n++) {
        struct pasch_position p = testing_position(text[n]);
        struct pasch_evaluator e = hashed_evaluator(p.rules);
        struct pasch_search *one = open_search(&e), *two = pasch_search_create(&e, &settings);
        assert_non_null(two);
        assert_int_equal(pasch_position_plays(&p, &plays, NULL), PASCH_OK);
        pasch_search_plays(one, 1, &p, NULL, &plays, ranked);
        pasch_search_plays(two, 1, &p, NULL, &plays, other);
        assert_same_ranking(plays.count);
        pasch_search_destroy(one);
        pasch_search_destroy(two);
    }
    threads_destroy(threads);
}

static bool stop_at_once(void *context)
{
    (void)context;
    return true;
}

/* What was looked at when it is stopped does not count. */
static void stopped_it_says_what_it_knew(void **state)
{
    struct pasch_position p = testing_position("mexican 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 x 31");
    struct pasch_evaluator e = hashed_evaluator(p.rules);
    struct pasch_search_settings settings;
    struct pasch_verdict verdict;
    (void)state;
    pasch_search_settings(&settings);
    settings.stop = stop_at_once;
    struct pasch_search *search = open_search(&e), *stopped = pasch_search_create(&e, &settings);
    assert_non_null(stopped);
    assert_int_equal(pasch_position_plays(&p, &plays, NULL), PASCH_OK);
    pasch_search_plays(search, 0, &p, NULL, &plays, ranked);
    pasch_search_plays(stopped, 2, &p, NULL, &plays, other);
    assert_same_ranking(plays.count);
    assert_int_equal(pasch_search_value(stopped, 2, &p, p.turn, NULL, &verdict), 0);
    pasch_search_destroy(search);
    pasch_search_destroy(stopped);
}

/* All men in the middle of the board, and a run of six stages: four plies would take days. What counts
 * is the plays judged, not the clock. */
static void a_look_that_takes_too_long_is_left_out(void **state)
{
    struct pasch_position p = testing_position("gioul 18:3,16:3,14:3,12:3,10:3 18:3,16:3,14:3,12:3,10:3 x 11");
    struct pasch_evaluator e = hashed_evaluator(p.rules);
    (void)state;
    struct pasch_search *search = open_search(&e);
    assert_int_equal(pasch_position_plays(&p, &plays, NULL), PASCH_OK);
    pasch_search_plays(search, 4, &p, NULL, &plays, ranked);
    assert_true(ranked[0].plies < 4);
    pasch_search_destroy(search);
}

/* Where x all but wins, and where it has lost. */
static bool x_wins(const void *tables, const struct pasch_board *board, int me, struct pasch_probs *out)
{
    (void)tables;
    (void)board;
    *out = (struct pasch_probs){.win = me == PASCH_X ? 0.9f : 0.1f};
    return true;
}

/* Who throws nothing doubles before the play or the naming; the other side passes. */
static void a_mind_doubles_where_nothing_is_thrown(void **state)
{
    static const char *const text[] = {"fixed-roll 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 x 31 ply=2",
                                       "double-vs-choice 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 x - chooser=x"};
    static const struct pasch_level plain;
    struct pasch_terms terms = {.cube = true, .rounds = 1};
    struct pasch_event event;
    struct pasch_error error;
    (void)state;
    for (size_t n = 0; n < sizeof text / sizeof *text; n++) {
        struct pasch_position p = testing_position(text[n]);
        struct pasch_evaluator e = {.rules = p.rules, .known = x_wins};
        struct pasch_search *search = open_search(&e);
        struct pasch_mind *mind = pasch_mind_create(&plain, search, &terms);
        struct pasch_game game;
        assert_non_null(mind);
        pasch_game_start_at(&game, &p, &terms);
        pasch_mind_begin(mind, 1);
        assert_int_equal(pasch_mind_act(mind, &game, &plays, &event, &error), PASCH_OK);
        assert_int_equal(event.kind, PASCH_EVENT_DOUBLE);
        assert_int_equal(pasch_game_apply(&game, &event, &plays, &error), PASCH_OK);
        assert_int_equal(pasch_mind_act(mind, &game, &plays, &event, &error), PASCH_OK);
        assert_int_equal(event.kind, PASCH_EVENT_PASS);
        event.kind = PASCH_EVENT_TAKE;
        assert_int_equal(pasch_game_apply(&game, &event, &plays, &error), PASCH_OK);
        assert_int_equal(pasch_mind_act(mind, &game, &plays, &event, &error), PASCH_OK);
        assert_true(event.kind == PASCH_EVENT_PLAY || event.kind == PASCH_EVENT_CHOOSE);
        pasch_mind_destroy(mind);
        pasch_search_destroy(search);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_ply_is_the_mean_over_the_throws),
        cmocka_unit_test(plays_are_ranked_by_what_follows),
        cmocka_unit_test(the_best_naming_comes_first),
        cmocka_unit_test(without_dice_it_is_minimax),
        cmocka_unit_test(an_open_reply_counts),
        cmocka_unit_test(workers_give_the_same_bits),
        cmocka_unit_test(stopped_it_says_what_it_knew),
        cmocka_unit_test(a_look_that_takes_too_long_is_left_out),
        cmocka_unit_test(a_mind_doubles_where_nothing_is_thrown),
    };
    return cmocka_run_group_tests(tests, make, unmake);
}
