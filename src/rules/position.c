/* From one position to the next: throws, namings, stages, turns. */
#include "pasch/position.h"

#include <string.h>

#include "base/error.h"
#include "rules/row.h"
#include "rules/score.h"

static const uint8_t standard_start[PASCH_PLACES] = {[24] = 2, [13] = 5, [8] = 3, [6] = 5};

static bool all_zero(const uint8_t *men)
{
    for (int p = 0; p < PASCH_PLACES; p++) {
        if (men[p])
            return false;
    }
    return true;
}

void pasch_position_start(struct pasch_position *position, const struct pasch_rules *rules)
{
    const uint8_t *start = all_zero(rules->start[0]) ? standard_start : rules->start[0];
    memset(position, 0, sizeof *position);
    position->rules = rules;
    position->cube_owner = PASCH_NOBODY;
    position->chooser = PASCH_O;
    for (int side = 0; side < 2; side++) {
        struct pasch_side *men = &position->board.side[side];
        memcpy(men->men, side && !all_zero(rules->start[1]) ? rules->start[1] : start, sizeof men->men);
        if (rules->towers)
            men->marks = 0x7e;
    }
}

static bool chooses(const struct pasch_position *p)
{
    return p->rules->throws == PASCH_THROW_ROLES && p->turn == p->chooser;
}

enum pasch_due pasch_position_due(const struct pasch_position *p)
{
    if (p->over)
        return PASCH_DUE_NOTHING;
    if (p->offered)
        return PASCH_DUE_ANSWER;
    if (!p->stages)
        return chooses(p) ? PASCH_DUE_CHOOSE : PASCH_DUE_THROW;
    if (p->rules->throws == PASCH_THROW_PREVIEW && !p->reply[0])
        return PASCH_DUE_REPLY;
    switch (p->stage[0].kind) {
    case PASCH_STAGE_CHOOSE: return PASCH_DUE_CHOOSE;
    case PASCH_STAGE_ROLL: return PASCH_DUE_BONUS;
    default: return PASCH_DUE_PLAY;
    }
}

static void push(struct pasch_position *p, enum pasch_stage_kind kind, int a, int b)
{
    p->stage[p->stages++] = (struct pasch_stage){(uint8_t)kind, {(uint8_t)a, (uint8_t)b}};
}

/* The stages that a throw gives. */
static void expand(struct pasch_position *p, int a, int b)
{
    const struct pasch_rules *rules = p->rules;
    p->stages = 0;
    p->rolled = true;
    if (a + b == 3 && rules->ace_deuce != PASCH_ACE_DEUCE_PLAIN) {
        if (rules->ace_deuce == PASCH_ACE_DEUCE_PLAYED)
            push(p, PASCH_STAGE_MOVES, a, b);
        push(p, PASCH_STAGE_CHOOSE, 0, 0);
        push(p, PASCH_STAGE_ROLL, 0, 0);
        return;
    }
    push(p, PASCH_STAGE_MOVES, a, b);
    if (a != b)
        return;
    if (rules->doubles == PASCH_DOUBLES_BOTTOM)
        push(p, PASCH_STAGE_MOVES, 7 - a, 7 - a);
    for (int d = a + 1; rules->doubles == PASCH_DOUBLES_RUN && d <= 6; d++)
        push(p, PASCH_STAGE_MOVES, d, d);
    if (rules->bonus)
        push(p, PASCH_STAGE_ROLL, 0, 0);
}

static bool is_die(int d)
{
    return d >= 1 && d <= 6;
}

static enum pasch_status check_dice(int a, int b, struct pasch_error *error)
{
    if (is_die(a) && is_die(b))
        return PASCH_OK;
    return error_set(error, PASCH_BAD_TEXT, 0, "a die shows 1 to 6, not %d", is_die(a) ? b : a);
}

enum pasch_status pasch_position_set_dice(struct pasch_position *p, int a, int b, struct pasch_error *error)
{
    enum pasch_status status = check_dice(a, b, error);
    if (status != PASCH_OK)
        return status;
    if (p->over)
        return error_set(error, PASCH_NOT_NOW, 0, "the game is over");
    if (p->offered)
        return error_set(error, PASCH_NOT_NOW, 0, "the double must be answered first");
    if (chooses(p) && a == b)
        return error_set(error, PASCH_BAD_POSITION, 0, "the chooser cannot have a double");
    expand(p, a, b);
    return PASCH_OK;
}

enum pasch_status pasch_position_throw(struct pasch_position *p, int a, int b, struct pasch_error *error)
{
    enum pasch_status status = check_dice(a, b, error);
    if (status != PASCH_OK)
        return status;
    switch (pasch_position_due(p)) {
    case PASCH_DUE_THROW:
    case PASCH_DUE_BONUS: expand(p, a, b); return PASCH_OK;
    case PASCH_DUE_REPLY:
        p->reply[0] = (uint8_t)a;
        p->reply[1] = (uint8_t)b;
        return PASCH_OK;
    case PASCH_DUE_NOTHING: return error_set(error, PASCH_NOT_NOW, 0, "the game is over");
    case PASCH_DUE_ANSWER: return error_set(error, PASCH_NOT_NOW, 0, "the double must be answered first");
    case PASCH_DUE_CHOOSE: return error_set(error, PASCH_NOT_NOW, 0, "a roll must be named, not thrown");
    case PASCH_DUE_PLAY: break;
    }
    return error_set(error, PASCH_NOT_NOW, 0, "the dice have been thrown and must be played first");
}

/* G-3, R-dv-3: everything may be named that leaves a move; if nothing does, everything. */
int pasch_position_choices(const struct pasch_position *p, uint8_t choice[21][2])
{
    bool mixed = chooses(p);
    for (int pass = 0; pass < 2; pass++) {
        int count = 0;
        for (int high = 1; high <= 6; high++) {
            for (int low = mixed ? 1 : high; low <= (mixed ? high - 1 : high); low++) {
                struct pasch_stage stage = {PASCH_STAGE_MOVES, {(uint8_t)high, (uint8_t)low}};
                if (pass || pasch_moves_any(p->rules, &p->board, p->turn, &stage)) {
                    choice[count][0] = (uint8_t)high;
                    choice[count++][1] = (uint8_t)low;
                }
            }
        }
        if (count)
            return count;
    }
    return 0;
}

enum pasch_status pasch_position_choose(struct pasch_position *p, int a, int b, struct pasch_error *error)
{
    enum pasch_status status = check_dice(a, b, error);
    if (status != PASCH_OK)
        return status;
    if (pasch_position_due(p) != PASCH_DUE_CHOOSE)
        return error_set(error, PASCH_NOT_NOW, 0, "no roll is to be named now");
    int high = a > b ? a : b, low = a > b ? b : a;
    if ((high == low) == chooses(p))
        return error_set(error, PASCH_ILLEGAL, 0,
                         high == low ? "only a roll of two different numbers may be named" : "a double must be named");
    uint8_t choice[21][2];
    int count = pasch_position_choices(p, choice);
    for (int i = 0; i < count; i++) {
        if (choice[i][0] != high || choice[i][1] != low)
            continue;
        if (p->stages) /* the naming is a stage of a turn */
            p->stage[0] = (struct pasch_stage){PASCH_STAGE_MOVES, {(uint8_t)high, (uint8_t)low}};
        else
            push(p, PASCH_STAGE_MOVES, high, low);
        p->rolled = p->stages == 1;
        return PASCH_OK;
    }
    return error_set(error, PASCH_ILLEGAL, 0, "%d-%d cannot be played and another roll could: it may not be named",
                     high, low);
}

static enum pasch_status play_is_due(const struct pasch_position *p, struct pasch_error *error)
{
    switch (pasch_position_due(p)) {
    case PASCH_DUE_PLAY: return PASCH_OK;
    case PASCH_DUE_NOTHING: return error_set(error, PASCH_NOT_NOW, 0, "the game is over");
    case PASCH_DUE_ANSWER: return error_set(error, PASCH_NOT_NOW, 0, "the double must be answered first");
    case PASCH_DUE_THROW:
    case PASCH_DUE_BONUS: return error_set(error, PASCH_NOT_NOW, 0, "the dice must be thrown first");
    case PASCH_DUE_REPLY: return error_set(error, PASCH_NOT_NOW, 0, "the other side's next roll must be thrown first");
    case PASCH_DUE_CHOOSE: break;
    }
    return error_set(error, PASCH_NOT_NOW, 0, "a roll must be named first");
}

static bool any_hit(const struct pasch_play *play)
{
    for (int i = 0; i < play->hops; i++) {
        if (play->hop[i].hit)
            return true;
    }
    return false;
}

enum pasch_status pasch_position_plays(const struct pasch_position *p, struct pasch_plays *plays,
                                       struct pasch_error *error)
{
    enum pasch_status status = play_is_due(p, error);
    plays->count = 0;
    if (status != PASCH_OK)
        return status;
    status = pasch_moves(p->rules, &p->board, p->turn, &p->stage[0], plays);
    if (status != PASCH_OK)
        return error_set(error, status, 0, "there are more plays than there is room for");
    /* Ends of the game that count alike are one result. Few plays end a game, so a plain comparison will do. */
    struct pasch_position end[8];
    size_t ends = 0, kept = 0;
    for (size_t i = 0; i < plays->count; i++) {
        struct pasch_play *play = &plays->play[i];
        bool known = false;
        if (play->over || (p->rules->contact == PASCH_CONTACT_LOSES && any_hit(play))) {
            struct pasch_position after = *p;
            after.board = play->board;
            score_finish(&after, p->turn, any_hit(play));
            play->over = play->full = true;
            for (size_t e = 0; e < ends; e++)
                known |= end[e].winner == after.winner && end[e].points == after.points;
            if (!known && ends < sizeof end / sizeof *end)
                end[ends++] = after;
        }
        if (known)
            continue;
        if (kept != i)
            plays->play[kept] = *play;
        kept++;
    }
    plays->count = kept;
    return PASCH_OK;
}

/* G-1: neither side could make a move with any roll (of the one fixed roll, where there is one). */
static bool is_dead(const struct pasch_position *p)
{
    for (int high = 1; high <= 6; high++) {
        for (int low = 1; low <= high; low++) {
            struct pasch_stage stage = {PASCH_STAGE_MOVES, {(uint8_t)high, (uint8_t)low}};
            if (p->rules->throws == PASCH_THROW_FIXED)
                stage = p->stage[0];
            if (pasch_moves_any(p->rules, &p->board, p->turn, &stage) ||
                pasch_moves_any(p->rules, &p->board, 1 - p->turn, &stage))
                return false;
        }
    }
    return true;
}

static void draw(struct pasch_position *p)
{
    p->over = true;
    p->winner = PASCH_NOBODY;
    p->points = 0;
}

static void end_turn(struct pasch_position *p)
{
    const struct pasch_rules *rules = p->rules;
    if (rules->throws == PASCH_THROW_ROLES && p->turn != p->chooser && !p->second) {
        p->second = true; /* R-dv-2 */
        p->stages = 0;
        return;
    }
    p->second = false;
    p->turn = !p->turn;
    p->ply++;
    if (rules->dead_draw && is_dead(p)) { /* C-3 */
        draw(p);
        return;
    }
    if (p->counts_plies && p->ply >= (uint32_t)row_ply_cap(rules)) { /* G-2 */
        draw(p);
        return;
    }
    switch (rules->throws) {
    case PASCH_THROW_FIXED: expand(p, p->stage[0].die[0], p->stage[0].die[1]); break;
    case PASCH_THROW_PREVIEW:
        expand(p, p->reply[0], p->reply[1]);
        p->reply[0] = p->reply[1] = 0;
        break;
    default: p->stages = 0; break;
    }
}

static void drop_stage(struct pasch_position *p)
{
    p->stages--;
    memmove(&p->stage[0], &p->stage[1], p->stages * sizeof p->stage[0]);
}

/* Whether these stages were taken over from the opponent: then a throw of one's own stands at the end, which begins
 * one's own turn (R-gi-6). */
static bool taken_over(const struct pasch_position *p)
{
    return p->rules->unfilled == PASCH_UNFILLED_HANDED && p->stages && p->stage[p->stages - 1].kind == PASCH_STAGE_ROLL;
}

static void hand_over(struct pasch_position *p)
{
    p->turn = !p->turn;
    p->ply++; /* the turn that failed is over; the take-over is part of it (C-7) */
    push(p, PASCH_STAGE_ROLL, 0, 0);
}

void pasch_position_play(struct pasch_position *p, const struct pasch_play *play)
{
    bool full = play && play->full, over = false;
    if (play) {
        p->board = play->board;
        score_finish(p, p->turn, any_hit(play));
        over = p->over;
    } else { /* a pass where the stage asks for no number at all leaves nothing unplayed */
        int number[PASCH_HOPS];
        full = pasch_moves_numbers(p->rules, &p->board, p->turn, &p->stage[0], number) == 0;
    }
    p->rolled = false;
    if (over)
        return;
    if (p->stages == 1) {
        end_turn(p);
        return;
    }
    bool taken = taken_over(p);
    drop_stage(p);
    if (!full) {
        switch (p->rules->unfilled) {
        case PASCH_UNFILLED_GO_ON: break;
        case PASCH_UNFILLED_LOST: end_turn(p); return;
        case PASCH_UNFILLED_HANDED:
            if (!taken) {
                hand_over(p);
                return;
            }
            p->stages = 0; /* R-gi-2: the rest lapses, the own turn begins */
            return;
        }
    }
    if (taken && p->stages == 1)
        p->stages = 0;
}

/* Which die was thrown first makes no difference. */
static bool same_dice(const uint8_t a[2], const uint8_t b[2])
{
    return (a[0] == b[0] && a[1] == b[1]) || (a[0] == b[1] && a[1] == b[0]);
}

static bool equal_stages(const struct pasch_position *a, const struct pasch_position *b)
{
    if (a->stages != b->stages || a->rolled != b->rolled)
        return false;
    for (int i = 0; i < a->stages; i++) {
        if (a->stage[i].kind != b->stage[i].kind || !same_dice(a->stage[i].die, b->stage[i].die))
            return false;
    }
    return true;
}

bool pasch_position_equal(const struct pasch_position *a, const struct pasch_position *b)
{
    if (a->rules != b->rules || a->over != b->over)
        return false;
    if (a->over)
        return a->winner == b->winner && a->points == b->points;
    return memcmp(&a->board, &b->board, sizeof a->board) == 0 && a->turn == b->turn && equal_stages(a, b) &&
           same_dice(a->reply, b->reply) && a->chooser == b->chooser && a->second == b->second &&
           a->cube_log == b->cube_log && a->cube_owner == b->cube_owner && a->offered == b->offered &&
           a->score[0] == b->score[0] && a->score[1] == b->score[1] && a->length == b->length &&
           a->crawford == b->crawford && a->jacoby == b->jacoby && a->beavers == b->beavers &&
           a->counts_plies == b->counts_plies && (!a->counts_plies || a->ply == b->ply);
}
