#include "rules/games/games.h"

/* docs/rules/en/pin.md: a lone man is held down, not hit; the whole roll or nothing. */
const struct pasch_rules pasch_game_pin = {
    .id = "pin",
    .name = "The Pin Game",
    .summary = "Nobody is hit: land on a lone man and it is stuck until you leave. The whole roll counts, or nothing.",
    .start = {{[24] = 13, [17] = 1, [15] = 1}},
    .opening = PASCH_OPENING_FRESH,
    .contact = PASCH_CONTACT_PIN,
    .duty = PASCH_DUTY_ALL,
    .score = PASCH_SCORE_PIPS,
    .dead_draw = true,
    .cube = PASCH_CUBE_NO,
};
