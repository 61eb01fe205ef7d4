/* Players (player.h) for the scripts that test the server. Lines in, lines out:
 *   ID new SEED SETUP      a game begins as the first line of its record says; answer: ID ok PHASE ACTOR
 *   ID x|o|- EVENT         an event has happened; answer: ID ok PHASE ACTOR, or ID error WHY
 *   ID ask x|o             answer: ID EVENT, or ID - if this side has nothing to do
 *   ID show                answer: ID PPN
 *   ID drop                answer: ID ok */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "player.h"

struct puppet {
    struct puppet *next;
    char id[40];
    struct player player;
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
    const struct pasch_game *game = &puppet->player.game;
    printf("%s ok %s %s\n", puppet->id, phases[game->phase], side_name(pasch_game_actor(game)));
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
    if (player_begin(&puppet->player, seed, object, &error) != PASCH_OK) {
        printf("%s error %s\n", id, error.text);
        free(puppet);
    } else {
        slot = find(id);
        *slot = puppet;
        say_phase(puppet);
    }
    json_decref(object);
}

static void happen(struct puppet *puppet, char side, const char *text)
{
    struct pasch_error error;
    if (player_happen(&puppet->player, side == 'o' ? PASCH_O : PASCH_X, text, &plays, &error) == PASCH_OK)
        say_phase(puppet);
    else
        printf("%s error %s: %s\n", puppet->id, text, error.text);
}

static void say(struct puppet *puppet, int side)
{
    char text[PASCH_MOVE_ROOM];
    bool acts = player_say(&puppet->player, side, &plays, text);
    printf("%s %s\n", puppet->id, acts ? text : "-");
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
        pasch_ppn_write(&(*slot)->player.game.position, text);
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
