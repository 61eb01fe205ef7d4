#include "rules/games/games.h"

/* docs/rules/en/snake.md: x holds three points in the enemy home and has nine men on the bar. */
const struct pasch_rules pasch_game_snake = {
    .id = "snake",
    .name = "Snake",
    .summary = "One side has nine men on the bar and must bring its long snake home through the other's position.",
    .start = {{[24] = 2, [23] = 2, [22] = 2, [PASCH_BAR] = 9}, {[24] = 2, [13] = 5, [8] = 3, [6] = 5}},
    .opening = PASCH_OPENING_FRESH,
    .asymmetric = true,
};
