/* The order of units: it changes how fast a net is, not what it says. */
#include <string.h>

#include "eval/net.h"
#include "learn/pairs.h"
#include "testing.h"

enum { UNITS = 128, BOARDS = 200 };

static int pairs_that_fire(const struct pasch_net *net, const struct inputs *inputs)
{
    int16_t first[UNITS];
    int count = 0;
    net_first(net, NULL, inputs, 1, first);
    for (int i = 0; i < UNITS; i += 2)
        count += first[i] > 0 || first[i + 1] > 0;
    return count;
}

static void units_that_fire_together_stand_together(void **state)
{
    (void)state;
    static struct inputs inputs[BOARDS];
    float before[BOARDS][NET_MIDDLE], after[NET_MIDDLE];
    int16_t first[UNITS];
    int pairs_before = 0, pairs_after = 0, n = 0;
    struct pasch_net *net = net_create(UNITS, false);
    struct pairs *pairs = pairs_create();
    struct pasch_plays plays = testing_plays();
    struct pasch_rng rng;
    struct pasch_position p;
    pasch_rng_seed(&rng, 4);
    for (size_t i = 0; i < INPUTS_ROWS * UNITS; i++)
        net->w1[i] = (int16_t)((int)pasch_rng_below(&rng, 100) - 52);
    for (size_t i = 0; i < UNITS * NET_MIDDLE; i++)
        net->w2[i] = (int16_t)((int)pasch_rng_below(&rng, 1000) - 500);
    pasch_position_start(&p, pasch_game_at(0));
    while (n < BOARDS) {
        inputs_of(&inputs[n], p.rules, &p.board, p.turn);
        pairs_add(pairs, net, &inputs[n]);
        pairs_before += pairs_that_fire(net, &inputs[n]);
        net_first(net, NULL, &inputs[n], 1, first);
        net_second(net, first, before[n++]);
        if (!testing_step(&p, &rng, &plays))
            pasch_position_start(&p, p.rules);
    }
    pairs_order(pairs, net);
    for (n = 0; n < BOARDS; n++) {
        net_first(net, NULL, &inputs[n], 1, first);
        net_second(net, first, after);
        assert_memory_equal(before[n], after, sizeof after);
        pairs_after += pairs_that_fire(net, &inputs[n]);
    }
    assert_true(pairs_after < pairs_before);
    testing_plays_free(&plays);
    pairs_destroy(pairs);
    pasch_net_destroy(net);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(units_that_fire_together_stand_together)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
