/* GNU Backgammon in a process of its own, asked over a loopback socket that it listens on ("external" is its word). One
 * thread, no noise, so that it answers the same every time. */
#ifndef GNUBG_PEER_H
#define GNUBG_PEER_H

#include <sys/types.h>

#include "pasch/game.h"

/* Room for the reason why something failed. */
enum { GNUBG_WHY = 1024 };

struct gnubg_peer;

/* Starts it: $PASCH_GNUBG if that is set, else /usr/games/gnubg, else gnubg on the path. Plays are chosen with an eye
 * to the cube if the terms have one, without otherwise; the score of a match always counts. NULL with the reason in
 * `why`. The process dies with this one, however that ends. */
struct gnubg_peer *gnubg_peer_start(int plies, const struct pasch_terms *terms, char why[GNUBG_WHY]);
void gnubg_peer_stop(struct gnubg_peer *peer);

/* Positions of standard backgammon. False with the reason in `why`: the position, the dice and its answer where that
 * was no legal one. Afterwards the peer can only be stopped. */
bool gnubg_peer_play(struct gnubg_peer *peer, const struct pasch_position *position, const struct pasch_plays *plays,
                     size_t *index, char why[GNUBG_WHY]);
bool gnubg_peer_doubles(struct gnubg_peer *peer, const struct pasch_position *position, bool *yes, char why[GNUBG_WHY]);
bool gnubg_peer_takes(struct gnubg_peer *peer, const struct pasch_position *position, bool *yes, char why[GNUBG_WHY]);

/* Seconds of CPU time that it has used so far. */
double gnubg_peer_seconds(const struct gnubg_peer *peer);

/* The bare program, for those who talk to it in other ways: with a file of commands to begin with (NULL = none), its
 * input and output being these (-1 = nothing). It dies with this process. -1 if there is none to be had; its exit code
 * is 127 if it could not be started. */
pid_t gnubg_start(const char *commands, int in, int out);
double gnubg_seconds(pid_t pid);

#endif
