/* Player against player, many games, each throw of dice used twice with the seats exchanged. */
#ifndef DUEL_H
#define DUEL_H

#include <pthread.h>

#include "cli/duel/luck.h"

enum { DUEL_A, DUEL_B };

/* What games came to; [DUEL_A] and [DUEL_B]. */
struct duel_tally {
    double result, fair; /* of A, with luck and without */
    uint64_t games, draws, turns, wins[2], gammons[2], backgammons[2];
};

/* Where one thread plays: players of its own, a referee of its own. */
struct duel_table {
    struct player_seat seat[2]; /* A, B */
    struct referee referee;
};

/* A mean over pairs of games, and the sum of squared distances from it. */
struct duel_mean {
    double mean, square;
};

/* Pairs may be over in any order; they are counted in theirs. So far ahead of the first that is not over yet may one be
 * begun. */
enum { DUEL_AHEAD = 1024 };

struct duel {
    /* what is wanted */
    struct player_terms terms;
    const char *spec[2];
    uint64_t seed;
    long pairs;
    int threads;
    bool weigh, must_weigh; /* the dice: where that is possible, or else not play at all */
    bool check, quiet, json;

    struct duel_table *table; /* one a thread */

    /* how it stands, under the mutex */
    pthread_mutex_t mutex;
    pthread_cond_t moved; /* `done` has */
    long begun, done;     /* pairs */
    struct duel_tally ahead[DUEL_AHEAD];
    bool over[DUEL_AHEAD];
    struct duel_tally tally; /* of the pairs done */
    struct duel_mean result, fair;
    double begun_at, told_at; /* on the clock */

    atomic_bool stop; /* break off: a signal, or a table could not go on */
    long failed;      /* the pair in which a table could not go on, from 1, and why */
    char why[PLAYER_WHY];
};

/* Sets the tables. EXIT_FINE, or another exit code after saying what is wrong. duel_close in any case. */
int duel_open(struct duel *duel);
void duel_close(struct duel *duel);

/* Plays until all is done, or it is stopped. */
void duel_fight(struct duel *duel);

/* A pair is over: a line on stderr if it is time for one. */
void duel_tell_progress(struct duel *duel);
void duel_wipe_progress(const struct duel *duel);

void duel_print(const struct duel *duel, double seconds);

#endif
