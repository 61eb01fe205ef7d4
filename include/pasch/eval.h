/* What a position is worth: the chances of the side on roll, before it rolls, without the cube. */
#ifndef PASCH_EVAL_H
#define PASCH_EVAL_H

#include "pasch/bearoff.h"
#include "pasch/position.h"

/* Each includes the next: a won gammon is a win, a won backgammon is a won gammon. Where men or pips are counted,
 * win_gammon and lose_gammon are the points that are won and lost on average, as shares of the most there can be
 * (pasch_rules_most_points), and there are no backgammons. A draw is half a win. */
struct pasch_probs {
    float win, win_gammon, win_backgammon, lose_gammon, lose_backgammon;
};

/* Points a game: 2 win - 1 + win_gammon + win_backgammon - lose_gammon - lose_backgammon. */
float pasch_probs_equity(const struct pasch_probs *probs);

/* Points a game by the scoring of this game. */
float pasch_probs_points(const struct pasch_rules *rules, const struct pasch_probs *probs);

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

/* Which class a board belongs to. Where the sides do not walk towards each other, all is contact. */
enum pasch_class pasch_class_of(const struct pasch_rules *rules, const struct pasch_board *board);

/* Everything that evaluates a game. The parts stay the caller's and outlive it. */
struct pasch_evaluator {
    const struct pasch_rules *rules;
    const struct pasch_bearoff *bearoff;            /* NULL: the race net serves */
    const struct pasch_bearoff_two *two;            /* preferred where it reaches; NULL = none */
    const struct pasch_net *race, *contact;         /* race NULL: the other serves */
    const struct pasch_net *early, *ahead, *behind; /* phases of contact, as below; NULL: contact serves */
    const struct pasch_net *quick; /* looks at the men alone, to choose what the others look at; NULL = none */
    /* What other tables know of `me`, about to throw; NULL = nothing. */
    bool (*known)(const void *tables, const struct pasch_board *board, int me, struct pasch_probs *out);
    const void *tables;
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

/* Whether a board and who is on roll say all: a turn is one throw of one stage, and men off end the game. Then boards
 * can be evaluated as above. In all other games positions are, as below. */
bool pasch_evaluate_fits(const struct pasch_rules *rules);

/* Opinions on positions of any game, whatever is due but the answer to a double. What remains of the turn is played as
 * best the side can: stages, namings, stages that are handed over, and where throws lie open those of both sides. The
 * nets judge where the next throw is unknown, or a turn begins that knows none.
 *
 * Where a stage is followed by others, only so many of its plays, those that look best before them, are followed up
 * (`most`, 0 = PASCH_OUTLOOK_MOST). The others are taken to be no better than the worst of these. Where boards say all,
 * `most` is that of pasch_evaluate_prune. */
enum { PASCH_OUTLOOK_MOST = 12 };
struct pasch_outlook;                             /* room to work in, for one thread */
struct pasch_outlook *pasch_outlook_create(void); /* NULL when out of memory */
void pasch_outlook_destroy(struct pasch_outlook *outlook);

/* How many plays it has judged so far: what it cost, whatever the machine. */
uint64_t pasch_outlook_judged(const struct pasch_outlook *outlook);

/* Of position->turn. */
struct pasch_probs pasch_outlook_value(struct pasch_outlook *outlook, const struct pasch_evaluator *evaluator,
                                       const struct pasch_position *position, int most);

/* Of position->turn after each of these plays (pasch_position_plays): out[plays->count], or out[0] for a pass where
 * there is none. */
void pasch_outlook_plays(struct pasch_outlook *outlook, const struct pasch_evaluator *evaluator,
                         const struct pasch_position *position, const struct pasch_plays *plays, int most,
                         struct pasch_probs *out);

/* The same after each of these namings (pasch_position_choices). */
void pasch_outlook_choices(struct pasch_outlook *outlook, const struct pasch_evaluator *evaluator,
                           const struct pasch_position *position, uint8_t choice[][2], int count, int most,
                           struct pasch_probs *out);

/* The nets' and tables' opinion of position->turn before what is due there; made for positions that are leaves. */
struct pasch_probs pasch_outlook_judge(const struct pasch_evaluator *evaluator, const struct pasch_position *position);

/* Whether the position waits for dice nobody knows, or begins a turn without any: where nets judge. */
bool pasch_outlook_is_leaf(const struct pasch_position *position);

/* What is certain of a game that is over, to `me`. */
struct pasch_probs pasch_probs_over(const struct pasch_position *position, int me);

/* The nets of a game, by what they are for; the file of one is called <game>-<name>.net. Contact may have several, each
 * good at less: one while both sides have men far back and much to walk, one for the side on roll that has no man far
 * back any more, one for that which alone has some. Where those are missing the contact net judges for them. The quick
 * one may be missing, too. */
enum pasch_net_use {
    PASCH_NET_CONTACT,
    PASCH_NET_RACE,
    PASCH_NET_QUICK,
    PASCH_NET_EARLY,
    PASCH_NET_AHEAD,
    PASCH_NET_BEHIND,
    PASCH_NET_USES
};
const char *pasch_net_use_name(enum pasch_net_use use);

/* Whether the game has no evaluator without this one, unless tables know all: races have a net of their own only where
 * boards say all and show that the sides are past each other. */
bool pasch_net_is_needed(const struct pasch_rules *rules, enum pasch_net_use use);

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
    bool (*known)(const void *tables, const struct pasch_board *board, int me, struct pasch_probs *out);
    const void *tables;
    bool knows_all;     /* there is no position that `known` does not know: no net is needed */
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
