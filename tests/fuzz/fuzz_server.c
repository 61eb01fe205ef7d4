/* Bytes as a game on the server: the first line is what is wished for, every further line is a message, by x, o or one
 * who watches (its first letter); `t` lets time pass, `r` starts the server anew. Whatever is said, all are told the
 * same events in the same order, and what is stored can be played again. */
#include <sodium.h>

#include "fuzz/fuzz.h"
#include "server/log.h"
#include "server/table.h"

/* Random numbers that are the same every time. */
static uint64_t counter;

static uint32_t next_random(void)
{
    counter = counter * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(counter >> 33);
}

static void fill_random(void *const buffer, const size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)buffer)[i] = (uint8_t)next_random();
}

static const char *name_random(void)
{
    return "the same every time";
}

static randombytes_implementation same_random = {
    .implementation_name = name_random, .random = next_random, .buf = fill_random};

struct client {
    struct member member;
    int64_t seen; /* the last event */
    uint64_t hash;
};

static void hear(struct member *member, struct message *message)
{
    struct client *client = (struct client *)member;
    json_t *object = json_loadb(message->text, message->length, JSON_REJECT_DUPLICATES, NULL);
    MUST(json_is_object(object), "%.*s", (int)message->length, message->text);
    const char *event = json_string_value(json_object_get(object, "event"));
    int64_t seq = json_integer_value(json_object_get(object, "seq"));
    if (event && seq > client->seen) {
        MUST(seq == client->seen + 1, "event %ld after %ld", (long)seq, (long)client->seen);
        client->seen = seq;
        for (const char *at = event; *at; at++)
            client->hash = client->hash * 31 + (uint8_t)*at;
    }
    json_decref(object);
}

static void nothing(struct member *member)
{
    (void)member;
}

static struct hall hall;
static const uint8_t creator[STORE_CREATOR];

static bool create(const char *line, size_t size, struct hall_game *game)
{
    struct request request;
    struct pasch_error error;
    json_t *wish = json_loadb(line, size, JSON_REJECT_DUPLICATES, NULL);
    bool fine = wish && request_read(&request, wish, &error) == PASCH_OK &&
                hall_create(&hall, &request, creator, game) == STORE_OK;
    json_decref(wish);
    return fine;
}

static void sit(struct client *client, const struct hall_game *game, int side)
{
    client->member = (struct member){.send = hear, .wake = nothing};
    json_t *join =
        json_pack("{s:s, s:s, s:I}", "join", game->id, "token", game->token[side], "have", (json_int_t)client->seen);
    MUST(hall_take(&hall, &client->member, join, creator) == HALL_FINE, "no seat for %d", side);
    json_decref(join);
}

static void settle(struct client client[3])
{
    hall_flush(&hall);
    for (int i = 0; i < 3; i++) {
        for (int64_t seen = -1; client[i].member.behind && seen != client[i].seen;) {
            seen = client[i].seen;
            hall_catch_up(&hall, &client[i].member);
        }
    }
}

static void start_anew(struct client client[3], const struct hall_game *game)
{
    struct store *store = hall.store;
    int64_t ahead = hall.ahead;
    for (int i = 0; i < 3; i++)
        hall_leave(&hall, &client[i].member);
    hall_close(&hall);
    MUST(hall_open(&hall, store), "no memory");
    hall.ahead = ahead;
    for (int i = 0; i < 3; i++)
        sit(&client[i], game, i);
}

static void take(struct client client[3], const struct hall_game *game, const char *line, size_t size)
{
    int who = *line == 'x' ? 0 : *line == 'o' ? 1 : *line == 'w' ? 2 : -1;
    if (*line == 't') {
        hall.ahead += 7000;
        hall_tick(&hall);
    } else if (*line == 'r') {
        start_anew(client, game);
    } else if (who >= 0) {
        json_t *message = json_loadb(line + 1, size - 1, JSON_REJECT_DUPLICATES, NULL);
        /* Other tables are none of this test's business. */
        if (json_is_object(message) && !json_object_get(message, "join") && !json_object_get(message, "seek") &&
            !json_object_get(message, "leave"))
            hall_take(&hall, &client[who].member, message, creator);
        json_decref(message);
    }
}

static void play(const char *text, size_t size)
{
    struct client client[3] = {{.seen = 0}};
    struct hall_game game = {0};
    size_t at = 0;
    for (int line = 0; at < size; line++) {
        const char *stop = memchr(text + at, '\n', size - at);
        size_t length = stop ? (size_t)(stop - text) - at : size - at;
        if (line == 0 && !create(text + at, length, &game))
            return;
        for (int i = 0; line == 0 && i < 3; i++)
            sit(&client[i], &game, i);
        if (line && length)
            take(client, &game, text + at, length);
        if (length % 3) /* now and then several things in one turn of the loop */
            settle(client);
        at += length + 1;
    }
    if (!*game.id)
        return;
    settle(client);
    for (int i = 1; i < 3; i++)
        MUST(client[i].seen == client[0].seen && client[i].hash == client[0].hash, "%d has seen another game", i);
    start_anew(client, &game);
    MUST(client[0].member.table->seq == client[0].seen, "%ld events are stored, %ld were told",
         (long)client[0].member.table->seq, (long)client[0].seen);
    for (int i = 0; i < 3; i++)
        hall_leave(&hall, &client[i].member);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool ready;
    char why[256];
    if (!ready) {
        randombytes_set_implementation(&same_random);
        MUST(sodium_init() >= 0, "no libsodium");
        log_set_level(LOG_ERROR);
        ready = true;
    }
    counter = 1;
    struct store *store = store_sqlite_open(":memory:", why);
    MUST(store && hall_open(&hall, store), "%s", why);
    play((const char *)data, size);
    hall_close(&hall);
    store->ops->close(store);
    return 0;
}
