/* The referee between two players: the turn machine, dice, questions and their cost. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cli/cli.h"
#include "cli/duel/luck.h"

/* Reading the CPU clock costs as much as a quick player's decision: after the first so many only some are timed. */
enum { TIMED_ALL = 2048, TIMED_EACH = 16 };

static double seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double referee_clock(void)
{
    return seconds(CLOCK_MONOTONIC);
}

static double seconds_of(const struct player_seat *seat)
{
    return seat->player.kind->outside ? referee_clock() : seconds(CLOCK_THREAD_CPUTIME_ID);
}

/* Around each decision. */
static double begin_decision(struct player_seat *seat)
{
    bool timed = seat->decisions < TIMED_ALL || seat->decisions % TIMED_EACH == 0;
    seat->decisions++;
    return timed ? seconds_of(seat) : -1;
}

static void end_decision(struct player_seat *seat, double from)
{
    if (from < 0)
        return;
    double taken = seconds_of(seat) - from;
    seat->seconds += taken;
    seat->longest = taken > seat->longest ? taken : seat->longest;
    seat->timed++;
}

static bool apply(struct referee *r, const struct pasch_event *event)
{
    struct pasch_error error;
    if (pasch_game_apply(&r->game, event, &r->plays, &error) == PASCH_OK)
        return true;
    char ppn[PASCH_PPN_ROOM], text[PASCH_MOVE_ROOM];
    pasch_ppn_write(&r->game.position, ppn);
    pasch_event_write(r->game.rules, event, text);
    snprintf(r->why, sizeof r->why, "'%s' was refused in %s: %s", text, ppn, error.text);
    return false;
}

static bool apply_dice(struct referee *r, enum pasch_event_kind kind, int a, int b)
{
    struct pasch_event event = {.kind = kind, .side = r->game.position.turn, .die = {(uint8_t)a, (uint8_t)b}};
    return apply(r, &event);
}

/* Makes a play (NULL: a pass) that was generated just now. The machine would generate once more to see that it is
 * legal: that is left out for the plays that neither end the game nor can make a repetition, unless --check asks for
 * it. */
static bool make_play(struct referee *r, const struct pasch_play *play)
{
    struct pasch_game *game = &r->game;
    if (!r->check && !game->rules->repetition_draw) {
        struct pasch_position after = game->position;
        pasch_position_play(&after, play);
        if (!after.over) {
            game->position = after;
            game->board = after.board;
            return true;
        }
    }
    struct pasch_event event = {.kind = play ? PASCH_EVENT_PLAY : PASCH_EVENT_END, .side = game->position.turn};
    if (play) {
        event.hops = play->hops;
        memcpy(event.hop, play->hop, sizeof event.hop);
    }
    return apply(r, &event);
}

/* A player out of order. */
static bool no_such(struct referee *r, const struct player_seat *seat, size_t index)
{
    char ppn[PASCH_PPN_ROOM];
    pasch_ppn_write(&r->game.position, ppn);
    snprintf(r->why, sizeof r->why, "%s wants number %zu, which there is not, in %s", seat->spec, index, ppn);
    return false;
}

static bool ask_play(struct referee *r, struct player_seat *seat)
{
    struct pasch_error error;
    size_t index = 0;
    if (pasch_position_plays(&r->game.position, &r->plays, &error) != PASCH_OK) {
        snprintf(r->why, sizeof r->why, "%s", error.text);
        return false;
    }
    if (!r->plays.count)
        return make_play(r, NULL);
    if (r->plays.count > 1) {
        double from = begin_decision(seat);
        if (!seat->player.kind->play(seat->player.state, &r->game.position, &r->plays, &index, r->why))
            return false;
        end_decision(seat, from);
    }
    return index < r->plays.count ? make_play(r, &r->plays.play[index]) : no_such(r, seat, index);
}

static bool ask_choice(struct referee *r, struct player_seat *seat)
{
    uint8_t choice[21][2];
    int count = pasch_position_choices(&r->game.position, choice), index = 0;
    if (!seat->player.kind->choose) {
        snprintf(r->why, sizeof r->why, "%s cannot name a roll", seat->spec);
        return false;
    }
    if (count > 1) {
        double from = begin_decision(seat);
        if (!seat->player.kind->choose(seat->player.state, &r->game.position, choice, count, &r->plays, &index, r->why))
            return false;
        end_decision(seat, from);
    }
    if (index < 0 || index >= count)
        return no_such(r, seat, (size_t)index);
    return apply_dice(r, PASCH_EVENT_CHOOSE, choice[index][0], choice[index][1]);
}

/* A question about the cube, answered by `fallback` where the player has no mind of its own. */
static bool ask_cube(struct referee *r, struct player_seat *seat,
                     bool (*question)(void *, const struct pasch_position *, bool *, char *), bool fallback, bool *yes)
{
    *yes = fallback;
    if (!question)
        return true;
    double from = begin_decision(seat);
    if (!question(seat->player.state, &r->game.position, yes, r->why))
        return false;
    end_decision(seat, from);
    return true;
}

/* One event of a game that is being played. */
static bool step(struct referee *r, struct pasch_dice *dice, struct player_seat *seat)
{
    const struct player_kind *kind = seat->player.kind;
    struct pasch_event event = {.kind = PASCH_EVENT_DOUBLE, .side = r->game.position.turn};
    bool yes = false;
    if (r->terms->terms.cube && pasch_game_may_double(&r->game, event.side, NULL) == PASCH_OK) {
        if (!ask_cube(r, seat, kind->doubles, false, &yes))
            return false;
        if (yes)
            return apply(r, &event);
    }
    switch (pasch_position_due(&r->game.position)) {
    case PASCH_DUE_ANSWER:
        if (!ask_cube(r, seat, kind->takes, true, &yes))
            return false;
        event.kind = yes ? PASCH_EVENT_TAKE : PASCH_EVENT_PASS;
        return apply(r, &event);
    case PASCH_DUE_CHOOSE: return ask_choice(r, seat);
    case PASCH_DUE_PLAY: return ask_play(r, seat);
    default: break;
    }
    int a = pasch_dice_next(dice), b = pasch_dice_next(dice);
    if (r->luck)
        r->x_luck += luck_roll(r->luck, &r->game.position, a, b, &r->plays);
    return apply_dice(r, PASCH_EVENT_ROLL, a, b);
}

/* Sets up the dice of a game and whatever chance the players want; the seeds belong to the seats, so that equal players
 * do the same in both games of a pair. */
static void begin_game(struct player_seat *const seat[2], struct pasch_rng *seeds, struct pasch_dice *dice)
{
    pasch_dice_seed(dice, pasch_rng_next(seeds));
    for (int i = 0; i < 2; i++) {
        uint64_t seed = pasch_rng_next(seeds);
        if (seat[i]->player.kind->begin)
            seat[i]->player.kind->begin(seat[i]->player.state, seed);
    }
}

/* One step of a game, whatever is due. */
static bool go_on(struct referee *r, struct player_seat *const seat[2], struct pasch_dice *dice)
{
    if (r->game.phase == PASCH_PHASE_PLAYING)
        return step(r, dice, seat[r->game.position.turn]);
    int a = pasch_dice_next(dice), b = pasch_dice_next(dice);
    if (r->luck)
        r->x_luck += luck_opening(r->luck, &r->game, a, b, &r->plays);
    return apply_dice(r, PASCH_EVENT_OPENING, a, b);
}

void referee_start(struct referee *r)
{
    pasch_game_start(&r->game, r->terms->rules, &r->terms->terms);
    r->x_luck = 0;
}

bool referee_play(struct referee *r, struct player_seat *const seat[2], struct pasch_rng *seeds)
{
    struct pasch_dice dice;
    begin_game(seat, seeds, &dice);
    bool fine = r->game.phase != PASCH_PHASE_BETWEEN || apply(r, &(struct pasch_event){.kind = PASCH_EVENT_NEXT});
    while (fine && (r->game.phase == PASCH_PHASE_OPENING || r->game.phase == PASCH_PHASE_PLAYING))
        fine = !atomic_load_explicit(r->stop, memory_order_relaxed) && go_on(r, seat, &dice);
    return fine;
}
