/* What the parts of a rollout share.
 *
 *     throws.c   the dice of a trial
 *     turn.c     one turn: what the evaluator thinks of all rolls, and what is played. It and stages.c are the only
 *                places that know what a turn is made of
 *     stages.c   the same for games whose boards do not say all
 *     trial.c    turn after turn to the end, the luck taken off
 *     rollout.c  trial after trial, and when it is enough
 *     tally.c    sums, means and errors
 *     keep.c     the state as bytes */
#ifndef ROLLOUT_ROLLOUT_H
#define ROLLOUT_ROLLOUT_H

#include <stdatomic.h>

#include "pasch/dice.h"
#include "pasch/rollout.h"
#include "search/rolls.h"
#include "search/stakes.h"

enum { CHANCES = 5, BLOCK = 36, CACHE_ENTRIES = 1 << 18 };

/* The rolls of a trial, one after the other, as numbers in rolls_table. In so many trials the first is each of those
 * there are, in an opening each of those without doubles. */
enum { THROWS_FACES = 36, THROWS_MIXED = 30 };
struct throws {
    struct pasch_rng rng;
    int first[2], thrown;
};
void throws_begin(struct throws *throws, uint64_t seed, uint64_t trial, bool opening);
int throws_next(struct throws *throws);

/* What a play is worth to its maker: its chances, and the equity by them or with a cube. */
struct choice {
    struct pasch_probs probs;
    float value;
};

/* Before a throw of `me`: what the evaluator thinks of all that may come. There may be a second cube to look at, the
 * one after a double that is taken, for which other plays may be best. */
struct look {
    struct choice best[2][SEARCH_ROLLS];
    double value[2];           /* means over the rolls */
    double chance[2][CHANCES]; /* the same of the chances */
};

/* The look before one of the first two throws of a start, which many trials have in common. Whoever comes first leaves
 * it here; who comes before it is ready looks for itself, and sees the same. */
enum { EARLY_NONE, EARLY_BEGUN, EARLY_READY, EARLY_LOOKS = 1 + SEARCH_ROLLS };
struct early {
    atomic_int state;
    struct look look;
};

/* Who plays: what a worker needs for it. */
struct player {
    const struct pasch_rollout *rollout;
    struct look look;
    struct pasch_plays plays;    /* of one roll, or stage */
    struct pasch_search *search; /* NULL at 0 plies where boards say all */
    struct pasch_ranked *ranked;

    /* where boards say all */
    struct rolls rolls;
    float *value[2]; /* ROLLS_ROOM each */
    struct pasch_probs *probs;

    /* elsewhere */
    struct pasch_outlook *outlook;
    uint64_t *seen; /* positions of the trial, where one that comes back is a draw; NULL elsewhere */
    int seens;
};

bool player_open(struct player *player, const struct pasch_rollout *rollout);
void player_close(struct player *player);

/* The state of a game between two turns, or before another throw of one. */
struct game {
    struct pasch_position position; /* where boards say all: its board, its turn and its ply */
    int cube;                       /* state of the ladder */
    double stake;                   /* what the values of that state are multiplied by */
};

/* The state at the beginning of a trial. */
void turn_begin(struct player *player, struct game *game);

/* The cube as who is to throw sees it; its value only matters in a match. */
struct pasch_cube turn_cube(const struct pasch_rollout *rollout, const struct game *game);

/* Whether a throw comes now: there are turns without. */
bool turn_throws(const struct pasch_rollout *rollout, const struct game *game);

/* Whether the cube may be turned now, whoever has it. */
bool turn_may_double(const struct pasch_rollout *rollout, const struct game *game);

/* What the evaluator thinks of who is to act, at sight; before a turn without a throw, as far as who plays looks. */
struct pasch_probs turn_opinion(struct player *player, const struct game *game);

/* value->hold for `roller` from value->probs, as stakes_leaf does. */
void turn_hold(const struct pasch_rollout *rollout, const struct game *game, int roller, struct value *value);

/* A look with cube[0, cubes), states of the ladder; without the cube there is one, which is not looked at. `doubles`:
 * the roll may be one. `early` may be NULL. */
const struct look *turn_look(struct player *player, const struct game *game, const int *cube, int cubes, bool doubles,
                             struct early *early);

/* Plays the roll (NO_ROLL: what lies there), up to the next throw or turn. */
enum { NO_ROLL = -1 };
void turn_play(struct player *player, struct game *game, int roll);

/* The same in games whose boards do not say all; player->look.best from a look. */
bool stages_open(struct player *player);
void stages_close(struct player *player);
void stages_begin(struct player *player, const struct game *game);
void stages_look(struct player *player, const struct game *game, const int *cube, int cubes);
void stages_play(struct player *player, struct game *game, int roll);

/* What came of a trial, seen by the side at the root. */
struct outcome {
    double chance[CHANCES];
    double equity;
    double cubeful;
};

/* False if it was stopped on the way. */
bool trial_play(struct player *player, uint64_t trial, int start, struct outcome *outcome);

/* Sums over trials: of the chances, the equity without and with the cube. */
enum { SUMS = CHANCES + 2 };
struct tally {
    uint64_t trials;
    bool dropped;
    double sum[SUMS], squares[SUMS];
};

/* Of differences between two starts, over the trials of both. */
struct pair {
    uint64_t trials;
    double sum, squares;
};

void tally_add(struct tally *tally, const struct outcome *outcome);
void pair_add(struct pair *pair, double difference);
double tally_mean(const struct tally *tally, int which);
double tally_error(const struct tally *tally, int which); /* infinite below two trials */
double pair_mean(const struct pair *pair);
double pair_error(const struct pair *pair);

struct pasch_rollout {
    const struct pasch_evaluator *evaluator;
    struct pasch_rollout_settings settings;
    struct stakes stakes;
    bool boards;    /* they say all (pasch_evaluate_fits) */
    double counted; /* where men or pips are: the most points there can be; else 0 */
    int root;       /* who looks at it */
    int starts;
    struct start {
        struct pasch_position position;
        bool doubled, no_double;
    } start[PASCH_ROLLOUT_STARTS];
    uint64_t all;    /* as many trials as can differ; 0 = no end */
    uint64_t trials; /* of those that are still in it */
    struct tally tally[PASCH_ROLLOUT_STARTS];
    struct pair pair[PASCH_ROLLOUT_STARTS][PASCH_ROLLOUT_STARTS]; /* [i][j], i < j: i less j */
    bool settled;                                                 /* the stopping rule is content */

    /* Trials that have been played but not counted yet: all that are still in it, one after the other. */
    size_t window; /* trials of one start */
    struct outcome *outcome;
    bool *played;
    int active[PASCH_ROLLOUT_STARTS], actives;

    int workers;
    struct player *player;
    struct early (*early)[EARLY_LOOKS]; /* [starts] */
    void *cache;
};

#endif
