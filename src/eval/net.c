#include "eval/net.h"

#include <stdlib.h>
#include <string.h>

#include "base/kernel.h"
#include "eval/upper.h"

static size_t rounded(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

struct pasch_net *net_create(int hidden, bool ranks)
{
    struct pasch_net *net = calloc(1, sizeof *net);
    size_t h = (size_t)hidden, w1 = rounded(INPUTS_ROWS * net_stride(hidden) * sizeof *net->w1),
           b1 = rounded(h * sizeof *net->b1), w2 = rounded(net_seconds(hidden, ranks) * sizeof *net->w2),
           all = w1 + b1 + w2 + (ranks ? 0 : rounded(NET_UPPER * sizeof(float)));
    if (!net)
        return NULL;
    net->memory = aligned_alloc(64, all);
    if (!net->memory) {
        free(net);
        return NULL;
    }
    memset(net->memory, 0, all);
    net->hidden = hidden;
    net->ranks = ranks;
    net->kernel = net_kernel_at(0);
    uint8_t *at = net->memory;
    net->w1 = (int16_t *)(void *)at;
    net->b1 = (int16_t *)(void *)(at + w1);
    net->w2 = (int16_t *)(void *)(at + w1 + b1);
    if (ranks)
        return net;
    net->upper = (float *)(void *)(at + w1 + b1 + w2);
    net->b2 = net->upper;
    net->w3 = net->b2 + NET_MIDDLE;
    net->b3 = net->w3 + NET_MIDDLE * NET_MIDDLE;
    net->w4 = net->b3 + NET_MIDDLE;
    net->b4 = net->w4 + NET_MIDDLE * NET_OUT;
    return net;
}

void pasch_net_destroy(struct pasch_net *net)
{
    if (net)
        free(net->memory);
    free(net);
}

void net_first(const struct pasch_net *net, const int16_t *base, const struct inputs *inputs, size_t count,
               int16_t *first)
{
    net->kernel->first(net->w1, net->hidden, base ? base : net->b1, inputs, count, first);
}

float net_sigmoid(float x)
{
    float in[NET_OUT] = {x}, out[NET_OUT];
    upper_sigmoids(in, out);
    return out[0];
}

UPPER(upper_any, KERNEL_PART, upper_vector32)

KERNEL void net_upper(const float *second, const float *w3, const float *b3, const float *w4, const float *b4,
                      float *third, float out[NET_OUT])
{
    upper_any_third(1, second, w3, b3, third);
    upper_any_out(1, third, w4, b4, out);
}

KERNEL static void to_floats(const int32_t *restrict sums, const float *restrict bias, float by, float *restrict second)
{
    for (int i = 0; i < NET_MIDDLE; i++)
        second[i] = (float)sums[i] * by + bias[i];
}

void net_second(const struct pasch_net *net, const int16_t *first, float second[NET_MIDDLE])
{
    int32_t sums[NET_MIDDLE];
    net->kernel->second(net->w2, net->hidden, first, sums);
    to_floats(sums, net->b2, 1 / (float)(1 << (NET_FIRST_BITS + NET_SECOND_BITS)), second);
}

/* Unsigned, since the sum of a net that nobody has learnt may overflow. */
KERNEL static uint32_t rank_of(const int16_t *restrict weight, const int16_t *restrict first, int hidden)
{
    uint32_t sum = 0;
    for (int i = 0; i < hidden; i++)
        sum += (uint32_t)((first[i] > 0 ? first[i] : 0) * weight[i]);
    return sum;
}

void net_ranks(const struct pasch_net *net, const int16_t *first, size_t count, int32_t *rank)
{
    for (size_t i = 0; i < count; i++)
        rank[i] = (int32_t)rank_of(net->w2, first + i * (size_t)net->hidden, net->hidden);
}

void net_chances(const struct pasch_net *net, float second[][NET_MIDDLE], size_t count, float out[][NET_OUT])
{
    size_t i = 0;
    for (; i + UPPER_FOUR <= count; i += UPPER_FOUR)
        net->kernel->upper4(net, second[i], out[i]);
    for (; i < count; i++)
        net->kernel->upper1(net, second[i], out[i]);
}
