/* The program itself as a player: by plies, or by level. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/duel/player.h"
#include "pasch/level.h"

struct state {
    struct pasch_level level;
    struct pasch_search *search;
    struct pasch_mind *mind;
};

static void destroy(void *context)
{
    struct state *state = context;
    pasch_mind_destroy(state->mind);
    pasch_search_destroy(state->search);
    free(state);
}

static void *create(struct player_terms *terms, const struct pasch_level *level, const char *nets, char why[PLAYER_WHY])
{
    struct pasch_search_settings settings;
    const struct pasch_evaluator *evaluator = player_evaluator(terms, nets, why);
    if (!evaluator)
        return NULL;
    struct state *state = calloc(1, sizeof *state);
    if (state) {
        state->level = *level;
        pasch_search_settings(&settings);
        settings.only_choice = true; /* and one thread, so that the time of a decision can be compared */
        state->search = pasch_search_create(evaluator, &settings);
        if (state->search)
            state->mind = pasch_mind_create(&state->level, state->search, &terms->terms);
    }
    if (state && state->mind)
        return state;
    snprintf(why, PLAYER_WHY, "out of memory");
    if (state)
        destroy(state);
    return NULL;
}

/* "2" or "2@nets/old": a number, and the nets to think with. */
static bool read_argument(const char *argument, int least, int most, long *number, const char **nets)
{
    char text[8];
    size_t length = strcspn(argument, "@");
    *nets = argument[length] ? argument + length + 1 : NULL;
    if (length >= sizeof text)
        return false;
    memcpy(text, argument, length);
    text[length] = 0;
    return cli_number(text, least, most, number);
}

static void *create_pasch(struct player_terms *terms, const char *argument, char why[PLAYER_WHY])
{
    long plies;
    const char *nets;
    if (!read_argument(argument, 0, PASCH_SEARCH_PLIES, &plies, &nets)) {
        snprintf(why, PLAYER_WHY, "pasch:PLIES has 0 to %d plies, not '%.100s'", PASCH_SEARCH_PLIES, argument);
        return NULL;
    }
    return create(terms, &(struct pasch_level){.plies = (int)plies}, nets, why);
}

static void *create_level(struct player_terms *terms, const char *argument, char why[PLAYER_WHY])
{
    long number;
    const char *nets;
    if (!read_argument(argument, 1, PASCH_LEVELS, &number, &nets)) {
        snprintf(why, PLAYER_WHY, "level:N has 1 to %d, not '%.100s'", PASCH_LEVELS, argument);
        return NULL;
    }
    return create(terms, pasch_level_at((int)number), nets, why);
}

static void begin(void *context, uint64_t seed)
{
    struct state *state = context;
    pasch_mind_begin(state->mind, seed);
}

static bool play(void *context, const struct pasch_position *position, const struct pasch_plays *plays, size_t *index,
                 char why[PLAYER_WHY])
{
    struct state *state = context;
    (void)why;
    *index = pasch_mind_play(state->mind, position, plays);
    return true;
}

static bool choose(void *context, const struct pasch_position *position, uint8_t choice[21][2], int choices,
                   struct pasch_plays *room, int *index, char why[PLAYER_WHY])
{
    struct state *state = context;
    uint8_t roll[2];
    (void)room;
    (void)why;
    pasch_mind_names(state->mind, position, roll);
    for (int i = 0; i < choices; i++) {
        if (memcmp(choice[i], roll, sizeof roll) == 0)
            *index = i;
    }
    return true;
}

static bool doubles(void *context, const struct pasch_position *position, bool *yes, char why[PLAYER_WHY])
{
    struct state *state = context;
    (void)why;
    *yes = pasch_mind_doubles(state->mind, position);
    return true;
}

static bool takes(void *context, const struct pasch_position *position, bool *yes, char why[PLAYER_WHY])
{
    struct state *state = context;
    (void)why;
    *yes = pasch_mind_answers(state->mind, position) != PASCH_EVENT_PASS;
    return true;
}

const struct player_kind player_pasch = {
    .name = "pasch",
    .argument = "PLIES",
    .summary = "this program, so many plies ahead; pasch:0@FOLDER has other nets",
    .create = create_pasch,
    .destroy = destroy,
    .begin = begin,
    .play = play,
    .choose = choose,
    .doubles = doubles,
    .takes = takes,
};

const struct player_kind player_level = {
    .name = "level",
    .argument = "N",
    .summary = "this program at a level, from 1 (beginner) to 8 (the strongest)",
    .create = create_level,
    .destroy = destroy,
    .begin = begin,
    .play = play,
    .choose = choose,
    .doubles = doubles,
    .takes = takes,
};
