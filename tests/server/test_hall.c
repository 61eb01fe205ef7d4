/* The hall without sockets: who may do what, and what everybody is told. */
#include "testing.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/log.h"
#include "server/table.h"

static char folder[64], path[96];
static struct store *store;
static struct hall hall;
static const uint8_t creator[STORE_CREATOR] = {1};

/* A client: what it was sent, in order. */
struct client {
    struct member member;
    json_t *got;
};

static void keep(struct member *member, struct message *message)
{
    json_t *object = json_loadb(message->text, message->length, 0, NULL);
    assert_non_null(object);
    json_array_append_new(((struct client *)member)->got, object);
}

static void nothing(struct member *member)
{
    (void)member;
}

static void open_client(struct client *client)
{
    *client = (struct client){.member = {.send = keep, .wake = nothing}, .got = json_array()};
}

static void close_client(struct client *client)
{
    hall_leave(&hall, &client->member);
    json_decref(client->got);
}

static int begin(void **state)
{
    (void)state;
    char why[256];
    snprintf(folder, sizeof folder, "%s/pasch-hall-XXXXXX", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/games.db", folder);
    store = store_sqlite_open(path, why);
    return store && hall_open(&hall, store) ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    static const char *const endings[] = {"", "-wal", "-shm"};
    hall_close(&hall);
    store->ops->close(store);
    for (int i = 0; i < 3; i++) {
        char name[128];
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        unlink(name);
    }
    return rmdir(folder);
}

/* The server is killed and started again: nothing is left but the store. */
static void restart(void)
{
    char why[256];
    int64_t ahead = hall.ahead;
    hall_close(&hall);
    store->ops->close(store);
    store = store_sqlite_open(path, why);
    assert_non_null(store);
    assert_true(hall_open(&hall, store));
    hall.ahead = ahead;
}

static struct hall_game create(const char *wish)
{
    struct request request;
    struct pasch_error error;
    struct hall_game game;
    json_t *object = json_loads(wish, 0, NULL);
    assert_non_null(object);
    if (request_read(&request, object, &error) != PASCH_OK)
        testing_fail("%s: %s", wish, error.text);
    json_decref(object);
    assert_int_equal(hall_create(&hall, &request, creator, &game), STORE_OK);
    return game;
}

static enum hall_verdict say(struct client *client, const char *text)
{
    json_t *object = json_loads(text, 0, NULL);
    if (!object)
        testing_fail("no JSON: %s", text);
    enum hall_verdict verdict = hall_take(&hall, &client->member, object, creator);
    json_decref(object);
    return verdict;
}

/* All that is to be stored and sent. */
static void settle(struct client *client)
{
    hall_flush(&hall);
    hall_catch_up(&hall, &client->member);
}

static enum hall_verdict join(struct client *client, const struct hall_game *game, int side, int have)
{
    char text[200];
    open_client(client);
    snprintf(text, sizeof text, "{\"join\":\"%s\",\"token\":\"%s\",\"have\":%d,\"seed\":\"%032d\"}", game->id,
             game->token[side], have, side);
    enum hall_verdict verdict = say(client, text);
    settle(client);
    return verdict;
}

/* The last message with that key; its value. */
static const json_t *last(const struct client *client, const char *key)
{
    for (size_t i = json_array_size(client->got); i-- > 0;) {
        const json_t *value = json_object_get(json_array_get(client->got, i), key);
        if (value)
            return value;
    }
    return NULL;
}

static const char *last_text(const struct client *client, const char *key)
{
    const char *text = json_string_value(last(client, key));
    return text ? text : "";
}

static int count(const struct client *client, const char *key)
{
    int found = 0;
    for (size_t i = 0; i < json_array_size(client->got); i++)
        found += json_object_get(json_array_get(client->got, i), key) != NULL;
    return found;
}

static const char *code(const struct client *client)
{
    const json_t *message = json_array_get(client->got, json_array_size(client->got) - 1);
    const char *text = json_string_value(json_object_get(message, "code"));
    return text ? text : "";
}

/* "do" by a side, at once stored and told. */
static void does(struct client *client, const char *words)
{
    char text[200];
    snprintf(text, sizeof text, "{\"do\":\"%s\"}", words);
    if (say(client, text) != HALL_FINE)
        testing_fail("'%s': %s", words, last_text(client, "error"));
    hall_flush(&hall);
}

/* A table with x and o, from a position so that dice decide nothing: x is to throw. */
static struct hall_game sit_down(struct client *x, struct client *o, const char *more)
{
    char wish[400];
    snprintf(wish, sizeof wish,
             "{\"game\":\"standard\",\"side\":\"x\",\"position\":\"standard 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 x "
             "-\"%s}",
             more);
    struct hall_game game = create(wish);
    assert_int_equal(join(x, &game, PASCH_X, 0), HALL_FINE);
    assert_int_equal(join(o, &game, PASCH_O, 0), HALL_FINE);
    hall_catch_up(&hall, &x->member);
    return game;
}

static void a_game_begins_when_both_have_come(void **state)
{
    (void)state;
    struct client x, o, watcher;
    struct hall_game game = create("{\"game\":\"standard\",\"side\":\"o\",\"terms\":{\"length\":5}}");
    assert_int_equal(game.side, PASCH_O);
    assert_int_equal(join(&o, &game, PASCH_O, 0), HALL_FINE);
    const json_t *welcome = last(&o, "welcome"), *dice = json_object_get(json_object_get(welcome, "setup"), "dice");
    assert_string_equal(json_string_value(json_object_get(welcome, "side")), "o");
    assert_string_equal(json_string_value(json_object_get(dice, "commitment")), game.commitment);
    assert_null(json_object_get(dice, "seeds"));
    assert_int_equal(say(&o, "{\"do\":\"roll\"}"), HALL_REFUSED);
    assert_string_equal(code(&o), "rules");
    assert_int_equal(count(&o, "event"), 0);

    assert_int_equal(join(&x, &game, PASCH_X, 0), HALL_FINE);
    const char *seed = json_string_value(json_object_get(json_object_get(last(&o, "dice"), "seeds"), "x"));
    assert_string_equal(seed, "00000000000000000000000000000000");
    assert_true(count(&o, "event") >= 1);
    assert_int_equal(strncmp(last_text(&o, "event"), "opening ", 8), 0);
    assert_string_equal(last_text(&x, "event"), last_text(&o, "event"));
    assert_true(json_is_true(json_object_get(json_object_get(last(&o, "players"), "x"), "online")));

    assert_int_equal(join(&watcher, &game, PASCH_NOBODY, 0), HALL_FINE);
    assert_string_equal(last_text(&watcher, "event"), last_text(&o, "event"));
    assert_int_equal(say(&watcher, "{\"do\":\"roll\"}"), HALL_REFUSED);
    assert_int_equal(say(&watcher, "{\"draw\":\"offer\"}"), HALL_REFUSED);
    close_client(&x);
    assert_true(json_is_false(json_object_get(json_object_get(last(&o, "players"), "x"), "online")));
    close_client(&o);
    close_client(&watcher);
}

static void links_of_others_open_nothing(void **state)
{
    (void)state;
    struct client stranger;
    struct hall_game one = create("{\"game\":\"standard\"}"), other = create("{\"game\":\"puff\"}"), mixed = one;
    memcpy(mixed.token, other.token, sizeof mixed.token);
    for (int side = 0; side < 3; side++) {
        assert_int_equal(join(&stranger, &mixed, side, 0), HALL_GONE);
        assert_string_equal(code(&stranger), "gone");
        close_client(&stranger);
    }
    snprintf(mixed.id, sizeof mixed.id, "AAAAAAAAAAAA");
    assert_int_equal(join(&stranger, &mixed, 0, 0), HALL_GONE);
    assert_string_equal(last_text(&stranger, "error"), "there is no such game, or this is no link to it");
    close_client(&stranger);
    open_client(&stranger);
    assert_int_equal(say(&stranger, "{\"join\":7}"), HALL_GONE);
    assert_int_equal(say(&stranger, "{\"do\":\"roll\"}"), HALL_REFUSED);
    assert_int_equal(say(&stranger, "{}"), HALL_REFUSED);
    close_client(&stranger);
}

static void what_is_not_stored_is_not_told(void **state)
{
    (void)state;
    struct client x, o;
    sit_down(&x, &o, "");
    int before = count(&o, "event");
    assert_int_equal(say(&x, "{\"do\":\"roll\",\"ref\":\"r1\"}"), HALL_FINE);
    assert_int_equal(count(&o, "event"), before);
    assert_int_equal(count(&x, "event"), before);
    hall_flush(&hall);
    assert_int_equal(count(&o, "event"), before + 1);
    assert_string_equal(last_text(&x, "ref"), "r1");
    assert_int_equal(count(&o, "ref"), 0);
    close_client(&x);
    close_client(&o);
}

static void nobody_chooses_dice(void **state)
{
    (void)state;
    struct client x, o;
    sit_down(&x, &o, "");
    assert_int_equal(say(&x, "{\"do\":\"roll 66\"}"), HALL_REFUSED);
    assert_int_equal(say(&x, "{\"do\":\"opening 61\"}"), HALL_REFUSED);
    assert_int_equal(say(&o, "{\"do\":\"roll\"}"), HALL_REFUSED);
    assert_string_equal(last_text(&o, "error"), "it is the opponent's turn");
    does(&x, "roll");
    assert_int_equal(say(&x, "{\"do\":\"roll\"}"), HALL_REFUSED);
    assert_int_equal(count(&x, "event"), 1);
    close_client(&x);
    close_client(&o);
}

static void a_repeated_ref_changes_nothing(void **state)
{
    (void)state;
    struct client x, o;
    struct hall_game game = sit_down(&x, &o, "");
    for (int i = 0; i < 3; i++)
        assert_int_equal(say(&x, "{\"do\":\"roll\",\"ref\":\"one\"}"), HALL_FINE);
    hall_flush(&hall);
    assert_int_equal(count(&o, "event"), 1);
    assert_int_equal(say(&x, "{\"do\":\"roll\",\"ref\":\"one\"}"), HALL_FINE);
    hall_flush(&hall);
    assert_int_equal(count(&o, "event"), 1);
    assert_int_equal(count(&x, "event"), 2); /* it is told once more what has become of it */
    close_client(&x);
    restart();
    assert_int_equal(join(&x, &game, PASCH_X, 1), HALL_FINE);
    assert_int_equal(say(&x, "{\"do\":\"roll\",\"ref\":\"one\"}"), HALL_FINE);
    assert_int_equal(json_integer_value(last(&x, "seq")), 1);
    assert_int_equal(say(&x, "{\"do\":\"roll\",\"ref\":\"two\"}"), HALL_REFUSED); /* has been thrown */
    json_decref(o.got);
    close_client(&x);
}

static void who_has_not_seen_all_is_told_so(void **state)
{
    (void)state;
    struct client x, o;
    sit_down(&x, &o, "");
    does(&x, "double"); /* 1 */
    assert_int_equal(say(&o, "{\"do\":\"take\",\"seq\":0}"), HALL_REFUSED);
    assert_string_equal(code(&o), "stale");
    assert_int_equal(say(&o, "{\"do\":\"take\",\"seq\":1}"), HALL_FINE); /* 2 */
    hall_flush(&hall);
    assert_int_equal(say(&x, "{\"do\":\"roll\",\"seq\":2}"), HALL_FINE); /* 3 */
    assert_int_equal(say(&x, "{\"do\":\"undo\",\"seq\":2}"), HALL_REFUSED);
    assert_string_equal(code(&x), "rules"); /* own events may be on the way */
    close_client(&x);
    close_client(&o);
}

static void who_comes_back_gets_what_is_missing(void **state)
{
    (void)state;
    struct client x, o, again;
    struct hall_game game = sit_down(&x, &o, "");
    does(&x, "double");
    does(&o, "take");
    does(&x, "resign 1");
    for (int have = 0; have <= 4; have++) {
        assert_int_equal(join(&again, &game, PASCH_O, have), HALL_FINE);
        assert_int_equal(count(&again, "event"), have > 3 ? 0 : 3 - have);
        assert_int_equal(json_integer_value(json_object_get(last(&again, "welcome"), "seq")), 3);
        close_client(&again);
    }
    /* While it catches up others go on: nothing comes twice or not at all. */
    open_client(&again);
    char text[200];
    snprintf(text, sizeof text, "{\"join\":\"%s\",\"token\":\"%s\"}", game.id, game.token[PASCH_NOBODY]);
    assert_int_equal(say(&again, text), HALL_FINE);
    does(&o, "reject");
    does(&x, "roll");
    assert_int_equal(count(&again, "event"), 0);
    hall_catch_up(&hall, &again.member);
    assert_int_equal(count(&again, "event"), 5);
    does(&x, "resign 2");
    assert_int_equal(count(&again, "event"), 6);
    assert_int_equal(json_integer_value(last(&again, "seq")), 6);
    close_client(&again);
    close_client(&x);
    close_client(&o);
}

/* A store whose commits fail, as on a full disk. */
static bool disk_is_full;
static enum store_result (*real_commit)(struct store *);

static enum store_result fail_commit(struct store *failing)
{
    if (!disk_is_full)
        return real_commit(failing);
    failing->ops->rollback(failing);
    return STORE_FAILED;
}

static void what_cannot_be_stored_has_not_happened(void **state)
{
    (void)state;
    struct client x, o;
    static struct store_ops full;
    full = *store->ops;
    real_commit = full.commit;
    full.commit = fail_commit;
    store->ops = &full;
    log_set_level((enum log_level) - 1);
    struct hall_game game = create("{\"game\":\"standard\",\"side\":\"x\",\"position\":\"standard 24:2 24:2 x -\"}");
    disk_is_full = true;
    join(&x, &game, PASCH_X, 0);
    join(&o, &game, PASCH_O, 0);
    assert_int_equal(count(&x, "dice"), 0);
    disk_is_full = false;
    hall_flush(&hall); /* they have not left meanwhile */
    hall_catch_up(&hall, &x.member);
    hall_catch_up(&hall, &o.member);
    assert_int_equal(count(&x, "dice"), 1);

    disk_is_full = true;
    assert_int_equal(say(&x, "{\"do\":\"roll\",\"ref\":\"r\"}"), HALL_FINE);
    hall_flush(&hall);
    assert_string_equal(code(&x), "store");
    assert_int_equal(count(&o, "event"), 0);
    disk_is_full = false;
    assert_int_equal(say(&x, "{\"do\":\"roll\",\"ref\":\"r\"}"), HALL_FINE);
    hall_flush(&hall);
    hall_catch_up(&hall, &x.member);
    hall_catch_up(&hall, &o.member);
    assert_int_equal(count(&o, "event"), 1);
    assert_int_equal(count(&x, "event"), 1);
    close_client(&x);
    close_client(&o);
}

static void two_servers_do_not_take_the_same_number(void **state)
{
    (void)state;
    struct client x, o, far;
    char why[256], text[200];
    struct hall_game game = sit_down(&x, &o, "");
    /* A second server with the same store; x is there, too. */
    struct store *other_store = store_sqlite_open(path, why);
    struct hall other, first;
    assert_non_null(other_store);
    assert_true(hall_open(&other, other_store));
    first = hall;
    open_client(&far);
    snprintf(text, sizeof text, "{\"join\":\"%s\",\"token\":\"%s\"}", game.id, game.token[PASCH_X]);
    hall = other;
    assert_int_equal(say(&far, text), HALL_FINE);
    settle(&far);
    assert_int_equal(say(&far, "{\"do\":\"double\",\"ref\":\"far\"}"), HALL_FINE);
    other = hall;
    hall = first;
    does(&x, "roll"); /* the first server stores its event 1 ... */
    first = hall;
    hall = other;
    hall_flush(&hall); /* ... and the second cannot */
    assert_string_equal(code(&far), "store");
    assert_string_equal(last_text(&far, "ref"), "far");
    hall_catch_up(&hall, &far.member);
    assert_int_equal(strncmp(last_text(&far, "event"), "roll ", 5), 0);
    assert_int_equal(say(&far, "{\"do\":\"resign 1\"}"), HALL_FINE);
    hall_flush(&hall);
    other = hall;
    hall = first;
    hall_tick(&hall); /* the first looks again */
    hall_catch_up(&hall, &o.member);
    assert_string_equal(last_text(&o, "event"), "resign 1");
    does(&o, "accept");
    first = hall;
    hall = other;
    hall_tick(&hall);
    hall_catch_up(&hall, &far.member);
    assert_string_equal(last_text(&far, "event"), "accept");
    assert_int_equal(count(&far, "secret"), 1);
    close_client(&far);
    hall_close(&hall);
    other_store->ops->close(other_store);
    hall = first;
    close_client(&x);
    close_client(&o);
}

static void time_that_is_up_loses(void **state)
{
    (void)state;
    struct client x, o;
    struct hall_game game =
        sit_down(&x, &o, ",\"clock\":{\"kind\":\"fischer\",\"seconds\":60,\"increment\":10},\"terms\":{\"rounds\":9}");
    hall.ahead += 20000;
    does(&x, "double"); /* 40 left, and 10 more */
    assert_in_range(json_integer_value(json_object_get(last(&o, "clock"), "x")), 49500, 50000);
    assert_string_equal(json_string_value(json_object_get(last(&o, "clock"), "running")), "o");
    hall.ahead += 59000;
    hall_tick(&hall);
    assert_null(last(&o, "over"));
    does(&o, "take");
    assert_in_range(json_integer_value(json_object_get(last(&o, "clock"), "o")), 10000, 11000);

    /* After a restart the clock is as it was after the last event. */
    json_decref(x.got);
    json_decref(o.got);
    restart();
    hall.ahead += 1000000;
    join(&x, &game, PASCH_X, 0);
    join(&o, &game, PASCH_O, 0);
    assert_in_range(json_integer_value(json_object_get(last(&o, "clock"), "x")), 49000, 50000);
    hall.ahead += 50100;
    assert_int_equal(say(&x, "{\"do\":\"roll\"}"), HALL_REFUSED);
    hall_flush(&hall);
    assert_string_equal(json_string_value(json_object_get(last(&o, "over"), "reason")), "time");
    assert_string_equal(json_string_value(json_object_get(last(&o, "over"), "winner")), "o");
    assert_int_equal(count(&o, "secret"), 1);
    assert_int_equal(say(&o, "{\"do\":\"resign 1\"}"), HALL_REFUSED);
    close_client(&x);
    close_client(&o);
}

static void the_first_seconds_of_a_turn_are_free_with_a_delay(void **state)
{
    (void)state;
    struct client x, o;
    sit_down(&x, &o, ",\"clock\":{\"kind\":\"delay\",\"seconds\":30,\"increment\":12}");
    hall.ahead += 11000;
    does(&x, "double");
    assert_in_range(json_integer_value(json_object_get(last(&o, "clock"), "free")), 11500, 12000);
    hall.ahead += 22000;
    does(&o, "take");
    assert_int_equal(json_integer_value(json_object_get(last(&o, "clock"), "x")), 30000);
    assert_in_range(json_integer_value(json_object_get(last(&o, "clock"), "o")), 19500, 20000);
    hall.ahead += 42100;
    hall_tick(&hall); /* nobody needs to say so */
    assert_string_equal(json_string_value(json_object_get(last(&x, "over"), "winner")), "o");
    close_client(&x);
    close_client(&o);
}

static void draws_are_agreed_on_where_rules_have_them(void **state)
{
    (void)state;
    struct client x, o;
    sit_down(&x, &o, "");
    assert_int_equal(say(&x, "{\"draw\":\"offer\"}"), HALL_REFUSED);
    close_client(&x);
    close_client(&o);
    struct hall_game game = create("{\"game\":\"lumbardorum\",\"side\":\"x\"}");
    join(&x, &game, PASCH_X, 0);
    join(&o, &game, PASCH_O, 0);
    assert_true(json_is_true(json_object_get(last(&o, "welcome"), "draws")));
    assert_int_equal(say(&o, "{\"draw\":\"accept\"}"), HALL_REFUSED); /* none was offered */
    assert_int_equal(say(&x, "{\"draw\":\"offer\"}"), HALL_FINE);
    assert_string_equal(last_text(&o, "draw"), "x");
    assert_int_equal(say(&o, "{\"draw\":\"decline\"}"), HALL_FINE);
    assert_true(json_is_null(last(&x, "draw")));
    assert_int_equal(say(&x, "{\"draw\":\"offer\"}"), HALL_FINE);
    assert_int_equal(say(&o, "{\"do\":\"resign 1\"}"), HALL_FINE); /* who plays on has declined */
    assert_true(json_is_null(last(&x, "draw")));
    assert_int_equal(say(&x, "{\"do\":\"reject\"}"), HALL_FINE);
    assert_int_equal(say(&o, "{\"draw\":\"offer\"}"), HALL_FINE);
    assert_int_equal(say(&x, "{\"draw\":\"accept\"}"), HALL_FINE);
    hall_flush(&hall);
    assert_string_equal(json_string_value(json_object_get(last(&o, "over"), "reason")), "draw");
    assert_true(json_is_null(json_object_get(last(&o, "over"), "winner")));
    close_client(&x);
    close_client(&o);
}

static void a_rematch_has_the_sides_exchanged(void **state)
{
    (void)state;
    struct client x, o, watcher;
    struct hall_game game = sit_down(&x, &o, ""), next = {0};
    join(&watcher, &game, PASCH_NOBODY, 0);
    assert_int_equal(say(&x, "{\"rematch\":true}"), HALL_REFUSED); /* not over yet */
    does(&x, "resign 1");
    does(&o, "accept");
    assert_int_equal(say(&x, "{\"rematch\":true}"), HALL_FINE);
    assert_string_equal(json_string_value(json_object_get(last(&o, "rematch"), "offered")), "x");
    assert_int_equal(say(&o, "{\"rematch\":true}"), HALL_FINE);
    const json_t *for_x = last(&x, "rematch"), *for_o = last(&o, "rematch");
    assert_string_equal(json_string_value(json_object_get(for_x, "side")), "o");
    assert_string_equal(json_string_value(json_object_get(for_o, "side")), "x");
    assert_int_equal(json_string_length(json_object_get(last(&watcher, "rematch"), "token")), TOKEN_TEXT - 1);
    snprintf(next.id, sizeof next.id, "%s", json_string_value(json_object_get(for_x, "game")));
    snprintf(next.token[PASCH_O], TOKEN_TEXT, "%s", json_string_value(json_object_get(for_x, "token")));
    snprintf(next.token[PASCH_X], TOKEN_TEXT, "%s", json_string_value(json_object_get(for_o, "token")));
    assert_string_not_equal(next.token[PASCH_O], game.token[PASCH_X]);
    close_client(&x);
    close_client(&o);
    close_client(&watcher);

    /* Whoever has missed it is told again. */
    restart();
    join(&x, &game, PASCH_X, 2);
    assert_string_equal(json_string_value(json_object_get(last(&x, "rematch"), "token")), next.token[PASCH_O]);
    close_client(&x);
    assert_int_equal(join(&x, &next, PASCH_O, 0), HALL_FINE);
    assert_int_equal(join(&o, &next, PASCH_X, 0), HALL_FINE);
    assert_string_equal(json_string_value(json_object_get(last(&x, "welcome"), "side")), "o");
    close_client(&x);
    close_client(&o);
}

static void who_is_gone_for_long_has_lost(void **state)
{
    (void)state;
    struct client x, o;
    sit_down(&x, &o, ",\"open\":true");
    assert_int_equal(say(&o, "{\"claim\":true}"), HALL_REFUSED); /* x is here */
    close_client(&x);
    hall.ahead += 119000;
    assert_int_equal(say(&o, "{\"claim\":true}"), HALL_REFUSED);
    hall.ahead += 2000;
    assert_int_equal(say(&o, "{\"claim\":true}"), HALL_FINE);
    hall_flush(&hall);
    assert_string_equal(json_string_value(json_object_get(last(&o, "over"), "reason")), "claimed");
    assert_string_equal(json_string_value(json_object_get(last(&o, "over"), "winner")), "o");
    close_client(&o);
}

static void strangers_who_seek_the_same_meet(void **state)
{
    (void)state;
    struct client a, b, c;
    struct store_game kept;
    open_client(&a);
    open_client(&b);
    open_client(&c);
    assert_int_equal(say(&a, "{\"seek\":{\"game\":\"puff\"}}"), HALL_FINE);
    assert_int_equal(say(&b, "{\"seek\":{\"game\":\"puff\",\"terms\":{\"rounds\":3}}}"), HALL_FINE);
    assert_true(json_is_true(last(&b, "seeking")));
    assert_null(last(&a, "found"));
    assert_int_equal(say(&a, "{\"seek\":{\"game\":\"pin\"}}"), HALL_REFUSED); /* one thing at a time */
    assert_int_equal(say(&c, "{\"seek\":{\"game\":\"puff\",\"terms\":{\"rounds\":1}}}"), HALL_FINE);
    const json_t *for_a = last(&a, "found"), *for_c = last(&c, "found");
    assert_non_null(for_a);
    assert_non_null(for_c);
    assert_string_equal(json_string_value(json_object_get(for_a, "game")),
                        json_string_value(json_object_get(for_c, "game")));
    assert_string_not_equal(json_string_value(json_object_get(for_a, "side")),
                            json_string_value(json_object_get(for_c, "side")));
    for (int i = 0; i < 2; i++) {
        struct client *client = i ? &c : &a;
        const json_t *found = i ? for_c : for_a;
        char text[200];
        snprintf(text, sizeof text, "{\"join\":\"%s\",\"token\":\"%s\"}",
                 json_string_value(json_object_get(found, "game")), json_string_value(json_object_get(found, "token")));
        assert_int_equal(say(client, text), HALL_FINE);
        settle(client);
    }
    assert_int_equal(strncmp(last_text(&a, "event"), "opening ", 8), 0);

    /* Who goes away is not met, and nothing is left of it. */
    char id[STORE_ID];
    memcpy(id, b.member.found, sizeof id);
    close_client(&b);
    assert_int_equal(store->ops->find_game(store, id, &kept), STORE_NONE);
    store_game_free(&kept);
    open_client(&b);
    assert_int_equal(say(&b, "{\"seek\":{\"game\":\"puff\",\"terms\":{\"rounds\":3}}}"), HALL_FINE);
    assert_null(last(&b, "found"));
    assert_int_equal(say(&b, "{\"leave\":true}"), HALL_FINE);
    close_client(&a);
    close_client(&b);
    close_client(&c);
}

static void a_link_may_be_open_to_strangers(void **state)
{
    (void)state;
    struct client x, o, stranger, late;
    struct hall_game game = create("{\"game\":\"puff\",\"side\":\"x\",\"open\":true}");
    assert_int_equal(join(&x, &game, PASCH_X, 0), HALL_FINE);
    for (int i = 0; i < 5; i++) { /* as long as x is here, it is said so every 20 seconds */
        hall.ahead += 21000;
        hall_tick(&hall);
    }
    open_client(&stranger);
    assert_int_equal(say(&stranger, "{\"seek\":{\"game\":\"puff\"}}"), HALL_FINE);
    const json_t *found = last(&stranger, "found");
    assert_string_equal(json_string_value(json_object_get(found, "game")), game.id);
    assert_string_equal(json_string_value(json_object_get(found, "side")), "o");
    assert_int_equal(join(&o, &game, PASCH_O, 0), HALL_GONE); /* the link's seat is taken */
    close_client(&o);
    snprintf(game.token[PASCH_O], TOKEN_TEXT, "%s", json_string_value(json_object_get(found, "token")));
    assert_int_equal(join(&o, &game, PASCH_O, 0), HALL_FINE);
    assert_true(count(&x, "event") > 0);

    /* Who comes by the link is first in another game: then strangers do not get it. */
    struct hall_game other = create("{\"game\":\"puff\",\"side\":\"o\",\"open\":true}");
    assert_int_equal(join(&late, &other, PASCH_X, 0), HALL_FINE);
    close_client(&stranger);
    open_client(&stranger);
    assert_int_equal(say(&stranger, "{\"seek\":{\"game\":\"puff\"}}"), HALL_FINE);
    assert_null(last(&stranger, "found"));
    close_client(&late);
    close_client(&stranger);
    close_client(&x);
    close_client(&o);
}

static void an_address_has_so_many_games(void **state)
{
    (void)state;
    struct request request;
    struct pasch_error error;
    struct hall_game game;
    json_t *wish = json_loads("{\"game\":\"puff\"}", 0, NULL);
    hall.most_games = 3;
    assert_int_equal(request_read(&request, wish, &error), PASCH_OK);
    json_decref(wish);
    for (int i = 0; i < 3; i++)
        assert_int_equal(hall_create(&hall, &request, creator, &game), STORE_OK);
    assert_int_equal(hall_create(&hall, &request, creator, &game), STORE_CONFLICT);
    static const uint8_t other[STORE_CREATOR] = {2};
    assert_int_equal(hall_create(&hall, &request, other, &game), STORE_OK);
}

static void games_that_nobody_plays_end(void **state)
{
    (void)state;
    struct client x, o;
    struct hall_game game = sit_down(&x, &o, ""), lonely = create("{\"game\":\"puff\"}");
    struct store_game kept;
    does(&x, "roll");
    close_client(&x);
    close_client(&o);
    hall.ahead += (int64_t)91 * 86400 * 1000;
    hall_tick(&hall);
    assert_int_equal(store->ops->find_game(store, game.id, &kept), STORE_OK);
    assert_string_equal(kept.over, "{\"reason\":\"abandoned\",\"winner\":null}");
    store_game_free(&kept);
    assert_int_equal(store->ops->find_game(store, lonely.id, &kept), STORE_NONE);
    store_game_free(&kept);
    hall.ahead += 61000;
    hall_tick(&hall);
    assert_int_equal(hall.tables, 0); /* nor is anything left in memory */
}

static void requests_are_read_with_care(void **state)
{
    (void)state;
    static const struct {
        const char *wish, *answer;
    } bad[] = {
        {"{}", "'game' is missing"},
        {"{\"game\":\"chess\"}", "there is no game 'chess'"},
        {"{\"game\":\"puff\",\"terms\":7}", "'terms' must be an object"},
        {"{\"game\":\"puff\",\"terms\":{\"length\":-1}}", "'length' must be a whole number from 0 to 100000"},
        {"{\"game\":\"puff\",\"terms\":{\"length\":5,\"rounds\":5}}",
         "a match is to a number of points or of rounds, not both"},
        {"{\"game\":\"standard\",\"terms\":{\"crawford\":1}}", "'crawford' must be true or false"},
        {"{\"game\":\"puff\",\"options\":{\"tops\":7}}", NULL},
        {"{\"game\":\"puff\",\"options\":{\"tops\":[]}}", "the option 'tops' must be a string"},
        {"{\"game\":\"puff\",\"options\":[]}", "'options' must be an object"},
        {"{\"game\":\"puff\",\"side\":\"z\"}", "'side' is x, o or random"},
        {"{\"game\":\"puff\",\"open\":1}", "'open' must be true or false"},
        {"{\"game\":\"puff\",\"clock\":{}}", "a clock's 'kind' is fischer, delay or none"},
        {"{\"game\":\"puff\",\"clock\":{\"kind\":\"delay\"}}", "a clock's 'seconds' is a whole number from 1 to 86400"},
        {"{\"game\":\"puff\",\"clock\":{\"kind\":\"delay\",\"seconds\":9,\"increment\":-1}}",
         "a clock's 'increment' is a whole number from 0 to 3600"},
        {"{\"game\":\"puff\",\"position\":\"standard 1:1 1:1 x -\"}", NULL},
        {"{\"game\":\"puff\",\"position\":\"puff over x 1\"}", "the game of this position is over"},
        {"{\"game\":\"puff\",\"position\":7}", "'position' must be a string"},
        {"{\"game\":\"standard\",\"position\":\"standard 1:1 1:1 x - score=1-1/3\",\"terms\":{\"length\":5}}",
         "the position is of a match to 3"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct request request;
        struct pasch_error error = {0};
        json_t *object = json_loads(bad[i].wish, 0, NULL);
        assert_non_null(object);
        if (request_read(&request, object, &error) == PASCH_OK)
            testing_fail("taken: %s", bad[i].wish);
        if (bad[i].answer)
            assert_string_equal(error.text, bad[i].answer);
        assert_true(*error.text);
        json_decref(object);
    }
}

int main(void)
{
#define HALL(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        HALL(a_game_begins_when_both_have_come),
        HALL(links_of_others_open_nothing),
        HALL(what_is_not_stored_is_not_told),
        HALL(nobody_chooses_dice),
        HALL(a_repeated_ref_changes_nothing),
        HALL(who_has_not_seen_all_is_told_so),
        HALL(who_comes_back_gets_what_is_missing),
        HALL(what_cannot_be_stored_has_not_happened),
        HALL(two_servers_do_not_take_the_same_number),
        HALL(time_that_is_up_loses),
        HALL(the_first_seconds_of_a_turn_are_free_with_a_delay),
        HALL(draws_are_agreed_on_where_rules_have_them),
        HALL(a_rematch_has_the_sides_exchanged),
        HALL(who_is_gone_for_long_has_lost),
        HALL(strangers_who_seek_the_same_meet),
        HALL(a_link_may_be_open_to_strangers),
        HALL(an_address_has_so_many_games),
        HALL(games_that_nobody_plays_end),
        HALL(requests_are_read_with_care),
    };
    log_set_level(LOG_ERROR);
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
