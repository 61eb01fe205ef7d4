/* Learning to play by playing against oneself, from nothing but the rules. Everything follows from the seed; the state
 * can be kept and taken up again at any time. */
#ifndef PASCH_LEARN_H
#define PASCH_LEARN_H

#include "pasch/eval.h"
#include "pasch/parallel.h"

struct pasch_learning;

struct pasch_learn_plan {
    uint64_t positions;    /* to learn from */
    uint64_t done;         /* so many of them before this call */
    float rate, last_rate; /* of learning, falling from one to the other geometrically */
    float noise;           /* share of games in which some moves are made by chance, so as to see more */
    float holding;         /* share of games in which one side keeps its rear men back: back games, crashed boards */
    bool quick;            /* only the quick net learns, from what the others think of plays */
    bool exact;            /* targets are means over all 21 rolls, learnt again and again; else the roll that came */
    int repeat;            /* exact: how often a position is learnt on average */
    size_t memory;         /* exact: positions kept */
    float draw;            /* chance of a draw after each turn: who is ahead learns not to wait for ever */
    bool rivals;           /* exact: also learn from plays that are nearly as good as those made */
    float trace;           /* exact: share of what later positions of the game turned out to be worth, 0 to 1 */
    float doubt;           /* exact: where boards say all, targets of contact are a ply deeper if the net is off by
                            * more points; 0 = never */
};

/* Nets of so many units in the first layer for contact and, where boards say all (pasch_evaluate_fits), for races.
 * `tables` says the rules, and its tables what need not be learnt; it outlives the learning. NULL when out of memory.
 */
struct pasch_learning *pasch_learn_create(const struct pasch_evaluator *tables, int contact_hidden, int race_hidden,
                                          uint64_t seed);

/* Begins with the nets that `from` has, which may have fewer units and are not needed afterwards. */
enum pasch_status pasch_learn_begin(struct pasch_learning *learning, const struct pasch_evaluator *from,
                                    struct pasch_error *error);
void pasch_learn_destroy(struct pasch_learning *learning);

/* Where it stands. */
struct pasch_learn_report {
    uint64_t games, positions; /* in all */
    uint64_t done;             /* of the plan */
    float rate;
    double loss;  /* mean of the positions since the last report: cross-entropy above the targets' own; of the choices
                   * where only the quick net learns */
    double off;   /* by how many points the net's word differs from the targets: root of the mean square */
    double apart; /* the same for the difference between two plays of a roll */
    double plies; /* mean length of the games since then */
};

/* Works through a plan; `tell` is called now and then and may end it by returning false. The outcome is the same for
 * any number of workers, at most 16. */
void pasch_learn_run(struct pasch_learning *learning, const struct pasch_learn_plan *plan,
                     const struct pasch_parallel *parallel,
                     bool (*tell)(void *context, const struct pasch_learn_report *report), void *context);

/* The nets as they stand, ready to be written to files with pasch_net_bytes; NULL where the game has none of this use.
 * They belong to the learning and change with it. */
const struct pasch_net *pasch_learn_net(struct pasch_learning *learning, enum pasch_net_use use);

/* A net file in memory: its size, and its bytes. */
size_t pasch_net_bytes(const struct pasch_net *net, void *out);

/* The whole state, to go on later: with `out` NULL only its size is told. */
size_t pasch_learn_save(const struct pasch_learning *learning, void *out);
enum pasch_status pasch_learn_load(struct pasch_learning *learning, const void *bytes, size_t size,
                                   struct pasch_error *error);

#endif
