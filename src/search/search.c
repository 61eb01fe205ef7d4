/* The root: plays are looked at further and further, and fewer of them each time. */
#include "search/search.h"

#include <stdlib.h>

enum { CHUNK = 16 }; /* candidates that are spread over the workers at a time */

struct root {
    struct pasch_search *search;
    int me, plies; /* of the candidates' nodes */
    size_t count;
    struct candidate {
        const struct pasch_board *board;
        bool known;
        struct pasch_probs value; /* for root.me */
        struct pasch_probs probs[SEARCH_ROLLS];
        struct replies replies[SEARCH_ROLLS];
    } candidate[CHUNK];
};

void pasch_search_settings(struct pasch_search_settings *settings)
{
    *settings = (struct pasch_search_settings){
        .filter = {[1] = {{2, 8, 0.20f}},
                   [2] = {{2, 8, 0.20f}, {1, 4, 0.08f}},
                   [3] = {{2, 8, 0.20f}, {1, 4, 0.08f}, {1, 2, 0.04f}},
                   [4] = {{2, 8, 0.20f}, {1, 4, 0.08f}, {1, 2, 0.04f}, {1, 1, 0.02f}}},
        .inner = {[2] = {1, 0, 0}, [3] = {1, 0, 0}, [4] = {1, 0, 0}},
        .cache_entries = 1 << 16,
    };
}

size_t pasch_cache_bytes(size_t entries)
{
    return entries * sizeof(struct cache_entry);
}

bool pasch_search_fits(const struct pasch_rules *rules)
{
    return rules->throws == PASCH_THROW_EACH && rules->doubles == PASCH_DOUBLES_PLAIN && !rules->bonus &&
           rules->ace_deuce == PASCH_ACE_DEUCE_PLAIN;
}

static bool cache_open(struct pasch_search *search)
{
    size_t entries = search->settings.cache_entries;
    search->cache.entries = entries;
    if (entries < 2)
        return true;
    search->cache.entry = search->settings.cache_memory;
    if (!search->cache.entry)
        search->cache.entry = search->cache_made = calloc(entries, sizeof *search->cache.entry);
    return search->cache.entry != NULL;
}

struct pasch_search *pasch_search_create(const struct pasch_evaluator *evaluator,
                                         const struct pasch_search_settings *settings)
{
    size_t entries = settings->cache_entries;
    if (!pasch_search_fits(evaluator->rules) || (entries & (entries - 1)))
        return NULL;
    struct pasch_search *search = calloc(1, sizeof *search);
    if (!search)
        return NULL;
    search->evaluator = evaluator;
    search->settings = *settings;
    search->workers = settings->parallel.run && settings->parallel.workers > 1 ? settings->parallel.workers : 1;
    search->worker = calloc((size_t)search->workers, sizeof *search->worker);
    search->root = malloc(sizeof *search->root);
    search->looks = malloc(PASCH_PLAYS_ROOM * sizeof *search->looks);
    bool fine = search->worker && search->root && search->looks && cache_open(search);
    for (int i = 0; i < search->workers && fine; i++)
        fine = worker_open(&search->worker[i], search);
    if (!fine) {
        pasch_search_destroy(search);
        return NULL;
    }
    search->root->search = search;
    return search;
}

void pasch_search_destroy(struct pasch_search *search)
{
    if (!search)
        return;
    for (int i = 0; i < search->workers && search->worker; i++)
        worker_close(&search->worker[i]);
    free(search->worker);
    free(search->root);
    free(search->looks);
    free(search->cache_made);
    free(search);
}

static void run(struct root *root, size_t count, pasch_task *task)
{
    const struct pasch_parallel *parallel = &root->search->settings.parallel;
    if (root->search->workers > 1) {
        parallel->run(parallel->context, count, task, root);
        return;
    }
    for (size_t i = 0; i < count; i++)
        task(root, i, 0);
}

static void expand(void *argument, size_t i, int worker)
{
    struct root *root = argument;
    struct worker *w = &root->search->worker[worker];
    struct candidate *c = &root->candidate[i];
    c->known = node_known(w, c->board, root->me, root->plies, &c->value);
    if (!c->known && !search_stops(root->search))
        node_replies(w, c->board, root->me, root->plies, c->replies);
}

static void deepen(void *argument, size_t i, int worker)
{
    struct root *root = argument;
    struct candidate *c = &root->candidate[i / SEARCH_ROLLS];
    size_t roll = i % SEARCH_ROLLS;
    if (!c->known && !search_stops(root->search))
        c->probs[roll] = node_roll(&root->search->worker[worker], &c->replies[roll], root->me, root->plies);
}

/* Values of root->count candidates, as node_value would give them one by one. False if stopped. */
static bool look_at_chunk(struct root *root)
{
    run(root, root->count, expand);
    run(root, root->count * SEARCH_ROLLS, deepen);
    if (atomic_load_explicit(&root->search->stopped, memory_order_relaxed))
        return false;
    for (size_t i = 0; i < root->count; i++) {
        struct candidate *c = &root->candidate[i];
        if (c->known)
            continue;
        c->value = node_mean(c->probs);
        cache_keep(&root->search->cache, c->board, root->me, root->plies, &c->value);
    }
    return true;
}

/* Further first, then better, then in the order of the plays. */
static int by_rank(const void *first, const void *second)
{
    const struct pasch_ranked *a = first, *b = second;
    if (a->plies != b->plies)
        return a->plies > b->plies ? -1 : 1;
    if (a->equity != b->equity)
        return a->equity > b->equity ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

static void set_ranked(struct pasch_ranked *ranked, const struct pasch_probs *probs, int plies)
{
    ranked->plies = plies;
    ranked->probs = *probs;
    ranked->equity = pasch_probs_equity(probs);
}

/* Looks at ranked[0, count) and ranks them anew. Leaves all as it was, and returns false, if stopped. */
static bool look(struct pasch_search *search, int plies, int me, const struct pasch_plays *plays,
                 struct pasch_ranked *ranked, size_t count)
{
    struct root *root = search->root;
    root->me = 1 - me;
    root->plies = plies;
    for (size_t from = 0; from < count; from += CHUNK) {
        root->count = count - from < CHUNK ? count - from : CHUNK;
        for (size_t i = 0; i < root->count; i++)
            root->candidate[i].board = &plays->play[ranked[from + i].index].board;
        if (!look_at_chunk(root))
            return false;
        for (size_t i = 0; i < root->count; i++)
            search->looks[from + i] = pasch_probs_flip(&root->candidate[i].value);
    }
    for (size_t i = 0; i < count; i++)
        set_ranked(&ranked[i], &search->looks[i], plies);
    qsort(ranked, count, sizeof *ranked, by_rank);
    return true;
}

/* The evaluator's opinions, ranked. */
static void look_at_once(struct pasch_search *search, const struct pasch_board *board, int me,
                         const struct pasch_plays *plays, struct pasch_ranked *ranked)
{
    pasch_evaluate_plays(search->evaluator, board, me, plays, search->looks);
    for (size_t i = 0; i < plays->count; i++) {
        ranked[i].index = (uint32_t)i;
        set_ranked(&ranked[i], &search->looks[i], 0);
    }
    qsort(ranked, plays->count, sizeof *ranked, by_rank);
}

static bool is_zero(const struct pasch_filter *filter)
{
    return !filter->accept && !filter->extra;
}

/* How many of ranked[0, count) go on: at least one, so that there always is a best. */
static size_t pass(const struct pasch_filter *filter, const struct pasch_ranked *ranked, size_t count)
{
    size_t accept = filter->accept > 1 ? (size_t)filter->accept : 1;
    size_t most = (size_t)filter->accept + (size_t)filter->extra, kept = count < accept ? count : accept;
    while (kept < count && kept < most && ranked[0].equity - ranked[kept].equity <= filter->threshold)
        kept++;
    return kept;
}

enum pasch_status pasch_search_best(struct pasch_search *search, int plies, const struct pasch_board *board, int me,
                                    const struct pasch_stage *stage, struct pasch_plays *plays,
                                    struct pasch_ranked *ranked)
{
    const struct pasch_search_settings *settings = &search->settings;
    if (stage) {
        enum pasch_status status = pasch_moves(search->evaluator->rules, board, me, stage, plays);
        if (status != PASCH_OK)
            return status;
    }
    if (plays->count > PASCH_PLAYS_ROOM)
        return PASCH_FULL;
    if (plies > PASCH_SEARCH_PLIES)
        plies = PASCH_SEARCH_PLIES;
    atomic_store_explicit(&search->stopped, false, memory_order_relaxed);
    look_at_once(search, board, me, plays, ranked);
    size_t count = plays->count;
    for (int looked = 0; looked < plies && count; looked++) {
        const struct pasch_filter *filter = &settings->filter[plies][looked];
        if (is_zero(filter))
            continue;
        if (looked && !look(search, looked, me, plays, ranked, count))
            return PASCH_OK;
        count = pass(filter, ranked, count);
        if (count == 1 && settings->only_choice)
            return PASCH_OK;
    }
    if (plies > 0)
        look(search, plies, me, plays, ranked, count);
    return PASCH_OK;
}

int pasch_search_eval(struct pasch_search *search, int plies, const struct pasch_board *board, int me,
                      struct pasch_probs *out)
{
    struct root *root = search->root;
    root->me = me;
    root->plies = plies > PASCH_SEARCH_PLIES ? PASCH_SEARCH_PLIES : plies;
    root->count = 1;
    root->candidate[0].board = board;
    atomic_store_explicit(&search->stopped, false, memory_order_relaxed);
    if (root->plies > 0 && look_at_chunk(root)) {
        *out = root->candidate[0].value;
        return root->plies;
    }
    *out = pasch_evaluate(search->evaluator, board, me);
    return 0;
}
