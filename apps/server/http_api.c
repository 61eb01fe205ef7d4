#include "server/http_api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/table.h"

enum { ANSWER_MOST = 1024 * 1024, PLIES_MOST = 2, PLAYS_MOST = 100 };
#define BATCH_A_SECOND 5.0
#define BATCH_AT_ONCE  30.0

/* Takes the reference. */
static struct http_answer answer_json(int status, json_t *object)
{
    char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;
    json_decref(object);
    if (!text)
        return (struct http_answer){.status = 500, .api = true};
    return (struct http_answer){
        .status = status, .type = "application/json", .body = text, .size = strlen(text), .owned = true, .api = true};
}

struct http_answer http_error(int status, const char *text)
{
    return answer_json(status, json_pack("{s:s}", "error", text));
}

struct http_answer http_health(struct server *server)
{
    return answer_json(server->stopping ? 503 : 200,
                       json_pack("{s:s}", "status", server->stopping ? "stopping" : "ok"));
}

struct http_answer http_metrics(struct server *server)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    unsigned seeking = 0;
    for (struct member *member = server->hall.seekers; member; member = member->next_seeker)
        seeking++;
    const struct metrics_now now = {
        .connections = server->connections,
        .sockets = server->sockets,
        .players = server->hall.players,
        .tables = (unsigned)server->hall.tables,
        .seeking = seeking,
        .batch_waiting = server->worker ? worker_waiting(server->worker) : 0,
        .started = server->started,
    };
    if (!out)
        return (struct http_answer){.status = 500};
    metrics_write(&server->hall.metrics, &now, out);
    fclose(out);
    return (struct http_answer){
        .status = 200, .type = "text/plain; version=0.0.4; charset=utf-8", .body = text, .size = size, .owned = true};
}

/* GET /api/v1/games/ID and /api/v1/games/ID/record. */
struct http_answer http_get(struct server *server, const char *path, const char *token)
{
    static const char prefix[] = "/api/v1/games/";
    char id[STORE_ID];
    int side;
    const char *rest = strncmp(path, prefix, sizeof prefix - 1) == 0 ? path + sizeof prefix - 1 : "";
    size_t length = strcspn(rest, "/");
    bool record = strcmp(rest + length, "/record") == 0;
    if (length != STORE_ID - 1 || (rest[length] && !record))
        return http_error(404, "there is no such thing");
    memcpy(id, rest, length);
    id[length] = 0;
    enum store_result result = hall_authorise(&server->hall, id, token, &side);
    if (result == STORE_FAILED)
        return http_error(503, "the game cannot be read now: try again later");
    if (result != STORE_OK)
        return http_error(404, "there is no such game, or this is no link to it");
    if (!record)
        return answer_json(200, hall_describe(&server->hall, id, side));
    struct http_answer answer = {.status = 200,
                                 .type = "application/x-ndjson",
                                 .file = "attachment; filename=\"game.pasch\"",
                                 .owned = true,
                                 .api = true};
    answer.body = hall_record(&server->hall, id, &answer.size);
    return answer.body ? answer : http_error(500, "out of memory");
}

static enum http_now now(struct http_answer *answer, struct http_answer is)
{
    *answer = is;
    return HTTP_NOW;
}

/* A new game and its links. */
static enum http_now post_games(struct server *server, struct address *address, const char *body, size_t length,
                                struct lws *wsi, struct http_answer *answer, struct job **job)
{
    struct request request;
    struct pasch_error error;
    struct hall_game game;
    uint8_t creator[STORE_CREATOR];
    (void)wsi;
    (void)job;
    if (!server_allows(server, &address->games, HTTP_GAMES_A_SECOND, HTTP_GAMES_AT_ONCE, 1)) {
        server->hall.metrics.count[METRIC_RATE]++;
        return now(answer, http_error(429, "too many new games: try again later"));
    }
    json_t *object = json_loadb(body, length, JSON_REJECT_DUPLICATES, NULL);
    bool read = json_is_object(object) && request_read(&request, object, &error) == PASCH_OK;
    bool is_object = json_is_object(object);
    json_decref(object);
    if (!read)
        return now(answer, http_error(400, is_object ? error.text : "the body is no object of JSON"));
    hall_creator_of(&server->hall, address->key, ADDRESS_KEY, creator);
    enum store_result result = hall_create(&server->hall, &request, creator, &game);
    if (result == STORE_CONFLICT)
        return now(answer, http_error(429, "too many of your games are open: finish some first"));
    if (result != STORE_OK)
        return now(answer, http_error(503, "the game could not be stored"));
    return now(answer, answer_json(201, json_pack("{s:s, s:s, s:s, s:s, s:{s:s+++, s:s+++}}", "game", game.id, "token",
                                                  game.token[game.side], "side", table_side(game.side), "commitment",
                                                  game.commitment, "links", "play", "/g/", game.id, "#",
                                                  game.token[1 - game.side], "watch", "/g/", game.id, "#",
                                                  game.token[PASCH_NOBODY])));
}

/* NULL, or why the engine will not work on this. */
static const char *check_batch(json_t *object)
{
    const json_t *plies = json_object_get(object, "plies"), *n = json_object_get(object, "n");
    const char *op = json_string_value(json_object_get(object, "op"));
    if (!json_is_object(object))
        return "a request is an object: {\"op\":...}";
    if (op && strcmp(op, "rollout") == 0)
        return "rollouts are not made here";
    if (json_is_integer(plies) && json_integer_value(plies) > PLIES_MOST)
        return "'plies' is at most 2 here";
    if (op && strcmp(op, "best") == 0 && (!n || (json_is_integer(n) && json_integer_value(n) > PLAYS_MOST)))
        json_object_set_new(object, "n", json_integer(PLAYS_MOST));
    return NULL;
}

static enum http_now post_batch(struct server *server, struct address *address, const char *body, size_t length,
                                struct lws *wsi, struct http_answer *answer, struct job **job)
{
    if (!server->worker)
        return now(answer, http_error(503, "there is no engine here"));
    if (!server_allows(server, &address->thinking, BATCH_A_SECOND, BATCH_AT_ONCE, 1)) {
        server->hall.metrics.count[METRIC_RATE]++;
        return now(answer, http_error(429, "too many requests: try again later"));
    }
    json_t *object = json_loadb(body, length, JSON_REJECT_DUPLICATES, NULL);
    const char *wrong = check_batch(object);
    char *request = wrong ? NULL : json_dumps(object, JSON_COMPACT);
    json_decref(object);
    if (wrong)
        return now(answer, http_error(400, wrong));
    *job = request ? worker_add(server->worker, request, strlen(request), wsi) : NULL;
    free(request);
    if (*job)
        return HTTP_LATER;
    server->hall.metrics.count[METRIC_BATCH_NO]++;
    return now(answer, http_error(503, "the engine has too much to do: try again later"));
}

struct http_answer http_batch_answer(const struct job *job)
{
    size_t length = job->answer ? strlen(job->answer) : 0;
    char *copy = length && length <= ANSWER_MOST ? strdup(job->answer) : NULL;
    if (!copy)
        return http_error(length > ANSWER_MOST ? 413 : 500, length ? "the answer is too long" : "out of memory");
    return (struct http_answer){
        .status = 200, .type = "application/json", .body = copy, .size = length, .owned = true, .api = true};
}

static const struct http_post posts[] = {{"/api/v1/games", post_games}, {"/api/v1/batch", post_batch}};

const struct http_post *http_find_post(const char *path)
{
    for (size_t i = 0; i < sizeof posts / sizeof *posts; i++) {
        if (strcmp(posts[i].path, path) == 0)
            return &posts[i];
    }
    return NULL;
}
