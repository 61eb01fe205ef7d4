#include "learn/learner.h"

#include <math.h>
#include <string.h>

#include "base/kernel.h"
#include "pasch/dice.h"

/* About normal, by a sum of twelve. */
static float draw(struct pasch_rng *rng, float spread)
{
    float sum = -6;
    for (int i = 0; i < 12; i++)
        sum += (float)(pasch_rng_next(rng) >> 40) * (1 / 16777216.0f);
    return sum * spread;
}

static void fill(struct pasch_rng *rng, float *weight, size_t count, float spread)
{
    for (size_t i = 0; i < count; i++)
        weight[i] = draw(rng, spread);
}

bool learner_create(struct learner *l, int hidden, uint64_t seed)
{
    struct pasch_rng rng;
    *l = (struct learner){.net = net_create(hidden),
                          .mean = net_create(hidden),
                          .slope = net_create(hidden),
                          .m = net_create(hidden),
                          .v = net_create(hidden)};
    if (!l->net || !l->mean || !l->slope || !l->m || !l->v) {
        learner_destroy(l);
        return false;
    }
    size_t h = (size_t)hidden;
    pasch_rng_seed(&rng, seed);
    fill(&rng, l->net->w1, INPUTS_ROWS * h, 0.1f);
    fill(&rng, l->net->w2, h * NET_MIDDLE, sqrtf(2 / (float)hidden));
    fill(&rng, l->net->w3, NET_MIDDLE * NET_MIDDLE, sqrtf(2 / (float)NET_MIDDLE));
    for (int i = 0; i < NET_MIDDLE; i++)
        fill(&rng, l->net->w4 + i * NET_OUT, NET_CHANCES, 0.1f);
    memcpy(l->mean->weight, l->net->weight, l->net->weights * sizeof(float));
    return true;
}

void learner_destroy(struct learner *l)
{
    pasch_net_destroy(l->net);
    pasch_net_destroy(l->mean);
    pasch_net_destroy(l->slope);
    pasch_net_destroy(l->m);
    pasch_net_destroy(l->v);
    memset(l, 0, sizeof *l);
}

static float leak(float x)
{
    return x > 0 ? x : NET_LEAK * x;
}

static float loss_of(float p, float t)
{
    const float least = 1e-7f;
    return -t * logf(p + least) - (1 - t) * logf(1 - p + least);
}

/* From the slope above a narrow layer to the slope below it, and into its weights. */
KERNEL static void narrow_back(const float *restrict below, const float *restrict w, float *restrict w_slope,
                               const float *restrict above_slope, float *restrict below_slope, int above)
{
    for (int i = 0; i < NET_MIDDLE; i++) {
        float sum = 0, h = leak(below[i]);
        for (int j = 0; j < above; j++) {
            sum += w[i * above + j] * above_slope[j];
            w_slope[i * above + j] += h * above_slope[j];
        }
        below_slope[i] = below[i] > 0 ? sum : NET_LEAK * sum;
    }
}

KERNEL static void wide_back(const struct pasch_net *net, struct pasch_net *slope, const struct net_state *state,
                             const float *restrict second_slope, float *restrict first_slope)
{
    for (int i = 0; i < net->hidden; i++) {
        const float *restrict w = net->w2 + (size_t)i * NET_MIDDLE;
        float *restrict ws = slope->w2 + (size_t)i * NET_MIDDLE;
        float h = state->first[i];
        if (h <= 0) {
            first_slope[i] = 0;
            continue;
        }
        float part[8] = {0};
        for (int j = 0; j < NET_MIDDLE; j += 8) {
            for (int k = 0; k < 8; k++) {
                part[k] += w[j + k] * second_slope[j + k];
                ws[j + k] += h * second_slope[j + k];
            }
        }
        first_slope[i] = ((part[0] + part[1]) + (part[2] + part[3])) + ((part[4] + part[5]) + (part[6] + part[7]));
    }
}

KERNEL static void add_scaled(float *restrict to, const float *restrict from, float by, int count)
{
    for (int i = 0; i < count; i++)
        to[i] += from[i] * by;
}

void learner_teach(struct learner *l, const struct inputs *inputs, const float target[NET_CHANCES], unsigned certain)
{
    const struct pasch_net *net = l->net;
    struct net_state state;
    float out_slope[NET_OUT] = {0}, third_slope[NET_MIDDLE], second_slope[NET_MIDDLE], first_slope[NET_HIDDEN_MAX];
    net_begin(net, state.first);
    net_add_all(net, state.first, inputs, 0);
    net_finish(net, &state);
    for (int j = 0; j < NET_CHANCES; j++) {
        if (certain >> j & 1)
            continue;
        out_slope[j] = state.out[j] - target[j];
        l->loss += loss_of(state.out[j], target[j]) - loss_of(target[j], target[j]);
    }
    l->losses++;
    narrow_back(state.third, net->w4, l->slope->w4, out_slope, third_slope, NET_OUT);
    narrow_back(state.second, net->w3, l->slope->w3, third_slope, second_slope, NET_MIDDLE);
    wide_back(net, l->slope, &state, second_slope, first_slope);
    add_scaled(l->slope->b4, out_slope, 1, NET_OUT);
    add_scaled(l->slope->b3, third_slope, 1, NET_MIDDLE);
    add_scaled(l->slope->b2, second_slope, 1, NET_MIDDLE);
    add_scaled(l->slope->b1, first_slope, 1, net->hidden);
    for (int r = 0; r < inputs->count; r++)
        add_scaled(l->slope->w1 + (size_t)inputs->row[r] * (size_t)net->hidden, first_slope, inputs->value[r],
                   net->hidden);
}

KERNEL static void adam(float *restrict w, float *restrict g, float *restrict m, float *restrict v,
                        float *restrict mean, size_t count, float scale, float rate, float keep)
{
    for (size_t i = 0; i < count; i++) {
        float slope = g[i] * scale;
        g[i] = 0;
        m[i] = 0.9f * m[i] + 0.1f * slope;
        v[i] = 0.999f * v[i] + 0.001f * slope * slope;
        w[i] -= rate * m[i] / (sqrtf(v[i]) + 1e-8f);
        mean[i] = keep * mean[i] + (1 - keep) * w[i];
    }
}

void learner_step(struct learner *l, int count, float rate)
{
    l->steps++;
    /* Both of Adam's corrections for its beginning in one factor. */
    double first = 1 - pow(0.9, (double)l->steps), second = 1 - pow(0.999, (double)l->steps);
    float corrected = rate * (float)(sqrt(second) / first);
    /* The mean reaches back over a tenth of the steps so far, at most over the last thousand. */
    float keep = l->steps < 10000 ? 1 - 10.0f / (float)(l->steps + 10) : 0.999f;
    adam(l->net->weight, l->slope->weight, l->m->weight, l->v->weight, l->mean->weight, l->net->weights,
         1 / (float)count, corrected, keep);
}
