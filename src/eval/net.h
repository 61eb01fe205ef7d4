/* The nets: one wide layer over the inputs, two narrow ones, five chances. All sums run over lanes that do not meet, in
 * a fixed order and without contraction, so that every kind of processor gives the same bits. */
#ifndef EVAL_NET_H
#define EVAL_NET_H

#include "eval/inputs.h"
#include "pasch/eval.h"

enum {
    NET_HIDDEN_MAX = 1024,
    NET_MIDDLE = 32, /* units of the second and the third layer */
    NET_OUT = 8,     /* five chances, padded */
    NET_CHANCES = 5,
};

/* Slopes: the first layer is cut at 0, the others leak. */
#define NET_LEAK 0.1f

struct pasch_net {
    int hidden; /* units of the first layer, a multiple of 64 */
    size_t weights;
    float *weight; /* all of them; the rest point into it */
    float *w1, *b1; /* [INPUTS_ROWS][hidden], [hidden] */
    float *w2, *b2; /* [hidden][NET_MIDDLE], [NET_MIDDLE] */
    float *w3, *b3; /* [NET_MIDDLE][NET_MIDDLE], [NET_MIDDLE] */
    float *w4, *b4; /* [NET_MIDDLE][NET_OUT], [NET_OUT] */
};

/* A net of zeros; NULL when out of memory. */
struct pasch_net *net_create(int hidden);

/* What the layers hold on the way, for learning. */
struct net_state {
    float first[NET_HIDDEN_MAX]; /* before the cut */
    float second[NET_MIDDLE], third[NET_MIDDLE]; /* before the leak */
    float out[NET_OUT];                          /* chances */
};

/* The first layer: set to the biases, then rows added. */
void net_begin(const struct pasch_net *net, float *first);
void net_add(const struct pasch_net *net, float *first, int row, float value);
void net_add_all(const struct pasch_net *net, float *first, const struct inputs *inputs, int from);

/* The layers above it: state->first is given. */
void net_finish(const struct pasch_net *net, struct net_state *state);

/* 1 / (1 + e^-x), our own, so that it does not depend on the C library. */
float net_sigmoid(float x);

/* Bytes of a file with this net, and writing them. */
size_t net_file_size(const struct pasch_net *net);
void net_file_write(const struct pasch_net *net, uint8_t *out);

#endif
