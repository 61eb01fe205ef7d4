/* What members are told of their table. */
#include <stdlib.h>
#include <string.h>

#include "server/table.h"

json_t *table_dice(const struct table *table)
{
    char commitment[DICE_SECRET_HEX];
    dice_commitment(table->secret, commitment);
    json_t *dice = json_pack("{s:s, s:s}", "method", DICE_METHOD, "commitment", commitment);
    if (table_begun(table))
        json_object_set_new(dice, "seeds", json_pack("{s:s, s:s}", "x", table->seed[0], "o", table->seed[1]));
    return dice;
}

json_t *table_setup(const struct table *table)
{
    json_t *setup = setup_pack(&table->setup);
    json_object_set_new(setup, "clock", clock_pack(&table->clock));
    json_object_set_new(setup, "claim", json_integer(table->claim / 1000));
    json_object_set_new(setup, "dice", table_dice(table));
    return setup;
}

json_t *table_over(const struct table *table)
{
    if (!table->over)
        return json_null();
    return json_pack("{s:s, s:s?}", "reason", table->reason, "winner", table_side(table->winner));
}

json_t *table_clock(const struct hall *hall, const struct table *table)
{
    if (table->clock.kind == CLOCK_NONE)
        return json_null();
    int64_t now = hall_ticks(hall), x = clock_left(&table->clock, PASCH_X, now),
            o = clock_left(&table->clock, PASCH_O, now);
    return json_pack("{s:I, s:I, s:s?, s:I}", "x", (json_int_t)(x > 0 ? x : 0), "o", (json_int_t)(o > 0 ? o : 0),
                     "running", table_side(table->clock.running), "free", (json_int_t)clock_free(&table->clock, now));
}

static json_t *presence(const struct table *table, int side)
{
    if (table->sockets[side])
        return json_pack("{s:b}", "online", 1);
    return json_pack("{s:b, s:I}", "online", 0, "since", (json_int_t)table->since[side]);
}

json_t *table_players(const struct table *table)
{
    return json_pack("{s:o, s:o}", "x", presence(table, PASCH_X), "o", presence(table, PASCH_O));
}

json_t *table_event(const struct store_event *event)
{
    return json_pack("{s:I, s:s?, s:s, s:I}", "seq", (json_int_t)event->seq, "side", table_side(event->side), "event",
                     event->text, "time", (json_int_t)event->time);
}

static json_t *secret(const struct table *table)
{
    char text[DICE_SECRET_HEX];
    dice_write_secret(table->secret, text);
    return json_pack("{s:s}", "secret", text);
}

static void send_one(struct member *member, json_t *object)
{
    struct message *message = message_make(object);
    if (message)
        member->send(member, message);
    message_drop(message);
}

/* To all, or to those that have all events up to now. */
static void send_some(struct table *table, json_t *object, bool all)
{
    struct message *message = message_make(object);
    for (struct member *member = table->members; message && member; member = member->next) {
        if (all || !member->behind)
            member->send(member, message);
    }
    message_drop(message);
}

void table_send(struct table *table, json_t *object)
{
    send_some(table, object, true);
}

/* The side that has made the event sees its own name for it, too. */
static void tell_event(struct table *table, const struct store_event *event)
{
    json_t *object = table_event(event);
    struct message *plain = message_make(json_incref(object)), *own = NULL;
    if (*event->ref) {
        json_object_set_new(object, "ref", json_string(event->ref));
        own = message_make(json_incref(object));
    }
    json_decref(object);
    for (struct member *member = table->members; plain && member; member = member->next) {
        if (member->behind)
            continue;
        member->send(member, own && member->side == event->side ? own : plain);
        member->seq = event->seq;
    }
    message_drop(plain);
    message_drop(own);
}

void table_tell(struct hall *hall, struct table *table)
{
    if ((table->fresh_join[0] || table->fresh_join[1]) && table_begun(table))
        send_some(table, json_pack("{s:o}", "dice", table_dice(table)), true);
    for (size_t i = 0; i < table->fresh_count; i++)
        tell_event(table, &table->fresh[i]);
    if (table->clock.kind != CLOCK_NONE && (table->fresh_count || table->fresh_over))
        send_some(table, json_pack("{s:o}", "clock", table_clock(hall, table)), false);
    if (table->fresh_over) {
        send_some(table, json_pack("{s:o}", "over", table_over(table)), false);
        send_some(table, secret(table), false);
    }
}

void table_tell_rematch(struct table *table, struct member *member)
{
    if (!*table->rematch || member->side == PASCH_NOBODY)
        return;
    send_one(member, json_pack("{s:{s:s, s:s, s:s}}", "rematch", "game", table->rematch, "token", member->token, "side",
                               table_side(1 - member->side)));
}

void table_tell_rest(struct hall *hall, struct table *table, struct member *member)
{
    if (table->clock.kind != CLOCK_NONE)
        send_one(member, json_pack("{s:o}", "clock", table_clock(hall, table)));
    if (table->draw != PASCH_NOBODY)
        send_one(member, json_pack("{s:s}", "draw", table_side(table->draw)));
    if (!table->over || table->fresh_over)
        return;
    send_one(member, json_pack("{s:o}", "over", table_over(table)));
    send_one(member, secret(table));
    table_tell_rematch(table, member);
}
