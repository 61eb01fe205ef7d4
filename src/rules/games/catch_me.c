#include "pasch/moves.h"
#include "rules/games/games.h"

/* docs/rules/en/catch-me.md. A ring of 24 points, one man on each at the most; a last man lives on the corners. */

#define CORNERS (1u << 1 | 1u << 6 | 1u << 7 | 1u << 12 | 1u << 13 | 1u << 18 | 1u << 19 | 1u << 24)

static int step(int p)
{
    return p == 1 ? PASCH_POINTS : p - 1;
}

static int next_corner(int p)
{
    do
        p = step(p);
    while (!(CORNERS >> p & 1));
    return p;
}

/* How many men a side has, and where one of them stands. */
static int count_men(const struct pasch_side *side, int *where)
{
    int count = 0;
    for (int p = 1; p <= PASCH_POINTS; p++) {
        if (side->men[p]) {
            count++;
            *where = p;
        }
    }
    return count;
}

/* R-cm-5, R-cm-7: a last man plays each 1 and each 6 by itself. Other sides play the sum, if the roll counts at all. */
static int numbers(const struct pasch_board *board, int me, const struct pasch_stage *stage, int *number)
{
    int a = stage->die[0], b = stage->die[1], where, count = 0;
    bool a_counts = a == 1 || a == 6, b_counts = b == 1 || b == 6;
    if (count_men(&board->side[me], &where) > 1) {
        if (a_counts || b_counts || a == b)
            number[count++] = a + b;
        return count;
    }
    if (a_counts)
        number[count++] = a;
    if (b_counts)
        number[count++] = b;
    return count;
}

static int hops(const struct pasch_rules *rules, const struct pasch_board *board, int me, int number,
                struct pasch_hop *hop)
{
    (void)rules;
    const struct pasch_side *side = &board->side[me];
    int count = 0, where = 0;
    if (count_men(side, &where) == 1) {
        int to = next_corner(where);
        if (number == 6)
            to = next_corner(to);
        hop[count++] = (struct pasch_hop){.from = (uint8_t)where, .to = (uint8_t)to};
        return count;
    }
    for (int p = PASCH_POINTS; p >= 1; p--) {
        if (!side->men[p])
            continue;
        int to = (p - number + PASCH_POINTS - 1) % PASCH_POINTS + 1;
        while (side->men[to])
            to = step(to);
        hop[count++] = (struct pasch_hop){.from = (uint8_t)p, .to = (uint8_t)to};
    }
    return count;
}

static bool capture(struct pasch_board *board, int me, int p)
{
    struct pasch_side *foe = &board->side[1 - me];
    int q = PASCH_POINTS + 1 - p;
    if (!foe->men[q])
        return false;
    foe->men[q]--;
    foe->men[PASCH_OFF]++;
    return true;
}

static void make(const struct pasch_rules *rules, struct pasch_board *board, int me, struct pasch_hop *hop)
{
    (void)rules;
    board->side[me].men[hop->from]--;
    board->side[me].men[hop->to]++;
    if (!capture(board, me, hop->to))
        return;
    hop->hit = 1;
    /* R-cm-4: whoever has been brought down to one man jumps, which may bring down the other in turn. */
    for (int who = 1 - me, where = 0;; who = 1 - who) {
        struct pasch_side *side = &board->side[who];
        if (count_men(side, &where) != 1 || CORNERS >> where & 1)
            return;
        int to = next_corner(where);
        side->men[where]--;
        side->men[to]++;
        if (!capture(board, who, to))
            return;
    }
}

static const struct pasch_hooks hooks = {.numbers = numbers, .hops = hops, .make = make};

const struct pasch_rules pasch_game_catch_me = {
    .id = "catch-me",
    .name = "Chasing the Girls",
    .summary = "Six men each chase round a ring and capture for good; a last man leaps from corner to corner.",
    .men = 6,
    .start = {{[24] = 1, [23] = 1, [22] = 1, [21] = 1, [20] = 1, [19] = 1}},
    .opening = PASCH_OPENING_FRESH,
    .swapped = true,
    .ring = true,
    .contact = PASCH_CONTACT_CAPTURE,
    .corners = CORNERS,
    .sum = true,
    .double_moves = 1,
    .bonus = true,
    .unfilled = PASCH_UNFILLED_GO_ON,
    .bear_off = PASCH_BEAR_OFF_NEVER,
    .end = PASCH_END_NO_MEN,
    .score = PASCH_SCORE_SINGLE,
    .cube = PASCH_CUBE_NO,
    .hooks = &hooks,
};
