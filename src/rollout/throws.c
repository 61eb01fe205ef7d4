#include "rollout/rollout.h"

static uint64_t scramble(uint64_t z)
{
    z = (z ^ z >> 32) * 0xd6e8feb86659fd93u;
    z = (z ^ z >> 32) * 0xd6e8feb86659fd93u;
    return z ^ z >> 32;
}

static void shuffle(struct pasch_rng *rng, uint8_t *order, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t j = pasch_rng_below(rng, i + 1);
        order[i] = order[j];
        order[j] = (uint8_t)i;
    }
}

/* The numbers in rolls_table of two dice. */
static int roll_of(int a, int b)
{
    int high = a > b ? a : b, low = a > b ? b : a;
    return high * (high - 1) / 2 + low - 1;
}

static int roll_of_face(uint32_t face)
{
    return roll_of((int)face / 6 + 1, (int)face % 6 + 1);
}

/* Of the 30 without doubles. */
static int roll_of_mixed(uint32_t mixed)
{
    int a = (int)mixed / 5 + 1, b = (int)mixed % 5 + 1;
    return roll_of(a, b < a ? b : b + 1);
}

/* The first rolls go round and round in one order, the second rolls in another that is moved on by one whenever the
 * two would come together as before: so each pair comes once in as many trials as there are pairs. Then both orders are
 * drawn anew. */
static void spread(struct throws *throws, uint64_t seed, uint64_t trial, bool opening)
{
    uint32_t count = opening ? THROWS_MIXED : THROWS_FACES,
             common = opening ? 180 : THROWS_FACES; /* the least common multiple */
    uint32_t at = (uint32_t)(trial % (count * THROWS_FACES));
    uint8_t first[THROWS_FACES], second[THROWS_FACES];
    struct pasch_rng rng;
    pasch_rng_seed(&rng, scramble(seed ^ 0x7370726561640000u) + trial / (count * THROWS_FACES));
    shuffle(&rng, first, count);
    shuffle(&rng, second, THROWS_FACES);
    uint32_t one = first[at % count], two = second[(at + at / common) % THROWS_FACES];
    throws->first[0] = opening ? roll_of_mixed(one) : roll_of_face(one);
    throws->first[1] = roll_of_face(two);
}

void throws_begin(struct throws *throws, uint64_t seed, uint64_t trial, bool opening)
{
    spread(throws, seed, trial, opening);
    pasch_rng_seed(&throws->rng, scramble(scramble(seed) + trial));
    throws->thrown = 0;
}

int throws_next(struct throws *throws)
{
    if (throws->thrown < 2)
        return throws->first[throws->thrown++];
    return roll_of_face(pasch_rng_below(&throws->rng, THROWS_FACES));
}
