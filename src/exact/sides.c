#include "exact/sides.h"

#include <string.h>

#include "rules/row.h"

/* More ways than this are too many for any table. */
static const int64_t too_many = 1 << 28;

static int limit_on(const struct pasch_rules *rules, int place)
{
    int men = row_men(rules);
    if (place > PASCH_POINTS)
        return men;
    if (rules->contact == PASCH_CONTACT_CAPTURE || rules->no_overtaking || rules->single >> place & 1)
        return 1;
    return rules->stack && rules->stack < men ? rules->stack : men;
}

/* Counts, once the places are there. */
static bool count(struct sides *sides)
{
    int64_t ways[PASCH_PLACES + 1][SIDES_MEN + 1] = {{0}}; /* to have exactly so many men from this place on */
    ways[sides->places][0] = 1;
    for (int i = sides->places - 1; i >= 0; i--) {
        for (int men = 0; men <= sides->most; men++) {
            for (int beyond = 0; beyond <= men; beyond++) {
                sides->below[i][men][beyond] = (int32_t)ways[i][men];
                if (men - beyond <= sides->limit[i])
                    ways[i][men] += ways[i + 1][beyond];
            }
            if (ways[i][men] > too_many)
                return false;
        }
    }
    int64_t sum = 0;
    for (int men = 0; men <= sides->most; men++) {
        sides->fewer[men] = (int32_t)sum;
        sum += ways[0][men];
    }
    sides->count = (int32_t)sum;
    sides->full = sides->most == sides->men ? sides->fewer[sides->men] : sides->count;
    return sum <= too_many;
}

static void add_place(struct sides *sides, const struct pasch_rules *rules, int place)
{
    sides->place[sides->places] = (uint8_t)place;
    sides->limit[sides->places++] = (uint8_t)limit_on(rules, place);
}

bool sides_make_race(struct sides *sides, const struct pasch_rules *rules, int points, int most)
{
    memset(sides, 0, sizeof *sides);
    sides->men = row_men(rules);
    sides->most = most;
    sides->rest = PASCH_OFF;
    for (int p = 1; p <= points; p++)
        add_place(sides, rules, p);
    return count(sides);
}

bool sides_make_course(struct sides *sides, const struct pasch_rules *rules, int most)
{
    bool stay = rules->end == PASCH_END_HOME_WINS;
    memset(sides, 0, sizeof *sides);
    sides->men = row_men(rules);
    sides->most = most;
    sides->rest = stay ? 1 : PASCH_OFF;
    for (int p = stay ? 2 : 1; p <= row_points(rules); p++)
        add_place(sides, rules, p);
    if (rules->contact == PASCH_CONTACT_HIT || rules->contact == PASCH_CONTACT_FACING)
        add_place(sides, rules, PASCH_BAR);
    if (stay && rules->start[0][PASCH_HAND])
        add_place(sides, rules, PASCH_HAND);
    return count(sides);
}

/* In the last phase a tower has two men, one or none; before, it is marked or not. */
enum { TOWERS = 6, LAST_PHASE = 2, MASKS = 1 << TOWERS, HEIGHTS = 729 };

void sides_make_towers(struct sides *sides, const struct pasch_rules *rules)
{
    memset(sides, 0, sizeof *sides);
    sides->towers = true;
    sides->men = row_men(rules);
    sides->count = sides->full = HEIGHTS + LAST_PHASE * MASKS;
}

static int32_t towers_index(const struct pasch_side *side)
{
    int32_t index = 0;
    if (side->phase > LAST_PHASE)
        return 0;
    if (side->phase < LAST_PHASE)
        return HEIGHTS + (LAST_PHASE - 1 - side->phase) * MASKS + (int32_t)(side->marks >> 1 & (MASKS - 1));
    for (int t = TOWERS; t >= 1; t--)
        index = 3 * index + side->men[t];
    return index;
}

static bool towers_at(const struct sides *sides, int32_t index, struct pasch_side *side)
{
    if (index >= HEIGHTS) {
        int32_t rest = index - HEIGHTS;
        side->phase = (uint8_t)(LAST_PHASE - 1 - rest / MASKS);
        side->marks = (uint32_t)(rest % MASKS) << 1;
        for (int t = 1; t <= TOWERS; t++)
            side->men[t] = 2;
        return side->marks != 0;
    }
    side->phase = index ? LAST_PHASE : LAST_PHASE + 1;
    side->men[PASCH_OFF] = (uint8_t)sides->men;
    for (int t = 1; t <= TOWERS; t++, index /= 3) {
        side->men[t] = (uint8_t)(index % 3);
        side->men[PASCH_OFF] = (uint8_t)(side->men[PASCH_OFF] - side->men[t]);
        side->marks |= (uint32_t)(side->men[t] > 0) << t;
    }
    return true;
}

int32_t sides_index(const struct sides *sides, const struct pasch_side *side)
{
    if (sides->towers)
        return towers_index(side);
    int tail = 0, beyond = 0;
    int32_t index = 0;
    for (int i = sides->places - 1; i >= 0; i--, beyond = tail) {
        int men = side->men[sides->place[i]];
        tail += men;
        if (men > sides->limit[i] || tail > sides->most)
            return SIDES_NONE;
        index += sides->below[i][tail][beyond];
    }
    return tail + side->men[sides->rest] == sides->men ? index + sides->fewer[tail] : SIDES_NONE;
}

bool sides_at(const struct sides *sides, int32_t index, struct pasch_side *side)
{
    memset(side, 0, sizeof *side);
    if (sides->towers)
        return towers_at(sides, index, side);
    int tail = sides_men(sides, index);
    index -= sides->fewer[tail];
    side->men[sides->rest] = (uint8_t)(sides->men - tail);
    for (int i = 0; i < sides->places; i++) {
        const int32_t *below = sides->below[i][tail];
        int beyond = tail;
        while (below[beyond] > index)
            beyond--;
        index -= below[beyond];
        side->men[sides->place[i]] = (uint8_t)(tail - beyond);
        tail = beyond;
    }
    return true;
}

int sides_men(const struct sides *sides, int32_t index)
{
    int men = sides->most;
    while (men > 0 && sides->fewer[men] > index)
        men--;
    return men;
}
