/* The rows of games.def. */
#ifndef GAMES_H
#define GAMES_H

#include "pasch/rules.h"

#define GAME(identifier) extern const struct pasch_rules pasch_game_##identifier;
#include "rules/games/games.def"
#undef GAME

#endif
