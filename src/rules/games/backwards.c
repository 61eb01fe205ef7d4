#include "rules/games/games.h"

/* docs/rules/en/backwards.md: every number may also be moved backwards. */
const struct pasch_rules pasch_game_backwards = {
    .id = "backwards",
    .name = "Backwards",
    .summary = "Backgammon in which every man may also walk backwards.",
    .opening = PASCH_OPENING_FRESH,
    .backward = true,
    .ply_cap = 600,
};
