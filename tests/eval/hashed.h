/* Boards that are worth whatever a hash of them says, so that no two are alike and nothing is smooth; and what follows
 * from that for positions by the rules alone, written down plainly. */
#ifndef EVAL_HASHED_H
#define EVAL_HASHED_H

#include "pasch/eval.h"
#include "testing.h"

/* An evaluator of a game that has no tables and no nets, for games whose boards do not say all. */
struct pasch_evaluator hashed_evaluator(const struct pasch_rules *rules);

/* What position->turn has with best play of all that is known: every play, every naming, every stage handed over. The
 * plays are room to work in, which is shared out. */
struct pasch_probs hashed_value(const struct pasch_evaluator *evaluator, const struct pasch_position *position,
                                const struct pasch_plays *plays);

/* Chances of `turn` as `me` sees them. */
struct pasch_probs hashed_seen_by(int me, int turn, struct pasch_probs probs);

/* The games above that have dice which nobody knows before they are thrown: NULL past the last. */
const struct pasch_rules *hashed_game(size_t index);

/* Some position of a game in which a throw, or a naming at the beginning of a turn, is due. */
struct pasch_position hashed_position(const struct pasch_rules *rules, struct pasch_rng *rng,
                                      struct pasch_plays *plays);

void hashed_assert_close(const struct pasch_rules *rules, const struct pasch_probs *got,
                         const struct pasch_probs *wanted);

#endif
