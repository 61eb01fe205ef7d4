#include "rules/games/games.h"

/* docs/rules/en/puff.md: enter fifteen men, the low die first, tops and bottoms of a double. */
const struct pasch_rules pasch_game_puff = {
    .id = "puff",
    .name = "Puff",
    .summary = "Enter all your men, then race against the stream; a double is played with its bottoms, too.",
    .start = {{[PASCH_HAND] = 15}},
    .opening = PASCH_OPENING_FRESH,
    .swapped = true,
    .duty = PASCH_DUTY_LOW,
    .doubles = PASCH_DOUBLES_BOTTOM,
};
