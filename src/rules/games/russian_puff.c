#include "rules/games/games.h"

/* docs/rules/en/russian-puff.md: puff, free after the second man. */
const struct pasch_rules pasch_game_russian_puff = {
    .id = "russian-puff",
    .name = "Russian Puff",
    .summary = "Puff in which you may run as soon as two men are on the board.",
    .start = {{[PASCH_HAND] = 15}},
    .opening = PASCH_OPENING_FRESH,
    .swapped = true,
    .free_after = 2,
    .duty = PASCH_DUTY_LOW,
    .doubles = PASCH_DOUBLES_BOTTOM,
};
