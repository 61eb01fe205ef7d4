/* A position: everything that one line of PPN says, and the steps from one position to the next. A position knows no
 * history; struct pasch_game (game.h) adds taking back, repetition and the match. */
#ifndef PASCH_POSITION_H
#define PASCH_POSITION_H

#include "pasch/moves.h"

enum { PASCH_STAGES = 8, PASCH_CUBE_LOG_MAX = 40 };

struct pasch_position {
    const struct pasch_rules *rules;
    struct pasch_board board;
    uint8_t turn; /* who acts */

    bool over;
    uint8_t winner; /* PASCH_NOBODY = draw */
    int32_t points; /* before the cube and Jacoby */

    uint8_t stages; /* 0 = before the first throw (or naming) of a turn, written - */
    struct pasch_stage stage[PASCH_STAGES];
    bool rolled;      /* stage[] is a throw of which nothing has been played yet: written as its two dice */
    uint8_t reply[2]; /* THROW_PREVIEW: the other side's open throw, 0 = still to be thrown */
    uint8_t chooser;  /* THROW_ROLES */
    bool second;      /* THROW_ROLES: the second throw of the turn is due or being played */

    uint8_t cube_log;          /* the cube shows 2^cube_log */
    uint8_t cube_owner;        /* PASCH_NOBODY = in the middle */
    uint8_t cube_limit;        /* XGID's highest exponent, 0 = none was given */
    bool offered;              /* the cube has been offered: `turn` must answer */
    uint32_t score[2], length; /* length 0 = money */
    bool crawford, jacoby, beavers;
    bool counts_plies; /* ply is meant */
    uint32_t ply;      /* turns played */
};

/* What a position waits for. */
enum pasch_due {
    PASCH_DUE_NOTHING, /* over */
    PASCH_DUE_ANSWER,  /* take or pass */
    PASCH_DUE_THROW,   /* the first throw of a turn; a double may be offered */
    PASCH_DUE_BONUS,   /* another throw in the same turn */
    PASCH_DUE_REPLY,   /* the other side's open throw */
    PASCH_DUE_CHOOSE,  /* a double or a roll must be named */
    PASCH_DUE_PLAY,
};

/* The start of a game, x to throw. */
void pasch_position_start(struct pasch_position *position, const struct pasch_rules *rules);

enum pasch_due pasch_position_due(const struct pasch_position *position);

/* Whether the men can stand so. Every parser ends with this. */
enum pasch_status pasch_position_check(const struct pasch_position *position, struct pasch_error *error);

/* A throw, wherever one is due. */
enum pasch_status pasch_position_throw(struct pasch_position *position, int a, int b, struct pasch_error *error);

/* The rolls that may be named, at most 21, as pairs with the high die first, in rising order. Returns how many. */
int pasch_position_choices(const struct pasch_position *position, uint8_t choice[21][2]);
enum pasch_status pasch_position_choose(struct pasch_position *position, int a, int b, struct pasch_error *error);

/* The plays of the current stage, once per resulting position: plays that end the game alike are one. */
enum pasch_status pasch_position_plays(const struct pasch_position *position, struct pasch_plays *plays,
                                       struct pasch_error *error);

/* The position after a play out of pasch_position_plays, or after a pass (`play` NULL) where there is none. */
void pasch_position_play(struct pasch_position *position, const struct pasch_play *play);

/* Gives the position its dice as if they had just been thrown, whatever stood there; for IDs with a roll beside them.
 */
enum pasch_status pasch_position_set_dice(struct pasch_position *position, int a, int b, struct pasch_error *error);

int pasch_position_pips(const struct pasch_position *position, int side);

/* Equal in every field that matters, stages beyond `stages` aside. */
bool pasch_position_equal(const struct pasch_position *a, const struct pasch_position *b);

#endif
