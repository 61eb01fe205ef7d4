#include "rules/games/games.h"

/* docs/rules/en/mexican.md: low die first, five men a point, exact bearing off, bonus rolls. */
const struct pasch_rules pasch_game_mexican = {
    .id = "mexican",
    .name = "Mexican Backgammon",
    .summary = "Low die first, five men a point, exact bearing off; 1-2 is the Mexican, a double of your choice.",
    .opening = PASCH_OPENING_FRESH,
    .stack = 5,
    .duty = PASCH_DUTY_LOW,
    .bonus = true,
    .ace_deuce = PASCH_ACE_DEUCE_NAMED,
    .bear_off = PASCH_BEAR_OFF_EXACT,
    .score = PASCH_SCORE_SINGLE,
    .cube = PASCH_CUBE_NO,
};
