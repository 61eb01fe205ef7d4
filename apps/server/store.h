/* What the server keeps: games, their events, and who may sit down. All else in the server goes through this interface,
 * so that another database can stand beside SQLite. It does not assume that the server is the only one that writes:
 * an event's number is taken only once, and `changed` says when to look again. One thread at a time. */
#ifndef SERVER_STORE_H
#define SERVER_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/dice.h"

enum {
    STORE_ID = 13,      /* of a game: 12 characters */
    STORE_HASH = 32,    /* of a token */
    STORE_CREATOR = 16, /* an address, hashed with the salt */
    STORE_REF = 41,     /* what a client calls its event */
    STORE_TEXT = 160,   /* of an event */
};

enum store_result {
    STORE_OK,
    STORE_NONE,     /* there is no such thing */
    STORE_CONFLICT, /* somebody else has been faster */
    STORE_FAILED,   /* store->why says why; nothing of the transaction is kept */
};

struct store_game {
    char id[STORE_ID];
    int64_t created; /* all times are milliseconds since 1970 */
    char *setup;     /* the first line of its record, without the dice, and the clock; free with store_game_free */
    uint8_t secret[DICE_SECRET];
    uint8_t token[3][STORE_HASH]; /* of x, of o and of those who watch; zeros where there is none */
    char seed[2][DICE_SEED_HEX];  /* empty until the side has joined */
    char *over;                   /* JSON; NULL while it is played */
    char rematch[STORE_ID];       /* the game that followed, or empty */
    char *open;                   /* what a stranger must seek to be given the seat that is free; NULL = none may */
    int open_side;                /* that seat */
    uint8_t creator[STORE_CREATOR];
};

void store_game_free(struct store_game *game);

struct store_event {
    int64_t seq; /* 1, 2, 3 ... */
    int64_t time;
    int side; /* PASCH_X, PASCH_O or PASCH_NOBODY */
    char ref[STORE_REF];
    char text[STORE_TEXT];
    int64_t clock[2]; /* milliseconds left after it */
};

struct store {
    const struct store_ops *ops;
    uint8_t salt[32]; /* for hashing addresses; kept with the games */
    char why[256];
};

/* Everything between begin and commit happens together, and is on the disk when commit returns STORE_OK. Outside of
 * them each call is so by itself. */
struct store_ops {
    enum store_result (*begin)(struct store *store);
    enum store_result (*commit)(struct store *store);
    void (*rollback)(struct store *store);
    void (*close)(struct store *store);

    enum store_result (*add_game)(struct store *store, const struct store_game *game);
    enum store_result (*find_game)(struct store *store, const char *id, struct store_game *out);
    /* CONFLICT if the side has joined before. A seat that was open is so no more. */
    enum store_result (*join)(struct store *store, const char *id, int side, const char *seed);
    /* CONFLICT if it has ended before. */
    enum store_result (*end)(struct store *store, const char *id, const char *over);
    enum store_result (*rematch)(struct store *store, const char *id, const char *next);

    /* CONFLICT if this number, or this ref of the side, is taken. */
    enum store_result (*add_event)(struct store *store, const char *id, const struct store_event *event);
    /* Calls `each` for events after `after`, at most `most`, in order, until it says false. */
    enum store_result (*events)(struct store *store, const char *id, int64_t after, int most,
                                bool (*each)(void *context, const struct store_event *event), void *context);
    enum store_result (*find_ref)(struct store *store, const char *id, int side, const char *ref,
                                  struct store_event *out);

    /* A game that waits for somebody who seeks `key`, and has been said to wait since `since`: nobody else gets it, its
     * free seat gets the token. */
    enum store_result (*take_open)(struct store *store, const char *key, int64_t since, const uint8_t token[STORE_HASH],
                                   char id[STORE_ID], int *side);
    enum store_result (*keep_open)(struct store *store, const char *id, int64_t now);
    enum store_result (*close_open)(struct store *store, const char *id);

    /* Games of this creator that have not ended. */
    enum store_result (*count_games)(struct store *store, const uint8_t creator[STORE_CREATOR], int *count);
    /* Up to `most` games that have not ended: those for which somebody has been missing since `missing`, and those in
     * which nothing has happened since `silent`. */
    enum store_result (*idle)(struct store *store, int64_t missing, int64_t silent, int most,
                              void (*each)(void *context, const char *id), void *context);
    /* Forgets a game that nobody has played. */
    enum store_result (*forget)(struct store *store, const char *id);

    /* Whether others have written since the last time it was asked. */
    bool (*changed)(struct store *store);
};

/* A file of its own, made if it is not there. NULL with the reason in `why`. */
struct store *store_sqlite_open(const char *path, char why[256]);

#endif
