/* Fitting a net to targets: gradients of the cross-entropy, Adam, and a running mean of the weights. */
#ifndef LEARN_LEARNER_H
#define LEARN_LEARNER_H

#include "eval/net.h"

struct learner {
    struct pasch_net *net;   /* being fitted */
    struct pasch_net *mean;  /* running mean of its weights: steadier, and what plays and is kept */
    struct pasch_net *slope; /* sum of gradients since the last step */
    struct pasch_net *m, *v; /* Adam's moments */
    uint64_t steps;
    double loss;     /* summed since last looked at */
    uint64_t losses; /* terms of it */
};

/* Weights drawn by chance from a seed. False when out of memory. */
bool learner_create(struct learner *learner, int hidden, uint64_t seed);
void learner_destroy(struct learner *learner);

/* Adds one position. `certain` has a bit for each chance that is known to be 0 and teaches nothing. */
void learner_teach(struct learner *learner, const struct inputs *inputs, const float target[NET_CHANCES],
                   unsigned certain);

/* One step with the sum of the gradients of `count` positions. */
void learner_step(struct learner *learner, int count, float rate);

#endif
