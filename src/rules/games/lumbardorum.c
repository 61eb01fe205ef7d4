#include "rules/games/games.h"

/* docs/rules/en/lumbardorum.md: half a board; one man at the most on the own steps 1, 3, 4 and 5 (R-lu-2). */
const struct pasch_rules pasch_game_lumbardorum = {
    .id = "lumbardorum",
    .name = "Ludus Lumbardorum",
    .summary = "The Lombards' game of the Middle Ages, on half a board, with points that take one man only.",
    .start = {{[12] = 15}},
    .opening = PASCH_OPENING_FRESH,
    .points = 12,
    .single = 1u << 12 | 1u << 10 | 1u << 9 | 1u << 8,
    .double_moves = 2,
    .dead_draw = true,
    .cube = PASCH_CUBE_OPTIONAL,
};
