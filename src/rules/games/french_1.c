#include "rules/games/games.h"

/* docs/rules/en/french-1.md: a double gives tops, bottoms and another roll, whatever could be played. */
const struct pasch_rules pasch_game_french_1 = {
    .id = "french-1",
    .name = "French Backgammon",
    .summary = "Start with all men in hand; a double is played top and bottom and earns another roll.",
    .start = {{[PASCH_HAND] = 15}},
    .opening = PASCH_OPENING_FRESH,
    .doubles = PASCH_DOUBLES_BOTTOM,
    .bonus = true,
    .unfilled = PASCH_UNFILLED_GO_ON,
};
