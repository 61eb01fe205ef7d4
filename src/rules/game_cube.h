/* The stake of a game: cube, resignations, score and match. */
#ifndef RULES_GAME_CUBE_H
#define RULES_GAME_CUBE_H

#include "pasch/game.h"

enum pasch_status game_double(struct pasch_game *game, int side, struct pasch_error *error);
enum pasch_status game_answer(struct pasch_game *game, const struct pasch_event *event, struct pasch_error *error);
enum pasch_status game_resign(struct pasch_game *game, int side, int32_t value, struct pasch_error *error);
enum pasch_status game_answer_resignation(struct pasch_game *game, bool accept, struct pasch_error *error);

/* Counts a game whose position is over, and says what follows. */
void game_count(struct pasch_game *game);

/* Sets the score, Crawford and the options into the position of a new game. */
void game_set_stake(struct pasch_game *game);

#endif
