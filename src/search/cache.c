#include "search/cache.h"

#include <string.h>

_Static_assert(sizeof(struct pasch_board) % 8 == 0, "a board is whole words");

enum { BOARD = sizeof(struct pasch_board) / 8 };

struct cache_key cache_key(const struct pasch_board *board, int me, int plies, uint64_t stakes, int states)
{
    size_t value = offsetof(struct value, hold) + (size_t)states * sizeof(float);
    struct cache_key key = {.plies = plies, .words = CACHE_KEY + (int)(value + 7) / 8};
    memcpy(key.word, &board->side[me], sizeof board->side[me]);
    memcpy(key.word + BOARD / 2, &board->side[1 - me], sizeof board->side[me]);
    key.word[BOARD] = stakes;
    key.word[BOARD + 1] = (uint64_t)plies;
    return key;
}

/* Where an entry belongs. It may also be in the place beside, whose number differs in the lowest bit. */
static size_t home_of(const struct cache *cache, const struct cache_key *key)
{
    uint64_t hash = 0;
    for (int i = 0; i < CACHE_KEY; i++) {
        hash = (hash ^ key->word[i]) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    }
    return (size_t)hash & (cache->entries - 1);
}

/* False if it is empty, or changed while it was read. A word written later than the first look at the version has been
 * released after that change of the version, so whoever acquires the word sees the change, too. (No fences: the thread
 * sanitizer does not know them.) */
static bool load(const struct cache_entry *entry, int words, uint64_t *word)
{
    uint64_t before = atomic_load_explicit(&entry->version, memory_order_acquire);
    if (!before || before & 1)
        return false;
    for (int i = 0; i < words; i++)
        word[i] = atomic_load_explicit(&entry->word[i], memory_order_acquire);
    return atomic_load_explicit(&entry->version, memory_order_relaxed) == before;
}

/* Leaves it to another thread that is just writing there. */
static void store(struct cache_entry *entry, int words, const uint64_t *word)
{
    uint64_t version = atomic_load_explicit(&entry->version, memory_order_relaxed);
    if (version & 1 || !atomic_compare_exchange_strong_explicit(&entry->version, &version, version + 1,
                                                                memory_order_acq_rel, memory_order_relaxed))
        return;
    for (int i = 0; i < words; i++)
        atomic_store_explicit(&entry->word[i], word[i], memory_order_release);
    atomic_store_explicit(&entry->version, version + 2, memory_order_release);
}

bool cache_find(const struct cache *cache, const struct cache_key *key, struct value *out)
{
    uint64_t word[CACHE_WORDS];
    if (!cache->entry)
        return false;
    size_t home = home_of(cache, key);
    for (size_t i = 0; i < 2; i++) {
        if (load(&cache->entry[home ^ i], key->words, word) && memcmp(word, key->word, sizeof key->word) == 0) {
            size_t size = (size_t)(key->words - CACHE_KEY) * 8;
            memcpy(out, word + CACHE_KEY, size < sizeof *out ? size : sizeof *out);
            return true;
        }
    }
    return false;
}

/* What took more work is spared. */
void cache_keep(const struct cache *cache, const struct cache_key *key, const struct value *value)
{
    uint64_t word[CACHE_WORDS] = {0}, there[CACHE_KEY];
    if (!cache->entry)
        return;
    size_t home = home_of(cache, key);
    memcpy(word, key->word, sizeof key->word);
    memcpy(word + CACHE_KEY, value, sizeof *value);
    bool spared = load(&cache->entry[home], CACHE_KEY, there) && there[CACHE_KEY - 1] > key->word[CACHE_KEY - 1];
    store(&cache->entry[home ^ (spared ? 1 : 0)], key->words, word);
}
