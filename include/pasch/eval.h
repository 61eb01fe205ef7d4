/* What a position is worth: the chances of the side on roll, before it rolls, without the cube. */
#ifndef PASCH_EVAL_H
#define PASCH_EVAL_H

#include "pasch/position.h"

/* Each includes the next: a won gammon is a win, a won backgammon is a won gammon. */
struct pasch_probs {
    float win, win_gammon, win_backgammon, lose_gammon, lose_backgammon;
};

/* Points a game: 2 win - 1 + win_gammon + win_backgammon - lose_gammon - lose_backgammon. */
float pasch_probs_equity(const struct pasch_probs *probs);

/* The same chances seen by the other side. */
struct pasch_probs pasch_probs_flip(const struct pasch_probs *probs);

/* Exact bear-off tables for boards with all men of both sides home and past each other. Immutable once made, so that
 * threads may share it. */
struct pasch_bearoff;

/* One-sided tables for 15 men on 6 points; NULL when out of memory. Takes about a second. */
struct pasch_bearoff *pasch_bearoff_create(void);
void pasch_bearoff_destroy(struct pasch_bearoff *bearoff);

/* A net with its inputs; immutable once loaded. */
struct pasch_net;

/* From the bytes of a net file, which stay the caller's and are not needed afterwards. NULL with the reason in `error`.
 */
struct pasch_net *pasch_net_read(const void *bytes, size_t size, struct pasch_error *error);
void pasch_net_destroy(struct pasch_net *net);

/* Position classes, from the surest evaluator to the least. */
enum pasch_class { PASCH_CLASS_OVER, PASCH_CLASS_BEAROFF, PASCH_CLASS_RACE, PASCH_CLASS_CONTACT, PASCH_CLASSES };

/* Which class a board of standard backgammon belongs to. */
enum pasch_class pasch_class_of(const struct pasch_rules *rules, const struct pasch_board *board);

/* Everything that evaluates a game. The parts stay the caller's and outlive it. */
struct pasch_evaluator {
    const struct pasch_rules *rules;
    const struct pasch_bearoff *bearoff; /* NULL: the race net serves */
    const struct pasch_net *race, *contact;
};

/* The chances of `me`, on roll. */
struct pasch_probs pasch_evaluate(const struct pasch_evaluator *evaluator, const struct pasch_board *board, int me);

/* The chances of `me` after each of its plays from `board`, the opponent on roll: out[plays->count]. */
void pasch_evaluate_plays(const struct pasch_evaluator *evaluator, const struct pasch_board *board, int me,
                          const struct pasch_plays *plays, struct pasch_probs *out);

/* The evaluator that comes with the program for a game; NULL with the reason in `error`. */
struct pasch_engine;
struct pasch_engine *pasch_engine_create(const struct pasch_rules *rules, struct pasch_error *error);
void pasch_engine_destroy(struct pasch_engine *engine);
const struct pasch_evaluator *pasch_engine_evaluator(const struct pasch_engine *engine);

#endif
