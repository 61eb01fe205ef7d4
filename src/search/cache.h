/* Values of boards that have been looked at, plies, stakes and all. Threads share it without locks: an entry that is
 * being written is no hit, and is not written by a second thread. The whole board is compared, so that a hit is never
 * another board's. A board in which the sides are exchanged is the same board. */
#ifndef SEARCH_CACHE_H
#define SEARCH_CACHE_H

#include <stdatomic.h>

#include "pasch/search.h"
#include "search/stakes.h"

enum {
    CACHE_KEY = sizeof(struct pasch_board) / 8 + 2,
    CACHE_WORDS = CACHE_KEY + (sizeof(struct value) + 7) / 8,
};

struct cache_entry {
    _Atomic uint64_t version; /* odd while it is being written, 0 = empty */
    _Atomic uint64_t word[CACHE_WORDS];
};

struct cache {
    struct cache_entry *entry; /* NULL = no cache */
    size_t entries;            /* a power of two, at least 2 */
};

/* A node: `me` is on roll. */
struct cache_key {
    uint64_t word[CACHE_KEY]; /* the board, the stakes, the plies */
    int plies, words;         /* how many words of an entry are in use, key included */
};

/* `stakes` is what stakes_key says, `states` how many numbers of `hold` a value has. */
struct cache_key cache_key(const struct pasch_board *board, int me, int plies, uint64_t stakes, int states);

bool cache_find(const struct cache *cache, const struct cache_key *key, struct value *out);
void cache_keep(const struct cache *cache, const struct cache_key *key, const struct value *value);

#endif
