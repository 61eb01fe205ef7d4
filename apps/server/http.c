/* HTTP: which requests there are, and their answers. The body of an answer goes out in pieces as the client takes it.
 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "server/assets.h"
#include "server/http_api.h"
#include "server/inside.h"

enum { PIECE = 16 * 1024, HEADERS = 4096, PATH_MOST = 200 };
#define REQUESTS_A_SECOND 50.0
#define REQUESTS_AT_ONCE  400.0

/* One request; a connection may have several, one after the other. */
struct exchange {
    struct server *server;
    struct address *address;
    const struct http_post *post; /* what becomes of the body */
    bool head;                    /* HEAD: without a body */
    char *body;
    size_t length;
    const uint8_t *out; /* the answer's body */
    char *owned;        /* to be freed, if it is not a file of the page */
    size_t size, sent;
    bool answered;
    struct job *job;
};

size_t http_session_size(void)
{
    return sizeof(struct exchange);
}

static void reset(struct exchange *exchange)
{
    if (exchange->address)
        limits_release(exchange->address, hall_ticks(&exchange->server->hall));
    if (exchange->job && exchange->job->taken)
        job_free(exchange->job);
    else if (exchange->job)
        exchange->job->owner = NULL;
    free(exchange->body);
    free(exchange->owned);
    memset(exchange, 0, sizeof *exchange);
}

/* Answers. */

struct head {
    unsigned char buffer[LWS_PRE + HEADERS], *at, *end;
    bool fine;
};

static void add(struct lws *wsi, struct head *head, const char *name, const char *value)
{
    head->fine =
        head->fine && lws_add_http_header_by_name(wsi, (const unsigned char *)name, (const unsigned char *)value,
                                                  (int)strlen(value), &head->at, head->end) == 0;
}

/* Pages of other origins that the options name may read answers. */
static void add_origin(struct lws *wsi, struct exchange *exchange, struct head *head)
{
    char origin[200];
    server_header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin);
    if (!*origin || !server_origin_fits(exchange->server, wsi))
        return;
    add(wsi, head, "access-control-allow-origin:", origin);
    add(wsi, head, "access-control-allow-headers:", "content-type, authorization");
    add(wsi, head, "access-control-allow-methods:", "GET, POST");
}

/* Sends the head; the body follows when the client can take it. Nonzero closes the connection. */
static int begin_answer(struct lws *wsi, struct exchange *exchange, const struct http_answer *answer)
{
    struct head head = {.fine = true};
    head.at = head.buffer + LWS_PRE;
    head.end = head.buffer + sizeof head.buffer - 1;
    exchange->answered = true;
    exchange->out = (const uint8_t *)answer->body;
    exchange->owned = answer->owned ? (char *)answer->body : NULL;
    exchange->size = answer->size;
    if (lws_add_http_common_headers(wsi, (unsigned)answer->status, answer->size || answer->type ? answer->type : NULL,
                                    answer->status == 304 ? LWS_ILLEGAL_HTTP_CONTENT_LEN : answer->size, &head.at,
                                    head.end))
        return -1;
    add(wsi, &head, "cache-control:", answer->cache ? answer->cache : "no-store");
    if (answer->etag)
        add(wsi, &head, "etag:", answer->etag);
    if (answer->encoding)
        add(wsi, &head, "content-encoding:", answer->encoding);
    if (answer->varies)
        add(wsi, &head, "vary:", "accept-encoding");
    if (answer->file)
        add(wsi, &head, "content-disposition:", answer->file);
    if (answer->status == 429 || answer->status == 503)
        add(wsi, &head, "retry-after:", "5");
    if (answer->api)
        add_origin(wsi, exchange, &head);
    if (!head.fine || lws_finalize_write_http_header(wsi, head.buffer + LWS_PRE, &head.at, head.end))
        return -1;
    if (exchange->head || !exchange->size)
        return lws_http_transaction_completed(wsi) ? -1 : 0;
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, 30);
    lws_callback_on_writable(wsi);
    return 0;
}

static int write_piece(struct lws *wsi, struct exchange *exchange)
{
    unsigned char buffer[LWS_PRE + PIECE];
    if (!exchange->answered || exchange->sent == exchange->size)
        return 0;
    size_t left = exchange->size - exchange->sent, piece = left < PIECE ? left : PIECE;
    memcpy(buffer + LWS_PRE, exchange->out + exchange->sent, piece);
    exchange->sent += piece;
    bool last = exchange->sent == exchange->size;
    if (lws_write(wsi, buffer + LWS_PRE, piece, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)piece)
        return -1;
    if (last)
        return lws_http_transaction_completed(wsi) ? -1 : 0;
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, 30);
    lws_callback_on_writable(wsi);
    return 0;
}

static int answer_error(struct lws *wsi, struct exchange *exchange, int status, const char *text)
{
    struct http_answer answer = http_error(status, text);
    return begin_answer(wsi, exchange, &answer);
}

/* The page. */

/* Paths of the page that are no files are for its own script. */
static const struct asset *find_page(const char *path)
{
    const struct asset *asset = asset_find(path);
    const char *name = strrchr(path, '/');
    if (!asset && (!name || !strchr(name, '.')))
        asset = asset_find("/index.html");
    return asset;
}

static int answer_asset(struct lws *wsi, struct exchange *exchange, const char *path)
{
    static const char missing[] = "The page is not part of this program: it was built without it.\n";
    char accepted[200], known[200], etag[ASSETS_ETAG];
    const struct asset *asset = find_page(path);
    struct http_answer answer = {.status = 200};
    if (!asset && strcmp(path, "/") == 0) {
        answer = (struct http_answer){.status = 503, .type = "text/plain", .body = missing, .size = sizeof missing - 1};
        return begin_answer(wsi, exchange, &answer);
    }
    if (!asset)
        return answer_error(wsi, exchange, 404, "there is no such file");
    server_header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, accepted, sizeof accepted);
    server_header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, known, sizeof known);
    const struct asset *sent = asset_compressed(asset, accepted, &answer.encoding);
    asset_etag(sent, etag);
    answer.etag = etag;
    answer.type = asset_type(asset);
    answer.cache = asset_is_forever(asset) ? "public, max-age=31536000, immutable" : "no-cache";
    answer.varies = true;
    answer.body = (const char *)sent->bytes;
    answer.size = sent->size;
    if (strstr(known, etag))
        answer = (struct http_answer){.status = 304, .etag = etag, .cache = answer.cache, .varies = true};
    return begin_answer(wsi, exchange, &answer);
}

/* Requests. */

static int answer_get(struct lws *wsi, struct exchange *exchange, const char *path)
{
    char bearer[200];
    struct http_answer answer;
    server_header(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, bearer, sizeof bearer);
    const char *token = strncasecmp(bearer, "Bearer ", 7) == 0 ? bearer + 7 : "";
    if (strcmp(path, "/healthz") == 0) {
        answer = http_health(exchange->server);
    } else if (strcmp(path, "/metrics") == 0) {
        bool proxied =
            lws_hdr_total_length(wsi, WSI_TOKEN_X_FORWARDED_FOR) > 0 && !exchange->server->options->behind_proxy;
        if (proxied || !address_is_loopback(exchange->address->key))
            return answer_error(wsi, exchange, 404, "there is no such thing");
        answer = http_metrics(exchange->server);
    } else if (strncmp(path, "/api/", 5) == 0) {
        if (!server_origin_fits(exchange->server, wsi))
            return answer_error(wsi, exchange, 403, "this page may not ask");
        double begun = server_seconds();
        answer = http_get(exchange->server, path, token);
        bucket_add(&exchange->address->working, WORK_A_SECOND, server_seconds() - begun,
                   hall_ticks(&exchange->server->hall));
    } else {
        return answer_asset(wsi, exchange, path);
    }
    return begin_answer(wsi, exchange, &answer);
}

/* What is wrong with a request that has a body is said before the body comes, and ends the connection. */
static int refuse_body(struct lws *wsi, struct exchange *exchange, int status, const char *text)
{
    if (answer_error(wsi, exchange, status, text) == 0)
        write_piece(wsi, exchange);
    return -1;
}

static int begin_post(struct lws *wsi, struct exchange *exchange, const char *path)
{
    char type[100], length[32];
    char *end;
    struct server *server = exchange->server;
    server_header(wsi, WSI_TOKEN_HTTP_CONTENT_TYPE, type, sizeof type);
    server_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, length, sizeof length);
    unsigned long long size = strtoull(length, &end, 10);
    exchange->post = http_find_post(path);
    if (!exchange->post)
        return refuse_body(wsi, exchange, 404, "there is no such thing");
    if (!server_origin_fits(server, wsi)) {
        server->hall.metrics.count[METRIC_ORIGIN]++;
        return refuse_body(wsi, exchange, 403, "this page may not ask");
    }
    if (strncasecmp(type, "application/json", 16) != 0)
        return refuse_body(wsi, exchange, 415, "the content type must be application/json");
    if (!*length || *end || !size)
        return refuse_body(wsi, exchange, 411, "the length of the body is missing");
    if (size > MESSAGE_MOST)
        return refuse_body(wsi, exchange, 413, "the body is too long");
    return 0;
}

static int begin_request(struct lws *wsi, struct exchange *exchange, const char *in, size_t length)
{
    struct server *server = server_of(wsi);
    char *uri, path[PATH_MOST + 1];
    int size, method = lws_http_get_uri_and_method(wsi, &uri, &size);
    reset(exchange);
    exchange->server = server;
    exchange->address = server_address(server, wsi);
    server->hall.metrics.count[METRIC_REQUESTS]++;
    if (!exchange->address)
        return -1;
    exchange->head = method == LWSHUMETH_HEAD;
    bool posts = method == LWSHUMETH_POST;
    if (!server_allows(server, &exchange->address->requests, REQUESTS_A_SECOND, REQUESTS_AT_ONCE, 1) ||
        !server_allows(server, &exchange->address->working, WORK_A_SECOND, WORK_AT_ONCE, 0)) {
        server->hall.metrics.count[METRIC_RATE]++;
        return refuse_body(wsi, exchange, 429, "too many requests");
    }
    if (length > PATH_MOST)
        return refuse_body(wsi, exchange, 414, "the path is too long");
    memcpy(path, in, length);
    path[length] = 0;
    if (posts)
        return begin_post(wsi, exchange, path);
    if (method == LWSHUMETH_OPTIONS && strncmp(path, "/api/", 5) == 0) {
        struct http_answer answer = {.status = 204, .api = true};
        return begin_answer(wsi, exchange, &answer);
    }
    if (method != LWSHUMETH_GET && method != LWSHUMETH_HEAD)
        return refuse_body(wsi, exchange, 405, "this cannot be done here");
    return answer_get(wsi, exchange, path);
}

static int take_body(struct lws *wsi, struct exchange *exchange, const char *in, size_t length)
{
    if (!exchange->post || exchange->answered)
        return 0;
    if (exchange->length + length > MESSAGE_MOST)
        return refuse_body(wsi, exchange, 413, "the body is too long");
    char *more = realloc(exchange->body, exchange->length + length + 1);
    if (!more)
        return -1;
    if (length)
        memcpy(more + exchange->length, in, length);
    exchange->body = more;
    exchange->length += length;
    exchange->body[exchange->length] = 0;
    return 0;
}

static int end_body(struct lws *wsi, struct exchange *exchange)
{
    if (!exchange->post || exchange->answered)
        return 0;
    struct http_answer answer;
    enum http_now now = exchange->post->run(exchange->server, exchange->address, exchange->body, exchange->length, wsi,
                                            &answer, &exchange->job);
    if (now == HTTP_NOW)
        return begin_answer(wsi, exchange, &answer);
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, 120);
    return 0;
}

void http_take_answers(struct server *server)
{
    struct job *job;
    while (server->worker && (job = worker_take(server->worker))) {
        if (job->owner) { /* its exchange still has it */
            server->hall.metrics.count[METRIC_BATCH]++;
            lws_callback_on_writable(job->owner);
        } else {
            job_free(job);
        }
    }
}

/* The worker is through: its answer is the exchange's. */
static int answer_job(struct lws *wsi, struct exchange *exchange)
{
    struct job *job = exchange->job;
    struct http_answer answer = http_batch_answer(job);
    exchange->job = NULL;
    job_free(job);
    return begin_answer(wsi, exchange, &answer);
}

/* Upgrades to a WebSocket. */

static bool has_protocol(struct lws *wsi)
{
    char list[200];
    server_header(wsi, WSI_TOKEN_PROTOCOL, list, sizeof list);
    for (char *save, *word = strtok_r(list, ", ", &save); word; word = strtok_r(NULL, ", ", &save)) {
        if (strcmp(word, "pasch-1") == 0)
            return true;
    }
    return false;
}

/* Positive: refused, with an answer. */
static int confirm_upgrade(struct lws *wsi, const char *to)
{
    struct server *server = server_of(wsi);
    char path[64];
    unsigned status = 0;
    server_header(wsi, WSI_TOKEN_GET_URI, path, sizeof path);
    if (strcmp(to, "websocket") != 0 || strcmp(path, "/api/v1/ws") != 0)
        status = HTTP_STATUS_NOT_FOUND;
    else if (!server_origin_fits(server, wsi))
        status = HTTP_STATUS_FORBIDDEN;
    else if (!has_protocol(wsi))
        status = HTTP_STATUS_BAD_REQUEST;
    else if (server->stopping)
        status = HTTP_STATUS_SERVICE_UNAVAILABLE;
    if (!status)
        return 0;
    server->hall.metrics.count[METRIC_ORIGIN] += status == HTTP_STATUS_FORBIDDEN;
    return lws_return_http_status(wsi, status, NULL) < 0 ? -1 : 1;
}

/* Connections. */

static int filter_connection(struct server *server, const struct lws_filter_network_conn_args *peer)
{
    const struct server_options *options = server->options;
    uint8_t key[ADDRESS_KEY];
    bool too_many = server->stopping || server->connections >= (unsigned)options->max_connections;
    if (!too_many && options->max_per_address && !options->behind_proxy &&
        address_of_peer((const struct sockaddr *)&peer->cli_addr, key)) {
        struct address *address = limits_hold(&server->limits, key, hall_ticks(&server->hall));
        too_many = !address || address->connections >= (unsigned)options->max_per_address;
        if (address)
            limits_release(address, hall_ticks(&server->hall));
    }
    server->hall.metrics.count[METRIC_CONNECTIONS_NO] += too_many;
    return too_many;
}

static void connected(struct server *server, struct lws *wsi)
{
    struct sockaddr_storage peer;
    socklen_t size = sizeof peer;
    uint8_t key[ADDRESS_KEY];
    server->connections++;
    struct address *address = NULL;
    if (getpeername(lws_get_socket_fd(wsi), (struct sockaddr *)&peer, &size) == 0 &&
        address_of_peer((const struct sockaddr *)&peer, key))
        address = limits_hold(&server->limits, key, hall_ticks(&server->hall));
    if (address)
        address->connections++;
    lws_set_opaque_user_data(wsi, address);
}

static void disconnected(struct server *server, struct lws *wsi)
{
    struct address *address = lws_get_opaque_user_data(wsi);
    if (!address)
        return;
    address->connections--;
    limits_release(address, hall_ticks(&server->hall));
    lws_set_opaque_user_data(wsi, NULL);
    server->connections--;
}

int http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    struct exchange *exchange = user;
    switch (reason) {
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION: return filter_connection(server_of(wsi), user);
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED: connected(server_of(wsi), wsi); return 0;
    case LWS_CALLBACK_WSI_DESTROY: disconnected(server_of(wsi), wsi); return 0;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return confirm_upgrade(wsi, in);
    case LWS_CALLBACK_ESTABLISHED: return -1; /* no WebSockets without a protocol */
    case LWS_CALLBACK_HTTP: return begin_request(wsi, exchange, in, length);
    case LWS_CALLBACK_HTTP_BODY: return take_body(wsi, exchange, in, length);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION: return end_body(wsi, exchange);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return exchange->job && exchange->job->taken ? answer_job(wsi, exchange) : write_piece(wsi, exchange);
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
    case LWS_CALLBACK_CLOSED_HTTP:
        if (exchange)
            reset(exchange);
        return 0;
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED: http_take_answers(server_of(wsi)); return 0;
    default: return 0;
    }
}
