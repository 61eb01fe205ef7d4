/* GNU Backgammon as a player. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/duel/gnubg_peer.h"
#include "cli/duel/player.h"

enum { PLIES_MAX = 7 };

static void *create(struct player_terms *terms, const char *argument, char why[PLAYER_WHY])
{
    long plies;
    if (strcmp(terms->rules->id, "standard") != 0) {
        snprintf(why, PLAYER_WHY, "gnubg plays standard backgammon only, not %s", terms->rules->id);
        return NULL;
    }
    if (!cli_number(argument, 0, PLIES_MAX, &plies)) {
        snprintf(why, PLAYER_WHY, "gnubg:PLIES has 0 to %d plies, not '%.100s'", PLIES_MAX, argument);
        return NULL;
    }
    return gnubg_peer_start((int)plies, &terms->terms, why);
}

static void destroy(void *state)
{
    gnubg_peer_stop(state);
}

static bool play(void *state, const struct pasch_position *position, const struct pasch_plays *plays, size_t *index,
                 char why[PLAYER_WHY])
{
    return gnubg_peer_play(state, position, plays, index, why);
}

static bool doubles(void *state, const struct pasch_position *position, bool *yes, char why[PLAYER_WHY])
{
    return gnubg_peer_doubles(state, position, yes, why);
}

static bool takes(void *state, const struct pasch_position *position, bool *yes, char why[PLAYER_WHY])
{
    return gnubg_peer_takes(state, position, yes, why);
}

const struct player_kind player_gnubg = {
    .name = "gnubg",
    .argument = "PLIES",
    .summary = "GNU Backgammon, looking so many plies ahead; standard only",
    .outside = true,
    .create = create,
    .destroy = destroy,
    .play = play,
    .doubles = doubles,
    .takes = takes,
};
