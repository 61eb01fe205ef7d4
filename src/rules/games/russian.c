#include "rules/games/games.h"

/* docs/rules/en/russian.md: one course for both, tops, bottoms and another roll as long as all can be played. */
const struct pasch_rules pasch_game_russian = {
    .id = "russian",
    .name = "Russian Backgammon",
    .summary = "Both sides enter and run the same way; a double played to the full earns another roll.",
    .start = {{[PASCH_HAND] = 15}},
    .opening = PASCH_OPENING_FRESH,
    .facing = PASCH_FACING_SAME,
    .doubles = PASCH_DOUBLES_BOTTOM,
    .bonus = true,
    .cube = PASCH_CUBE_NO,
};
