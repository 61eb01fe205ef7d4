#include "cli/think/think_args.h"

#include <stdlib.h>

static int read_number(const struct command *command, const char *name, const char *text, int least, int most,
                       int *number)
{
    long value = *number;
    if (text && !cli_number(text, least, most, &value))
        return cli_usage(command, "%s is a number from %d to %d, not '%s'", name, least, most, text);
    *number = (int)value;
    return EXIT_FINE;
}

static int read_position(struct think_args *args)
{
    struct pasch_error error;
    int die[2], status = cli_position(&args->position, args->text);
    if (status == EXIT_FINE && args->dice_text &&
        (pasch_dice_read(args->dice_text, die, &error) != PASCH_OK ||
         pasch_position_set_dice(&args->position, die[0], die[1], &error) != PASCH_OK))
        status = cli_error("--dice", args->dice_text, &error);
    return status;
}

int think_read(const struct command *command, struct think_args *args, int argc, char **argv)
{
    args->plies = 2;
    int status = read_number(command, "--plies", args->plies_text, 0, PASCH_SEARCH_PLIES, &args->plies);
    if (status == EXIT_FINE)
        status = read_number(command, "--threads", args->threads_text, 1, 256, &args->thinkers.threads);
    if (status != EXIT_FINE)
        return status;
    if (argc < 2)
        return cli_usage(command, "name a position, or a game for its start");
    args->text = cli_join(argc - 1, argv + 1);
    return read_position(args);
}

int think_begin(const struct command *command, struct think_args *args)
{
    struct pasch_error error;
    args->search = thinkers_find(&args->thinkers, args->position.rules, &error);
    if (args->search)
        return EXIT_FINE;
    fprintf(stderr, "pasch %s: %s\n", command->name, error.text);
    return EXIT_NO;
}

int think_open(const struct command *command, struct think_args *args, int argc, char **argv)
{
    int status = think_read(command, args, argc, argv);
    return status == EXIT_FINE ? think_begin(command, args) : status;
}

void think_close(struct think_args *args)
{
    thinkers_close(&args->thinkers);
    free(args->text);
}

const char *think_plies(int plies)
{
    static const char *const text[PASCH_SEARCH_PLIES + 1] = {"0 plies", "1 ply", "2 plies", "3 plies", "4 plies"};
    return text[plies];
}

static void print_row(const char *name, float all, float gammon, float backgammon)
{
    printf("  %-7s %6.2f %%   %6.2f %%   %6.2f %%\n", name, 100 * (double)all, 100 * (double)gammon,
           100 * (double)backgammon);
}

void think_print_probs(const struct pasch_rules *rules, const struct pasch_probs *p)
{
    if (thinkers_counts(rules)) {
        printf("  %-7s %6.2f %%\n  %-7s %6.2f %%\n", "wins", 100 * (double)p->win, "losses",
               100 * (1 - (double)p->win));
        return;
    }
    printf("  %-7s %8s   %8s   %8s\n", "", "all", "gammons", "backg.");
    print_row("wins", p->win, p->win_gammon, p->win_backgammon);
    print_row("losses", 1 - p->win, p->lose_gammon, p->lose_backgammon);
}
