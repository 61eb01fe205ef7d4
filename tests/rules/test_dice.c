/* Where throws come from: that the generator is fair and repeats itself, and that lists of dice are read. */
#include <string.h>

#include "testing.h"

enum { THROWS = 6000000 };

static const uint64_t seeds[] = {0, 1, 2, 20261118, UINT64_MAX};

enum { SEEDS = sizeof seeds / sizeof *seeds };

static double chi_square(const uint32_t *count, int cells, double throws)
{
    double expected = throws / cells, sum = 0;
    for (int i = 0; i < cells; i++)
        sum += (count[i] - expected) * (count[i] - expected) / expected;
    return sum;
}

/* Too far off is unfair, too near is not chance either. The bounds are those of one in ten thousand on each side. */
static void assert_fair(const char *what, uint64_t seed, double chi, double low, double high)
{
    print_message("seed %llu, %s: chi-square %.2f\n", (unsigned long long)seed, what, chi);
    if (chi < low || chi > high)
        testing_fail("seed %llu, %s: chi-square %.2f is not within %.2f and %.2f", (unsigned long long)seed, what, chi,
                     low, high);
}

static void assert_fair_die(const char *what, uint64_t seed, const uint32_t count[6])
{
    assert_fair(what, seed, chi_square(count, 6, THROWS), 0.082, 25.74);
}

static void assert_fair_pairs(const char *what, uint64_t seed, const uint32_t count[36])
{
    assert_fair(what, seed, chi_square(count, 36, THROWS), 12.0, 74.93);
}

static void dice_are_fair_alone_in_pairs_and_from_throw_to_throw(void **state)
{
    (void)state;
    for (int s = 0; s < SEEDS; s++) {
        struct pasch_dice dice;
        uint32_t first[6] = {0}, second[6] = {0}, pair[36] = {0}, serial[36] = {0};
        pasch_dice_seed(&dice, seeds[s]);
        int before = pasch_dice_next(&dice) - 1;
        for (int i = 0; i < THROWS; i++) {
            int a = pasch_dice_next(&dice) - 1, b = pasch_dice_next(&dice) - 1;
            assert_true(a >= 0 && a < 6 && b >= 0 && b < 6);
            first[a]++;
            second[b]++;
            pair[6 * a + b]++;
            serial[6 * before + a]++;
            before = b;
        }
        assert_int_equal(dice.thrown, 2 * THROWS + 1);
        assert_fair_die("first die", seeds[s], first);
        assert_fair_die("second die", seeds[s], second);
        assert_fair_pairs("the two dice of a throw", seeds[s], pair);
        assert_fair_pairs("a throw and the one before", seeds[s], serial);
    }
}

static void equal_seeds_give_equal_dice_and_others_do_not(void **state)
{
    (void)state;
    struct pasch_dice dice[SEEDS], again[SEEDS];
    int same[SEEDS] = {0};
    for (int s = 0; s < SEEDS; s++) {
        pasch_dice_seed(&dice[s], seeds[s]);
        pasch_dice_seed(&again[s], seeds[s]);
    }
    for (int i = 0; i < 1000; i++) {
        int zero = 0;
        for (int s = 0; s < SEEDS; s++) {
            int die = pasch_dice_next(&dice[s]);
            assert_int_equal(die, pasch_dice_next(&again[s]));
            zero = s ? zero : die;
            same[s] += s && die == zero;
        }
    }
    for (int s = 1; s < SEEDS; s++)
        assert_true(same[s] > 100 && same[s] < 250); /* about one in six, by chance */
}

/* So that a record with its seed can be played again on any machine, in any later version. */
static void the_dice_of_a_seed_never_change(void **state)
{
    (void)state;
    static const char wanted[] = "2536653425254642665242435161264124351566";
    char text[sizeof wanted] = {0};
    struct pasch_dice dice;
    pasch_dice_seed(&dice, 1);
    for (size_t i = 0; i + 1 < sizeof wanted; i++)
        text[i] = (char)('0' + pasch_dice_next(&dice));
    assert_string_equal(text, wanted);
}

static void the_generator_gives_the_numbers_of_its_authors(void **state)
{
    (void)state;
    static const uint64_t numbers[] = {
        11520u,
        0u,
        1509978240u,
        1215971899390074240u,
        1216172134540287360u,
        607988272756665600u,
        16172922978634559625u,
        8476171486693032832u,
        10595114339597558777u,
        2904607092377533576u,
    };
    static const uint64_t spread[4] = {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                                       4593380528125082431u};
    struct pasch_rng rng = {{1, 2, 3, 4}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        assert_true(pasch_rng_next(&rng) == numbers[i]);
    pasch_rng_seed(&rng, 1234567);
    for (int i = 0; i < 4; i++)
        assert_true(rng.state[i] == spread[i]);
}

/* The odd number that times `odd` is 1. */
static uint64_t inverse(uint64_t odd)
{
    uint64_t x = odd;
    for (int i = 0; i < 6; i++)
        x *= 2 - odd * x;
    return x;
}

/* A generator of which the next number is `number`. */
static struct pasch_rng about_to_give(uint64_t number)
{
    uint64_t turned = number * inverse(9), s1 = (turned >> 7 | turned << 57) * inverse(5);
    struct pasch_rng rng = {{0x123456789abcdefu, s1, 0xfedcba987654321u, 42}}, copy = rng;
    assert_true(pasch_rng_next(&copy) == number);
    return rng;
}

static void numbers_past_the_last_whole_multiple_are_thrown_away(void **state)
{
    (void)state;
    static const uint32_t belows[] = {6, 36, 1000000007, 4294967291u, 4294967295u, 3221225472u};
    for (size_t i = 0; i < sizeof belows / sizeof *belows; i++) {
        uint32_t below = belows[i];
        uint64_t past = UINT64_MAX - UINT64_MAX % below, thrown_away[] = {past, past + 1, UINT64_MAX};
        struct pasch_rng rng = about_to_give(past - 1), next;
        assert_int_equal(pasch_rng_below(&rng, below), below - 1);
        rng = about_to_give(0);
        assert_int_equal(pasch_rng_below(&rng, below), 0);
        for (int n = 0; n < 3 && thrown_away[n] >= past; n++) {
            rng = next = about_to_give(thrown_away[n]);
            pasch_rng_next(&next);
            uint64_t second = pasch_rng_next(&next);
            assert_true(second < past);
            assert_int_equal(pasch_rng_below(&rng, below), second % below);
            assert_memory_equal(&rng, &next, sizeof rng);
        }
    }
}

static void a_power_of_two_throws_nothing_away(void **state)
{
    (void)state;
    for (int log = 0; log < 32; log++) {
        uint32_t below = (uint32_t)1 << log;
        struct pasch_rng rng = about_to_give(UINT64_MAX), next = rng;
        pasch_rng_next(&next);
        assert_int_equal(pasch_rng_below(&rng, below), below - 1);
        assert_memory_equal(&rng, &next, sizeof rng);
    }
}

/* Three quarters of 2^32: a remainder of 32 random bits would give the first third twice as often. */
static void a_range_near_two_to_the_32_has_no_bias(void **state)
{
    (void)state;
    struct pasch_rng rng;
    uint32_t third[3] = {0}, below = 3221225472u;
    pasch_rng_seed(&rng, 5);
    for (int i = 0; i < 300000; i++)
        third[pasch_rng_below(&rng, below) / (below / 3)]++;
    assert_fair("thirds", 5, chi_square(third, 3, 300000), 0.0002, 18.42);
}

static void a_list_gives_its_dice_and_then_none(void **state)
{
    (void)state;
    static const uint8_t list[] = {3, 1, 6};
    struct pasch_dice dice;
    pasch_dice_list(&dice, list, 3);
    assert_int_equal(pasch_dice_next(&dice), 3);
    assert_int_equal(pasch_dice_next(&dice), 1);
    assert_int_equal(pasch_dice_next(&dice), 6);
    for (int i = 0; i < 3; i++)
        assert_int_equal(pasch_dice_next(&dice), 0);
    assert_int_equal(dice.thrown, 3);
    pasch_dice_list(&dice, list, 0);
    assert_int_equal(pasch_dice_next(&dice), 0);
}

static void dice_may_stand_with_blanks_commas_hyphens_or_nothing_between(void **state)
{
    (void)state;
    static const char *const texts[] = {"316452",      "31 64 52",       "3-1 6-4 5-2",
                                        "3,1,6,4,5,2", "31\n64\r\n52\n", "  3 1\t64 # and 999 more\n#7\n5-2#"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        uint8_t list[6];
        size_t count = 99;
        struct pasch_error error;
        if (pasch_dice_parse(texts[i], list, 6, &count, &error) != PASCH_OK)
            testing_fail("'%s': %s", texts[i], error.text);
        assert_int_equal(count, 6);
        assert_memory_equal(list, ((const uint8_t[]){3, 1, 6, 4, 5, 2}), 6);
    }
}

static void an_empty_list_has_no_dice(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "\n", " ,- ", "# 31"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        uint8_t list[1];
        size_t count = 99;
        assert_int_equal(pasch_dice_parse(texts[i], list, 1, &count, NULL), PASCH_OK);
        assert_int_equal(count, 0);
    }
}

static void a_bad_die_is_named_by_line_and_column(void **state)
{
    (void)state;
    static const struct {
        const char *text, *place;
        int column;
        size_t before; /* dice read so far */
    } bad[] = {
        {"7", "line 1, column 1:", 1, 0},         {"310", "line 1, column 3:", 3, 2},
        {"31 42\n5x", "line 2, column 2:", 2, 5}, {"# 7 is a comment\n\n  31, 4_", "line 3, column 8:", 8, 3},
        {"31\r\n\t9", "line 2, column 2:", 2, 2}, {"3\xc3\xa4", "line 1, column 2:", 2, 1},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        uint8_t list[10];
        size_t count = 99;
        struct pasch_error error = {0};
        assert_int_equal(pasch_dice_parse(bad[i].text, list, 10, &count, &error), PASCH_BAD_TEXT);
        assert_int_equal(error.status, PASCH_BAD_TEXT);
        assert_int_equal(error.column, bad[i].column);
        assert_int_equal(count, bad[i].before);
        if (strncmp(error.text, bad[i].place, strlen(bad[i].place)) != 0)
            testing_fail("'%s': '%s', not '%s ...'", bad[i].text, error.text, bad[i].place);
        assert_int_equal(pasch_dice_parse(bad[i].text, list, 10, &count, NULL), PASCH_BAD_TEXT);
    }
}

static void more_dice_than_there_is_room_for_are_refused(void **state)
{
    (void)state;
    uint8_t list[4] = {0, 0, 0, 77};
    size_t count;
    struct pasch_error error;
    assert_int_equal(pasch_dice_parse("31\n6", list, 3, &count, &error), PASCH_OK);
    assert_int_equal(pasch_dice_parse("31\n 64", list, 3, &count, &error), PASCH_FULL);
    assert_int_equal(count, 3);
    assert_int_equal(error.column, 3);
    assert_non_null(strstr(error.text, "line 2"));
    assert_int_equal(list[3], 77);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dice_are_fair_alone_in_pairs_and_from_throw_to_throw),
        cmocka_unit_test(equal_seeds_give_equal_dice_and_others_do_not),
        cmocka_unit_test(the_dice_of_a_seed_never_change),
        cmocka_unit_test(the_generator_gives_the_numbers_of_its_authors),
        cmocka_unit_test(numbers_past_the_last_whole_multiple_are_thrown_away),
        cmocka_unit_test(a_power_of_two_throws_nothing_away),
        cmocka_unit_test(a_range_near_two_to_the_32_has_no_bias),
        cmocka_unit_test(a_list_gives_its_dice_and_then_none),
        cmocka_unit_test(dice_may_stand_with_blanks_commas_hyphens_or_nothing_between),
        cmocka_unit_test(an_empty_list_has_no_dice),
        cmocka_unit_test(a_bad_die_is_named_by_line_and_column),
        cmocka_unit_test(more_dice_than_there_is_room_for_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
