/* The root: plays are looked at further and further, and fewer of them each time. */
#include "search/search.h"

#include <stdlib.h>

#include "search/cubeful.h"
#include "search/turns.h"

enum { CHUNK = 16 }; /* candidates that are spread over the workers at a time */

struct root {
    struct pasch_search *search;
    int me, plies; /* of the candidates' nodes */
    size_t count;
    struct candidate {
        const struct pasch_board *board;
        bool known;
        struct value value; /* for root.me */
        struct value values[SEARCH_ROLLS];
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
    bool boards = pasch_evaluate_fits(evaluator->rules);
    if (entries & (entries - 1))
        return NULL;
    struct pasch_search *search = calloc(1, sizeof *search);
    if (!search)
        return NULL;
    search->evaluator = evaluator;
    search->settings = *settings;
    search->workers = settings->parallel.run && settings->parallel.workers > 1 ? settings->parallel.workers : 1;
    search->worker = calloc((size_t)search->workers, sizeof *search->worker);
    search->turns = calloc((size_t)search->workers, sizeof(struct turns_worker *));
    search->root = malloc(sizeof *search->root);
    search->looks = malloc(PASCH_PLAYS_ROOM * sizeof *search->looks);
    search->opinions = malloc(PASCH_PLAYS_ROOM * sizeof *search->opinions);
    bool fine = search->worker && search->turns && search->root && search->looks && search->opinions &&
                (!boards || cache_open(search));
    for (int i = 0; i < search->workers && fine; i++)
        fine = boards ? worker_open(&search->worker[i], search) : (search->turns[i] = turns_open(search)) != NULL;
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
    for (int i = 0; i < search->workers && search->turns; i++)
        turns_close(search->turns[i]);
    free(search->worker);
    free(search->turns);
    free(search->root);
    free(search->looks);
    free(search->opinions);
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
        c->values[roll] = node_roll(&root->search->worker[worker], &c->replies[roll], root->me, root->plies);
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
        c->value = node_mean(&root->search->worker[0], c->values);
        node_keep(&root->search->worker[0], c->board, root->me, root->plies, &c->value);
    }
    return true;
}

/* Further first, then better, then in the order of the plays. If every play lets the opponent double us out, chances
 * still differ: the opponent may think less of its position. */
static int by_rank(const void *first, const void *second)
{
    const struct pasch_ranked *a = first, *b = second;
    if (a->plies != b->plies)
        return a->plies > b->plies ? -1 : 1;
    if (a->equity != b->equity)
        return a->equity > b->equity ? -1 : 1;
    float chances_a = pasch_probs_equity(&a->probs), chances_b = pasch_probs_equity(&b->probs);
    if (chances_a != chances_b)
        return chances_a > chances_b ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

static void set_ranked(struct pasch_ranked *ranked, const struct stakes *stakes, const struct value *mine, int plies)
{
    ranked->plies = plies;
    ranked->probs = mine->probs;
    ranked->equity = stakes_equity(stakes, mine);
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
            search->looks[from + i] = stakes_turn(&search->stakes, root->me, &root->candidate[i].value);
    }
    for (size_t i = 0; i < count; i++)
        set_ranked(&ranked[i], &search->stakes, &search->looks[i], plies);
    qsort(ranked, count, sizeof *ranked, by_rank);
    return true;
}

/* The evaluator's opinions, ranked. */
static void look_at_once(struct pasch_search *search, const struct pasch_board *board, int me,
                         const struct pasch_plays *plays, struct pasch_ranked *ranked)
{
    pasch_evaluate_plays(search->evaluator, board, me, plays, search->opinions);
    for (size_t i = 0; i < plays->count; i++) {
        struct value mine = node_opinion(search, &plays->play[i].board, me, &search->opinions[i]);
        ranked[i].index = (uint32_t)i;
        set_ranked(&ranked[i], &search->stakes, &mine, 0);
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

/* A new decision of `me`. */
static void begin(struct pasch_search *search, const struct pasch_cube *cube, int me)
{
    stakes_make(&search->stakes, cube, me);
    atomic_store_explicit(&search->stopped, false, memory_order_relaxed);
}

enum pasch_status pasch_search_best(struct pasch_search *search, int plies, const struct pasch_board *board, int me,
                                    const struct pasch_cube *cube, const struct pasch_stage *stage,
                                    struct pasch_plays *plays, struct pasch_ranked *ranked)
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
    begin(search, cube, me);
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

/* What `me` has, on roll. Who may be stopped looks less far first, to have something then. Returns the plies. */
static int look_ahead(struct pasch_search *search, int plies, const struct pasch_board *board, int me,
                      const struct pasch_cube *cube, struct value *out)
{
    struct root *root = search->root;
    int most = plies > PASCH_SEARCH_PLIES ? PASCH_SEARCH_PLIES : plies, done = 0;
    begin(search, cube, me);
    root->me = me;
    root->count = 1;
    root->candidate[0].board = board;
    node_known(&search->worker[0], board, me, 0, out);
    for (root->plies = search->settings.stop ? 1 : most; root->plies <= most && root->plies > 0; root->plies++) {
        if (!look_at_chunk(root))
            break;
        *out = root->candidate[0].value;
        done = root->plies;
    }
    return done;
}

int pasch_search_eval(struct pasch_search *search, int plies, const struct pasch_board *board, int me,
                      struct pasch_probs *out)
{
    struct value value;
    plies = look_ahead(search, plies, board, me, NULL, &value);
    *out = value.probs;
    return plies;
}

int pasch_search_cube(struct pasch_search *search, int plies, const struct pasch_board *board, int me,
                      const struct pasch_cube *cube, struct pasch_verdict *out)
{
    struct value value;
    plies = look_ahead(search, plies, board, me, cube, &value);
    pasch_ladder_judge(&search->stakes.ladder, value.hold, out);
    out->probs = value.probs;
    return plies;
}

/* Positions. */

enum pasch_status pasch_search_plays(struct pasch_search *search, int plies, const struct pasch_position *position,
                                     const struct pasch_cube *cube, const struct pasch_plays *plays,
                                     struct pasch_ranked *ranked)
{
    struct pasch_plays given = *plays;
    if (pasch_evaluate_fits(search->evaluator->rules))
        return pasch_search_best(search, plies, &position->board, position->turn, cube, NULL, &given, ranked);
    if (plays->count > PASCH_PLAYS_ROOM)
        return PASCH_FULL;
    begin(search, cube, position->turn);
    turns_rank_plays(search, plies < PASCH_SEARCH_PLIES ? plies : PASCH_SEARCH_PLIES, position, plays, ranked);
    return PASCH_OK;
}

void pasch_search_choices(struct pasch_search *search, int plies, const struct pasch_position *position,
                          const struct pasch_cube *cube, uint8_t choice[][2], int count, struct pasch_ranked *ranked)
{
    begin(search, cube, position->turn);
    turns_rank_choices(search, plies < PASCH_SEARCH_PLIES ? plies : PASCH_SEARCH_PLIES, position, choice, count,
                       ranked);
}

/* The position before any dice of the turn were known. */
static struct pasch_position before_dice(const struct pasch_position *position, int roller)
{
    struct pasch_position p = *position;
    enum pasch_throw throws = p.rules->throws;
    p.turn = (uint8_t)roller;
    p.offered = false;
    if (throws != PASCH_THROW_FIXED)
        p.stages = p.reply[0] = p.reply[1] = 0;
    return p;
}

int pasch_search_value(struct pasch_search *search, int plies, const struct pasch_position *position, int roller,
                       const struct pasch_cube *cube, struct pasch_verdict *out)
{
    const struct pasch_rules *rules = search->evaluator->rules;
    *out = (struct pasch_verdict){0};
    if (pasch_evaluate_fits(rules) && cube)
        return pasch_search_cube(search, plies, &position->board, roller, cube, out);
    if (pasch_evaluate_fits(rules))
        return pasch_search_eval(search, plies, &position->board, roller, &out->probs);
    struct pasch_position p = before_dice(position, roller);
    struct pasch_probs probs;
    begin(search, cube, roller);
    plies = turns_value(search->turns[0], &p, plies < PASCH_SEARCH_PLIES ? plies : PASCH_SEARCH_PLIES, &probs);
    if (cube)
        pasch_cube_judge(cube, &probs, pasch_cube_efficiency_of(rules, &p.board), out);
    out->probs = probs;
    return plies;
}

/* Nets are not sure of what is certain; two rolls later the game is mostly over. Where a turn has stages, or men walk
 * both ways, a second ply would take seconds. Whoever may still win by their opinion need not look. */
static int resign_plies(const struct pasch_rules *rules)
{
    return pasch_evaluate_fits(rules) ? 2 : 1;
}
static const float resign_chance = 0.01f;

int pasch_search_resign(struct pasch_search *search, int plies, const struct pasch_position *position,
                        const struct pasch_cube *cube)
{
    struct pasch_verdict verdict;
    if (pasch_rules_most_points(position->rules) > 3) /* what is lost is counted in the end */
        return 0;
    int looked = pasch_search_value(search, plies, position, position->turn, cube, &verdict);
    int least = resign_plies(position->rules);
    if (looked < least && verdict.probs.win < resign_chance)
        pasch_search_value(search, least, position, position->turn, cube, &verdict);
    return cubeful_resign(&search->stakes.ladder, verdict.best);
}

bool pasch_search_accept(struct pasch_search *search, int plies, const struct pasch_position *position, int roller,
                         const struct pasch_cube *cube, bool roller_resigns, int points)
{
    struct pasch_verdict verdict;
    int least = resign_plies(position->rules);
    pasch_search_value(search, plies < least ? least : plies, position, roller, cube, &verdict);
    if (pasch_rules_most_points(position->rules) > 3) {
        float mine = pasch_probs_points(position->rules, &verdict.probs);
        return (float)points >= (roller_resigns ? -mine : mine);
    }
    return cubeful_accept(&search->stakes.ladder, verdict.best, roller_resigns, points);
}
