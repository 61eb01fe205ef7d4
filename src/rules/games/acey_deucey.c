#include "rules/games/games.h"

/* docs/rules/en/acey-deucey.md: enter or move as you like; a 1-2 earns a double of your choice and another roll. */
const struct pasch_rules pasch_game_acey_deucey = {
    .id = "acey-deucey",
    .name = "Acey-Deucey",
    .summary = "The sailors' game: enter when you like, and a roll of 1-2 brings any double you name and another roll.",
    .start = {{[PASCH_HAND] = 15}},
    .opening = PASCH_OPENING_FRESH,
    .entry = PASCH_ENTRY_FREE,
    .ace_deuce = PASCH_ACE_DEUCE_PLAYED,
    .score = PASCH_SCORE_MEN,
    .cube = PASCH_CUBE_NO,
};
