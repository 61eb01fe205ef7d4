#include "rules/games/games.h"

/* docs/rules/en/reversed.md: who is off first has lost. */
const struct pasch_rules pasch_game_reversed = {
    .id = "reversed",
    .name = "Reversed",
    .summary = "The upside-down game: whoever bears off the last man first has lost.",
    .opening = PASCH_OPENING_FRESH,
    .end = PASCH_END_OFF_LOSES,
    .score = PASCH_SCORE_SINGLE,
    .ply_cap = 3000,
};
