/* What the parts of the search share: nodes of the tree, and the room that a worker has for them.
 *
 * The value of a node (board, side on roll, plies, stakes) is a function of these alone: the 21 rolls are summed in a
 * fixed order, and the replies are evaluated as plays from the node's own board. That is what the cache keeps. Opinions
 * of the evaluator on single plays are not kept: pasch_evaluate_plays adds up what a play changes, so a board's last
 * bits depend on where the play began, and whoever came first would decide which bits stay. They are the cheaper part,
 * too: a kept node stands for hundreds of them. */
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include "search/cache.h"
#include "search/rolls.h"

/* A reply to a roll, and what its maker has after it in the evaluator's opinion. */
struct reply {
    struct pasch_board board;
    float equity;
    struct pasch_probs probs;
};

/* The best replies to a roll, best first. */
struct replies {
    int count;
    struct reply reply[PASCH_SEARCH_KEEP];
};

struct worker {
    struct pasch_search *search;
    struct rolls rolls;
    struct replies (*replies)[SEARCH_ROLLS]; /* [plies] of the nodes on the way here */
};

struct pasch_search {
    const struct pasch_evaluator *evaluator;
    struct pasch_search_settings settings;
    struct cache cache;
    void *cache_made;
    int workers;
    struct worker *worker;       /* where boards say all, */
    struct turns_worker **turns; /* elsewhere */
    struct root *root;           /* of the decision at hand */
    struct stakes stakes;        /* the same */
    struct value *looks;         /* PASCH_PLAYS_ROOM: results of a look before they count */
    struct pasch_probs *opinions;
    atomic_bool stopped;
};

/* Whether to break off; asks the caller. */
bool search_stops(struct pasch_search *search);

bool worker_open(struct worker *worker, struct pasch_search *search);
void worker_close(struct worker *worker);

/* The replies of `me` to each roll that are worth a look of plies - 1. */
void node_replies(struct worker *worker, const struct pasch_board *board, int me, int plies,
                  struct replies replies[SEARCH_ROLLS]);

/* What `me` has after a play, by the evaluator's opinion of it. */
struct value node_opinion(const struct pasch_search *search, const struct pasch_board *board, int me,
                          const struct pasch_probs *probs);

/* What `me` has after its best reply. */
struct value node_roll(struct worker *worker, const struct replies *replies, int me, int plies);

/* The mean over the rolls. */
struct value node_mean(const struct worker *worker, const struct value values[SEARCH_ROLLS]);

/* What `me` has, on roll. Nonsense once the search has been stopped. */
struct value node_value(struct worker *worker, const struct pasch_board *board, int me, int plies);

/* The same where no search is needed: no plies are left, the evaluator is exact, or the cache knows. */
bool node_known(struct worker *worker, const struct pasch_board *board, int me, int plies, struct value *out);

/* Keeps a value in the cache. */
void node_keep(struct worker *worker, const struct pasch_board *board, int me, int plies, const struct value *value);

#endif
