/* A game in lines of text: two people, a person and a bot, or two bots. */
#ifndef PLAY_H
#define PLAY_H

#include "cli/draw/draw.h"
#include "cli/play/bot.h"
#include "cli/play/record.h"
#include "cli/play/review.h"
#include "cli/think/thinker.h"
#include "pasch/dice.h"
#include "pasch/level.h"

/* Who plays a side: a person, a simple bot, or one of the levels. */
struct seat {
    const struct bot *bot;
    const struct pasch_level *level;
    struct pasch_mind *mind; /* of the level */
    uint32_t begun;          /* the number of the game, from 1, that the mind knows to have begun */
};

struct session {
    struct setup setup;
    struct pasch_game game;
    struct record record;
    struct seat seat[2];
    struct pasch_dice dice;
    uint64_t bot_seed; /* what bots leave to chance follows from it and from what has happened */
    bool manual;       /* people throw real dice and type them */
    bool quick;        /* a whole play ends the stage at once */
    bool turn_board;   /* draw from the side of whoever acts */
    bool evaluates;    /* a line under the board says how things stand */
    struct draw_style style;
    struct pasch_plays plays;
    char *line; /* the last line typed */
    size_t line_room;
    bool drawn; /* the board on the screen is the present one */

    /* Thinking: made when it is first asked for. */
    struct thinkers thinkers;
    struct advice advice;        /* its search is NULL: not asked for yet */
    struct review review;        /* of the game that is being played */
    struct pasch_error no_level; /* why a bot that was to have a level has none; empty = nothing to say */
};

/* Sets up the game of `setup` and its players. EXIT_FINE, or another exit code after saying what is wrong. For
 * record_load, too. */
int session_begin(void *session);
/* Applies an event of a record. */
int session_replay(void *session, const char *by, const char *text, char *why);

/* Plays until the match is over, or a person leaves. Returns an exit code. */
int session_play(struct session *session);

/* Frees all that it holds. */
void session_end(struct session *session);

/* In play_bot.c. */

/* Seats the players of `setup`. EXIT_FINE, or another exit code after saying what is wrong. */
int session_seat(struct session *session);
bool session_is_person(const struct session *session, int side);
/* What the bot that must act does; for a throw without the dice. False after saying what went wrong. */
bool session_bot(struct session *session, struct pasch_event *event);
/* What thinks about the game, or NULL with the reason in `error`. */
struct advice *session_advice(struct session *session, struct pasch_error *error);

/* What the lines typed by a person may say, for `help` and for the man page. */
extern const char session_help[];

/* What a typed line led to. THROW: the dice are to be thrown. */
enum typed { TYPED_NOTHING, TYPED_ACTED, TYPED_THROW, TYPED_QUIT };

/* Shared by play.c and play_typed.c. */
enum typed session_typed(struct session *session);
bool session_apply(struct session *session, struct pasch_event *event);
/* An error as a sentence. */
void session_say(const struct pasch_error *error);
void session_draw(struct session *session);
bool session_read_line(struct session *session, const char *prompt);

#endif
