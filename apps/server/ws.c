/* WebSockets: messages in, with their limits; messages out, in a queue that must not grow. */
#include <stdlib.h>
#include <string.h>

#include "server/http_api.h"
#include "server/inside.h"

enum {
    QUEUE_MOST = 1024 * 1024, /* bytes that wait for a client that does not read */
    QUEUE_COST = 128,         /* what a message counts besides its own bytes */
    JOIN_WITHIN = 60 * 1000,  /* ms in which a socket has to sit down somewhere */
    PING_AFTER = 25 * 1000,   /* ms without a sign of life */
    GONE_AFTER = 40 * 1000,
    STRIKES = 100, /* bad or too fast messages in a row */
};
#define MESSAGES_A_SECOND 20.0
#define MESSAGES_AT_ONCE  60.0

struct socket {
    struct member member; /* first: the hall knows only this */
    struct server *server;
    struct lws *wsi;
    struct socket *next, **at;
    struct address *address;
    uint8_t creator[STORE_CREATOR];
    struct message **queue; /* a ring */
    size_t room, begin, count, bytes;
    char *text; /* of a message that comes in pieces */
    size_t length;
    struct bucket rate;
    int strikes;
    int64_t heard, alive;          /* the last message, and anything at all */
    bool pinged, ping;             /* since then; one is to be sent */
    enum lws_close_status closing; /* 0 = goes on */
    bool cut;
};

size_t ws_session_size(void)
{
    return sizeof(struct socket);
}

/* Out. */

static void hang_up(struct socket *socket)
{
    if (socket->cut)
        return;
    socket->cut = true;
    lws_set_timeout(socket->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
}

static void cut_off(struct socket *socket)
{
    socket->server->hall.metrics.count[METRIC_SLOW]++;
    log_line(LOG_INFO, "slow", NULL);
    hang_up(socket);
}

static bool grow(struct socket *socket)
{
    size_t room = socket->room ? 2 * socket->room : 4;
    struct message **queue = malloc(room * sizeof *queue);
    if (!queue)
        return false;
    for (size_t i = 0; i < socket->count; i++)
        queue[i] = socket->queue[(socket->begin + i) % socket->room];
    free(socket->queue);
    socket->queue = queue;
    socket->room = room;
    socket->begin = 0;
    return true;
}

static void send_message(struct member *member, struct message *message)
{
    struct socket *socket = (struct socket *)member;
    if (socket->cut || socket->closing)
        return;
    if (socket->bytes + message->length + QUEUE_COST > QUEUE_MOST || (socket->count == socket->room && !grow(socket))) {
        cut_off(socket);
        return;
    }
    socket->queue[(socket->begin + socket->count++) % socket->room] = message_use(message);
    socket->bytes += message->length + QUEUE_COST;
    lws_callback_on_writable(socket->wsi);
}

static void wake(struct member *member)
{
    lws_callback_on_writable(((struct socket *)member)->wsi);
}

static void drop_first(struct socket *socket)
{
    struct message *message = socket->queue[socket->begin];
    socket->begin = (socket->begin + 1) % socket->room;
    socket->count--;
    socket->bytes -= message->length + QUEUE_COST;
    message_drop(message);
}

/* Nonzero closes the connection. */
static int write_some(struct socket *socket)
{
    struct metrics *metrics = &socket->server->hall.metrics;
    if (socket->ping) { /* with something in it, for the library keeps empty pongs to itself */
        unsigned char ping[LWS_PRE + 4] = {0};
        socket->ping = false;
        if (lws_write(socket->wsi, ping + LWS_PRE, 4, LWS_WRITE_PING) < 0)
            return -1;
    }
    while (socket->count) {
        struct message *message = socket->queue[socket->begin];
        int written = lws_write(socket->wsi, (unsigned char *)message->text, message->length, LWS_WRITE_TEXT);
        if (written < (int)message->length)
            return -1;
        metrics->count[METRIC_MESSAGES_OUT]++;
        drop_first(socket);
        if (lws_partial_buffered(socket->wsi) || lws_send_pipe_choked(socket->wsi))
            break;
    }
    if (!socket->count && socket->closing) {
        lws_close_reason(socket->wsi, socket->closing, NULL, 0);
        return -1;
    }
    if (!socket->count && socket->member.behind)
        hall_catch_up(&socket->server->hall, &socket->member);
    if (socket->count)
        lws_callback_on_writable(socket->wsi);
    return 0;
}

/* In. */

static void close_later(struct socket *socket, enum lws_close_status status)
{
    if (socket->closing)
        return;
    socket->closing = status;
    lws_callback_on_writable(socket->wsi);
}

static void strike(struct socket *socket, int strikes)
{
    socket->strikes += strikes;
    if (socket->strikes >= STRIKES)
        close_later(socket, LWS_CLOSE_STATUS_POLICY_VIOLATION);
}

/* Whether a message may be looked at now. */
static bool is_too_fast(struct socket *socket)
{
    return !server_allows(socket->server, &socket->rate, MESSAGES_A_SECOND, MESSAGES_AT_ONCE, 1) ||
           !server_allows(socket->server, &socket->address->working, WORK_A_SECOND, WORK_AT_ONCE, 0);
}

/* A seek makes a game, unless there is one already. */
static bool seeks_too_often(struct socket *socket)
{
    return !server_allows(socket->server, &socket->address->games, HTTP_GAMES_A_SECOND, HTTP_GAMES_AT_ONCE, 1);
}

static void take_message(struct socket *socket, const char *text, size_t length)
{
    struct hall *hall = &socket->server->hall;
    int64_t now = hall_ticks(hall);
    double begun = server_seconds();
    json_error_t error;
    socket->heard = now;
    hall->metrics.count[METRIC_MESSAGES_IN]++;
    json_t *message = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    bool too_fast = is_too_fast(socket) || (json_object_get(message, "seek") && seeks_too_often(socket));
    if (too_fast) {
        hall->metrics.count[METRIC_RATE]++;
        hall_refuse(&socket->member, "rate", "too fast: send it again later",
                    json_string_value(json_object_get(message, "ref")));
        strike(socket, 1);
    } else if (!json_is_object(message)) {
        hall->metrics.count[METRIC_BAD]++;
        hall_refuse(&socket->member, "bad", "a message is an object of JSON", NULL);
        strike(socket, 5);
    } else {
        enum hall_verdict verdict = hall_take(hall, &socket->member, message, socket->creator);
        if (verdict == HALL_FINE)
            socket->strikes = 0;
        else
            strike(socket, 1);
        if (verdict == HALL_GONE)
            close_later(socket, LWS_CLOSE_STATUS_POLICY_VIOLATION);
    }
    json_decref(message);
    bucket_add(&socket->address->working, WORK_A_SECOND, server_seconds() - begun, now);
}

static void lives(struct socket *socket)
{
    socket->alive = hall_ticks(&socket->server->hall);
    socket->pinged = false;
}

/* A message may come in pieces. */
static int receive(struct socket *socket, const char *in, size_t length)
{
    lives(socket);
    if (lws_frame_is_binary(socket->wsi)) {
        lws_close_reason(socket->wsi, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, NULL, 0);
        return -1;
    }
    if (socket->length + length + lws_remaining_packet_payload(socket->wsi) > MESSAGE_MOST) {
        socket->server->hall.metrics.count[METRIC_BAD]++;
        lws_close_reason(socket->wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, NULL, 0);
        return -1;
    }
    bool last = lws_is_final_fragment(socket->wsi) && !lws_remaining_packet_payload(socket->wsi);
    if (last && !socket->length) {
        take_message(socket, in, length);
        return 0;
    }
    char *more = realloc(socket->text, socket->length + length + 1);
    if (!more)
        return -1;
    memcpy(more + socket->length, in, length);
    socket->text = more;
    socket->length += length;
    if (last) {
        take_message(socket, socket->text, socket->length);
        free(socket->text);
        socket->text = NULL;
        socket->length = 0;
    }
    return 0;
}

/* Coming and going. */

static int established(struct socket *socket, struct lws *wsi)
{
    struct server *server = server_of(wsi);
    struct address *address = server_address(server, wsi);
    if (!address)
        return -1;
    *socket = (struct socket){.server = server, .wsi = wsi, .address = address};
    socket->member.send = send_message;
    socket->member.wake = wake;
    socket->heard = socket->alive = hall_ticks(&server->hall);
    hall_creator_of(&server->hall, address->key, ADDRESS_KEY, socket->creator);
    socket->next = server->first;
    socket->at = &server->first;
    if (server->first)
        server->first->at = &socket->next;
    server->first = socket;
    server->sockets++;
    server->hall.metrics.count[METRIC_SOCKETS]++;
    return 0;
}

static void closed(struct socket *socket)
{
    struct server *server = socket->server;
    if (!server)
        return;
    socket->cut = true; /* nothing is to be sent any more */
    hall_leave(&server->hall, &socket->member);
    limits_release(socket->address, hall_ticks(&server->hall));
    *socket->at = socket->next;
    if (socket->next)
        socket->next->at = socket->at;
    while (socket->count)
        drop_first(socket);
    free(socket->queue);
    free(socket->text);
    server->sockets--;
    socket->server = NULL;
}

void ws_tick(struct server *server)
{
    int64_t now = hall_ticks(&server->hall);
    for (struct socket *socket = server->first; socket; socket = socket->next) {
        if (!socket->member.table && !socket->member.seeks && now - socket->heard > JOIN_WITHIN)
            close_later(socket, LWS_CLOSE_STATUS_POLICY_VIOLATION);
        if (now - socket->alive > PING_AFTER && !socket->pinged) {
            socket->pinged = socket->ping = true;
            lws_callback_on_writable(socket->wsi);
        }
        if (now - socket->alive > GONE_AFTER)
            hang_up(socket);
    }
}

void ws_close_all(struct server *server)
{
    for (struct socket *socket = server->first; socket; socket = socket->next)
        close_later(socket, LWS_CLOSE_STATUS_GOINGAWAY);
}

int ws_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    struct socket *socket = user;
    switch (reason) {
    case LWS_CALLBACK_ESTABLISHED: return established(socket, wsi);
    case LWS_CALLBACK_RECEIVE: return socket->cut ? -1 : socket->closing ? 0 : receive(socket, in, length);
    case LWS_CALLBACK_RECEIVE_PONG: lives(socket); return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE: return socket->cut ? -1 : write_some(socket);
    case LWS_CALLBACK_CLOSED: closed(socket); return 0;
    default: return 0;
    }
}
