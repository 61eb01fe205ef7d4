#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

/* Plays sorted as they are written. */
struct line {
    char move[PASCH_MOVE_ROOM], result[PASCH_PPN_ROOM];
};

static int by_move(const void *a, const void *b)
{
    return strcmp(((const struct line *)a)->move, ((const struct line *)b)->move);
}

static int list_choices(const struct pasch_position *position)
{
    uint8_t choice[21][2];
    int count = pasch_position_choices(position, choice);
    for (int i = 0; i < count; i++)
        printf("choose %d%d\n", choice[i][0], choice[i][1]);
    return EXIT_FINE;
}

static int list_plays(const struct pasch_position *position, const char *text, bool results)
{
    struct pasch_plays plays = cli_plays();
    struct pasch_error error;
    int status = EXIT_FINE;
    struct line *line = NULL;
    if (pasch_position_plays(position, &plays, &error) != PASCH_OK) {
        status = cli_error("no moves to list", text, &error);
    } else if (plays.count && !(line = malloc(plays.count * sizeof *line))) {
        fprintf(stderr, "pasch moves: out of memory\n");
        status = EXIT_NO;
    }
    for (size_t i = 0; i < plays.count && line; i++) {
        struct pasch_position next = *position;
        pasch_position_play(&next, &plays.play[i]);
        pasch_move_write(position->rules, &plays.play[i], line[i].move);
        pasch_ppn_write(&next, line[i].result);
    }
    if (line)
        qsort(line, plays.count, sizeof *line, by_move);
    for (size_t i = 0; i < plays.count && line; i++)
        results ? printf("%-24s %s\n", line[i].move, line[i].result) : printf("%s\n", line[i].move);
    if (status == EXIT_FINE && !plays.count)
        printf("pass\n");
    free(line);
    free(plays.play);
    return status;
}

static int run(int argc, char **argv)
{
    bool results = false;
    const char *dice = NULL;
    const struct cli_option options[] = {{"--results", NULL, &results, NULL, NULL},
                                         {"--dice", &dice, NULL, NULL, NULL}};
    int status = cli_options(&command_moves, &argc, argv, options, 2);
    if (status != EXIT_FINE)
        return status < 0 ? EXIT_FINE : status;
    if (argc < 2)
        return cli_usage(&command_moves, "name a position with its dice, or a game and --dice");
    struct pasch_position position;
    struct pasch_error error;
    int die[2];
    char *text = cli_join(argc - 1, argv + 1);
    status = cli_position(&position, text);
    if (status != EXIT_FINE) {
        free(text);
        return status;
    }
    if (dice && (pasch_dice_read(dice, die, &error) != PASCH_OK ||
                 pasch_position_set_dice(&position, die[0], die[1], &error) != PASCH_OK))
        status = cli_error("--dice", dice, &error);
    else if (pasch_position_due(&position) == PASCH_DUE_CHOOSE)
        status = list_choices(&position);
    else
        status = list_plays(&position, text, results);
    free(text);
    return status;
}

const struct command command_moves = {
    .name = "moves",
    .arguments = "POSITION|GAME [--dice 31] [--results]",
    .summary = "List the legal plays of a position",
    .help = "  --dice 31   the dice, where the position has none\n"
            "  --results   the position after each play, too\n",
    .run = run,
};
