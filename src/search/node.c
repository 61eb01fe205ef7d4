/* Below the root: one worker, one node after the other. */
#include <stdlib.h>
#include <string.h>

#include "search/search.h"

/* The rolls with their dice and chances in 36ths. */
static const struct roll {
    uint8_t die[2], weight;
} rolls[SEARCH_ROLLS] = {
    {{1, 1}, 1}, {{2, 1}, 2}, {{2, 2}, 1}, {{3, 1}, 2}, {{3, 2}, 2}, {{3, 3}, 1}, {{4, 1}, 2},
    {{4, 2}, 2}, {{4, 3}, 2}, {{4, 4}, 1}, {{5, 1}, 2}, {{5, 2}, 2}, {{5, 3}, 2}, {{5, 4}, 2},
    {{5, 5}, 1}, {{6, 1}, 2}, {{6, 2}, 2}, {{6, 3}, 2}, {{6, 4}, 2}, {{6, 5}, 2}, {{6, 6}, 1},
};

static bool plays_open(struct pasch_plays *plays, size_t room)
{
    void *memory = malloc(pasch_plays_bytes(room));
    if (memory)
        pasch_plays_init(plays, memory, room);
    return memory != NULL;
}

bool worker_open(struct worker *w, struct pasch_search *search)
{
    struct batch *batch = &w->batch;
    w->search = search;
    batch->probs = malloc(BATCH_ROOM * sizeof *batch->probs);
    batch->equity = malloc(BATCH_ROOM * sizeof *batch->equity);
    batch->offer = malloc(BATCH_ROOM * sizeof *batch->offer);
    w->replies = malloc((PASCH_SEARCH_PLIES + 1) * sizeof *w->replies);
    return plays_open(&w->plays, PASCH_PLAYS_ROOM) && plays_open(&batch->plays, BATCH_ROOM) && batch->probs &&
           batch->equity && batch->offer && w->replies;
}

void worker_close(struct worker *w)
{
    free(w->plays.play);
    free(w->batch.plays.play);
    free(w->batch.probs);
    free(w->batch.equity);
    free(w->batch.offer);
    free(w->replies);
}

bool search_stops(struct pasch_search *search)
{
    if (atomic_load_explicit(&search->stopped, memory_order_relaxed))
        return true;
    if (!search->settings.stop || !search->settings.stop(search->settings.stop_context))
        return false;
    atomic_store_explicit(&search->stopped, true, memory_order_relaxed);
    return true;
}

/* Puts a reply among the best `most`; of equals the first stays ahead. */
static void keep(struct replies *replies, int most, const struct pasch_board *board, const struct pasch_probs *probs,
                 float equity)
{
    int at = replies->count;
    while (at > 0 && equity > replies->reply[at - 1].equity)
        at--;
    if (at == most)
        return;
    if (replies->count < most)
        replies->count++;
    memmove(&replies->reply[at + 1], &replies->reply[at],
            (size_t)(replies->count - 1 - at) * sizeof replies->reply[at]);
    replies->reply[at] = (struct reply){*board, equity, *probs};
}

static void batch_begin(struct batch *batch)
{
    batch->plays.count = batch->offers = 0;
    plays_index_start(&batch->index, &batch->plays, 0);
}

/* Evaluates what has been collected and hands it out to the rolls. */
static void batch_end(struct worker *w, const struct pasch_board *board, int me, int most, struct replies *replies)
{
    struct batch *batch = &w->batch;
    pasch_evaluate_plays(w->search->evaluator, board, me, &batch->plays, batch->probs);
    for (size_t i = 0; i < batch->plays.count; i++)
        batch->equity[i] = pasch_probs_equity(&batch->probs[i]);
    for (size_t i = 0; i < batch->offers; i++) {
        size_t p = batch->offer[i].play;
        keep(&replies[batch->offer[i].roll], most, &batch->plays.play[p].board, &batch->probs[p], batch->equity[p]);
    }
}

static void batch_add(struct batch *batch, const struct pasch_play *play, int roll)
{
    struct pasch_play *there = plays_index_find(&batch->index, &play->board);
    if (!there) {
        there = &batch->plays.play[batch->plays.count];
        *there = *play;
        plays_index_add(&batch->index);
    }
    batch->offer[batch->offers++] = (struct offer){(uint16_t)roll, (uint16_t)(there - batch->plays.play)};
}

/* All plays of all rolls go through the batch, so that the sums they have in common are made once for the board and not
 * once a roll: 2 % less work, and 8 % less by the boards that are reached with several rolls. */
static void best_replies(struct worker *w, const struct pasch_board *board, int me, int most,
                         struct replies replies[SEARCH_ROLLS])
{
    batch_begin(&w->batch);
    for (int r = 0; r < SEARCH_ROLLS; r++) {
        struct pasch_stage stage = {PASCH_STAGE_MOVES, {rolls[r].die[0], rolls[r].die[1]}};
        replies[r].count = 0;
        pasch_moves(w->search->evaluator->rules, board, me, &stage, &w->plays);
        for (size_t i = 0; i < w->plays.count; i++) {
            if (w->batch.offers == BATCH_ROOM) {
                batch_end(w, board, me, most, replies);
                batch_begin(&w->batch);
            }
            batch_add(&w->batch, &w->plays.play[i], r);
        }
    }
    batch_end(w, board, me, most, replies);
}

/* Where nothing can be played the board stays as it is. */
static void add_passes(struct worker *w, const struct pasch_board *board, int me, struct replies *replies)
{
    struct pasch_probs probs;
    bool known = false;
    for (int r = 0; r < SEARCH_ROLLS; r++) {
        if (replies[r].count)
            continue;
        if (!known) {
            struct pasch_probs theirs = pasch_evaluate(w->search->evaluator, board, 1 - me);
            probs = pasch_probs_flip(&theirs);
            known = true;
        }
        keep(&replies[r], 1, board, &probs, pasch_probs_equity(&probs));
    }
}

static int most_of(const struct pasch_filter *filter)
{
    int most = filter->accept + filter->extra;
    return most < 1 ? 1 : most > PASCH_SEARCH_KEEP ? PASCH_SEARCH_KEEP : most;
}

void node_replies(struct worker *w, const struct pasch_board *board, int me, int plies,
                  struct replies replies[SEARCH_ROLLS])
{
    static const struct pasch_filter only_best = {1, 0, 0};
    const struct pasch_filter *filter = plies > 1 ? &w->search->settings.inner[plies] : &only_best;
    best_replies(w, board, me, most_of(filter), replies);
    add_passes(w, board, me, replies);
    for (int r = 0; r < SEARCH_ROLLS; r++) {
        struct replies *these = &replies[r];
        float least = these->reply[0].equity - filter->threshold;
        while (these->count > 1 && these->count > filter->accept && these->reply[these->count - 1].equity < least)
            these->count--;
    }
}

struct pasch_probs node_roll(struct worker *w, const struct replies *replies, int me, int plies)
{
    struct pasch_probs best = replies->reply[0].probs;
    float equity = 0;
    for (int i = 0; i < replies->count && plies > 1; i++) {
        struct pasch_probs theirs = node_value(w, &replies->reply[i].board, 1 - me, plies - 1);
        struct pasch_probs mine = pasch_probs_flip(&theirs);
        if (i == 0 || pasch_probs_equity(&mine) > equity) {
            best = mine;
            equity = pasch_probs_equity(&mine);
        }
    }
    return best;
}

struct pasch_probs node_mean(const struct pasch_probs probs[SEARCH_ROLLS])
{
    double win = 0, win_gammon = 0, win_backgammon = 0, lose_gammon = 0, lose_backgammon = 0;
    for (int r = 0; r < SEARCH_ROLLS; r++) {
        double weight = rolls[r].weight;
        win += weight * (double)probs[r].win;
        win_gammon += weight * (double)probs[r].win_gammon;
        win_backgammon += weight * (double)probs[r].win_backgammon;
        lose_gammon += weight * (double)probs[r].lose_gammon;
        lose_backgammon += weight * (double)probs[r].lose_backgammon;
    }
    return (struct pasch_probs){(float)(win / 36), (float)(win_gammon / 36), (float)(win_backgammon / 36),
                                (float)(lose_gammon / 36), (float)(lose_backgammon / 36)};
}

bool node_known(struct worker *w, const struct pasch_board *board, int me, int plies, struct pasch_probs *out)
{
    const struct pasch_evaluator *evaluator = w->search->evaluator;
    if (plies == 0 || pasch_class_of(evaluator->rules, board) == PASCH_CLASS_OVER) {
        *out = pasch_evaluate(evaluator, board, me);
        return true;
    }
    return cache_find(&w->search->cache, board, me, plies, out);
}

struct pasch_probs node_value(struct worker *w, const struct pasch_board *board, int me, int plies)
{
    struct pasch_probs value = {0}, probs[SEARCH_ROLLS];
    if (search_stops(w->search) || node_known(w, board, me, plies, &value))
        return value;
    struct replies *replies = w->replies[plies];
    node_replies(w, board, me, plies, replies);
    for (int r = 0; r < SEARCH_ROLLS; r++)
        probs[r] = node_roll(w, &replies[r], me, plies);
    value = node_mean(probs);
    /* After a stop some of it may be nonsense. */
    if (!atomic_load_explicit(&w->search->stopped, memory_order_relaxed))
        cache_keep(&w->search->cache, board, me, plies, &value);
    return value;
}
