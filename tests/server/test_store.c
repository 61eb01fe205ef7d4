/* The store: what is kept is there again, what has been taken is not taken twice, and of a transaction all or nothing
 * remains. */
#include "testing.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/store.h"

static char folder[64], path[96];

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "%s/pasch-store-XXXXXX", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/games.db", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    static const char *const endings[] = {"", "-wal", "-shm"};
    for (int i = 0; i < 3; i++) {
        char name[128];
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        unlink(name);
    }
    return rmdir(folder);
}

static struct store *open_store(void)
{
    char why[256];
    struct store *store = store_sqlite_open(path, why);
    if (!store)
        testing_fail("the store cannot be opened: %s", why);
    return store;
}

static void add_game(struct store *store, const char *id, const char *open)
{
    struct store_game game = {.created = 1000, .setup = (char *)"{\"a\":1}", .open = (char *)open, .open_side = 1};
    snprintf(game.id, sizeof game.id, "%s", id);
    memset(game.secret, 7, sizeof game.secret);
    memset(game.token[0], 1, STORE_HASH);
    memset(game.token[2], 3, STORE_HASH);
    memset(game.creator, 9, STORE_CREATOR);
    assert_int_equal(store->ops->add_game(store, &game), STORE_OK);
}

static enum store_result add_event(struct store *store, const char *id, int64_t seq, int side, const char *ref,
                                   const char *text)
{
    struct store_event event = {.seq = seq, .time = 5000 + seq, .side = side, .clock = {seq, -seq}};
    snprintf(event.ref, sizeof event.ref, "%s", ref);
    snprintf(event.text, sizeof event.text, "%s", text);
    return store->ops->add_event(store, id, &event);
}

struct seen {
    int count, most;
    struct store_event last;
};

static bool see(void *context, const struct store_event *event)
{
    struct seen *seen = context;
    seen->count++;
    seen->last = *event;
    return seen->count < seen->most;
}

static int count_events(struct store *store, const char *id, int64_t after)
{
    struct seen seen = {.most = 1000};
    assert_int_equal(store->ops->events(store, id, after, 1000, see, &seen), STORE_OK);
    return seen.count;
}

static void a_game_is_kept_with_all_that_belongs_to_it(void **state)
{
    (void)state;
    struct store *store = open_store();
    struct store_game game;
    add_game(store, "aaaaaaaaaaaa", NULL);
    uint8_t salt[sizeof store->salt];
    memcpy(salt, store->salt, sizeof salt);
    store->ops->close(store);

    store = open_store();
    assert_memory_equal(store->salt, salt, sizeof salt);
    assert_int_equal(store->ops->find_game(store, "bbbbbbbbbbbb", &game), STORE_NONE);
    store_game_free(&game);
    assert_int_equal(store->ops->find_game(store, "aaaaaaaaaaaa", &game), STORE_OK);
    assert_string_equal(game.id, "aaaaaaaaaaaa");
    assert_int_equal(game.created, 1000);
    assert_string_equal(game.setup, "{\"a\":1}");
    assert_int_equal(game.secret[31], 7);
    assert_int_equal(game.token[0][31], 1);
    assert_true(sodium_is_zero(game.token[1], STORE_HASH));
    assert_int_equal(game.token[2][0], 3);
    assert_string_equal(game.seed[0], "");
    assert_null(game.over);
    assert_null(game.open);
    assert_string_equal(game.rematch, "");
    store_game_free(&game);
    store->ops->close(store);
}

static void what_happens_once_happens_once(void **state)
{
    (void)state;
    struct store *store = open_store();
    struct store_game game;
    add_game(store, "aaaaaaaaaaaa", NULL);
    assert_int_equal(store->ops->join(store, "aaaaaaaaaaaa", 1, dice_no_seed), STORE_OK);
    assert_int_equal(store->ops->join(store, "aaaaaaaaaaaa", 1, dice_no_seed), STORE_CONFLICT);
    assert_int_equal(store->ops->join(store, "aaaaaaaaaaaa", 0, dice_no_seed), STORE_OK);
    assert_int_equal(store->ops->end(store, "aaaaaaaaaaaa", "{}"), STORE_OK);
    assert_int_equal(store->ops->end(store, "aaaaaaaaaaaa", "{\"again\":1}"), STORE_CONFLICT);
    assert_int_equal(store->ops->rematch(store, "aaaaaaaaaaaa", "bbbbbbbbbbbb"), STORE_OK);
    assert_int_equal(store->ops->rematch(store, "aaaaaaaaaaaa", "cccccccccccc"), STORE_CONFLICT);
    assert_int_equal(store->ops->find_game(store, "aaaaaaaaaaaa", &game), STORE_OK);
    assert_string_equal(game.over, "{}");
    assert_string_equal(game.rematch, "bbbbbbbbbbbb");
    assert_string_equal(game.seed[1], dice_no_seed);
    store_game_free(&game);
    store->ops->close(store);
}

static void events_have_one_number_and_one_ref(void **state)
{
    (void)state;
    struct store *store = open_store();
    struct store_event event;
    struct seen seen = {.most = 2};
    add_game(store, "aaaaaaaaaaaa", NULL);
    assert_int_equal(add_event(store, "aaaaaaaaaaaa", 1, 2, "", "opening 31"), STORE_OK);
    assert_int_equal(add_event(store, "aaaaaaaaaaaa", 2, 0, "r1", "hop 6\\9 with 3"), STORE_OK);
    assert_int_equal(add_event(store, "aaaaaaaaaaaa", 2, 0, "r2", "undo"), STORE_CONFLICT);
    assert_int_equal(add_event(store, "aaaaaaaaaaaa", 3, 0, "r1", "undo"), STORE_CONFLICT);
    assert_int_equal(add_event(store, "aaaaaaaaaaaa", 3, 1, "r1", "resign 1"), STORE_OK); /* the other side's ref */
    assert_int_equal(add_event(store, "aaaaaaaaaaaa", 4, 2, "", "opening 22"), STORE_OK); /* no ref is no ref */
    assert_int_equal(add_event(store, "bbbbbbbbbbbb", 1, 0, "r1", "roll 31"), STORE_OK);

    assert_int_equal(store->ops->find_ref(store, "aaaaaaaaaaaa", 0, "r1", &event), STORE_OK);
    assert_int_equal(event.seq, 2);
    assert_int_equal(event.time, 5002);
    assert_string_equal(event.text, "hop 6\\9 with 3");
    assert_int_equal(event.clock[1], -2);
    assert_int_equal(store->ops->find_ref(store, "aaaaaaaaaaaa", 1, "r2", &event), STORE_NONE);

    assert_int_equal(count_events(store, "aaaaaaaaaaaa", 0), 4);
    assert_int_equal(count_events(store, "aaaaaaaaaaaa", 3), 1);
    assert_int_equal(count_events(store, "aaaaaaaaaaaa", 4), 0);
    assert_int_equal(store->ops->events(store, "aaaaaaaaaaaa", 0, 1000, see, &seen), STORE_OK);
    assert_int_equal(seen.count, 2); /* until it had enough */
    store->ops->close(store);
}

static void of_a_transaction_all_or_nothing_is_kept(void **state)
{
    (void)state;
    struct store *store = open_store(), *other = open_store();
    add_game(store, "aaaaaaaaaaaa", NULL);
    assert_int_equal(store->ops->begin(store), STORE_OK);
    assert_int_equal(add_event(store, "aaaaaaaaaaaa", 1, 0, "", "roll 31"), STORE_OK);
    assert_int_equal(count_events(other, "aaaaaaaaaaaa", 0), 0);
    store->ops->rollback(store);
    assert_int_equal(count_events(store, "aaaaaaaaaaaa", 0), 0);

    assert_int_equal(store->ops->begin(store), STORE_OK);
    assert_int_equal(add_event(store, "aaaaaaaaaaaa", 1, 0, "", "roll 31"), STORE_OK);
    assert_int_equal(add_event(store, "aaaaaaaaaaaa", 1, 0, "", "roll 32"), STORE_CONFLICT);
    assert_int_equal(add_event(store, "aaaaaaaaaaaa", 2, 0, "", "undo"), STORE_OK); /* goes on after a conflict */
    assert_int_equal(store->ops->commit(store), STORE_OK);
    assert_int_equal(count_events(other, "aaaaaaaaaaaa", 0), 2);
    other->ops->close(other);
    store->ops->close(store);
}

static void others_are_noticed(void **state)
{
    (void)state;
    struct store *store = open_store(), *other = open_store();
    assert_false(store->ops->changed(store));
    add_game(store, "aaaaaaaaaaaa", NULL);
    assert_false(store->ops->changed(store)); /* that was itself */
    assert_true(other->ops->changed(other));
    assert_false(other->ops->changed(other));
    other->ops->close(other);
    store->ops->close(store);
}

static void an_open_seat_is_taken_by_one(void **state)
{
    (void)state;
    struct store *store = open_store();
    struct store_game game;
    uint8_t token[STORE_HASH];
    char id[STORE_ID];
    int side;
    memset(token, 5, sizeof token);
    add_game(store, "aaaaaaaaaaaa", "key");
    assert_int_equal(store->ops->take_open(store, "other", 0, token, id, &side), STORE_NONE);
    assert_int_equal(store->ops->take_open(store, "key", 2000, token, id, &side), STORE_NONE); /* nobody waits */
    assert_int_equal(store->ops->keep_open(store, "aaaaaaaaaaaa", 3000), STORE_OK);
    assert_int_equal(store->ops->take_open(store, "key", 2000, token, id, &side), STORE_OK);
    assert_string_equal(id, "aaaaaaaaaaaa");
    assert_int_equal(side, 1);
    assert_int_equal(store->ops->take_open(store, "key", 2000, token, id, &side), STORE_NONE);
    assert_int_equal(store->ops->keep_open(store, "aaaaaaaaaaaa", 4000), STORE_CONFLICT);
    assert_int_equal(store->ops->close_open(store, "aaaaaaaaaaaa"), STORE_CONFLICT);
    assert_int_equal(store->ops->find_game(store, "aaaaaaaaaaaa", &game), STORE_OK);
    assert_int_equal(game.token[1][0], 5);
    assert_null(game.open);
    store_game_free(&game);
    store->ops->close(store);
}

static void count_idle(void *context, const char *id)
{
    (void)id;
    ++*(int *)context;
}

static int idle(struct store *store, int64_t missing, int64_t silent)
{
    int count = 0;
    assert_int_equal(store->ops->idle(store, missing, silent, 100, count_idle, &count), STORE_OK);
    return count;
}

static void games_that_nobody_plays_are_found(void **state)
{
    (void)state;
    struct store *store = open_store();
    uint8_t creator[STORE_CREATOR];
    int count;
    memset(creator, 9, sizeof creator);
    add_game(store, "aaaaaaaaaaaa", NULL); /* created at 1000, nobody has come */
    add_game(store, "bbbbbbbbbbbb", NULL); /* both have come, last event at 5001 */
    store->ops->join(store, "bbbbbbbbbbbb", 0, dice_no_seed);
    store->ops->join(store, "bbbbbbbbbbbb", 1, dice_no_seed);
    add_event(store, "bbbbbbbbbbbb", 1, 0, "", "roll 31");
    assert_int_equal(store->ops->count_games(store, creator, &count), STORE_OK);
    assert_int_equal(count, 2);
    assert_int_equal(idle(store, 1000, 5001), 0);
    assert_int_equal(idle(store, 1001, 5001), 1);
    assert_int_equal(idle(store, 1000, 5002), 1);
    assert_int_equal(store->ops->end(store, "bbbbbbbbbbbb", "{}"), STORE_OK);
    assert_int_equal(idle(store, 1001, 6000), 1);
    assert_int_equal(store->ops->forget(store, "bbbbbbbbbbbb"), STORE_CONFLICT); /* it was played */
    assert_int_equal(store->ops->forget(store, "aaaaaaaaaaaa"), STORE_OK);
    assert_int_equal(store->ops->count_games(store, creator, &count), STORE_OK);
    assert_int_equal(count, 0);
    store->ops->close(store);
}

static void what_is_no_store_is_refused(void **state)
{
    (void)state;
    char why[256];
    struct stat file;
    struct store *store = open_store();
    store->ops->close(store);
    assert_int_equal(stat(path, &file), 0);
    FILE *other = fopen(path, "w");
    fputs("This is no database, but long enough to be taken for one, or is it not? It is.", other);
    fclose(other);
    assert_null(store_sqlite_open(path, why));
    assert_string_equal(why, "file is not a database");
    assert_null(store_sqlite_open("/nowhere/games.db", why));
    assert_non_null(strstr(why, "unable to open"));
}

int main(void)
{
#define KEPT(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)
    const struct CMUnitTest tests[] = {
        KEPT(a_game_is_kept_with_all_that_belongs_to_it),
        KEPT(what_happens_once_happens_once),
        KEPT(events_have_one_number_and_one_ref),
        KEPT(of_a_transaction_all_or_nothing_is_kept),
        KEPT(others_are_noticed),
        KEPT(an_open_seat_is_taken_by_one),
        KEPT(games_that_nobody_plays_are_found),
        KEPT(what_is_no_store_is_refused),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
