/* Looking ahead in games whose boards do not say all: from position to position, through whatever a turn is made of. A
 * ply is a turn that begins with a throw nobody knows; another throw in the same turn is one, too. */
#include "search/turns.h"

#include <stdlib.h>
#include <string.h>

#include "search/rolls.h"

enum {
    NESTED = 24,    /* plays and namings one inside the other on the way through a tree */
    ROOM = 1 << 13, /* plays of a stage that are looked at below the root */
    ROOT_MOST = 10, /* plays at the root that are looked at one ply ahead, */
    DEEP_MOST = 4,  /* those of them that are looked at further, */
    INNER_MOST = 3, /* and below the root */
    FIXED_MOST = 6, /* below it in a game without dice */
    GLANCE = 2,     /* plays of a stage that are followed up where no more than a glance is wanted */
};
static const float root_margin = 0.25f, deep_margin = 0.12f, inner_margin = 0.1f; /* of what a game is about */

/* A look may come to so many plays judged, which takes a few seconds; then it is given up. One ply further costs about
 * GROWTH times as much: a look that would come to more than EFFORT_LIKELY is not begun. */
enum { EFFORT_MOST = 1200000, EFFORT_LIKELY = 500000, GROWTH = 40 };

struct option {
    float points;
    uint32_t index;
};

struct turns_worker {
    struct pasch_search *search;
    struct pasch_outlook *outlook;
    uint64_t limit; /* of the plays that the outlook has judged */
    int nested;
    struct nest {
        struct pasch_plays plays;
        struct pasch_probs *probs;
        struct option *option;
    } nest[NESTED];
    int path; /* without dice: boards on the way here, to see one again */
    uint64_t seen[64];
};

static bool nest_open(struct nest *nest)
{
    if (nest->option)
        return true;
    void *memory = nest->plays.play ? nest->plays.play : malloc(pasch_plays_bytes(ROOM));
    nest->probs = nest->probs ? nest->probs : malloc(ROOM * sizeof *nest->probs);
    if (!memory)
        return false;
    pasch_plays_init(&nest->plays, memory, ROOM);
    nest->option = nest->probs ? malloc(ROOM * sizeof *nest->option) : NULL;
    return nest->option != NULL;
}

struct turns_worker *turns_open(struct pasch_search *search)
{
    struct turns_worker *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->search = search;
    w->outlook = pasch_outlook_create();
    if (!w->outlook) {
        free(w);
        return NULL;
    }
    return w;
}

void turns_close(struct turns_worker *w)
{
    for (int i = 0; w && i < NESTED; i++) {
        free(w->nest[i].plays.play);
        free(w->nest[i].probs);
        free(w->nest[i].option);
    }
    if (w)
        pasch_outlook_destroy(w->outlook);
    free(w);
}

float turns_points(const struct pasch_search *search, int me, const struct pasch_probs *probs)
{
    const struct pasch_rules *rules = search->evaluator->rules;
    bool counted = rules->score == PASCH_SCORE_MEN || rules->score == PASCH_SCORE_PIPS;
    return counted ? pasch_probs_points(rules, probs) : stakes_choice(&search->stakes, me, probs);
}

/* What a game is about, in points: 1, or what is lost on average. */
static float usual_points(const struct pasch_search *search, const struct pasch_probs *probs)
{
    const struct pasch_rules *rules = search->evaluator->rules;
    bool counted = rules->score == PASCH_SCORE_MEN || rules->score == PASCH_SCORE_PIPS;
    return counted ? (float)pasch_rules_most_points(rules) * (probs->win_gammon + probs->lose_gammon) : 1;
}

static int by_points(const void *first, const void *second)
{
    const struct option *a = first, *b = second;
    if (a->points != b->points)
        return a->points > b->points ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

static bool has_dice(const struct pasch_position *p)
{
    return p->rules->throws != PASCH_THROW_FIXED;
}

/* Best first; returns how many are worth a look. */
static size_t sort_options(const struct turns_worker *w, struct option *option, size_t count, size_t most, float margin,
                           const struct pasch_probs *probs)
{
    qsort(option, count, sizeof *option, by_points);
    float least = option[0].points - margin * usual_points(w->search, &probs[option[0].index]);
    size_t kept = 1;
    while (kept < count && kept < most && option[kept].points >= least)
        kept++;
    return kept;
}

/* Without dice a window of points is carried along: what lies outside of it will not be played. */
struct window {
    float low, high;
};
static const struct window wide = {-1e9f, 1e9f};

static struct pasch_probs look(struct turns_worker *w, const struct pasch_position *p, int plies, struct window window);

static struct pasch_probs seen_by(int me, int turn, const struct pasch_probs *probs)
{
    return me == turn ? *probs : pasch_probs_flip(probs);
}

static struct pasch_probs glance(struct turns_worker *w, const struct pasch_position *p)
{
    return pasch_outlook_value(w->outlook, w->search->evaluator, p, has_dice(p) ? GLANCE : 0);
}

/* What is worth most to the side that decides, of positions that follow. */
struct best {
    struct turns_worker *w;
    int me, plies;
    struct window window;
    bool any;
    float points;
    struct pasch_probs probs;
};

/* False once nothing better need be looked for. */
static bool best_take(struct best *best, const struct pasch_position *after)
{
    struct window window = best->window;
    if (best->any && best->points > window.low)
        window.low = best->points;
    if (after->turn != best->me)
        window = (struct window){-window.high, -window.low};
    struct pasch_probs then = look(best->w, after, best->plies, window);
    struct pasch_probs mine = seen_by(best->me, after->turn, &then);
    float points = turns_points(best->w->search, best->me, &mine);
    if (!best->any || points > best->points) {
        best->any = true;
        best->points = points;
        best->probs = mine;
    }
    return best->points < best->window.high;
}

static struct pasch_probs look_at_plays(struct turns_worker *w, const struct pasch_position *p, int plies,
                                        struct window window)
{
    struct nest *nest = &w->nest[w->nested];
    if (w->nested == NESTED - 1 || !nest_open(nest) ||
        pasch_moves(p->rules, &p->board, p->turn, &p->stage[0], &nest->plays) != PASCH_OK)
        return glance(w, p);
    struct best best = {.w = w, .me = p->turn, .plies = plies, .window = window};
    struct pasch_position after = *p;
    size_t count = nest->plays.count;
    w->nested++;
    if (!count) {
        pasch_position_play(&after, NULL);
        best_take(&best, &after);
    } else {
        pasch_outlook_plays(w->outlook, w->search->evaluator, p, &nest->plays, GLANCE, nest->probs);
        for (size_t i = 0; i < count; i++)
            nest->option[i] = (struct option){turns_points(w->search, p->turn, &nest->probs[i]), (uint32_t)i};
        bool fixed = !has_dice(p);
        count = sort_options(w, nest->option, count, fixed ? FIXED_MOST : INNER_MOST, fixed ? 9 : inner_margin,
                             nest->probs);
        for (size_t i = 0; i < count; i++) {
            after = *p;
            pasch_position_play(&after, &nest->plays.play[nest->option[i].index]);
            if (!best_take(&best, &after))
                break;
        }
    }
    w->nested--;
    return best.probs;
}

static struct pasch_probs look_at_choices(struct turns_worker *w, const struct pasch_position *p, int plies,
                                          struct window window)
{
    uint8_t choice[21][2];
    struct pasch_probs probs[21];
    struct option option[21];
    struct best best = {.w = w, .me = p->turn, .plies = plies, .window = window};
    int count = pasch_position_choices(p, choice);
    pasch_outlook_choices(w->outlook, w->search->evaluator, p, choice, count, GLANCE, probs);
    for (int i = 0; i < count; i++)
        option[i] = (struct option){turns_points(w->search, p->turn, &probs[i]), (uint32_t)i};
    size_t kept = sort_options(w, option, (size_t)count, INNER_MOST, inner_margin, probs);
    for (size_t i = 0; i < kept; i++) {
        struct pasch_position after = *p;
        const uint8_t *roll = choice[option[i].index];
        pasch_position_choose(&after, roll[0], roll[1], NULL);
        if (!best_take(&best, &after))
            break;
    }
    return best.probs;
}

static void add_chances(double sum[5], const struct pasch_probs *p, double weight)
{
    const float chance[5] = {p->win, p->win_gammon, p->win_backgammon, p->lose_gammon, p->lose_backgammon};
    for (int i = 0; i < 5; i++)
        sum[i] += weight * (double)chance[i];
}

/* The mean over the throws that are due. */
static struct pasch_probs look_at_throws(struct turns_worker *w, const struct pasch_position *p, int plies)
{
    double sum[5] = {0};
    for (int r = 0; r < SEARCH_ROLLS; r++) {
        struct pasch_position thrown = *p;
        pasch_position_throw(&thrown, rolls_table[r].die[0], rolls_table[r].die[1], NULL);
        struct pasch_probs probs = look(w, &thrown, plies, wide);
        add_chances(sum, &probs, rolls_table[r].weight);
    }
    return (struct pasch_probs){(float)(sum[0] / 36), (float)(sum[1] / 36), (float)(sum[2] / 36), (float)(sum[3] / 36),
                                (float)(sum[4] / 36)};
}

static uint64_t hash_of(const struct pasch_position *p)
{
    uint64_t word[sizeof p->board / 8], hash = p->turn + 1;
    memcpy(word, &p->board, sizeof word);
    for (size_t i = 0; i < sizeof word / sizeof *word; i++) {
        hash = (hash ^ word[i]) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    return hash;
}

/* A turn without dice: seen again on the way here, it will be seen a third time, which is a draw. */
static struct pasch_probs look_at_fixed(struct turns_worker *w, const struct pasch_position *p, int plies,
                                        struct window window)
{
    uint64_t hash = hash_of(p);
    for (int i = 0; i < w->path; i++) {
        if (w->seen[i] == hash)
            return (struct pasch_probs){.win = 0.5f};
    }
    if (w->path == (int)(sizeof w->seen / sizeof *w->seen))
        return glance(w, p);
    w->seen[w->path++] = hash;
    struct pasch_probs probs = look_at_plays(w, p, plies, window);
    w->path--;
    return probs;
}

static bool gives_up(const struct turns_worker *w)
{
    return search_stops(w->search) || pasch_outlook_judged(w->outlook) > w->limit;
}

/* What position->turn has. Nonsense once it has given up. */
static struct pasch_probs look(struct turns_worker *w, const struct pasch_position *p, int plies, struct window window)
{
    if (p->over)
        return pasch_probs_over(p, p->turn);
    bool begins = pasch_outlook_is_leaf(p);
    if (gives_up(w) || (begins && !plies))
        return begins ? pasch_outlook_judge(w->search->evaluator, p) : glance(w, p);
    switch (pasch_position_due(p)) {
    case PASCH_DUE_THROW:
    case PASCH_DUE_BONUS: return look_at_throws(w, p, plies - 1);
    case PASCH_DUE_REPLY: return plies ? look_at_throws(w, p, plies - 1) : glance(w, p);
    case PASCH_DUE_CHOOSE: return plies - begins <= 0 ? glance(w, p) : look_at_choices(w, p, plies - begins, window);
    default: break;
    }
    if (begins)
        return look_at_fixed(w, p, plies - 1, window);
    return plies ? look_at_plays(w, p, plies, window) : glance(w, p);
}

/* Without dice a look costs so much less that it may go further. */
static int turns_of(const struct pasch_rules *rules, int plies)
{
    return rules->throws == PASCH_THROW_FIXED ? 3 * plies : plies;
}

/* One look; false if it was given up. `effort` is what it took. */
static bool look_once(struct turns_worker *w, const struct pasch_position *p, int plies, uint64_t most,
                      struct pasch_probs *out, uint64_t *effort)
{
    uint64_t before = pasch_outlook_judged(w->outlook);
    w->nested = w->path = 0;
    w->limit = before + most;
    *out = look(w, p, turns_of(p->rules, plies), wide);
    *effort = pasch_outlook_judged(w->outlook) - before;
    return !gives_up(w);
}

int turns_value(struct turns_worker *w, const struct pasch_position *p, int plies, struct pasch_probs *out)
{
    uint64_t effort = 0;
    int looked = 0;
    *out = pasch_outlook_judge(w->search->evaluator, p);
    while (looked < plies && effort * GROWTH <= EFFORT_LIKELY) {
        struct pasch_probs probs;
        if (!look_once(w, p, looked + 1, EFFORT_MOST, &probs, &effort))
            break;
        *out = probs;
        looked++;
    }
    return looked;
}

/* The root. */

struct turns_root {
    struct pasch_search *search;
    const struct pasch_position *position;
    const struct pasch_plays *plays; /* NULL: namings */
    const uint8_t (*choice)[2];
    int plies;
    struct pasch_ranked *ranked;
    uint64_t effort[ROOT_MOST], limit; /* plays judged for each option, and how many may be */
};

static void look_at_option(void *argument, size_t i, int worker)
{
    struct turns_root *root = argument;
    struct pasch_ranked *ranked = &root->ranked[i];
    struct pasch_position after = *root->position;
    if (root->plays)
        pasch_position_play(&after, &root->plays->play[ranked->index]);
    else
        pasch_position_choose(&after, root->choice[ranked->index][0], root->choice[ranked->index][1], NULL);
    struct pasch_probs then;
    look_once(root->search->turns[worker], &after, root->plies, root->limit, &then, &root->effort[i]);
    ranked->probs = seen_by(root->position->turn, after.turn, &then);
}

static int by_rank(const void *first, const void *second)
{
    const struct pasch_ranked *a = first, *b = second;
    if (a->plies != b->plies)
        return a->plies > b->plies ? -1 : 1;
    if (a->equity != b->equity)
        return a->equity > b->equity ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

/* How many of those that were ranked come near the first. */
static size_t count_near(const struct turns_root *root, size_t count, size_t most, float margin)
{
    const struct pasch_ranked *ranked = root->ranked;
    float least = ranked[0].equity - margin * usual_points(root->search, &ranked[0].probs);
    size_t near = 1;
    while (near < count && near < most && ranked[near].equity >= least)
        near++;
    return near;
}

static bool was_given_up(const struct turns_root *root, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (root->effort[i] > root->limit)
            return true;
    }
    return search_stops(root->search);
}

/* Looks at the first `count` options and ranks them anew; false if it was given up, and nothing changes. */
static bool look_at_first(struct turns_root *root, int plies, size_t count)
{
    struct pasch_search *search = root->search;
    struct pasch_ranked *ranked = root->ranked, before[ROOT_MOST];
    memcpy(before, ranked, count * sizeof *ranked);
    root->plies = plies;
    root->limit = EFFORT_MOST / count;
    const struct pasch_parallel *parallel = &search->settings.parallel;
    if (search->workers > 1)
        parallel->run(parallel->context, count, look_at_option, root);
    for (size_t i = 0; i < count && search->workers == 1; i++)
        look_at_option(root, i, 0);
    if (was_given_up(root, count)) {
        memcpy(ranked, before, count * sizeof *ranked);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        ranked[i].plies = plies;
        ranked[i].equity = turns_points(search, root->position->turn, &ranked[i].probs);
    }
    qsort(ranked, count, sizeof *ranked, by_rank);
    return true;
}

/* Whether the next look at `count` options would take too long, by what the last at `looked` of them took. */
static bool is_too_much(const struct turns_root *root, size_t looked, size_t count)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < looked; i++)
        sum += root->effort[i];
    return sum * count / looked * GROWTH > EFFORT_LIKELY;
}

/* Ranks options whose opinions are there: one ply ahead, then those that still come near one ply further, and so on. */
static void rank(struct turns_root *root, int plies, size_t count, const struct pasch_probs *opinions)
{
    struct pasch_search *search = root->search;
    for (size_t i = 0; i < count; i++)
        root->ranked[i] = (struct pasch_ranked){(uint32_t)i, 0,
                                                turns_points(search, root->position->turn, &opinions[i]), opinions[i]};
    qsort(root->ranked, count, sizeof *root->ranked, by_rank);
    size_t near = count, looked = 0;
    for (int look = 1; look <= plies; look++) {
        near =
            look == 1 ? count_near(root, near, ROOT_MOST, root_margin) : count_near(root, near, DEEP_MOST, deep_margin);
        if (near == 1 && search->settings.only_choice)
            return;
        if (looked && is_too_much(root, looked, near))
            return;
        if (!look_at_first(root, look, near))
            return;
        looked = near;
    }
}

void turns_rank_plays(struct pasch_search *search, int plies, const struct pasch_position *position,
                      const struct pasch_plays *plays, struct pasch_ranked *ranked)
{
    struct turns_root root = {.search = search, .position = position, .plays = plays, .ranked = ranked};
    pasch_outlook_plays(search->turns[0]->outlook, search->evaluator, position, plays, 0, search->opinions);
    rank(&root, plies, plays->count, search->opinions);
}

void turns_rank_choices(struct pasch_search *search, int plies, const struct pasch_position *position,
                        uint8_t choice[][2], int count, struct pasch_ranked *ranked)
{
    struct turns_root root = {
        .search = search, .position = position, .choice = (const uint8_t(*)[2])choice, .ranked = ranked};
    pasch_outlook_choices(search->turns[0]->outlook, search->evaluator, position, choice, count, 0, search->opinions);
    rank(&root, plies, (size_t)count, search->opinions);
}
