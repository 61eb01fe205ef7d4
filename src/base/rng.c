#include "pasch/dice.h"

/* splitmix64 spreads a seed over the state, as the authors of xoshiro advise. */
void pasch_rng_seed(struct pasch_rng *rng, uint64_t seed)
{
    for (int i = 0; i < 4; i++) {
        uint64_t z = seed += 0x9e3779b97f4a7c15u;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        rng->state[i] = z ^ z >> 31;
    }
}

static uint64_t rotate(uint64_t x, int by)
{
    return x << by | x >> (64 - by);
}

uint64_t pasch_rng_next(struct pasch_rng *rng)
{
    uint64_t *s = rng->state, result = rotate(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
}

uint32_t pasch_rng_below(struct pasch_rng *rng, uint32_t below)
{
    uint64_t rest = UINT64_MAX % below, last = UINT64_MAX - (rest + 1) % below, number;
    do
        number = pasch_rng_next(rng);
    while (number > last);
    return (uint32_t)(number % below);
}
