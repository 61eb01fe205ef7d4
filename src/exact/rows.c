#include "exact/rows.h"

#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "rules/row.h"

enum { TOWER_MEN = 12 };

static bool dice_fit(const struct pasch_rules *rules)
{
    bool plain = !rules->stack && !rules->single && rules->bear_off == PASCH_BEAR_OFF_STANDARD;
    switch (rules->throws) {
    case PASCH_THROW_EACH: return true;
    case PASCH_THROW_FIXED:
    case PASCH_THROW_PREVIEW:
    case PASCH_THROW_ROLES: /* a turn is its throws, and each of them can be played */
        return plain && !rules->towers && !rules->bonus && rules->ace_deuce == PASCH_ACE_DEUCE_PLAIN;
    }
    return false;
}

bool rows_race(const struct pasch_rules *rules)
{
    if (row_men(rules) > SIDES_MEN || rules->ring || !dice_fit(rules))
        return false;
    if (rules->towers)
        return rules->end == PASCH_END_PHASES_WINS && rules->contact == PASCH_CONTACT_NONE &&
               row_men(rules) == TOWER_MEN;
    return !rules->hooks && !rules->backward && !rules->no_overtaking && rules->bear_off != PASCH_BEAR_OFF_NEVER &&
           (rules->end == PASCH_END_OFF_WINS || rules->end == PASCH_END_OFF_LOSES) &&
           (rules->facing == PASCH_FACING_MIRROR || rules->contact == PASCH_CONTACT_NONE);
}

void rows_make_race(struct pasch_rules *race, const struct pasch_rules *rules)
{
    *race = (struct pasch_rules){
        .id = "race",
        .men = (uint8_t)row_men(rules),
        .towers = rules->towers,
        .by_man = rules->by_man,
        .contact = PASCH_CONTACT_NONE,
        .stack = rules->stack,
        .single = rules->single & ((2u << row_points(rules) / 2) - 1),
        .throws = rules->throws == PASCH_THROW_PREVIEW ? PASCH_THROW_EACH : rules->throws,
        .duty = rules->duty,
        .doubles = rules->doubles,
        .double_moves = (uint8_t)row_double_moves(rules),
        .bonus = rules->bonus,
        .unfilled = rules->unfilled,
        .ace_deuce = rules->ace_deuce,
        .bear_off = rules->bear_off,
        .end = rules->end,
        .score = rules->score == PASCH_SCORE_TRIPLE ? PASCH_SCORE_DOUBLE : rules->score, /* nobody is far back */
        .hooks = rules->towers ? rules->hooks : NULL,
    };
    /* Every number can be played as long as men are left. */
    if (!race->stack && !race->single && !race->towers && race->bear_off == PASCH_BEAR_OFF_STANDARD) {
        race->duty = race->duty == PASCH_DUTY_LOW ? PASCH_DUTY_LOW : PASCH_DUTY_HIGHER;
        race->unfilled = PASCH_UNFILLED_LOST;
    }
}

bool rows_course(const struct pasch_rules *rules)
{
    return row_men(rules) <= SIDES_MEN && rules->throws == PASCH_THROW_EACH && !rules->towers && !rows_race(rules) &&
           rules->contact != PASCH_CONTACT_PIN && !rules->dead_draw && !rules->repetition_draw;
}

void rows_make_course(struct pasch_rules *course, const struct pasch_rules *rules)
{
    *course = *rules;
    course->opening = PASCH_OPENING_SPLIT;
    course->swapped = course->asymmetric = false;
    course->cube = PASCH_CUBE_NO;
    course->ply_cap = 0;
    if (rules->end != PASCH_END_HOME_WINS) { /* no man is in hand once men have left the board */
        course->entry = PASCH_ENTRY_FIRST;
        course->free_after = 0;
    }
}

int rows_laws(const struct pasch_rules *race)
{
    switch (race->throws) {
    case PASCH_THROW_FIXED: return LAWS_FIXED;
    case PASCH_THROW_ROLES: return LAWS_ROLES;
    default: return 1;
    }
}

const struct rows_throw *rows_throw(int i)
{
    static const struct rows_throw all[21] = {
        {1, 1, 1}, {2, 1, 2}, {2, 2, 1}, {3, 1, 2}, {3, 2, 2}, {3, 3, 1}, {4, 1, 2},
        {4, 2, 2}, {4, 3, 2}, {4, 4, 1}, {5, 1, 2}, {5, 2, 2}, {5, 3, 2}, {5, 4, 2},
        {5, 5, 1}, {6, 1, 2}, {6, 2, 2}, {6, 3, 2}, {6, 4, 2}, {6, 5, 2}, {6, 6, 1},
    };
    return &all[i];
}

int rows_throw_index(int a, int b)
{
    int high = a > b ? a : b, low = a > b ? b : a;
    return high * (high - 1) / 2 + low - 1;
}

static uint32_t hash(const uint8_t *bytes, size_t count)
{
    uint32_t sum = 2166136261u;
    for (size_t i = 0; i < count; i++)
        sum = (sum ^ bytes[i]) * 16777619u;
    return sum;
}

void rows_key(const struct pasch_rules *row, int number, int other, uint8_t key[ROWS_KEY])
{
    const int field[] = {
        number,
        other,
        row_men(row),
        row_points(row),
        (int)row->facing,
        row->ring,
        row->towers,
        row->by_man,
        row->backward,
        (int)row->contact,
        row_closed_by(row),
        row->stack,
        row->no_overtaking,
        (int)row->entry,
        row->free_after,
        (int)row->throws,
        (int)row->duty,
        row->sum,
        (int)row->doubles,
        row_double_moves(row),
        row->bonus,
        (int)row->unfilled,
        (int)row->ace_deuce,
        (int)row->bear_off,
        (int)row->end,
        (int)row->score,
        row->literal_backgammon,
    };
    memset(key, 0, ROWS_KEY);
    for (size_t i = 0; i < sizeof field / sizeof *field; i++)
        key[i] = (uint8_t)field[i];
    bytes_put32(key + 48, row->single);
    bytes_put32(key + 52, row->corners);
    if (row->hooks) /* what no field can say */
        bytes_put32(key + 56, hash((const uint8_t *)row->id, strlen(row->id)));
}

void rows_name(const char *kind, const uint8_t key[ROWS_KEY], char name[PASCH_EXACT_NAME])
{
    snprintf(name, PASCH_EXACT_NAME, "%s-%08x", kind, (unsigned)hash(key, ROWS_KEY));
}
