#include "cli/bench/bench_gnubg.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/duel/gnubg_peer.h"

enum {
    TEXT = 8192,
    LINE = 256,
    ROUND = 1024 /* evaluations in a round of its 'calibrate' */
};

/* It knows no such thing, and says so once it has done all that was asked before. */
#define MARK "pasch-done"

struct bench_gnubg {
    pid_t pid;
    int in, out;
    char text[TEXT + 1]; /* the end of what it said last */
};

__attribute__((format(printf, 2, 3))) static bool fail(char *why, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, GNUBG_WHY, format, arguments);
    va_end(arguments);
    return false;
}

/* It tells results of rollouts only where its output is a terminal: the two ends of such a one. */
static bool open_terminal(int *ours, int *its)
{
    *its = -1;
    *ours = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (*ours >= 0 && grantpt(*ours) == 0 && unlockpt(*ours) == 0)
        *its = open(ptsname(*ours), O_RDWR | O_NOCTTY | O_CLOEXEC);
    return *its >= 0;
}

static bool send_all(struct bench_gnubg *gnubg, const char *text)
{
    for (size_t left = strlen(text); left;) {
        ssize_t sent = send(gnubg->in, text, left, MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        text += sent;
        left -= (size_t)sent;
    }
    return true;
}

/* Does the commands; the end of what it says to them is in gnubg->text. */
static bool ask(struct bench_gnubg *gnubg, const char *commands, char *why)
{
    size_t length = 0;
    gnubg->text[0] = 0;
    if (!send_all(gnubg, commands) || !send_all(gnubg, "show " MARK "\n"))
        return fail(why, "gnubg does not listen any more");
    while (!strstr(gnubg->text, MARK)) {
        if (length > TEXT / 2) {
            memmove(gnubg->text, gnubg->text + length - TEXT / 2, TEXT / 2);
            length = TEXT / 2;
        }
        ssize_t got = read(gnubg->out, gnubg->text + length, TEXT - length);
        if (got < 0 && errno == EINTR)
            return fail(why, "stopped");
        if (got <= 0)
            return fail(why, "gnubg has ended");
        length += (size_t)got;
        gnubg->text[length] = 0;
    }
    return true;
}

/* One thread, nobody who plays by itself, and all digits. */
static bool set_up(struct bench_gnubg *gnubg, char *why)
{
    return ask(gnubg,
               "set threads 1\nset automatic roll off\nset automatic game off\nset jacoby off\n"
               "set player 0 human\nset player 1 human\nset display off\nset output digits 6\n"
               "set rollout cubeful off\nset rollout varredn on\nset rollout quasirandom on\n"
               "set rollout truncation enable off\nset rollout initial off\nset rollout chequerplay plies 0\n"
               "new game\nset turn 0\n",
               why);
}

/* Returns its exit code if it had ended by itself, else 0. */
static int end_process(struct bench_gnubg *gnubg)
{
    int status = 0;
    if (gnubg->pid > 0) {
        kill(gnubg->pid, SIGKILL);
        while (waitpid(gnubg->pid, &status, 0) < 0 && errno == EINTR)
            ;
    }
    gnubg->pid = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}

struct bench_gnubg *bench_gnubg_open(char *why)
{
    int socket[2] = {-1, -1}, its = -1;
    struct bench_gnubg *gnubg = calloc(1, sizeof *gnubg);
    if (!gnubg) {
        fail(why, "out of memory");
        return NULL;
    }
    gnubg->in = gnubg->out = -1;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, socket) == 0 && open_terminal(&gnubg->out, &its))
        gnubg->pid = gnubg_start(NULL, socket[1], its);
    gnubg->in = socket[0];
    bool fine = gnubg->pid > 0;
    if (!fine)
        fail(why, "no process or terminal for gnubg: %s", strerror(errno));
    if (socket[1] >= 0)
        close(socket[1]);
    if (its >= 0)
        close(its);
    if (fine && set_up(gnubg, why))
        return gnubg;
    if (fine && end_process(gnubg) == 127)
        fail(why, "gnubg could not be started: is it installed? PASCH_GNUBG may say where it is");
    bench_gnubg_close(gnubg);
    return NULL;
}

void bench_gnubg_close(struct bench_gnubg *gnubg)
{
    if (!gnubg)
        return;
    if (gnubg->in >= 0)
        close(gnubg->in);
    if (gnubg->out >= 0)
        close(gnubg->out);
    end_process(gnubg);
    free(gnubg);
}

/* Of one of its threads. */
static double thread_seconds(pid_t pid, const char *thread)
{
    char path[LINE];
    double nanoseconds = 0;
    snprintf(path, sizeof path, "/proc/%d/task/%.20s/schedstat", (int)pid, thread);
    FILE *file = fopen(path, "r");
    if (file && fscanf(file, "%lf", &nanoseconds) != 1)
        nanoseconds = 0;
    if (file)
        fclose(file);
    return nanoseconds * 1e-9;
}

/* Its first thread may wait for the other by spinning, which is no work. */
double bench_gnubg_seconds(const struct bench_gnubg *gnubg)
{
    char path[LINE];
    double seconds = 0;
    struct dirent *thread;
    snprintf(path, sizeof path, "/proc/%d/task", (int)gnubg->pid);
    DIR *threads = opendir(path);
    while (threads && (thread = readdir(threads))) {
        if (*thread->d_name != '.' && atoi(thread->d_name) != gnubg->pid)
            seconds += thread_seconds(gnubg->pid, thread->d_name);
    }
    if (threads)
        closedir(threads);
    return seconds > 0 ? seconds : gnubg_seconds(gnubg->pid);
}

/* The number after the next `word`, or NULL; else where it ends. */
static const char *number_after(const char *text, const char *word, double *number)
{
    char *end;
    const char *at = text ? strstr(text, word) : NULL;
    if (!at)
        return NULL;
    *number = strtod(at + strlen(word), &end);
    return end == at + strlen(word) ? NULL : end;
}

bool bench_gnubg_calibrate(struct bench_gnubg *gnubg, int rounds, double *count, char *why)
{
    char command[LINE];
    double rate;
    snprintf(command, sizeof command, "calibrate %d\n", rounds);
    if (!ask(gnubg, command, why))
        return false;
    *count = (double)rounds * ROUND;
    return number_after(gnubg->text, "Calibration result:", &rate) || fail(why, "gnubg's 'calibrate' has no result");
}

bool bench_gnubg_rollout(struct bench_gnubg *gnubg, int trials, int seed, double *equity, double *error, char *why)
{
    char command[LINE];
    snprintf(command, sizeof command, "set rollout trials %d\nset rollout seed %d\nrollout\n", trials, seed);
    if (!ask(gnubg, command, why))
        return false;
    /*   0.50 0.11 0.00 - 0.49 0.10 0.00 CL +0.03
     *  [0.01 0.01 0.00 - 0.01 0.01 0.00 CL  0.02] ... */
    const char *at = number_after(strstr(gnubg->text, "Rollout done."), " CL ", equity);
    return number_after(at, " CL ", error) || fail(why, "gnubg's rollout has no result");
}
