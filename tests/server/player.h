/* A player for tests of the server, by the rules library and not by the server: it keeps a copy of its game, makes the
 * events happen in it that the server tells, and says what a side might do next, by chance. */
#ifndef TESTS_SERVER_PLAYER_H
#define TESTS_SERVER_PLAYER_H

#include "pasch/dice.h"
#include "record/setup.h"

struct player {
    struct setup setup;
    struct pasch_game game;
    struct pasch_rng rng;
};

/* The game begins as the first line of its record says. */
enum pasch_status player_begin(struct player *player, uint64_t seed, const json_t *setup, struct pasch_error *error);

enum pasch_status player_happen(struct player *player, int side, const char *text, struct pasch_plays *plays,
                                struct pasch_error *error);

/* False if this side has nothing to do. */
bool player_say(struct player *player, int side, struct pasch_plays *plays, char out[PASCH_MOVE_ROOM]);

#endif
