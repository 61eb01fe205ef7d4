/* Chances of boards that have been looked at, plies and all. Threads share it without locks: an entry that is being
 * written is no hit, and is not written by a second thread. The whole board is compared, so that a hit is never another
 * board's. A board in which the sides are exchanged is the same board. */
#ifndef SEARCH_CACHE_H
#define SEARCH_CACHE_H

#include <stdatomic.h>

#include "pasch/search.h"

enum {
    CACHE_KEY = sizeof(struct pasch_board) / 8,
    CACHE_WORDS = CACHE_KEY + 3, /* and the plies and the chances */
};

struct cache_entry {
    _Atomic uint64_t version; /* odd while it is being written, 0 = empty */
    _Atomic uint64_t word[CACHE_WORDS];
};

struct cache {
    struct cache_entry *entry; /* NULL = no cache */
    size_t entries;            /* a power of two, at least 2 */
};

bool cache_find(const struct cache *cache, const struct pasch_board *board, int me, int plies, struct pasch_probs *out);
void cache_keep(const struct cache *cache, const struct pasch_board *board, int me, int plies,
                const struct pasch_probs *probs);

#endif
