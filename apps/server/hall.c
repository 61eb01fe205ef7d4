#include "server/hall.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/log.h"
#include "server/table.h"

enum {
    BUCKETS = 4096,
    KEEP_EMPTY = 60 * 1000, /* ms that a table stays in memory after the last one has gone */
    KEEP_OPEN = 20 * 1000,  /* how often it is said that somebody still waits for a stranger */
    LOOK = 3600 * 1000,     /* how often games are looked for that nobody plays any more */
    LOOK_MOST = 200,        /* at a time */
    UNBEGUN_DAYS = 7,       /* after which a game is forgotten to which somebody never came */
    SILENT_DAYS = 90,       /* after which a game is over in which nothing happens */
};

static int64_t milliseconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t hall_time(const struct hall *hall)
{
    return milliseconds(CLOCK_REALTIME) + hall->ahead;
}

int64_t hall_ticks(const struct hall *hall)
{
    return milliseconds(CLOCK_MONOTONIC) + hall->ahead;
}

bool hall_open(struct hall *hall, struct store *store)
{
    *hall = (struct hall){.store = store};
    void *memory = malloc(pasch_plays_bytes(PASCH_PLAYS_ROOM));
    hall->bucket = calloc(BUCKETS, sizeof *hall->bucket);
    if (!memory || !hall->bucket) {
        free(memory);
        free(hall->bucket);
        return false;
    }
    pasch_plays_init(&hall->plays, memory, PASCH_PLAYS_ROOM);
    hall->kept = hall_ticks(hall);
    return true;
}

void hall_close(struct hall *hall)
{
    for (size_t i = 0; i < BUCKETS; i++) {
        while (hall->bucket[i]) {
            struct table *next = hall->bucket[i]->next;
            table_free(hall->bucket[i]);
            hall->bucket[i] = next;
        }
    }
    free(hall->bucket);
    free(hall->plays.play);
}

/* Tables. The ids are random, so some of their characters are as good as a hash. */

static struct table **slot_of(struct hall *hall, const char *id)
{
    unsigned hash = 0;
    for (int i = 0; i < 4 && id[i]; i++)
        hash = hash * 64 + ((unsigned)id[i] ^ (unsigned)id[i] >> 6) % 64;
    struct table **slot = &hall->bucket[hash % BUCKETS];
    while (*slot && strcmp((*slot)->id, id) != 0)
        slot = &(*slot)->next;
    return slot;
}

struct table *hall_table(struct hall *hall, const char *id, enum store_result *result)
{
    struct table **slot = slot_of(hall, id);
    *result = STORE_OK;
    if (!*slot && (*slot = table_load(hall, id, result)))
        hall->tables++;
    if (!*slot && *result == STORE_FAILED)
        log_line(LOG_ERROR, "store", "{s:s}", "why", hall->store->why);
    return *slot;
}

static void drop_table(struct hall *hall, struct table **slot)
{
    struct table *table = *slot;
    *slot = table->next;
    table_free(table);
    hall->tables--;
}

void hall_mark(struct hall *hall, struct table *table)
{
    if (table->dirty)
        return;
    table->dirty = true;
    table->next_dirty = hall->dirty;
    hall->dirty = table;
}

/* Storing. */

static enum store_result write_table(struct store *store, struct table *table)
{
    enum store_result result = table->lost ? STORE_CONFLICT : STORE_OK;
    for (int side = 0; side < 2 && result == STORE_OK; side++) {
        if (table->fresh_join[side])
            result = store->ops->join(store, table->id, side, table->seed[side]);
    }
    for (size_t i = 0; i < table->fresh_count && result == STORE_OK; i++)
        result = store->ops->add_event(store, table->id, &table->fresh[i]);
    if (table->fresh_over && result == STORE_OK) {
        json_t *over = table_over(table);
        char *text = json_dumps(over, JSON_COMPACT);
        result = text ? store->ops->end(store, table->id, text) : STORE_FAILED;
        free(text);
        json_decref(over);
    }
    return result;
}

/* All that is dirty in one transaction. A table that somebody else was faster with is left out, and the rest is written
 * again. */
static enum store_result write_all(struct hall *hall)
{
    struct store *store = hall->store;
    for (;;) {
        bool again = false;
        enum store_result result = store->ops->begin(store);
        for (struct table *table = hall->dirty; table && result == STORE_OK && !again; table = table->next_dirty) {
            if (table->lost)
                continue;
            result = write_table(store, table);
            if (result == STORE_CONFLICT) {
                table->lost = again = true;
                result = STORE_OK;
            }
        }
        if (result == STORE_OK && !again)
            return store->ops->commit(store);
        store->ops->rollback(store);
        if (result != STORE_OK)
            return result;
    }
}

/* What was done at the table is not kept: it is as the store has it, and those who did it must do it again. Only that
 * somebody has sat down is tried again without asking. */
static void lose(struct hall *hall, struct table *table)
{
    char seed[2][DICE_SEED_HEX];
    bool joined[2] = {table->fresh_join[0], table->fresh_join[1]};
    memcpy(seed, table->seed, sizeof seed);
    hall->metrics.count[METRIC_LOST] += table->fresh_count;
    for (size_t i = 0; i < table->fresh_count; i++) {
        const struct store_event *event = &table->fresh[i];
        for (struct member *member = table->members; member; member = member->next) {
            if (*event->ref && member->side == event->side)
                hall_refuse(member, "store", "this could not be stored: send it again", event->ref);
        }
    }
    table->lost = false;
    if (table_reload(hall, table) != STORE_OK)
        log_line(LOG_ERROR, "store", "{s:s}", "why", hall->store->why);
    for (int side = 0; side < 2; side++) {
        if (joined[side] && !*table->seed[side] && !table->over)
            table_join(hall, table, side, seed[side]);
    }
    for (struct member *member = table->members; member; member = member->next) {
        member->behind = true;
        member->wake(member);
    }
}

static void told(struct hall *hall, struct table *table)
{
    hall->metrics.count[METRIC_EVENTS] += table->fresh_count;
    if (table->fresh_over) {
        hall->metrics.count[METRIC_OVER]++;
        log_line(LOG_INFO, "over", "{s:s, s:s, s:I}", "game", table->id, "reason", table->reason, "events",
                 (json_int_t)table->seq);
    }
    table_tell(hall, table);
    table->fresh_count = 0;
    table->fresh_join[0] = table->fresh_join[1] = table->fresh_over = false;
}

void hall_flush(struct hall *hall)
{
    if (!hall->dirty)
        return;
    struct timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    enum store_result result = write_all(hall);
    clock_gettime(CLOCK_MONOTONIC, &after);
    metrics_commit(&hall->metrics,
                   (double)(after.tv_sec - before.tv_sec) + (double)(after.tv_nsec - before.tv_nsec) * 1e-9);
    if (result != STORE_OK)
        log_line(LOG_ERROR, "store", "{s:s}", "why", hall->store->why);
    struct table *table = hall->dirty;
    hall->dirty = NULL; /* what is tried again comes next time */
    for (struct table *next; table; table = next) {
        next = table->next_dirty;
        table->dirty = false;
        if (result != STORE_OK || table->lost)
            lose(hall, table);
        else
            told(hall, table);
    }
}

/* Members. */

void hall_refuse(struct member *member, const char *code, const char *text, const char *ref)
{
    json_t *object = json_pack("{s:s, s:s}", "error", text, "code", code);
    if (ref)
        json_object_set_new(object, "ref", json_string(ref));
    struct message *message = message_make(object);
    if (message)
        member->send(member, message);
    message_drop(message);
}

static bool send_kept(void *context, const struct store_event *event)
{
    struct member *member = context;
    json_t *object = table_event(event);
    if (*event->ref && event->side == member->side)
        json_object_set_new(object, "ref", json_string(event->ref));
    struct message *message = message_make(object);
    if (message)
        member->send(member, message);
    message_drop(message);
    member->seq = event->seq;
    return message;
}

void hall_catch_up(struct hall *hall, struct member *member)
{
    enum { PAGE = 200 };
    if (!member->table || !member->behind)
        return;
    int64_t before = member->seq;
    struct table *table = member->table;
    if (hall->store->ops->events(hall->store, table->id, before, PAGE, send_kept, member) != STORE_OK) {
        log_line(LOG_ERROR, "store", "{s:s}", "why", hall->store->why);
        return;
    }
    if (member->seq - before == PAGE) {
        member->wake(member);
        return;
    }
    member->behind = false;
    table_tell_rest(hall, table, member);
}

static void leave_table(struct hall *hall, struct member *member)
{
    struct table *table = member->table;
    struct member **at = &table->members;
    while (*at != member)
        at = &(*at)->next;
    *at = member->next;
    member->next = NULL;
    member->table = NULL;
    hall->players--;
    table->sockets[member->side]--;
    if (!table->members)
        table->empty = hall_ticks(hall);
    if (member->side == PASCH_NOBODY || table->sockets[member->side])
        return;
    table->since[member->side] = hall_time(hall);
    table_send(table, json_pack("{s:o}", "players", table_players(table)));
}

void hall_stop_seeking(struct hall *hall, struct member *member)
{
    struct member **at = &hall->seekers;
    while (*at && *at != member)
        at = &(*at)->next_seeker;
    if (*at)
        *at = member->next_seeker;
    member->next_seeker = NULL;
    member->seeks = false;
}

void hall_leave(struct hall *hall, struct member *member)
{
    if (member->seeks) {
        hall_stop_seeking(hall, member);
        /* CONFLICT: somebody has just come, and will wait in vain, as after any other who leaves. */
        if (hall->store->ops->close_open(hall->store, member->found) == STORE_OK)
            hall->store->ops->forget(hall->store, member->found);
    }
    if (member->table)
        leave_table(hall, member);
}

/* Games. */

void hall_creator_of(const struct hall *hall, const void *address, size_t size, uint8_t creator[STORE_CREATOR])
{
    crypto_generichash(creator, STORE_CREATOR, address, size, hall->store->salt, sizeof hall->store->salt);
}

/* With `alone` only the creator gets a token, until a stranger comes. */
enum store_result hall_create_game(struct hall *hall, const char *setup, int side, const char *open, bool alone,
                                   const uint8_t creator[STORE_CREATOR], struct hall_game *out)
{
    int games = 0;
    struct store_game game = {.created = hall_time(hall), .setup = (char *)setup, .open = (char *)open};
    enum store_result result = hall->store->ops->count_games(hall->store, creator, &games);
    if (result == STORE_OK && hall->most_games && games >= hall->most_games)
        return STORE_CONFLICT;
    memcpy(game.creator, creator, STORE_CREATOR);
    token_draw_id(out->id);
    memcpy(game.id, out->id, sizeof game.id);
    out->side = side == PASCH_NOBODY ? (int)randombytes_uniform(2) : side;
    game.open_side = 1 - out->side;
    dice_draw_secret(game.secret);
    dice_commitment(game.secret, out->commitment);
    for (int i = 0; i < 3; i++) {
        if (!*out->token[i])
            token_draw(out->token[i]);
        if (!alone || i != game.open_side)
            token_hash(out->token[i], game.token[i]);
    }
    if (result == STORE_OK)
        result = hall->store->ops->add_game(hall->store, &game);
    sodium_memzero(game.secret, sizeof game.secret);
    if (result != STORE_OK) {
        log_line(LOG_ERROR, "store", "{s:s}", "why", hall->store->why);
        return STORE_FAILED;
    }
    hall->metrics.count[METRIC_GAMES]++;
    log_line(LOG_INFO, "created", "{s:s}", "game", out->id);
    return STORE_OK;
}

enum store_result hall_create(struct hall *hall, const struct request *request, const uint8_t creator[STORE_CREATOR],
                              struct hall_game *out)
{
    char *setup = request_pack(request, request->open);
    memset(out, 0, sizeof *out);
    enum store_result result =
        setup ? hall_create_game(hall, setup, request->side, request->open ? setup : NULL, false, creator, out)
              : STORE_FAILED;
    free(setup);
    return result;
}

/* Time. */

static void look_at_idle(void *context, const char *id)
{
    struct hall *hall = context;
    enum store_result result;
    if (hall->store->ops->forget(hall->store, id) == STORE_OK)
        return;
    struct table *table = hall_table(hall, id, &result);
    if (table && !table->over)
        table_end(hall, table, "abandoned", PASCH_NOBODY);
}

struct idle_ids {
    int count;
    char id[LOOK_MOST][STORE_ID];
};

static void collect(void *context, const char *id)
{
    struct idle_ids *ids = context;
    memcpy(ids->id[ids->count++], id, STORE_ID);
}

static void see_to_idle(struct hall *hall)
{
    static const int64_t day = (int64_t)86400 * 1000;
    struct idle_ids ids = {0};
    int64_t now = hall_time(hall);
    hall->store->ops->idle(hall->store, now - UNBEGUN_DAYS * day, now - SILENT_DAYS * day, LOOK_MOST, collect, &ids);
    for (int i = 0; i < ids.count; i++)
        look_at_idle(hall, ids.id[i]);
}

/* Those that wait for a stranger are still there; and has one come, by way of another server? */
static void see_to_seekers(struct hall *hall, bool changed, bool keep)
{
    for (struct member *member = hall->seekers, *next; member; member = next) {
        struct store_game game;
        next = member->next_seeker;
        if (keep)
            hall->store->ops->keep_open(hall->store, member->found, hall_time(hall));
        if (!changed)
            continue;
        if (hall->store->ops->find_game(hall->store, member->found, &game) == STORE_OK && !game.open)
            hall_found(hall, member);
        store_game_free(&game);
    }
}

/* A game with a link is open to strangers as long as its creator is here. */
static void see_to_table(struct hall *hall, struct table *table, bool changed, bool keep)
{
    if (table->dirty)
        return;
    table_check_time(hall, table);
    if (keep && table->open && table->members)
        hall->store->ops->keep_open(hall->store, table->id, hall_time(hall));
    int64_t seq = table->seq;
    bool over = table->over, begun = table_begun(table);
    if (!changed || table->dirty || table_refresh(hall, table) != STORE_OK)
        return;
    if (!begun && table_begun(table))
        table_send(table, json_pack("{s:o}", "dice", table_dice(table)));
    for (struct member *member = table->members; member; member = member->next) {
        if (table->seq != seq || table->over != over) {
            member->behind = true;
            member->wake(member);
        }
    }
}

void hall_tick(struct hall *hall)
{
    int64_t now = hall_ticks(hall);
    bool changed = hall->store->ops->changed(hall->store), keep = now - hall->kept >= KEEP_OPEN;
    see_to_seekers(hall, changed, keep);
    for (size_t i = 0; i < BUCKETS; i++) {
        for (struct table **slot = &hall->bucket[i]; *slot;) {
            struct table *table = *slot;
            see_to_table(hall, table, changed, keep);
            if (!table->members && !table->dirty && table->clock.running == PASCH_NOBODY &&
                now - table->empty >= KEEP_EMPTY)
                drop_table(hall, slot);
            else
                slot = &table->next;
        }
    }
    if (keep)
        hall->kept = now;
    if (!hall->looked || now - hall->looked >= LOOK) {
        hall->looked = now;
        see_to_idle(hall);
    }
    hall_flush(hall);
}
