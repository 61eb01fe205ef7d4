#include "rules/score.h"

#include "rules/row.h"

static int32_t pips(const struct pasch_rules *rules, const struct pasch_side *side)
{
    int32_t sum = 0, entry = row_points(rules) + 1;
    for (int p = 1; p < entry; p++)
        sum += p * side->men[p];
    return sum + entry * (side->men[PASCH_BAR] + side->men[PASCH_HAND]);
}

int pasch_position_pips(const struct pasch_position *position, int side)
{
    return pips(position->rules, &position->board.side[side]);
}

/* A man left in the first quarter, on the bar or in hand (C-2). In games with opposite directions the loser's first
 * quarter is the winner's home; in the others it is what the leaflets' wording comes to. */
static bool man_far_back(const struct pasch_rules *rules, const struct pasch_side *side)
{
    int points = row_points(rules);
    for (int p = points - 5; p <= points; p++) {
        if (side->men[p])
            return true;
    }
    return side->men[PASCH_BAR] || side->men[PASCH_HAND];
}

static int32_t multiple(const struct pasch_rules *rules, const struct pasch_side *loser)
{
    bool none_off = !loser->men[PASCH_OFF];
    if (man_far_back(rules, loser) && (none_off || rules->literal_backgammon))
        return 3;
    return none_off ? 2 : 1;
}

int32_t score_points(const struct pasch_rules *rules, const struct pasch_side *loser)
{
    switch (rules->score) {
    case PASCH_SCORE_TRIPLE: return multiple(rules, loser);
    case PASCH_SCORE_DOUBLE: return loser->men[PASCH_OFF] ? 1 : 2;
    case PASCH_SCORE_SINGLE: break;
    case PASCH_SCORE_MEN: return row_men(rules) - loser->men[PASCH_OFF];
    case PASCH_SCORE_PIPS: return pips(rules, loser) * multiple(rules, loser);
    }
    return 1;
}

int pasch_rules_most_points(const struct pasch_rules *rules)
{
    static const int fixed[] = {[PASCH_SCORE_TRIPLE] = 3, [PASCH_SCORE_DOUBLE] = 2, [PASCH_SCORE_SINGLE] = 1};
    int men = row_men(rules);
    switch (rules->score) {
    case PASCH_SCORE_MEN: return men;
    case PASCH_SCORE_PIPS: return 3 * men * (row_points(rules) + 1);
    default: return fixed[rules->score];
    }
}

static void finish(struct pasch_position *position, int winner, int32_t points)
{
    position->over = true;
    position->winner = (uint8_t)winner;
    position->points = points;
}

void score_finish(struct pasch_position *position, int mover, bool hit)
{
    const struct pasch_rules *rules = position->rules;
    const struct pasch_side *side = &position->board.side[mover];
    if (hit && rules->contact == PASCH_CONTACT_LOSES) { /* R-nh-2 */
        finish(position, 1 - mover, 1);
        return;
    }
    if (!row_ended(rules, &position->board, mover))
        return;
    bool lost =
        rules->end == PASCH_END_OFF_LOSES || (rules->end == PASCH_END_NO_MEN && side->men[PASCH_OFF] == row_men(rules));
    if (lost)
        finish(position, 1 - mover, score_points(rules, side));
    else
        finish(position, mover, score_points(rules, &position->board.side[1 - mover]));
}
