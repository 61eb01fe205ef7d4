#include "server/table.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/log.h"

const char *table_side(int side)
{
    return side == PASCH_X ? "x" : side == PASCH_O ? "o" : NULL;
}

bool table_begun(const struct table *table)
{
    return *table->seed[0] && *table->seed[1];
}

bool table_has_draws(const struct table *table)
{
    const struct pasch_rules *rules = &table->setup.rules;
    return rules->dead_draw || rules->repetition_draw || rules->ply_cap;
}

/* Whose time runs. */
static int side_on_clock(const struct table *table)
{
    return table_begun(table) && !table->over ? pasch_game_actor(&table->game) : PASCH_NOBODY;
}

/* Reading. */

static enum store_result cannot_read(struct hall *hall, const struct table *table, const char *reason)
{
    snprintf(hall->store->why, sizeof hall->store->why, "game %s: %.200s", table->id, reason);
    return STORE_FAILED;
}

static void start(struct table *table)
{
    setup_start(&table->setup, &table->game);
    memset(table->last, 0, sizeof table->last);
    table->seq = 0;
    table->throws = 0;
    table->over = false;
    table->fresh_count = 0;
    table->fresh_join[0] = table->fresh_join[1] = table->fresh_over = false;
    table->draw = PASCH_NOBODY;
    table->clock.left[0] = table->clock.left[1] = table->clock.start;
    table->clock.running = PASCH_NOBODY;
}

static enum store_result unpack(struct hall *hall, struct table *table, const struct store_game *kept)
{
    struct pasch_error error;
    json_t *object = kept->setup ? json_loads(kept->setup, 0, NULL) : NULL;
    enum pasch_status status = object ? setup_unpack(object, &table->setup, &error) : PASCH_BAD_TEXT;
    if (status == PASCH_OK)
        status = clock_read(&table->clock, json_object_get(object, "clock"), &error);
    if (status == PASCH_OK) {
        table->claim = 1000 * json_integer_value(json_object_get(object, "claim"));
        memcpy(table->secret, kept->secret, sizeof table->secret);
        memcpy(table->creator, kept->creator, sizeof table->creator);
    }
    json_decref(object);
    return status == PASCH_OK ? STORE_OK : cannot_read(hall, table, object ? error.text : "its setup is no JSON");
}

struct reading {
    struct hall *hall;
    struct table *table;
    struct pasch_error error;
    bool failed;
};

/* An event that was stored happens once more. */
static bool replay(void *context, const struct store_event *kept)
{
    struct reading *r = context;
    struct table *table = r->table;
    struct pasch_event event;
    r->failed = true;
    if (kept->seq != table->seq + 1 || kept->side < 0 || kept->side > PASCH_NOBODY ||
        pasch_event_read(&event, kept->text, &table->game, &r->hall->plays, &r->error) != PASCH_OK)
        return false;
    event.side = kept->side == PASCH_NOBODY ? PASCH_X : (uint8_t)kept->side;
    if (pasch_game_apply(&table->game, &event, &r->hall->plays, &r->error) != PASCH_OK)
        return false;
    r->failed = false;
    table->throws += event.kind == PASCH_EVENT_OPENING || event.kind == PASCH_EVENT_ROLL;
    table->seq = table->last[kept->side] = kept->seq;
    table->clock.left[0] = kept->clock[0];
    table->clock.left[1] = kept->clock[1];
    table->clock.running = PASCH_NOBODY;
    return true;
}

static void read_over(struct table *table, const char *text)
{
    json_t *object = text ? json_loads(text, 0, NULL) : NULL;
    const char *reason = json_string_value(json_object_get(object, "reason"));
    const char *winner = json_string_value(json_object_get(object, "winner"));
    table->over = text;
    snprintf(table->reason, sizeof table->reason, "%s", reason ? reason : "");
    table->winner = !winner ? PASCH_NOBODY : *winner == 'x' ? PASCH_X : PASCH_O;
    json_decref(object);
}

/* All that can change, as it is kept. */
static enum store_result read_rest(struct hall *hall, struct table *table, const struct store_game *kept)
{
    struct reading r = {.hall = hall, .table = table};
    memcpy(table->token, kept->token, sizeof table->token);
    memcpy(table->seed, kept->seed, sizeof table->seed);
    memcpy(table->rematch, kept->rematch, sizeof table->rematch);
    table->open = kept->open;
    table->open_side = kept->open_side;
    read_over(table, kept->over);
    enum store_result result = hall->store->ops->events(hall->store, table->id, table->seq, INT_MAX, replay, &r);
    if (result == STORE_OK && r.failed)
        result = cannot_read(hall, table, r.error.text);
    /* The time since the last event is given back: nobody knows when the server stopped. */
    clock_switch(&table->clock, side_on_clock(table), hall_ticks(hall));
    return result;
}

enum store_result table_refresh(struct hall *hall, struct table *table)
{
    struct store_game kept;
    enum store_result result = hall->store->ops->find_game(hall->store, table->id, &kept);
    if (result == STORE_OK)
        result = read_rest(hall, table, &kept);
    store_game_free(&kept);
    return result;
}

enum store_result table_reload(struct hall *hall, struct table *table)
{
    start(table);
    return table_refresh(hall, table);
}

struct table *table_load(struct hall *hall, const char *id, enum store_result *result)
{
    struct store_game kept;
    *result = hall->store->ops->find_game(hall->store, id, &kept);
    struct table *table = *result == STORE_OK ? calloc(1, sizeof *table) : NULL;
    if (table) {
        snprintf(table->id, sizeof table->id, "%s", id);
        table->since[0] = table->since[1] = hall_time(hall);
        table->empty = hall_ticks(hall);
        *result = unpack(hall, table, &kept);
        if (*result == STORE_OK) {
            start(table);
            *result = read_rest(hall, table, &kept);
        }
    } else if (*result == STORE_OK) {
        *result = STORE_FAILED;
        snprintf(hall->store->why, sizeof hall->store->why, "out of memory");
    }
    store_game_free(&kept);
    if (*result == STORE_OK)
        return table;
    table_free(table);
    return NULL;
}

void table_free(struct table *table)
{
    if (table)
        free(table->fresh);
    free(table);
}

/* Playing. */

/* Notes an event that has happened; what follows from it for the clock is part of it. False: no memory. */
static bool append(struct hall *hall, struct table *table, int side, const char *text, const char *ref)
{
    if (table->fresh_count == table->fresh_room) {
        size_t room = table->fresh_room ? 2 * table->fresh_room : 4;
        struct store_event *more = realloc(table->fresh, room * sizeof *more);
        if (!more)
            return false;
        table->fresh = more;
        table->fresh_room = room;
    }
    struct store_event *event = &table->fresh[table->fresh_count++];
    int64_t now = hall_ticks(hall);
    memset(event, 0, sizeof *event);
    event->seq = table->last[side] = ++table->seq;
    event->time = hall_time(hall);
    event->side = side;
    snprintf(event->ref, sizeof event->ref, "%s", ref);
    snprintf(event->text, sizeof event->text, "%s", text);
    clock_switch(&table->clock, side_on_clock(table), now);
    event->clock[0] = clock_left(&table->clock, PASCH_X, now);
    event->clock[1] = clock_left(&table->clock, PASCH_O, now);
    hall_mark(hall, table);
    return true;
}

static void throw_dice(const struct table *table, uint8_t die[2])
{
    dice_throw(table->secret, table->seed[0], table->seed[1], table->throws + 1, die);
}

static int match_winner(const struct pasch_game *game)
{
    return game->score[0] == game->score[1] ? PASCH_NOBODY : game->score[0] > game->score[1] ? PASCH_X : PASCH_O;
}

/* What nobody needs to be asked for: opening throws, and the end. */
static void go_on(struct hall *hall, struct table *table)
{
    struct pasch_error error;
    while (table->game.phase == PASCH_PHASE_OPENING) {
        struct pasch_event event = {.kind = PASCH_EVENT_OPENING};
        char text[PASCH_MOVE_ROOM];
        throw_dice(table, event.die);
        if (pasch_game_apply(&table->game, &event, &hall->plays, &error) != PASCH_OK)
            return;
        table->throws++;
        pasch_event_write(&table->setup.rules, &event, text);
        if (!append(hall, table, PASCH_NOBODY, text, ""))
            return;
    }
    if (table->game.phase == PASCH_PHASE_OVER)
        table_end(hall, table, "played", match_winner(&table->game));
    else if (table->seq >= TABLE_EVENTS)
        table_end(hall, table, "limit", PASCH_NOBODY);
}

void table_join(struct hall *hall, struct table *table, int side, const char *seed)
{
    snprintf(table->seed[side], sizeof table->seed[side], "%s", seed);
    table->fresh_join[side] = true;
    table->open = table->open && side != table->open_side;
    hall_mark(hall, table);
    if (!table_begun(table))
        return;
    clock_switch(&table->clock, side_on_clock(table), hall_ticks(hall));
    go_on(hall, table);
}

/* Reads the words, or throws. */
static enum pasch_status read_event(struct hall *hall, const struct table *table, const char *words,
                                    struct pasch_event *event, struct pasch_error *error)
{
    if (strcmp(words, "roll") == 0) {
        *event = (struct pasch_event){.kind = PASCH_EVENT_ROLL};
        throw_dice(table, event->die);
        return PASCH_OK;
    }
    enum pasch_status status = pasch_event_read(event, words, &table->game, &hall->plays, error);
    if (status == PASCH_OK && (event->kind == PASCH_EVENT_ROLL || event->kind == PASCH_EVENT_OPENING)) {
        *error = (struct pasch_error){.status = PASCH_ILLEGAL};
        snprintf(error->text, sizeof error->text, "the server throws the dice: say 'roll'");
        return error->status;
    }
    return status;
}

enum pasch_status table_act(struct hall *hall, struct table *table, int side, const char *words, const char *ref,
                            struct pasch_error *error)
{
    struct pasch_event event;
    char text[PASCH_MOVE_ROOM];
    enum pasch_status status = read_event(hall, table, words, &event, error);
    if (status != PASCH_OK)
        return status;
    event.side = (uint8_t)side;
    status = pasch_game_apply(&table->game, &event, &hall->plays, error);
    if (status != PASCH_OK)
        return status;
    table->throws += event.kind == PASCH_EVENT_ROLL;
    if (event.kind == PASCH_EVENT_HOP) /* with the number that it has used */
        event.hop[0] = table->game.hop[table->game.hops - 1];
    pasch_event_write(&table->setup.rules, &event, text);
    if (!append(hall, table, side, text, ref)) {
        *error = (struct pasch_error){.status = PASCH_FULL, .text = "out of memory"};
        table->lost = true;
        hall_mark(hall, table);
        return error->status;
    }
    if (table->draw == 1 - side) { /* who plays on does not want it */
        table->draw = PASCH_NOBODY;
        table_send(table, json_pack("{s:n}", "draw"));
    }
    go_on(hall, table);
    return PASCH_OK;
}

void table_end(struct hall *hall, struct table *table, const char *reason, int winner)
{
    table->over = true;
    table->winner = winner;
    snprintf(table->reason, sizeof table->reason, "%s", reason);
    clock_switch(&table->clock, PASCH_NOBODY, hall_ticks(hall));
    table->fresh_over = true;
    hall_mark(hall, table);
}

bool table_check_time(struct hall *hall, struct table *table)
{
    int side = table->clock.running;
    if (table->over || side == PASCH_NOBODY || clock_left(&table->clock, side, hall_ticks(hall)) > 0)
        return false;
    /* No increment for who is too late. */
    table->clock.left[side] = 0;
    table->clock.running = PASCH_NOBODY;
    table_end(hall, table, "time", 1 - side);
    return true;
}
