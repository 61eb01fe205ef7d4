#include "learn/adam.h"

#include <math.h>

#include "base/kernel.h"

struct adam_step adam_step(uint64_t step, float rate)
{
    /* Both of Adam's corrections for its beginning in one factor. */
    double first = 1 - pow(0.9, (double)step), second = 1 - pow(0.999, (double)step);
    return (struct adam_step){rate * (float)(sqrt(second) / first),
                              step < 200000 ? 1 - 10.0f / (float)(step + 10) : 0.99995f};
}

/* Numbers so small that the processor is slow with them become 0: weights that are hardly ever used have many. */
KERNEL_PART float flushed(float x)
{
    const float tiny = 1e-20f;
    return x + tiny - tiny;
}

KERNEL static void move(float *restrict w, const float *restrict g, float *restrict m, float *restrict v,
                        float *restrict mean, size_t count, float share, float rate, float keep)
{
    for (size_t i = 0; i < count; i++) {
        float slope = g[i] * share;
        m[i] = flushed(0.9f * m[i] + 0.1f * slope);
        v[i] = flushed(0.999f * v[i] + 0.001f * slope * slope);
        w[i] -= rate * m[i] / (sqrtf(v[i]) + 1e-8f);
        mean[i] = keep * mean[i] + (1 - keep) * w[i];
    }
}

void adam(float *w, const float *slope, float *m, float *v, float *mean, size_t count, int samples,
          struct adam_step step)
{
    move(w, slope, m, v, mean, count, 1.0f / (float)samples, step.rate, step.keep);
}

/* By a sum of twelve. */
void adam_draw(struct pasch_rng *rng, float *weight, size_t count, float spread)
{
    for (size_t k = 0; k < count; k++) {
        float sum = -6;
        for (int i = 0; i < 12; i++)
            sum += (float)(pasch_rng_next(rng) >> 40) * (1 / 16777216.0f);
        weight[k] = sum * spread;
    }
}
