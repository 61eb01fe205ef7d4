#include "cli/think/think_args.h"
#include "cli/think/think_json.h"

/* What is still to come; one throw that serves the whole game is not. */
static const char *before_what(const struct pasch_position *p)
{
    if (p->rules->throws == PASCH_THROW_FIXED && p->stages)
        return "before the play";
    if (p->rules->throws == PASCH_THROW_ROLES && p->turn == p->chooser)
        return "before the naming";
    return "before the roll";
}

static void print_table(const struct pasch_position *position, const struct thought *thought)
{
    double points = (double)pasch_probs_points(position->rules, &thought->probs);
    printf("%c to act, %s, %s\n\n", position->turn == PASCH_X ? 'x' : 'o', before_what(position),
           think_plies(thought->plies));
    think_print_probs(position->rules, &thought->probs);
    if (thinkers_counts(position->rules))
        printf("\n  points  %+.4f   expected, of the %s that the loser has left\n", points,
               position->rules->score == PASCH_SCORE_MEN ? "men" : "pips");
    else
        printf("\n  equity  %+.4f   without the cube\n", points);
    if (!thought->cubeful)
        return;
    printf("          %+.4f   with %s\n", (double)thought->equity, thought->cube.met ? "cube and score" : "the cube");
    if (thought->cube.met) {
        bool turned = position->offered; /* the cube is as the other side sees it */
        double mwc = pasch_cube_mwc(&thought->cube, turned ? -thought->equity : thought->equity);
        printf("  match   %6.2f %%  to win it\n", 100 * (turned ? 1 - mwc : mwc));
    }
}

static int run(int argc, char **argv)
{
    struct think_args args = {0};
    struct thought thought;
    const struct cli_option options[] = {THINK_OPTIONS(args)};
    int status = cli_options(&command_eval, &argc, argv, options, sizeof options / sizeof *options);
    if (status != EXIT_FINE)
        return status < 0 ? EXIT_FINE : status;
    status = think_read(&command_eval, &args, argc, argv);
    if (status == EXIT_FINE && args.position.over) {
        fprintf(stderr, "pasch eval: the game is over\n");
        status = EXIT_USAGE;
    }
    if (status == EXIT_FINE)
        status = think_begin(&command_eval, &args);
    if (status == EXIT_FINE) {
        thinkers_eval(&args.thinkers, args.search, args.plies, &args.position, true, &thought);
        if (args.json) {
            putchar('{');
            think_json_eval(stdout, &thought);
            puts("}");
        } else {
            print_table(&args.position, &thought);
        }
    }
    think_close(&args);
    return status;
}

const struct command command_eval = {
    .name = "eval",
    .arguments = "POSITION|GAME [--plies N] [--threads N] [--json]",
    .summary = "Say what a position is worth",
    .help = "The chances of the side to act before it throws, whatever dice lie there, and\n"
            "the points that it wins on average: without the cube, and with the cube as it\n"
            "lies and best use of it by both. In a match that is the chance to win the match,\n"
            "stretched so that winning the cube's points is +1 and losing them -1. Where the\n"
            "loser's men or pips are counted, the points are those.\n"
            "  --plies N     look so many plies ahead, 0 to 4 (2)\n"
            "  --threads N   think with so many threads (as many as processors)\n"
            "  --json        the answer as JSON, as 'pasch batch' has it\n",
    .thinks = true,
    .run = run,
};
