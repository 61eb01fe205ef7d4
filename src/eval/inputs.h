/* A board as the net sees it: lists of rows of the first layer. Two blocks, the side on roll first.
 * The men come one row each, so that a move changes few of them; then features that a layer of sums cannot find by
 * itself: who can hit what, who can cover what, how the rear men get away. */
#ifndef EVAL_INPUTS_H
#define EVAL_INPUTS_H

#include "pasch/rules.h"

enum {
    INPUTS_STACK = 6,  /* rows for the first to sixth man on a point; more men repeat the last */
    INPUTS_BAR = 4,    /* the same for the bar */
    INPUTS_COUNT = 15, /* rows for the first to fifteenth man off, and in hand */
    INPUTS_SCALARS = 8,
    INPUTS_MEN = PASCH_POINTS * INPUTS_STACK + INPUTS_BAR + 2 * INPUTS_COUNT, /* rows of a side's men */
    INPUTS_SIDE = INPUTS_MEN + INPUTS_SCALARS + 3 * PASCH_POINTS,             /* and of its features, and its marks */
    INPUTS_ROWS = 2 * INPUTS_SIDE,
    INPUTS_MEN_MOST = 2 * 15 + 2 * PASCH_POINTS,        /* rows of one board at the most: men and marks */
    INPUTS_SCALED_MOST = 2 * (INPUTS_SCALARS + 2 * 15), /* and features */
};

/* A value is a share of the row's unit in 32768ths: the net's arithmetic is in whole numbers. */
struct inputs {
    int added, removed, scaled;
    uint16_t add[INPUTS_MEN_MOST], remove[INPUTS_MEN_MOST]; /* rows that count once; taken away again */
    uint16_t scale[INPUTS_SCALED_MOST];                     /* rows that count by their value */
    int16_t value[INPUTS_SCALED_MOST];
};

/* The men of both sides, `me` on roll. */
void inputs_add_men(struct inputs *inputs, const struct pasch_board *board, int me);

/* What changes of that from one board to another. */
void inputs_add_changes(struct inputs *inputs, const struct pasch_board *from, const struct pasch_board *to, int me);

/* The features of both sides, `me` on roll. */
void inputs_add_features(struct inputs *inputs, const struct pasch_rules *rules, const struct pasch_board *board,
                         int me);

/* Nothing yet. */
void inputs_clear(struct inputs *inputs);

/* All of it. */
void inputs_of(struct inputs *inputs, const struct pasch_rules *rules, const struct pasch_board *board, int me);

/* What the nets must know besides the men, as bits 0 to INPUTS_STATES - 1. Games with such a state have no marks, whose
 * rows these are. */
enum { INPUTS_STATES = 2 * PASCH_POINTS };
void inputs_add_state(struct inputs *inputs, uint64_t state);

/* The row of the k-th man (from 1) on a place. */
int inputs_man_row(int block, int place, int k);

/* What a row's value of 32768 stands for. */
float inputs_unit(int row);

#endif
