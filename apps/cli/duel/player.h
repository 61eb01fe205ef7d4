/* Who plays a duel, and the referee between two of them. A player is told what stands on the board and what was thrown,
 * and answers; it never sees where the dice come from. A kind of player is a file player_<name>.c that exports one
 * const struct player_kind and has one line in PLAYER_KINDS. */
#ifndef PLAYER_H
#define PLAYER_H

#include <stdatomic.h>

#include "pasch/dice.h"
#include "pasch/eval.h"
#include "pasch/game.h"

/* Room for the reason why something failed: a position, an answer and a sentence. */
enum { PLAYER_WHY = 1024 };

/* What was agreed on, the same for all games of a duel. It stays the caller's and outlives the players. */
struct player_terms {
    const struct pasch_rules *rules;
    struct pasch_terms terms; /* .cube: whether doubles are ever possible; a position does not say */

    /* by player_evaluator: the usual nets, and what A and B have instead */
    struct player_engine {
        const char *nets;
        struct pasch_engine *engine;
    } engine[3];
    int engines;
};

/* The evaluator of the game with the nets of a folder, or the usual ones if that is NULL. Made when first asked for and
 * shared by all players; the folder's name stays the caller's. NULL with the reason in `why`: there is none yet, or
 * none that can be searched with. */
const struct pasch_evaluator *player_evaluator(struct player_terms *terms, const char *nets, char why[PLAYER_WHY]);
void player_terms_close(struct player_terms *terms);

/* All functions get what `create` returned. Those that return bool return false with the reason in `why` when there is
 * no answer; the duel ends then. They are asked only where there is a choice: two plays or more, a double that may be
 * offered. */
struct player_kind {
    const char *name;     /* what a spec begins with */
    const char *argument; /* what must follow the colon, in capitals for the help; NULL = no colon */
    const char *summary;  /* one line */
    bool outside;         /* thinks in another process: its time is that of the clock, not this process's CPU time */

    /* NULL with the reason in `why`. `argument` is the text after the colon, NULL where there is none. */
    void *(*create)(struct player_terms *terms, const char *argument, char why[PLAYER_WHY]);
    void (*destroy)(void *state);

    /* A game begins. All chance of the player's own must come from this seed. NULL = it has none and keeps nothing. */
    void (*begin)(void *state, uint64_t seed);

    /* The number of the play it makes, in a position that waits for one. */
    bool (*play)(void *state, const struct pasch_position *position, const struct pasch_plays *plays, size_t *index,
                 char why[PLAYER_WHY]);
    /* The number of the roll it names. `room` is room to work in. NULL = for games in which nobody names one. */
    bool (*choose)(void *state, const struct pasch_position *position, uint8_t choice[21][2], int choices,
                   struct pasch_plays *room, int *index, char why[PLAYER_WHY]);
    /* Whether it doubles, before its throw. NULL = never. */
    bool (*doubles)(void *state, const struct pasch_position *position, bool *yes, char why[PLAYER_WHY]);
    /* Whether it takes, in a position whose `turn` must answer a double. NULL = always. */
    bool (*takes)(void *state, const struct pasch_position *position, bool *yes, char why[PLAYER_WHY]);
};

/* The list of kinds, in the order of the help. */
#define PLAYER_KINDS(KIND)                                                                                             \
    KIND(random)                                                                                                       \
    KIND(greedy)                                                                                                       \
    KIND(pasch)                                                                                                        \
    KIND(level)                                                                                                        \
    KIND(gnubg)

#define PLAYER_DECLARE(name) extern const struct player_kind player_##name;
PLAYER_KINDS(PLAYER_DECLARE)
#undef PLAYER_DECLARE

struct player {
    const struct player_kind *kind;
    void *state;
};

/* The kinds one after the other, NULL past the last. */
const struct player_kind *player_kind_at(size_t index);

/* A player from its spec, "greedy" or "gnubg:0". False with the reason in `why`. */
bool player_create(struct player *player, const char *spec, struct player_terms *terms, char why[PLAYER_WHY]);

/* Also for a player that was never created, if it is all zero. */
void player_destroy(struct player *player);

/* A player at the board, and what its decisions have cost. */
struct player_seat {
    const char *spec;
    struct player player;
    uint64_t decisions, timed;
    double seconds, longest; /* of the timed ones */
};

/* Whoever sees to it that a game goes by its rules and asks the players for their decisions. All zero but for the first
 * five is a good start. */
struct referee {
    const struct player_terms *terms;
    struct pasch_plays plays; /* the caller's memory */
    bool check;               /* verify each play once more: slower, the same games */
    const atomic_bool *stop;  /* breaks off as soon as this is true */
    struct luck *luck;        /* weighs the dice; NULL = they are not weighed */
    struct pasch_game game;   /* as it stands */
    double x_luck;            /* what the dice have given x so far, in the unit of luck.h */
    char why[PLAYER_WHY];
};

/* A new match, or a single game; no luck so far. */
void referee_start(struct referee *referee);

/* Plays one game, the first or the next of a match; seat[PASCH_X] is x. Its dice, and whatever chance the players want,
 * come from `seeds` alone: equal seeds and equal players give equal games. False with the reason in `why`, or where it
 * was stopped. */
bool referee_play(struct referee *referee, struct player_seat *const seat[2], struct pasch_rng *seeds);

/* Seconds on the clock. */
double referee_clock(void);

#endif
