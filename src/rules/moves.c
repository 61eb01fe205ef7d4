/* The fast generator. The row and the board are turned into bit masks once; a hop then costs a few instructions and
 * asks no rule twice. Bit p of a mask is the own point p, bits 25 and 26 are the bar and the hand. */
#include "pasch/moves.h"

#include <string.h>

#include "rules/plays.h"
#include "rules/row.h"

/* What stays the same during a stage. */
struct frame {
    const struct pasch_rules *rules;
    int me;
    int entry; /* a number d enters on entry - d */
    int men;
    uint32_t outside; /* points outside home */
    uint32_t closed;  /* to me, by the enemy */
};

/* What every hop changes. */
struct walk {
    struct pasch_board board;
    uint32_t own;   /* points with a man of mine that may move */
    uint32_t held;  /* points with a pinned man of mine */
    uint32_t open;  /* points on which I may land */
    uint32_t blots; /* points on which a landing hits or pins */
};

static uint32_t bit(int p)
{
    return 1u << p;
}

static int highest(uint32_t mask)
{
    return 31 - __builtin_clz(mask);
}

/* Whether one own man more on p would break a limit. */
static bool at_limit(const struct pasch_rules *rules, const struct pasch_side *side, int p)
{
    return (rules->stack && side->men[p] >= rules->stack) || (rules->single >> p & 1 && side->men[p]);
}

static bool has_limits(const struct pasch_rules *rules)
{
    return rules->stack || rules->single;
}

static void start(struct frame *frame, struct walk *walk, const struct pasch_rules *rules,
                  const struct pasch_board *board, int me)
{
    int points = row_points(rules), closed_by = row_closed_by(rules);
    const struct pasch_side *side = &board->side[me], *foe = &board->side[1 - me];
    if (points > PASCH_POINTS) /* never, but the compiler cannot know */
        points = PASCH_POINTS;
    *frame = (struct frame){
        .rules = rules, .me = me, .entry = points + 1, .men = row_men(rules), .outside = row_outside(rules)};
    uint32_t own = 0, blots = 0, closed = 0, full = 0;
    bool contact = rules->contact != PASCH_CONTACT_NONE, hits = contact && rules->contact != PASCH_CONTACT_BLOCK;
    for (int p = 1; p <= points; p++) {
        own |= (uint32_t)(side->men[p] > 0) << p;
        int enemies = foe->men[row_facing(rules, p)];
        closed |= (uint32_t)(enemies >= closed_by) << p;
        blots |= (uint32_t)(enemies == 1 && !(foe->marks >> row_facing(rules, p) & 1)) << p;
    }
    if (has_limits(rules)) {
        for (int p = 1; p <= points; p++)
            full |= (uint32_t)at_limit(rules, side, p) << p;
    }
    uint32_t held = rules->contact == PASCH_CONTACT_PIN ? side->marks : 0;
    frame->closed = contact ? closed | held : 0;
    walk->board = *board;
    walk->own = own & ~held;
    walk->held = held;
    walk->open = ~(frame->closed | full) & (bit(points + 1) - 2);
    walk->blots = hits ? blots & ~held : 0;
}

/* The places from which a number can be played forwards. */
static uint32_t sources(const struct frame *frame, const struct walk *walk, int number)
{
    const struct pasch_side *side = &walk->board.side[frame->me];
    bool enters = walk->open >> (frame->entry - number) & 1;
    if (side->men[PASCH_BAR])
        return enters ? bit(PASCH_BAR) : 0;
    uint32_t from = walk->own & (walk->open << number);
    if (side->men[PASCH_HAND]) {
        if (row_must_enter(frame->rules, side))
            from = 0;
        return enters ? from | bit(PASCH_HAND) : from;
    }
    uint32_t men = walk->own | walk->held;
    if (!(men & frame->outside) && men) {
        from |= walk->own & bit(number);
        int rear = highest(men);
        if (frame->rules->bear_off == PASCH_BEAR_OFF_STANDARD && rear < number)
            from |= walk->own & bit(rear);
    }
    return from;
}

/* The points from which a number can be played backwards (games without a hand). */
static uint32_t sources_back(const struct frame *frame, const struct walk *walk, int number)
{
    if (!frame->rules->backward || walk->board.side[frame->me].men[PASCH_BAR])
        return 0;
    return walk->own & (walk->open >> number);
}

static void leave(const struct frame *frame, struct walk *walk, int from)
{
    struct pasch_side *side = &walk->board.side[frame->me], *foe = &walk->board.side[1 - frame->me];
    side->men[from]--;
    if (from > PASCH_POINTS)
        return;
    if (!side->men[from]) {
        walk->own &= ~bit(from);
        if (frame->rules->contact == PASCH_CONTACT_PIN) {
            uint32_t under = bit(row_facing(frame->rules, from));
            if (foe->marks & under) {
                foe->marks &= ~under;
                walk->blots |= bit(from);
            }
        }
    }
    if (has_limits(frame->rules) && !at_limit(frame->rules, side, from))
        walk->open |= bit(from) & ~frame->closed;
}

static bool land(const struct frame *frame, struct walk *walk, int to)
{
    struct pasch_side *side = &walk->board.side[frame->me], *foe = &walk->board.side[1 - frame->me];
    side->men[to]++;
    if (to == PASCH_OFF)
        return false;
    walk->own |= bit(to);
    if (has_limits(frame->rules) && at_limit(frame->rules, side, to))
        walk->open &= ~bit(to);
    if (!(walk->blots >> to & 1))
        return false;
    walk->blots &= ~bit(to);
    int there = row_facing(frame->rules, to);
    if (frame->rules->contact == PASCH_CONTACT_PIN) {
        foe->marks |= bit(there);
    } else {
        foe->men[there] = 0;
        foe->men[PASCH_BAR]++;
    }
    return true;
}

static struct pasch_hop hop_from(const struct frame *frame, int from, int number)
{
    int to = (from > PASCH_POINTS ? frame->entry : from) - number;
    return (struct pasch_hop){
        .from = (uint8_t)from, .to = (uint8_t)(to > 0 ? to : PASCH_OFF), .number = (uint8_t)number};
}

static void hop_make(const struct frame *frame, struct walk *walk, struct pasch_hop *hop)
{
    leave(frame, walk, hop->from);
    hop->hit = land(frame, walk, hop->to);
}

static bool ended(const struct frame *frame, const struct walk *walk)
{
    return walk->board.side[frame->me].men[PASCH_OFF] == frame->men;
}

/* Room for one play more must be there before a play is written. */
static bool has_room(const struct pasch_plays *plays)
{
    return plays->count < plays->room;
}

static struct pasch_play *append(struct pasch_plays *plays, const struct walk *walk, const struct pasch_hop *hop,
                                 int hops, bool over)
{
    struct pasch_play *play = &plays->play[plays->count++];
    play->board = walk->board;
    memcpy(play->hop, hop, sizeof play->hop);
    play->hops = (uint8_t)hops;
    play->over = over;
    play->full = 0;
    return play;
}

/* One number several times, forwards only and without limits on own men: the order of the hops does not matter, so they
 * are made from the rear to the front. Then no two sequences give the same board: how often each point was left can be
 * read off the result. */
struct repeat {
    const struct frame *frame;
    struct pasch_plays *plays;
    int number, times, most;
    struct pasch_hop hop[PASCH_HOPS];
    bool overflow;
};

static void repeat_record(struct repeat *r, const struct walk *walk, int hops, bool over)
{
    if (!over && hops < r->most)
        return;
    if (!has_room(r->plays)) {
        r->overflow = true;
        return;
    }
    if (!over)
        r->most = hops;
    append(r->plays, walk, r->hop, hops, over);
}

static void repeat_from(struct repeat *r, const struct walk *walk, int depth, uint32_t allowed)
{
    uint32_t from = sources(r->frame, walk, r->number) & allowed;
    if (!from && depth)
        repeat_record(r, walk, depth, false);
    while (from) {
        int p = highest(from);
        from &= ~bit(p);
        struct walk next = *walk;
        r->hop[depth] = hop_from(r->frame, p, r->number);
        hop_make(r->frame, &next, &r->hop[depth]);
        if (r->hop[depth].to == PASCH_OFF && ended(r->frame, &next))
            repeat_record(r, &next, depth + 1, true);
        else if (depth + 1 == r->times || depth + 1 == PASCH_HOPS) /* the latter for the compiler's sake */
            repeat_record(r, &next, depth + 1, false);
        else
            repeat_from(r, &next, depth + 1, p > PASCH_POINTS ? ~0u : (bit(p) << 1) - 1);
    }
}

/* Two numbers in one order after the other. Within one order a board comes twice only where one man could go both hops
 * (by two points in between, or as two men that follow each other). In the second order a pair of sources that the
 * first has used gives the same board; the few others are compared. */
struct pair {
    const struct frame *frame;
    struct pasch_plays *plays;
    uint32_t seen[PASCH_PLACES]; /* [source of the high number]: sources of the low number */
    bool second_order;
    bool overflow;
};

static void pair_record(struct pair *pair, const struct walk *walk, const struct pasch_hop *hop, int hops, bool over)
{
    if (!has_room(pair->plays)) {
        pair->overflow = true;
        return;
    }
    bool chained = hop[0].to == hop[1].from || hop[1].to == hop[0].from;
    for (size_t i = 0; (chained || pair->second_order) && i < pair->plays->count; i++) {
        struct pasch_play *play = &pair->plays->play[i];
        if (!board_equal(&play->board, &walk->board))
            continue;
        if (play->hops < hops) { /* 4/off with a 4, or 4/3/off with a 1 and a 4: the longer is what the duty asks for */
            memcpy(play->hop, hop, sizeof play->hop);
            play->hops = (uint8_t)hops;
        }
        return;
    }
    append(pair->plays, walk, hop, hops, over);
}

static void pair_order(struct pair *pair, const struct walk *walk, int first, int second)
{
    const struct frame *frame = pair->frame;
    struct pasch_hop hop[PASCH_HOPS] = {0};
    for (uint32_t from = sources(frame, walk, first); from; from &= ~bit(highest(from))) {
        struct walk middle = *walk;
        hop[0] = hop_from(frame, highest(from), first);
        hop_make(frame, &middle, &hop[0]);
        if (ended(frame, &middle)) {
            pair_record(pair, &middle, hop, 1, true);
            continue;
        }
        uint32_t then = sources(frame, &middle, second);
        if (!then)
            pair_record(pair, &middle, hop, 1, false);
        for (; then; then &= ~bit(highest(then))) {
            int p = highest(then), q = highest(from);
            uint32_t *seen = first > second ? &pair->seen[q] : &pair->seen[p];
            uint32_t mark = first > second ? bit(p) : bit(q);
            if (*seen & mark)
                continue;
            *seen |= mark;
            struct walk last = middle;
            hop[1] = hop_from(frame, p, second);
            hop_make(frame, &last, &hop[1]);
            pair_record(pair, &last, hop, 2, ended(frame, &last));
        }
        hop[1] = (struct pasch_hop){0};
    }
}

/* The general way, level by level: all boards after one hop, after two ... Serves hops in both directions, limits on
 * own men, and games with hooks. plays[begin, count) are the boards of this order of the numbers. */
static bool expand(const struct pasch_rules *rules, int me, int number, struct plays_index *index, size_t parent)
{
    struct pasch_plays *plays = index->plays;
    const struct pasch_play from = plays->play[parent];
    struct pasch_hop hop[PASCH_HOPS_ROOM];
    int hops = pasch_moves_hops(rules, &from.board, me, number, hop);
    for (int i = 0; i < hops; i++) {
        if (!has_room(plays))
            return false;
        struct pasch_play *play = &plays->play[plays->count];
        *play = from;
        pasch_moves_make(rules, &play->board, me, &hop[i]);
        play->hop[play->hops++] = hop[i];
        play->over = row_ended(rules, &play->board, me);
        plays_index_add(index);
    }
    return true;
}

static bool levels(const struct pasch_rules *rules, const struct pasch_board *board, int me, const int *number,
                   int numbers, struct pasch_plays *plays)
{
    size_t begin = plays->count, level = begin;
    if (!has_room(plays))
        return false;
    plays->play[plays->count++] = (struct pasch_play){.board = *board};
    for (int n = 0; n < numbers; n++) {
        size_t end = plays->count;
        struct plays_index index;
        plays_index_start(&index, plays, end);
        for (size_t i = level; i < end; i++) {
            if (!plays->play[i].over && !expand(rules, me, number[n], &index, i))
                return false;
        }
        level = end;
        if (plays->count == end)
            break;
    }
    /* The start itself is no play. */
    memmove(&plays->play[begin], &plays->play[begin + 1], (plays->count - begin - 1) * sizeof *plays->play);
    plays->count--;
    return true;
}

static void drop_equal(struct pasch_plays *plays)
{
    size_t count = plays->count;
    struct plays_index index;
    plays->count = 0;
    plays_index_start(&index, plays, 0);
    for (size_t i = 0; i < count; i++) {
        if (plays->count != i)
            plays->play[plays->count] = plays->play[i];
        plays_index_add(&index);
    }
}

static bool general(const struct pasch_rules *rules, const struct pasch_board *board, int me, const int *number,
                    int numbers, struct pasch_plays *plays)
{
    if (!levels(rules, board, me, number, numbers, plays))
        return false;
    if (numbers != 2 || number[0] == number[1])
        return true;
    /* plays_apply_duty drops what the longer plays outdo; with one order only the levels cannot repeat a board that
     * counts, with two they can. */
    if (rules->duty != PASCH_DUTY_LOW && !levels(rules, board, me, (int[]){number[1], number[0]}, numbers, plays))
        return false;
    return true;
}

int pasch_moves_numbers(const struct pasch_rules *rules, const struct pasch_board *board, int me,
                        const struct pasch_stage *stage, int number[PASCH_HOPS])
{
    if (rules->hooks && rules->hooks->numbers)
        return rules->hooks->numbers(board, me, stage, number);
    int a = stage->die[0], b = stage->die[1];
    if (a == b) {
        int times = row_double_moves(rules);
        for (int i = 0; i < times; i++)
            number[i] = a;
        return times;
    }
    bool rising = rules->duty == PASCH_DUTY_LOW;
    number[0] = (a < b) == rising ? a : b;
    number[1] = (a < b) == rising ? b : a;
    return 2;
}

int pasch_moves_hops(const struct pasch_rules *rules, const struct pasch_board *board, int me, int number,
                     struct pasch_hop hop[PASCH_HOPS_ROOM])
{
    int count = 0;
    if (rules->hooks) {
        count = rules->hooks->hops(rules, board, me, number, hop);
        for (int i = 0; i < count; i++)
            hop[i].number = (uint8_t)number;
        return count;
    }
    struct frame frame;
    struct walk walk;
    start(&frame, &walk, rules, board, me);
    for (uint32_t from = sources(&frame, &walk, number); from; from &= ~bit(highest(from)))
        hop[count++] = hop_from(&frame, highest(from), number);
    for (uint32_t from = sources_back(&frame, &walk, number); from; from &= ~bit(highest(from))) {
        int p = highest(from);
        hop[count++] = (struct pasch_hop){.from = (uint8_t)p, .to = (uint8_t)(p + number), .number = (uint8_t)number};
    }
    return count;
}

void pasch_moves_make(const struct pasch_rules *rules, struct pasch_board *board, int me, struct pasch_hop *hop)
{
    if (rules->hooks) {
        rules->hooks->make(rules, board, me, hop);
        return;
    }
    struct frame frame;
    struct walk walk;
    start(&frame, &walk, rules, board, me);
    hop_make(&frame, &walk, hop);
    *board = walk.board;
}

enum pasch_status pasch_moves(const struct pasch_rules *rules, const struct pasch_board *board, int me,
                              const struct pasch_stage *stage, struct pasch_plays *plays)
{
    int number[PASCH_HOPS], numbers = pasch_moves_numbers(rules, board, me, stage, number);
    plays->count = 0;
    if (!numbers)
        return PASCH_OK;
    bool mixed = numbers == 2 && number[0] != number[1], ok = true;
    int high = mixed && number[1] > number[0] ? number[1] : number[0];
    if (rules->hooks || rules->backward || (!mixed && has_limits(rules))) {
        ok = general(rules, board, me, number, numbers, plays);
        plays_apply_duty(plays, rules->duty, numbers, high);
        drop_equal(plays);
        return ok ? PASCH_OK : PASCH_FULL;
    }
    struct frame frame;
    struct walk walk;
    start(&frame, &walk, rules, board, me);
    if (mixed) {
        struct pair pair = {.frame = &frame, .plays = plays};
        pair_order(&pair, &walk, number[0], number[1]);
        pair.second_order = true;
        if (rules->duty != PASCH_DUTY_LOW)
            pair_order(&pair, &walk, number[1], number[0]);
        ok = !pair.overflow;
    } else {
        struct repeat repeat = {.frame = &frame, .plays = plays, .number = number[0], .times = numbers};
        repeat_from(&repeat, &walk, 0, ~0u);
        ok = !repeat.overflow;
    }
    plays_apply_duty(plays, rules->duty, numbers, high);
    return ok ? PASCH_OK : PASCH_FULL;
}

/* Depth first with a stop at the first play that the duty accepts. */
static bool any_all(const struct pasch_rules *rules, const struct pasch_board *board, int me, const int *number,
                    int numbers)
{
    struct pasch_hop hop[PASCH_HOPS_ROOM];
    int hops = pasch_moves_hops(rules, board, me, number[0], hop);
    for (int i = 0; i < hops; i++) {
        struct pasch_board next = *board;
        pasch_moves_make(rules, &next, me, &hop[i]);
        if (numbers == 1 || row_ended(rules, &next, me) || any_all(rules, &next, me, number + 1, numbers - 1))
            return true;
    }
    return false;
}

bool pasch_moves_any(const struct pasch_rules *rules, const struct pasch_board *board, int me,
                     const struct pasch_stage *stage)
{
    int number[PASCH_HOPS], numbers = pasch_moves_numbers(rules, board, me, stage, number);
    struct pasch_hop hop[PASCH_HOPS_ROOM];
    if (!numbers)
        return false;
    bool mixed = numbers == 2 && number[0] != number[1];
    int turned[2] = {number[numbers > 1], number[0]};
    if (rules->duty == PASCH_DUTY_ALL)
        return any_all(rules, board, me, number, numbers) || (mixed && any_all(rules, board, me, turned, numbers));
    if (pasch_moves_hops(rules, board, me, number[0], hop))
        return true;
    return mixed && rules->duty != PASCH_DUTY_LOW && pasch_moves_hops(rules, board, me, number[1], hop);
}
