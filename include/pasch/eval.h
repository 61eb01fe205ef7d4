/* What a position is worth: the chances of the side on roll, before it rolls, without the cube. */
#ifndef PASCH_EVAL_H
#define PASCH_EVAL_H

#include "pasch/bearoff.h"
#include "pasch/position.h"

/* Each includes the next: a won gammon is a win, a won backgammon is a won gammon. */
struct pasch_probs {
    float win, win_gammon, win_backgammon, lose_gammon, lose_backgammon;
};

/* Points a game: 2 win - 1 + win_gammon + win_backgammon - lose_gammon - lose_backgammon. */
float pasch_probs_equity(const struct pasch_probs *probs);

/* The same chances seen by the other side. */
struct pasch_probs pasch_probs_flip(const struct pasch_probs *probs);

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
    const struct pasch_bearoff_two *two; /* preferred where it reaches; NULL = none */
    const struct pasch_net *race, *contact;
    const struct pasch_net *quick; /* looks at the men alone, to choose what the others look at; NULL = none */
};

/* The chances of `me`, on roll. */
struct pasch_probs pasch_evaluate(const struct pasch_evaluator *evaluator, const struct pasch_board *board, int me);

/* The chances of `me` after each of its plays from `board`, the opponent on roll: out[plays->count]. */
void pasch_evaluate_plays(const struct pasch_evaluator *evaluator, const struct pasch_board *board, int me,
                          const struct pasch_plays *plays, struct pasch_probs *out);

/* Leaves at most so many plays, up to PASCH_PRUNE_MOST, of a board in contact: those that the quick net thinks best.
 * They can no longer be looked up by their boards (plays_index). Does nothing without such a net, or with 0. */
enum { PASCH_PRUNE_MOST = 16 };
void pasch_evaluate_prune(const struct pasch_evaluator *evaluator, const struct pasch_board *board, int me,
                          struct pasch_plays *plays, size_t most);

/* What the two-sided table knows about `me`, on roll, with the cube, for money. False where it does not reach. */
bool pasch_evaluate_exact(const struct pasch_evaluator *evaluator, const struct pasch_board *board, int me,
                          struct pasch_bearoff_value *out);

/* The nets of a game, by what they are for; the file of one is called <game>-<name>.net. The quick one may be missing.
 */
enum pasch_net_use { PASCH_NET_CONTACT, PASCH_NET_RACE, PASCH_NET_QUICK, PASCH_NET_USES };
const char *pasch_net_use_name(enum pasch_net_use use);

/* What is taken instead of what comes with the program. All of it stays the caller's; the tables outlive the engine.
 * All zero: the nets that come with the program, and tables that are made now, which takes a fifth of a second. */
struct pasch_engine_parts {
    struct {
        const void *bytes; /* of a net file */
        size_t size;
        const char *name; /* of that file, for errors */
    } net[PASCH_NET_USES];
    const struct pasch_bearoff *bearoff;
    const struct pasch_bearoff_two *two;
    const char *kernel; /* the way to compute, of those that pasch_kernel_name lists; NULL = the fastest */
};

/* The ways to compute nets on this processor, the fastest first, NULL past the last. All give the same bits. */
const char *pasch_kernel_name(size_t index);

/* The evaluator for a game; NULL with the reason in `error`. `parts` may be NULL. */
struct pasch_engine;
struct pasch_engine *pasch_engine_create(const struct pasch_rules *rules, const struct pasch_engine_parts *parts,
                                         struct pasch_error *error);
void pasch_engine_destroy(struct pasch_engine *engine);
const struct pasch_evaluator *pasch_engine_evaluator(const struct pasch_engine *engine);

#endif
