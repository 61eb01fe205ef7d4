/* The messages of clients. */
#include <stdlib.h>
#include <string.h>

#include "server/log.h"
#include "server/table.h"

static void send_object(struct member *member, json_t *object)
{
    struct message *message = message_make(object);
    if (message)
        member->send(member, message);
    message_drop(message);
}

static enum hall_verdict refuse(struct member *member, const char *code, const char *text, const char *ref)
{
    hall_refuse(member, code, text, ref);
    return HALL_REFUSED;
}

/* A text of the message that is neither missing nor too long, or NULL. */
static const char *text_of(const json_t *message, const char *key, size_t most)
{
    const json_t *value = json_object_get(message, key);
    const char *text = json_string_value(value);
    return text && json_string_length(value) == strlen(text) && strlen(text) <= most ? text : NULL;
}

/* Sitting down. */

/* One answer for a game that is not there and for a token that is not its: nobody learns which games there are. */
static enum hall_verdict send_away(struct member *member)
{
    hall_refuse(member, "gone", "there is no such game, or this is no link to it", NULL);
    return HALL_GONE;
}

enum store_result hall_authorise(struct hall *hall, const char *id, const char *token, int *side)
{
    uint8_t hash[STORE_HASH];
    enum store_result result = STORE_NONE;
    struct table *table = strlen(id) == STORE_ID - 1 ? hall_table(hall, id, &result) : NULL;
    token_hash(token, hash);
    if (!table)
        return result;
    int found = -1;
    for (int i = 0; i < 3; i++) {
        if (token_fits(hash, table->token[i]))
            found = i;
    }
    *side = found;
    return found < 0 ? STORE_NONE : STORE_OK;
}

static void welcome(struct hall *hall, struct table *table, struct member *member)
{
    json_t *body = json_pack("{s:s, s:s, s:s?, s:o, s:I, s:o, s:o, s:b, s:o, s:b, s:I, s:s?}", "game", table->id, "id",
                             table->id, "side", table_side(member->side), "setup", table_setup(table), "seq",
                             (json_int_t)(table->seq - (int64_t)table->fresh_count), "players", table_players(table),
                             "clock", table_clock(hall, table), "begun", table_begun(table), "over",
                             table->fresh_over ? json_null() : table_over(table), "draws", table_has_draws(table),
                             "claim", (json_int_t)(table->claim / 1000), "draw", table_side(table->draw));
    send_object(member, json_pack("{s:o}", "welcome", body));
}

static enum hall_verdict join(struct hall *hall, struct member *member, const json_t *message)
{
    const char *id = text_of(message, "join", STORE_ID - 1), *token = text_of(message, "token", TOKEN_TEXT - 1);
    const json_t *have = json_object_get(message, "have"), *own = json_object_get(message, "seed");
    char seed[DICE_SEED_HEX];
    enum store_result result;
    int side = PASCH_NOBODY;
    memcpy(seed, dice_no_seed, sizeof seed);
    if (own && !json_is_null(own) && !(json_is_string(own) && dice_read_seed(json_string_value(own), seed)))
        return refuse(member, "bad", "a seed has 32 hexadecimal digits", NULL);
    if (have && !(json_is_integer(have) && json_integer_value(have) >= 0))
        return refuse(member, "bad", "'have' is the number of the last event you have", NULL);
    result = id && token ? hall_authorise(hall, id, token, &side) : STORE_NONE;
    if (result == STORE_FAILED)
        return refuse(member, "store", "the game cannot be read now: try again later", NULL);
    if (result != STORE_OK)
        return send_away(member);
    hall_leave(hall, member);
    struct table *table = hall_table(hall, id, &result);
    if (table->sockets[side] >= (side == PASCH_NOBODY ? TABLE_WATCHERS : TABLE_PLAYERS)) {
        hall_refuse(member, "full", "too many are here with this link already", NULL);
        return HALL_GONE;
    }
    int64_t stored = table->seq - (int64_t)table->fresh_count;
    *member = (struct member){.send = member->send, .wake = member->wake, .table = table, .side = side};
    member->seq = have && json_integer_value(have) < stored ? json_integer_value(have) : have ? stored : 0;
    member->behind = true;
    if (side != PASCH_NOBODY)
        token_derive(token, "rematch", member->token);
    member->next = table->members;
    table->members = member;
    hall->players++;
    bool comes = !table->sockets[side]++ && side != PASCH_NOBODY;
    welcome(hall, table, member);
    member->wake(member);
    if (comes)
        table_send(table, json_pack("{s:o}", "players", table_players(table)));
    if (side != PASCH_NOBODY && !*table->seed[side] && !table->over)
        table_join(hall, table, side, seed);
    return HALL_FINE;
}

/* Strangers. */

void hall_found(struct hall *hall, struct member *member)
{
    hall_stop_seeking(hall, member);
    json_t *body = json_pack("{s:s, s:s, s:s}", "game", member->found, "token", member->found_token, "side",
                             table_side(member->found_side));
    if (*member->found_watch)
        json_object_set_new(body, "links",
                            json_pack("{s:s+++}", "watch", "/g/", member->found, "#", member->found_watch));
    send_object(member, json_pack("{s:o}", "found", body));
}

static struct member *seeker_of(struct hall *hall, const char *id)
{
    struct member *member = hall->seekers;
    while (member && strcmp(member->found, id) != 0)
        member = member->next_seeker;
    return member;
}

/* Takes the seat that waits for somebody who seeks this, if there is one. */
static enum store_result take_seat(struct hall *hall, struct member *member, const char *key)
{
    enum { FRESH = 60 * 1000 };
    uint8_t hash[STORE_HASH];
    token_draw(member->found_token);
    token_hash(member->found_token, hash);
    enum store_result result = hall->store->ops->take_open(hall->store, key, hall_time(hall) - FRESH, hash,
                                                           member->found, &member->found_side),
                      read;
    if (result != STORE_OK)
        return result;
    struct table *table = hall_table(hall, member->found, &read);
    if (table && !table->dirty)
        table_refresh(hall, table);
    struct member *other = seeker_of(hall, member->found);
    *member->found_watch = 0;
    if (other) {
        memcpy(member->found_watch, other->found_watch, sizeof member->found_watch);
        hall_found(hall, other);
    }
    hall_found(hall, member);
    return STORE_OK;
}

static enum hall_verdict seek(struct hall *hall, struct member *member, const json_t *wish,
                              const uint8_t creator[STORE_CREATOR])
{
    struct request request;
    struct pasch_error error;
    if (member->table || member->seeks)
        return refuse(member, "bad", "leave first", NULL);
    if (request_read(&request, wish, &error) != PASCH_OK)
        return refuse(member, "bad", error.text, NULL);
    hall_flush(hall); /* so that every table is as it is kept */
    char *key = request_pack(&request, true);
    if (!key)
        return refuse(member, "store", "out of memory", NULL);
    enum store_result result = take_seat(hall, member, key);
    if (result == STORE_NONE || result == STORE_CONFLICT) {
        struct hall_game game = {0};
        result = hall_create_game(hall, key, request.side, key, true, creator, &game);
        if (result == STORE_OK) {
            memcpy(member->found, game.id, sizeof member->found);
            memcpy(member->found_token, game.token[game.side], TOKEN_TEXT);
            memcpy(member->found_watch, game.token[PASCH_NOBODY], TOKEN_TEXT);
            member->found_side = game.side;
            member->seeks = true;
            member->next_seeker = hall->seekers;
            hall->seekers = member;
            send_object(member, json_pack("{s:b}", "seeking", 1));
        }
    }
    free(key);
    if (result == STORE_CONFLICT)
        return refuse(member, "full", "too many of your games are open: finish some first", NULL);
    return result == STORE_OK ? HALL_FINE : refuse(member, "store", "this could not be stored: try again", NULL);
}

/* Playing. */

/* A ref that is known already is answered with what was stored for it. */
static bool is_repeated(struct hall *hall, struct member *member, const char *ref)
{
    struct table *table = member->table;
    struct store_event event;
    for (size_t i = 0; i < table->fresh_count; i++) {
        if (table->fresh[i].side == member->side && strcmp(table->fresh[i].ref, ref) == 0)
            return true; /* will be told once it is stored */
    }
    if (hall->store->ops->find_ref(hall->store, table->id, member->side, ref, &event) != STORE_OK)
        return false;
    json_t *object = table_event(&event);
    json_object_set_new(object, "ref", json_string(ref));
    send_object(member, object);
    return true;
}

static enum hall_verdict act(struct hall *hall, struct member *member, const json_t *message)
{
    struct table *table = member->table;
    const char *words = text_of(message, "do", PASCH_MOVE_ROOM - 1), *ref = text_of(message, "ref", STORE_REF - 1);
    const json_t *seq = json_object_get(message, "seq");
    struct pasch_error error;
    if (json_object_get(message, "ref") && (!ref || !*ref))
        return refuse(member, "bad", "a ref has 1 to 40 characters", NULL);
    if (!words)
        return refuse(member, "bad", "'do' is an event in words", ref);
    if (member->side == PASCH_NOBODY)
        return refuse(member, "rules", "you are watching", ref);
    if (ref && is_repeated(hall, member, ref)) {
        hall->metrics.count[METRIC_REPEATED]++;
        return HALL_FINE;
    }
    if (!table->over && table_check_time(hall, table))
        return refuse(member, "rules", "your time is up", ref);
    if (table->over)
        return refuse(member, "rules", "the match is over", ref);
    if (!table_begun(table))
        return refuse(member, "rules", "the opponent has not come yet", ref);
    int64_t others = table->last[1 - member->side] > table->last[PASCH_NOBODY] ? table->last[1 - member->side]
                                                                               : table->last[PASCH_NOBODY];
    if (json_is_integer(seq) && json_integer_value(seq) < others) {
        hall->metrics.count[METRIC_STALE]++;
        return refuse(member, "stale", "something has happened that you have not seen yet", ref);
    }
    if (table_act(hall, table, member->side, words, ref ? ref : "", &error) != PASCH_OK) {
        hall->metrics.count[METRIC_REFUSED]++;
        return refuse(member, "rules", error.text, ref);
    }
    return HALL_FINE;
}

static enum hall_verdict draw(struct hall *hall, struct member *member, const char *what)
{
    struct table *table = member->table;
    int other = 1 - member->side;
    if (!table_has_draws(table))
        return refuse(member, "rules", "this game has no draws", NULL);
    if (table->over || !table_begun(table) || table->game.phase != PASCH_PHASE_PLAYING)
        return refuse(member, "rules", "there is nothing to be drawn now", NULL);
    bool offers = what && strcmp(what, "offer") == 0, accepts = what && strcmp(what, "accept") == 0;
    if (!offers && !accepts && !(what && strcmp(what, "decline") == 0))
        return refuse(member, "bad", "'draw' is offer, accept or decline", NULL);
    if (!offers && table->draw != other)
        return refuse(member, "rules", "no draw was offered", NULL);
    if (table->draw == other && (offers || accepts)) {
        table->draw = PASCH_NOBODY;
        table_end(hall, table, "draw", PASCH_NOBODY);
        return HALL_FINE;
    }
    table->draw = offers ? member->side : PASCH_NOBODY;
    table_send(table, json_pack("{s:s?}", "draw", table_side(table->draw)));
    return HALL_FINE;
}

/* Whoever is gone, and has to do something, for too long. */
static enum hall_verdict claim(struct hall *hall, struct member *member)
{
    struct table *table = member->table;
    int other = 1 - member->side, actor = pasch_game_actor(&table->game);
    if (table->over || !table_begun(table))
        return refuse(member, "rules", "there is nothing to be won now", NULL);
    if (table->sockets[other] || actor == member->side || hall_time(hall) - table->since[other] < table->claim)
        return refuse(member, "rules", "the opponent has not been away for long enough", NULL);
    table_end(hall, table, "claimed", member->side);
    return HALL_FINE;
}

static struct member *of_side(const struct table *table, int side)
{
    struct member *member = table->members;
    while (member && member->side != side)
        member = member->next;
    return member;
}

/* The same once more, with the sides exchanged. Their new tokens follow from the old ones, so that they can be told
 * again. */
static enum hall_verdict begin_rematch(struct hall *hall, struct member *member)
{
    struct table *table = member->table;
    struct member *other = of_side(table, 1 - member->side);
    struct hall_game next = {0};
    json_t *setup = setup_pack(&table->setup);
    json_object_set_new(setup, "clock", clock_pack(&table->clock));
    json_object_set_new(setup, "claim", json_integer(table->claim / 1000));
    char *text = setup ? json_dumps(setup, JSON_COMPACT) : NULL;
    json_decref(setup);
    memcpy(next.token[1 - member->side], member->token, TOKEN_TEXT);
    memcpy(next.token[1 - other->side], other->token, TOKEN_TEXT);
    enum store_result result =
        text ? hall_create_game(hall, text, PASCH_X, NULL, false, table->creator, &next) : STORE_FAILED;
    free(text);
    if (result == STORE_OK)
        result = hall->store->ops->rematch(hall->store, table->id, next.id);
    if (result == STORE_CONFLICT)
        return refuse(member, "full", "too many games are open: finish some first", NULL);
    if (result != STORE_OK)
        return refuse(member, "store", "this could not be stored: try again", NULL);
    memcpy(table->rematch, next.id, sizeof table->rematch);
    for (struct member *m = table->members; m; m = m->next) {
        const char *token = m->side == PASCH_NOBODY ? next.token[PASCH_NOBODY] : m->token;
        json_t *body = json_pack("{s:s, s:s}", "game", next.id, "token", token);
        if (m->side != PASCH_NOBODY) {
            json_object_set_new(body, "side", json_string(table_side(1 - m->side)));
            json_object_set_new(body, "links",
                                json_pack("{s:s+++}", "watch", "/g/", next.id, "#", next.token[PASCH_NOBODY]));
        }
        send_object(m, json_pack("{s:o}", "rematch", body));
    }
    return HALL_FINE;
}

static enum hall_verdict rematch(struct hall *hall, struct member *member)
{
    struct table *table = member->table;
    if (!table->over)
        return refuse(member, "rules", "the match is not over yet", NULL);
    if (*table->rematch) {
        table_tell_rematch(table, member);
        return HALL_FINE;
    }
    table->again[member->side] = true;
    if (table->again[1 - member->side] && table->sockets[1 - member->side])
        return begin_rematch(hall, member);
    table->again[1 - member->side] = false;
    table_send(table, json_pack("{s:{s:s}}", "rematch", "offered", table_side(member->side)));
    return HALL_FINE;
}

static enum hall_verdict leave(struct hall *hall, struct member *member)
{
    struct table *table = member->table;
    if (table && member->side != PASCH_NOBODY && !table->over && !table->setup.terms.length &&
        !table->setup.terms.rounds && table->game.phase == PASCH_PHASE_BETWEEN) {
        int64_t x = table->game.score[0], o = table->game.score[1];
        table_end(hall, table, "finished", x == o ? PASCH_NOBODY : x > o ? PASCH_X : PASCH_O);
        hall_flush(hall); /* while it still hears of it */
    }
    hall_leave(hall, member);
    send_object(member, json_pack("{s:b}", "left", 1));
    return HALL_FINE;
}

enum hall_verdict hall_take(struct hall *hall, struct member *member, const json_t *message,
                            const uint8_t creator[STORE_CREATOR])
{
    const json_t *ping = json_object_get(message, "ping");
    if (json_object_get(message, "join"))
        return join(hall, member, message);
    if (json_object_get(message, "seek"))
        return seek(hall, member, json_object_get(message, "seek"), creator);
    if (json_object_get(message, "leave"))
        return leave(hall, member);
    if (json_is_integer(ping)) {
        send_object(member,
                    json_pack("{s:I, s:I}", "pong", json_integer_value(ping), "time", (json_int_t)hall_time(hall)));
        return HALL_FINE;
    }
    if (!member->table)
        return refuse(member, "bad", "the first message is a join or a seek", NULL);
    if (json_object_get(message, "do"))
        return act(hall, member, message);
    if (member->side == PASCH_NOBODY)
        return refuse(member, "rules", "you are watching", NULL);
    if (json_object_get(message, "draw"))
        return draw(hall, member, json_string_value(json_object_get(message, "draw")));
    if (json_is_true(json_object_get(message, "rematch")))
        return rematch(hall, member);
    if (json_is_true(json_object_get(message, "claim")))
        return claim(hall, member);
    return refuse(member, "bad", "there is no such message", NULL);
}
