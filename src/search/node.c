/* Below the root: one worker, one node after the other. */
#include <stdlib.h>
#include <string.h>

#include "search/search.h"

enum { PRUNE = 6 }; /* plays of a roll that are evaluated in full */

bool worker_open(struct worker *w, struct pasch_search *search)
{
    w->search = search;
    w->replies = malloc((PASCH_SEARCH_PLIES + 1) * sizeof *w->replies);
    return rolls_open(&w->rolls) && w->replies;
}

void worker_close(struct worker *w)
{
    rolls_close(&w->rolls);
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

/* The best for each roll. */
struct keeping {
    const struct stakes *stakes;
    struct replies *replies;
    int me, most;
};

static void keep_rolls(void *context, const struct rolls *rolls)
{
    const struct keeping *keeping = context;
    for (size_t i = 0; i < rolls->offers; i++) {
        size_t p = rolls->offer[i].play;
        keep(&keeping->replies[rolls->offer[i].roll], keeping->most, &rolls->plays.play[p].board, &rolls->probs[p],
             stakes_choice(keeping->stakes, keeping->me, &rolls->probs[p]));
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
    struct keeping keeping = {&w->search->stakes, replies, me, most_of(filter)};
    for (int r = 0; r < SEARCH_ROLLS; r++)
        replies[r].count = 0;
    rolls_evaluate(&w->rolls, w->search->evaluator, board, me, PRUNE, keep_rolls, &keeping);
    for (int r = 0; r < SEARCH_ROLLS; r++) {
        struct replies *these = &replies[r];
        float least = these->reply[0].equity - filter->threshold;
        while (these->count > 1 && these->count > filter->accept && these->reply[these->count - 1].equity < least)
            these->count--;
    }
}

struct value node_opinion(const struct pasch_search *search, const struct pasch_board *board, int me,
                          const struct pasch_probs *probs)
{
    struct value theirs = {.probs = pasch_probs_flip(probs)};
    stakes_leaf(&search->stakes, search->evaluator, board, 1 - me, &theirs);
    struct value mine = stakes_turn(&search->stakes, 1 - me, &theirs);
    mine.probs = *probs; /* turned twice its last bits might differ */
    return mine;
}

struct value node_roll(struct worker *w, const struct replies *replies, int me, int plies)
{
    const struct stakes *stakes = &w->search->stakes;
    struct value best;
    float equity = 0;
    if (plies <= 1)
        return node_opinion(w->search, &replies->reply[0].board, me, &replies->reply[0].probs);
    for (int i = 0; i < replies->count; i++) {
        struct value theirs = node_value(w, &replies->reply[i].board, 1 - me, plies - 1);
        struct value mine = stakes_turn(stakes, 1 - me, &theirs);
        float choice = stakes_choice(stakes, me, &mine.probs);
        if (i == 0 || choice > equity) {
            best = mine;
            equity = choice;
        }
    }
    return best;
}

struct value node_mean(const struct worker *w, const struct value values[SEARCH_ROLLS])
{
    int states = w->search->stakes.ladder.states;
    double win = 0, win_gammon = 0, win_backgammon = 0, lose_gammon = 0, lose_backgammon = 0;
    double hold[PASCH_LADDER_STATES] = {0};
    for (int r = 0; r < SEARCH_ROLLS; r++) {
        const struct pasch_probs *probs = &values[r].probs;
        double weight = rolls_table[r].weight;
        win += weight * (double)probs->win;
        win_gammon += weight * (double)probs->win_gammon;
        win_backgammon += weight * (double)probs->win_backgammon;
        lose_gammon += weight * (double)probs->lose_gammon;
        lose_backgammon += weight * (double)probs->lose_backgammon;
        for (int s = 0; s < states; s++)
            hold[s] += weight * (double)values[r].hold[s];
    }
    struct value mean = {.probs = {(float)(win / 36), (float)(win_gammon / 36), (float)(win_backgammon / 36),
                                   (float)(lose_gammon / 36), (float)(lose_backgammon / 36)}};
    for (int s = 0; s < states; s++)
        mean.hold[s] = (float)(hold[s] / 36);
    return mean;
}

static struct cache_key key_of(const struct worker *w, const struct pasch_board *board, int me, int plies)
{
    const struct stakes *stakes = &w->search->stakes;
    return cache_key(board, me, plies, stakes_key(stakes, me), stakes->ladder.states);
}

bool node_known(struct worker *w, const struct pasch_board *board, int me, int plies, struct value *out)
{
    const struct pasch_evaluator *evaluator = w->search->evaluator;
    if (plies == 0 || stakes_exact(&w->search->stakes, evaluator, board, me)) {
        out->probs = pasch_evaluate(evaluator, board, me);
        stakes_leaf(&w->search->stakes, evaluator, board, me, out);
        return true;
    }
    struct cache_key key = key_of(w, board, me, plies);
    return cache_find(&w->search->cache, &key, out);
}

void node_keep(struct worker *w, const struct pasch_board *board, int me, int plies, const struct value *value)
{
    struct cache_key key = key_of(w, board, me, plies);
    cache_keep(&w->search->cache, &key, value);
}

struct value node_value(struct worker *w, const struct pasch_board *board, int me, int plies)
{
    struct value value = {0}, values[SEARCH_ROLLS];
    if (search_stops(w->search) || node_known(w, board, me, plies, &value))
        return value;
    struct replies *replies = w->replies[plies];
    node_replies(w, board, me, plies, replies);
    for (int r = 0; r < SEARCH_ROLLS; r++)
        values[r] = node_roll(w, &replies[r], me, plies);
    value = node_mean(w, values);
    /* After a stop some of it may be nonsense. */
    if (!atomic_load_explicit(&w->search->stopped, memory_order_relaxed))
        node_keep(w, board, me, plies, &value);
    return value;
}
