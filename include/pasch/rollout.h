/* Rollouts: a position is played out many times, and the mean of what came of it is a better opinion than any look
 * ahead. Everything follows from the seed: trial n has the same dice whoever plays it, so that any number of threads
 * gives the same bits, several plays are compared with the same luck, and a rollout can be kept and taken up again.
 *
 * Luck is taken off: at each throw the evaluator says how much better the best play of the roll is than the mean over
 * all rolls, and that much is subtracted from what the trial came to. The mean of these differences is zero whatever
 * the evaluator thinks, so that the result stays unbiased, while its error is a small part of what it would be.
 *
 * The first two rolls are spread evenly: of 1296 trials each pair of rolls begins one, and any 36 that follow each
 * other from a multiple of 36 have each first and each second roll once.
 *
 * Every game can be rolled out, whatever its turns are made of: a throw that gives another one is two throws, each with
 * its luck, and where throws lie open, luck is that of the throw that is laid open. Without dice (one throw for the
 * whole game) all trials are alike, so that there is but one; before that throw there is one for each of them. */
#ifndef PASCH_ROLLOUT_H
#define PASCH_ROLLOUT_H

#include "pasch/search.h"

enum { PASCH_ROLLOUT_STARTS = 64 };

/* All zero: no trials, to the end of the game, luck taken off, without the cube. */
struct pasch_rollout_settings {
    uint64_t seed;
    uint64_t trials; /* at the most, of each start */
    int plies;       /* how far who plays looks ahead */
    int truncate;    /* after so many turns the evaluator's opinion counts; 0 = the game is played out */
    bool plain_luck; /* luck is left in */
    bool play_on;    /* bear-offs that tables know are played out all the same */
    bool opening;    /* the first roll is no double, as in the opening of a game */
    bool cubeful;    /* asks for nothing where men or pips are counted */

    /* Asked after every 36 trials, once there have been `minimum`: 0 = never. Where several starts are compared, those
     * are dropped that are behind the best by more than `ahead` times the error of the difference, and all is done when
     * one is left; and all is done when the errors of all that are left are at most `error`. */
    uint64_t minimum;
    double ahead, error;

    struct pasch_parallel parallel;
    bool (*stop)(void *context); /* asked by any worker: true to break off. NULL = never */
    void *stop_context;
};

/* Where trials begin: with a throw from a board, or at a position, whatever is due but the answer to a double. */
struct pasch_rollout_start {
    struct pasch_board board; /* all else being as at the root */
    uint8_t thrower; /* who throws first; meaningless if the game is over, which is seen where boards say all */
    bool doubled;    /* cubeful: the side at the root has doubled, and the double was taken */
    bool no_double;  /* cubeful: no double before the first throw */
    /* Instead of board and thrower; is copied. NULL = none. Where boards say all, a throw is due in it. */
    const struct pasch_position *position;
};

/* What has come of a start, seen by the side that acts at the root. Errors are standard errors of the mean. */
struct pasch_rollout_result {
    uint64_t trials;
    bool dropped;  /* too far behind: its trials ended early */
    bool complete; /* all that dice can still bring was played: there is no error */
    struct pasch_probs probs, probs_error;
    double equity, equity_error;   /* points without the cube, by the chances and the game's own scoring */
    double cubeful, cubeful_error; /* normalised to the cube at the root, as cube.h says; else 0 */
    double behind, behind_error;   /* how far behind the best start, over the trials of both; 0 for the best */
};

struct pasch_rollout;

/* `root` says who looks at it all and how the cube lies, and `met` what a match is worth (NULL: as for money). Nothing
 * but the evaluator, `met` and what the settings point to must outlive the call. NULL with the reason in `error`. */
struct pasch_rollout *pasch_rollout_create(const struct pasch_evaluator *evaluator, const struct pasch_met *met,
                                           const struct pasch_position *root, const struct pasch_rollout_start *start,
                                           int starts, const struct pasch_rollout_settings *settings,
                                           struct pasch_error *error);
void pasch_rollout_destroy(struct pasch_rollout *rollout);

/* Plays until all is done, or `tell` (NULL = nobody) returned false, or it was stopped. `tell` is called after some
 * trials, by the caller's own thread. True if all is done. */
bool pasch_rollout_run(struct pasch_rollout *rollout, bool (*tell)(void *context, const struct pasch_rollout *rollout),
                       void *context);

/* Trials so far, and those still to come by the present errors, both of all starts together. */
uint64_t pasch_rollout_trials(const struct pasch_rollout *rollout);
uint64_t pasch_rollout_left(const struct pasch_rollout *rollout);

void pasch_rollout_result(const struct pasch_rollout *rollout, int start, struct pasch_rollout_result *out);

/* The start that is best so far: by its equity, with the cube if `cubeful`. */
int pasch_rollout_best(const struct pasch_rollout *rollout);

/* The state as bytes, alike on every machine, to go on later; with `out` NULL only its size is told. It is taken up by
 * a rollout of the same starts with the same settings, but for `trials`, threads and stops; another one refuses it. */
size_t pasch_rollout_save(const struct pasch_rollout *rollout, void *out);
enum pasch_status pasch_rollout_load(struct pasch_rollout *rollout, const void *bytes, size_t size,
                                     struct pasch_error *error);

#endif
