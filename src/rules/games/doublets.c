#include "pasch/moves.h"
#include "rules/games/games.h"

/* docs/rules/en/doublets.md. Six towers of two; each die works on the tower of its number: unstack all, restack all,
 * bear off all. */

enum { LAST_PHASE = 2 };
#define ALL_TOWERS (1u << 1 | 1u << 2 | 1u << 3 | 1u << 4 | 1u << 5 | 1u << 6)

static int hops(const struct pasch_rules *rules, const struct pasch_board *board, int me, int number,
                struct pasch_hop *hop)
{
    (void)rules;
    const struct pasch_side *side = &board->side[me];
    if (!(side->marks >> number & 1))
        return 0;
    hop[0] = (struct pasch_hop){.from = (uint8_t)number, .to = side->phase};
    return 1;
}

static void make(const struct pasch_rules *rules, struct pasch_board *board, int me, struct pasch_hop *hop)
{
    struct pasch_side *side = &board->side[me];
    int tower = hop->from;
    if (side->phase == LAST_PHASE) {
        uint8_t taken = rules->by_man ? 1 : side->men[tower];
        side->men[tower] = (uint8_t)(side->men[tower] - taken);
        side->men[PASCH_OFF] = (uint8_t)(side->men[PASCH_OFF] + taken);
        if (side->men[tower])
            return;
    }
    side->marks &= ~(1u << tower);
    if (!side->marks) {
        side->phase++;
        side->marks = side->phase <= LAST_PHASE ? ALL_TOWERS : 0;
    }
}

static const struct pasch_hooks hooks = {.hops = hops, .make = make};

const struct pasch_rules pasch_game_doublets = {
    .id = "doublets",
    .name = "Doublets",
    .summary = "Pure luck from Iceland: the dice unstack six towers, stack them again and bear them off.",
    .men = 12,
    .start = {{[1] = 2, [2] = 2, [3] = 2, [4] = 2, [5] = 2, [6] = 2}},
    .opening = PASCH_OPENING_FRESH,
    .towers = true,
    .contact = PASCH_CONTACT_NONE,
    .stack = 2,
    .duty = PASCH_DUTY_EITHER,
    .double_moves = 1,
    .bonus = true,
    .unfilled = PASCH_UNFILLED_GO_ON,
    .end = PASCH_END_PHASES_WINS,
    .score = PASCH_SCORE_SINGLE,
    .cube = PASCH_CUBE_NO,
    .hooks = &hooks,
};
