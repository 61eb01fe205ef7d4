/* The hall with all its tables: the server without its sockets. Clients are members of a table; what they do is checked
 * by the rules, kept, and only then told to everybody. All in one thread.
 *
 * Events of one turn of the loop are stored together: what members do is applied at once and waits until hall_flush,
 * which stores it and then sends it. If it cannot be stored, the table is read anew from the store. */
#ifndef SERVER_HALL_H
#define SERVER_HALL_H

#include "server/message.h"
#include "server/metrics.h"
#include "server/request.h"
#include "server/token.h"

struct table;
struct member;

struct hall {
    struct store *store;
    struct pasch_plays plays; /* to work in */
    struct metrics metrics;
    int most_games; /* that an address may have created and that have not ended; 0 = any number */
    int64_t ahead;  /* tests let time pass: added to what the clocks of the system say */

    struct table **bucket;
    size_t tables;
    struct table *dirty; /* has something that is not stored yet */
    struct member *seekers;
    unsigned players;     /* members of all tables */
    int64_t looked, kept; /* when idle games and those that wait were last seen to */
};

/* What a client is to the hall; part of its connection. All of it is the hall's but for the two functions. */
struct member {
    void (*send)(struct member *member, struct message *message); /* does not keep it without message_use */
    void (*wake)(struct member *member);                          /* hall_catch_up has something for it */

    struct table *table;    /* NULL = at none */
    struct member *next;    /* at the same table */
    int side;               /* PASCH_NOBODY watches */
    int64_t seq;            /* the last event that was sent to it */
    bool behind;            /* the next ones come out of the store */
    char token[TOKEN_TEXT]; /* a player's, for the game after this one */

    struct member *next_seeker;
    bool seeks;
    char found[STORE_ID]; /* the game that waits for a stranger, and who this is in it */
    char found_token[TOKEN_TEXT], found_watch[TOKEN_TEXT];
    int found_side;
};

/* The store stays the caller's. False: no memory. */
bool hall_open(struct hall *hall, struct store *store);
void hall_close(struct hall *hall);

/* Milliseconds since 1970, and of a clock that is never set. */
int64_t hall_time(const struct hall *hall);
int64_t hall_ticks(const struct hall *hall);

/* Who creates games, without the address itself being kept. */
void hall_creator_of(const struct hall *hall, const void *address, size_t size, uint8_t creator[STORE_CREATOR]);

/* A new game. Tokens are those of x, of o and of watchers. CONFLICT: this creator has too many. */
struct hall_game {
    char id[STORE_ID];
    int side; /* the creator's */
    char token[3][TOKEN_TEXT];
    char commitment[DICE_SECRET_HEX];
};
enum store_result hall_create(struct hall *hall, const struct request *request, const uint8_t creator[STORE_CREATOR],
                              struct hall_game *out);

/* Messages of a client, as docs/protocol.md has them. Whatever is wrong is answered. */
enum hall_verdict {
    HALL_FINE,
    HALL_REFUSED, /* answered with an error */
    HALL_GONE,    /* no such game, or not for this token: the client should be sent away */
};
enum hall_verdict hall_take(struct hall *hall, struct member *member, const json_t *message,
                            const uint8_t creator[STORE_CREATOR]);

/* The client is gone. */
void hall_leave(struct hall *hall, struct member *member);

/* Sends a member the next events that it has not got, some hundred at a time, once what was sent before is on its way.
 */
void hall_catch_up(struct hall *hall, struct member *member);

/* To be called after every turn of the loop, and every quarter of a second. */
void hall_flush(struct hall *hall);
void hall_tick(struct hall *hall);

/* For requests without a socket: whether the token belongs to the game, and what it makes of its bearer. */
enum store_result hall_authorise(struct hall *hall, const char *id, const char *token, int *side);
/* The game with its events and how it stands, as an object; or its record, as lines. NULL: no memory, or no such game.
 */
json_t *hall_describe(struct hall *hall, const char *id, int side);
char *hall_record(struct hall *hall, const char *id, size_t *length);

/* An error as clients get it. `ref` may be NULL. */
void hall_refuse(struct member *member, const char *code, const char *text, const char *ref);

#endif
