/* The opening plays at 2 plies: among those that players accept, and worth what rollouts of theirs say. Several rolls
 * have plays that are tied to within a hundredth. The equities are published rollouts of GNU Backgammon for money. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pasch/notation.h"
#include "pasch/search.h"
#include "testing.h"

static const struct {
    const char *dice, *plays[4];
    float equity;
} openings[] = {
    {"31", {"8/5 6/5"}, 0.1670f},
    {"42", {"8/4 6/4"}, 0.1234f},
    {"61", {"13/7 8/7"}, 0.1035f},
    {"53", {"8/3 6/3"}, 0.0638f},
    {"65", {"24/13"}, 0.0545f},
    {"54", {"24/20 13/8", "13/8 13/9"}, 0.0155f},
    {"43", {"13/9 13/10", "24/20 13/10", "24/21 13/9"}, 0.0125f},
    {"64", {"8/2 6/2", "24/18 13/9", "24/14"}, 0.0102f},
    {"21", {"13/11 6/5", "24/23 13/11"}, 0.0088f},
    {"63", {"24/18 13/10", "24/15"}, 0.0072f},
    {"62", {"24/18 13/11"}, 0.0066f},
    {"51", {"24/23 13/8"}, 0.0056f},
    {"32", {"13/10 13/11", "24/21 13/11"}, 0.0053f},
    {"52", {"24/22 13/8", "13/8 13/11"}, 0.0032f},
    {"41", {"24/23 13/9", "13/9 6/5"}, 0.0024f},
};

static bool accepted(const char *const plays[4], const char *move)
{
    for (int i = 0; i < 4 && plays[i]; i++) {
        if (strcmp(plays[i], move) == 0)
            return true;
    }
    return false;
}

static void openings_are_played_as_players_play_them(void **state)
{
    (void)state;
    struct pasch_error error;
    struct pasch_search_settings settings;
    struct pasch_engine *engine = pasch_engine_create(pasch_game_at(0), NULL, &error);
    assert_non_null(engine);
    pasch_search_settings(&settings);
    struct pasch_search *search = pasch_search_create(pasch_engine_evaluator(engine), &settings);
    assert_non_null(search);
    struct pasch_plays plays = testing_plays();
    struct pasch_ranked *ranked = malloc(PASCH_PLAYS_ROOM * sizeof *ranked);
    for (size_t i = 0; i < sizeof openings / sizeof *openings; i++) {
        char text[96], move[PASCH_MOVE_ROOM];
        snprintf(text, sizeof text, "standard 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 x %s", openings[i].dice);
        struct pasch_position p = testing_position(text);
        assert_int_equal(pasch_position_plays(&p, &plays, NULL), PASCH_OK);
        pasch_search_best(search, 2, &p.board, p.turn, NULL, NULL, &plays, ranked);
        pasch_move_write(p.rules, &plays.play[ranked[0].index], move);
        if (!accepted(openings[i].plays, move) || fabsf(ranked[0].equity - openings[i].equity) > 0.02f)
            testing_fail("%s: %s, %+.4f where %+.4f is known", openings[i].dice, move, (double)ranked[0].equity,
                         (double)openings[i].equity);
    }
    free(ranked);
    testing_plays_free(&plays);
    pasch_search_destroy(search);
    pasch_engine_destroy(engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(openings_are_played_as_players_play_them)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
