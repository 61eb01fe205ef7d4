#include "rules/games/games.h"

/* docs/rules/en/open-roll.md: the reply roll lies on the table before you move. */
const struct pasch_rules pasch_game_open_roll = {
    .id = "open-roll",
    .name = "Open Roll",
    .summary = "Your opponent throws before you move: you see what will answer your play.",
    .opening = PASCH_OPENING_FRESH,
    .throws = PASCH_THROW_PREVIEW,
    .cube = PASCH_CUBE_NO,
    .nets = "standard", /* once the open throws are played, the next is as unknown as there */
};
