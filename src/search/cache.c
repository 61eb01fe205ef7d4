#include "search/cache.h"

#include <string.h>

_Static_assert(sizeof(struct pasch_board) % 8 == 0, "a board is whole words");

/* An entry as it is outside of the cache. */
struct plain {
    uint64_t key[CACHE_KEY];
    struct value {
        int32_t plies;
        struct pasch_probs probs;
    } value;
};
_Static_assert(sizeof(struct plain) == CACHE_WORDS * 8, "no padding");

static void key_of(uint64_t key[CACHE_KEY], const struct pasch_board *board, int me)
{
    memcpy(key, &board->side[me], sizeof board->side[me]);
    memcpy(key + CACHE_KEY / 2, &board->side[1 - me], sizeof board->side[me]);
}

/* Where an entry belongs. It may also be in the place beside, whose number differs in the lowest bit. */
static size_t home_of(const struct cache *cache, const uint64_t key[CACHE_KEY], int plies)
{
    uint64_t hash = (uint64_t)plies;
    for (int i = 0; i < CACHE_KEY; i++) {
        hash = (hash ^ key[i]) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    }
    return (size_t)hash & (cache->entries - 1);
}

/* False if it is empty, or changed while it was read. A word written later than the first look at the version has been
 * released after that change of the version, so whoever acquires the word sees the change, too. (No fences: the thread
 * sanitizer does not know them.) */
static bool load(const struct cache_entry *entry, struct plain *plain)
{
    uint64_t word[CACHE_WORDS], before = atomic_load_explicit(&entry->version, memory_order_acquire);
    if (!before || before & 1)
        return false;
    for (int i = 0; i < CACHE_WORDS; i++)
        word[i] = atomic_load_explicit(&entry->word[i], memory_order_acquire);
    memcpy(plain, word, sizeof *plain);
    return atomic_load_explicit(&entry->version, memory_order_relaxed) == before;
}

/* Leaves it to another thread that is just writing there. */
static void store(struct cache_entry *entry, const struct plain *plain)
{
    uint64_t word[CACHE_WORDS], version = atomic_load_explicit(&entry->version, memory_order_relaxed);
    if (version & 1 || !atomic_compare_exchange_strong_explicit(&entry->version, &version, version + 1,
                                                                memory_order_acq_rel, memory_order_relaxed))
        return;
    memcpy(word, plain, sizeof word);
    for (int i = 0; i < CACHE_WORDS; i++)
        atomic_store_explicit(&entry->word[i], word[i], memory_order_release);
    atomic_store_explicit(&entry->version, version + 2, memory_order_release);
}

bool cache_find(const struct cache *cache, const struct pasch_board *board, int me, int plies, struct pasch_probs *out)
{
    struct plain plain;
    uint64_t key[CACHE_KEY];
    if (!cache->entry)
        return false;
    key_of(key, board, me);
    size_t home = home_of(cache, key, plies);
    for (size_t i = 0; i < 2; i++) {
        if (load(&cache->entry[home ^ i], &plain) && plain.value.plies == plies &&
            memcmp(plain.key, key, sizeof key) == 0) {
            *out = plain.value.probs;
            return true;
        }
    }
    return false;
}

/* What took more work is spared. */
void cache_keep(const struct cache *cache, const struct pasch_board *board, int me, int plies,
                const struct pasch_probs *probs)
{
    struct plain plain = {.value = {plies, *probs}}, there;
    if (!cache->entry)
        return;
    key_of(plain.key, board, me);
    size_t home = home_of(cache, plain.key, plies);
    bool spared = load(&cache->entry[home], &there) && there.value.plies > plies;
    store(&cache->entry[home ^ (spared ? 1 : 0)], &plain);
}
