/* The narrow layers, for vectors of several widths. Each sum is of the same terms in the same order whatever the width,
 * so all give the same bits. */
#ifndef EVAL_UPPER_H
#define EVAL_UPPER_H

#include "base/kernel.h"
#include "eval/net.h"

enum { UPPER_FOUR = 4 };

/* Side by side, wherever they lie, and what comparing them gives. */
typedef float upper_vector16 __attribute__((vector_size(16), aligned(4)));
typedef float upper_vector32 __attribute__((vector_size(32), aligned(4)));
typedef float upper_vector64 __attribute__((vector_size(64), aligned(4)));
typedef int32_t upper_vector16_mask __attribute__((vector_size(16)));
typedef int32_t upper_vector32_mask __attribute__((vector_size(32)));
typedef int32_t upper_vector64_mask __attribute__((vector_size(64)));

/* 1 / (1 + e^-x) with e^-x = 2^n * p(r), -x = (n + r) ln 2 and r within half of 0; the polynomial is Taylor's to the
 * sixth power, good to a few parts in 10^8. */
KERNEL_PART void upper_sigmoids(const float *in, float *out)
{
    upper_vector32 x = *(const upper_vector32 *)in, half = {0}, most = half + 30;
    upper_vector32_mask above = x > most, below = x < -most;
    x = (upper_vector32)((above & (upper_vector32_mask)most) | (below & (upper_vector32_mask)-most) |
                         (~(above | below) & (upper_vector32_mask)x));
    upper_vector32 t = x * -1.44269504f;
    half += 0.5f;
    half = (upper_vector32)((upper_vector32_mask)half | ((upper_vector32_mask)t & INT32_MIN)); /* with the sign of t */
    upper_vector32_mask n = __builtin_convertvector(t + half, upper_vector32_mask);
    upper_vector32 r = (t - __builtin_convertvector(n, upper_vector32)) * 0.69314718f;
    upper_vector32 p =
        1 + r * (1 + r * (0.5f + r * (1 / 6.0f + r * (1 / 24.0f + r * (1 / 120.0f + r * (1 / 720.0f))))));
    *(upper_vector32 *)out = 1 / (1 + p * (upper_vector32)((n + 127) << 23));
}

/* NAME_third and NAME_out for vectors of a type. A few boards go together, so that weights are fetched once for them,
 * and so many sums at a time that they stay in registers. */
#define UPPER(NAME, PART, TYPE)                                                                                        \
    PART void NAME##_leak(const float *from, float *to)                                                                \
    {                                                                                                                  \
        TYPE x = *(const TYPE *)from;                                                                                  \
        TYPE##_mask above = x > 0;                                                                                     \
        *(TYPE *)to = (TYPE)((above & (TYPE##_mask)x) | (~above & (TYPE##_mask)(x * NET_LEAK)));                       \
    }                                                                                                                  \
                                                                                                                       \
    PART void NAME##_third(const int boards, const float *second, const float *w3, const float *b3, float *third)      \
    {                                                                                                                  \
        enum { LANES = sizeof(TYPE) / sizeof(float) };                                                                 \
        float leaked[UPPER_FOUR][NET_MIDDLE];                                                                          \
        for (int i = 0; i < boards * NET_MIDDLE; i += LANES)                                                           \
            NAME##_leak(second + i, leaked[0] + i);                                                                    \
        for (int part = 0; part < NET_MIDDLE; part += LANES) {                                                         \
            TYPE even[UPPER_FOUR] = {{0}}, odd[UPPER_FOUR] = {{0}};                                                    \
            for (int i = 0; i < NET_MIDDLE; i += 2) {                                                                  \
                TYPE one = *(const TYPE *)(w3 + i * NET_MIDDLE + part);                                                \
                TYPE two = *(const TYPE *)(w3 + (i + 1) * NET_MIDDLE + part);                                          \
                _Pragma("GCC unroll 4") for (int b = 0; b < boards; b++)                                               \
                {                                                                                                      \
                    even[b] += one * leaked[b][i];                                                                     \
                    odd[b] += two * leaked[b][i + 1];                                                                  \
                }                                                                                                      \
            }                                                                                                          \
            _Pragma("GCC unroll 4") for (int b = 0; b < boards; b++) * (TYPE *)(third + b * NET_MIDDLE + part) =       \
                *(const TYPE *)(b3 + part) + (even[b] + odd[b]);                                                       \
        }                                                                                                              \
    }                                                                                                                  \
                                                                                                                       \
    PART void NAME##_out(const int boards, const float *third, const float *w4, const float *b4, float *out)           \
    {                                                                                                                  \
        enum { LANES = sizeof(TYPE) / sizeof(float) };                                                                 \
        for (int b = 0; b < boards; b++) {                                                                             \
            float leaked[NET_MIDDLE], all[NET_OUT];                                                                    \
            upper_vector32 sum[4] = {{0}};                                                                             \
            for (int i = 0; i < NET_MIDDLE; i += LANES)                                                                \
                NAME##_leak(third + b * NET_MIDDLE + i, leaked + i);                                                   \
            for (int i = 0; i < NET_MIDDLE; i += 4) {                                                                  \
                _Pragma("GCC unroll 4") for (int k = 0; k < 4; k++) sum[k] +=                                          \
                    *(const upper_vector32 *)(w4 + (i + k) * NET_OUT) * leaked[i + k];                                 \
            }                                                                                                          \
            *(upper_vector32 *)all = *(const upper_vector32 *)b4 + ((sum[0] + sum[1]) + (sum[2] + sum[3]));            \
            upper_sigmoids(all, out + b * NET_OUT);                                                                    \
        }                                                                                                              \
    }

/* Both for a net: NAME_upper1 and NAME_upper4. */
#define UPPER_KERNEL(NAME, TARGET, TYPE)                                                                               \
    UPPER(NAME, TARGET KERNEL_PART, TYPE)                                                                              \
    TARGET static void NAME##_upper1(const struct pasch_net *net, const float *second, float *out)                     \
    {                                                                                                                  \
        float third[NET_MIDDLE];                                                                                       \
        NAME##_third(1, second, net->w3, net->b3, third);                                                              \
        NAME##_out(1, third, net->w4, net->b4, out);                                                                   \
    }                                                                                                                  \
    TARGET static void NAME##_upper4(const struct pasch_net *net, const float *second, float *out)                     \
    {                                                                                                                  \
        float third[UPPER_FOUR * NET_MIDDLE];                                                                          \
        NAME##_third(UPPER_FOUR, second, net->w3, net->b3, third);                                                     \
        NAME##_out(UPPER_FOUR, third, net->w4, net->b4, out);                                                          \
    }

#endif
