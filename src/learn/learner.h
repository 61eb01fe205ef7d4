/* Fitting a net to targets: gradients of the cross-entropy, Adam, and a running mean of the weights. */
#ifndef LEARN_LEARNER_H
#define LEARN_LEARNER_H

#include "learn/weights.h"
#include "pasch/dice.h"
#include "pasch/parallel.h"

enum { LEARNER_BATCH = 256 };

/* A position to learn, as rows of the first layer with their values. */
struct sample {
    int rows;
    uint16_t row[INPUTS_MEN_MOST + INPUTS_SCALED_MOST];
    float value[INPUTS_MEN_MOST + INPUTS_SCALED_MOST];
    float target[NET_CHANCES];
    unsigned certain;
    bool rival;   /* of the sample before: the difference between the two is to be right, too */
    float points; /* by which they are compared */
};

struct learner {
    struct weights *net;            /* being fitted */
    struct weights *mean;           /* running mean of them: steadier, and what is kept */
    struct weights *m, *v;          /* Adam's moments */
    struct pasch_net *player;       /* of one of the two, as learner_play says */
    struct sample *sample;          /* LEARNER_BATCH */
    int waiting;                    /* of them */
    struct pass *pass;              /* what a step has on the way */
    struct pasch_rng rng;           /* for units drawn anew */
    uint32_t fired[NET_HIDDEN_MAX]; /* how often each unit of the first layer has since it was last looked at */
    uint64_t steps;
    float worth[NET_CHANCES]; /* points that each chance counts for; all 0 where men or pips are counted */
    double loss, lost;        /* summed since last looked at: cross-entropy above the targets' own, squares of points */
    double apart;             /* the same of the differences between rivals */
    uint64_t losses, rivals;  /* terms of them */
};

/* Weights drawn by chance from a seed, for a game. False when out of memory. */
bool learner_create(struct learner *learner, int hidden, uint64_t seed, const struct pasch_rules *rules);
void learner_destroy(struct learner *learner);

/* Begins with what a net knows, which has no more units than this one. */
void learner_begin(struct learner *learner, const struct pasch_net *net);

/* Has the weights as they are, or their mean, in whole numbers for play. */
const struct pasch_net *learner_play(struct learner *learner, bool mean);

/* What to learn of a position. */
struct subject {
    const struct inputs *inputs;
    const float *target; /* NET_CHANCES */
    unsigned certain;    /* a bit for each chance that is known to be 0 and teaches nothing */
    bool rival;          /* of the position before, reached by another play of the same roll */
    float points;        /* of the two, by which they are compared */
};

/* Adds one position; every LEARNER_BATCH of them make a step. The outcome is the same for any number of workers. */
void learner_teach(struct learner *learner, const struct subject *subject, float rate,
                   const struct pasch_parallel *parallel);

/* The points that chances are worth. */
float learner_points(const struct learner *learner, const float chance[NET_CHANCES]);

#endif
