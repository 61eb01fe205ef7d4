/* What went wrong, where, and in words. Every function of the library that can fail on its input returns a
 * pasch_status and, where the caller gave a struct pasch_error, fills it in. The library never prints and never exits.
 */
#ifndef PASCH_STATUS_H
#define PASCH_STATUS_H

enum pasch_status {
    PASCH_OK = 0,
    PASCH_BAD_TEXT,     /* the text cannot be read */
    PASCH_BAD_POSITION, /* readable, but no such position can stand on the board */
    PASCH_BAD_GAME,     /* no game, or no option, of that name */
    PASCH_ILLEGAL,      /* the rules forbid it */
    PASCH_NOT_NOW,      /* allowed in the game, but something else is due first */
    PASCH_FULL,         /* the caller's memory is too small */
};

struct pasch_error {
    enum pasch_status status;
    int column;     /* 1-based place in the text that was read, 0 where there is none */
    char text[200]; /* one sentence without a final stop, in English */
};

/* "ok", "bad text" ...: a short name for logs. */
const char *pasch_status_name(enum pasch_status status);

#endif
