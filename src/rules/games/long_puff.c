#include "rules/games/games.h"

/* docs/rules/en/long-puff.md: puff with both sides on one course. */
const struct pasch_rules pasch_game_long_puff = {
    .id = "long-puff",
    .name = "Long Puff",
    .summary = "Puff with both sides entering the same quarter and walking the same way round.",
    .start = {{[PASCH_HAND] = 15}},
    .opening = PASCH_OPENING_FRESH,
    .facing = PASCH_FACING_SAME,
    .duty = PASCH_DUTY_LOW,
    .doubles = PASCH_DOUBLES_BOTTOM,
};
