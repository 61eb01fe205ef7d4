#include "rules/games/games.h"

/* docs/rules/en/old-britain.md: five men a point, either number where not both can be played. */
const struct pasch_rules pasch_game_old_britain = {
    .id = "old-britain",
    .name = "Old English Backgammon",
    .summary = "At most five men on a point, and if only one number can be played, it is yours to choose.",
    .opening = PASCH_OPENING_FRESH,
    .stack = 5,
    .duty = PASCH_DUTY_EITHER,
    .cube = PASCH_CUBE_NO,
};
