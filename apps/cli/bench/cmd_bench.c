/* The command: options and signals. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "cli/bench/bench.h"
#include "cli/cli.h"

struct wanted {
    const char *seconds_text;
    bool moves, no_gnubg, json;
    double seconds;
    const struct pasch_rules *rules; /* NULL: none was named */
};

static volatile sig_atomic_t stopped;

static void on_signal(int signal)
{
    (void)signal;
    stopped = 1;
}

static bool is_stopped(void *context)
{
    (void)context;
    return stopped != 0;
}

/* What was measured until a signal came is shown. */
static int think(const struct wanted *w)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND}, before[2];
    struct bench bench = {.rules = w->rules ? w->rules : pasch_game_at(0), .seconds = w->seconds, .stop = is_stopped};
    bench.gnubg = !w->no_gnubg && strcmp(bench.rules->id, "standard") == 0; /* all that it plays */
    sigaction(SIGINT, &action, &before[0]);
    sigaction(SIGTERM, &action, &before[1]);
    bench_starts(&bench); /* while this process is small, which a child's use of memory begins with */
    int status = bench_think(&bench);
    sigaction(SIGINT, &before[0], NULL);
    sigaction(SIGTERM, &before[1], NULL);
    if (status == EXIT_FINE)
        bench_print(&bench, w->json);
    return status;
}

static int run(int argc, char **argv)
{
    struct wanted w = {0};
    const struct cli_option options[] = {{"--seconds", &w.seconds_text, NULL, NULL, NULL},
                                         {"--moves", NULL, &w.moves, NULL, NULL},
                                         {"--no-gnubg", NULL, &w.no_gnubg, NULL, NULL},
                                         {"--json", NULL, &w.json, NULL, NULL}};
    int status = cli_options(&command_bench, &argc, argv, options, sizeof options / sizeof *options);
    if (status != EXIT_FINE)
        return status < 0 ? EXIT_FINE : status;
    char *end;
    if (!w.seconds_text)
        w.seconds_text = w.moves ? "0.3" : "3";
    w.seconds = strtod(w.seconds_text, &end);
    if (*end || !(w.seconds > 0 && w.seconds <= 3600))
        return cli_usage(&command_bench, "--seconds is a number up to 3600");
    if (w.moves && (w.no_gnubg || w.json))
        return cli_usage(&command_bench, "--moves is a table of its own, without gnubg");
    if (argc > 2)
        return cli_usage(&command_bench, "name one game, or none");
    if (argc > 1 && !(w.rules = cli_find_game(argv[1])))
        return EXIT_USAGE;
    if (!w.moves)
        return think(&w);
    bench_moves(w.rules, w.seconds);
    return EXIT_FINE;
}

const struct command command_bench = {
    .name = "bench",
    .arguments = "[GAME] [--seconds N] [--moves] [--no-gnubg] [--json]",
    .summary = "Measure speeds on this machine",
    .help = "How fast positions of a game (standard) are evaluated, plays and doubles are\n"
            "decided, and games are rolled out, on one core; for standard beside GNU\n"
            "Backgammon, if it is there. The two work in turns, and what counts is the CPU\n"
            "time of each. Ctrl-C shows what was measured so far.\n"
            "  --seconds N   CPU time for each line, of the slower of the two (3)\n"
            "  --moves       instead, rolls expanded into all their legal plays, in all games\n"
            "                or the one named; 0.3 seconds for each\n"
            "  --no-gnubg    leave GNU Backgammon alone\n"
            "  --json        the result as one line of JSON\n",
    .thinks = true,
    .run = run,
};
