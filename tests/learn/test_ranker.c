/* The quick net learns an order of plays. */
#include "learn/ranker.h"
#include "testing.h"

enum { STEPS = 200 };

/* Whoever has fewer men on the bar of the enemy's is better off, and then who has gone farther: any order would do. */
static float points_of(const struct pasch_board *board, int me)
{
    int pips = 0;
    for (int p = 1; p <= PASCH_POINTS; p++)
        pips += p * p * board->side[me].men[p];
    return (float)board->side[1 - me].men[PASCH_BAR] * 0.5f - (float)pips * 0.001f;
}

/* All plays of the next roll of a game by chance that has enough of them. */
static void next_choice(struct choice *choice, struct pasch_position *p, struct pasch_plays *plays,
                        struct pasch_plays *room, struct pasch_rng *rng)
{
    do {
        if (!testing_step(p, rng, room))
            pasch_position_start(p, p->rules);
        plays->count = 0;
        if (pasch_position_due(p) == PASCH_DUE_PLAY)
            assert_int_equal(pasch_position_plays(p, plays, NULL), PASCH_OK);
    } while (plays->count < 4);
    *choice = (struct choice){.turn = 1 - p->turn};
    for (size_t i = 0; i < plays->count && choice->count < CHOICE_MOST; i++, choice->count++) {
        choice->board[choice->count] = plays->play[i].board;
        choice->points[choice->count] = points_of(&plays->play[i].board, p->turn);
    }
}

/* The rank that the net gives the play that is best, 0 for the first. */
static int place_of_best(const struct pasch_net *net, const struct choice *choice)
{
    int32_t rank[CHOICE_MOST];
    int best = 0, place = 0;
    for (int i = 0; i < choice->count; i++) {
        struct inputs inputs;
        int16_t first[RANKER_UNITS];
        inputs_clear(&inputs);
        inputs_add_men(&inputs, &choice->board[i], choice->turn);
        net_first(net, NULL, &inputs, 1, first);
        net_ranks(net, first, 1, &rank[i]);
        best = choice->points[i] > choice->points[best] ? i : best;
    }
    for (int i = 0; i < choice->count; i++)
        place += rank[i] > rank[best];
    return place;
}

static void it_comes_to_think_best_what_is_best(void **state)
{
    (void)state;
    struct ranker ranker, again;
    struct choice choice;
    struct pasch_plays plays = testing_plays(), room = testing_plays();
    struct pasch_rng rng;
    struct pasch_position p;
    int before = 0, after = 0, same = 0;
    pasch_rng_seed(&rng, 6);
    pasch_position_start(&p, pasch_game_at(0));
    assert_true(ranker_create(&ranker, 1) && ranker_create(&again, 2));
    for (int i = 0; i < 100; i++) {
        next_choice(&choice, &p, &plays, &room, &rng);
        before += place_of_best(ranker_play(&ranker), &choice) < 3;
    }
    for (int i = 0; i < STEPS * RANKER_BATCH; i++) {
        next_choice(&choice, &p, &plays, &room, &rng);
        ranker_teach(&ranker, &choice, 3e-3f);
    }
    ranker_begin(&again, ranker_play(&ranker)); /* another that begins with what it knows, knows it */
    for (int i = 0; i < 100; i++) {
        next_choice(&choice, &p, &plays, &room, &rng);
        int place = place_of_best(ranker_play(&ranker), &choice);
        after += place < 3;
        same += place_of_best(ranker_play(&again), &choice) == place;
    }
    if (after < 90 || before > 60 || same < 100)
        testing_fail("among the first three %d times of 100, before that %d; %d alike", after, before, same);
    ranker_destroy(&ranker);
    ranker_destroy(&again);
    testing_plays_free(&plays);
    testing_plays_free(&room);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_comes_to_think_best_what_is_best),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
