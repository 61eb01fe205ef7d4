#include "rules/games/games.h"

/* docs/rules/en/eureka.md: each side only bears off. */
const struct pasch_rules pasch_game_eureka = {
    .id = "eureka",
    .name = "Eureka",
    .summary = "All men stand at home already: a pure race to bear off.",
    .start = {{[1] = 3, [2] = 3, [3] = 3, [4] = 2, [5] = 2, [6] = 2}},
    .opening = PASCH_OPENING_FRESH,
    .contact = PASCH_CONTACT_NONE,
    .score = PASCH_SCORE_DOUBLE,
    .cube = PASCH_CUBE_OPTIONAL,
    .nets = "standard", /* which tables leave nothing to do, unless men stand where none start */
};
