#include <stdlib.h>

#include "cli/bench/bench.h"
#include "cli/cli.h"
#include "pasch/dice.h"

enum {
    SEED = 1,
    EACH = 4,     /* one position of so many is taken, so that they differ more */
    GLANCE = 1,   /* plays of a stage that are followed up */
    PATIENCE = 20 /* games that may go by without a position */
};

struct bench_corpus {
    const struct pasch_evaluator *evaluator;
    struct pasch_rng rng;
    struct pasch_position position;
    struct pasch_plays plays; /* of it */
    struct pasch_probs *probs;
    struct pasch_outlook *outlook;
    int games;
};

struct bench_corpus *bench_corpus_create(const struct pasch_evaluator *evaluator)
{
    struct bench_corpus *corpus = calloc(1, sizeof *corpus);
    if (!corpus)
        return NULL;
    corpus->evaluator = evaluator;
    corpus->plays = cli_plays();
    corpus->probs = malloc(corpus->plays.room * sizeof *corpus->probs);
    corpus->outlook = pasch_outlook_create();
    pasch_rng_seed(&corpus->rng, SEED);
    corpus->position.over = true;
    if (corpus->probs && corpus->outlook)
        return corpus;
    bench_corpus_destroy(corpus);
    return NULL;
}

void bench_corpus_destroy(struct bench_corpus *corpus)
{
    if (corpus) {
        free(corpus->plays.play);
        free(corpus->probs);
        pasch_outlook_destroy(corpus->outlook);
    }
    free(corpus);
}

static size_t best_of(const struct bench_corpus *corpus, size_t count)
{
    const struct pasch_rules *rules = corpus->evaluator->rules;
    size_t best = 0;
    for (size_t i = 1; i < count; i++) {
        if (pasch_probs_points(rules, &corpus->probs[i]) > pasch_probs_points(rules, &corpus->probs[best]))
            best = i;
    }
    return best;
}

static void play_best(struct bench_corpus *corpus)
{
    struct pasch_position *p = &corpus->position;
    size_t best = 0;
    if (corpus->plays.count > 1) {
        pasch_outlook_plays(corpus->outlook, corpus->evaluator, p, &corpus->plays, GLANCE, corpus->probs);
        best = best_of(corpus, corpus->plays.count);
    }
    pasch_position_play(p, corpus->plays.count ? &corpus->plays.play[best] : NULL);
}

static void name_best(struct bench_corpus *corpus)
{
    struct pasch_position *p = &corpus->position;
    uint8_t choice[21][2];
    int count = pasch_position_choices(p, choice);
    pasch_outlook_choices(corpus->outlook, corpus->evaluator, p, choice, count, GLANCE, corpus->probs);
    size_t best = best_of(corpus, (size_t)count);
    pasch_position_choose(p, choice[best][0], choice[best][1], NULL);
}

static void start_game(struct bench_corpus *corpus)
{
    struct pasch_position *p = &corpus->position;
    pasch_position_start(p, corpus->evaluator->rules);
    p->counts_plies = true;
    corpus->games++;
}

/* Up to the next stage that is to be played. */
static void go_to_plays(struct bench_corpus *corpus)
{
    struct pasch_position *p = &corpus->position;
    while (pasch_position_due(p) != PASCH_DUE_PLAY) {
        if (p->over)
            start_game(corpus);
        if (pasch_position_due(p) == PASCH_DUE_CHOOSE) {
            name_best(corpus);
            continue;
        }
        int a = (int)pasch_rng_below(&corpus->rng, 6) + 1, b = (int)pasch_rng_below(&corpus->rng, 6) + 1;
        pasch_position_throw(p, a, b, NULL);
    }
    pasch_position_plays(p, &corpus->plays, NULL);
}

static bool is_wanted(struct bench_corpus *corpus)
{
    const struct pasch_rules *rules = corpus->evaluator->rules;
    return corpus->plays.count > 1 && pasch_rng_below(&corpus->rng, EACH) == 0 &&
           (rules->contact == PASCH_CONTACT_NONE ||
            pasch_class_of(rules, &corpus->position.board) == PASCH_CLASS_CONTACT);
}

bool bench_corpus_next(struct bench_corpus *corpus, struct pasch_position *out)
{
    int games = corpus->games + PATIENCE;
    do {
        if (!corpus->position.over)
            play_best(corpus);
        go_to_plays(corpus);
    } while (!is_wanted(corpus) && corpus->games < games);
    *out = corpus->position;
    return corpus->games < games;
}
