/* The quick net while it learns which plays of a roll the others think best. */
#ifndef LEARN_RANKER_H
#define LEARN_RANKER_H

#include "eval/net.h"
#include "learn/adam.h"

enum { RANKER_UNITS = 128, RANKER_BATCH = 16, CHOICE_MOST = 24 };

/* Plays of one roll, and what they are thought to be worth to who makes them. `turn` is on roll after them. */
struct choice {
    struct pasch_board board[CHOICE_MOST];
    float points[CHOICE_MOST];
    int count;
    uint8_t turn;
};

struct ranker_weights {
    float w1[INPUTS_ROWS][RANKER_UNITS], b1[RANKER_UNITS], w2[RANKER_UNITS];
};
enum { RANKER_WEIGHTS = sizeof(struct ranker_weights) / sizeof(float) };

struct ranker {
    struct ranker_weights *net, *mean, *m, *v, *slope; /* being fitted, their running mean, Adam's moments */
    struct pasch_net *player;                          /* of the mean */
    uint64_t steps;
    int waiting;     /* choices in the slope */
    double loss;     /* summed since last looked at: cross-entropy above the choices' own */
    uint64_t losses; /* terms of it */
};

/* Weights drawn by chance from a seed. False when out of memory. */
bool ranker_create(struct ranker *ranker, uint64_t seed);
void ranker_destroy(struct ranker *ranker);

/* Begins with what a net of RANKER_UNITS knows. */
void ranker_begin(struct ranker *ranker, const struct pasch_net *net);

/* Has the mean of the weights in whole numbers for play. */
const struct pasch_net *ranker_play(struct ranker *ranker);

/* Adds one choice; every RANKER_BATCH of them make a step. */
void ranker_teach(struct ranker *ranker, const struct choice *choice, float rate);

#endif
