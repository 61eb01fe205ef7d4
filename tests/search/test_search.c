/* The search against a brute force, against itself with other settings, and stopped. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/threads.h"
#include "search/positions.h"

static struct pasch_position position[POSITIONS];
static struct pasch_engine *engine;
static const struct pasch_evaluator *evaluator;
static struct pasch_plays plays;
static struct pasch_ranked ranked[PASCH_PLAYS_ROOM], other[PASCH_PLAYS_ROOM];

static int make(void **state)
{
    struct pasch_error error;
    (void)state;
    plays = testing_plays();
    positions_read(position);
    engine = pasch_engine_create(pasch_game_find("standard"), NULL, &error);
    if (!engine)
        testing_fail("%s", error.text);
    evaluator = pasch_engine_evaluator(engine);
    return 0;
}

static int unmake(void **state)
{
    (void)state;
    testing_plays_free(&plays);
    pasch_engine_destroy(engine);
    return 0;
}

static struct pasch_search *open_with(const struct pasch_search_settings *settings)
{
    struct pasch_search *search = pasch_search_create(evaluator, settings);
    assert_non_null(search);
    return search;
}

/* Looks at every play: the quick net leaves some out. */
static struct pasch_evaluator without_quick(void)
{
    struct pasch_evaluator plain = *evaluator;
    plain.quick = NULL;
    return plain;
}

/* All plays to the end, all replies below. */
static struct pasch_search_settings unfiltered(void)
{
    struct pasch_search_settings settings;
    pasch_search_settings(&settings);
    memset(settings.filter, 0, sizeof settings.filter);
    for (int plies = 2; plies <= PASCH_SEARCH_PLIES; plies++)
        settings.inner[plies] = (struct pasch_filter){PASCH_SEARCH_KEEP, 0, 0};
    return settings;
}

static size_t best(struct pasch_search *search, int plies, const struct pasch_position *p, struct pasch_ranked *out)
{
    assert_int_equal(pasch_search_best(search, plies, &p->board, p->turn, NULL, &p->stage[0], &plays, out), PASCH_OK);
    return plays.count;
}

/* Five chances in the order of the struct. */
static void assert_close(const struct pasch_probs *got, const struct pasch_probs *wanted, int where)
{
    float a[5], b[5];
    memcpy(a, got, sizeof a);
    memcpy(b, wanted, sizeof b);
    for (int i = 0; i < 5; i++) {
        if (!(fabsf(a[i] - b[i]) < 1e-5f))
            testing_fail("position %d: chance %d is %.8f, not %.8f", where, i, (double)a[i], (double)b[i]);
    }
}

static void test_one_ply(void **state)
{
    struct pasch_search_settings settings = unfiltered();
    struct pasch_evaluator plain = without_quick();
    struct pasch_search *search = pasch_search_create(&plain, &settings);
    struct brute brute = {&plain, 0};
    (void)state;
    for (int i = 0; i < 30; i++) {
        const struct pasch_position *p = &position[i];
        struct pasch_probs probs, wanted = brute_value(&brute, &p->board, p->turn, 1);
        assert_int_equal(pasch_search_eval(search, 1, &p->board, p->turn, &probs), 1);
        assert_close(&probs, &wanted, i);
        size_t count = best(search, 1, p, ranked);
        for (size_t k = 0; k < count && k < 3; k++) {
            wanted = brute_value(&brute, &plays.play[ranked[k].index].board, 1 - p->turn, 1);
            wanted = pasch_probs_flip(&wanted);
            assert_close(&ranked[k].probs, &wanted, i);
            assert_int_equal(ranked[k].plies, 1);
        }
    }
    pasch_search_destroy(search);
}

/* Two men against two, one of them on the bar; and two against two with contact. */
static void test_two_plies(void **state)
{
    static const char *const text[] = {"standard 20:1,9:1 bar:1,3:1 x 21", "standard 14:1,5:1 13:1,1:1 x 31"};
    struct pasch_search_settings settings = unfiltered();
    struct pasch_evaluator plain = without_quick();
    struct pasch_search *search = pasch_search_create(&plain, &settings);
    struct brute brute = {&plain, 0};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct pasch_position p = testing_position(text[i]);
        struct pasch_probs probs, wanted = brute_value(&brute, &p.board, p.turn, 2);
        assert_int_equal(pasch_search_eval(search, 2, &p.board, p.turn, &probs), 2);
        assert_close(&probs, &wanted, i);
        size_t count = best(search, 2, &p, ranked);
        assert_true(count > 1);
        for (size_t k = 0; k < count; k++) {
            wanted = brute_value(&brute, &plays.play[ranked[k].index].board, 1 - p.turn, 2);
            wanted = pasch_probs_flip(&wanted);
            assert_close(&ranked[k].probs, &wanted, i);
        }
    }
    assert_in_range(brute.most, 4, PASCH_SEARCH_KEEP); /* so that nothing was left out below the root */
    pasch_search_destroy(search);
}

/* How far behind the filtered choice is by the unfiltered figures. */
static double loss_of(struct pasch_search *wide, struct pasch_search *narrow, int plies, int i)
{
    best(narrow, plies, &position[i], other);
    size_t count = best(wide, plies, &position[i], ranked), at = 0;
    while (at < count && ranked[at].index != other[0].index)
        at++;
    if (count && at > 2)
        testing_fail("position %d: the choice at %d plies is only number %zu of the unfiltered", i, plies, at + 1);
    return count ? (double)(ranked[0].equity - ranked[at].equity) : 0;
}

static void test_filter(void **state)
{
    struct pasch_search_settings settings;
    pasch_search_settings(&settings);
    struct pasch_search *narrow = open_with(&settings);
    memset(settings.filter, 0, sizeof settings.filter);
    struct pasch_search *wide = open_with(&settings);
    double one = 0, two = 0;
    (void)state;
    for (int i = 0; i < 60; i++)
        one += loss_of(wide, narrow, 1, i);
    for (int i = 0; i < 6; i++)
        two += loss_of(wide, narrow, 2, i);
    print_message("the filter loses %.3f mp a decision at 1 ply, %.3f at 2\n", one / 60 * 1000, two / 6 * 1000);
    assert_true(one / 60 < 0.001 && two / 6 < 0.002);
    pasch_search_destroy(wide);
    pasch_search_destroy(narrow);
}

static void test_order_and_chances(void **state)
{
    struct pasch_search_settings settings;
    pasch_search_settings(&settings);
    struct pasch_search *search = open_with(&settings);
    static bool seen[PASCH_PLAYS_ROOM];
    (void)state;
    for (int i = 0; i < 40; i++) {
        size_t count = best(search, i % 4 ? 1 : 2, &position[i], ranked);
        memset(seen, 0, sizeof seen);
        for (size_t k = 0; k < count; k++) {
            const struct pasch_ranked *r = &ranked[k];
            const struct pasch_probs *p = &r->probs;
            assert_true(r->index < count && !seen[r->index]);
            seen[r->index] = true;
            assert_true(r->equity == pasch_probs_equity(p));
            assert_true(p->win_backgammon >= 0 && p->win_backgammon <= p->win_gammon && p->win_gammon <= p->win);
            assert_true(p->lose_backgammon >= 0 && p->lose_backgammon <= p->lose_gammon);
            assert_true(p->lose_gammon <= 1 - p->win + 1e-6f && p->win <= 1);
            assert_true(!k || ranked[k - 1].plies > r->plies ||
                        (ranked[k - 1].plies == r->plies && ranked[k - 1].equity >= r->equity));
        }
    }
    pasch_search_destroy(search);
}

/* The ways to search that must not differ by a bit. */
struct way {
    struct pasch_search *search;
    struct threads *threads;
};

static struct way way_open(int threads, size_t cache)
{
    struct pasch_search_settings settings;
    struct way way = {.threads = threads_create(threads)};
    assert_non_null(way.threads);
    pasch_search_settings(&settings);
    settings.cache_entries = cache;
    settings.parallel = threads_parallel(way.threads);
    way.search = open_with(&settings);
    return way;
}

static void compare_ways(const struct way *way, int ways, int plies, int i)
{
    const struct pasch_position *p = &position[i];
    struct pasch_probs first, then;
    size_t count = best(way[0].search, plies, p, ranked);
    pasch_search_eval(way[0].search, plies, &p->board, p->turn, &first);
    for (int w = 1; w < ways; w++) {
        best(way[w].search, plies, p, other);
        pasch_search_eval(way[w].search, plies, &p->board, p->turn, &then);
        if (memcmp(ranked, other, count * sizeof *ranked) != 0 || memcmp(&first, &then, sizeof first) != 0)
            testing_fail("position %d, %d plies: way %d differs", i, plies, w);
    }
}

static void test_same_bits(void **state)
{
    /* the last but one is too small for anything to stay there long, the last comes twice: all in its cache */
    struct way way[] = {way_open(1, 0), way_open(2, 0), way_open(1, 1 << 12), way_open(2, 2), way_open(2, 1 << 12)};
    enum { WAYS = sizeof way / sizeof *way };
    struct way ways[WAYS + 1];
    (void)state;
    memcpy(ways, way, sizeof way);
    ways[WAYS] = way[WAYS - 1];
    for (int i = 0; i < POSITIONS; i++)
        compare_ways(ways, WAYS + 1, 1, i);
    for (int i = 0; i < 6; i++)
        compare_ways(ways, WAYS + 1, 2, i);
    for (int w = 0; w < WAYS; w++) {
        pasch_search_destroy(way[w].search);
        threads_destroy(way[w].threads);
    }
}

/* The sides are only names. */
static void test_exchanged(void **state)
{
    struct pasch_search_settings settings;
    pasch_search_settings(&settings);
    settings.cache_entries = 0;
    struct pasch_search *search = open_with(&settings);
    (void)state;
    for (int i = 0; i < 20; i++) {
        const struct pasch_board *b = &position[i].board, turned = {{b->side[1], b->side[0]}};
        struct pasch_probs one, two;
        pasch_search_eval(search, 1, b, position[i].turn, &one);
        pasch_search_eval(search, 1, &turned, 1 - position[i].turn, &two);
        assert_memory_equal(&one, &two, sizeof one);
    }
    pasch_search_destroy(search);
}

static bool count_down(void *context)
{
    int *left = context;
    return (*left)-- <= 0;
}

static void test_stop(void **state)
{
    struct pasch_search_settings settings;
    const struct pasch_position *p = &position[4];
    int left = 0;
    struct pasch_probs probs, wanted = pasch_evaluate(evaluator, &p->board, p->turn);
    (void)state;
    pasch_search_settings(&settings);
    struct pasch_search *free_one = open_with(&settings);
    settings.stop = count_down;
    settings.stop_context = &left;
    struct pasch_search *search = open_with(&settings);
    size_t count = best(free_one, 0, p, other);
    best(search, 2, p, ranked); /* at once: the evaluator's opinion */
    assert_memory_equal(ranked, other, count * sizeof *ranked);
    assert_int_equal(pasch_search_eval(search, 2, &p->board, p->turn, &probs), 0);
    assert_memory_equal(&probs, &wanted, sizeof probs);
    int reached = 0;
    for (int after = 1; after < 2000; after = after * 3 / 2 + 1) { /* later and later: it reaches further, never less */
        left = after;
        best(search, 2, p, ranked);
        assert_true(ranked[0].plies >= reached);
        reached = ranked[0].plies;
        left = 1 << 30;
        best(search, 1, p, ranked); /* and keeps no nonsense */
        best(free_one, 1, p, other);
        assert_memory_equal(ranked, other, count * sizeof *ranked);
    }
    assert_int_equal(reached, 2);
    best(free_one, 2, p, other);
    best(search, 2, p, ranked);
    assert_memory_equal(ranked, other, count * sizeof *ranked);
    pasch_search_destroy(search);
    pasch_search_destroy(free_one);
}

/* With 3 plies there are nodes below the root that a stop leaves half done: none of them may stay in the cache. */
static void test_stop_below(void **state)
{
    struct pasch_search_settings settings;
    struct pasch_position p = testing_position("standard 20:1,9:1 bar:1,3:1 x 21");
    int left = 0;
    (void)state;
    pasch_search_settings(&settings);
    struct pasch_search *free_one = open_with(&settings);
    settings.stop = count_down;
    settings.stop_context = &left;
    struct pasch_search *search = open_with(&settings);
    for (int after = 5; after < 4000; after = after * 4 / 3) {
        left = after;
        best(search, 3, &p, ranked);
    }
    left = 1 << 30;
    size_t count = best(search, 3, &p, ranked);
    best(free_one, 3, &p, other);
    assert_int_equal(ranked[0].plies, 3);
    assert_memory_equal(ranked, other, count * sizeof *ranked);
    pasch_search_destroy(search);
    pasch_search_destroy(free_one);
}

static void test_edges(void **state)
{
    struct pasch_search_settings settings;
    struct pasch_probs probs;
    (void)state;
    pasch_search_settings(&settings);
    settings.only_choice = true;
    settings.cache_entries = 1 << 4;
    settings.cache_memory = calloc(1, pasch_cache_bytes(1 << 4));
    struct pasch_search *search = open_with(&settings);
    struct pasch_position p = testing_position("standard bar:1 6:2,5:2,4:2,3:2,2:2,1:2 x 31");
    assert_int_equal(best(search, 2, &p, ranked), 0); /* nothing can be played */
    p = testing_position("standard 13:1 1:2 x 65");
    assert_int_equal(best(search, 2, &p, ranked), 1); /* the only play needs no look */
    assert_int_equal(ranked[0].plies, 0);
    p = testing_position("standard 2:1,1:1 22:1,6:14 x 21"); /* ends the game, and is known to */
    best(search, 2, &p, ranked);
    assert_true(ranked[0].equity == 3);
    p = testing_position("standard bar:1 6:2,5:2,4:2,3:2,2:2,1:3 x -"); /* 36 passes */
    assert_int_equal(pasch_search_eval(search, 1, &p.board, p.turn, &probs), 1);
    struct pasch_probs theirs = pasch_evaluate(evaluator, &p.board, 1 - p.turn), wanted = pasch_probs_flip(&theirs);
    assert_close(&probs, &wanted, 0);
    pasch_search_destroy(search);
    free(settings.cache_memory);
    settings.cache_entries = 3;
    assert_null(pasch_search_create(evaluator, &settings));
    assert_true(pasch_evaluate_fits(pasch_game_find("standard")) && pasch_evaluate_fits(pasch_game_find("snake")));
    for (const char *const *id = (const char *const[]){"puff", "gioul", "mexican", "open-roll", "pin", NULL}; *id; id++)
        assert_false(pasch_evaluate_fits(pasch_game_find(*id)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_ply),   cmocka_unit_test(test_two_plies),
        cmocka_unit_test(test_filter),    cmocka_unit_test(test_order_and_chances),
        cmocka_unit_test(test_same_bits), cmocka_unit_test(test_exchanged),
        cmocka_unit_test(test_stop),      cmocka_unit_test(test_stop_below),
        cmocka_unit_test(test_edges),
    };
    return cmocka_run_group_tests(tests, make, unmake);
}
