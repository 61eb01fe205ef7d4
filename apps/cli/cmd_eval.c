#include "cli/think_args.h"

static void print_row(const char *name, float all, float gammon, float backgammon)
{
    printf("  %-7s %6.2f %%   %6.2f %%   %6.2f %%\n", name, 100 * (double)all, 100 * (double)gammon,
           100 * (double)backgammon);
}

static void print_table(const struct pasch_position *position, const struct pasch_probs *p, int plies)
{
    printf("%c to act, before the roll, %d pl%s, without the cube\n\n", position->turn == PASCH_X ? 'x' : 'o', plies,
           plies == 1 ? "y" : "ies");
    printf("  %-7s %8s   %8s   %8s\n", "", "all", "gammons", "backg.");
    print_row("wins", p->win, p->win_gammon, p->win_backgammon);
    print_row("losses", 1 - p->win, p->lose_gammon, p->lose_backgammon);
    printf("\n  equity  %+.4f\n", (double)pasch_probs_equity(p));
}

static int run(int argc, char **argv)
{
    struct think_args args = {0};
    struct pasch_probs probs;
    const struct cli_option options[] = {THINK_OPTIONS(args)};
    int status = cli_options(&command_eval, &argc, argv, options, sizeof options / sizeof *options);
    if (status != EXIT_FINE)
        return status < 0 ? EXIT_FINE : status;
    status = think_open(&command_eval, &args, argc, argv);
    if (status == EXIT_FINE && args.position.over) {
        fprintf(stderr, "pasch eval: the game is over\n");
        status = EXIT_USAGE;
    }
    if (status == EXIT_FINE) {
        int plies = thinker_eval(args.search, args.plies, &args.position, &probs);
        print_table(&args.position, &probs, plies);
    }
    think_close(&args);
    return status;
}

const struct command command_eval = {
    .name = "eval",
    .arguments = "POSITION|GAME [--plies N] [--threads N]",
    .summary = "Say what a position is worth",
    .help = "The chances of the side to act before it throws, whatever dice lie there, and\n"
            "the points that it wins on average without the cube.\n"
            "  --plies N     look so many plies ahead, 0 to 4 (2)\n"
            "  --threads N   think with so many threads (as many as processors)\n",
    .run = run,
};
