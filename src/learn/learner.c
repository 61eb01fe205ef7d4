#include "learn/learner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/kernel.h"
#include "learn/adam.h"

/* A step goes through the first layer tile by tile, forwards for all samples, then backwards; the layers above it go
 * sample by sample. */
struct pass {
    struct learner *learner;
    struct adam_step step;
    struct upper slope;
    _Alignas(64) float second_slope[LEARNER_BATCH][NET_MIDDLE];
    _Alignas(64) float first[NET_HIDDEN_MAX / TILE_UNITS][LEARNER_BATCH][TILE_UNITS]; /* before the cut */
    _Alignas(64) struct tile tile_slope[NET_HIDDEN_MAX / TILE_UNITS];
};

/* Of the first layer's weights at the beginning. */
#define FIRST_SPREAD 0.1f

bool learner_create(struct learner *l, int hidden, uint64_t seed, const struct pasch_rules *rules)
{
    static const float worth[NET_CHANCES] = {2, 1, 1, -1, -1};
    *l = (struct learner){.net = weights_create(hidden),
                          .mean = weights_create(hidden),
                          .m = weights_create(hidden),
                          .v = weights_create(hidden),
                          .player = net_create(hidden, false),
                          .sample = calloc(LEARNER_BATCH, sizeof *l->sample),
                          .pass = aligned_alloc(64, (sizeof *l->pass + 63) / 64 * 64)};
    if (!l->net || !l->mean || !l->m || !l->v || !l->player || !l->sample || !l->pass) {
        learner_destroy(l);
        return false;
    }
    if (rules->score != PASCH_SCORE_MEN && rules->score != PASCH_SCORE_PIPS)
        memcpy(l->worth, worth, sizeof worth);
    pasch_rng_seed(&l->rng, seed);
    for (int t = 0; t < l->net->tiles; t++) {
        struct tile *tile = &l->net->tile[t];
        adam_draw(&l->rng, tile->w1[0], INPUTS_ROWS * TILE_UNITS, FIRST_SPREAD);
        adam_draw(&l->rng, tile->w2[0], TILE_UNITS * NET_MIDDLE, sqrtf(2 / (float)hidden));
    }
    adam_draw(&l->rng, l->net->upper->w3[0], NET_MIDDLE * NET_MIDDLE, sqrtf(2 / (float)NET_MIDDLE));
    for (int i = 0; i < NET_MIDDLE; i++)
        adam_draw(&l->rng, l->net->upper->w4[i], NET_CHANCES, 0.1f);
    memcpy(l->mean->tile, l->net->tile, l->net->size);
    return true;
}

void learner_destroy(struct learner *l)
{
    weights_destroy(l->net);
    weights_destroy(l->mean);
    weights_destroy(l->m);
    weights_destroy(l->v);
    pasch_net_destroy(l->player);
    free(l->sample);
    free(l->pass);
    memset(l, 0, sizeof *l);
}

void learner_begin(struct learner *l, const struct pasch_net *net)
{
    weights_from_net(l->net, net);
    memcpy(l->mean->tile, l->net->tile, l->net->size);
}

const struct pasch_net *learner_play(struct learner *l, bool mean)
{
    weights_to_net(mean ? l->mean : l->net, l->player);
    return l->player;
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

/* Eight side by side: wider vectors go through memory on processors that have none so wide. */
typedef float lanes __attribute__((vector_size(32)));
enum { LANES = 8, TILE_LANES = TILE_UNITS / LANES, MIDDLE_LANES = NET_MIDDLE / LANES };

KERNEL static void tile_forward(const struct tile *tile, const struct sample *sample, float (*first)[TILE_UNITS])
{
    for (int s = 0; s < LEARNER_BATCH; s++, sample++) {
        const lanes *bias = (const lanes *)(const void *)tile->b1;
        lanes sum[TILE_LANES];
        for (int k = 0; k < TILE_LANES; k++)
            sum[k] = bias[k];
        for (int r = 0; r < sample->rows; r++) {
            const lanes *row = (const lanes *)(const void *)tile->w1[sample->row[r]];
            for (int k = 0; k < TILE_LANES; k++)
                sum[k] += row[k] * sample->value[r];
        }
        memcpy(first[s], sum, sizeof sum);
    }
}

/* From the slopes above the second layer to this tile's; `first` becomes the slopes of its units. */
KERNEL static void tile_back(const struct tile *tile, const struct sample *sample,
                             const float (*second_slope)[NET_MIDDLE], float (*first)[TILE_UNITS], uint32_t *fired,
                             struct tile *slope)
{
    memset(slope, 0, sizeof *slope);
    for (int s = 0; s < LEARNER_BATCH; s++, sample++) {
        const lanes *above = (const lanes *)(const void *)second_slope[s];
        for (int i = 0; i < TILE_UNITS; i++) {
            float h = first[s][i];
            if (h <= 0) {
                first[s][i] = 0;
                continue;
            }
            const lanes *w = (const lanes *)(const void *)tile->w2[i];
            lanes *w_slope = (lanes *)(void *)slope->w2[i], part = w[0] * above[0];
            float sum = 0;
            fired[i]++;
            for (int k = 1; k < MIDDLE_LANES; k++)
                part += w[k] * above[k];
            for (int k = 0; k < MIDDLE_LANES; k++)
                w_slope[k] += above[k] * h;
            for (int k = 0; k < LANES; k++)
                sum += part[k];
            first[s][i] = sum;
        }
        lanes mine[TILE_LANES], *bias = (lanes *)(void *)slope->b1;
        memcpy(mine, first[s], sizeof mine);
        for (int k = 0; k < TILE_LANES; k++)
            bias[k] += mine[k];
        for (int r = 0; r < sample->rows; r++) {
            lanes *row = (lanes *)(void *)slope->w1[sample->row[r]];
            for (int k = 0; k < TILE_LANES; k++)
                row[k] += mine[k] * sample->value[r];
        }
    }
}

static void forward_task(void *argument, size_t t, int worker)
{
    struct pass *pass = argument;
    (void)worker;
    tile_forward(&pass->learner->net->tile[t], pass->learner->sample, pass->first[t]);
}

static void back_task(void *argument, size_t t, int worker)
{
    struct pass *pass = argument;
    struct learner *l = pass->learner;
    struct tile *slope = &pass->tile_slope[worker]; /* one after the other stays in the cache */
    tile_back(&l->net->tile[t], l->sample, (const float(*)[NET_MIDDLE])pass->second_slope, pass->first[t],
              l->fired + t * TILE_UNITS, slope);
    adam(l->net->tile[t].w1[0], slope->w1[0], l->m->tile[t].w1[0], l->v->tile[t].w1[0], l->mean->tile[t].w1[0],
         sizeof *slope / sizeof(float), LEARNER_BATCH, pass->step);
}

/* From the slope above a narrow layer to the slope below it, and into its weights. */
KERNEL_PART void narrow_back(const float *restrict below, const float *restrict w, float *restrict w_slope,
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

KERNEL static void upper_back(const struct upper *upper, struct upper *slope, const float *second, const float *third,
                              const float out_slope[NET_OUT], float second_slope[NET_MIDDLE])
{
    float third_slope[NET_MIDDLE];
    narrow_back(third, upper->w4[0], slope->w4[0], out_slope, third_slope, NET_OUT);
    narrow_back(second, upper->w3[0], slope->w3[0], third_slope, second_slope, NET_MIDDLE);
    for (int i = 0; i < NET_OUT; i++)
        slope->b4[i] += out_slope[i];
    for (int i = 0; i < NET_MIDDLE; i++) {
        slope->b3[i] += third_slope[i];
        slope->b2[i] += second_slope[i];
    }
}

KERNEL static void second_layer(const struct learner *l, int s, float second[NET_MIDDLE])
{
    lanes sum[MIDDLE_LANES];
    memcpy(sum, l->net->upper->b2, sizeof sum);
    for (int t = 0; t < l->net->tiles; t++) {
        const float *first = l->pass->first[t][s];
        for (int i = 0; i < TILE_UNITS; i++) {
            const lanes *w = (const lanes *)(const void *)l->net->tile[t].w2[i];
            if (first[i] <= 0)
                continue;
            for (int k = 0; k < MIDDLE_LANES; k++)
                sum[k] += w[k] * first[i];
        }
    }
    memcpy(second, sum, sizeof sum);
}

/* Plays are chosen by points alone. By the cross-entropy of each chance, half a per cent of a backgammon too many
 * weighs as much as five per cent of a win; so the square of how far off the points are counts, too. And since plays
 * are compared with each other, most of all how far off the difference between two of them is. */
#define POINTS_WEIGHT 3.0f
#define RIVAL_WEIGHT  6.0f

/* A sample on its way up and down the narrow layers. */
struct climb {
    const struct sample *sample;
    float second[NET_MIDDLE], third[NET_MIDDLE], out[NET_OUT];
    float off; /* points above the target's */
};

float learner_points(const struct learner *l, const float chance[NET_CHANCES])
{
    float points = 0;
    for (int j = 0; j < NET_CHANCES; j++)
        points += l->worth[j] * chance[j];
    return points;
}

static void climb_up(struct learner *l, int s, struct climb *climb)
{
    const struct upper *upper = l->net->upper;
    const struct sample *sample = climb->sample = &l->sample[s];
    second_layer(l, s, climb->second);
    net_upper(climb->second, upper->w3[0], upper->b3, upper->w4[0], upper->b4, climb->third, climb->out);
    for (int j = 0; j < NET_CHANCES; j++) {
        if (sample->certain >> j & 1)
            climb->out[j] = sample->target[j];
        else
            l->loss += loss_of(climb->out[j], sample->target[j]) - loss_of(sample->target[j], sample->target[j]);
    }
    climb->off = learner_points(l, climb->out) - learner_points(l, sample->target);
    l->lost += climb->off * climb->off;
    l->losses++;
}

/* `apart`: how far off the difference to the rival is. */
static void climb_down(struct learner *l, int s, const struct climb *climb, float apart)
{
    float slope[NET_OUT] = {0}, points = POINTS_WEIGHT * climb->off + RIVAL_WEIGHT * apart;
    for (int j = 0; j < NET_CHANCES; j++) {
        float p = climb->out[j];
        if (!(climb->sample->certain >> j & 1))
            slope[j] = p - climb->sample->target[j] + points * l->worth[j] * p * (1 - p);
    }
    upper_back(l->net->upper, &l->pass->slope, climb->second, climb->third, slope, l->pass->second_slope[s]);
}

/* Goes through one sample, or two rivals; returns how many. */
static int samples_pass(struct learner *l, int s)
{
    struct climb one, two;
    bool rivals = s + 1 < LEARNER_BATCH && l->sample[s + 1].rival;
    float apart = 0;
    climb_up(l, s, &one);
    if (rivals) {
        climb_up(l, s + 1, &two);
        apart = (learner_points(l, one.out) - one.sample->points) - (learner_points(l, two.out) - two.sample->points);
        l->apart += apart * apart;
        l->rivals++;
        climb_down(l, s + 1, &two, -apart);
    }
    climb_down(l, s, &one, apart);
    return rivals ? 2 : 1;
}

static void over_tiles(const struct learner *l, pasch_task *task, const struct pasch_parallel *parallel)
{
    size_t tiles = (size_t)l->net->tiles;
    if (parallel && parallel->run) {
        parallel->run(parallel->context, tiles, task, l->pass);
        return;
    }
    for (size_t t = 0; t < tiles; t++)
        task(l->pass, t, 0);
}

/* A unit that never fires learns nothing any more: high rates of learning leave many such. They are drawn anew, to fire
 * now and then and to say nothing yet. */
enum { REVIVE_STEPS = 1000, REVIVE_BELOW = REVIVE_STEPS * LEARNER_BATCH / 2000 };

static void revive(struct learner *l)
{
    struct weights *const all[] = {l->net, l->mean, l->m, l->v};
    for (int unit = 0; unit < l->net->tiles * TILE_UNITS; unit++) {
        if (l->fired[unit] >= REVIVE_BELOW)
            continue;
        int t = unit / TILE_UNITS, i = unit % TILE_UNITS;
        for (int r = 0; r < INPUTS_ROWS; r++) {
            float weight;
            adam_draw(&l->rng, &weight, 1, FIRST_SPREAD);
            for (int k = 0; k < 4; k++)
                all[k]->tile[t].w1[r][i] = k < 2 ? weight : 0;
        }
        for (int k = 0; k < 4; k++) {
            all[k]->tile[t].b1[i] = k < 2 ? -6 * FIRST_SPREAD : 0;
            memset(all[k]->tile[t].w2[i], 0, sizeof all[k]->tile[t].w2[i]);
        }
    }
    memset(l->fired, 0, sizeof l->fired);
}

static void step(struct learner *l, float rate, const struct pasch_parallel *parallel)
{
    struct pass *pass = l->pass;
    l->steps++;
    pass->learner = l;
    pass->step = adam_step(l->steps, rate);
    memset(&pass->slope, 0, sizeof pass->slope);
    over_tiles(l, forward_task, parallel);
    for (int s = 0; s < LEARNER_BATCH;)
        s += samples_pass(l, s);
    over_tiles(l, back_task, parallel);
    if (l->steps % REVIVE_STEPS == 0)
        revive(l);
    adam(l->net->upper->b2, pass->slope.b2, l->m->upper->b2, l->v->upper->b2, l->mean->upper->b2, NET_UPPER,
         LEARNER_BATCH, pass->step);
}

void learner_teach(struct learner *l, const struct subject *subject, float rate, const struct pasch_parallel *parallel)
{
    const struct inputs *inputs = subject->inputs;
    struct sample *sample = &l->sample[l->waiting];
    sample->rows = 0;
    for (int i = 0; i < inputs->added; i++) {
        sample->row[sample->rows] = inputs->add[i];
        sample->value[sample->rows++] = 1;
    }
    for (int i = 0; i < inputs->scaled; i++) {
        sample->row[sample->rows] = inputs->scale[i];
        sample->value[sample->rows++] = (float)inputs->value[i] * (1 / 32768.0f) * inputs_unit(inputs->scale[i]);
    }
    memcpy(sample->target, subject->target, sizeof sample->target);
    sample->certain = subject->certain;
    sample->rival = subject->rival && l->waiting > 0;
    sample->points = subject->points;
    if (++l->waiting < LEARNER_BATCH)
        return;
    l->waiting = 0;
    step(l, rate, parallel);
}
