#include "learn/pairs.h"

#include <stdlib.h>
#include <string.h>

enum { WORDS = PAIRS_BOARDS / 64 };

struct pairs {
    size_t boards;
    uint64_t fires[NET_HIDDEN_MAX][WORDS]; /* a bit for each board */
};

struct pairs *pairs_create(void)
{
    return calloc(1, sizeof(struct pairs));
}

void pairs_destroy(struct pairs *pairs)
{
    free(pairs);
}

void pairs_add(struct pairs *pairs, const struct pasch_net *net, const struct inputs *inputs)
{
    int16_t first[NET_HIDDEN_MAX];
    if (pairs->boards == PAIRS_BOARDS)
        return;
    net_first(net, NULL, inputs, 1, first);
    for (int i = 0; i < net->hidden; i++)
        pairs->fires[i][pairs->boards / 64] |= (uint64_t)(first[i] > 0) << pairs->boards % 64;
    pairs->boards++;
}

/* On how many boards both fire. */
static int together(const struct pairs *pairs, int a, int b)
{
    int boards = 0;
    for (int w = 0; w < WORDS; w++)
        boards += __builtin_popcountll(pairs->fires[a][w] & pairs->fires[b][w]);
    return boards;
}

/* Takes the unit, of those left, that fires most on the boards on which `with` does, or on all. */
static int take(const struct pairs *pairs, int hidden, bool taken[], int with)
{
    int best = -1, most = -1;
    for (int i = 0; i < hidden; i++) {
        int boards = taken[i] ? -1 : together(pairs, i, with < 0 ? i : with);
        if (boards > most) {
            most = boards;
            best = i;
        }
    }
    taken[best] = true;
    return best;
}

/* Those that fire most choose first. */
static void choose(const struct pairs *pairs, int hidden, int order[])
{
    bool taken[NET_HIDDEN_MAX] = {false};
    for (int placed = 0; placed < hidden; placed += 2) {
        order[placed] = take(pairs, hidden, taken, -1);
        order[placed + 1] = take(pairs, hidden, taken, order[placed]);
    }
}

static void permute(int16_t *weight, const int *order, int hidden)
{
    int16_t old[NET_HIDDEN_MAX];
    memcpy(old, weight, (size_t)hidden * sizeof *old);
    for (int i = 0; i < hidden; i++)
        weight[i] = old[order[i]];
}

void pairs_order(const struct pairs *pairs, struct pasch_net *net)
{
    int order[NET_HIDDEN_MAX];
    int16_t *copy = malloc((size_t)net->hidden * NET_MIDDLE * sizeof *copy);
    if (!copy)
        return;
    choose(pairs, net->hidden, order);
    for (size_t r = 0; r < INPUTS_ROWS; r++)
        permute(net->w1 + r * net_stride(net->hidden), order, net->hidden);
    permute(net->b1, order, net->hidden);
    memcpy(copy, net->w2, (size_t)net->hidden * NET_MIDDLE * sizeof *copy);
    for (size_t i = 0; i < (size_t)net->hidden; i++) {
        for (size_t j = 0; j < NET_MIDDLE; j++)
            net->w2[net_pair_place(i, j)] = copy[net_pair_place((size_t)order[i], j)];
    }
    free(copy);
}
