/* The store in a file of SQLite. Journal WAL, and every commit is synced: what was stored survives a kill and a power
 * failure. */
#include <sodium.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/store.h"

enum { APPLICATION = 0x50617363 /* "Pasc" */, VERSION = 1 };

static const char schema[] =
    "CREATE TABLE meta(salt BLOB NOT NULL) STRICT;"
    "CREATE TABLE games("
    " id TEXT PRIMARY KEY, created INTEGER NOT NULL, setup TEXT NOT NULL, secret BLOB NOT NULL,"
    " token_x BLOB, token_o BLOB, token_watch BLOB, seed_x TEXT, seed_o TEXT, over TEXT, rematch TEXT,"
    " open TEXT, open_side INTEGER, open_seen INTEGER, creator BLOB NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX games_open ON games(open) WHERE open IS NOT NULL;"
    "CREATE INDEX games_creator ON games(creator) WHERE over IS NULL;"
    "CREATE TABLE events("
    " game TEXT NOT NULL, seq INTEGER NOT NULL, time INTEGER NOT NULL, side INTEGER NOT NULL, ref TEXT,"
    " text TEXT NOT NULL, clock_x INTEGER NOT NULL, clock_o INTEGER NOT NULL,"
    " PRIMARY KEY(game, seq)) STRICT, WITHOUT ROWID;"
    "CREATE UNIQUE INDEX events_ref ON events(game, side, ref) WHERE ref IS NOT NULL;";

enum statement {
    BEGIN,
    COMMIT,
    ROLLBACK,
    ADD_GAME,
    FIND_GAME,
    JOIN_X,
    JOIN_O,
    END,
    REMATCH,
    ADD_EVENT,
    EVENTS,
    FIND_REF,
    FIND_OPEN,
    TAKE_X,
    TAKE_O,
    KEEP_OPEN,
    CLOSE_OPEN,
    COUNT_GAMES,
    IDLE,
    FORGET,
    VERSION_NOW,
    STATEMENTS
};

#define EVENT_FIELDS "seq, time, side, ref, text, clock_x, clock_o"

static const char *const sql[STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [ADD_GAME] = "INSERT INTO games(id, created, setup, secret, token_x, token_o, token_watch, seed_x, seed_o, over,"
                 " rematch, open, open_side, open_seen, creator) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, NULL, NULL, NULL,"
                 " NULL, ?8, ?9, ?2, ?10)",
    [FIND_GAME] = "SELECT created, setup, secret, token_x, token_o, token_watch, seed_x, seed_o, over, rematch, open,"
                  " creator, open_side FROM games WHERE id = ?1",
    [JOIN_X] = "UPDATE games SET seed_x = ?2, open = iif(open_side = 0, NULL, open) WHERE id = ?1 AND seed_x IS NULL",
    [JOIN_O] = "UPDATE games SET seed_o = ?2, open = iif(open_side = 1, NULL, open) WHERE id = ?1 AND seed_o IS NULL",
    [END] = "UPDATE games SET over = ?2, open = NULL WHERE id = ?1 AND over IS NULL",
    [REMATCH] = "UPDATE games SET rematch = ?2 WHERE id = ?1 AND rematch IS NULL",
    [ADD_EVENT] = "INSERT INTO events(game, " EVENT_FIELDS ") VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    [EVENTS] = "SELECT " EVENT_FIELDS " FROM events WHERE game = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3",
    [FIND_REF] = "SELECT " EVENT_FIELDS " FROM events WHERE game = ?1 AND side = ?2 AND ref = ?3",
    [FIND_OPEN] = "SELECT id, open_side FROM games WHERE open = ?1 AND open_seen >= ?2 ORDER BY created LIMIT 1",
    [TAKE_X] = "UPDATE games SET open = NULL, token_x = ?2 WHERE id = ?1 AND open IS NOT NULL",
    [TAKE_O] = "UPDATE games SET open = NULL, token_o = ?2 WHERE id = ?1 AND open IS NOT NULL",
    [KEEP_OPEN] = "UPDATE games SET open_seen = ?2 WHERE id = ?1 AND open IS NOT NULL",
    [CLOSE_OPEN] = "UPDATE games SET open = NULL WHERE id = ?1 AND open IS NOT NULL",
    [COUNT_GAMES] = "SELECT count(*) FROM games WHERE creator = ?1 AND over IS NULL",
    [IDLE] = "SELECT id FROM games WHERE over IS NULL AND CASE WHEN seed_x IS NULL OR seed_o IS NULL THEN created < ?1"
             " ELSE created < ?2 AND coalesce((SELECT time FROM events WHERE game = id ORDER BY seq DESC LIMIT 1), 0)"
             " < ?2 END LIMIT ?3",
    [FORGET] = "DELETE FROM games WHERE id = ?1 AND NOT EXISTS(SELECT 1 FROM events WHERE game = ?1)",
    [VERSION_NOW] = "PRAGMA data_version",
};

struct sqlite_store {
    struct store base;
    sqlite3 *db;
    sqlite3_stmt *statement[STATEMENTS];
    int seen; /* data_version */
};

static struct sqlite_store *of(struct store *store)
{
    return (struct sqlite_store *)store;
}

static enum store_result fail(struct store *store)
{
    snprintf(store->why, sizeof store->why, "%s", sqlite3_errmsg(of(store)->db));
    return STORE_FAILED;
}

/* A statement with nothing bound, or NULL. */
static sqlite3_stmt *prepare(struct store *store, enum statement which)
{
    struct sqlite_store *s = of(store);
    if (!s->statement[which] &&
        sqlite3_prepare_v3(s->db, sql[which], -1, SQLITE_PREPARE_PERSISTENT, &s->statement[which], NULL) != SQLITE_OK)
        fail(store);
    return s->statement[which];
}

static void bind_text(sqlite3_stmt *statement, int at, const char *text)
{
    if (text)
        sqlite3_bind_text(statement, at, text, -1, SQLITE_STATIC);
}

/* Runs a statement to its end and makes it ready for the next time. */
static enum store_result finish(struct store *store, sqlite3_stmt *statement)
{
    if (!statement)
        return STORE_FAILED;
    int status = sqlite3_step(statement);
    enum store_result result = STORE_OK;
    if (status == SQLITE_CONSTRAINT)
        result = STORE_CONFLICT;
    else if (status != SQLITE_DONE && status != SQLITE_ROW)
        result = fail(store);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return result;
}

/* The same for an update that must find its row as it should be. */
static enum store_result finish_one(struct store *store, sqlite3_stmt *statement)
{
    enum store_result result = finish(store, statement);
    return result == STORE_OK && sqlite3_changes(of(store)->db) == 0 ? STORE_CONFLICT : result;
}

static enum store_result begin(struct store *store)
{
    return finish(store, prepare(store, BEGIN));
}

static void rollback(struct store *store)
{
    char why[sizeof store->why];
    memcpy(why, store->why, sizeof why);
    if (!sqlite3_get_autocommit(of(store)->db))
        finish(store, prepare(store, ROLLBACK));
    memcpy(store->why, why, sizeof why);
}

static enum store_result commit(struct store *store)
{
    if (finish(store, prepare(store, COMMIT)) == STORE_OK)
        return STORE_OK;
    rollback(store);
    return STORE_FAILED;
}

static void close_store(struct store *store)
{
    struct sqlite_store *s = of(store);
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(s->statement[i]);
    sqlite3_close(s->db);
    sodium_memzero(s, sizeof *s);
    free(s);
}

/* Games. */

void store_game_free(struct store_game *game)
{
    free(game->setup);
    free(game->over);
    free(game->open);
    sodium_memzero(game, sizeof *game);
}

static enum store_result add_game(struct store *store, const struct store_game *game)
{
    sqlite3_stmt *s = prepare(store, ADD_GAME);
    if (!s)
        return STORE_FAILED;
    bind_text(s, 1, game->id);
    sqlite3_bind_int64(s, 2, game->created);
    bind_text(s, 3, game->setup);
    sqlite3_bind_blob(s, 4, game->secret, DICE_SECRET, SQLITE_STATIC);
    for (int i = 0; i < 3; i++) {
        if (!sodium_is_zero(game->token[i], STORE_HASH))
            sqlite3_bind_blob(s, 5 + i, game->token[i], STORE_HASH, SQLITE_STATIC);
    }
    bind_text(s, 8, game->open);
    sqlite3_bind_int(s, 9, game->open_side);
    sqlite3_bind_blob(s, 10, game->creator, STORE_CREATOR, SQLITE_STATIC);
    return finish(store, s);
}

static void take_blob(sqlite3_stmt *statement, int at, uint8_t *out, size_t size)
{
    const void *bytes = sqlite3_column_blob(statement, at);
    if (bytes && sqlite3_column_bytes(statement, at) == (int)size)
        memcpy(out, bytes, size);
}

static void take_text(sqlite3_stmt *statement, int at, char *out, size_t room)
{
    const unsigned char *text = sqlite3_column_text(statement, at);
    snprintf(out, room, "%s", text ? (const char *)text : "");
}

static char *copy_text(sqlite3_stmt *statement, int at)
{
    const unsigned char *text = sqlite3_column_text(statement, at);
    return text ? strdup((const char *)text) : NULL;
}

static enum store_result find_game(struct store *store, const char *id, struct store_game *out)
{
    sqlite3_stmt *s = prepare(store, FIND_GAME);
    memset(out, 0, sizeof *out);
    if (!s)
        return STORE_FAILED;
    bind_text(s, 1, id);
    int status = sqlite3_step(s);
    enum store_result result = status == SQLITE_ROW ? STORE_OK : status == SQLITE_DONE ? STORE_NONE : fail(store);
    if (result == STORE_OK) {
        snprintf(out->id, sizeof out->id, "%s", id);
        out->created = sqlite3_column_int64(s, 0);
        out->setup = copy_text(s, 1);
        take_blob(s, 2, out->secret, DICE_SECRET);
        for (int i = 0; i < 3; i++)
            take_blob(s, 3 + i, out->token[i], STORE_HASH);
        take_text(s, 6, out->seed[0], sizeof out->seed[0]);
        take_text(s, 7, out->seed[1], sizeof out->seed[1]);
        out->over = copy_text(s, 8);
        take_text(s, 9, out->rematch, sizeof out->rematch);
        out->open = copy_text(s, 10);
        take_blob(s, 11, out->creator, STORE_CREATOR);
        out->open_side = sqlite3_column_int(s, 12);
    }
    sqlite3_reset(s);
    sqlite3_clear_bindings(s);
    return result;
}

/* An update of the game `id` with one more text. */
static enum store_result update(struct store *store, enum statement which, const char *id, const char *text)
{
    sqlite3_stmt *s = prepare(store, which);
    if (!s)
        return STORE_FAILED;
    bind_text(s, 1, id);
    bind_text(s, 2, text);
    return finish_one(store, s);
}

static enum store_result join(struct store *store, const char *id, int side, const char *seed)
{
    return update(store, side ? JOIN_O : JOIN_X, id, seed);
}

static enum store_result end(struct store *store, const char *id, const char *over)
{
    return update(store, END, id, over);
}

static enum store_result rematch(struct store *store, const char *id, const char *next)
{
    return update(store, REMATCH, id, next);
}

/* Events. */

static enum store_result add_event(struct store *store, const char *id, const struct store_event *event)
{
    sqlite3_stmt *s = prepare(store, ADD_EVENT);
    if (!s)
        return STORE_FAILED;
    bind_text(s, 1, id);
    sqlite3_bind_int64(s, 2, event->seq);
    sqlite3_bind_int64(s, 3, event->time);
    sqlite3_bind_int(s, 4, event->side);
    bind_text(s, 5, *event->ref ? event->ref : NULL);
    bind_text(s, 6, event->text);
    sqlite3_bind_int64(s, 7, event->clock[0]);
    sqlite3_bind_int64(s, 8, event->clock[1]);
    return finish(store, s);
}

static void take_event(sqlite3_stmt *s, struct store_event *event)
{
    event->seq = sqlite3_column_int64(s, 0);
    event->time = sqlite3_column_int64(s, 1);
    event->side = sqlite3_column_int(s, 2);
    take_text(s, 3, event->ref, sizeof event->ref);
    take_text(s, 4, event->text, sizeof event->text);
    event->clock[0] = sqlite3_column_int64(s, 5);
    event->clock[1] = sqlite3_column_int64(s, 6);
}

static enum store_result events(struct store *store, const char *id, int64_t after, int most,
                                bool (*each)(void *context, const struct store_event *event), void *context)
{
    sqlite3_stmt *s = prepare(store, EVENTS);
    if (!s)
        return STORE_FAILED;
    bind_text(s, 1, id);
    sqlite3_bind_int64(s, 2, after);
    sqlite3_bind_int(s, 3, most);
    int status;
    while ((status = sqlite3_step(s)) == SQLITE_ROW) {
        struct store_event event;
        take_event(s, &event);
        if (!each(context, &event)) {
            status = SQLITE_DONE;
            break;
        }
    }
    enum store_result result = status == SQLITE_DONE ? STORE_OK : fail(store);
    sqlite3_reset(s);
    sqlite3_clear_bindings(s);
    return result;
}

static enum store_result find_ref(struct store *store, const char *id, int side, const char *ref,
                                  struct store_event *out)
{
    sqlite3_stmt *s = prepare(store, FIND_REF);
    if (!s)
        return STORE_FAILED;
    bind_text(s, 1, id);
    sqlite3_bind_int(s, 2, side);
    bind_text(s, 3, ref);
    int status = sqlite3_step(s);
    enum store_result result = status == SQLITE_ROW ? STORE_OK : status == SQLITE_DONE ? STORE_NONE : fail(store);
    if (result == STORE_OK)
        take_event(s, out);
    sqlite3_reset(s);
    sqlite3_clear_bindings(s);
    return result;
}

/* Games that wait for a stranger. */

static enum store_result take_open(struct store *store, const char *key, int64_t since, const uint8_t token[STORE_HASH],
                                   char id[STORE_ID], int *side)
{
    sqlite3_stmt *s = prepare(store, FIND_OPEN);
    if (!s)
        return STORE_FAILED;
    bind_text(s, 1, key);
    sqlite3_bind_int64(s, 2, since);
    int status = sqlite3_step(s);
    enum store_result result = status == SQLITE_ROW ? STORE_OK : status == SQLITE_DONE ? STORE_NONE : fail(store);
    if (result == STORE_OK) {
        take_text(s, 0, id, STORE_ID);
        *side = sqlite3_column_int(s, 1) ? 1 : 0;
    }
    sqlite3_reset(s);
    sqlite3_clear_bindings(s);
    if (result != STORE_OK)
        return result;
    if (!(s = prepare(store, *side ? TAKE_O : TAKE_X)))
        return STORE_FAILED;
    bind_text(s, 1, id);
    sqlite3_bind_blob(s, 2, token, STORE_HASH, SQLITE_STATIC);
    return finish_one(store, s);
}

static enum store_result keep_open(struct store *store, const char *id, int64_t now)
{
    sqlite3_stmt *s = prepare(store, KEEP_OPEN);
    if (!s)
        return STORE_FAILED;
    bind_text(s, 1, id);
    sqlite3_bind_int64(s, 2, now);
    return finish_one(store, s);
}

static enum store_result close_open(struct store *store, const char *id)
{
    return update(store, CLOSE_OPEN, id, NULL);
}

static enum store_result count_games(struct store *store, const uint8_t creator[STORE_CREATOR], int *count)
{
    sqlite3_stmt *s = prepare(store, COUNT_GAMES);
    if (!s)
        return STORE_FAILED;
    sqlite3_bind_blob(s, 1, creator, STORE_CREATOR, SQLITE_STATIC);
    enum store_result result = sqlite3_step(s) == SQLITE_ROW ? STORE_OK : fail(store);
    *count = result == STORE_OK ? sqlite3_column_int(s, 0) : 0;
    sqlite3_reset(s);
    sqlite3_clear_bindings(s);
    return result;
}

static enum store_result idle(struct store *store, int64_t missing, int64_t silent, int most,
                              void (*each)(void *context, const char *id), void *context)
{
    sqlite3_stmt *s = prepare(store, IDLE);
    if (!s)
        return STORE_FAILED;
    sqlite3_bind_int64(s, 1, missing);
    sqlite3_bind_int64(s, 2, silent);
    sqlite3_bind_int(s, 3, most);
    int status;
    while ((status = sqlite3_step(s)) == SQLITE_ROW) {
        char id[STORE_ID];
        take_text(s, 0, id, sizeof id);
        each(context, id);
    }
    enum store_result result = status == SQLITE_DONE ? STORE_OK : fail(store);
    sqlite3_reset(s);
    sqlite3_clear_bindings(s);
    return result;
}

static enum store_result forget(struct store *store, const char *id)
{
    sqlite3_stmt *s = prepare(store, FORGET);
    if (!s)
        return STORE_FAILED;
    bind_text(s, 1, id);
    return finish_one(store, s);
}

static int data_version(struct store *store)
{
    sqlite3_stmt *s = prepare(store, VERSION_NOW);
    int version = s && sqlite3_step(s) == SQLITE_ROW ? sqlite3_column_int(s, 0) : 0;
    sqlite3_reset(s);
    return version;
}

static bool changed(struct store *store)
{
    int version = data_version(store);
    bool other = version != of(store)->seen;
    of(store)->seen = version;
    return other;
}

static const struct store_ops ops = {
    .begin = begin,
    .commit = commit,
    .rollback = rollback,
    .close = close_store,
    .add_game = add_game,
    .find_game = find_game,
    .join = join,
    .end = end,
    .rematch = rematch,
    .add_event = add_event,
    .events = events,
    .find_ref = find_ref,
    .take_open = take_open,
    .keep_open = keep_open,
    .close_open = close_open,
    .count_games = count_games,
    .idle = idle,
    .forget = forget,
    .changed = changed,
};

/* Opening. */

static bool run(struct sqlite_store *s, const char *text)
{
    return sqlite3_exec(s->db, text, NULL, NULL, NULL) == SQLITE_OK;
}

static int number_of(struct sqlite_store *s, const char *text)
{
    sqlite3_stmt *statement = NULL;
    int number = -1;
    if (sqlite3_prepare_v2(s->db, text, -1, &statement, NULL) == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW)
        number = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return number;
}

/* In an empty file the tables are made, by one of those that open it at the same time. */
static bool make_tables(struct sqlite_store *s)
{
    char text[64];
    uint8_t salt[sizeof s->base.salt];
    sqlite3_stmt *statement = NULL;
    if (number_of(s, "SELECT count(*) FROM sqlite_schema") != 0)
        return true;
    randombytes_buf(salt, sizeof salt);
    snprintf(text, sizeof text, "PRAGMA application_id=%d; PRAGMA user_version=%d", APPLICATION, VERSION);
    bool fine = run(s, schema) && run(s, text) &&
                sqlite3_prepare_v2(s->db, "INSERT INTO meta(salt) VALUES(?1)", -1, &statement, NULL) == SQLITE_OK &&
                sqlite3_bind_blob(statement, 1, salt, sizeof salt, SQLITE_STATIC) == SQLITE_OK &&
                sqlite3_step(statement) == SQLITE_DONE;
    sqlite3_finalize(statement);
    return fine;
}

static bool read_salt(struct sqlite_store *s)
{
    sqlite3_stmt *statement = NULL;
    bool fine = sqlite3_prepare_v2(s->db, "SELECT salt FROM meta", -1, &statement, NULL) == SQLITE_OK &&
                sqlite3_step(statement) == SQLITE_ROW;
    if (fine)
        take_blob(statement, 0, s->base.salt, sizeof s->base.salt);
    sqlite3_finalize(statement);
    return fine;
}

static const char *set_up(struct sqlite_store *s)
{
    sqlite3_busy_timeout(s->db, 5000);
    if (!run(s, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA trusted_schema=OFF; PRAGMA cache_size=-16384;"
                "BEGIN IMMEDIATE"))
        return sqlite3_errmsg(s->db);
    if (!make_tables(s) || !run(s, "COMMIT"))
        return sqlite3_errmsg(s->db);
    if (number_of(s, "PRAGMA application_id") != APPLICATION)
        return "this is a database of another program";
    if (number_of(s, "PRAGMA user_version") != VERSION)
        return "this database was made by another version of pasch";
    return read_salt(s) ? NULL : sqlite3_errmsg(s->db);
}

struct store *store_sqlite_open(const char *path, char why[256])
{
    struct sqlite_store *s = calloc(1, sizeof *s);
    if (!s) {
        snprintf(why, 256, "out of memory");
        return NULL;
    }
    s->base.ops = &ops;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    const char *reason = sqlite3_open_v2(path, &s->db, flags, NULL) == SQLITE_OK ? set_up(s) : sqlite3_errmsg(s->db);
    if (reason) {
        snprintf(why, 256, "%s", reason);
        close_store(&s->base);
        return NULL;
    }
    s->seen = data_version(&s->base);
    return &s->base;
}
