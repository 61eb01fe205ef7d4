/* Many players at the same time, for load.mjs: server_crowd PORT GAMES PACE, PACE in milliseconds. In: a line "ID TOKEN
 * TOKEN" for each game. Out: "ready" when all are at their tables. Then "measure" begins to measure, and "stop" ends
 * it: one line of JSON with the times from a move to the opponent, in milliseconds.
 *
 * It must cost little, for it shares the machine with the server that it measures. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "player.h"
#include "server/turns.h"

struct seat {
    struct player player;
    char game[64], token[64];
    int fd, side;
    bool shaken, seated, begun, pending, over;
    int64_t seq;
    unsigned refs;
    char words[PASCH_MOVE_ROOM]; /* what it is about to do */
    double sent;                 /* 0 = nothing, or the opponent has it */
    char *in;                    /* what has come and is not a whole message yet */
    size_t length, room;
};

struct times {
    double *at;
    size_t count, room;
};

static struct seat *seat; /* two for each game, x first */
static double *due;       /* when they do something; 0 = they wait */
static int seats;
static double pace;
static struct pasch_plays plays;
static struct pasch_rng rng;
static bool measuring;
static struct times moves, late; /* moves to the opponent; how late the own clock wakes us */
static int errors, lost;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

static void note(struct times *times, double ms)
{
    if (!measuring)
        return;
    if (times->count == times->room) {
        times->room = times->room ? 2 * times->room : 1024;
        times->at = realloc(times->at, times->room * sizeof *times->at);
        if (!times->at)
            exit(1);
    }
    times->at[times->count++] = ms;
}

static double random_part(void)
{
    return pasch_rng_below(&rng, 1 << 20) / (double)(1 << 20);
}

/* WebSockets. */

static void lose(struct seat *s)
{
    if (s->fd < 0)
        return;
    close(s->fd);
    s->fd = -1;
    due[s - seat] = 0;
    lost++;
}

static void send_frame(struct seat *s, int opcode, const char *text, size_t length)
{
    unsigned char frame[1024], *at = frame;
    uint32_t key = pasch_rng_below(&rng, 1 << 30);
    if (length > sizeof frame - 8 || s->fd < 0)
        return;
    *at++ = (unsigned char)(0x80 | opcode);
    *at++ = (unsigned char)(0x80 | (length < 126 ? length : 126));
    if (length >= 126) {
        *at++ = (unsigned char)(length >> 8);
        *at++ = (unsigned char)length;
    }
    memcpy(at, &key, 4);
    for (size_t i = 0; i < length; i++)
        at[4 + i] = (unsigned char)text[i] ^ at[i & 3];
    size_t all = (size_t)(at - frame) + 4 + length;
    if (send(s->fd, frame, all, MSG_NOSIGNAL) != (ssize_t)all)
        lose(s);
}

static void open_socket(struct seat *s, int port, int poll)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    char head[300];
    int yes = 1;
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    s->fd = socket(AF_INET, SOCK_STREAM, 0);
    if (s->fd < 0 || connect(s->fd, (struct sockaddr *)&to, sizeof to) != 0) {
        perror("server_crowd");
        exit(1);
    }
    setsockopt(s->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    int length = snprintf(head, sizeof head,
                          "GET /api/v1/ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: Upgrade\r\n"
                          "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                          "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: pasch-1\r\n\r\n",
                          port);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = s};
    if (send(s->fd, head, (size_t)length, MSG_NOSIGNAL) != length || epoll_ctl(poll, EPOLL_CTL_ADD, s->fd, &event) != 0)
        lose(s);
}

static void join(struct seat *s)
{
    char text[300];
    int length = snprintf(text, sizeof text, "{\"join\":\"%s\",\"token\":\"%s\",\"have\":0,\"seed\":\"%032x\"}",
                          s->game, s->token, (unsigned)(s - seat));
    send_frame(s, 1, text, (size_t)length);
}

/* Playing. */

/* Makes up its mind, and takes its time. */
static void think(struct seat *s)
{
    due[s - seat] = 0;
    if (s->over || !s->begun || s->pending)
        return;
    if (s->player.game.phase == PASCH_PHASE_BETWEEN && s->side == PASCH_O && random_part() < 0.5)
        return;
    if (player_say(&s->player, s->side, &plays, s->words))
        due[s - seat] = now() + pace * 2 * random_part();
}

static void act(struct seat *s)
{
    char text[PASCH_MOVE_ROOM + 100];
    int length = snprintf(text, sizeof text, "{\"do\":\"%s\",\"ref\":\"r%u\",\"seq\":%lld}", s->words, ++s->refs,
                          (long long)s->seq);
    due[s - seat] = 0;
    s->pending = true;
    s->sent = now();
    send_frame(s, 1, text, (size_t)length);
}

static void take_welcome(struct seat *s, const json_t *welcome)
{
    struct pasch_error error;
    if (player_begin(&s->player, (uint64_t)(s - seat), json_object_get(welcome, "setup"), &error) != PASCH_OK) {
        fprintf(stderr, "server_crowd: %s\n", error.text);
        exit(1);
    }
    s->seated = true;
    s->begun = json_is_true(json_object_get(welcome, "begun"));
    think(s);
}

static void take_event(struct seat *s, const json_t *message, const char *text, double at)
{
    const char *name = json_string_value(json_object_get(message, "side"));
    struct seat *other = &seat[(s - seat) ^ 1];
    struct pasch_error error;
    int side = name && *name == 'o' ? PASCH_O : PASCH_X;
    if (name && side == other->side && other->sent > 0) {
        note(&moves, at - other->sent);
        other->sent = 0;
    }
    if (json_integer_value(json_object_get(message, "seq")) != s->seq + 1 ||
        player_happen(&s->player, side, text, &plays, &error) != PASCH_OK) {
        errors++;
        lose(s);
        return;
    }
    s->seq++;
    if (json_object_get(message, "ref"))
        s->pending = false;
    think(s);
}

/* Both may want the next game: then one is late. */
static void take_error(struct seat *s, const json_t *message)
{
    const char *code = json_string_value(json_object_get(message, "code"));
    if (!code || strcmp(code, "stale") != 0)
        errors++;
    s->sent = 0;
    s->pending = false;
    think(s);
}

static void take(struct seat *s, const char *text, size_t length, double at)
{
    json_t *message = json_loadb(text, length, 0, NULL);
    const char *event = json_string_value(json_object_get(message, "event"));
    if (event) {
        take_event(s, message, event, at);
    } else if (json_object_get(message, "welcome")) {
        take_welcome(s, json_object_get(message, "welcome"));
    } else if (json_object_get(message, "dice")) {
        s->begun = true;
        think(s);
    } else if (json_object_get(message, "error")) {
        take_error(s, message);
    } else if (json_object_get(message, "over")) {
        s->over = true;
    }
    json_decref(message);
}

/* The first of the messages that have come; returns how long it is, 0 if it is not all there. */
static size_t take_frame(struct seat *s, const char *in, size_t length, double at)
{
    const unsigned char *byte = (const unsigned char *)in;
    size_t head = 2, size = length < 2 ? 0 : byte[1] & 127;
    if (length >= 4 && size == 126) {
        size = (size_t)byte[2] << 8 | byte[3];
        head = 4;
    }
    if (length < head + size || length < 2 || (head == 2 && size >= 126))
        return 0;
    if ((*byte & 15) == 1)
        take(s, in + head, size, at);
    else if ((*byte & 15) == 9)
        send_frame(s, 10, in + head, size);
    else if ((*byte & 15) == 8)
        lose(s);
    return head + size;
}

static size_t take_handshake(struct seat *s)
{
    const char *end = memmem(s->in, s->length, "\r\n\r\n", 4);
    if (!end)
        return 0;
    if (s->length < 12 || memcmp(s->in, "HTTP/1.1 101", 12) != 0)
        lose(s);
    s->shaken = true;
    join(s);
    return (size_t)(end - s->in) + 4;
}

static void read_socket(struct seat *s)
{
    enum { AT_ONCE = 2048 };
    if (s->room - s->length < AT_ONCE && !(s->in = realloc(s->in, s->room += AT_ONCE)))
        exit(1);
    ssize_t count = recv(s->fd, s->in + s->length, s->room - s->length, 0);
    double at = now();
    if (count <= 0) {
        if (count == 0 || errno != EINTR)
            lose(s);
        return;
    }
    s->length += (size_t)count;
    size_t done = 0, next;
    if (!s->shaken)
        done = take_handshake(s);
    while (s->shaken && s->fd >= 0 && (next = take_frame(s, s->in + done, s->length - done, at)) > 0)
        done += next;
    s->length -= done;
    memmove(s->in, s->in + done, s->length);
}

/* The loop. */

/* Acts for all who have thought long enough; milliseconds until the next one. */
static int act_all(void)
{
    double time = now(), first = time + 1000;
    for (int i = 0; i < seats; i++) {
        if (due[i] > 0 && due[i] <= time) {
            note(&late, time - due[i]);
            act(&seat[i]);
        } else if (due[i] > 0 && due[i] < first) {
            first = due[i];
        }
    }
    return (int)(first - time) + 1;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double part(const struct times *times, double portion)
{
    size_t at = (size_t)((double)times->count * portion);
    return times->count ? times->at[at < times->count ? at : times->count - 1] : 0;
}

static void print_times(const char *name, struct times *times)
{
    if (times->count)
        qsort(times->at, times->count, sizeof *times->at, compare);
    printf("\"%s\":{\"count\":%zu,\"median\":%.2f,\"p90\":%.2f,\"p99\":%.2f,\"longest\":%.2f}", name, times->count,
           part(times, 0.5), part(times, 0.9), part(times, 0.99), part(times, 1));
}

static bool obey(void)
{
    char line[32];
    ssize_t length = read(STDIN_FILENO, line, sizeof line - 1);
    if (length <= 0)
        return false;
    line[length] = 0;
    measuring = strcmp(line, "measure\n") == 0;
    if (measuring)
        return true;
    printf("{");
    print_times("moves", &moves);
    printf(",");
    print_times("late", &late);
    printf(",\"errors\":%d,\"lost\":%d}\n", errors, lost);
    return false;
}

static bool all_seated(void)
{
    for (int i = 0; i < seats; i++) {
        if (!seat[i].seated || !seat[i].begun)
            return false;
    }
    return true;
}

static void run(int poll)
{
    struct epoll_event event[64];
    bool ready = false;
    for (;;) {
        int count = epoll_wait(poll, event, 64, act_all());
        for (int i = 0; i < count; i++) {
            struct seat *s = event[i].data.ptr;
            if (!s && !obey())
                return;
            if (s && s->fd >= 0)
                read_socket(s);
        }
        if (!ready && all_seated()) {
            ready = true;
            puts("ready");
            fflush(stdout);
        }
    }
}

/* Byte by byte, so that nothing of what comes later is taken. */
static bool read_line(char *line, size_t room)
{
    size_t length = 0;
    while (length + 1 < room && read(STDIN_FILENO, &line[length], 1) == 1 && line[length] != '\n')
        length++;
    line[length] = 0;
    return length;
}

static void read_games(void)
{
    char line[200];
    for (int i = 0; i < seats; i += 2) {
        if (!read_line(line, sizeof line) ||
            sscanf(line, "%63s %63s %63s", seat[i].game, seat[i].token, seat[i + 1].token) != 3)
            exit(2);
        memcpy(seat[i + 1].game, seat[i].game, sizeof seat[i].game);
        seat[i].side = PASCH_X;
        seat[i + 1].side = PASCH_O;
    }
}

int main(int count, char **argument)
{
    int port = count == 4 ? atoi(argument[1]) : 0, poll = epoll_create1(0);
    seats = count == 4 ? 2 * atoi(argument[2]) : 0;
    pace = count == 4 ? atof(argument[3]) : 0;
    seat = calloc((size_t)seats + 1, sizeof *seat);
    due = calloc((size_t)seats + 1, sizeof *due);
    void *memory = malloc(pasch_plays_bytes(PASCH_PLAYS_ROOM));
    struct epoll_event event = {.events = EPOLLIN};
    if (!seats || !seat || !due || !memory || poll < 0)
        return 2;
    pasch_plays_init(&plays, memory, PASCH_PLAYS_ROOM);
    pasch_rng_seed(&rng, 1);
    turns_short(); /* they have machines of their own in the real world, which run them at once */
    read_games();
    for (int i = 0; i < seats; i++)
        open_socket(&seat[i], port, poll);
    if (epoll_ctl(poll, EPOLL_CTL_ADD, STDIN_FILENO, &event) != 0)
        return 1;
    run(poll);
    for (int i = 0; i < seats; i++)
        free(seat[i].in);
    free(seat);
    free(due);
    free(memory);
    free(moves.at);
    free(late.at);
    return 0;
}
