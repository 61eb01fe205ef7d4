/* The nets that play: one wide layer over the inputs, two narrow ones, five chances. The wide layers are whole numbers,
 * so that their sums are the same on every kind of processor and by every way to a position; the narrow ones are floats
 * that are summed in one order everywhere. A net that ranks plays has the first layer alone, and says one number. */
#ifndef EVAL_NET_H
#define EVAL_NET_H

#include "eval/inputs.h"
#include "pasch/eval.h"

enum {
    NET_HIDDEN_MAX = 1024,
    NET_HIDDEN_STEP = 64, /* the units of the first layer are a multiple of it */
    NET_MIDDLE = 32,      /* units of the second and the third layer */
    NET_OUT = 8,          /* five chances, padded */
    NET_CHANCES = 5,
    NET_FIRST_BITS = 9,
    NET_SECOND_BITS = 12,
    NET_RANK_BITS = 10,
};

/* Slopes: the first layer is cut at 0, the others leak. */
#define NET_LEAK 0.1f

struct pasch_net {
    const struct net_kernel *kernel;
    int hidden;   /* units of the first layer */
    bool ranks;   /* there are no narrow layers */
    void *memory; /* all of it; the rest point into it */
    int16_t *w1,
        *b1;        /* [INPUTS_ROWS][net_stride], [hidden]: in 2^-NET_FIRST_BITS, a scaled row times its inputs_unit */
    int16_t *w2;    /* [hidden / 2][NET_MIDDLE][2]: of two neighbours side by side, in 2^-NET_SECOND_BITS; of a net that
                     * ranks [hidden], in 2^-NET_RANK_BITS */
    float *upper;   /* NET_UPPER floats: */
    float *b2;      /* [NET_MIDDLE] */
    float *w3, *b3; /* [NET_MIDDLE][NET_MIDDLE], [NET_MIDDLE] */
    float *w4, *b4; /* [NET_MIDDLE][NET_OUT], [NET_OUT] */
};

/* From one row of the first layer to the next. Rows whose length is a multiple of 512 bytes would all begin in the same
 * few places of the processor's first cache and drive each other out. */
static inline size_t net_stride(int hidden)
{
    return (size_t)hidden + (hidden % 256 ? 0 : 32);
}

/* How many weights w2 has. */
static inline size_t net_seconds(int hidden, bool ranks)
{
    return (size_t)hidden * (ranks ? 1 : NET_MIDDLE);
}

/* Where the weight of unit i to unit j of the second layer lies in w2. */
static inline size_t net_pair_place(size_t i, size_t j)
{
    return i / 2 * 2 * NET_MIDDLE + 2 * j + i % 2;
}

enum { NET_UPPER = NET_MIDDLE + NET_MIDDLE * NET_MIDDLE + NET_MIDDLE + NET_MIDDLE * NET_OUT + NET_OUT };

/* How the layers are computed; all give the same numbers. */
struct net_kernel {
    const char *name;
    bool (*fits)(void);
    /* For each of several boards first = base + its rows: those added, those removed, those scaled. A sum that leaves
     * the range of 16 bits stays at its end; no position that is ever played comes near (64 with NET_FIRST_BITS, the
     * sums are below 36). */
    void (*first)(const int16_t *w1, int hidden, const int16_t *base, const struct inputs *inputs, size_t count,
                  int16_t *first);
    void (*second)(const int16_t *w2, int hidden, const int16_t *first, int32_t second[NET_MIDDLE]);
    /* The chances of one board, and of UPPER_FOUR whose second layers lie one after the other. */
    void (*upper1)(const struct pasch_net *net, const float *second, float *out);
    void (*upper4)(const struct pasch_net *net, const float *second, float *out);
};

/* Those that fit this processor, the fastest first, the plain one last; NULL past it. */
const struct net_kernel *net_kernel_at(size_t index);

/* A net of zeros, with the fastest kernel; NULL when out of memory. */
struct pasch_net *net_create(int hidden, bool ranks);

/* The first layers of several boards' men and features upon a base, or upon the biases; they lie one after the other.
 */
void net_first(const struct pasch_net *net, const int16_t *base, const struct inputs *inputs, size_t count,
               int16_t *first);

/* The second layer, before the leak, from the first; and the chances of several boards from it. */
void net_second(const struct pasch_net *net, const int16_t *first, float second[NET_MIDDLE]);
void net_chances(const struct pasch_net *net, float second[][NET_MIDDLE], size_t count, float out[][NET_OUT]);

/* What a net that ranks says of several boards, by their first layers: the higher, the better for the side that is not
 * on roll. */
void net_ranks(const struct pasch_net *net, const int16_t *first, size_t count, int32_t *rank);

/* The layers above the second one's sums, for learning, too. `second` and `third` are before the leak. */
void net_upper(const float *second, const float *w3, const float *b3, const float *w4, const float *b4, float *third,
               float out[NET_OUT]);

/* 1 / (1 + e^-x), our own, so that it does not depend on the C library. */
float net_sigmoid(float x);

/* Bytes of a file with this net, and writing them. */
size_t net_file_size(const struct pasch_net *net);
void net_file_write(const struct pasch_net *net, uint8_t *out);

#endif
