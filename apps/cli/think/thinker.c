#include "cli/think/thinker.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "cli/think/engine.h"

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
    thinker->engine = engine_open(rules, cli_nets(), error);
    if (thinker->engine) {
        pasch_search_settings(&settings);
        settings.only_choice = thinkers->only_choice;
        settings.stop = thinkers->stop;
        settings.stop_context = thinkers->stop_context;
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

const struct pasch_evaluator *thinkers_evaluator(const struct thinkers *thinkers, const struct pasch_rules *rules)
{
    const struct thinker *thinker = thinkers->first;
    while (thinker->rules != rules)
        thinker = thinker->next;
    return pasch_engine_evaluator(thinker->engine);
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

bool thinkers_counts(const struct pasch_rules *rules)
{
    return rules->score == PASCH_SCORE_MEN || rules->score == PASCH_SCORE_PIPS;
}

bool thinkers_cube(struct thinkers *thinkers, const struct pasch_position *position, struct pasch_cube *cube)
{
    if (position->length && !thinkers->met_made) {
        pasch_met_make(&thinkers->met);
        thinkers->met_made = true;
    }
    pasch_cube_of(cube, position, &thinkers->met);
    return (cube->met || !cube->unused) && !thinkers_counts(position->rules);
}

enum pasch_status thinkers_check_cube(const struct pasch_position *position, struct pasch_error *error)
{
    enum pasch_due due = pasch_position_due(position);
    bool fixed = position->rules->throws == PASCH_THROW_FIXED && due == PASCH_DUE_PLAY; /* all are thrown already */
    bool before_throw = due == PASCH_DUE_THROW || (due == PASCH_DUE_CHOOSE && !position->stages);
    const char *text = NULL;
    if (position->rules->cube == PASCH_CUBE_NO)
        text = "this game is played without the cube";
    else if (position->over)
        text = "the game is over";
    else if (due != PASCH_DUE_ANSWER && !fixed && (!before_throw || position->second))
        text = "the cube may be turned only before the first throw of a turn";
    if (!text)
        return PASCH_OK;
    fail(error, PASCH_NOT_NOW, text);
    return PASCH_NOT_NOW;
}

/* What the answer to a double makes of it, for who has offered the cube. */
static float answered(const struct pasch_verdict *verdict)
{
    if (!verdict->take)
        return verdict->double_pass;
    return verdict->beaver ? 2 * verdict->double_take : verdict->double_take;
}

void thinkers_eval(struct thinkers *thinkers, struct pasch_search *search, int plies,
                   const struct pasch_position *position, bool cubeful, struct thought *out)
{
    /* Who has offered the cube is on roll, the other side is asked. */
    int roller = position->offered ? 1 - position->turn : position->turn;
    *out = (struct thought){.rules = position->rules};
    out->cubeful = cubeful && thinkers_cube(thinkers, position, &out->cube);
    if (out->cubeful) {
        out->plies = pasch_search_value(search, plies, position, roller, &out->cube, &out->verdict);
        out->equity = position->offered ? -answered(&out->verdict) : out->verdict.best;
    } else {
        out->plies = pasch_search_value(search, plies, position, roller, NULL, &out->verdict);
    }
    out->probs = out->verdict.probs;
    if (position->offered)
        out->probs = pasch_probs_flip(&out->probs);
}
