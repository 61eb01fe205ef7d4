/* Learning goes on where it was, and learns. */
#include <stdlib.h>
#include <string.h>

#include "pasch/learn.h"
#include "testing.h"

static void *bytes_of(const struct pasch_net *net, size_t *size)
{
    *size = pasch_net_bytes(net, NULL);
    void *bytes = malloc(*size);
    assert_non_null(bytes);
    pasch_net_bytes(net, bytes);
    return bytes;
}

static void assert_same_nets(struct pasch_learning *a, struct pasch_learning *b)
{
    for (int use = 0; use < PASCH_NET_USES; use++) {
        size_t size_a, size_b;
        void *bytes_a = bytes_of(pasch_learn_net(a, use), &size_a);
        void *bytes_b = bytes_of(pasch_learn_net(b, use), &size_b);
        assert_int_equal(size_a, size_b);
        assert_memory_equal(bytes_a, bytes_b, size_a);
        free(bytes_a);
        free(bytes_b);
    }
}

/* Standard backgammon with three men a side: the games are short. */
static const struct pasch_rules *few_men(void)
{
    static struct pasch_rules rules;
    rules = *pasch_game_at(0);
    rules.men = 3;
    for (int p = 22; p <= 24; p++)
        rules.start[0][p] = 1;
    return &rules;
}

static struct pasch_learning *create_wide(const struct pasch_bearoff *bearoff, int units)
{
    static struct pasch_evaluator tables;
    tables = (struct pasch_evaluator){.rules = few_men(), .bearoff = bearoff};
    struct pasch_learning *learning = pasch_learn_create(&tables, units, 64, 7);
    assert_non_null(learning);
    return learning;
}

static struct pasch_learning *create(const struct pasch_bearoff *bearoff)
{
    return create_wide(bearoff, 64);
}

static void check_resuming(struct pasch_learn_plan plan)
{
    struct pasch_bearoff *bearoff = pasch_bearoff_create();
    struct pasch_learning *whole = create(bearoff), *half = create(bearoff), *rest = create(bearoff);
    struct pasch_error error;
    pasch_learn_run(whole, &plan, NULL, NULL, NULL);
    pasch_learn_run(half, &plan, NULL, NULL, NULL);
    size_t size = pasch_learn_save(half, NULL);
    uint8_t *bytes = malloc(size);
    pasch_learn_save(half, bytes);
    assert_int_equal(pasch_learn_load(rest, bytes, size, &error), PASCH_OK);
    assert_same_nets(whole, rest);
    /* Both go on alike. */
    pasch_learn_run(whole, &plan, NULL, NULL, NULL);
    pasch_learn_run(rest, &plan, NULL, NULL, NULL);
    assert_same_nets(whole, rest);
    bytes[size / 2] ^= 1;
    assert_int_equal(pasch_learn_load(rest, bytes, size, &error), PASCH_BAD_TEXT);
    assert_int_equal(pasch_learn_load(rest, bytes, 20, &error), PASCH_BAD_TEXT);
    free(bytes);
    pasch_learn_destroy(whole);
    pasch_learn_destroy(half);
    pasch_learn_destroy(rest);
    pasch_bearoff_destroy(bearoff);
}

static void a_kept_learning_goes_on_as_if_it_had_not_been_interrupted(void **state)
{
    (void)state;
    check_resuming((struct pasch_learn_plan){.positions = 3000, .rate = 4e-3f, .last_rate = 1e-3f, .noise = 0.4f});
}

static void so_does_one_with_exact_targets(void **state)
{
    (void)state;
    check_resuming((struct pasch_learn_plan){.positions = 300,
                                             .rate = 1e-3f,
                                             .last_rate = 1e-3f,
                                             .noise = 0.4f,
                                             .exact = true,
                                             .repeat = 4,
                                             .trace = 0.9f,
                                             .rivals = true,
                                             .memory = 1000});
}

static void and_with_searched_ones(void **state)
{
    (void)state;
    check_resuming((struct pasch_learn_plan){.positions = 100,
                                             .rate = 1e-3f,
                                             .last_rate = 1e-3f,
                                             .exact = true,
                                             .repeat = 2,
                                             .rivals = true,
                                             .doubt = 0.6f,
                                             .memory = 1000});
}

/* The nets of two learnings that differ in one thing. */
static bool same_with_doubt(float a, float b)
{
    struct pasch_bearoff *bearoff = pasch_bearoff_create();
    struct pasch_learning *learning[2] = {create(bearoff), create(bearoff)};
    void *bytes[2];
    size_t size[2];
    for (int i = 0; i < 2; i++) {
        struct pasch_learn_plan plan = {.positions = 300,
                                        .rate = 1e-3f,
                                        .last_rate = 1e-3f,
                                        .exact = true,
                                        .repeat = 4,
                                        .memory = 1000,
                                        .doubt = i ? b : a};
        pasch_learn_run(learning[i], &plan, NULL, NULL, NULL);
        bytes[i] = bytes_of(pasch_learn_net(learning[i], PASCH_NET_CONTACT), &size[i]);
        pasch_learn_destroy(learning[i]);
    }
    bool same = size[0] == size[1] && memcmp(bytes[0], bytes[1], size[0]) == 0;
    free(bytes[0]);
    free(bytes[1]);
    pasch_bearoff_destroy(bearoff);
    return same;
}

static void only_where_the_net_is_far_off_are_targets_searched(void **state)
{
    (void)state;
    assert_true(same_with_doubt(0, 0.9f)); /* it never is off by so much */
    assert_false(same_with_doubt(0, 0.5f));
}

static void so_does_one_of_the_quick_net_alone(void **state)
{
    (void)state;
    check_resuming((struct pasch_learn_plan){.positions = 3000, .rate = 4e-3f, .last_rate = 1e-3f, .quick = true});
}

static void then_the_others_stay_as_they_are(void **state)
{
    (void)state;
    struct pasch_bearoff *bearoff = pasch_bearoff_create();
    struct pasch_learning *learnt = create(bearoff), *as_it_was = create(bearoff);
    struct pasch_learn_plan plan = {.positions = 3000, .rate = 4e-3f, .last_rate = 1e-3f, .quick = true};
    pasch_learn_run(learnt, &plan, NULL, NULL, NULL);
    for (int use = 0; use < PASCH_NET_USES; use++) {
        size_t size_a, size_b;
        void *a = bytes_of(pasch_learn_net(learnt, use), &size_a);
        void *b = bytes_of(pasch_learn_net(as_it_was, use), &size_b);
        assert_int_equal(size_a == size_b && memcmp(a, b, size_a) == 0, use != PASCH_NET_QUICK);
        free(a);
        free(b);
    }
    pasch_learn_destroy(learnt);
    pasch_learn_destroy(as_it_was);
    pasch_bearoff_destroy(bearoff);
}

static struct pasch_evaluator evaluator_of(struct pasch_learning *learning)
{
    return (struct pasch_evaluator){
        .rules = few_men(),
        .contact = pasch_learn_net(learning, PASCH_NET_CONTACT),
        .race = pasch_learn_net(learning, PASCH_NET_RACE),
        .quick = pasch_learn_net(learning, PASCH_NET_QUICK),
        .early = pasch_learn_net(learning, PASCH_NET_EARLY),
        .ahead = pasch_learn_net(learning, PASCH_NET_AHEAD),
        .behind = pasch_learn_net(learning, PASCH_NET_BEHIND),
    };
}

static void a_wider_net_begins_with_what_a_narrower_one_knows(void **state)
{
    (void)state;
    struct pasch_bearoff *bearoff = pasch_bearoff_create();
    struct pasch_learning *narrow = create(bearoff), *wide = create_wide(bearoff, 128);
    struct pasch_learn_plan plan = {.positions = 2000, .rate = 4e-3f, .last_rate = 1e-3f};
    struct pasch_error error;
    pasch_learn_run(narrow, &plan, NULL, NULL, NULL);
    struct pasch_evaluator from = evaluator_of(narrow);
    assert_int_equal(pasch_learn_begin(wide, &from, &error), PASCH_OK);
    struct pasch_evaluator to = evaluator_of(wide);
    struct pasch_plays plays = testing_plays();
    struct pasch_rng rng;
    pasch_rng_seed(&rng, 3);
    for (int game = 0; game < 10; game++) {
        struct pasch_position p;
        pasch_position_start(&p, from.rules);
        do {
            if (p.over)
                break;
            struct pasch_probs a = pasch_evaluate(&from, &p.board, p.turn), b = pasch_evaluate(&to, &p.board, p.turn);
            assert_float_equal(a.win, b.win, 1e-4);
            assert_float_equal(a.win_gammon, b.win_gammon, 1e-4);
            assert_float_equal(a.lose_gammon, b.lose_gammon, 1e-4);
        } while (testing_step(&p, &rng, &plays));
    }
    assert_int_equal(pasch_learn_begin(narrow, &to, &error), PASCH_BAD_TEXT);
    assert_non_null(strstr(error.text, "has 128 units, not up to 64"));
    testing_plays_free(&plays);
    pasch_learn_destroy(narrow);
    pasch_learn_destroy(wide);
    pasch_bearoff_destroy(bearoff);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_kept_learning_goes_on_as_if_it_had_not_been_interrupted),
        cmocka_unit_test(so_does_one_with_exact_targets),
        cmocka_unit_test(and_with_searched_ones),
        cmocka_unit_test(only_where_the_net_is_far_off_are_targets_searched),
        cmocka_unit_test(so_does_one_of_the_quick_net_alone),
        cmocka_unit_test(then_the_others_stay_as_they_are),
        cmocka_unit_test(a_wider_net_begins_with_what_a_narrower_one_knows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
