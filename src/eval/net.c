#include "eval/net.h"

#include <stdlib.h>
#include <string.h>

#include "base/kernel.h"

struct pasch_net *net_create(int hidden)
{
    struct pasch_net *net = calloc(1, sizeof *net);
    size_t h = (size_t)hidden;
    if (!net)
        return NULL;
    net->hidden = hidden;
    net->weights = INPUTS_ROWS * h + h + h * NET_MIDDLE + NET_MIDDLE + NET_MIDDLE * NET_MIDDLE + NET_MIDDLE +
                   NET_MIDDLE * NET_OUT + NET_OUT;
    net->weight = aligned_alloc(64, (net->weights * sizeof(float) + 63) / 64 * 64);
    if (!net->weight) {
        free(net);
        return NULL;
    }
    memset(net->weight, 0, net->weights * sizeof(float));
    net->w1 = net->weight;
    net->b1 = net->w1 + INPUTS_ROWS * h;
    net->w2 = net->b1 + h;
    net->b2 = net->w2 + h * NET_MIDDLE;
    net->w3 = net->b2 + NET_MIDDLE;
    net->b3 = net->w3 + NET_MIDDLE * NET_MIDDLE;
    net->w4 = net->b3 + NET_MIDDLE;
    net->b4 = net->w4 + NET_MIDDLE * NET_OUT;
    return net;
}

void pasch_net_destroy(struct pasch_net *net)
{
    if (net)
        free(net->weight);
    free(net);
}

void net_begin(const struct pasch_net *net, float *first)
{
    memcpy(first, net->b1, (size_t)net->hidden * sizeof *first);
}

KERNEL static void add_row(float *restrict first, const float *restrict row, float value, int hidden)
{
    for (int i = 0; i < hidden; i++)
        first[i] += row[i] * value;
}

void net_add(const struct pasch_net *net, float *first, int row, float value)
{
    add_row(first, net->w1 + (size_t)row * (size_t)net->hidden, value, net->hidden);
}

/* Sixteen sums side by side, wherever they lie. */
typedef float lanes __attribute__((vector_size(64), aligned(4)));

/* All rows for 64 sums at a time, which stay in registers. */
KERNEL static void add_rows(float *restrict first, const float *restrict w1, const uint16_t *restrict row,
                            const float *restrict value, int rows, int hidden)
{
    for (int part = 0; part < hidden; part += 64) {
        lanes *to = (lanes *)(first + part), a = to[0], b = to[1], c = to[2], d = to[3];
        for (int r = 0; r < rows; r++) {
            const lanes *w = (const lanes *)(w1 + (size_t)row[r] * (size_t)hidden + part);
            float v = value[r];
            a += w[0] * v;
            b += w[1] * v;
            c += w[2] * v;
            d += w[3] * v;
        }
        to[0] = a;
        to[1] = b;
        to[2] = c;
        to[3] = d;
    }
}

void net_add_all(const struct pasch_net *net, float *first, const struct inputs *inputs, int from)
{
    add_rows(first, net->w1, inputs->row + from, inputs->value + from, inputs->count - from, net->hidden);
}

/* The units that fire, a tenth of them as a rule, in four lists: of the first, fifth ..., of the second, sixth ... What
 * does not fire would add 0, so leaving it out changes no bit. Four sums, so that one addition need not wait for the
 * one before. */
KERNEL static void second_layer(const float *restrict first, const float *restrict w2, const float *restrict b2,
                                float *restrict second, int hidden)
{
    uint16_t list[4][NET_HIDDEN_MAX / 4 + 1];
    int count[4] = {0};
    for (int i = 0; i < hidden; i += 4) {
        for (int k = 0; k < 4; k++) {
            list[k][count[k]] = (uint16_t)(i + k);
            count[k] += first[i + k] > 0;
        }
    }
    lanes low[4] = {{0}}, high[4] = {{0}};
    for (int k = 0; k < 4; k++) {
        for (int n = 0; n < count[k]; n++) {
            int i = list[k][n];
            const lanes *w = (const lanes *)(w2 + (size_t)i * NET_MIDDLE);
            low[k] += w[0] * first[i];
            high[k] += w[1] * first[i];
        }
    }
    lanes *to = (lanes *)second;
    const lanes *bias = (const lanes *)b2;
    to[0] = bias[0] + ((low[0] + low[1]) + (low[2] + low[3]));
    to[1] = bias[1] + ((high[0] + high[1]) + (high[2] + high[3]));
}

KERNEL static void narrow_layer(const float *restrict in, const float *restrict w, const float *restrict b,
                                float *restrict out)
{
    float sum[NET_MIDDLE];
    memcpy(sum, b, sizeof sum);
    for (int i = 0; i < NET_MIDDLE; i++) {
        float h = in[i] > 0 ? in[i] : NET_LEAK * in[i];
        for (int j = 0; j < NET_MIDDLE; j++)
            sum[j] += h * w[i * NET_MIDDLE + j];
    }
    memcpy(out, sum, sizeof sum);
}

/* 2^n * p(r) with x = (n + r) ln 2 and r within half of 0; the polynomial is Taylor's to the sixth power, good to a
 * few parts in 10^8. */
static float own_exp(float x)
{
    float t = x * 1.44269504f, whole = (float)(int)(t < 0 ? t - 0.5f : t + 0.5f), r = (t - whole) * 0.69314718f;
    float p = 1 + r * (1 + r * (0.5f + r * (1 / 6.0f + r * (1 / 24.0f + r * (1 / 120.0f + r * (1 / 720.0f))))));
    uint32_t bits = (uint32_t)((int)whole + 127) << 23;
    float power;
    memcpy(&power, &bits, sizeof power);
    return p * power;
}

float net_sigmoid(float x)
{
    if (x > 30)
        x = 30;
    if (x < -30)
        x = -30;
    return 1 / (1 + own_exp(-x));
}

void net_finish(const struct pasch_net *net, struct net_state *state)
{
    float sum[NET_OUT];
    second_layer(state->first, net->w2, net->b2, state->second, net->hidden);
    narrow_layer(state->second, net->w3, net->b3, state->third);
    memcpy(sum, net->b4, sizeof sum);
    for (int i = 0; i < NET_MIDDLE; i++) {
        float h = state->third[i] > 0 ? state->third[i] : NET_LEAK * state->third[i];
        for (int j = 0; j < NET_OUT; j++)
            sum[j] += h * net->w4[i * NET_OUT + j];
    }
    for (int j = 0; j < NET_CHANCES; j++)
        state->out[j] = net_sigmoid(sum[j]);
}
