#include "pasch/game.h"

#include <string.h>

#include "base/error.h"
#include "rules/game_cube.h"
#include "rules/plays.h"
#include "rules/row.h"

static void begin_stage(struct pasch_game *game)
{
    game->board = game->position.board;
    game->hops = 0;
}

/* Repetition: the men and who is on turn, one hash a turn. */
static uint64_t position_hash(const struct pasch_position *p)
{
    uint64_t word[sizeof p->board / sizeof(uint64_t)], hash = p->turn + 1u;
    memcpy(word, &p->board, sizeof p->board);
    for (size_t i = 0; i < sizeof word / sizeof *word; i++) {
        hash = (hash ^ word[i]) * 0xd6e8feb86659fd93u;
        hash ^= hash >> 32;
    }
    return hash;
}

/* Notes the position that a turn leaves; true if it stands for the third time. */
static bool third_time(struct pasch_game *game)
{
    uint64_t hash = position_hash(&game->position);
    int times = 1;
    for (int i = 0; i < game->seen_count; i++)
        times += game->seen[i] == hash;
    if (game->seen_count < PASCH_GAME_SEEN)
        game->seen[game->seen_count++] = hash;
    return times >= 3;
}

static void swap_roles(struct pasch_position *p)
{
    struct pasch_side x = p->board.side[PASCH_X];
    p->board.side[PASCH_X] = p->board.side[PASCH_O];
    p->board.side[PASCH_O] = x;
    if (p->rules->throws == PASCH_THROW_ROLES)
        p->chooser = (uint8_t)(1 - p->chooser);
}

static void begin_play(struct pasch_game *game, int starter)
{
    game->starter = (uint8_t)starter;
    game->position.turn = (uint8_t)starter;
    game->phase = PASCH_PHASE_PLAYING;
    if (game->rules->repetition_draw)
        third_time(game);
}

static void new_game(struct pasch_game *game)
{
    pasch_position_start(&game->position, game->rules);
    if (game->roles_swapped)
        swap_roles(&game->position);
    game->position.counts_plies = true;
    game_set_stake(game);
    game->ties = 0;
    game->seen_count = 0;
    game->beaver = false;
    game->phase = PASCH_PHASE_OPENING;
    begin_stage(game);
    if (game->must_start != PASCH_NOBODY)
        begin_play(game, game->must_start);
}

void pasch_game_start(struct pasch_game *game, const struct pasch_rules *rules, const struct pasch_terms *terms)
{
    memset(game, 0, sizeof *game);
    game->rules = rules;
    game->terms = *terms;
    game->must_start = PASCH_NOBODY;
    new_game(game);
}

void pasch_game_start_at(struct pasch_game *game, const struct pasch_position *position,
                         const struct pasch_terms *terms)
{
    pasch_game_start(game, position->rules, terms);
    game->position = *position;
    game->position.counts_plies = true;
    game->terms.length = position->length;
    game->score[0] = position->score[0];
    game->score[1] = position->score[1];
    game->roles_swapped = game->rules->throws == PASCH_THROW_ROLES && position->chooser == PASCH_X;
    game->crawford_done = position->length && !position->crawford &&
                          (position->score[0] + 1 == position->length || position->score[1] + 1 == position->length);
    if (position->over)
        game_count(game);
    else
        begin_play(game, position->turn);
    begin_stage(game);
}

int pasch_game_actor(const struct pasch_game *game)
{
    if (game->phase == PASCH_PHASE_RESIGN)
        return 1 - game->resigner;
    return game->phase == PASCH_PHASE_PLAYING ? game->position.turn : PASCH_NOBODY;
}

/* Events. */

static enum pasch_status apply_opening(struct pasch_game *game, int x, int o, struct pasch_error *error)
{
    if (game->phase != PASCH_PHASE_OPENING)
        return error_set(error, PASCH_NOT_NOW, 0, "the opening has been thrown");
    if (x < 1 || x > 6 || o < 1 || o > 6)
        return error_set(error, PASCH_BAD_TEXT, 0, "a die shows 1 to 6");
    if (x == o) {
        if (game->ties < game->terms.auto_doubles)
            game->position.cube_log++;
        if (game->ties < UINT8_MAX)
            game->ties++;
        return PASCH_OK;
    }
    begin_play(game, x > o ? PASCH_X : PASCH_O);
    if (game->rules->opening == PASCH_OPENING_SPLIT && game->rules->throws != PASCH_THROW_ROLES)
        return pasch_position_throw(&game->position, x > o ? x : o, x > o ? o : x, error);
    return PASCH_OK;
}

/* The plays of the stage as the generator gives them, with an index over their boards. */
static enum pasch_status stage_plays(const struct pasch_game *game, struct pasch_plays *plays,
                                     struct plays_index *index)
{
    const struct pasch_position *p = &game->position;
    enum pasch_status status = pasch_moves(p->rules, &p->board, p->turn, &p->stage[0], plays);
    plays_index_start(index, plays, 0);
    return status;
}

/* The play with this board that is as long as `hops`, or that ends the game. */
static const struct pasch_play *whole_play(struct plays_index *index, const struct pasch_board *board, int hops)
{
    const struct pasch_play *play = plays_index_find(index, board);
    return play && (play->over || play->hops == hops) ? play : NULL;
}

/* The numbers of the stage that the hops so far have left, in the order in which they must be played where that
 * matters. */
static int numbers_left(const struct pasch_game *game, int number[PASCH_HOPS])
{
    const struct pasch_position *p = &game->position;
    int all[PASCH_HOPS], left = 0;
    int count = pasch_moves_numbers(p->rules, &p->board, p->turn, &p->stage[0], all);
    for (int i = 0; i < game->hops; i++) {
        for (int n = 0; n < count; n++) {
            if (all[n] == game->hop[i].number) {
                all[n] = 0;
                break;
            }
        }
    }
    for (int n = 0; n < count; n++) {
        if (all[n])
            number[left++] = all[n];
    }
    return left;
}

static bool is_left(const struct pasch_game *game, int number)
{
    int left[PASCH_HOPS], count = numbers_left(game, left);
    for (int i = 0; i < count; i++) {
        if (left[i] == number)
            return true;
    }
    return false;
}

struct finish {
    const struct pasch_rules *rules;
    int me;
    struct plays_index *index;
};

/* Whether hops with the numbers left can make `board` one of the legal results. */
static bool can_finish(struct finish *f, const struct pasch_board *board, const int *number, int numbers, int hops)
{
    if (whole_play(f->index, board, hops))
        return true;
    for (int n = 0; n < numbers; n++) {
        if (n && number[n] == number[n - 1])
            continue;
        if (n && f->rules->duty == PASCH_DUTY_LOW)
            break;
        int left[PASCH_HOPS], count = 0;
        for (int i = 0; i < numbers; i++) {
            if (i != n)
                left[count++] = number[i];
        }
        struct pasch_hop hop[PASCH_HOPS_ROOM];
        int found = pasch_moves_hops(f->rules, board, f->me, number[n], hop);
        for (int i = 0; i < found; i++) {
            struct pasch_board next = *board;
            pasch_moves_make(f->rules, &next, f->me, &hop[i]);
            if (can_finish(f, &next, left, count, hops + 1))
                return true;
        }
    }
    return false;
}

int pasch_game_hops(const struct pasch_game *game, struct pasch_plays *plays, struct pasch_hop *hop, int room)
{
    const struct pasch_position *p = &game->position;
    if (game->phase != PASCH_PHASE_PLAYING || pasch_position_due(p) != PASCH_DUE_PLAY)
        return 0;
    struct plays_index index;
    if (stage_plays(game, plays, &index) != PASCH_OK)
        return 0;
    struct finish finish = {p->rules, p->turn, &index};
    int number[PASCH_HOPS], numbers = numbers_left(game, number), count = 0;
    for (int n = 0; n < numbers; n++) {
        if (n && (number[n] == number[n - 1] || p->rules->duty == PASCH_DUTY_LOW))
            continue;
        int left[PASCH_HOPS], others = 0;
        for (int i = 0; i < numbers; i++) {
            if (i != n)
                left[others++] = number[i];
        }
        struct pasch_hop candidate[PASCH_HOPS_ROOM];
        int found = pasch_moves_hops(p->rules, &game->board, p->turn, number[n], candidate);
        for (int i = 0; i < found && count < room; i++) {
            struct pasch_board next = game->board;
            pasch_moves_make(p->rules, &next, p->turn, &candidate[i]);
            if (can_finish(&finish, &next, left, others, game->hops + 1))
                hop[count++] = candidate[i];
        }
    }
    return count;
}

bool pasch_game_may_end(const struct pasch_game *game, struct pasch_plays *plays)
{
    if (game->phase != PASCH_PHASE_PLAYING || pasch_position_due(&game->position) != PASCH_DUE_PLAY)
        return false;
    struct plays_index index;
    if (stage_plays(game, plays, &index) != PASCH_OK)
        return false;
    return plays->count ? game->hops && whole_play(&index, &game->board, game->hops) : true;
}

static enum pasch_status check_playing(const struct pasch_game *game, int side, struct pasch_error *error)
{
    if (game->phase == PASCH_PHASE_OPENING)
        return error_set(error, PASCH_NOT_NOW, 0, "the opening must be thrown first");
    if (game->phase == PASCH_PHASE_RESIGN)
        return error_set(error, PASCH_NOT_NOW, 0, "the resignation must be answered first");
    if (game->phase != PASCH_PHASE_PLAYING)
        return error_set(error, PASCH_NOT_NOW, 0, "the game is over");
    if (game->position.turn != side)
        return error_set(error, PASCH_NOT_NOW, 0, "it is the opponent's turn");
    return PASCH_OK;
}

static enum pasch_status check_play_due(const struct pasch_game *game, struct pasch_error *error)
{
    switch (pasch_position_due(&game->position)) {
    case PASCH_DUE_PLAY: return PASCH_OK;
    case PASCH_DUE_ANSWER: return error_set(error, PASCH_NOT_NOW, 0, "the double must be answered first");
    case PASCH_DUE_CHOOSE: return error_set(error, PASCH_NOT_NOW, 0, "a roll must be named first");
    default: return error_set(error, PASCH_NOT_NOW, 0, "the dice must be thrown first");
    }
}

static enum pasch_status apply_hop(struct pasch_game *game, const struct pasch_hop *wanted, struct pasch_plays *plays,
                                   struct pasch_error *error)
{
    struct pasch_hop hop[PASCH_HOPS * PASCH_HOPS_ROOM];
    int count = pasch_game_hops(game, plays, hop, PASCH_HOPS * PASCH_HOPS_ROOM), chosen = -1;
    for (int i = 0; i < count; i++) {
        if (hop[i].from != wanted->from || hop[i].to != wanted->to)
            continue;
        if (wanted->number ? hop[i].number == wanted->number : chosen < 0 || hop[i].number < hop[chosen].number)
            chosen = i;
    }
    if (chosen < 0)
        return error_set(error, PASCH_ILLEGAL, 0, "that man cannot go there now");
    pasch_moves_make(game->rules, &game->board, game->position.turn, &hop[chosen]);
    game->hop[game->hops++] = hop[chosen];
    return PASCH_OK;
}

static enum pasch_status apply_undo(struct pasch_game *game, struct pasch_error *error)
{
    if (!game->hops)
        return error_set(error, PASCH_NOT_NOW, 0, "nothing of this stage has been played yet");
    game->hops--;
    game->board = game->position.board;
    for (int i = 0; i < game->hops; i++)
        pasch_moves_make(game->rules, &game->board, game->position.turn, &game->hop[i]);
    return PASCH_OK;
}

/* The stage is finished: on to whatever comes next. */
static void go_on(struct pasch_game *game, const struct pasch_play *play)
{
    struct pasch_position *p = &game->position;
    uint32_t ply = p->ply;
    pasch_position_play(p, play);
    begin_stage(game);
    if (!p->over && p->ply != ply && game->rules->repetition_draw && third_time(game)) {
        p->over = true; /* R-fx-4 b */
        p->winner = PASCH_NOBODY;
        p->points = 0;
    }
    if (p->over)
        game_count(game);
}

static enum pasch_status apply_end(struct pasch_game *game, struct pasch_plays *plays, struct pasch_error *error)
{
    struct plays_index index;
    enum pasch_status status = stage_plays(game, plays, &index);
    if (status != PASCH_OK)
        return error_set(error, status, 0, "there are more plays than there is room for");
    if (!plays->count) {
        go_on(game, NULL);
        return PASCH_OK;
    }
    const struct pasch_play *found = game->hops ? whole_play(&index, &game->board, game->hops) : NULL;
    if (!found)
        return error_set(error, PASCH_ILLEGAL, 0,
                         game->hops ? "more of the roll can be played and must be" : "the roll must be played");
    struct pasch_play play = *found;
    memcpy(play.hop, game->hop, sizeof play.hop);
    play.hops = game->hops;
    go_on(game, &play);
    return PASCH_OK;
}

/* The hops of a whole play one after the other; that the result is a legal play is seen at the end. */
static enum pasch_status apply_play(struct pasch_game *game, const struct pasch_event *event, struct pasch_plays *plays,
                                    struct pasch_error *error)
{
    const struct pasch_position *p = &game->position;
    if (event->hops > PASCH_HOPS)
        return error_set(error, PASCH_ILLEGAL, 0, "a play has at most %d hops", PASCH_HOPS);
    struct pasch_board now = game->board;
    struct pasch_hop made[PASCH_HOPS];
    int hops = game->hops;
    memcpy(made, game->hop, sizeof made);
    begin_stage(game);
    enum pasch_status status = PASCH_OK;
    for (int i = 0; i < event->hops; i++) {
        struct pasch_hop hop[PASCH_HOPS_ROOM];
        int number = event->hop[i].number, h = 0;
        int count = is_left(game, number) ? pasch_moves_hops(p->rules, &game->board, p->turn, number, hop) : 0;
        while (h < count && (hop[h].from != event->hop[i].from || hop[h].to != event->hop[i].to))
            h++;
        if (h == count) {
            status = error_set(error, PASCH_ILLEGAL, 0, "that man cannot go there now");
            break;
        }
        pasch_moves_make(p->rules, &game->board, p->turn, &hop[h]);
        game->hop[game->hops++] = hop[h];
    }
    if (status == PASCH_OK)
        status = apply_end(game, plays, error);
    if (status != PASCH_OK) {
        game->board = now;
        game->hops = (uint8_t)hops;
        memcpy(game->hop, made, sizeof made);
    }
    return status;
}

static enum pasch_status apply_next(struct pasch_game *game, struct pasch_error *error)
{
    if (game->phase == PASCH_PHASE_OVER)
        return error_set(error, PASCH_NOT_NOW, 0, "the match is over");
    if (game->phase != PASCH_PHASE_BETWEEN)
        return error_set(error, PASCH_NOT_NOW, 0, "this game is not over yet");
    if (game->terms.swap_roles && game->must_start == PASCH_NOBODY)
        game->roles_swapped = !game->roles_swapped;
    new_game(game);
    return PASCH_OK;
}

static enum pasch_status apply_stage_event(struct pasch_game *game, const struct pasch_event *event,
                                           struct pasch_plays *plays, struct pasch_error *error)
{
    enum pasch_status status = check_playing(game, event->side, error);
    if (status != PASCH_OK)
        return status;
    if (event->kind == PASCH_EVENT_ROLL || event->kind == PASCH_EVENT_CHOOSE) {
        status = event->kind == PASCH_EVENT_ROLL
                     ? pasch_position_throw(&game->position, event->die[0], event->die[1], error)
                     : pasch_position_choose(&game->position, event->die[0], event->die[1], error);
        if (status == PASCH_OK)
            begin_stage(game);
        return status;
    }
    status = check_play_due(game, error);
    if (status != PASCH_OK)
        return status;
    switch (event->kind) {
    case PASCH_EVENT_HOP: return apply_hop(game, &event->hop[0], plays, error);
    case PASCH_EVENT_UNDO: return apply_undo(game, error);
    case PASCH_EVENT_END: return apply_end(game, plays, error);
    default: return apply_play(game, event, plays, error);
    }
}

enum pasch_status pasch_game_apply(struct pasch_game *game, const struct pasch_event *event, struct pasch_plays *plays,
                                   struct pasch_error *error)
{
    bool sideless = event->kind == PASCH_EVENT_OPENING || event->kind == PASCH_EVENT_NEXT;
    if (event->side > PASCH_O && !sideless)
        return error_set(error, PASCH_BAD_TEXT, 0, "a side is x or o");
    switch (event->kind) {
    case PASCH_EVENT_OPENING: return apply_opening(game, event->die[0], event->die[1], error);
    case PASCH_EVENT_ROLL:
    case PASCH_EVENT_CHOOSE:
    case PASCH_EVENT_HOP:
    case PASCH_EVENT_UNDO:
    case PASCH_EVENT_END:
    case PASCH_EVENT_PLAY: return apply_stage_event(game, event, plays, error);
    case PASCH_EVENT_DOUBLE: return game_double(game, event->side, error);
    case PASCH_EVENT_TAKE:
    case PASCH_EVENT_PASS:
    case PASCH_EVENT_BEAVER: return game_answer(game, event, error);
    case PASCH_EVENT_RESIGN: return game_resign(game, event->side, event->value, error);
    case PASCH_EVENT_ACCEPT:
    case PASCH_EVENT_REJECT:
        if (game->phase == PASCH_PHASE_RESIGN && event->side == game->resigner)
            return error_set(error, PASCH_NOT_NOW, 0, "it is for the opponent to answer");
        return game_answer_resignation(game, event->kind == PASCH_EVENT_ACCEPT, error);
    case PASCH_EVENT_NEXT: return apply_next(game, error);
    case PASCH_EVENT_KINDS: break;
    }
    return error_set(error, PASCH_BAD_TEXT, 0, "there is no such event");
}
