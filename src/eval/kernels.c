/* The layers, for several kinds of processors. Rounding of a row by its value is to the nearest 32768th, halves
 * upwards: what the processors' own instruction does. */
#include "eval/net.h"
#include "eval/upper.h"

static bool always(void)
{
    return true;
}

static int16_t cut(int sum)
{
    return (int16_t)(sum > INT16_MAX ? INT16_MAX : sum < INT16_MIN ? INT16_MIN : sum);
}

static void plain_one(const int16_t *w1, int hidden, const int16_t *base, const struct inputs *inputs, int16_t *first)
{
    const size_t stride = net_stride(hidden);
    for (int i = 0; i < hidden; i++)
        first[i] = base[i];
    for (int r = 0; r < inputs->added; r++) {
        const int16_t *row = w1 + (size_t)inputs->add[r] * stride;
        for (int i = 0; i < hidden; i++)
            first[i] = cut(first[i] + row[i]);
    }
    for (int r = 0; r < inputs->removed; r++) {
        const int16_t *row = w1 + (size_t)inputs->remove[r] * stride;
        for (int i = 0; i < hidden; i++)
            first[i] = cut(first[i] - row[i]);
    }
    for (int r = 0; r < inputs->scaled; r++) {
        const int16_t *row = w1 + (size_t)inputs->scale[r] * stride;
        int value = inputs->value[r];
        for (int i = 0; i < hidden; i++)
            first[i] = cut(first[i] + (((row[i] * value >> 14) + 1) >> 1));
    }
}

static void plain_first(const int16_t *w1, int hidden, const int16_t *base, const struct inputs *inputs, size_t count,
                        int16_t *first)
{
    for (size_t n = 0; n < count; n++)
        plain_one(w1, hidden, base, &inputs[n], first + n * (size_t)hidden);
}

static void plain_second(const int16_t *w2, int hidden, const int16_t *first, int32_t second[NET_MIDDLE])
{
    uint32_t sum[NET_MIDDLE] = {0};
    for (int i = 0; i < hidden; i += 2) {
        int a = first[i] > 0 ? first[i] : 0, b = first[i + 1] > 0 ? first[i + 1] : 0;
        if (!(a | b))
            continue;
        const int16_t *w = w2 + (size_t)i * NET_MIDDLE;
        for (int j = 0; j < NET_MIDDLE; j++)
            sum[j] += (uint32_t)(a * w[2 * j]) + (uint32_t)(b * w[2 * j + 1]);
    }
    for (int j = 0; j < NET_MIDDLE; j++)
        second[j] = (int32_t)sum[j];
}

UPPER_KERNEL(plain, , upper_vector16)

static const struct net_kernel plain = {"plain", always, plain_first, plain_second, plain_upper1, plain_upper4};

/* So many registers of sums at a time go through all rows. */
#define TILE(NAME, TARGET, TYPE, LANES, REGISTERS, LOAD, STORE, ADD, SUB, SCALE, SPREAD)                               \
    TARGET static void NAME(const int16_t *w1, int hidden, int part, const int16_t *base, const struct inputs *inputs, \
                            int16_t *first)                                                                            \
    {                                                                                                                  \
        TYPE sum[REGISTERS];                                                                                           \
        const int16_t *from = w1 + part;                                                                               \
        const size_t stride = net_stride(hidden);                                                                      \
        for (int k = 0; k < REGISTERS; k++)                                                                            \
            sum[k] = LOAD((const TYPE *)(const void *)(base + part + k * LANES));                                      \
        for (int r = 0; r < inputs->added; r++) {                                                                      \
            const int16_t *row = from + (size_t)inputs->add[r] * stride;                                               \
            for (int k = 0; k < REGISTERS; k++)                                                                        \
                sum[k] = ADD(sum[k], LOAD((const TYPE *)(const void *)(row + k * LANES)));                             \
        }                                                                                                              \
        for (int r = 0; r < inputs->removed; r++) {                                                                    \
            const int16_t *row = from + (size_t)inputs->remove[r] * stride;                                            \
            for (int k = 0; k < REGISTERS; k++)                                                                        \
                sum[k] = SUB(sum[k], LOAD((const TYPE *)(const void *)(row + k * LANES)));                             \
        }                                                                                                              \
        for (int r = 0; r < inputs->scaled; r++) {                                                                     \
            const int16_t *row = from + (size_t)inputs->scale[r] * stride;                                             \
            TYPE value = SPREAD(inputs->value[r]);                                                                     \
            for (int k = 0; k < REGISTERS; k++)                                                                        \
                sum[k] = ADD(sum[k], SCALE(LOAD((const TYPE *)(const void *)(row + k * LANES)), value));               \
        }                                                                                                              \
        for (int k = 0; k < REGISTERS; k++)                                                                            \
            STORE((TYPE *)(void *)(first + part + k * LANES), sum[k]);                                                 \
    }
#define TILE_OF(...) TILE(__VA_ARGS__)

#if defined(__x86_64__)
#include <immintrin.h>

#define AVX2   __attribute__((target("avx2,bmi,popcnt")))
#define AVX512 __attribute__((target("avx512f,avx512bw,avx512vl,bmi,popcnt")))

static bool has_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi");
}

static bool has_avx512(void)
{
    return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("bmi");
}

#define AVX2_WORDS                                                                                                     \
    _mm256_loadu_si256, _mm256_storeu_si256, _mm256_adds_epi16, _mm256_subs_epi16, _mm256_mulhrs_epi16,                \
        _mm256_set1_epi16
#define AVX512_WORDS                                                                                                   \
    _mm512_loadu_si512, _mm512_storeu_si512, _mm512_adds_epi16, _mm512_subs_epi16, _mm512_mulhrs_epi16,                \
        _mm512_set1_epi16

TILE_OF(avx2_tile_128, AVX2, __m256i, 16, 8, AVX2_WORDS)
TILE_OF(avx2_tile_64, AVX2, __m256i, 16, 4, AVX2_WORDS)
TILE_OF(avx512_tile_128, AVX512, __m512i, 32, 4, AVX512_WORDS)
TILE_OF(avx512_tile_64, AVX512, __m512i, 32, 2, AVX512_WORDS)

/* All boards go through one part of the units before any goes through the next: its weights stay in the cache. */
#define FIRST(NAME, TARGET)                                                                                            \
    TARGET static void NAME##_first(const int16_t *w1, int hidden, const int16_t *base, const struct inputs *inputs,   \
                                    size_t count, int16_t *first)                                                      \
    {                                                                                                                  \
        int part = 0;                                                                                                  \
        for (; part + 128 <= hidden; part += 128) {                                                                    \
            for (size_t n = 0; n < count; n++)                                                                         \
                NAME##_tile_128(w1, hidden, part, base, &inputs[n], first + n * (size_t)hidden);                       \
        }                                                                                                              \
        for (; part < hidden; part += 64) {                                                                            \
            for (size_t n = 0; n < count; n++)                                                                         \
                NAME##_tile_64(w1, hidden, part, base, &inputs[n], first + n * (size_t)hidden);                        \
        }                                                                                                              \
    }

FIRST(avx2, AVX2)
FIRST(avx512, AVX512)

/* Which bits of eight are set, the lowest first, a byte each. */
#define ON(mask, bit)        ((uint64_t)(mask) >> (bit)&1)
#define PUT(mask, bit, rest) ((rest) << 8 * ON(mask, bit) | (bit)*ON(mask, bit))
#define PLACES(mask)                                                                                                   \
    PUT(mask, 0,                                                                                                       \
        PUT(mask, 1, PUT(mask, 2, PUT(mask, 3, PUT(mask, 4, PUT(mask, 5, PUT(mask, 6, PUT(mask, 7, (uint64_t)0))))))))
#define PLACES_4(mask)  PLACES(mask), PLACES((mask) + 1), PLACES((mask) + 2), PLACES((mask) + 3)
#define PLACES_16(mask) PLACES_4(mask), PLACES_4((mask) + 4), PLACES_4((mask) + 8), PLACES_4((mask) + 12)
#define PLACES_64(mask) PLACES_16(mask), PLACES_16((mask) + 16), PLACES_16((mask) + 32), PLACES_16((mask) + 48)
static const uint64_t places[256] = {PLACES_64(0), PLACES_64(64), PLACES_64(128), PLACES_64(192)};

/* Pairs of neighbours of which at least one fires, a quarter of them or so; they and their places are found before any
 * is used, so that only the end of one loop comes as a surprise. */
AVX2 static void avx2_second(const int16_t *w2, int hidden, const int16_t *first, int32_t second[NET_MIDDLE])
{
    _Alignas(32) int32_t pair[NET_HIDDEN_MAX / 2];
    uint16_t place[NET_HIDDEN_MAX / 2 + 8];
    const __m256i zero = _mm256_setzero_si256();
    __m256i even[4] = {zero, zero, zero, zero}, odd[4] = {zero, zero, zero, zero};
    int count = 0, i = 0;
    for (int begin = 0; begin < hidden / 2; begin += 8) {
        __m256i f = _mm256_loadu_si256((const __m256i *)(const void *)(first + 2 * begin));
        f = _mm256_max_epi16(f, zero);
        _mm256_store_si256((__m256i *)(void *)(pair + begin), f);
        int fires = 255 & ~_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(f, zero)));
        __m128i at = _mm_cvtepu8_epi16(_mm_cvtsi64_si128((long long)places[fires]));
        _mm_storeu_si128((__m128i *)(void *)(place + count), _mm_add_epi16(at, _mm_set1_epi16((short)begin)));
        count += __builtin_popcount((unsigned)fires);
    }
    for (; i + 2 <= count; i += 2) {
        __m256i one = _mm256_set1_epi32(pair[place[i]]), two = _mm256_set1_epi32(pair[place[i + 1]]);
        const __m256i *v = (const __m256i *)(const void *)(w2 + (size_t)place[i] * 2 * NET_MIDDLE);
        const __m256i *w = (const __m256i *)(const void *)(w2 + (size_t)place[i + 1] * 2 * NET_MIDDLE);
        for (int k = 0; k < 4; k++) {
            even[k] = _mm256_add_epi32(even[k], _mm256_madd_epi16(one, _mm256_loadu_si256(v + k)));
            odd[k] = _mm256_add_epi32(odd[k], _mm256_madd_epi16(two, _mm256_loadu_si256(w + k)));
        }
    }
    for (; i < count; i++) {
        __m256i one = _mm256_set1_epi32(pair[place[i]]);
        const __m256i *v = (const __m256i *)(const void *)(w2 + (size_t)place[i] * 2 * NET_MIDDLE);
        for (int k = 0; k < 4; k++)
            even[k] = _mm256_add_epi32(even[k], _mm256_madd_epi16(one, _mm256_loadu_si256(v + k)));
    }
    for (int k = 0; k < 4; k++)
        _mm256_storeu_si256((__m256i *)(void *)(second + 8 * k), _mm256_add_epi32(even[k], odd[k]));
}

AVX512 static void avx512_second(const int16_t *w2, int hidden, const int16_t *first, int32_t second[NET_MIDDLE])
{
    /* The pairs that fire and their places, all of them before any is used: one loop whose end comes as a surprise. */
    _Alignas(64) int32_t pair[NET_HIDDEN_MAX / 2 + 16], place[NET_HIDDEN_MAX / 2 + 16];
    __m512i at = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    __m512i low[2] = {_mm512_setzero_si512(), _mm512_setzero_si512()}, high[2] = {low[0], low[0]};
    int count = 0;
    for (int begin = 0; begin < hidden / 2; begin += 16) {
        __m512i f = _mm512_max_epi16(_mm512_loadu_si512(first + 2 * begin), _mm512_setzero_si512());
        __mmask16 fires = _mm512_test_epi32_mask(f, f);
        _mm512_storeu_si512(pair + count, _mm512_maskz_compress_epi32(fires, f));
        _mm512_storeu_si512(place + count, _mm512_maskz_compress_epi32(fires, at));
        count += __builtin_popcount(fires);
        at = _mm512_add_epi32(at, _mm512_set1_epi32(16));
    }
    pair[count] = place[count] = 0; /* rounds up to two */
    for (int i = 0; i < count; i += 2) {
        for (int k = 0; k < 2; k++) {
            __m512i both = _mm512_set1_epi32(pair[i + k]);
            const int16_t *w = w2 + (size_t)place[i + k] * 2 * NET_MIDDLE;
            low[k] = _mm512_add_epi32(low[k], _mm512_madd_epi16(both, _mm512_loadu_si512(w)));
            high[k] = _mm512_add_epi32(high[k], _mm512_madd_epi16(both, _mm512_loadu_si512(w + 32)));
        }
    }
    _mm512_storeu_si512(second, _mm512_add_epi32(low[0], low[1]));
    _mm512_storeu_si512(second + 16, _mm512_add_epi32(high[0], high[1]));
}

UPPER_KERNEL(avx2, AVX2, upper_vector32)
UPPER_KERNEL(avx512, AVX512, upper_vector64)

static const struct net_kernel avx2 = {"avx2", has_avx2, avx2_first, avx2_second, avx2_upper1, avx2_upper4};
static const struct net_kernel avx512 = {"avx512",      has_avx512,    avx512_first,
                                         avx512_second, avx512_upper1, avx512_upper4};

static const struct net_kernel *const kernels[] = {&avx512, &avx2, &plain, NULL};
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>

#define SIMD128_WORDS                                                                                                  \
    wasm_v128_load, wasm_v128_store, wasm_i16x8_add_sat, wasm_i16x8_sub_sat, wasm_i16x8_q15mulr_sat, wasm_i16x8_splat

TILE_OF(simd128_tile, , v128_t, 8, 8, SIMD128_WORDS)

static void simd128_first(const int16_t *w1, int hidden, const int16_t *base, const struct inputs *inputs, size_t count,
                          int16_t *first)
{
    for (int part = 0; part < hidden; part += 64) {
        for (size_t n = 0; n < count; n++)
            simd128_tile(w1, hidden, part, base, &inputs[n], first + n * (size_t)hidden);
    }
}

static void simd128_second(const int16_t *w2, int hidden, const int16_t *first, int32_t second[NET_MIDDLE])
{
    const v128_t zero = wasm_i32x4_splat(0);
    v128_t sum[8] = {zero, zero, zero, zero, zero, zero, zero, zero};
    for (int i = 0; i < hidden / 2; i += 4) {
        v128_t f = wasm_i16x8_max(wasm_v128_load(first + 2 * i), zero);
        uint32_t fires = 15 & ~(uint32_t)wasm_i32x4_bitmask(wasm_i32x4_eq(f, zero));
        int32_t pair[4];
        wasm_v128_store(pair, f);
        for (; fires; fires &= fires - 1) {
            int k = __builtin_ctz(fires);
            v128_t both = wasm_i32x4_splat(pair[k]);
            const int16_t *w = w2 + (size_t)(i + k) * 2 * NET_MIDDLE;
            for (int j = 0; j < 8; j++)
                sum[j] = wasm_i32x4_add(sum[j], wasm_i32x4_dot_i16x8(both, wasm_v128_load(w + 8 * j)));
        }
    }
    for (int j = 0; j < 8; j++)
        wasm_v128_store(second + 4 * j, sum[j]);
}

UPPER_KERNEL(simd128, , upper_vector16)

static const struct net_kernel simd128 = {"simd128",      always,         simd128_first,
                                          simd128_second, simd128_upper1, simd128_upper4};

static const struct net_kernel *const kernels[] = {&simd128, &plain, NULL};
#else
static const struct net_kernel *const kernels[] = {&plain, NULL};
#endif

const struct net_kernel *net_kernel_at(size_t index)
{
    size_t i = 0;
    for (; kernels[i]; i++) {
        if (kernels[i]->fits() && index-- == 0)
            break;
    }
    return kernels[i];
}

const char *pasch_kernel_name(size_t index)
{
    const struct net_kernel *kernel = net_kernel_at(index);
    return kernel ? kernel->name : NULL;
}
