/* Cube decisions that GNU Backgammon has answered, and what other answers to them cost by its figures. */
#ifndef SEARCH_PEERS_H
#define SEARCH_PEERS_H

#include "pasch/cube.h"
#include "testing.h"

enum { PEERS_ROWS = 1000, PEERS_ID = 15 };

/* A line of cube.jsonl: a position with the cube and the score, and the equities at 2 plies. */
struct peer {
    int number; /* from 1 */
    char id[PEERS_ID], class[16];
    struct pasch_position position;
    struct pasch_cube cube;
    double no_double, double_take, double_pass;
    double mwc[3]; /* matches */
};

/* Calls `each` for every line. */
void peers_read(const struct pasch_met *met, void (*each)(const struct peer *peer, void *context), void *context);

struct loss {
    int decisions, wrong;
    double doubling, taking, no_double, double_take; /* the last two: errors of the equities */
};

/* The side on roll decides, and the opponent answers, whether or not there should have been a double. */
void loss_add(struct loss *loss, const struct pasch_verdict *ours, double nd, double dt, double dp);

/* Prints it, and returns what is lost in thousandths a decision. */
double loss_report(const char *what, const struct loss *loss);

#endif
