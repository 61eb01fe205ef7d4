/* A game between two who hold a link each. Only the files of the hall look in here. */
#ifndef SERVER_TABLE_H
#define SERVER_TABLE_H

#include "server/hall.h"

enum {
    TABLE_EVENTS = 100000, /* more are taken for mischief */
    TABLE_PLAYERS = 4,     /* sockets of a side: somebody has it open twice */
    TABLE_WATCHERS = 100,
    TABLE_REASON = 12,
};

struct table {
    struct table *next; /* in its bucket */
    char id[STORE_ID];
    struct setup setup;
    struct clock clock;
    int64_t claim; /* milliseconds after which a side that is gone has lost */
    uint8_t secret[DICE_SECRET];
    uint8_t token[3][STORE_HASH];
    char seed[2][DICE_SEED_HEX]; /* empty until the side has joined */
    bool open;                   /* a stranger may take this seat */
    int open_side;
    uint8_t creator[STORE_CREATOR];

    struct pasch_game game;
    int64_t seq;     /* of the last event, stored or not */
    int64_t last[3]; /* of x, of o and of the server */
    uint32_t throws;
    bool over;
    char reason[TABLE_REASON];
    int winner;
    char rematch[STORE_ID];

    /* what hall_flush has to store and to tell */
    bool dirty, lost;
    struct table *next_dirty;
    struct store_event *fresh;
    size_t fresh_count, fresh_room;
    bool fresh_join[2], fresh_over;

    struct member *members;
    int sockets[3];   /* of x, of o and of watchers */
    int64_t since[2]; /* when the side was last seen, if it is not here */
    int64_t empty;    /* since when nobody is here, in ticks */
    int draw;         /* who has offered one, or PASCH_NOBODY */
    bool again[2];    /* wants a rematch */
};

/* Reads a game from the store. NULL with the result: NONE, or FAILED with store->why. */
struct table *table_load(struct hall *hall, const char *id, enum store_result *result);
void table_free(struct table *table);

/* Forgets what is not stored and reads everything anew; or only what others have stored since. */
enum store_result table_reload(struct hall *hall, struct table *table);
enum store_result table_refresh(struct hall *hall, struct table *table);

/* Both have joined. */
bool table_begun(const struct table *table);

/* A side sits down for the first time. */
void table_join(struct hall *hall, struct table *table, int side, const char *seed);

/* What a side does, in the words of an event; "roll" throws. */
enum pasch_status table_act(struct hall *hall, struct table *table, int side, const char *words, const char *ref,
                            struct pasch_error *error);

void table_end(struct hall *hall, struct table *table, const char *reason, int winner);

/* Ends the game if the time of the side that is to act is up. */
bool table_check_time(struct hall *hall, struct table *table);

/* Whether an agreed draw makes sense: the rules of the game have draws of their own. */
bool table_has_draws(const struct table *table);

/* "x", "o" or NULL. */
const char *table_side(int side);

/* Parts of messages, new references. */
json_t *table_setup(const struct table *table);
json_t *table_dice(const struct table *table);
json_t *table_over(const struct table *table);
json_t *table_clock(const struct hall *hall, const struct table *table);
json_t *table_players(const struct table *table);
json_t *table_event(const struct store_event *event);

/* Sends to all, or to those who are not behind. Takes the reference. */
void table_send(struct table *table, json_t *object);
/* Sends what has just been stored. */
void table_tell(struct hall *hall, struct table *table);
/* What a member gets after its last event: clock, end and rematch. */
void table_tell_rest(struct hall *hall, struct table *table, struct member *member);
void table_tell_rematch(struct table *table, struct member *member);

/* What the files of the hall share. A table in memory, read if need be; something to store has been noted; a game is
 * made (with `alone` only the creator gets a token yet; tokens that are in `out` already are taken); a stranger has
 * come for one who seeks. */
struct table *hall_table(struct hall *hall, const char *id, enum store_result *result);
void hall_mark(struct hall *hall, struct table *table);
enum store_result hall_create_game(struct hall *hall, const char *setup, int side, const char *open, bool alone,
                                   const uint8_t creator[STORE_CREATOR], struct hall_game *out);
void hall_found(struct hall *hall, struct member *member);
void hall_stop_seeking(struct hall *hall, struct member *member);

#endif
