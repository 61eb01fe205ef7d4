#include <stdlib.h>

#include "cli/cli.h"
#include "pasch/perft.h"

static int run(int argc, char **argv)
{
    bool rolls = false;
    struct pasch_rules rules;
    const struct cli_option options[] = {{"--rolls", NULL, &rolls, NULL, NULL}};
    int status = cli_options(&command_perft, &argc, argv, options, 1);
    long depth;
    if (status != EXIT_FINE)
        return status < 0 ? EXIT_FINE : status;
    if (argc != 3 || !cli_number(argv[2], 1, 9, &depth))
        return cli_usage(&command_perft, "a game and a depth of 1 to 9 are needed");
    const struct pasch_rules *found = cli_find_game(argv[1]);
    if (!found)
        return EXIT_USAGE;
    rules = *found;
    struct pasch_plays plays[9];
    for (long i = 0; i < depth; i++)
        plays[i] = cli_plays();
    struct pasch_position start, next;
    pasch_position_start(&start, &rules);
    double begin = cli_cpu_seconds();
    for (int high = 1; high <= 6 && rolls; high++) {
        for (int low = 1; low <= high; low++) {
            next = start;
            /* A side that names its rolls starts with what it can name. */
            bool thrown = pasch_position_throw(&next, high, low, NULL) == PASCH_OK ||
                          pasch_position_choose(&next, high, low, NULL) == PASCH_OK;
            if (thrown)
                printf("%d%d %llu\n", high, low, (unsigned long long)pasch_perft(&next, (int)depth, plays));
        }
    }
    if (!rolls) {
        uint64_t count = pasch_perft(&start, (int)depth, plays);
        double seconds = cli_cpu_seconds() - begin;
        printf("%llu\n", (unsigned long long)count);
        fprintf(stderr, "%.2f s, %.1f million a second\n", seconds, (double)count / (seconds > 0 ? seconds : 1) / 1e6);
    }
    for (long i = 0; i < depth; i++)
        free(plays[i].play);
    return EXIT_FINE;
}

const struct command command_perft = {
    .name = "perft",
    .arguments = "GAME DEPTH [--rolls]",
    .summary = "Count the plays from the start, to check the rules",
    .help = "The number of ways to play DEPTH stages: over the 21 rolls, the namings and\n"
            "the plays, once per resulting position; a pass and a finished game count one.\n"
            "  --rolls   a line for each first roll\n",
    .run = run,
};
