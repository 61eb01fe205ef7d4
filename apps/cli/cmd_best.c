#include <stdlib.h>

#include "cli/think_args.h"
#include "cli/think_json.h"

static void print_table(const struct pasch_position *position, const struct pasch_plays *plays,
                        const struct pasch_ranked *ranked, size_t count)
{
    printf("%24s %5s %8s %8s  %5s %5s %5s  %5s %5s\n", "", "plies", "equity", "behind", "win", "gamm.", "backg",
           "gamm.", "backg");
    for (size_t i = 0; i < count; i++) {
        const struct pasch_ranked *r = &ranked[i];
        const struct pasch_probs *p = &r->probs;
        char move[PASCH_MOVE_ROOM], behind[16] = "";
        pasch_move_write(position->rules, &plays->play[r->index], move);
        if (i && r->plies == ranked[0].plies)
            snprintf(behind, sizeof behind, "%+.4f", (double)(r->equity - ranked[0].equity));
        printf("%3zu. %-19s %5d %+8.4f %8s  %5.1f %5.1f %5.1f  %5.1f %5.1f\n", i + 1, move, r->plies, (double)r->equity,
               behind, 100 * (double)p->win, 100 * (double)p->win_gammon, 100 * (double)p->win_backgammon,
               100 * (double)p->lose_gammon, 100 * (double)p->lose_backgammon);
    }
}

static void print_json(const struct pasch_position *position, const struct pasch_plays *plays,
                       const struct pasch_ranked *ranked, size_t count)
{
    putchar('{');
    think_json_plays(stdout, position, plays, ranked, count);
    puts("}");
}

static int rank(struct think_args *args, size_t most, bool cubeless)
{
    struct pasch_plays plays = cli_plays();
    struct pasch_cube cube;
    struct pasch_ranked *ranked = NULL;
    struct pasch_error error;
    int status = EXIT_FINE;
    if (pasch_position_plays(&args->position, &plays, &error) != PASCH_OK) {
        status = cli_error("no plays to rank", args->text, &error);
    } else if (!plays.count && !args->json) {
        printf("pass\n");
    } else if (!(ranked = malloc((plays.count + 1) * sizeof *ranked))) {
        fprintf(stderr, "pasch best: out of memory\n");
        status = EXIT_NO;
    } else {
        bool cubeful = !cubeless && thinkers_cube(&args->thinkers, &args->position, &cube);
        pasch_search_best(args->search, args->plies, &args->position.board, args->position.turn, cubeful ? &cube : NULL,
                          NULL, &plays, ranked);
        (args->json ? print_json : print_table)(&args->position, &plays, ranked,
                                                plays.count < most ? plays.count : most);
    }
    free(ranked);
    free(plays.play);
    return status;
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
    status = think_open(&command_best, &args, argc, argv);
    if (status == EXIT_FINE)
        status = rank(&args, (size_t)most, cubeless);
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
            "come last. 'pasch hint' is the same.\n"
            "  --dice 31     the dice, where the position has none\n"
            "  --plies N     look so many plies ahead, 0 to 4 (2)\n"
            "  --n K         show so many plays (10)\n"
            "  --cubeless    as for money without the cube\n"
            "  --threads N   think with so many threads (as many as processors)\n"
            "  --json        the answer as JSON, as 'pasch batch' has it\n",
    .thinks = true,
    .run = run,
};
