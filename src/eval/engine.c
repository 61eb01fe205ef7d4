#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "eval/net.h"
#include "eval/nets.h"
#include "pasch/eval.h"

struct pasch_engine {
    struct pasch_evaluator evaluator;
    struct pasch_net *net[PASCH_NET_USES];
    struct pasch_bearoff *bearoff; /* if made here */
    struct pasch_bearoff_two *two;
};

const char *pasch_net_use_name(enum pasch_net_use use)
{
    static const char *const name[PASCH_NET_USES] = {
        [PASCH_NET_CONTACT] = "contact", [PASCH_NET_RACE] = "race",   [PASCH_NET_QUICK] = "quick",
        [PASCH_NET_EARLY] = "early",     [PASCH_NET_AHEAD] = "ahead", [PASCH_NET_BEHIND] = "behind",
    };
    return name[use];
}

static const char *nets_of(const struct pasch_rules *rules)
{
    return rules->nets ? rules->nets : rules->id;
}

/* Nets of the caller's go with others of the caller's, or none. */
static bool has_net(const struct pasch_rules *rules, const struct pasch_engine_parts *parts, enum pasch_net_use use)
{
    return parts->net[use].bytes ||
           (!parts->net[PASCH_NET_CONTACT].bytes && nets_find(nets_of(rules), pasch_net_use_name(use)).bytes);
}

bool pasch_net_is_needed(const struct pasch_rules *rules, enum pasch_net_use use)
{
    bool races = rules->nets || (pasch_evaluate_fits(rules) && rules->facing == PASCH_FACING_MIRROR);
    return use == PASCH_NET_CONTACT || (use == PASCH_NET_RACE && races);
}

/* A net of the caller's, or the one that comes with the program. */
static struct pasch_net *read_net(const struct pasch_rules *rules, const struct pasch_engine_parts *parts,
                                  enum pasch_net_use use, struct pasch_error *error)
{
    struct pasch_error reason;
    struct nets_bytes found = {parts->net[use].bytes, parts->net[use].size};
    const char *name = parts->net[use].name;
    if (!found.bytes && has_net(rules, parts, use)) {
        found = nets_find(nets_of(rules), pasch_net_use_name(use));
        name = NULL;
    }
    if (!found.bytes) {
        error_set(error, PASCH_BAD_GAME, 0, "there is no evaluator for '%s' yet", rules->id);
        return NULL;
    }
    struct pasch_net *net = pasch_net_read(found.bytes, found.size, &reason);
    if (net && net->ranks != (use == PASCH_NET_QUICK)) {
        error_set(&reason, PASCH_BAD_TEXT, 0, "this is %s net", net->ranks ? "a quick" : "no quick");
        pasch_net_destroy(net);
        net = NULL;
    }
    if (!net)
        error_set(error, reason.status, 0, "%.110s%s%s", name ? name : "", name ? ": " : "", reason.text);
    return net;
}

/* Has the nets computed the caller's way. */
static bool use_kernel(struct pasch_engine *engine, const char *name, struct pasch_error *error)
{
    const struct net_kernel *kernel;
    char all[80] = "";
    if (!name)
        return true;
    for (size_t i = 0; (kernel = net_kernel_at(i)) && strcmp(kernel->name, name) != 0; i++)
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? ", " : "", kernel->name);
    for (int use = 0; use < PASCH_NET_USES && kernel; use++) {
        if (engine->net[use])
            engine->net[use]->kernel = kernel;
    }
    if (!kernel)
        error_set(error, PASCH_BAD_TEXT, 0, "there is no kernel '%.20s' for this processor, only %s", name, all);
    return kernel;
}

/* The tables of the caller's, or new ones, where the game has use for them. */
static bool find_tables(struct pasch_engine *engine, const struct pasch_engine_parts *parts)
{
    struct pasch_evaluator *e = &engine->evaluator;
    if (!pasch_bearoff_fits(e->rules))
        return true;
    e->bearoff = parts->bearoff ? parts->bearoff : (engine->bearoff = pasch_bearoff_create());
    e->two = parts->two;
    if (!e->two)
        e->two = engine->two = pasch_bearoff_two_create(PASCH_BEAROFF_TWO_USUAL, NULL, NULL, NULL);
    return e->bearoff && e->two;
}

struct pasch_engine *pasch_engine_create(const struct pasch_rules *rules, const struct pasch_engine_parts *parts,
                                         struct pasch_error *error)
{
    static const struct pasch_engine_parts none;
    struct pasch_engine *engine = calloc(1, sizeof *engine);
    bool fine = engine;
    parts = parts ? parts : &none;
    error_set(error, PASCH_FULL, 0, "out of memory"); /* unless another reason is found */
    for (int use = 0; use < PASCH_NET_USES && fine; use++) {
        if (has_net(rules, parts, use) || (!parts->knows_all && pasch_net_is_needed(rules, use)))
            fine = (engine->net[use] = read_net(rules, parts, use, error)) != NULL;
    }
    if (fine) {
        engine->evaluator = (struct pasch_evaluator){.rules = rules,
                                                     .known = parts->known,
                                                     .tables = parts->tables,
                                                     .contact = engine->net[PASCH_NET_CONTACT],
                                                     .race = engine->net[PASCH_NET_RACE],
                                                     .early = engine->net[PASCH_NET_EARLY],
                                                     .ahead = engine->net[PASCH_NET_AHEAD],
                                                     .behind = engine->net[PASCH_NET_BEHIND],
                                                     .quick = engine->net[PASCH_NET_QUICK]};
        fine = use_kernel(engine, parts->kernel, error) && find_tables(engine, parts);
    }
    if (fine)
        return engine;
    pasch_engine_destroy(engine);
    return NULL;
}

void pasch_engine_destroy(struct pasch_engine *engine)
{
    if (!engine)
        return;
    for (int use = 0; use < PASCH_NET_USES; use++)
        pasch_net_destroy(engine->net[use]);
    pasch_bearoff_destroy(engine->bearoff);
    pasch_bearoff_two_destroy(engine->two);
    free(engine);
}

const struct pasch_evaluator *pasch_engine_evaluator(const struct pasch_engine *engine)
{
    return &engine->evaluator;
}

bool pasch_evaluate_exact(const struct pasch_evaluator *evaluator, const struct pasch_board *board, int me,
                          struct pasch_bearoff_value *out)
{
    return evaluator->two && pasch_bearoff_two_find(evaluator->two, board, me, out);
}
