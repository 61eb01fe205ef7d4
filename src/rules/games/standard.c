#include "rules/games/games.h"

const struct pasch_rules pasch_game_standard = {
    .id = "standard",
    .name = "Backgammon",
    .summary = "The game the world plays: hit, block, bring your men home and bear them off.",
};
