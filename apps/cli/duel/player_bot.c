/* The simple bots as players. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/duel/player.h"
#include "cli/play/bot.h"

struct state {
    const struct bot *bot;
    struct pasch_rng rng;
};

static void *create(const char *name, char why[PLAYER_WHY])
{
    struct state *state = calloc(1, sizeof *state);
    if (!state) {
        snprintf(why, PLAYER_WHY, "out of memory");
        return NULL;
    }
    state->bot = bot_find(name);
    return state;
}

static void *create_random(struct player_terms *terms, const char *argument, char why[PLAYER_WHY])
{
    (void)terms;
    (void)argument;
    return create("random", why);
}

static void *create_greedy(struct player_terms *terms, const char *argument, char why[PLAYER_WHY])
{
    (void)terms;
    (void)argument;
    return create("greedy", why);
}

static void begin(void *context, uint64_t seed)
{
    struct state *state = context;
    pasch_rng_seed(&state->rng, seed);
}

static bool play(void *context, const struct pasch_position *position, const struct pasch_plays *plays, size_t *index,
                 char why[PLAYER_WHY])
{
    struct state *state = context;
    (void)why;
    *index = state->bot->play(position, plays, &state->rng);
    return true;
}

static bool choose(void *context, const struct pasch_position *position, uint8_t choice[21][2], int choices,
                   struct pasch_plays *room, int *index, char why[PLAYER_WHY])
{
    struct state *state = context;
    (void)why;
    *index = state->bot->choose(position, choice, choices, room, &state->rng);
    return true;
}

static bool takes(void *context, const struct pasch_position *position, bool *yes, char why[PLAYER_WHY])
{
    struct state *state = context;
    (void)why;
    *yes = state->bot->takes(position);
    return true;
}

const struct player_kind player_random = {
    .name = "random",
    .summary = "any play is as good as another; takes every double",
    .create = create_random,
    .destroy = free,
    .begin = begin,
    .play = play,
    .choose = choose,
    .takes = takes,
};

const struct player_kind player_greedy = {
    .name = "greedy",
    .summary = "counts pips, points and lone men; never doubles",
    .create = create_greedy,
    .destroy = free,
    .begin = begin,
    .play = play,
    .choose = choose,
    .takes = takes,
};
