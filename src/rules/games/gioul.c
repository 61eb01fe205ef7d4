#include "rules/games/games.h"

/* docs/rules/en/gioul.md: one man closes a point, a double runs up to the sixes, a failed run is handed over. */
const struct pasch_rules pasch_game_gioul = {
    .id = "gioul",
    .name = "Gioul",
    .summary =
        "A single man blocks, and a double runs on up to the sixes until it fails: then your opponent plays the rest.",
    .start = {{[24] = 15}},
    .opening = PASCH_OPENING_FRESH,
    .contact = PASCH_CONTACT_BLOCK,
    .closed_by = 1,
    .doubles = PASCH_DOUBLES_RUN,
    .unfilled = PASCH_UNFILLED_HANDED,
    .score = PASCH_SCORE_DOUBLE,
    .cube = PASCH_CUBE_NO,
};
