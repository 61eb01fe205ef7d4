#include "rules/games/games.h"

/* docs/rules/en/long-russian-puff.md: the course of Long Puff, the freedom of Russian Puff. */
const struct pasch_rules pasch_game_long_russian_puff = {
    .id = "long-russian-puff",
    .name = "Long Russian Puff",
    .summary = "Long Puff in which you may run as soon as two men are on the board.",
    .start = {{[PASCH_HAND] = 15}},
    .opening = PASCH_OPENING_FRESH,
    .facing = PASCH_FACING_SAME,
    .free_after = 2,
    .duty = PASCH_DUTY_LOW,
    .doubles = PASCH_DOUBLES_BOTTOM,
};
