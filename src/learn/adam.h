/* Steps of learning: Adam, and the running mean of the weights. */
#ifndef LEARN_ADAM_H
#define LEARN_ADAM_H

#include <stddef.h>
#include <stdint.h>

#include "pasch/dice.h"

/* How far a step goes, and how much of the mean stays. */
struct adam_step {
    float rate, keep;
};

/* The `step`-th one, from 1 on. The mean reaches back over a tenth of the steps so far, at most over the last twenty
 * thousand: the weights walk about what is best, and their mean comes nearer to it than any of them. */
struct adam_step adam_step(uint64_t step, float rate);

/* Moves weights `w` against their slopes, summed over `samples`. `m` and `v` are Adam's moments. */
void adam(float *w, const float *slope, float *m, float *v, float *mean, size_t count, int samples,
          struct adam_step step);

/* Weights drawn by chance, about normal. */
void adam_draw(struct pasch_rng *rng, float *weight, size_t count, float spread);

#endif
