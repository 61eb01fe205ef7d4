/* The slow generator: the rule text followed word by word, everything found out anew at every step. It is the oracle
 * against which the fast one is tested; it shares with it only the types and the last step, plays_apply_duty, which the
 * tests check by themselves. */
#include <string.h>

#include "pasch/moves.h"
#include "rules/plays.h"
#include "rules/row.h"

struct search {
    const struct pasch_rules *rules;
    int me;
    struct plays_index index;
    bool overflow;
};

static int facing(const struct pasch_rules *rules, int p)
{
    return rules->facing == PASCH_FACING_SAME ? p : row_points(rules) + 1 - p;
}

static int men_on_points(const struct pasch_side *side)
{
    int sum = 0;
    for (int p = 1; p <= PASCH_POINTS; p++)
        sum += side->men[p];
    return sum;
}

/* The enemy men that stand on my point p. */
static int enemies(const struct pasch_rules *rules, const struct pasch_board *board, int me, int p)
{
    return rules->contact == PASCH_CONTACT_NONE ? 0 : board->side[1 - me].men[facing(rules, p)];
}

static bool may_land(const struct pasch_rules *rules, const struct pasch_board *board, int me, int p)
{
    const struct pasch_side *side = &board->side[me];
    if (rules->contact != PASCH_CONTACT_FACING && rules->contact != PASCH_CONTACT_CAPTURE &&
        enemies(rules, board, me, p) >= row_closed_by(rules))
        return false;
    /* Pin: one enemy man that pins one of mine closes the point, too. */
    if (rules->contact == PASCH_CONTACT_PIN && (side->marks >> p & 1))
        return false;
    if (rules->stack && side->men[p] >= rules->stack)
        return false;
    if ((rules->single >> p & 1) && side->men[p])
        return false;
    return true;
}

static bool all_home(const struct pasch_rules *rules, const struct pasch_side *side)
{
    if (side->men[PASCH_BAR] || side->men[PASCH_HAND])
        return false;
    for (int p = 7; p <= row_points(rules); p++) {
        if (side->men[p])
            return false;
    }
    return true;
}

static bool man_behind(const struct pasch_rules *rules, const struct pasch_side *side, int p)
{
    for (int q = p + 1; q <= row_points(rules); q++) {
        if (side->men[q])
            return true;
    }
    return false;
}

/* No overtaking: the hindmost man under way, the home point aside. */
static int hindmost(const struct pasch_rules *rules, const struct pasch_side *side)
{
    int rear = 0;
    for (int p = 2; p <= row_points(rules); p++) {
        if (side->men[p])
            rear = p;
    }
    return rear;
}

/* Whether the men off the board bind `me`: only `from` = bar, or only bar and hand, may act. */
static bool bound_to_enter(const struct pasch_rules *rules, const struct pasch_side *side, int from)
{
    if (side->men[PASCH_BAR]) {
        bool relief = rules->no_overtaking && hindmost(rules, side) == row_points(rules);
        return from != PASCH_BAR && !relief;
    }
    if (from == PASCH_HAND || !side->men[PASCH_HAND] || rules->entry == PASCH_ENTRY_FREE)
        return false;
    int entered = row_men(rules) - side->men[PASCH_HAND];
    return !(rules->free_after && entered >= rules->free_after);
}

/* Where a number takes a man forwards: 1 says that it may, and *to is set. */
static bool forward(const struct pasch_rules *rules, const struct pasch_board *board, int me, int from, int number,
                    int *to)
{
    const struct pasch_side *side = &board->side[me];
    if (!side->men[from] || bound_to_enter(rules, side, from))
        return false;
    if (from == PASCH_HAND && side->men[PASCH_BAR])
        return false;
    if (from <= PASCH_POINTS && rules->contact == PASCH_CONTACT_PIN && (side->marks >> from & 1))
        return false;
    int target = (from > PASCH_POINTS ? row_points(rules) + 1 : from) - number;
    if (target >= 1) {
        if (rules->no_overtaking) {
            int rear = hindmost(rules, side);
            if (from > PASCH_POINTS && target <= rear)
                return false;
            for (int q = 2; q < from && from <= PASCH_POINTS; q++) {
                if (side->men[q] && q >= target)
                    return false;
            }
            if (from == 1)
                return false;
        }
        *to = target;
        return may_land(rules, board, me, target);
    }
    *to = PASCH_OFF;
    if (rules->bear_off == PASCH_BEAR_OFF_NEVER || from > PASCH_POINTS || !all_home(rules, side))
        return false;
    if (target == 0)
        return true;
    return rules->bear_off == PASCH_BEAR_OFF_STANDARD && !man_behind(rules, side, from);
}

static bool backward(const struct pasch_rules *rules, const struct pasch_board *board, int me, int from, int number)
{
    const struct pasch_side *side = &board->side[me];
    return rules->backward && from <= PASCH_POINTS && side->men[from] && !side->men[PASCH_BAR] &&
           from + number <= row_points(rules) && may_land(rules, board, me, from + number);
}

static bool is_over(const struct pasch_rules *rules, const struct pasch_board *board, int me)
{
    const struct pasch_side *side = &board->side[me];
    switch (rules->end) {
    case PASCH_END_NO_MEN: return !men_on_points(side) || !men_on_points(&board->side[1 - me]);
    case PASCH_END_HOME_WINS: return side->men[1] == row_men(rules);
    case PASCH_END_PHASES_WINS: return side->phase > 2;
    default: return !men_on_points(side) && !side->men[PASCH_BAR] && !side->men[PASCH_HAND];
    }
}

static bool take_away(const struct pasch_rules *rules, struct pasch_board *board, int me, int p, int where)
{
    struct pasch_side *foe = &board->side[1 - me];
    int q = facing(rules, p);
    if (!foe->men[q])
        return false;
    foe->men[q]--;
    foe->men[where]++;
    return true;
}

/* The ring. */

static int ring_back(const struct pasch_rules *rules, int p, int steps)
{
    while (steps--)
        p = p == 1 ? row_points(rules) : p - 1;
    return p;
}

static int ring_corner(const struct pasch_rules *rules, int p)
{
    do
        p = ring_back(rules, p, 1);
    while (!(rules->corners >> p & 1));
    return p;
}

static int lone_man(const struct pasch_side *side)
{
    for (int p = 1; p <= PASCH_POINTS; p++) {
        if (side->men[p])
            return men_on_points(side) == 1 ? p : 0;
    }
    return 0;
}

static void ring_jumps(const struct pasch_rules *rules, struct pasch_board *board)
{
    for (bool again = true; again;) {
        again = false;
        for (int who = 0; who < 2; who++) {
            int p = lone_man(&board->side[who]);
            if (!p || (rules->corners >> p & 1))
                continue;
            int to = ring_corner(rules, p);
            board->side[who].men[p] = 0;
            board->side[who].men[to]++;
            again |= take_away(rules, board, who, to, PASCH_OFF);
        }
    }
}

static bool ring_hop(const struct pasch_rules *rules, struct pasch_board *board, int me, int from, int number,
                     struct pasch_hop *hop)
{
    struct pasch_side *side = &board->side[me];
    if (from > PASCH_POINTS || !side->men[from])
        return false;
    int to;
    if (lone_man(side)) {
        to = ring_corner(rules, from);
        if (number == 6)
            to = ring_corner(rules, to);
    } else {
        to = ring_back(rules, from, number);
        while (side->men[to])
            to = ring_back(rules, to, 1);
    }
    side->men[from]--;
    side->men[to]++;
    hop->to = (uint8_t)to;
    hop->hit = take_away(rules, board, me, to, PASCH_OFF);
    if (hop->hit)
        ring_jumps(rules, board);
    return true;
}

static bool tower_hop(const struct pasch_rules *rules, struct pasch_board *board, int me, int number,
                      struct pasch_hop *hop)
{
    struct pasch_side *side = &board->side[me];
    if (!(side->marks >> number & 1))
        return false;
    hop->to = side->phase;
    if (side->phase == 2) {
        int taken = rules->by_man ? 1 : 2;
        side->men[number] = (uint8_t)(side->men[number] - taken);
        side->men[PASCH_OFF] = (uint8_t)(side->men[PASCH_OFF] + taken);
    }
    if (side->phase < 2 || side->men[number] == 0)
        side->marks &= ~(1u << number);
    if (!side->marks && ++side->phase <= 2)
        side->marks = 0x7e;
    return true;
}

static void move_man(const struct pasch_rules *rules, struct pasch_board *board, int me, struct pasch_hop *hop)
{
    struct pasch_side *side = &board->side[me], *foe = &board->side[1 - me];
    side->men[hop->from]--;
    if (rules->contact == PASCH_CONTACT_PIN && hop->from <= PASCH_POINTS && !side->men[hop->from])
        foe->marks &= ~(1u << facing(rules, hop->from));
    side->men[hop->to]++;
    if (hop->to == PASCH_OFF)
        return;
    int there = facing(rules, hop->to);
    switch (rules->contact) {
    case PASCH_CONTACT_HIT:
    case PASCH_CONTACT_LOSES: hop->hit = take_away(rules, board, me, hop->to, PASCH_BAR); break;
    case PASCH_CONTACT_FACING: hop->hit = hop->to != 1 && take_away(rules, board, me, hop->to, PASCH_BAR); break;
    case PASCH_CONTACT_PIN:
        if (foe->men[there] == 1 && !(foe->marks >> there & 1)) {
            foe->marks |= 1u << there;
            hop->hit = 1;
        }
        break;
    default: break;
    }
}

static void play_on(struct search *search, const struct pasch_play *so_far, const int *number, int numbers);

static void try_hop(struct search *search, const struct pasch_play *so_far, struct pasch_play *next,
                    struct pasch_hop hop, const int *number, int numbers, int used)
{
    int left[PASCH_HOPS], count = 0;
    for (int i = 0; i < numbers; i++) {
        if (i != used)
            left[count++] = number[i];
    }
    next->hops = so_far->hops;
    memcpy(next->hop, so_far->hop, sizeof next->hop);
    next->hop[next->hops++] = hop;
    next->over = is_over(search->rules, &next->board, search->me);
    next->full = 0;
    play_on(search, next, left, next->over ? 0 : count);
}

/* Every hop with number[used] from every place. Returns whether there was one. */
static bool try_number(struct search *search, const struct pasch_play *so_far, const int *number, int numbers, int used)
{
    const struct pasch_rules *rules = search->rules;
    int me = search->me, n = number[used];
    bool found = false;
    for (int from = PASCH_HAND; from >= 1; from--) {
        struct pasch_hop hop = {.from = (uint8_t)from, .number = (uint8_t)n};
        struct pasch_play next = {.board = so_far->board};
        bool legal;
        if (rules->ring) {
            legal = ring_hop(rules, &next.board, me, from, n, &hop);
        } else if (rules->towers) {
            legal = from == n && tower_hop(rules, &next.board, me, n, &hop);
        } else {
            int to = 0;
            legal = forward(rules, &so_far->board, me, from, n, &to);
            hop.to = (uint8_t)to;
            if (legal)
                move_man(rules, &next.board, me, &hop);
        }
        if (legal) {
            found = true;
            try_hop(search, so_far, &next, hop, number, numbers, used);
        }
        if (backward(rules, &so_far->board, me, from, n)) {
            found = true;
            hop = (struct pasch_hop){.from = (uint8_t)from, .to = (uint8_t)(from + n), .number = (uint8_t)n};
            next.board = so_far->board;
            move_man(rules, &next.board, me, &hop);
            try_hop(search, so_far, &next, hop, number, numbers, used);
        }
    }
    return found;
}

static void play_on(struct search *search, const struct pasch_play *so_far, const int *number, int numbers)
{
    bool found = false;
    for (int i = 0; i < numbers; i++) {
        if (i && number[i] == number[i - 1])
            continue;
        if (search->rules->duty == PASCH_DUTY_LOW && i > 0)
            break; /* number[] rises: the lower first, and if it cannot be played the higher is lost */
        found |= try_number(search, so_far, number, numbers, i);
    }
    if (found || !so_far->hops)
        return;
    struct pasch_plays *plays = search->index.plays;
    if (plays->count == plays->room) {
        search->overflow = true;
        return;
    }
    plays->play[plays->count] = *so_far;
    plays_index_add(&search->index);
}

static int literal_numbers(const struct pasch_rules *rules, const struct pasch_side *side,
                           const struct pasch_stage *stage, int *number)
{
    int low = stage->die[0], high = stage->die[1], count = 0;
    if (low > high) {
        low = stage->die[1];
        high = stage->die[0];
    }
    if (rules->sum && men_on_points(side) > 1) {
        if (low == 1 || high == 6 || low == high)
            number[count++] = low + high;
        return count;
    }
    if (rules->sum) {
        if (low == 1 || low == 6)
            number[count++] = low;
        if (high == 1 || high == 6)
            number[count++] = high;
        return count;
    }
    if (low != high) {
        number[0] = low;
        number[1] = high;
        return 2;
    }
    for (; count < row_double_moves(rules); count++)
        number[count] = low;
    return count;
}

enum pasch_status pasch_moves_plain(const struct pasch_rules *rules, const struct pasch_board *board, int me,
                                    const struct pasch_stage *stage, struct pasch_plays *plays)
{
    int number[PASCH_HOPS] = {0}, numbers = literal_numbers(rules, &board->side[me], stage, number);
    struct search search = {.rules = rules, .me = me};
    plays->count = 0;
    plays_index_start(&search.index, plays, 0);
    struct pasch_play nothing = {.board = *board};
    play_on(&search, &nothing, number, numbers);
    plays_apply_duty(plays, rules->duty, numbers, numbers ? number[numbers - 1] : 0);
    return search.overflow ? PASCH_FULL : PASCH_OK;
}
