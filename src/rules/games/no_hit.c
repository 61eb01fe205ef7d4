#include "rules/games/games.h"

/* docs/rules/en/no-hit.md: whoever hits has lost. */
const struct pasch_rules pasch_game_no_hit = {
    .id = "no-hit",
    .name = "No Hitting",
    .summary = "Hit and you lose: leave men where your opponent must run into them.",
    .opening = PASCH_OPENING_FRESH,
    .contact = PASCH_CONTACT_LOSES,
};
