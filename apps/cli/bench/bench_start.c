/* How long the programs take to start, and how much memory they use. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/bench/bench.h"
#include "cli/cli.h"
#include "cli/duel/gnubg_peer.h"

enum { RUNS = 5 };

static double clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* This program once more, with these arguments and nothing to read or to be seen. */
static pid_t start_again(char *const *arguments)
{
    pid_t pid = fork();
    if (pid == 0) {
        int null = open("/dev/null", O_RDWR);
        for (int fd = 0; fd < 3; fd++)
            dup2(null, fd);
        if (cli_nets())
            setenv("PASCH_NETS", cli_nets(), 1);
        execv("/proc/self/exe", arguments);
        _exit(127);
    }
    return pid;
}

/* Waits for its end and keeps the least times and the most memory. */
static void wait_for(pid_t pid, double begin, struct bench_start *start)
{
    struct rusage used;
    int status;
    pid_t ended = -1;
    while (pid > 0 && (ended = wait4(pid, &status, 0, &used)) < 0 && errno == EINTR)
        ;
    if (ended != pid || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return;
    double clock = clock_seconds() - begin, megabytes = (double)used.ru_maxrss / 1024;
    double seconds = (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                     (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
    if (!start->seconds || seconds < start->seconds)
        start->seconds = seconds;
    if (!start->clock || clock < start->clock)
        start->clock = clock;
    if (megabytes > start->megabytes)
        start->megabytes = megabytes;
}

void bench_starts(struct bench *bench)
{
    char id[32], *const first[] = {"pasch", "eval", id, "--plies", "0", NULL};
    char *const usual[] = {"pasch", "best", id, "--dice", "31", NULL};
    struct bench_start *start = bench->start, best = {0};
    snprintf(id, sizeof id, "%s", bench->rules->id);
    for (int i = 0; i < RUNS && !bench->stop(NULL); i++) {
        double begin = clock_seconds();
        wait_for(start_again(first), begin, &start[PASCH]);
        if (!bench->gnubg)
            continue;
        begin = clock_seconds();
        wait_for(gnubg_start(NULL, -1, -1), begin, &start[GNUBG]);
    }
    wait_for(start_again(usual), 0, &best);
    start[PASCH].megabytes = best.megabytes;
}
