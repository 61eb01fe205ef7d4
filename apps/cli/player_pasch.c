/* The program itself as a player, by its evaluator and search. It has no mind about the cube yet. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "cli/player.h"
#include "cli/thinker.h"

struct state {
    int plies;
    struct thinkers thinkers;
    struct pasch_search *search;
    struct pasch_ranked *ranked;
};

static void destroy(void *context)
{
    struct state *state = context;
    thinkers_close(&state->thinkers);
    free(state->ranked);
    free(state);
}

static void *create(const struct player_terms *terms, const char *argument, char why[PLAYER_WHY])
{
    long plies;
    struct pasch_error error = {.text = "out of memory"};
    if (!cli_number(argument, 0, PASCH_SEARCH_PLIES, &plies)) {
        snprintf(why, PLAYER_WHY, "pasch:PLIES has 0 to %d plies, not '%.100s'", PASCH_SEARCH_PLIES, argument);
        return NULL;
    }
    struct state *state = calloc(1, sizeof *state);
    if (state) {
        state->plies = (int)plies;
        /* One thread: the time of a decision is to be compared with that of others. */
        state->thinkers = (struct thinkers){.threads = 1, .only_choice = true};
        state->ranked = malloc(PASCH_PLAYS_ROOM * sizeof *state->ranked);
        if (state->ranked)
            state->search = thinkers_find(&state->thinkers, terms->rules, &error);
    }
    if (!state || !state->search) {
        snprintf(why, PLAYER_WHY, "%s", error.text);
        if (state)
            destroy(state);
        return NULL;
    }
    return state;
}

static bool play(void *context, const struct pasch_position *position, const struct pasch_plays *plays, size_t *index,
                 char why[PLAYER_WHY])
{
    struct state *state = context;
    struct pasch_plays given = *plays;
    (void)why;
    pasch_search_best(state->search, state->plies, &position->board, position->turn, NULL, &given, state->ranked);
    *index = state->ranked[0].index;
    return true;
}

const struct player_kind player_pasch = {
    .name = "pasch",
    .argument = "PLIES",
    .summary = "this program, looking so many plies ahead; never doubles, takes every double",
    .create = create,
    .destroy = destroy,
    .play = play,
};
