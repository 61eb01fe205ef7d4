/* The dice of trials: the first two rolls are spread evenly, the others follow from seed and trial. */
#include <string.h>

#include "rollout/rollout.h"
#include "testing.h"

enum { SEED = 7 };

static void first_two(uint64_t trial, bool opening, int roll[2])
{
    struct throws throws;
    throws_begin(&throws, SEED, trial, opening);
    roll[0] = throws_next(&throws);
    roll[1] = throws_next(&throws);
}

static void each_pair_of_rolls_begins_as_many_trials_as_it_is_likely(void **state)
{
    (void)state;
    for (int round = 0; round < 2; round++) {
        int count[SEARCH_ROLLS][SEARCH_ROLLS] = {{0}}, roll[2];
        for (uint64_t t = 0; t < 1296; t++) {
            first_two((uint64_t)round * 1296 + t, false, roll);
            count[roll[0]][roll[1]]++;
        }
        for (int a = 0; a < SEARCH_ROLLS; a++) {
            for (int b = 0; b < SEARCH_ROLLS; b++)
                assert_int_equal(count[a][b], rolls_table[a].weight * rolls_table[b].weight);
        }
    }
}

static void so_does_each_roll_in_36_trials(void **state)
{
    (void)state;
    for (uint64_t block = 0; block < 80; block++) {
        int count[2][SEARCH_ROLLS] = {{0}}, roll[2];
        for (uint64_t t = 0; t < 36; t++) {
            first_two(block * 36 + t, false, roll);
            count[0][roll[0]]++;
            count[1][roll[1]]++;
        }
        for (int a = 0; a < SEARCH_ROLLS; a++) {
            assert_int_equal(count[0][a], rolls_table[a].weight);
            assert_int_equal(count[1][a], rolls_table[a].weight);
        }
    }
}

static void an_opening_has_no_double(void **state)
{
    int count[SEARCH_ROLLS][SEARCH_ROLLS] = {{0}}, roll[2];
    (void)state;
    for (uint64_t t = 0; t < 1080; t++) {
        first_two(t, true, roll);
        count[roll[0]][roll[1]]++;
    }
    for (int a = 0; a < SEARCH_ROLLS; a++) {
        for (int b = 0; b < SEARCH_ROLLS; b++)
            assert_int_equal(count[a][b], rolls_table[a].weight == 2 ? 2 * rolls_table[b].weight : 0);
    }
}

static void rolls_are_as_likely_as_dice_make_them(void **state)
{
    int count[SEARCH_ROLLS] = {0};
    (void)state;
    for (uint64_t t = 0; t < 3600; t++) {
        struct throws throws;
        throws_begin(&throws, SEED, t, false);
        for (int i = 0; i < 12; i++) {
            int roll = throws_next(&throws);
            assert_in_range(roll, 0, SEARCH_ROLLS - 1);
            count[roll] += i >= 2;
        }
    }
    double chi = 0;
    for (int a = 0; a < SEARCH_ROLLS; a++) {
        double wanted = rolls_table[a].weight * 1000.0;
        chi += (count[a] - wanted) * (count[a] - wanted) / wanted;
    }
    assert_true(chi < 45.3); /* 20 degrees of freedom: one seed in a thousand */
}

static void equal_seeds_and_trials_have_equal_rolls_and_others_not(void **state)
{
    struct throws a, b, other_trial, other_seed;
    int differ[2] = {0};
    (void)state;
    throws_begin(&a, SEED, 5, false);
    throws_begin(&b, SEED, 5, false);
    throws_begin(&other_trial, SEED, 6, false);
    throws_begin(&other_seed, SEED + 1, 5, false);
    for (int i = 0; i < 100; i++) {
        int roll = throws_next(&a);
        assert_int_equal(roll, throws_next(&b));
        differ[0] += roll != throws_next(&other_trial);
        differ[1] += roll != throws_next(&other_seed);
    }
    assert_true(differ[0] > 80 && differ[1] > 80);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_pair_of_rolls_begins_as_many_trials_as_it_is_likely),
        cmocka_unit_test(so_does_each_roll_in_36_trials),
        cmocka_unit_test(an_opening_has_no_double),
        cmocka_unit_test(rolls_are_as_likely_as_dice_make_them),
        cmocka_unit_test(equal_seeds_and_trials_have_equal_rolls_and_others_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
