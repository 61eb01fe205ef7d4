/* Nets: files that are whole or refused, chances that fit together, and sums that do not depend on the way to them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "eval/evaluate.h"
#include "eval/inputs.h"
#include "eval/net.h"
#include "testing.h"

static struct pasch_engine *standard(void)
{
    struct pasch_error error;
    struct pasch_engine *engine = pasch_engine_create(pasch_game_at(0), NULL, &error);
    if (!engine)
        testing_fail("%s", error.text);
    return engine;
}

/* A copy of a net that has been a file. */
static struct pasch_net *read_back(const struct pasch_net *net)
{
    struct pasch_error error;
    size_t size = net_file_size(net);
    uint8_t *bytes = malloc(size);
    net_file_write(net, bytes);
    struct pasch_net *copy = pasch_net_read(bytes, size, &error);
    assert_non_null(copy);
    free(bytes);
    return copy;
}

static void a_net_file_with_any_byte_changed_is_refused(void **state)
{
    (void)state;
    struct pasch_net *net = net_create(64, false);
    struct pasch_error error;
    net->w1[7] = 25;
    size_t size = net_file_size(net);
    uint8_t *bytes = malloc(size);
    net_file_write(net, bytes);
    struct pasch_rng rng;
    pasch_rng_seed(&rng, 1);
    for (int i = 0; i < 300; i++) { /* all of the head and the tail, and bytes between by chance */
        size_t at = i < 40 ? (size_t)i : i < 60 ? size - 1 - (size_t)(i - 40) : pasch_rng_below(&rng, (uint32_t)size);
        bytes[at] ^= 0x10;
        error.text[0] = 0;
        assert_null(pasch_net_read(bytes, size, &error));
        assert_true(strstr(error.text, "net file"));
        bytes[at] ^= 0x10;
    }
    for (size_t cut = 1; cut < 100; cut++)
        assert_null(pasch_net_read(bytes, size - cut, &error));
    assert_null(pasch_net_read(bytes, 0, &error));
    free(bytes);
    pasch_net_destroy(net);
}

static void weights_of_any_size_come_back_from_a_file(void **state)
{
    (void)state;
    static const int spread[] = {1, 2, 30, 500, 9000, 65536};
    struct pasch_rng rng;
    pasch_rng_seed(&rng, 5);
    for (size_t k = 0; k < sizeof spread / sizeof *spread; k++) {
        struct pasch_net *net = net_create(64, false);
        for (size_t i = 0; i < INPUTS_ROWS * 64; i++)
            net->w1[i] = (int16_t)((int)pasch_rng_below(&rng, (uint32_t)spread[k]) - spread[k] / 2);
        net->w1[3] = INT16_MAX; /* far from all others in its group */
        net->w1[4] = INT16_MIN;
        net->w2[64 * NET_MIDDLE - 1] = -1;
        net->b1[63] = 1;
        net->upper[NET_UPPER - 1] = 0.25f;
        struct pasch_net *copy = read_back(net);
        assert_memory_equal(copy->w1, net->w1, INPUTS_ROWS * 64 * sizeof *net->w1);
        assert_memory_equal(copy->b1, net->b1, 64 * sizeof *net->b1);
        assert_memory_equal(copy->w2, net->w2, 64 * NET_MIDDLE * sizeof *net->w2);
        assert_memory_equal(copy->upper, net->upper, NET_UPPER * sizeof *net->upper);
        pasch_net_destroy(copy);
        pasch_net_destroy(net);
    }
}

static void a_net_that_ranks_comes_back_from_a_file(void **state)
{
    (void)state;
    struct pasch_net *net = net_create(128, true);
    net->w1[129] = -7;
    net->b1[127] = 1;
    for (int i = 0; i < 128; i++)
        net->w2[i] = (int16_t)(i * i - 9000);
    struct pasch_net *copy = read_back(net);
    assert_true(copy->ranks);
    assert_int_equal(copy->hidden, 128);
    assert_memory_equal(copy->w1, net->w1, INPUTS_ROWS * net_stride(128) * sizeof *net->w1);
    assert_memory_equal(copy->b1, net->b1, 128 * sizeof *net->b1);
    assert_memory_equal(copy->w2, net->w2, 128 * sizeof *net->w2);
    pasch_net_destroy(copy);
    pasch_net_destroy(net);
}

static void every_chance_is_at_most_the_one_that_includes_it(void **state)
{
    (void)state;
    struct pasch_engine *engine = standard();
    const struct pasch_evaluator *e = pasch_engine_evaluator(engine);
    struct pasch_plays plays = testing_plays();
    struct pasch_rng rng;
    pasch_rng_seed(&rng, 2);
    for (int game = 0; game < 20; game++) {
        struct pasch_position p;
        pasch_position_start(&p, e->rules);
        do {
            for (int me = 0; me < 2 && !p.over; me++) {
                struct pasch_probs c = pasch_evaluate(e, &p.board, me);
                assert_true(c.win >= 0 && c.win <= 1 && c.win_gammon <= c.win && c.win_backgammon <= c.win_gammon);
                assert_true(c.lose_gammon <= 1 - c.win && c.lose_backgammon <= c.lose_gammon);
                assert_true(c.win_backgammon >= 0 && c.lose_backgammon >= 0);
                if (p.board.side[me].men[PASCH_OFF])
                    assert_true(c.lose_gammon == 0);
            }
        } while (testing_step(&p, &rng, &plays));
    }
    testing_plays_free(&plays);
    pasch_engine_destroy(engine);
}

static void plays_evaluated_from_their_parent_equal_boards_evaluated_alone(void **state)
{
    (void)state;
    struct pasch_engine *engine = standard();
    const struct pasch_evaluator *e = pasch_engine_evaluator(engine);
    struct pasch_plays plays = testing_plays(), room = testing_plays();
    struct pasch_probs *probs = malloc(PASCH_PLAYS_ROOM * sizeof *probs);
    struct pasch_rng rng;
    struct pasch_position p;
    pasch_rng_seed(&rng, 3);
    pasch_position_start(&p, e->rules);
    for (int i = 0; i < 300; i++) {
        if (pasch_position_due(&p) == PASCH_DUE_PLAY) {
            assert_int_equal(pasch_position_plays(&p, &plays, NULL), PASCH_OK);
            pasch_evaluate_plays(e, &p.board, p.turn, &plays, probs);
            for (size_t k = 0; k < plays.count; k++) {
                struct pasch_probs theirs = pasch_evaluate(e, &plays.play[k].board, 1 - p.turn);
                struct pasch_probs mine = pasch_probs_flip(&theirs);
                assert_memory_equal(&mine, &probs[k], sizeof mine);
            }
        }
        if (!testing_step(&p, &rng, &room))
            pasch_position_start(&p, e->rules);
    }
    free(probs);
    testing_plays_free(&plays);
    testing_plays_free(&room);
    pasch_engine_destroy(engine);
}

static void the_men_far_back_say_which_net_judges(void **state)
{
    (void)state;
    static const struct {
        const char *position;
        enum pasch_net_use use;
    } row[] = {
        {"standard 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 x -", PASCH_NET_EARLY},
        {"standard 24:2,6:5,5:4,4:4 24:2,6:5,5:4,4:4 x -", PASCH_NET_CONTACT}, /* 109 pips each */
        {"standard 20:2,13:5,8:3,6:5 13:7,8:3,6:5 x -", PASCH_NET_BEHIND},
        {"standard 20:2,13:5,8:3,6:5 13:7,8:3,6:5 o -", PASCH_NET_AHEAD},
        {"standard 13:7,8:3,6:5 bar:1,13:6,8:3,6:5 x -", PASCH_NET_AHEAD},
        {"standard 18:7,8:3,6:5 18:7,8:3,6:5 x -", PASCH_NET_AHEAD}, /* nobody is far back */
        {"standard 8:8,6:7 8:8,6:7 x -", PASCH_NET_RACE},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct pasch_position p = testing_position(row[i].position);
        enum pasch_class class = pasch_class_of(p.rules, &p.board);
        if (evaluate_use(p.rules, class, &p.board, p.turn) != row[i].use)
            testing_fail("%s", row[i].position);
    }
    assert_true(evaluate_has_phases(pasch_game_find("open-roll"))); /* has the nets of the standard game */
    assert_false(evaluate_has_phases(pasch_game_find("puff")));
}

/* A copy of a net that uses a given kernel. */
static struct pasch_net *with_kernel(const struct pasch_net *net, const struct net_kernel *kernel)
{
    struct pasch_net *copy = read_back(net);
    copy->kernel = kernel;
    return copy;
}

static void every_kernel_gives_the_same_bits(void **state)
{
    (void)state;
    struct pasch_engine *engine = standard();
    const struct pasch_evaluator *e = pasch_engine_evaluator(engine);
    struct pasch_plays plays = testing_plays(), room = testing_plays();
    struct pasch_probs *probs = malloc(PASCH_PLAYS_ROOM * sizeof *probs),
                       *other = malloc(PASCH_PLAYS_ROOM * sizeof *probs);
    const struct net_kernel *kernel;
    int kernels = 0;
    for (size_t k = 0; (kernel = net_kernel_at(k)); k++) {
        struct pasch_net *contact = with_kernel(e->contact, kernel), *race = with_kernel(e->race, kernel),
                         *quick = with_kernel(e->quick, kernel), *early = with_kernel(e->early, kernel),
                         *ahead = with_kernel(e->ahead, kernel), *behind = with_kernel(e->behind, kernel);
        struct pasch_evaluator with = *e;
        with.early = early;
        with.ahead = ahead;
        with.behind = behind;
        with.contact = contact;
        with.race = race;
        with.quick = quick;
        struct pasch_rng rng;
        struct pasch_position p;
        pasch_rng_seed(&rng, 4);
        pasch_position_start(&p, e->rules);
        for (int i = 0; i < 400; i++) {
            if (pasch_position_due(&p) == PASCH_DUE_PLAY) {
                assert_int_equal(pasch_position_plays(&p, &plays, NULL), PASCH_OK);
                pasch_evaluate_plays(e, &p.board, p.turn, &plays, probs);
                pasch_evaluate_plays(&with, &p.board, p.turn, &plays, other);
                assert_memory_equal(probs, other, plays.count * sizeof *probs);
                struct pasch_plays same = room;
                memcpy(same.play, plays.play, plays.count * sizeof *same.play);
                same.count = plays.count;
                pasch_evaluate_prune(e, &p.board, p.turn, &plays, 5);
                pasch_evaluate_prune(&with, &p.board, p.turn, &same, 5);
                assert_int_equal(plays.count, same.count);
                assert_memory_equal(plays.play, same.play, plays.count * sizeof *same.play);
            }
            if (!testing_step(&p, &rng, &room))
                pasch_position_start(&p, e->rules);
        }
        kernels++;
        pasch_net_destroy(contact);
        pasch_net_destroy(race);
        pasch_net_destroy(quick);
        pasch_net_destroy(early);
        pasch_net_destroy(ahead);
        pasch_net_destroy(behind);
    }
    assert_true(kernels >= 1);
    free(probs);
    free(other);
    testing_plays_free(&plays);
    testing_plays_free(&room);
    pasch_engine_destroy(engine);
}

static float input(const struct inputs *inputs, int row)
{
    float sum = 0;
    for (int i = 0; i < inputs->scaled; i++)
        sum += inputs->scale[i] == row ? (float)inputs->value[i] / 32768 * inputs_unit(row) : 0;
    return sum;
}

/* Both sides count 36ths of the rolls that hit a man: an indirect shot of 11 has 6-5 twice, one of 1 has 11 and ... */
static void shots_are_counted_as_players_count_them(void **state)
{
    (void)state;
    static const struct {
        int distance, shots;
    } table[] = {{1, 11}, {2, 12}, {3, 14}, {4, 15}, {5, 15}, {6, 17},
                 {7, 6},  {8, 6},  {9, 5},  {10, 3}, {11, 2}, {12, 3}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char text[80];
        struct inputs inputs;
        /* o's only other man stands on its 20 point, x's blot so far in front of it. */
        snprintf(text, sizeof text, "standard %d:1 20:1 o -", 25 - (20 - table[i].distance));
        struct pasch_position p = testing_position(text);
        inputs_of(&inputs, p.rules, &p.board, PASCH_O);
        float shots = input(&inputs, INPUTS_SIDE + INPUTS_MEN + 2) * 36;
        assert_int_equal((int)(shots + 0.5f), table[i].shots);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_net_file_with_any_byte_changed_is_refused),
        cmocka_unit_test(weights_of_any_size_come_back_from_a_file),
        cmocka_unit_test(a_net_that_ranks_comes_back_from_a_file),
        cmocka_unit_test(every_chance_is_at_most_the_one_that_includes_it),
        cmocka_unit_test(plays_evaluated_from_their_parent_equal_boards_evaluated_alone),
        cmocka_unit_test(the_men_far_back_say_which_net_judges),
        cmocka_unit_test(every_kernel_gives_the_same_bits),
        cmocka_unit_test(shots_are_counted_as_players_count_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
