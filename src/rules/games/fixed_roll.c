#include "rules/games/games.h"

/* docs/rules/en/fixed-roll.md: one throw for the whole game; no chance after it. */
const struct pasch_rules pasch_game_fixed_roll = {
    .id = "fixed-roll",
    .name = "Fixed Roll",
    .summary = "The first throw serves both sides for the whole game: no more luck.",
    .opening = PASCH_OPENING_FRESH,
    .throws = PASCH_THROW_FIXED,
    .dead_draw = true,
    .repetition_draw = true,
    .cube = PASCH_CUBE_OPTIONAL,
};
