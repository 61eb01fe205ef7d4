/* All plays of all 21 rolls from one board, evaluated in one go: the sums that they have in common are made once for
 * the board and not once a roll (2 % less work), and boards that several rolls lead to are evaluated once (8 %). */
#ifndef SEARCH_ROLLS_H
#define SEARCH_ROLLS_H

#include "pasch/eval.h"
#include "rules/plays.h"

enum { SEARCH_ROLLS = 21, ROLLS_ROOM = 1 << 12 };

/* The rolls with their dice and chances in 36ths. */
struct roll {
    uint8_t die[2], weight;
};
extern const struct roll rolls_table[SEARCH_ROLLS];

struct rolls {
    struct pasch_plays plays;  /* every board once */
    struct pasch_probs *probs; /* of the side that plays, after each of them */
    struct offer {
        uint16_t roll, play;
    } * offer; /* which play is one of which roll, in the order of the rolls */
    size_t offers;

    struct pasch_plays one; /* the plays of one roll */
    struct plays_index index;
};

bool rolls_open(struct rolls *rolls); /* false when out of memory; rolls_close in any case */
void rolls_close(struct rolls *rolls);

/* Calls `take` with the evaluated plays of `me`, at most so many of a roll (see pasch_evaluate_prune): once, or several
 * times where there are more than there is room for, which may part a roll. Every roll has a play: where nothing can be
 * played, one that leaves the board as it is. */
void rolls_evaluate(struct rolls *rolls, const struct pasch_evaluator *evaluator, const struct pasch_board *board,
                    int me, size_t most, void (*take)(void *context, const struct rolls *rolls), void *context);

#endif
