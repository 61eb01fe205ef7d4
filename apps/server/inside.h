/* What the files of the server share that deal with connections: HTTP and WebSockets by libwebsockets, all in the
 * thread of its loop. */
#ifndef SERVER_INSIDE_H
#define SERVER_INSIDE_H

#include <libwebsockets.h>

#include "server/hall.h"
#include "server/limits.h"
#include "server/server.h"
#include "server/worker.h"

enum { MESSAGE_MOST = 64 * 1024 }; /* bytes of a message or of a request's body */

/* Seconds of work that all messages and requests of an address may cost. */
#define WORK_A_SECOND 0.3
#define WORK_AT_ONCE  3.0

struct socket;

struct server {
    const struct server_options *options;
    struct hall hall;
    struct limits limits;
    struct worker *worker;
    struct lws_context *context;
    struct ev_loop *loop; /* NULL = that of libwebsockets */
    int port;
    bool stopping;
    int64_t started, swept, stop_at;
    unsigned connections, sockets;
    struct socket *first; /* WebSockets */
    lws_sorted_usec_list_t tick;
};

/* The server of a connection. */
struct server *server_of(struct lws *wsi);

/* Who is at the other end: the peer, or whom the proxy names. Held until limits_release; NULL: no memory, or nobody
 * knows. */
struct address *server_address(struct server *server, struct lws *wsi);

/* Whether the request comes from a page that may: its Host is one of this server's, its Origin is missing (no browser),
 * the same, or one of the options. */
bool server_origin_fits(struct server *server, struct lws *wsi);

/* A header as text; empty if it is not there or too long. */
void server_header(struct lws *wsi, enum lws_token_indexes token, char *out, int room);

/* False if too much of it has been done; never where the options lift the limits. */
bool server_allows(struct server *server, struct bucket *bucket, double rate, double most, double amount);

/* The time, for measuring work. */
double server_seconds(void);

/* The protocols. */
int http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length);
int ws_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length);
size_t http_session_size(void);
size_t ws_session_size(void);

/* Answers of the worker that wait. */
void http_take_answers(struct server *server);

/* Sockets are asked for a sign of life, and closed if they give none or do nothing for a long time; or all of them,
 * because the server stops. */
void ws_tick(struct server *server);
void ws_close_all(struct server *server);

#endif
