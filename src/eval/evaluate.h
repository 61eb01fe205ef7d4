/* What evaluating boards (evaluate.c) and positions (outlook.c) share, and learning. */
#ifndef EVAL_EVALUATE_H
#define EVAL_EVALUATE_H

#include "eval/net.h"

/* The chances, as bits from 1 to 4 (win_gammon to lose_backgammon), that are 0 by the scoring of the game and the men
 * that are off. */
unsigned evaluate_certain(const struct pasch_rules *rules, const struct pasch_board *board, int me);

/* The chances of `me` out of what a net has put out for it: what cannot happen is 0, and each is at most the one that
 * includes it. */
struct pasch_probs evaluate_probs(const struct pasch_evaluator *evaluator, const struct pasch_net *net,
                                  const float out[NET_OUT], const struct pasch_board *board, int me);

/* What the nets must know of a position besides its men (inputs_add_state). */
uint64_t outlook_state(const struct pasch_position *position);

/* Which net judges a board of this class that is neither over nor a bear-off, `me` on roll. */
enum pasch_net_use evaluate_use(const struct pasch_rules *rules, enum pasch_class class,
                                const struct pasch_board *board, int me);

/* Whether the game, or the one whose nets it has, tells phases of contact apart. */
bool evaluate_has_phases(const struct pasch_rules *rules);

#endif
