/* A game in lines of text: two people, a person and a bot, or two bots. */
#ifndef PLAY_H
#define PLAY_H

#include "cli/bot.h"
#include "cli/draw.h"
#include "cli/record.h"
#include "pasch/dice.h"

struct session {
    struct setup setup;
    struct pasch_game game;
    struct record record;
    const struct bot *bot[2]; /* NULL: a person */
    struct pasch_dice dice;
    bool manual;     /* people throw real dice and type them */
    bool quick;      /* a whole play ends the stage at once */
    bool turn_board; /* draw from the side of whoever acts */
    struct pasch_rng bot_rng;
    struct draw_style style;
    struct pasch_plays plays;
    char *line; /* the last line typed */
    size_t line_room;
    bool drawn; /* the board on the screen is the present one */
};

/* Sets up the game of `setup`. For record_load, too. */
int session_begin(void *session);
/* Applies an event of a record. */
int session_replay(void *session, const char *by, const char *text, char *why);

/* Plays until the match is over, or a person leaves. Returns an exit code. */
int session_play(struct session *session);

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
