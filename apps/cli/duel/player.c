#include "cli/duel/player.h"

#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/think/engine.h"
#include "pasch/search.h"

static const struct player_kind *const kinds[] = {
#define PLAYER_POINTER(name) &player_##name,
    PLAYER_KINDS(PLAYER_POINTER)
#undef PLAYER_POINTER
};

const struct player_kind *player_kind_at(size_t index)
{
    return index < sizeof kinds / sizeof *kinds ? kinds[index] : NULL;
}

static const struct player_kind *find_kind(const char *name, size_t length)
{
    const struct player_kind *kind = NULL;
    for (size_t i = 0; (kind = player_kind_at(i)); i++) {
        if (strlen(kind->name) == length && memcmp(kind->name, name, length) == 0)
            break;
    }
    return kind;
}

/* Says which specs there are. */
static void list_kinds(const char *spec, char why[PLAYER_WHY])
{
    const struct player_kind *kind;
    size_t at = (size_t)snprintf(why, PLAYER_WHY, "there is no player '%.100s'; there are", spec);
    for (size_t i = 0; (kind = player_kind_at(i)) && at < PLAYER_WHY; i++)
        at += (size_t)snprintf(why + at, PLAYER_WHY - at, "%s %s%s%s", i ? "," : "", kind->name,
                               kind->argument ? ":" : "", kind->argument ? kind->argument : "");
}

bool player_create(struct player *player, const char *spec, struct player_terms *terms, char why[PLAYER_WHY])
{
    size_t length = strcspn(spec, ":");
    const char *argument = spec[length] ? spec + length + 1 : NULL;
    const struct player_kind *kind = find_kind(spec, length);
    if (!kind) {
        list_kinds(spec, why);
        return false;
    }
    if (kind->argument && (!argument || !*argument)) {
        snprintf(why, PLAYER_WHY, "'%s' needs more: %s:%s", kind->name, kind->name, kind->argument);
        return false;
    }
    if (!kind->argument && argument) {
        snprintf(why, PLAYER_WHY, "nothing can follow '%s'", kind->name);
        return false;
    }
    void *state = kind->create(terms, argument, why);
    if (state)
        *player = (struct player){kind, state};
    return state != NULL;
}

void player_destroy(struct player *player)
{
    if (player->kind)
        player->kind->destroy(player->state);
    *player = (struct player){0};
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

const struct pasch_evaluator *player_evaluator(struct player_terms *terms, const char *nets, char why[PLAYER_WHY])
{
    struct pasch_error error;
    for (int i = 0; i < terms->engines; i++) {
        if (same_text(terms->engine[i].nets, nets))
            return pasch_engine_evaluator(terms->engine[i].engine);
    }
    struct pasch_engine *engine = engine_open(terms->rules, nets ? nets : cli_nets(), &error);
    if (!engine) {
        snprintf(why, PLAYER_WHY, "%s", error.text);
        return NULL;
    }
    terms->engine[terms->engines++] = (struct player_engine){nets, engine};
    return pasch_engine_evaluator(engine);
}

void player_terms_close(struct player_terms *terms)
{
    while (terms->engines)
        pasch_engine_destroy(terms->engine[--terms->engines].engine);
}
