/* The state of a learning, shared by playing (selfplay.c) and keeping it (keep.c). */
#ifndef LEARN_LEARNING_H
#define LEARN_LEARNING_H

#include "learn/learner.h"
#include "learn/ranker.h"
#include "pasch/dice.h"
#include "pasch/learn.h"

enum { QUICK_STEPS = 4000, QUICK_MOST = 6, FOLLOW_MOST = 3 };
enum { TABLES = 256, PLIES_MOST = 512, WORKERS_MOST = 16 };

/* A position and what it is worth to `turn`, on roll. With it may come a rival: what another play, nearly as good,
 * would have led to. */
struct lesson {
    struct pasch_board board;
    uint64_t state; /* of the turn, as the nets see it (inputs_add_state) */
    float target[NET_CHANCES];
    uint8_t turn;
    bool rivalled;
    struct pasch_board rival;
    float rival_target[NET_CHANCES];
    float points; /* of the mean over all rolls, by which the two are compared */
};

/* One of the games played side by side. */
struct table {
    struct pasch_rng rng;
    struct pasch_position position; /* one that nets judge (pasch_outlook_is_leaf) */
    uint8_t noisy;                  /* bits of the sides that make some moves by chance */
    float doubt;                    /* spread of what both misjudge plays by, in points */
    bool forward;                   /* nobody moves backwards */
    uint8_t holder;                 /* the side that keeps its rear men back as long as it can, or nobody */
    uint16_t plies;
    bool ended;
    /* of the game, with exact targets: what was thought of the positions so far */
    struct past {
        struct lesson lesson;     /* the mean over all rolls */
        struct pasch_probs after; /* of the side on roll, after the best it could do with the roll that came */
        bool followed;            /* that was what was played */
    } past[PLIES_MOST];
    int pasts;
    /* of the turn just played */
    struct lesson lesson;
    bool has_lesson;
    bool rivalled; /* what it was decided against, exact */
    struct pasch_board rival;
    float rival_target[NET_CHANCES];
    struct choice choice; /* for the quick net; none if its count is 0 */
};

/* What a worker needs to look at a table. */
struct desk {
    struct pasch_plays plays;
    struct pasch_probs *probs;
    struct pasch_outlook *outlook;
};

/* Lessons of one class: collected, learnt in batches. */
struct school {
    struct learner learner;
    struct lesson *memory;
    size_t kept, room, next; /* exact: a ring */
};

struct pasch_learning {
    const struct pasch_rules *rules;
    const struct pasch_evaluator *tables; /* its tables know what need not be learnt */
    int most;                             /* plays of a stage that are looked at in full, or followed up */
    struct pasch_rules forward;           /* the rules without moves backwards */
    bool boards;                          /* they say all (pasch_evaluate_fits): races have a net of their own */
    bool phases;                          /* and so have those of contact (evaluate_has_phases) */
    struct school school[PASCH_NET_USES];
    struct ranker ranker; /* the quick net learns what the others think of plays, where boards say all */
    struct pasch_rng rng;
    struct table table[TABLES];
    uint64_t games, positions;
    uint64_t told_games, told_plies;
    struct desk desk[WORKERS_MOST]; /* made when first used */
    struct pasch_parallel parallel;
    const struct pasch_learn_plan *plan; /* of the round at hand */
    struct pasch_evaluator evaluator;
};

#endif
