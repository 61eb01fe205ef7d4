#include "learn/weights.h"

#include <stdlib.h>
#include <string.h>

#include "base/kernel.h"

_Static_assert(sizeof(struct upper) == NET_UPPER * sizeof(float), "the upper layers are those of a net");

struct weights *weights_create(int hidden)
{
    struct weights *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->tiles = hidden / TILE_UNITS;
    w->size = (size_t)w->tiles * sizeof *w->tile + sizeof *w->upper;
    w->tile = aligned_alloc(64, (w->size + 63) / 64 * 64);
    if (!w->tile) {
        free(w);
        return NULL;
    }
    memset(w->tile, 0, w->size);
    w->upper = (struct upper *)(void *)(w->tile + w->tiles);
    return w;
}

void weights_destroy(struct weights *w)
{
    if (w)
        free(w->tile);
    free(w);
}

KERNEL void weights_to_whole(const float *restrict from, int16_t *restrict to, int count, float parts)
{
    for (int i = 0; i < count; i++) {
        float x = from[i] * parts;
        x = x > INT16_MAX ? INT16_MAX : x < INT16_MIN ? INT16_MIN : x;
        to[i] = (int16_t)(x < 0 ? x - 0.5f : x + 0.5f);
    }
}

void weights_from_whole(const int16_t *from, float *to, int count, float parts)
{
    for (int i = 0; i < count; i++)
        to[i] = (float)from[i] / parts;
}

void weights_to_net(const struct weights *w, struct pasch_net *net)
{
    float first = 1 << NET_FIRST_BITS, second = 1 << NET_SECOND_BITS;
    for (int t = 0; t < w->tiles; t++) {
        const struct tile *tile = &w->tile[t];
        size_t begin = (size_t)t * TILE_UNITS;
        for (int r = 0; r < INPUTS_ROWS; r++)
            weights_to_whole(tile->w1[r], net->w1 + (size_t)r * net_stride(net->hidden) + begin, TILE_UNITS,
                             first * inputs_unit(r));
        weights_to_whole(tile->b1, net->b1 + begin, TILE_UNITS, first);
        for (size_t i = 0; i < TILE_UNITS; i++) {
            int16_t row[NET_MIDDLE];
            weights_to_whole(tile->w2[i], row, NET_MIDDLE, second);
            for (size_t j = 0; j < NET_MIDDLE; j++)
                net->w2[net_pair_place(begin + i, j)] = row[j];
        }
    }
    memcpy(net->upper, w->upper, sizeof *w->upper);
}

void weights_from_net(struct weights *w, const struct pasch_net *net)
{
    const float first = 1 << NET_FIRST_BITS, second = 1 << NET_SECOND_BITS;
    for (int t = 0; t < w->tiles; t++) {
        struct tile *tile = &w->tile[t];
        for (size_t i = 0; i < TILE_UNITS; i++) {
            size_t unit = (size_t)t * TILE_UNITS + i;
            if (unit >= (size_t)net->hidden) {
                memset(tile->w2[i], 0, sizeof tile->w2[i]);
                continue;
            }
            for (int r = 0; r < INPUTS_ROWS; r++)
                tile->w1[r][i] = (float)net->w1[(size_t)r * net_stride(net->hidden) + unit] / (first * inputs_unit(r));
            tile->b1[i] = (float)net->b1[unit] / first;
            for (size_t j = 0; j < NET_MIDDLE; j++)
                tile->w2[i][j] = (float)net->w2[net_pair_place(unit, j)] / second;
        }
    }
    memcpy(w->upper, net->upper, sizeof *w->upper);
}
