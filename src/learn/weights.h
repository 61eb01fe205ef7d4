/* A net while it learns: the shape of src/eval/net.h, all floats. The units of the first layer come in tiles with all
 * their weights side by side, since a step of learning works through one tile after the other: a tile stays in the
 * processor's cache, the whole does not. */
#ifndef LEARN_WEIGHTS_H
#define LEARN_WEIGHTS_H

#include "eval/net.h"

enum { TILE_UNITS = NET_HIDDEN_STEP };

struct tile {
    float w1[INPUTS_ROWS][TILE_UNITS], b1[TILE_UNITS];
    float w2[TILE_UNITS][NET_MIDDLE];
};

/* In the order of struct pasch_net's `upper`. */
struct upper {
    float b2[NET_MIDDLE];
    float w3[NET_MIDDLE][NET_MIDDLE], b3[NET_MIDDLE];
    float w4[NET_MIDDLE][NET_OUT], b4[NET_OUT];
};

struct weights {
    int tiles;
    struct tile *tile;
    struct upper *upper;
    size_t size; /* bytes from the first tile to the end of the upper layers */
};

/* All zero; NULL when out of memory. */
struct weights *weights_create(int hidden);
void weights_destroy(struct weights *weights);

/* Numbers in so many parts of one as whole numbers, the nearest that 16 bits hold, and back. */
void weights_to_whole(const float *from, int16_t *to, int count, float parts);
void weights_from_whole(const int16_t *from, float *to, int count, float parts);

/* Into a net that plays, of the same size. */
void weights_to_net(const struct weights *weights, struct pasch_net *net);

/* From such a net, or one with fewer units: those beyond keep what they look at, and say nothing yet. */
void weights_from_net(struct weights *weights, const struct pasch_net *net);

#endif
