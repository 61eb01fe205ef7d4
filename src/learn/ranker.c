#include "learn/ranker.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/kernel.h"
#include "learn/weights.h"

/* What is made small is the cross-entropy between two ways to choose a play by chance: by e to the power of what each
 * is worth, over so many points, and the same by the net's numbers. Plays that are much worse than the best count for
 * next to nothing, so all that the net can do goes into telling the good ones apart. */
#define HEAT 0.04f

static struct ranker_weights *zeros(void)
{
    struct ranker_weights *weights = aligned_alloc(64, (sizeof *weights + 63) / 64 * 64);
    if (weights)
        memset(weights, 0, sizeof *weights);
    return weights;
}

bool ranker_create(struct ranker *r, uint64_t seed)
{
    struct pasch_rng rng;
    *r = (struct ranker){.net = zeros(),
                         .mean = zeros(),
                         .m = zeros(),
                         .v = zeros(),
                         .slope = zeros(),
                         .player = net_create(RANKER_UNITS, true)};
    if (!r->net || !r->mean || !r->m || !r->v || !r->slope || !r->player) {
        ranker_destroy(r);
        return false;
    }
    pasch_rng_seed(&rng, seed);
    adam_draw(&rng, r->net->w1[0], INPUTS_ROWS * RANKER_UNITS, 0.1f);
    adam_draw(&rng, r->net->w2, RANKER_UNITS, 0.1f);
    *r->mean = *r->net;
    return true;
}

void ranker_destroy(struct ranker *r)
{
    free(r->net);
    free(r->mean);
    free(r->m);
    free(r->v);
    free(r->slope);
    pasch_net_destroy(r->player);
    *r = (struct ranker){0};
}

void ranker_begin(struct ranker *r, const struct pasch_net *net)
{
    for (int row = 0; row < INPUTS_ROWS; row++)
        weights_from_whole(net->w1 + (size_t)row * net_stride(RANKER_UNITS), r->net->w1[row], RANKER_UNITS,
                           1 << NET_FIRST_BITS);
    weights_from_whole(net->b1, r->net->b1, RANKER_UNITS, 1 << NET_FIRST_BITS);
    weights_from_whole(net->w2, r->net->w2, RANKER_UNITS, 1 << NET_RANK_BITS);
    *r->mean = *r->net;
}

const struct pasch_net *ranker_play(struct ranker *r)
{
    struct pasch_net *net = r->player;
    for (int row = 0; row < INPUTS_ROWS; row++)
        weights_to_whole(r->mean->w1[row], net->w1 + (size_t)row * net_stride(RANKER_UNITS), RANKER_UNITS,
                         1 << NET_FIRST_BITS);
    weights_to_whole(r->mean->b1, net->b1, RANKER_UNITS, 1 << NET_FIRST_BITS);
    weights_to_whole(r->mean->w2, net->w2, RANKER_UNITS, 1 << NET_RANK_BITS);
    return net;
}

KERNEL static float forward(const struct ranker_weights *net, const struct inputs *inputs, float first[RANKER_UNITS])
{
    float rank = 0;
    for (int i = 0; i < RANKER_UNITS; i++)
        first[i] = net->b1[i];
    for (int r = 0; r < inputs->added; r++) {
        const float *row = net->w1[inputs->add[r]];
        for (int i = 0; i < RANKER_UNITS; i++)
            first[i] += row[i];
    }
    for (int i = 0; i < RANKER_UNITS; i++) {
        first[i] = first[i] > 0 ? first[i] : 0;
        rank += first[i] * net->w2[i];
    }
    return rank;
}

KERNEL static void back(const struct ranker_weights *net, const struct inputs *inputs, const float first[RANKER_UNITS],
                        float above, struct ranker_weights *slope)
{
    float below[RANKER_UNITS];
    for (int i = 0; i < RANKER_UNITS; i++) {
        below[i] = first[i] > 0 ? above * net->w2[i] : 0;
        slope->w2[i] += above * first[i];
        slope->b1[i] += below[i];
    }
    for (int r = 0; r < inputs->added; r++) {
        float *row = slope->w1[inputs->add[r]];
        for (int i = 0; i < RANKER_UNITS; i++)
            row[i] += below[i];
    }
}

/* What each gets of a choice by chance. */
static void shares_of(const float *worth, int count, float *share)
{
    float most = worth[0], sum = 0;
    for (int i = 1; i < count; i++)
        most = worth[i] > most ? worth[i] : most;
    for (int i = 0; i < count; i++)
        sum += share[i] = expf((worth[i] - most) / HEAT);
    for (int i = 0; i < count; i++)
        share[i] /= sum;
}

void ranker_teach(struct ranker *r, const struct choice *choice, float rate)
{
    struct inputs inputs[CHOICE_MOST];
    float first[CHOICE_MOST][RANKER_UNITS], rank[CHOICE_MOST], wanted[CHOICE_MOST], got[CHOICE_MOST];
    for (int i = 0; i < choice->count; i++) {
        inputs[i].added = 0;
        inputs_add_men(&inputs[i], &choice->board[i], choice->turn);
        rank[i] = forward(r->net, &inputs[i], first[i]);
    }
    shares_of(choice->points, choice->count, wanted);
    shares_of(rank, choice->count, got);
    for (int i = 0; i < choice->count; i++)
        r->loss += (double)(wanted[i] * logf((wanted[i] + 1e-20f) / (got[i] + 1e-20f)));
    r->losses++;
    for (int i = 0; i < choice->count; i++)
        back(r->net, &inputs[i], first[i], (got[i] - wanted[i]) / HEAT, r->slope);
    if (++r->waiting < RANKER_BATCH)
        return;
    adam(r->net->w1[0], r->slope->w1[0], r->m->w1[0], r->v->w1[0], r->mean->w1[0], RANKER_WEIGHTS, RANKER_BATCH,
         adam_step(++r->steps, rate));
    memset(r->slope, 0, sizeof *r->slope);
    r->waiting = 0;
}
