/* The cache by itself, also with threads that read and write the same few entries. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "search/cache.h"
#include "testing.h"

enum { BOARDS = 64, ROUNDS = 200000, THREADS = 4 };

/* Boards that differ in one man, and values that say which board and how many plies. */
static struct pasch_board board_of(int number)
{
    struct pasch_board board = {0};
    board.side[0].men[1 + number % 24] = 1;
    board.side[1].men[1 + number / 24] = 2;
    return board;
}

static struct value value_of(int number, int plies, int states)
{
    float first = (float)(number * 10 + plies);
    struct value value = {.probs = {first, first + 0.125f, first + 0.25f, first + 0.5f, first + 0.75f}};
    for (int s = 0; s < states; s++)
        value.hold[s] = first + 16 * (float)s;
    return value;
}

static bool is_of(const struct value *value, int number, int plies, int states)
{
    struct value wanted = value_of(number, plies, states);
    return memcmp(value, &wanted, offsetof(struct value, hold) + (size_t)states * sizeof *wanted.hold) == 0;
}

/* Stakes without the cube, and others, which need not mean anything here. */
enum { NONE = 0, SOME = 6 };

static bool finds(const struct cache *cache, const struct pasch_board *board, int me, int plies, uint64_t stakes,
                  int states, struct value *out)
{
    struct cache_key key = cache_key(board, me, plies, stakes, states);
    return cache_find(cache, &key, out);
}

static void keeps(const struct cache *cache, const struct pasch_board *board, int plies, uint64_t stakes, int states,
                  const struct value *value)
{
    struct cache_key key = cache_key(board, 0, plies, stakes, states);
    cache_keep(cache, &key, value);
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
    struct value value;
    (void)state;
    for (int i = 0; i < BOARDS; i++) {
        struct pasch_board board = board_of(i), turned = {{board.side[1], board.side[0]}};
        struct value one = value_of(i, 1, 0), two = value_of(i, 2, 0);
        assert_false(finds(&cache, &board, 0, 1, NONE, 0, &value));
        keeps(&cache, &board, 1, NONE, 0, &one);
        keeps(&cache, &board, 2, NONE, 0, &two);
        assert_true(finds(&cache, &board, 0, 1, NONE, 0, &value) && is_of(&value, i, 1, 0));
        assert_true(finds(&cache, &board, 0, 2, NONE, 0, &value) && is_of(&value, i, 2, 0));
        assert_true(finds(&cache, &turned, 1, 1, NONE, 0, &value) && is_of(&value, i, 1, 0));
        assert_false(finds(&cache, &turned, 0, 1, NONE, 0, &value));
        assert_false(finds(&cache, &board, 0, 3, NONE, 0, &value));
        keeps(&none, &board, 1, NONE, 0, &one);
        assert_false(finds(&none, &board, 0, 1, NONE, 0, &value));
    }
    free(cache.entry);
}

/* Each stake has its own values, as many as it has cubes. */
static void test_stakes(void **state)
{
    struct cache cache = cache_make(1 << 12);
    struct value value;
    (void)state;
    for (int states = 1; states <= PASCH_LADDER_STATES; states++) {
        struct pasch_board board = board_of(states);
        struct value without = value_of(states, 1, 0), with = value_of(states + 100, 1, states);
        uint64_t stakes = SOME + 4 * (uint64_t)states;
        keeps(&cache, &board, 1, NONE, 0, &without);
        assert_false(finds(&cache, &board, 0, 1, stakes, states, &value));
        keeps(&cache, &board, 1, stakes, states, &with);
        assert_true(finds(&cache, &board, 0, 1, stakes, states, &value) && is_of(&value, states + 100, 1, states));
        assert_false(finds(&cache, &board, 0, 1, stakes + 1, states, &value));
        assert_true(finds(&cache, &board, 0, 1, NONE, 0, &value) && is_of(&value, states, 1, 0));
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
        int states = number % 2 ? PASCH_LADDER_STATES : 0;
        uint64_t stakes = states ? SOME : NONE;
        struct pasch_board board = board_of(number);
        struct value value = value_of(number, plies, states), found;
        if (finds(r->cache, &board, 0, plies, stakes, states, &found)) {
            r->hits++;
            r->wrong += !is_of(&found, number, plies, states);
        }
        keeps(r->cache, &board, plies, stakes, states, &value);
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_keep_and_find), cmocka_unit_test(test_stakes),
                                       cmocka_unit_test(test_threads)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
