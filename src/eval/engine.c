#include <stdlib.h>

#include "base/error.h"
#include "eval/nets.h"
#include "pasch/eval.h"

struct pasch_engine {
    struct pasch_evaluator evaluator;
    struct pasch_bearoff *bearoff;
    struct pasch_net *contact, *race;
};

struct pasch_engine *pasch_engine_create(const struct pasch_rules *rules, struct pasch_error *error)
{
    struct nets_bytes contact, race;
    if (!nets_find(rules->id, &contact, &race)) {
        error_set(error, PASCH_BAD_GAME, 0, "there is no evaluator for '%s' yet", rules->id);
        return NULL;
    }
    struct pasch_engine *engine = calloc(1, sizeof *engine);
    if (!engine) {
        error_set(error, PASCH_FULL, 0, "out of memory");
        return NULL;
    }
    engine->contact = pasch_net_read(contact.bytes, contact.size, error);
    engine->race = engine->contact ? pasch_net_read(race.bytes, race.size, error) : NULL;
    engine->bearoff = engine->race ? pasch_bearoff_create() : NULL;
    if (engine->race && !engine->bearoff)
        error_set(error, PASCH_FULL, 0, "out of memory");
    if (!engine->bearoff) {
        pasch_engine_destroy(engine);
        return NULL;
    }
    engine->evaluator = (struct pasch_evaluator){
        .rules = rules, .bearoff = engine->bearoff, .contact = engine->contact, .race = engine->race};
    return engine;
}

void pasch_engine_destroy(struct pasch_engine *engine)
{
    if (!engine)
        return;
    pasch_net_destroy(engine->contact);
    pasch_net_destroy(engine->race);
    pasch_bearoff_destroy(engine->bearoff);
    free(engine);
}

const struct pasch_evaluator *pasch_engine_evaluator(const struct pasch_engine *engine)
{
    return &engine->evaluator;
}
