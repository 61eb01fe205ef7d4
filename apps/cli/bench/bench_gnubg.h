/* GNU Backgammon at its prompt, for what it does not do over its socket: measuring itself, and rollouts. */
#ifndef BENCH_GNUBG_H
#define BENCH_GNUBG_H

#include <stdbool.h>

struct bench_gnubg;

/* NULL with the reason in `why`, of GNUBG_WHY bytes. */
struct bench_gnubg *bench_gnubg_open(char *why);
void bench_gnubg_close(struct bench_gnubg *gnubg);

/* Seconds of CPU time that it has worked so far. */
double bench_gnubg_seconds(const struct bench_gnubg *gnubg);

/* `rounds` of its `calibrate`, and the evaluations in them. Its own figure is by the clock, and a few per cent higher
 * on an idle machine: it leaves out what is done between evaluations. False with the reason in `why`, also if a signal
 * came. */
bool bench_gnubg_calibrate(struct bench_gnubg *gnubg, int rounds, double *count, char *why);

/* So many trials from the start of a game, any first roll, 0 plies, to the end, without the cube, luck taken off.
 * Equity and its standard error. */
bool bench_gnubg_rollout(struct bench_gnubg *gnubg, int trials, int seed, double *equity, double *error, char *why);

#endif
