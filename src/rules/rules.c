#include "pasch/rules.h"

#include <string.h>

#include "base/error.h"
#include "rules/games/games.h"
#include "rules/row.h"

static const struct pasch_rules *const games[] = {
#define GAME(identifier) &pasch_game_##identifier,
#include "rules/games/games.def"
#undef GAME
};

size_t pasch_game_count(void)
{
    return sizeof games / sizeof *games;
}

const struct pasch_rules *pasch_game_at(size_t index)
{
    return index < pasch_game_count() ? games[index] : NULL;
}

const struct pasch_rules *pasch_game_find(const char *id)
{
    for (size_t i = 0; i < pasch_game_count(); i++) {
        if (strcmp(games[i]->id, id) == 0)
            return games[i];
    }
    return NULL;
}

int pasch_rules_men(const struct pasch_rules *rules)
{
    return row_men(rules);
}

int pasch_rules_points(const struct pasch_rules *rules)
{
    return row_points(rules);
}

int pasch_rules_facing(const struct pasch_rules *rules, int point)
{
    return rules->contact == PASCH_CONTACT_NONE ? 0 : row_facing(rules, point);
}

int pasch_rules_board_number(const struct pasch_rules *rules, int side, int point)
{
    if (rules->contact == PASCH_CONTACT_FACING) /* twelve points each, x along 13 to 24, o along 12 to 1 */
        return side == PASCH_X ? 25 - point : point;
    if (rules->points == 12) { /* outwards along the enemy home, then inwards along the own: x 6..1, 24..19 */
        int number = point >= 7 ? point - 6 : PASCH_POINTS + 1 - (7 - point);
        return side == PASCH_X ? number : PASCH_POINTS + 1 - number;
    }
    bool descends = (side == PASCH_X) == rules->swapped;
    if (rules->facing == PASCH_FACING_SAME)
        descends = false;
    return descends ? point : PASCH_POINTS + 1 - point;
}

bool row_ended(const struct pasch_rules *rules, const struct pasch_board *board, int me)
{
    const struct pasch_side *side = &board->side[me];
    switch (rules->end) {
    case PASCH_END_OFF_WINS:
    case PASCH_END_OFF_LOSES: return side->men[PASCH_OFF] == row_men(rules);
    case PASCH_END_HOME_WINS: return side->men[1] == row_men(rules);
    case PASCH_END_NO_MEN:
        return side->men[PASCH_OFF] == row_men(rules) || board->side[1 - me].men[PASCH_OFF] == row_men(rules);
    case PASCH_END_PHASES_WINS: return side->phase == 3;
    }
    return false;
}

/* The options that the leaflets leave open. An option fits a game where its field means something. */

static bool has_hand(const struct pasch_rules *r)
{
    return r->start[0][PASCH_HAND] > 0;
}

static bool fits_always(const struct pasch_rules *r)
{
    (void)r;
    return true;
}

static bool fits_backgammon(const struct pasch_rules *r)
{
    return r->score == PASCH_SCORE_TRIPLE || r->score == PASCH_SCORE_PIPS;
}

static bool fits_tops(const struct pasch_rules *r)
{
    return r->doubles == PASCH_DOUBLES_BOTTOM;
}

static bool fits_free_after(const struct pasch_rules *r)
{
    return has_hand(r) && r->entry == PASCH_ENTRY_FIRST;
}

static bool fits_unit(const struct pasch_rules *r)
{
    return r->towers;
}

static bool fits_single(const struct pasch_rules *r)
{
    return r->single != 0;
}

static bool fits_cube(const struct pasch_rules *r)
{
    return r->cube != PASCH_CUBE_NO;
}

static void set_opening(struct pasch_rules *r, int v)
{
    r->opening = v ? PASCH_OPENING_FRESH : PASCH_OPENING_SPLIT;
}

static void set_literal(struct pasch_rules *r, int v)
{
    r->literal_backgammon = v != 0;
}

static void set_tops(struct pasch_rules *r, int v)
{
    r->double_moves = v ? 4 : 2;
}

static void set_bonus(struct pasch_rules *r, int v)
{
    r->bonus = v != 0;
}

static void set_free_after(struct pasch_rules *r, int v)
{
    r->free_after = (uint8_t)v;
}

static void set_unit(struct pasch_rules *r, int v)
{
    r->by_man = v != 0;
}

/* R-lu-2: the own steps 1, 3, 4, 5, or (option B) the start and the opponent's 3, 4, 5, which are the own 8, 9, 10. */
static void set_single(struct pasch_rules *r, int v)
{
    r->single = v ? 1u << 12 | 1u << 5 | 1u << 4 | 1u << 3 : 1u << 12 | 1u << 10 | 1u << 9 | 1u << 8;
}

static void set_double_moves(struct pasch_rules *r, int v)
{
    r->double_moves = (uint8_t)(v + 1);
}

static void set_cube(struct pasch_rules *r, int v)
{
    r->cube = v ? PASCH_CUBE_YES : PASCH_CUBE_NO;
}

/* `words` are the values 0, 1, 2 in order. */
static const struct option {
    const char *name, *words[3], *text;
    bool (*fits)(const struct pasch_rules *);
    void (*set)(struct pasch_rules *, int);
} options[] = {
    {"opening", {"split", "fresh"}, "opening=split|fresh", fits_always, set_opening},
    {"cube", {"off", "on"}, "cube=off|on", fits_cube, set_cube},
    {"literal_backgammon", {"0", "1"}, "literal_backgammon=0|1", fits_backgammon, set_literal},
    {"tops", {"2", "4"}, "tops=2|4", fits_tops, set_tops},
    {"bonus", {"0", "1"}, "bonus=0|1", fits_tops, set_bonus},
    {"free_after", {"none", "1", "2"}, "free_after=none|1|2", fits_free_after, set_free_after},
    {"unit", {"tower", "man"}, "unit=tower|man", fits_unit, set_unit},
    {"single_steps", {"own", "facing"}, "single_steps=own|facing", fits_single, set_single},
    {"double_moves", {"1", "2"}, "double_moves=1|2", fits_single, set_double_moves},
};

enum { OPTIONS = sizeof options / sizeof *options };

const char *pasch_rules_option(const struct pasch_rules *rules, size_t index)
{
    for (size_t i = 0; i < OPTIONS; i++) {
        if (options[i].fits(rules) && index-- == 0)
            return options[i].text;
    }
    return NULL;
}

enum pasch_status pasch_rules_set(struct pasch_rules *rules, const char *name, const char *value,
                                  struct pasch_error *error)
{
    for (size_t i = 0; i < OPTIONS; i++) {
        if (strcmp(options[i].name, name) != 0 || !options[i].fits(rules))
            continue;
        for (int v = 0; v < 3 && options[i].words[v]; v++) {
            if (strcmp(options[i].words[v], value) == 0) {
                options[i].set(rules, v);
                return PASCH_OK;
            }
        }
        return error_set(error, PASCH_BAD_GAME, 0, "'%.30s' is no value of %s: %s", value, name, options[i].text);
    }
    return error_set(error, PASCH_BAD_GAME, 0, "%s has no option '%.30s'", rules->id, name);
}

static int start_men(const struct pasch_rules *rules, int side)
{
    int sum = 0;
    for (int p = 0; p < PASCH_PLACES; p++)
        sum += rules->start[side][p];
    return sum;
}

enum pasch_status pasch_rules_check(const struct pasch_rules *rules, struct pasch_error *error)
{
    if (!rules->id || !*rules->id || !rules->name || !rules->summary)
        return error_set(error, PASCH_BAD_GAME, 0, "a game needs an id, a name and a summary");
    if (row_points(rules) > PASCH_POINTS || row_points(rules) < 7)
        return error_set(error, PASCH_BAD_GAME, 0, "%s: a course has 7 to 24 points", rules->id);
    for (int side = 0; side < 2; side++) {
        int men = start_men(rules, side);
        if (men && men != row_men(rules))
            return error_set(error, PASCH_BAD_GAME, 0, "%s: the start has %d men, not %d", rules->id, men,
                             row_men(rules));
    }
    if (row_double_moves(rules) > PASCH_HOPS)
        return error_set(error, PASCH_BAD_GAME, 0, "%s: a double has at most %d moves", rules->id, PASCH_HOPS);
    if (rules->hooks && (!rules->hooks->hops || !rules->hooks->make))
        return error_set(error, PASCH_BAD_GAME, 0, "%s: hooks need both hops and make", rules->id);
    if ((rules->sum || rules->towers || rules->contact == PASCH_CONTACT_FACING) && !rules->hooks)
        return error_set(error, PASCH_BAD_GAME, 0, "%s: these fields need hooks", rules->id);
    return PASCH_OK;
}
