#include "cli/thinker.h"

#include <stdio.h>
#include <stdlib.h>

struct thinker {
    struct thinker *next;
    const struct pasch_rules *rules;
    struct pasch_engine *engine;
    struct pasch_search *search;
};

static void *fail(struct pasch_error *error, enum pasch_status status, const char *text)
{
    *error = (struct pasch_error){.status = status};
    snprintf(error->text, sizeof error->text, "%s", text);
    return NULL;
}

static void thinker_close(struct thinker *thinker)
{
    pasch_search_destroy(thinker->search);
    pasch_engine_destroy(thinker->engine);
    free(thinker);
}

static struct thinker *thinker_open(struct thinkers *thinkers, const struct pasch_rules *rules,
                                    struct pasch_error *error)
{
    struct pasch_search_settings settings;
    struct thinker *thinker = calloc(1, sizeof *thinker);
    if (!thinker)
        return fail(error, PASCH_FULL, "out of memory");
    thinker->rules = rules;
    thinker->engine = pasch_engine_create(rules, error);
    if (thinker->engine && !pasch_search_fits(rules)) {
        fail(error, PASCH_BAD_GAME, "turns of more than one throw and its plays cannot be searched yet");
    } else if (thinker->engine) {
        pasch_search_settings(&settings);
        settings.only_choice = thinkers->only_choice;
        if (thinkers->pool)
            settings.parallel = threads_parallel(thinkers->pool);
        thinker->search = pasch_search_create(pasch_engine_evaluator(thinker->engine), &settings);
        if (!thinker->search)
            fail(error, PASCH_FULL, "out of memory");
    }
    if (!thinker->search) {
        thinker_close(thinker);
        return NULL;
    }
    return thinker;
}

struct pasch_search *thinkers_find(struct thinkers *thinkers, const struct pasch_rules *rules,
                                   struct pasch_error *error)
{
    for (struct thinker *thinker = thinkers->first; thinker; thinker = thinker->next) {
        if (thinker->rules == rules)
            return thinker->search;
    }
    if (!thinkers->threads)
        thinkers->threads = threads_cores();
    if (!thinkers->pool && thinkers->threads > 1 && !(thinkers->pool = threads_create(thinkers->threads)))
        return fail(error, PASCH_FULL, "threads could not be started");
    struct thinker *thinker = thinker_open(thinkers, rules, error);
    if (!thinker)
        return NULL;
    thinker->next = thinkers->first;
    thinkers->first = thinker;
    return thinker->search;
}

void thinkers_close(struct thinkers *thinkers)
{
    while (thinkers->first) {
        struct thinker *next = thinkers->first->next;
        thinker_close(thinkers->first);
        thinkers->first = next;
    }
    threads_destroy(thinkers->pool);
    thinkers->pool = NULL;
}

int thinker_eval(struct pasch_search *search, int plies, const struct pasch_position *position, struct pasch_probs *out)
{
    /* Who has offered the cube is on roll, the other side is asked. */
    int roller = position->offered ? 1 - position->turn : position->turn;
    plies = pasch_search_eval(search, plies, &position->board, roller, out);
    if (position->offered)
        *out = pasch_probs_flip(out);
    return plies;
}
