#include <stdlib.h>

#include "cli/cli.h"
#include "cli/draw/draw.h"
#include "cli/draw/style.h"

/* A finished game is written without its men. */
static void print_end(const struct pasch_position *position)
{
    printf(" %s\n", position->rules->name);
    if (position->winner == PASCH_NOBODY)
        printf(" The game is over: a draw\n");
    else
        printf(" %c wins %ld point%s\n", position->winner == PASCH_X ? 'x' : 'o', (long)position->points,
               position->points == 1 ? "" : "s");
}

static int run(int argc, char **argv)
{
    struct style_options wanted = {0};
    struct draw_style style;
    struct pasch_position position;
    static char picture[DRAW_ROOM];
    const struct cli_option options[] = {STYLE_OPTIONS(wanted)};
    int status = cli_options(&command_show, &argc, argv, options, sizeof options / sizeof *options);
    if (status != EXIT_FINE)
        return status < 0 ? EXIT_FINE : status;
    if (argc < 2)
        return cli_usage(&command_show, "name a position, or a game for its start");
    char *text = cli_join(argc - 1, argv + 1);
    status = cli_position(&position, text);
    if (status == EXIT_FINE)
        status = style_read(&command_show, &wanted, PASCH_X, DRAW_BOARD, &style);
    if (status == EXIT_FINE && position.over) {
        print_end(&position);
    } else if (status == EXIT_FINE) {
        draw_position(&position, &style, picture, sizeof picture);
        fputs(picture, stdout);
    }
    free(text);
    return status;
}

const struct command command_show = {
    .name = "show",
    .arguments = "POSITION|GAME [OPTIONS]",
    .summary = "Draw a position",
    .help = STYLE_HELP "\nA position is PPN, a GNU Backgammon ID or an XGID, with or without quotes:\n"
                       "  pasch show standard 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 x 31\n"
                       "  pasch show 4HPwATDgc/ABMA\n",
    .run = run,
};
