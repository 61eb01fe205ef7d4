#include "cli/duel/gnubg_peer.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "pasch/notation.h"

enum {
    LINE = 512, /* its lines and ours are shorter */
    TRIES = 3,  /* a port found free may be taken before gnubg listens there */
    START_MS = 30000,
    ANSWER_S = 3600 /* a many-ply decision may take minutes */
};

struct gnubg_peer {
    pid_t pid;
    int socket;
    bool cube;
};

__attribute__((format(printf, 2, 3))) static bool fail(char why[GNUBG_WHY], const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, GNUBG_WHY, format, arguments);
    va_end(arguments);
    return false;
}

/* Starting. */

static struct sockaddr_in loopback(int port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

/* A port that nobody listens on at the moment, or 0. */
static int free_port(void)
{
    struct sockaddr_in address = loopback(0);
    socklen_t size = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), port = 0;
    if (fd >= 0 && bind(fd, (struct sockaddr *)&address, size) == 0 &&
        getsockname(fd, (struct sockaddr *)&address, &size) == 0)
        port = ntohs(address.sin_port);
    if (fd >= 0)
        close(fd);
    return port;
}

/* The commands it starts with, in a file named after the template. */
static bool write_commands(char *path, int plies, const struct pasch_terms *terms, int port)
{
    int fd = mkostemp(path, O_CLOEXEC);
    if (fd < 0)
        return false;
    int written = dprintf(fd,
                          "set threads 1\nset beavers 0\nset jacoby %s\n"
                          "set evaluation chequerplay evaluation plies %d\n"
                          "set evaluation chequerplay evaluation cubeful %s\n"
                          "set evaluation cubedecision evaluation plies %d\n"
                          "external 127.0.0.1:%d\n",
                          terms->jacoby ? "on" : "off", plies, terms->cube ? "on" : "off", plies, port);
    return close(fd) == 0 && written > 0;
}

/* In the child. A process group of its own keeps a Ctrl-C in the terminal from it; we end it ourselves. */
static _Noreturn void become_gnubg(const char *commands, int in, int out, pid_t parent)
{
    const char *own = getenv("PASCH_GNUBG");
    char *const arguments[] = {"gnubg", "-t", "-q", "-r", commands ? "-c" : NULL, (char *)commands, NULL};
    int null = open("/dev/null", O_RDWR);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (null < 0 || getppid() != parent)
        _exit(126);
    dup2(in < 0 ? null : in, STDIN_FILENO);
    dup2(out < 0 ? null : out, STDOUT_FILENO);
    dup2(out < 0 ? null : out, STDERR_FILENO);
    setenv("LC_ALL", "C", 1);
    if (own && *own) {
        execv(own, arguments);
    } else {
        execv("/usr/games/gnubg", arguments);
        execvp("gnubg", arguments);
    }
    _exit(127);
}

pid_t gnubg_start(const char *commands, int in, int out)
{
    pid_t parent = getpid(), pid = fork();
    if (pid == 0)
        become_gnubg(commands, in, out, parent);
    return pid;
}

double gnubg_seconds(pid_t pid)
{
    clockid_t clock;
    struct timespec used = {0};
    if (clock_getcpuclockid(pid, &clock) == 0)
        clock_gettime(clock, &used);
    return (double)used.tv_sec + (double)used.tv_nsec * 1e-9;
}

double gnubg_peer_seconds(const struct gnubg_peer *peer)
{
    return gnubg_seconds(peer->pid);
}

static void end_process(struct gnubg_peer *peer)
{
    if (peer->socket >= 0)
        close(peer->socket);
    if (peer->pid > 0) {
        kill(peer->pid, SIGKILL);
        while (waitpid(peer->pid, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    peer->socket = -1;
    peer->pid = 0;
}

/* Whether it still runs; where not, *code is its exit code. */
static bool runs(struct gnubg_peer *peer, int *code)
{
    int status;
    if (waitpid(peer->pid, &status, WNOHANG) != peer->pid)
        return true;
    *code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    peer->pid = 0;
    return false;
}

/* Waits until it listens. */
static bool connect_to(struct gnubg_peer *peer, int port, int *code)
{
    struct sockaddr_in address = loopback(port);
    struct timeval patience = {.tv_sec = ANSWER_S};
    int yes = 1;
    for (int ms = 0; ms < START_MS && runs(peer, code); ms += 10) {
        peer->socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (peer->socket < 0)
            return false;
        if (connect(peer->socket, (struct sockaddr *)&address, sizeof address) == 0) {
            setsockopt(peer->socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
            setsockopt(peer->socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
            return runs(peer, code);
        }
        close(peer->socket);
        peer->socket = -1;
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    return false;
}

/* One attempt on one port. *again: another may do better. */
static bool start(struct gnubg_peer *peer, int plies, const struct pasch_terms *terms, bool *again, char why[GNUBG_WHY])
{
    const char *folder = getenv("TMPDIR");
    char path[LINE];
    int port = free_port(), code = 0;
    *again = false;
    snprintf(path, sizeof path, "%s/pasch-gnubg-XXXXXX", folder && *folder ? folder : "/tmp");
    if (!port)
        return fail(why, "no free loopback port: %s", strerror(errno));
    if (!write_commands(path, plies, terms, port))
        return fail(why, "%s: %s", path, strerror(errno));
    peer->pid = gnubg_start(path, -1, -1);
    int reason = errno;
    bool fine = peer->pid > 0 && connect_to(peer, port, &code);
    unlink(path);
    if (fine)
        return true;
    *again = peer->pid == 0 && code != 127;
    if (peer->pid < 0)
        return fail(why, "no process for gnubg: %s", strerror(reason));
    end_process(peer);
    if (code == 127)
        return fail(why, "gnubg could not be started: is it installed? PASCH_GNUBG may say where it is");
    return fail(why, "gnubg was started but does not listen on port %d", port);
}

struct gnubg_peer *gnubg_peer_start(int plies, const struct pasch_terms *terms, char why[GNUBG_WHY])
{
    struct gnubg_peer *peer = calloc(1, sizeof *peer);
    bool again = true;
    if (!peer) {
        fail(why, "out of memory");
        return NULL;
    }
    peer->socket = -1;
    peer->cube = terms->cube;
    for (int i = 0; i < TRIES && again; i++) {
        if (start(peer, plies, terms, &again, why))
            return peer;
    }
    free(peer);
    return NULL;
}

void gnubg_peer_stop(struct gnubg_peer *peer)
{
    if (peer)
        end_process(peer);
    free(peer);
}

/* Asking. */

/* The position as its "board" line, seen by `turn`. Learnt by asking: with the turn field at 1 (ours to roll or play)
 * it reads the scores with the opponent's first, with -1 (the double is the opponent's, ours to answer) with ours
 * first; the cube shows what it showed before the offer; two zeros for who may double would mean a double too; the last
 * field says that the Crawford game is over, so that 0 there is a Crawford game where a side needs one point. */
static void write_board(const struct gnubg_peer *peer, const struct pasch_position *p, char line[LINE])
{
    const struct pasch_side *me = &p->board.side[p->turn], *foe = &p->board.side[1 - p->turn];
    const uint8_t *die = p->offered || !p->stages ? (const uint8_t[2]){0, 0} : p->stage[0].die;
    bool may = p->cube_owner == PASCH_NOBODY || p->cube_owner == p->turn;
    bool foe_may = p->cube_owner == PASCH_NOBODY || p->cube_owner != p->turn;
    int first = p->offered ? p->turn : 1 - p->turn;
    int at = snprintf(line, LINE, "board:pasch:gnubg:%u:%u:%u:%d", p->length, p->score[first], p->score[1 - first],
                      -foe->men[PASCH_BAR]);
    for (int point = 1; point <= PASCH_POINTS; point++)
        at += snprintf(line + at, (size_t)(LINE - at), ":%d",
                       me->men[point] - foe->men[pasch_rules_facing(p->rules, point)]);
    snprintf(line + at, (size_t)(LINE - at), ":%d:%d:%d:%d:%d:%d:%llu:%d:%d:%d:1:-1:0:25:%d:%d:0:0:0:0:0:%d\n",
             me->men[PASCH_BAR], p->offered ? -1 : 1, die[0], die[1], die[0], die[1], 1ull << p->cube_log, may, foe_may,
             p->offered, me->men[PASCH_OFF], foe->men[PASCH_OFF], peer->cube && !p->crawford);
}

static bool send_all(struct gnubg_peer *peer, const char *text)
{
    for (size_t left = strlen(text); left;) {
        ssize_t sent = send(peer->socket, text, left, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return false;
        text += sent;
        left -= (size_t)sent;
    }
    return true;
}

/* One line without its end and the blanks before it. */
static bool receive_line(struct gnubg_peer *peer, char line[LINE])
{
    size_t length = 0;
    while (!memchr(line, '\n', length)) {
        if (length == LINE - 1)
            return false;
        ssize_t got = recv(peer->socket, line + length, LINE - 1 - length, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        length += (size_t)got;
    }
    while (length && (line[length - 1] == '\n' || line[length - 1] == '\r' || line[length - 1] == ' '))
        length--;
    line[length] = 0;
    return true;
}

static bool ask(struct gnubg_peer *peer, const struct pasch_position *position, char answer[LINE], char why[GNUBG_WHY])
{
    char line[LINE], ppn[PASCH_PPN_ROOM];
    write_board(peer, position, line);
    if (send_all(peer, line) && receive_line(peer, answer))
        return true;
    pasch_ppn_write(position, ppn);
    return fail(why, "gnubg gave no answer to %s", ppn);
}

static bool bad_answer(const struct pasch_position *position, const char *answer, const char *what, char why[GNUBG_WHY])
{
    char ppn[PASCH_PPN_ROOM], dice[16] = "";
    pasch_ppn_write(position, ppn);
    if (position->stages)
        snprintf(dice, sizeof dice, ", dice %d-%d", position->stage[0].die[0], position->stage[0].die[1]);
    return fail(why, "gnubg answered '%.200s', %s, to %s%s", answer, what, ppn, dice);
}

/* A number or a word of gnubg's for a place. */
static bool read_place(const char **at, int *place)
{
    char *end;
    if (strncmp(*at, "bar", 3) == 0 || strncmp(*at, "off", 3) == 0) {
        *place = **at == 'b' ? PASCH_BAR : PASCH_OFF;
        *at += 3;
        return true;
    }
    if (**at < '0' || **at > '9')
        return false;
    long number = strtol(*at, &end, 10);
    *place = (int)number;
    *at = end;
    return number >= 0 && number <= PASCH_BAR;
}

static bool make_hop(const struct pasch_rules *rules, struct pasch_board *board, int me, int from, int to)
{
    struct pasch_side *own = &board->side[me], *foe = &board->side[1 - me];
    int there = to ? pasch_rules_facing(rules, to) : 0;
    if (!from || to == PASCH_BAR || !own->men[from] || (there && foe->men[there] > 1))
        return false;
    own->men[from]--;
    own->men[to]++;
    if (there && foe->men[there]) {
        foe->men[there]--;
        foe->men[PASCH_BAR]++;
    }
    return true;
}

/* "25/22", "24/22*\/18", "6/0(2)": one way of a man, or of several. */
static bool make_way(const struct pasch_rules *rules, struct pasch_board *board, int me, const char **text)
{
    int place[PASCH_HOPS + 1], places = 0, times = 1;
    const char *at = *text;
    for (bool more = true; more; at += more) {
        if (places > PASCH_HOPS || !read_place(&at, &place[places++]))
            return false;
        at += *at == '*';
        more = *at == '/';
    }
    if (*at == '(') {
        if (at[1] < '1' || at[1] > '4' || at[2] != ')')
            return false;
        times = at[1] - '0';
        at += 3;
        at += *at == '*';
    }
    if (places < 2 || (*at && *at != ' '))
        return false;
    *text = at;
    for (int n = 0; n < times; n++) {
        for (int i = 1; i < places; i++) {
            if (!make_hop(rules, board, me, place[i - 1], place[i]))
                return false;
        }
    }
    return true;
}

/* The points that a board with all men of `turn` off is worth. */
static int32_t points_after(const struct pasch_position *position, const struct pasch_board *board)
{
    struct pasch_position after = *position;
    pasch_position_play(&after, &(struct pasch_play){.board = *board, .full = true, .over = true});
    return after.points;
}

/* The play that leads to the board. Plays that end the game alike are one among ours, on whichever board. */
static size_t find_play(const struct pasch_position *position, const struct pasch_plays *plays,
                        const struct pasch_board *board)
{
    bool over = board->side[position->turn].men[PASCH_OFF] == pasch_rules_men(position->rules);
    for (size_t i = 0; i < plays->count; i++) {
        const struct pasch_play *play = &plays->play[i];
        if (memcmp(&play->board, board, sizeof *board) == 0)
            return i;
        if (over && play->over && points_after(position, &play->board) == points_after(position, board))
            return i;
    }
    return plays->count;
}

bool gnubg_peer_play(struct gnubg_peer *peer, const struct pasch_position *position, const struct pasch_plays *plays,
                     size_t *index, char why[GNUBG_WHY])
{
    char answer[LINE];
    struct pasch_board board = position->board;
    if (!ask(peer, position, answer, why))
        return false;
    const char *at = answer;
    while (*at) {
        if (!make_way(position->rules, &board, position->turn, &at))
            return bad_answer(position, answer, "which cannot be read as a play", why);
        while (*at == ' ')
            at++;
    }
    *index = find_play(position, plays, &board);
    return *index < plays->count || bad_answer(position, answer, "which is no legal play", why);
}

/* Asks for one of two words. */
static bool ask_word(struct gnubg_peer *peer, const struct pasch_position *position, const char *yes_word,
                     const char *no_word, bool *yes, char why[GNUBG_WHY])
{
    char answer[LINE];
    if (!ask(peer, position, answer, why))
        return false;
    *yes = strcmp(answer, yes_word) == 0;
    return *yes || strcmp(answer, no_word) == 0 || bad_answer(position, answer, "which is no cube decision", why);
}

bool gnubg_peer_doubles(struct gnubg_peer *peer, const struct pasch_position *position, bool *yes, char why[GNUBG_WHY])
{
    return ask_word(peer, position, "double", "roll", yes, why);
}

bool gnubg_peer_takes(struct gnubg_peer *peer, const struct pasch_position *position, bool *yes, char why[GNUBG_WHY])
{
    return ask_word(peer, position, "take", "drop", yes, why);
}
