#include "cli/play/bot.h"

#include <string.h>

/* Random: any play is as good as another. */

static size_t random_play(const struct pasch_position *position, const struct pasch_plays *plays, struct pasch_rng *rng)
{
    (void)position;
    return pasch_rng_below(rng, (uint32_t)plays->count);
}

static int random_choose(const struct pasch_position *position, uint8_t choice[21][2], int choices,
                         struct pasch_plays *plays, struct pasch_rng *rng)
{
    (void)position;
    (void)choice;
    (void)plays;
    return (int)pasch_rng_below(rng, (uint32_t)choices);
}

static bool random_takes(const struct pasch_position *position)
{
    (void)position;
    return true;
}

/* Greedy: few pips of its own, many of the opponent's, points made, no men left alone where they can be met. */

enum { WIN = 100000, POINT = 6, BLOT = 9, HOME_POINT = 5, OFF = 12, PINNED = 30 };

static bool can_be_met(const struct pasch_rules *rules, const struct pasch_side *foe, int p)
{
    int there = pasch_rules_facing(rules, p);
    if (!there)
        return false;
    if (rules->ring || foe->men[PASCH_BAR] || foe->men[PASCH_HAND])
        return true;
    for (int q = there + 1; q <= pasch_rules_points(rules); q++) {
        if (foe->men[q])
            return true;
    }
    return false;
}

static int side_worth(const struct pasch_rules *rules, const struct pasch_board *board, int me)
{
    const struct pasch_side *side = &board->side[me], *foe = &board->side[1 - me];
    int worth = OFF * side->men[PASCH_OFF], points = pasch_rules_points(rules);
    bool blots = rules->contact == PASCH_CONTACT_HIT || rules->contact == PASCH_CONTACT_PIN;
    if (rules->end == PASCH_END_NO_MEN)
        return -WIN / 8 * side->men[PASCH_OFF];
    for (int p = 1; p <= points; p++) {
        int men = side->men[p];
        worth -= p * men;
        if (side->marks >> p & 1)
            worth -= PINNED;
        else if (men >= 2)
            worth += POINT + (p <= 6 ? HOME_POINT : 0);
        else if (men == 1 && blots && can_be_met(rules, foe, p))
            worth -= BLOT + (points - p) / 2;
    }
    return worth - (points + 1) * (side->men[PASCH_BAR] + side->men[PASCH_HAND]);
}

static int worth_of(const struct pasch_position *position, const struct pasch_play *play)
{
    const struct pasch_rules *rules = position->rules;
    int me = position->turn;
    if (play->over) {
        struct pasch_position after = *position;
        pasch_position_play(&after, play);
        return after.winner == me ? WIN * 10 + after.points : -WIN * 10 - after.points;
    }
    int worth = side_worth(rules, &play->board, me) - side_worth(rules, &play->board, 1 - me);
    return rules->end == PASCH_END_OFF_LOSES ? -worth : worth;
}

static size_t greedy_play(const struct pasch_position *position, const struct pasch_plays *plays, struct pasch_rng *rng)
{
    size_t best = 0;
    int most = 0;
    uint32_t equal = 0;
    for (size_t i = 0; i < plays->count; i++) {
        int worth = worth_of(position, &plays->play[i]);
        if (!i || worth > most) {
            most = worth;
            best = i;
            equal = 1;
        } else if (worth == most && pasch_rng_below(rng, ++equal) == 0) {
            best = i;
        }
    }
    return best;
}

static int greedy_choose(const struct pasch_position *position, uint8_t choice[21][2], int choices,
                         struct pasch_plays *plays, struct pasch_rng *rng)
{
    int best = 0, most = 0;
    for (int i = 0; i < choices; i++) {
        struct pasch_position named = *position;
        if (pasch_position_choose(&named, choice[i][0], choice[i][1], NULL) != PASCH_OK ||
            pasch_position_plays(&named, plays, NULL) != PASCH_OK || !plays->count)
            continue;
        int worth = worth_of(&named, &plays->play[greedy_play(&named, plays, rng)]);
        if (!i || worth > most) {
            most = worth;
            best = i;
        }
    }
    return best;
}

/* The 25 % rule in pips: about an eighth behind is still a take. */
static bool greedy_takes(const struct pasch_position *position)
{
    int own = pasch_position_pips(position, position->turn), theirs = pasch_position_pips(position, 1 - position->turn);
    return own * 8 <= theirs * 9 + 32;
}

static const struct bot bots[] = {
    {"random", random_play, random_choose, random_takes},
    {"greedy", greedy_play, greedy_choose, greedy_takes},
};

const struct bot *bot_find(const char *name)
{
    for (size_t i = 0; i < sizeof bots / sizeof *bots; i++) {
        if (strcmp(bots[i].name, name) == 0)
            return &bots[i];
    }
    return NULL;
}
