#include "eval/net.h"

#include <stdlib.h>
#include <string.h>

#include "base/kernel.h"

static size_t rounded(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

struct pasch_net *net_create(int hidden)
{
    struct pasch_net *net = calloc(1, sizeof *net);
    size_t h = (size_t)hidden, w1 = rounded(INPUTS_ROWS * h * sizeof *net->w1), b1 = rounded(h * sizeof *net->b1),
           w2 = rounded(h * NET_MIDDLE * sizeof *net->w2), all = w1 + b1 + w2 + rounded(NET_UPPER * sizeof(float));
    if (!net)
        return NULL;
    net->memory = aligned_alloc(64, all);
    if (!net->memory) {
        free(net);
        return NULL;
    }
    memset(net->memory, 0, all);
    net->hidden = hidden;
    net->kernel = net_kernel_at(0);
    uint8_t *at = net->memory;
    net->w1 = (int16_t *)(void *)at;
    net->b1 = (int16_t *)(void *)(at + w1);
    net->w2 = (int16_t *)(void *)(at + w1 + b1);
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

void net_first(const struct pasch_net *net, const int16_t *base, const struct inputs *inputs, int16_t *first)
{
    net->kernel->first(net->w1, net->hidden, base ? base : net->b1, inputs, first);
}

/* Side by side, wherever they lie. */
typedef float lanes __attribute__((vector_size(64), aligned(4)));
typedef float outs __attribute__((vector_size(32), aligned(4)));
typedef int32_t whole_outs __attribute__((vector_size(32), aligned(4)));

KERNEL_PART float leak(float x)
{
    return x > 0 ? x : NET_LEAK * x;
}

/* 1 / (1 + e^-x) with e^-x = 2^n * p(r), -x = (n + r) ln 2 and r within half of 0; the polynomial is Taylor's to the
 * sixth power, good to a few parts in 10^8. */
KERNEL_PART void sigmoids(const float *in, float *out)
{
    outs x = *(const outs *)in, half = {0}, most = half + 30;
    whole_outs above = x > most, below = x < -most;
    x = (outs)((above & (whole_outs)most) | (below & (whole_outs)-most) | (~(above | below) & (whole_outs)x));
    outs t = x * -1.44269504f;
    half += 0.5f;
    half = (outs)((whole_outs)half | ((whole_outs)t & INT32_MIN)); /* with the sign of t */
    whole_outs n = __builtin_convertvector(t + half, whole_outs);
    outs r = (t - __builtin_convertvector(n, outs)) * 0.69314718f;
    outs p = 1 + r * (1 + r * (0.5f + r * (1 / 6.0f + r * (1 / 24.0f + r * (1 / 120.0f + r * (1 / 720.0f))))));
    *(outs *)out = 1 / (1 + p * (outs)((n + 127) << 23));
}

float net_sigmoid(float x)
{
    float in[NET_OUT] = {x}, out[NET_OUT];
    sigmoids(in, out);
    return out[0];
}

/* Two sums each, so that one addition need not wait for the one before. */
KERNEL void net_upper(const float *second, const float *w3, const float *b3, const float *w4, const float *b4,
                      float *third, float out[NET_OUT])
{
    float leaked[NET_MIDDLE];
    lanes low[2] = {{0}}, high[2] = {{0}};
    for (int i = 0; i < NET_MIDDLE; i++)
        leaked[i] = leak(second[i]);
    for (int i = 0; i < NET_MIDDLE; i += 2) {
        for (int k = 0; k < 2; k++) {
            const lanes *w = (const lanes *)(w3 + (i + k) * NET_MIDDLE);
            low[k] += w[0] * leaked[i + k];
            high[k] += w[1] * leaked[i + k];
        }
    }
    ((lanes *)third)[0] = ((const lanes *)b3)[0] + (low[0] + low[1]);
    ((lanes *)third)[1] = ((const lanes *)b3)[1] + (high[0] + high[1]);
    for (int i = 0; i < NET_MIDDLE; i++)
        leaked[i] = leak(third[i]);
    outs sum[4] = {{0}};
    for (int i = 0; i < NET_MIDDLE; i += 4) {
        for (int k = 0; k < 4; k++)
            sum[k] += *(const outs *)(w4 + (i + k) * NET_OUT) * leaked[i + k];
    }
    float all[NET_OUT];
    *(outs *)all = *(const outs *)b4 + ((sum[0] + sum[1]) + (sum[2] + sum[3]));
    sigmoids(all, out);
}

/* Four at a time, so that the weights are fetched once for them. The sums are those of net_upper, in the same order. */
KERNEL static void upper4(const float *second, const float *w3, const float *b3, const float *w4, const float *b4,
                          float *out)
{
    float leaked[NET_FOUR][NET_MIDDLE], third[NET_FOUR][NET_MIDDLE];
    lanes low[NET_FOUR][2] = {{{0}}}, high[NET_FOUR][2] = {{{0}}};
    for (int p = 0; p < NET_FOUR; p++) {
        for (int i = 0; i < NET_MIDDLE; i++)
            leaked[p][i] = leak(second[p * NET_MIDDLE + i]);
    }
    for (int i = 0; i < NET_MIDDLE; i += 2) {
#pragma GCC unroll 2
        for (int k = 0; k < 2; k++) {
            const lanes *w = (const lanes *)(w3 + (i + k) * NET_MIDDLE);
            lanes one = w[0], two = w[1];
#pragma GCC unroll 4
            for (int p = 0; p < NET_FOUR; p++) {
                low[p][k] += one * leaked[p][i + k];
                high[p][k] += two * leaked[p][i + k];
            }
        }
    }
#pragma GCC unroll 4
    for (int p = 0; p < NET_FOUR; p++) {
        ((lanes *)third[p])[0] = ((const lanes *)b3)[0] + (low[p][0] + low[p][1]);
        ((lanes *)third[p])[1] = ((const lanes *)b3)[1] + (high[p][0] + high[p][1]);
    }
    for (int p = 0; p < NET_FOUR; p++) {
        for (int i = 0; i < NET_MIDDLE; i++)
            leaked[p][i] = leak(third[p][i]);
    }
    outs sum[NET_FOUR][4] = {{{0}}};
    for (int i = 0; i < NET_MIDDLE; i += 4) {
#pragma GCC unroll 4
        for (int k = 0; k < 4; k++) {
            outs w = *(const outs *)(w4 + (i + k) * NET_OUT);
#pragma GCC unroll 4
            for (int p = 0; p < NET_FOUR; p++)
                sum[p][k] += w * leaked[p][i + k];
        }
    }
#pragma GCC unroll 4
    for (int p = 0; p < NET_FOUR; p++) {
        float all[NET_OUT];
        *(outs *)all = *(const outs *)b4 + ((sum[p][0] + sum[p][1]) + (sum[p][2] + sum[p][3]));
        sigmoids(all, out + p * NET_OUT);
    }
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

void net_chances(const struct pasch_net *net, const float second[NET_MIDDLE], float out[NET_OUT])
{
    float third[NET_MIDDLE];
    net_upper(second, net->w3, net->b3, net->w4, net->b4, third, out);
}

void net_chances_all(const struct pasch_net *net, float second[][NET_MIDDLE], size_t count, float out[][NET_OUT])
{
    size_t i = 0;
    for (; i + NET_FOUR <= count; i += NET_FOUR)
        upper4(second[i], net->w3, net->b3, net->w4, net->b4, out[i]);
    for (; i < count; i++)
        net_chances(net, second[i], out[i]);
}
