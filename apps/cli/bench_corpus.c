#include <stdlib.h>

#include "cli/bench.h"
#include "cli/cli.h"
#include "pasch/dice.h"

enum { SEED = 1, EACH = 4 }; /* one position of so many is taken, so that they differ more */

struct bench_corpus {
    const struct pasch_evaluator *evaluator;
    struct pasch_rng rng;
    struct pasch_position position;
    struct pasch_plays plays; /* of it */
    struct pasch_probs *probs;
};

struct bench_corpus *bench_corpus_create(const struct pasch_evaluator *evaluator)
{
    struct bench_corpus *corpus = calloc(1, sizeof *corpus);
    if (!corpus)
        return NULL;
    corpus->evaluator = evaluator;
    corpus->plays = cli_plays();
    corpus->probs = malloc(corpus->plays.room * sizeof *corpus->probs);
    pasch_rng_seed(&corpus->rng, SEED);
    corpus->position.over = true;
    if (corpus->probs)
        return corpus;
    bench_corpus_destroy(corpus);
    return NULL;
}

void bench_corpus_destroy(struct bench_corpus *corpus)
{
    if (corpus) {
        free(corpus->plays.play);
        free(corpus->probs);
    }
    free(corpus);
}

static void play_best(struct bench_corpus *corpus)
{
    struct pasch_position *p = &corpus->position;
    size_t best = 0;
    pasch_evaluate_plays(corpus->evaluator, &p->board, p->turn, &corpus->plays, corpus->probs);
    for (size_t i = 1; i < corpus->plays.count; i++) {
        if (pasch_probs_equity(&corpus->probs[i]) > pasch_probs_equity(&corpus->probs[best]))
            best = i;
    }
    pasch_position_play(p, corpus->plays.count ? &corpus->plays.play[best] : NULL);
}

static bool is_wanted(struct bench_corpus *corpus)
{
    const struct pasch_rules *rules = corpus->evaluator->rules;
    return corpus->plays.count > 1 && pasch_rng_below(&corpus->rng, EACH) == 0 &&
           (rules->contact == PASCH_CONTACT_NONE ||
            pasch_class_of(rules, &corpus->position.board) == PASCH_CLASS_CONTACT);
}

void bench_corpus_next(struct bench_corpus *corpus, struct pasch_position *out)
{
    struct pasch_position *p = &corpus->position;
    do {
        if (!p->over)
            play_best(corpus);
        if (p->over) {
            pasch_position_start(p, corpus->evaluator->rules);
            p->counts_plies = true;
        }
        int a = (int)pasch_rng_below(&corpus->rng, 6) + 1, b = (int)pasch_rng_below(&corpus->rng, 6) + 1;
        pasch_position_throw(p, a, b, NULL);
        pasch_position_plays(p, &corpus->plays, NULL);
    } while (!is_wanted(corpus));
    *out = *p;
}
