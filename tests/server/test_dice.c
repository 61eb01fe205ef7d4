/* The method pasch-dice-1 against numbers that another program (Python's hmac) has computed, and its fairness. */
#include "testing.h"

#include <sodium.h>
#include <string.h>

#include "server/dice.h"

static const char seed_x[] = "00112233445566778899aabbccddeeff", seed_o[] = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";

static void count_up(uint8_t secret[DICE_SECRET])
{
    for (int i = 0; i < DICE_SECRET; i++)
        secret[i] = (uint8_t)i;
}

static void assert_throw(const uint8_t *secret, const char *x, const char *o, uint32_t number, int first, int second)
{
    uint8_t die[2];
    dice_throw(secret, x, o, number, die);
    if (die[0] != first || die[1] != second)
        testing_fail("throw %u is %d-%d, not %d-%d", number, die[0], die[1], first, second);
}

static void the_commitment_is_the_sha_256_of_the_secret(void **state)
{
    (void)state;
    uint8_t secret[DICE_SECRET];
    char text[DICE_SECRET_HEX];
    count_up(secret);
    dice_commitment(secret, text);
    assert_string_equal(text, "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
}

static void throws_are_those_of_the_method(void **state)
{
    (void)state;
    static const int wanted[12][2] = {{4, 1}, {4, 5}, {1, 3}, {4, 1}, {5, 6}, {3, 2},
                                      {5, 6}, {4, 4}, {2, 3}, {2, 1}, {1, 5}, {4, 2}};
    uint8_t secret[DICE_SECRET];
    count_up(secret);
    for (int i = 0; i < 12; i++)
        assert_throw(secret, seed_x, seed_o, (uint32_t)i + 1, wanted[i][0], wanted[i][1]);
    assert_throw(secret, seed_x, seed_o, 59, 1, 3); /* its first byte is 252 and gives no die */
    memset(secret, 0xff, sizeof secret);
    assert_throw(secret, dice_no_seed, dice_no_seed, 1, 6, 5);
    assert_throw(secret, dice_no_seed, dice_no_seed, 1000, 1, 2);
    assert_throw(secret, dice_no_seed, dice_no_seed, 4294967295u, 3, 6);
}

static void every_part_changes_the_throws(void **state)
{
    (void)state;
    uint8_t secret[DICE_SECRET], other[DICE_SECRET], a[2], b[2];
    int differ[3] = {0};
    count_up(secret);
    count_up(other);
    other[31] ^= 1;
    for (uint32_t i = 1; i <= 360; i++) {
        dice_throw(secret, seed_x, seed_o, i, a);
        dice_throw(other, seed_x, seed_o, i, b);
        differ[0] += memcmp(a, b, 2) != 0;
        dice_throw(secret, seed_o, seed_x, i, b);
        differ[1] += memcmp(a, b, 2) != 0;
        dice_throw(secret, seed_x, dice_no_seed, i, b);
        differ[2] += memcmp(a, b, 2) != 0;
    }
    for (int i = 0; i < 3; i++)
        assert_in_range(differ[i], 330, 359); /* 350 are expected */
}

static void all_36_throws_are_equally_likely(void **state)
{
    (void)state;
    enum { THROWS = 36000 };
    uint8_t secret[DICE_SECRET], die[2];
    int count[6][6] = {{0}};
    double chi = 0;
    count_up(secret);
    for (uint32_t i = 1; i <= THROWS; i++) {
        dice_throw(secret, seed_x, seed_o, i, die);
        count[die[0] - 1][die[1] - 1]++;
    }
    for (int i = 0; i < 36; i++) {
        double off = count[i / 6][i % 6] - THROWS / 36.0;
        chi += off * off / (THROWS / 36.0);
    }
    assert_true(chi < 66.6); /* one in a thousand, with 35 degrees of freedom */
}

static void seeds_and_secrets_are_read_as_hexadecimal_digits(void **state)
{
    (void)state;
    static const char *const bad[] = {"",
                                      "0",
                                      "00112233445566778899aabbccddeef",
                                      "00112233445566778899aabbccddeeff0",
                                      "00112233445566778899aabbccddeefg",
                                      "0011223344556677 899aabbccddeeff"};
    char seed[DICE_SEED_HEX], text[DICE_SECRET_HEX];
    uint8_t secret[DICE_SECRET], back[DICE_SECRET];
    assert_true(dice_read_seed("00112233445566778899AABBCCDDEEFF", seed));
    assert_string_equal(seed, seed_x);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(dice_read_seed(bad[i], seed));
        assert_false(dice_read_secret(bad[i], secret));
    }
    dice_draw_secret(secret);
    dice_write_secret(secret, text);
    assert_true(dice_read_secret(text, back));
    assert_memory_equal(secret, back, sizeof back);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_commitment_is_the_sha_256_of_the_secret),
        cmocka_unit_test(throws_are_those_of_the_method),
        cmocka_unit_test(every_part_changes_the_throws),
        cmocka_unit_test(all_36_throws_are_equally_likely),
        cmocka_unit_test(seeds_and_secrets_are_read_as_hexadecimal_digits),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
