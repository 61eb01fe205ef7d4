#include <stdlib.h>

#include "cli/think/think_args.h"
#include "cli/think/think_json.h"

/* What can be lost is counted: points, and the chance to win. */
static void print_counted(const struct pasch_position *position, const struct options *options, size_t count)
{
    printf("%24s %5s %9s %9s  %5s\n", "", "plies", "points", "behind", "win");
    for (size_t i = 0; i < count; i++) {
        const struct pasch_ranked *r = &options->ranked[i];
        char move[PASCH_MOVE_ROOM], behind[16] = "";
        options_write(options, position->rules, r->index, move);
        if (i && r->plies == options->ranked[0].plies)
            snprintf(behind, sizeof behind, "%+.4f", (double)(r->equity - options->ranked[0].equity));
        printf("%3zu. %-19s %5d %+9.4f %9s  %5.1f\n", i + 1, move, r->plies, (double)r->equity, behind,
               100 * (double)r->probs.win);
    }
}

static void print_table(const struct pasch_position *position, const struct options *options, size_t count)
{
    if (thinkers_counts(position->rules)) {
        print_counted(position, options, count);
        return;
    }
    printf("%24s %5s %8s %8s  %5s %5s %5s  %5s %5s\n", "", "plies", "equity", "behind", "win", "gamm.", "backg",
           "gamm.", "backg");
    for (size_t i = 0; i < count; i++) {
        const struct pasch_ranked *r = &options->ranked[i];
        const struct pasch_probs *p = &r->probs;
        char move[PASCH_MOVE_ROOM], behind[16] = "";
        options_write(options, position->rules, r->index, move);
        if (i && r->plies == options->ranked[0].plies)
            snprintf(behind, sizeof behind, "%+.4f", (double)(r->equity - options->ranked[0].equity));
        printf("%3zu. %-19s %5d %+8.4f %8s  %5.1f %5.1f %5.1f  %5.1f %5.1f\n", i + 1, move, r->plies, (double)r->equity,
               behind, 100 * (double)p->win, 100 * (double)p->win_gammon, 100 * (double)p->win_backgammon,
               100 * (double)p->lose_gammon, 100 * (double)p->lose_backgammon);
    }
}

static void print_json(const struct pasch_position *position, const struct options *options, size_t count)
{
    putchar('{');
    think_json_plays(stdout, position, options, count);
    puts("}");
}

static int rank(struct think_args *args, struct options *options, size_t most, bool cubeless)
{
    struct pasch_cube cube;
    struct pasch_error error;
    if (options_find(options, &args->position, &error) != PASCH_OK)
        return cli_error("no plays to rank", args->text, &error);
    int status = think_begin(&command_best, args);
    if (status != EXIT_FINE)
        return status;
    if (!options->count && !args->json) {
        printf("pass\n");
        return EXIT_FINE;
    }
    options->ranked = malloc((options->count + 1) * sizeof *options->ranked);
    if (!options->ranked) {
        fprintf(stderr, "pasch best: out of memory\n");
        return EXIT_NO;
    }
    bool cubeful = !cubeless && thinkers_cube(&args->thinkers, &args->position, &cube);
    options_rank(options, args->search, args->plies, &args->position, cubeful ? &cube : NULL);
    (args->json ? print_json : print_table)(&args->position, options, options->count < most ? options->count : most);
    return EXIT_FINE;
}

static int run(int argc, char **argv)
{
    struct think_args args = {0};
    const char *most_text = "10";
    long most;
    bool cubeless = false;
    const struct cli_option options[] = {THINK_OPTIONS(args),
                                         {"--dice", &args.dice_text, NULL, NULL, NULL},
                                         {"--n", &most_text, NULL, NULL, NULL},
                                         {"--cubeless", NULL, &cubeless, NULL, NULL}};
    int status = cli_options(&command_best, &argc, argv, options, sizeof options / sizeof *options);
    if (status != EXIT_FINE)
        return status < 0 ? EXIT_FINE : status;
    if (!cli_number(most_text, 1, PASCH_PLAYS_ROOM, &most))
        return cli_usage(&command_best, "--n is a number from 1 to %d, not '%s'", PASCH_PLAYS_ROOM, most_text);
    status = think_read(&command_best, &args, argc, argv);
    if (status == EXIT_FINE) {
        struct options ranked = {.plays = cli_plays()};
        status = rank(&args, &ranked, (size_t)most, cubeless);
        free(ranked.ranked);
        free(ranked.plays.play);
    }
    think_close(&args);
    return status;
}

const struct command command_best = {
    .name = "best",
    .alias = "hint",
    .arguments = "POSITION|GAME [--dice 31] [--plies N] [--n K] [--cubeless]",
    .summary = "List the best plays of a position",
    .help = "The plays, best first, with the points that they win on average, the cube and\n"
            "the score of a match considered, and the chances in per cent: to win, by gammon,\n"
            "by backgammon; to lose by these.\n"
            "Plays that were clearly worse after a quick look were looked at less far, and\n"
            "come last. Where a roll must be named, the rolls are ranked. 'pasch hint' is the\n"
            "same.\n"
            "  --dice 31     the dice, where the position has none\n"
            "  --plies N     look so many plies ahead, 0 to 4 (2)\n"
            "  --n K         show so many plays (10)\n"
            "  --cubeless    as for money without the cube\n"
            "  --threads N   think with so many threads (as many as processors)\n"
            "  --json        the answer as JSON, as 'pasch batch' has it\n",
    .thinks = true,
    .run = run,
};
