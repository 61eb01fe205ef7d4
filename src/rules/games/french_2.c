#include "pasch/moves.h"
#include "rules/games/games.h"

/* docs/rules/en/french-2.md. The men of a side keep their order on a course of twelve points; point 1 is the home
 * point, on which all three may stand, and which neither hits nor is hit. */

enum { HOME = 1, FIRST = 12 };

/* The hindmost man that is still under way, or 0. */
static int hindmost(const struct pasch_side *side)
{
    for (int p = FIRST; p > HOME; p--) {
        if (side->men[p])
            return p;
    }
    return 0;
}

/* Whether own men between p and its target, the target included, would be met or overtaken. */
static bool in_the_way(const struct pasch_side *side, int p, int target)
{
    for (int q = p - 1; q >= target && q > HOME; q--) {
        if (side->men[q])
            return true;
    }
    return false;
}

static int hops(const struct pasch_rules *rules, const struct pasch_board *board, int me, int number,
                struct pasch_hop *hop)
{
    (void)rules;
    const struct pasch_side *side = &board->side[me];
    int count = 0, rear = hindmost(side), entry = FIRST + 1 - number;
    bool bar = side->men[PASCH_BAR] > 0;
    if ((bar || side->men[PASCH_HAND]) && entry > rear)
        hop[count++] = (struct pasch_hop){.from = bar ? PASCH_BAR : PASCH_HAND, .to = (uint8_t)entry};
    /* R-f2-6: no number at all can enter behind a man on the first point, so the duty to enter rests. */
    if (bar && rear != FIRST)
        return count;
    for (int p = FIRST; p > HOME; p--) {
        int target = p - number;
        if (side->men[p] && target >= HOME && !in_the_way(side, p, target))
            hop[count++] = (struct pasch_hop){.from = (uint8_t)p, .to = (uint8_t)target};
    }
    return count;
}

static void make(const struct pasch_rules *rules, struct pasch_board *board, int me, struct pasch_hop *hop)
{
    (void)rules;
    struct pasch_side *side = &board->side[me], *foe = &board->side[1 - me];
    side->men[hop->from]--;
    side->men[hop->to]++;
    if (hop->to != HOME && foe->men[hop->to]) {
        foe->men[hop->to]--;
        foe->men[PASCH_BAR]++;
        hop->hit = 1;
    }
}

static const struct pasch_hooks hooks = {.hops = hops, .make = make};

const struct pasch_rules pasch_game_french_2 = {
    .id = "french-2",
    .name = "Tourne-case",
    .summary = "Three men a side on two parallel tracks: no overtaking, and landing opposite an enemy sends it back.",
    .men = 3,
    .start = {{[PASCH_HAND] = 3}},
    .opening = PASCH_OPENING_FRESH,
    .points = FIRST,
    .facing = PASCH_FACING_SAME,
    .contact = PASCH_CONTACT_FACING,
    .no_overtaking = true,
    .entry = PASCH_ENTRY_FREE,
    .double_moves = 1,
    .bear_off = PASCH_BEAR_OFF_NEVER,
    .end = PASCH_END_HOME_WINS,
    .score = PASCH_SCORE_SINGLE,
    .cube = PASCH_CUBE_NO,
    .hooks = &hooks,
};
