#include "server/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ev.h>
#include <netinet/in.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "server/inside.h"
#include "server/turns.h"

enum {
    TICK_US = 250 * 1000,
    SWEEP = 60 * 1000,
    DRAIN = 3000,
    REQUEST_WITHIN = 30, /* s for the head of a request: on a busy machine it may have come and wait for us */
};

static volatile sig_atomic_t signalled;

static void on_signal(int signal)
{
    (void)signal;
    signalled = 1;
}

struct server *server_of(struct lws *wsi)
{
    return lws_context_user(lws_get_context(wsi));
}

void server_header(struct lws *wsi, enum lws_token_indexes token, char *out, int room)
{
    *out = 0;
    int length = lws_hdr_total_length(wsi, token);
    if (length > 0 && length < room && lws_hdr_copy(wsi, out, room, token) < 0)
        *out = 0;
}

double server_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

bool server_allows(struct server *server, struct bucket *bucket, double rate, double most, double amount)
{
    return !server->options->max_per_address || bucket_take(bucket, rate, most, amount, hall_ticks(&server->hall));
}

/* The last of the list is the one that our proxy has seen. */
static bool forwarded_for(struct lws *wsi, uint8_t key[ADDRESS_KEY])
{
    char list[512];
    server_header(wsi, WSI_TOKEN_X_FORWARDED_FOR, list, sizeof list);
    char *last = strrchr(list, ',');
    last = last ? last + 1 : list;
    last += strspn(last, " ");
    last[strcspn(last, " ")] = 0;
    return address_of_text(last, key);
}

struct address *server_address(struct server *server, struct lws *wsi)
{
    uint8_t key[ADDRESS_KEY];
    struct address *peer = lws_get_opaque_user_data(wsi);
    if (!peer)
        return NULL;
    if (!server->options->behind_proxy || !forwarded_for(wsi, key))
        memcpy(key, peer->key, sizeof key);
    return limits_hold(&server->limits, key, hall_ticks(&server->hall));
}

/* Origins. */

/* "example.org:8470" or "[::1]:8470" without the port. */
static void name_of_host(const char *host, char *out, size_t room)
{
    const char *end = *host == '[' ? strchr(host, ']') : NULL;
    size_t length = end ? (size_t)(end - host) + 1 : strcspn(host, ":");
    snprintf(out, room, "%.*s", (int)length, host);
}

static bool is_number_of_host(const char *name)
{
    uint8_t key[ADDRESS_KEY];
    char inner[200];
    snprintf(inner, sizeof inner, "%s", *name == '[' ? name + 1 : name);
    inner[strcspn(inner, "]")] = 0;
    return address_of_text(inner, key);
}

static bool is_loopback_name(const char *name)
{
    uint8_t key[ADDRESS_KEY];
    return strcasecmp(name, "localhost") == 0 || strcmp(name, "[::1]") == 0 ||
           (address_of_text(name, key) && address_is_loopback(key));
}

/* What stands between "https://" and the path. */
static bool host_of_url(const char *url, char *out, size_t room)
{
    const char *host = strstr(url, "://");
    if (!host)
        return false;
    host += 3;
    snprintf(out, room, "%.*s", (int)strcspn(host, "/"), host);
    return true;
}

/* A name that somebody else has made point here (DNS rebinding) is none of ours. */
static bool host_fits(const struct server *server, const char *host)
{
    const struct server_options *options = server->options;
    char name[200], known[200], own[200];
    uint8_t key[ADDRESS_KEY];
    name_of_host(host, name, sizeof name);
    if (is_loopback_name(name))
        return true;
    if (options->base_url)
        return host_of_url(options->base_url, known, sizeof known) && (name_of_host(known, own, sizeof own), true) &&
               strcasecmp(own, name) == 0;
    if (address_of_text(options->listen, key) && address_is_loopback(key))
        return false;
    if (is_number_of_host(name))
        return true;
    if (gethostname(own, sizeof own - 1) != 0)
        return false;
    own[sizeof own - 1] = 0;
    size_t length = strlen(own);
    return strncasecmp(name, own, length) == 0 && (!name[length] || strcasecmp(name + length, ".local") == 0);
}

/* Whether an origin is that of a URL. */
static bool same_origin(const char *origin, const char *url)
{
    const char *host = strstr(url, "://");
    size_t length = host ? (size_t)(host + 3 - url) + strcspn(host + 3, "/") : strlen(url);
    return strlen(origin) == length && strncasecmp(origin, url, length) == 0;
}

bool server_origin_fits(struct server *server, struct lws *wsi)
{
    const struct server_options *options = server->options;
    char host[200], origin[200];
    server_header(wsi, WSI_TOKEN_HOST, host, sizeof host);
    server_header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin);
    if (!host_fits(server, host))
        return false;
    if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) <= 0)
        return true;
    const char *at = strstr(origin, "://");
    if (at && strcasecmp(at + 3, host) == 0)
        return true;
    if (options->base_url && same_origin(origin, options->base_url))
        return true;
    for (int i = 0; i < options->origins; i++) {
        if (same_origin(origin, options->origin[i]))
            return true;
    }
    return false;
}

/* The loop. */

static void on_tick(lws_sorted_usec_list_t *sul)
{
    struct server *server = lws_container_of(sul, struct server, tick);
    int64_t now = hall_ticks(&server->hall);
    hall_tick(&server->hall);
    ws_tick(server);
    if (now - server->swept > SWEEP) {
        server->swept = now;
        limits_sweep(&server->limits, now, false);
    }
    lws_sul_schedule(server->context, 0, &server->tick, on_tick, TICK_US);
}

static void on_answer(void *owner)
{
    struct server *server = owner;
    lws_cancel_service(server->context);
}

static bool listening; /* before that what is wrong is said in other words */

static void on_library_line(int level, const char *line)
{
    char text[200];
    snprintf(text, sizeof text, "%s", line);
    text[strcspn(text, "\n")] = 0;
    log_line(level == LLL_ERR && listening ? LOG_WARN : LOG_DEBUG, "libwebsockets", "{s:s}", "text", text);
}

static void loop(struct server *server)
{
    while (!signalled || !server->stopping || (server->sockets && hall_ticks(&server->hall) < server->stop_at)) {
        if (signalled && !server->stopping) {
            server->stopping = true;
            server->stop_at = hall_ticks(&server->hall) + DRAIN;
            log_line(LOG_INFO, "stopping", "{s:i}", "sockets", (int)server->sockets);
            hall_flush(&server->hall);
            ws_close_all(server);
        }
        if (server->loop)
            ev_run(server->loop, EVRUN_ONCE);
        else if (lws_service(server->context, 0) < 0)
            break;
        hall_flush(&server->hall);
    }
}

/* Connections need descriptors. Not more of them than are wanted either: libwebsockets finds a connection at once by
 * its descriptor only if it has a table for all that the process may have. */
static void set_limit(unsigned wanted)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    limit.rlim_cur = limit.rlim_max == RLIM_INFINITY || limit.rlim_max > wanted ? wanted : limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

#define HEADER(name, value, next)                                                                                      \
    {                                                                                                                  \
        next, NULL, name, value                                                                                        \
    }

static const struct lws_protocol_vhost_options headers[] = {
    HEADER("content-security-policy:",
           "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
           "connect-src 'self'; manifest-src 'self'; worker-src 'self'; font-src 'self'; base-uri 'none'; "
           "form-action 'none'; frame-ancestors 'none'",
           &headers[1]),
    HEADER("x-content-type-options:", "nosniff", &headers[2]),
    HEADER("referrer-policy:", "no-referrer", &headers[3]),
    HEADER("cross-origin-opener-policy:", "same-origin", &headers[4]),
    HEADER("cross-origin-resource-policy:", "same-origin", &headers[5]),
    HEADER("permissions-policy:", "camera=(), geolocation=(), microphone=()", NULL),
};
/* Only where the name is one that the world knows: a certificate for trying out must not bind all of localhost. */
static const struct lws_protocol_vhost_options tls_headers[] = {
    HEADER("strict-transport-security:", "max-age=31536000", &headers[0])};

/* With a loop of libev the cost of an event does not grow with the number of connections, as that of poll does. */
static struct lws_context *create_context(struct server *server, struct ev_loop *loop)
{
    const struct server_options *options = server->options;
    static struct lws_protocols protocols[3];
    static const lws_retry_bo_t idle = {0}; /* ws_tick does that: the timers of the library are in a sorted list */
    void *loops[] = {loop};
    protocols[0] =
        (struct lws_protocols){.name = "http", .callback = http_callback, .per_session_data_size = http_session_size()};
    protocols[1] = (struct lws_protocols){
        .name = "pasch-1", .callback = ws_callback, .per_session_data_size = ws_session_size(), .rx_buffer_size = 4096};
    bool wildcard = strcmp(options->listen, "0.0.0.0") == 0 || strcmp(options->listen, "::") == 0;
    bool six = strchr(options->listen, ':') != NULL;
    struct lws_context_creation_info info = {
        .port = options->port,
        .iface = wildcard ? NULL : options->listen,
        .protocols = protocols,
        .headers = options->tls_cert && options->base_url ? tls_headers : headers,
        .server_string = "pasch",
        .user = server,
        .gid = -1,
        .uid = -1,
        .timeout_secs = REQUEST_WITHIN,
        .timeout_secs_ah_idle = REQUEST_WITHIN,
        .keepalive_timeout = 30,
        .pt_serv_buf_size = 16 * 1024,
        .retry_and_idle_policy = &idle,
        .foreign_loops = loop ? loops : NULL,
        .options = (loop ? LWS_SERVER_OPTION_LIBEV : 0) | LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME | LWS_SERVER_OPTION_VALIDATE_UTF8 |
                   (six ? 0 : LWS_SERVER_OPTION_DISABLE_IPV6) | LWS_SERVER_OPTION_EXPLICIT_VHOSTS |
                   (options->tls_cert ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0),
        .ssl_cert_filepath = options->tls_cert,
        .ssl_private_key_filepath = options->tls_key,
        .alpn = "http/1.1",
    };
    struct lws_context *context = lws_create_context(&info);
    struct lws_vhost *vhost = context ? lws_create_vhost(context, &info) : NULL;
    if (vhost) {
        server->port = lws_get_vhost_listen_port(vhost);
        server->loop = loop;
        return context;
    }
    if (context)
        lws_context_destroy(context);
    return NULL;
}

/* What libwebsockets needs for libev is a package of its own, and may be missing. */
static bool open_context(struct server *server)
{
    struct ev_loop *loop = ev_loop_new(EVFLAG_AUTO);
    server->context = loop ? create_context(server, loop) : NULL;
    if (!server->context && loop)
        ev_loop_destroy(loop);
    if (!server->context)
        server->context = create_context(server, NULL);
    return server->context;
}

static void close_context(struct server *server)
{
    lws_context_destroy(server->context);
    if (server->loop)
        ev_loop_destroy(server->loop);
}

static void say_ready(struct server *server)
{
    const struct server_options *options = server->options;
    char url[300];
    bool all = strcmp(options->listen, "0.0.0.0") == 0 || strcmp(options->listen, "::") == 0;
    const char *host = all ? "127.0.0.1" : options->listen, *six = strchr(host, ':') ? "[" : "";
    if (options->base_url)
        snprintf(url, sizeof url, "%s", options->base_url);
    else
        snprintf(url, sizeof url, "http%s://%s%s%s:%d/", options->tls_cert ? "s" : "", six, host, *six ? "]" : "",
                 server->port);
    log_line(LOG_INFO, "ready", "{s:s, s:s, s:i, s:s}", "url", url, "listen", options->listen, "port", server->port,
             "db", options->db);
    if (options->ready)
        options->ready(options->context, url);
}

static bool serve(struct server *server)
{
    const struct server_options *options = server->options;
    set_limit((unsigned)options->max_connections + 64);
    errno = 0;
    if (!open_context(server)) {
        fprintf(stderr, "pasch serve: cannot listen on %s, port %d%s; is it in use? --port N takes another one\n",
                options->listen, options->port, options->tls_cert ? ", with this certificate and key" : "");
        return false;
    }
    server->worker = options->answer ? worker_start(options->answer, options->context, on_answer, server) : NULL;
    turns_short(); /* not for the worker */
    struct sigaction action = {.sa_handler = on_signal}, ignore = {.sa_handler = SIG_IGN};
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGPIPE, &ignore, NULL);
    lws_sul_schedule(server->context, 0, &server->tick, on_tick, TICK_US);
    listening = true;
    say_ready(server);
    loop(server);
    hall_flush(&server->hall);
    server->stopping = true;
    worker_stop(server->worker); /* it wakes the loop, which therefore ends after it */
    close_context(server);
    worker_free(server->worker);
    log_line(LOG_INFO, "stopped", NULL);
    return true;
}

bool server_run(const struct server_options *options)
{
    char why[256];
    struct server *server = calloc(1, sizeof *server);
    log_set_level(options->level);
    lws_set_log_level(LLL_ERR | LLL_WARN, on_library_line); /* notices are about every event of the loop */
    if (!server || sodium_init() < 0) {
        fprintf(stderr, "pasch serve: out of memory\n");
        free(server);
        return false;
    }
    mode_t mask = umask(077); /* secrets of dice are in the file */
    struct store *store = store_sqlite_open(options->db, why);
    umask(mask);
    if (!store) {
        fprintf(stderr, "pasch serve: %s: %s\n", options->db, why);
        free(server);
        return false;
    }
    server->options = options;
    bool fine = hall_open(&server->hall, store);
    if (fine) {
        server->hall.most_games = options->max_games;
        server->started = hall_time(&server->hall);
        fine = serve(server);
        limits_sweep(&server->limits, 0, true);
        hall_close(&server->hall);
    }
    store->ops->close(store);
    free(server);
    return fine;
}
