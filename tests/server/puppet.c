/* A player for tests of the server, by the rules library and not by the server: it keeps a copy of each game, makes the
 * events happen in it that the server tells, and says what a side might do next. Lines in, lines out:
 *   ID new SEED SETUP      a game begins as the first line of its record says; answer: ID ok PHASE ACTOR
 *   ID x|o|- EVENT         an event has happened; answer: ID ok PHASE ACTOR, or ID error WHY
 *   ID ask x|o             answer: ID EVENT, or ID - if this side has nothing to do
 *   ID show                answer: ID PPN
 *   ID drop                answer: ID ok */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pasch/dice.h"
#include "record/setup.h"

struct puppet {
    struct puppet *next;
    char id[40];
    struct setup setup;
    struct pasch_game game;
    struct pasch_rng rng;
};

enum { BUCKETS = 4096 };
static struct puppet *buckets[BUCKETS];
static struct pasch_plays plays;

static struct puppet **find(const char *id)
{
    unsigned hash = 0;
    for (const char *at = id; *at; at++)
        hash = hash * 31 + (unsigned char)*at;
    struct puppet **slot = &buckets[hash % BUCKETS];
    while (*slot && strcmp((*slot)->id, id) != 0)
        slot = &(*slot)->next;
    return slot;
}

static void drop(struct puppet **slot)
{
    struct puppet *puppet = *slot;
    *slot = puppet->next;
    free(puppet);
}

static const char *side_name(int side)
{
    return side == PASCH_X ? "x" : side == PASCH_O ? "o" : "-";
}

static void say_phase(const struct puppet *puppet)
{
    static const char *const phases[] = {"opening", "playing", "resign", "between", "over"};
    printf("%s ok %s %s\n", puppet->id, phases[puppet->game.phase], side_name(pasch_game_actor(&puppet->game)));
}

static void begin(const char *id, const char *rest)
{
    struct pasch_error error;
    char *end;
    unsigned long long seed = strtoull(rest, &end, 10);
    struct puppet **slot = find(id);
    if (*slot)
        drop(slot);
    struct puppet *puppet = calloc(1, sizeof *puppet);
    if (!puppet)
        exit(1);
    json_t *object = json_loads(end, 0, NULL);
    snprintf(puppet->id, sizeof puppet->id, "%s", id);
    if (setup_unpack(object, &puppet->setup, &error) != PASCH_OK) {
        printf("%s error %s\n", id, error.text);
        free(puppet);
    } else {
        setup_start(&puppet->setup, &puppet->game);
        pasch_rng_seed(&puppet->rng, seed);
        slot = find(id);
        *slot = puppet;
        say_phase(puppet);
    }
    json_decref(object);
}

static void happen(struct puppet *puppet, char side, const char *text)
{
    struct pasch_event event;
    struct pasch_error error;
    enum pasch_status status = pasch_event_read(&event, text, &puppet->game, &plays, &error);
    event.side = side == 'o' ? PASCH_O : PASCH_X;
    if (status == PASCH_OK)
        status = pasch_game_apply(&puppet->game, &event, &plays, &error);
    if (status == PASCH_OK)
        say_phase(puppet);
    else
        printf("%s error %s: %s\n", puppet->id, text, error.text);
}

static bool chance(struct puppet *puppet, uint32_t percent)
{
    return pasch_rng_below(&puppet->rng, 100) < percent;
}

/* Moves man by man, takes hops back now and then, or plays the whole stage. */
static void say_play(struct puppet *puppet)
{
    const struct pasch_game *game = &puppet->game;
    struct pasch_event event = {.kind = PASCH_EVENT_END};
    struct pasch_hop hop[PASCH_HOPS * PASCH_HOPS_ROOM];
    char text[PASCH_MOVE_ROOM];
    int hops = pasch_game_hops(game, &plays, hop, PASCH_HOPS * PASCH_HOPS_ROOM);
    if (game->hops && chance(puppet, 5)) {
        event.kind = PASCH_EVENT_UNDO;
    } else if (hops && !game->hops && chance(puppet, 30)) {
        struct pasch_error error;
        pasch_position_plays(&game->position, &plays, &error);
        const struct pasch_play *play = &plays.play[pasch_rng_below(&puppet->rng, (uint32_t)plays.count)];
        event.kind = PASCH_EVENT_PLAY;
        event.hops = play->hops;
        memcpy(event.hop, play->hop, sizeof event.hop);
    } else if (hops && !(pasch_game_may_end(game, &plays) && chance(puppet, 50))) {
        event.kind = PASCH_EVENT_HOP;
        event.hop[0] = hop[pasch_rng_below(&puppet->rng, (uint32_t)hops)];
    }
    pasch_event_write(game->rules, &event, text);
    printf("%s %s\n", puppet->id, text);
}

static void say_playing(struct puppet *puppet, int side)
{
    const struct pasch_position *position = &puppet->game.position;
    uint8_t choice[21][2];
    int choices;
    switch (pasch_position_due(position)) {
    case PASCH_DUE_ANSWER: printf("%s %s\n", puppet->id, chance(puppet, 80) ? "take" : "pass"); return;
    case PASCH_DUE_CHOOSE:
        choices = pasch_position_choices(position, choice);
        const uint8_t *die = choice[pasch_rng_below(&puppet->rng, (uint32_t)choices)];
        printf("%s choose %d%d\n", puppet->id, die[0], die[1]);
        return;
    case PASCH_DUE_PLAY: say_play(puppet); return;
    case PASCH_DUE_THROW:
        if (pasch_game_may_double(&puppet->game, side, NULL) == PASCH_OK && chance(puppet, 4))
            printf("%s double\n", puppet->id);
        else if (chance(puppet, 1) && chance(puppet, 20))
            printf("%s resign 1\n", puppet->id);
        else
            printf("%s roll\n", puppet->id);
        return;
    default: printf("%s roll\n", puppet->id); return;
    }
}

static void say(struct puppet *puppet, int side)
{
    if (puppet->game.phase == PASCH_PHASE_BETWEEN)
        printf("%s next\n", puppet->id);
    else if (pasch_game_actor(&puppet->game) != side)
        printf("%s -\n", puppet->id);
    else if (puppet->game.phase == PASCH_PHASE_RESIGN)
        printf("%s %s\n", puppet->id, chance(puppet, 50) ? "accept" : "reject");
    else
        say_playing(puppet, side);
}

static void take(char *line)
{
    char *id = strtok(line, " "), *word = strtok(NULL, " "), *rest = strtok(NULL, "\n");
    if (!id || !word)
        return;
    if (strcmp(word, "new") == 0) {
        begin(id, rest ? rest : "");
        return;
    }
    struct puppet **slot = find(id);
    char text[PASCH_PPN_ROOM];
    if (!*slot) {
        printf("%s error no such game\n", id);
    } else if (strcmp(word, "ask") == 0) {
        say(*slot, rest && *rest == 'o' ? PASCH_O : PASCH_X);
    } else if (strcmp(word, "show") == 0) {
        pasch_ppn_write(&(*slot)->game.position, text);
        printf("%s %s\n", id, text);
    } else if (strcmp(word, "drop") == 0) {
        drop(slot);
        printf("%s ok\n", id);
    } else {
        happen(*slot, *word, rest ? rest : "");
    }
}

int main(void)
{
    void *memory = malloc(pasch_plays_bytes(PASCH_PLAYS_ROOM));
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    if (!memory)
        return 1;
    pasch_plays_init(&plays, memory, PASCH_PLAYS_ROOM);
    while ((length = getline(&line, &room, stdin)) > 0) {
        if (line[length - 1] == '\n')
            line[length - 1] = 0;
        take(line);
        fflush(stdout);
    }
    for (int i = 0; i < BUCKETS; i++) {
        while (buckets[i])
            drop(&buckets[i]);
    }
    free(line);
    free(memory);
    return 0;
}
