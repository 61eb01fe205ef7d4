#include "player.h"

#include <stdio.h>
#include <string.h>

enum pasch_status player_begin(struct player *player, uint64_t seed, const json_t *setup, struct pasch_error *error)
{
    enum pasch_status status = setup_unpack(setup, &player->setup, error);
    if (status == PASCH_OK) {
        setup_start(&player->setup, &player->game);
        pasch_rng_seed(&player->rng, seed);
    }
    return status;
}

enum pasch_status player_happen(struct player *player, int side, const char *text, struct pasch_plays *plays,
                                struct pasch_error *error)
{
    struct pasch_event event;
    enum pasch_status status = pasch_event_read(&event, text, &player->game, plays, error);
    event.side = (uint8_t)side;
    return status == PASCH_OK ? pasch_game_apply(&player->game, &event, plays, error) : status;
}

static bool chance(struct player *player, uint32_t percent)
{
    return pasch_rng_below(&player->rng, 100) < percent;
}

/* Moves man by man, takes hops back now and then, or plays the whole stage. */
static void say_play(struct player *player, struct pasch_plays *plays, char *out)
{
    const struct pasch_game *game = &player->game;
    struct pasch_event event = {.kind = PASCH_EVENT_END};
    struct pasch_hop hop[PASCH_HOPS * PASCH_HOPS_ROOM];
    int hops = pasch_game_hops(game, plays, hop, PASCH_HOPS * PASCH_HOPS_ROOM);
    if (game->hops && chance(player, 5)) {
        event.kind = PASCH_EVENT_UNDO;
    } else if (hops && !game->hops && chance(player, 30)) {
        struct pasch_error error;
        pasch_position_plays(&game->position, plays, &error);
        const struct pasch_play *play = &plays->play[pasch_rng_below(&player->rng, (uint32_t)plays->count)];
        event.kind = PASCH_EVENT_PLAY;
        event.hops = play->hops;
        memcpy(event.hop, play->hop, sizeof event.hop);
    } else if (hops && !(pasch_game_may_end(game, plays) && chance(player, 50))) {
        event.kind = PASCH_EVENT_HOP;
        event.hop[0] = hop[pasch_rng_below(&player->rng, (uint32_t)hops)];
    }
    pasch_event_write(game->rules, &event, out);
}

static void say_choice(struct player *player, char *out)
{
    uint8_t choice[21][2];
    int choices = pasch_position_choices(&player->game.position, choice);
    const uint8_t *die = choice[pasch_rng_below(&player->rng, (uint32_t)choices)];
    snprintf(out, PASCH_MOVE_ROOM, "choose %d%d", die[0], die[1]);
}

static const char *before_throw(struct player *player, int side)
{
    if (pasch_game_may_double(&player->game, side, NULL) == PASCH_OK && chance(player, 4))
        return "double";
    return chance(player, 1) && chance(player, 20) ? "resign 1" : "roll";
}

static void say_playing(struct player *player, int side, struct pasch_plays *plays, char *out)
{
    const char *words = "roll";
    switch (pasch_position_due(&player->game.position)) {
    case PASCH_DUE_CHOOSE: say_choice(player, out); return;
    case PASCH_DUE_PLAY: say_play(player, plays, out); return;
    case PASCH_DUE_ANSWER: words = chance(player, 80) ? "take" : "pass"; break;
    case PASCH_DUE_THROW: words = before_throw(player, side); break;
    default: break;
    }
    snprintf(out, PASCH_MOVE_ROOM, "%s", words);
}

bool player_say(struct player *player, int side, struct pasch_plays *plays, char out[PASCH_MOVE_ROOM])
{
    if (player->game.phase == PASCH_PHASE_BETWEEN)
        snprintf(out, PASCH_MOVE_ROOM, "next");
    else if (pasch_game_actor(&player->game) != side)
        return false;
    else if (player->game.phase == PASCH_PHASE_RESIGN)
        snprintf(out, PASCH_MOVE_ROOM, "%s", chance(player, 50) ? "accept" : "reject");
    else
        say_playing(player, side, plays, out);
    return true;
}
