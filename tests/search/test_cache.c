/* The cache by itself, also with threads that read and write the same few entries. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "search/cache.h"
#include "testing.h"

enum { BOARDS = 64, ROUNDS = 200000, THREADS = 4 };

/* Boards that differ in one man, and chances that say which board and how many plies. */
static struct pasch_board board_of(int number)
{
    struct pasch_board board = {0};
    board.side[0].men[1 + number % 24] = 1;
    board.side[1].men[1 + number / 24] = 2;
    return board;
}

static struct pasch_probs probs_of(int number, int plies)
{
    float first = (float)(number * 10 + plies);
    return (struct pasch_probs){first, first + 0.125f, first + 0.25f, first + 0.5f, first + 0.75f};
}

static bool is_of(const struct pasch_probs *probs, int number, int plies)
{
    struct pasch_probs wanted = probs_of(number, plies);
    return memcmp(probs, &wanted, sizeof wanted) == 0;
}

static struct cache cache_make(size_t entries)
{
    struct cache cache = {calloc(entries, sizeof *cache.entry), entries};
    assert_non_null(cache.entry);
    return cache;
}

static void test_keep_and_find(void **state)
{
    struct cache cache = cache_make(1 << 12), none = {0};
    struct pasch_probs probs;
    (void)state;
    for (int i = 0; i < BOARDS; i++) {
        struct pasch_board board = board_of(i), turned = {{board.side[1], board.side[0]}};
        struct pasch_probs one = probs_of(i, 1), two = probs_of(i, 2);
        assert_false(cache_find(&cache, &board, 0, 1, &probs));
        cache_keep(&cache, &board, 0, 1, &one);
        cache_keep(&cache, &board, 0, 2, &two);
        assert_true(cache_find(&cache, &board, 0, 1, &probs) && is_of(&probs, i, 1));
        assert_true(cache_find(&cache, &board, 0, 2, &probs) && is_of(&probs, i, 2));
        assert_true(cache_find(&cache, &turned, 1, 1, &probs) && is_of(&probs, i, 1));
        assert_false(cache_find(&cache, &turned, 0, 1, &probs));
        assert_false(cache_find(&cache, &board, 0, 3, &probs));
        cache_keep(&none, &board, 0, 1, &one);
        assert_false(cache_find(&none, &board, 0, 1, &probs));
    }
    free(cache.entry);
}

struct race {
    const struct cache *cache;
    unsigned seed;
    long hits, wrong;
};

static void *race(void *context)
{
    struct race *r = context;
    for (int round = 0; round < ROUNDS; round++) {
        r->seed = r->seed * 1664525u + 1013904223u;
        int number = (int)(r->seed >> 8) % BOARDS, plies = 1 + (int)(r->seed >> 28) % 3;
        struct pasch_board board = board_of(number);
        struct pasch_probs probs = probs_of(number, plies), found;
        if (cache_find(r->cache, &board, 0, plies, &found)) {
            r->hits++;
            r->wrong += !is_of(&found, number, plies);
        }
        cache_keep(r->cache, &board, 0, plies, &probs);
    }
    return NULL;
}

static void test_threads(void **state)
{
    struct cache cache = cache_make(8);
    struct race racer[THREADS];
    pthread_t thread[THREADS];
    long hits = 0;
    (void)state;
    for (int i = 0; i < THREADS; i++) {
        racer[i] = (struct race){&cache, (unsigned)i, 0, 0};
        assert_int_equal(pthread_create(&thread[i], NULL, race, &racer[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(thread[i], NULL);
        assert_int_equal(racer[i].wrong, 0);
        hits += racer[i].hits;
    }
    assert_true(hits > ROUNDS / 100);
    free(cache.entry);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_keep_and_find), cmocka_unit_test(test_threads)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
