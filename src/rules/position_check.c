/* Whether a position can stand on the board. Parsers and callers may hand over anything; past this check the rest of
 * the library relies on what is tested here. */
#include "base/error.h"
#include "pasch/position.h"
#include "rules/row.h"

static char name(int side)
{
    return side == PASCH_X ? 'x' : 'o';
}

static bool starts_with(const struct pasch_rules *rules, int place)
{
    return rules->start[0][place] || rules->start[1][place];
}

static bool sends_to_bar(const struct pasch_rules *rules)
{
    return rules->contact == PASCH_CONTACT_HIT || rules->contact == PASCH_CONTACT_FACING;
}

/* Most men of one side on a point: a limit of the rules, or the pile that stands there at the start (R-lu-5). */
static int most_on(const struct pasch_rules *rules, int p)
{
    int most = rules->contact == PASCH_CONTACT_CAPTURE || rules->single >> p & 1 ? 1 : rules->stack;
    if (rules->no_overtaking && p > 1)
        most = 1;
    int start = rules->start[0][p];
    return most && start > most ? start : most;
}

static enum pasch_status check_side(const struct pasch_position *position, int who, struct pasch_error *error)
{
    const struct pasch_rules *rules = position->rules;
    const struct pasch_side *side = &position->board.side[who];
    int sum = 0;
    for (int p = 0; p < PASCH_PLACES; p++)
        sum += side->men[p];
    if (sum != row_men(rules))
        return error_set(error, PASCH_BAD_POSITION, 0, "%c has %d men, but %s is played with %d", name(who), sum,
                         rules->id, row_men(rules));
    for (int p = 1; p <= PASCH_POINTS; p++) {
        if (p > row_points(rules) && side->men[p])
            return error_set(error, PASCH_BAD_POSITION, 0, "%s has no point %d", rules->id, p);
        int most = most_on(rules, p);
        if (most && side->men[p] > most)
            return error_set(error, PASCH_BAD_POSITION, 0, "%c has %d men on point %d; %s allows %d there", name(who),
                             side->men[p], p, rules->id, most);
    }
    if (side->men[PASCH_BAR] && !sends_to_bar(rules) && !starts_with(rules, PASCH_BAR))
        return error_set(error, PASCH_BAD_POSITION, 0, "%s has no bar", rules->id);
    if (side->men[PASCH_HAND] && !starts_with(rules, PASCH_HAND))
        return error_set(error, PASCH_BAD_POSITION, 0, "no men are in hand in %s", rules->id);
    if (rules->bear_off == PASCH_BEAR_OFF_NEVER && rules->end != PASCH_END_NO_MEN && side->men[PASCH_OFF])
        return error_set(error, PASCH_BAD_POSITION, 0, "%c has only %d men; in %s none leaves the board", name(who),
                         sum - side->men[PASCH_OFF], rules->id);
    if (row_ended(rules, &position->board, who))
        return error_set(error, PASCH_BAD_POSITION, 0, "the game is over: %c %s", name(who),
                         rules->end == PASCH_END_HOME_WINS ? "has all men home" : "has no men left");
    return PASCH_OK;
}

/* The two sides on one point: only where one man is pinned under the other side's. */
static enum pasch_status check_meeting(const struct pasch_position *position, struct pasch_error *error)
{
    const struct pasch_rules *rules = position->rules;
    const struct pasch_side *x = &position->board.side[PASCH_X], *o = &position->board.side[PASCH_O];
    for (int p = 1; p <= row_points(rules); p++) {
        int q = row_facing(rules, p);
        bool both = x->men[p] && o->men[q], x_held = x->marks >> p & 1, o_held = o->marks >> q & 1;
        if (rules->contact == PASCH_CONTACT_NONE || (rules->contact == PASCH_CONTACT_FACING && p == 1))
            continue;
        if (rules->contact != PASCH_CONTACT_PIN) {
            if (both)
                return error_set(error, PASCH_BAD_POSITION, 0, "both sides stand on x's point %d (o's %d)", p, q);
            continue;
        }
        if (both && x_held == o_held)
            return error_set(error, PASCH_BAD_POSITION, 0,
                             "both sides stand on x's point %d (o's %d): one man there must be pinned (!)", p, q);
        if (!both && (x_held || o_held))
            return error_set(error, PASCH_BAD_POSITION, 0, "nothing pins the man on %c's point %d", x_held ? 'x' : 'o',
                             x_held ? p : q);
        if ((x_held && x->men[p] != 1) || (o_held && o->men[q] != 1))
            return error_set(error, PASCH_BAD_POSITION, 0, "only a single man can be pinned, on %c's point %d",
                             x_held ? 'x' : 'o', x_held ? p : q);
    }
    return PASCH_OK;
}

static bool shut_out(const struct pasch_position *position, int who)
{
    const struct pasch_rules *rules = position->rules;
    const struct pasch_side *foe = &position->board.side[1 - who];
    for (int d = 1; d <= 6; d++) {
        if (foe->men[row_facing(rules, row_points(rules) + 1 - d)] < row_closed_by(rules))
            return false;
    }
    return position->board.side[who].men[PASCH_BAR] > 0;
}

static enum pasch_status check_towers(const struct pasch_position *position, struct pasch_error *error)
{
    for (int who = 0; who < 2; who++) {
        const struct pasch_side *side = &position->board.side[who];
        if (side->phase > 2 || !side->marks || side->marks & ~0x7eu)
            return error_set(error, PASCH_BAD_POSITION, 0, "%c has no tower left to work on", name(who));
    }
    return PASCH_OK;
}

static enum pasch_status check_dice(const struct pasch_position *position, struct pasch_error *error)
{
    const struct pasch_rules *rules = position->rules;
    bool roles = rules->throws == PASCH_THROW_ROLES, roller = roles && position->turn != position->chooser;
    if (position->second && !roller)
        return error_set(error, PASCH_BAD_POSITION, 0, "only the side that throws twice can have rolls=1");
    if (roles && !roller && position->stages && position->stage[0].die[0] == position->stage[0].die[1])
        return error_set(error, PASCH_BAD_POSITION, 0, "the chooser cannot have a double");
    if (position->offered && position->stages && rules->throws != PASCH_THROW_FIXED)
        return error_set(error, PASCH_BAD_POSITION, 0, "a double cannot be offered after the dice were thrown");
    return PASCH_OK;
}

static enum pasch_status check_stake(const struct pasch_position *position, struct pasch_error *error)
{
    const struct pasch_rules *rules = position->rules;
    if (rules->cube == PASCH_CUBE_NO && (position->cube_log || position->offered))
        return error_set(error, PASCH_BAD_POSITION, 0, "%s is played without a cube", rules->id);
    if (position->cube_log > PASCH_CUBE_LOG_MAX)
        return error_set(error, PASCH_BAD_POSITION, 0, "the cube is too high");
    if (!position->cube_log && position->cube_owner != PASCH_NOBODY)
        return error_set(error, PASCH_BAD_POSITION, 0, "a cube of 1 belongs to nobody");
    if (position->offered && position->cube_owner == position->turn)
        return error_set(error, PASCH_BAD_POSITION, 0, "%c owns the cube, so it cannot have been offered to it",
                         name(position->turn));
    if (position->length == 0) {
        if (position->crawford)
            return error_set(error, PASCH_BAD_POSITION, 0, "there is no Crawford game without a match length");
        return PASCH_OK;
    }
    for (int side = 0; side < 2; side++) {
        if (position->score[side] >= position->length)
            return error_set(error, PASCH_BAD_POSITION, 0, "%c has %u of %u points: the match is over", name(side),
                             position->score[side], position->length);
    }
    bool x_near = position->score[0] + 1 == position->length, o_near = position->score[1] + 1 == position->length;
    if (position->crawford && x_near == o_near)
        return error_set(error, PASCH_BAD_POSITION, 0,
                         "in the Crawford game exactly one side needs one point, the score says otherwise");
    if (position->crawford && (position->offered || position->cube_log))
        return error_set(error, PASCH_BAD_POSITION, 0, "the cube is not used in the Crawford game");
    return PASCH_OK;
}

enum pasch_status pasch_position_check(const struct pasch_position *position, struct pasch_error *error)
{
    enum pasch_status status = PASCH_OK;
    if (position->over)
        return PASCH_OK;
    for (int who = 0; who < 2 && status == PASCH_OK; who++)
        status = check_side(position, who, error);
    if (status == PASCH_OK)
        status = check_meeting(position, error);
    if (status == PASCH_OK && position->rules->towers)
        status = check_towers(position, error);
    if (status == PASCH_OK && shut_out(position, PASCH_X) && shut_out(position, PASCH_O))
        status = error_set(error, PASCH_BAD_POSITION, 0,
                           "both sides are on the bar against a closed board, which cannot come about");
    if (status == PASCH_OK)
        status = check_dice(position, error);
    if (status == PASCH_OK)
        status = check_stake(position, error);
    return status;
}
