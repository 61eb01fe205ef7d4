#include "rules/games/games.h"

/* docs/rules/en/double-vs-choice.md: two throws a turn against a roll of your choice. */
const struct pasch_rules pasch_game_double_vs_choice = {
    .id = "double-vs-choice",
    .name = "Double Turn versus Free Choice",
    .summary = "One side throws and plays twice a turn, the other names any mixed roll it likes.",
    .opening = PASCH_OPENING_FRESH,
    .asymmetric = true,
    .throws = PASCH_THROW_ROLES,
};
