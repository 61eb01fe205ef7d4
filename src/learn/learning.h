/* The state of a learning, shared by playing (selfplay.c) and keeping it (keep.c). */
#ifndef LEARN_LEARNING_H
#define LEARN_LEARNING_H

#include "learn/learner.h"
#include "pasch/dice.h"
#include "pasch/learn.h"

enum { TABLES = 256, BATCH = 256, ROOM = 1 << 13, PLIES_MOST = 600 };

/* One of the games played side by side. */
struct table {
    struct pasch_board board;
    uint8_t turn;
    bool noisy;
    uint16_t plies;
};

/* A position and what it is worth to `turn`, on roll. */
struct lesson {
    struct pasch_board board;
    float target[NET_CHANCES];
    uint8_t turn;
};

/* Lessons of one class: collected, learnt in batches. */
struct school {
    struct learner learner;
    int waiting; /* taught since the last step */
    struct lesson *memory;
    size_t kept, room, next; /* exact: a ring */
};

struct pasch_learning {
    const struct pasch_rules *rules;
    const struct pasch_bearoff *bearoff;
    struct school contact, race;
    struct pasch_rng rng;
    struct table table[TABLES];
    uint64_t games, positions;
    uint64_t told_games, told_plies;
    struct pasch_plays plays;
    struct pasch_probs *probs;
};

#endif
