#include "rules/games/games.h"

/* docs/rules/en/straight.md: the usual squares, but both sides walk from 1 to 24. */
const struct pasch_rules pasch_game_straight = {
    .id = "straight",
    .name = "Straight",
    .summary = "The usual set-up, but both sides walk the same way and bear off at the same end.",
    .start = {{[24] = 2, [13] = 5, [8] = 3, [6] = 5}, {[19] = 5, [17] = 3, [12] = 5, [1] = 2}},
    .opening = PASCH_OPENING_FRESH,
    .asymmetric = true,
    .facing = PASCH_FACING_SAME,
};
