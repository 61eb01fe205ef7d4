#include <string.h>

#include "cli/cli.h"

static void help(FILE *out)
{
    const struct command *command;
    fprintf(out, "usage: pasch COMMAND [ARGUMENTS]\n\nBackgammon and 24 of its relatives.\n\n");
    for (size_t i = 0; (command = command_at(i)); i++)
        fprintf(out, "  %-8s %s\n", command->name, command->summary);
    fprintf(out, "\n'pasch COMMAND --help' says more; 'pasch play' begins a game of backgammon.\n");
}

static int no_command(const char *name)
{
    fprintf(stderr, "pasch: there is no command '%s'; 'pasch --help' lists them\n", name);
    return EXIT_USAGE;
}

static int run(int argc, char **argv)
{
    if (argc < 2) {
        help(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("pasch %s\n", PASCH_VERSION);
        return EXIT_FINE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
        const struct command *command = argc > 2 ? command_find(argv[2]) : NULL;
        if (argc > 2 && !command)
            return no_command(argv[2]);
        if (command)
            command_help(command, stdout);
        else
            help(stdout);
        return EXIT_FINE;
    }
    const struct command *command = command_find(argv[1]);
    return command ? command->run(argc - 1, argv + 1) : no_command(argv[1]);
}

int main(int argc, char **argv)
{
    int status = run(argc, argv);
    /* What could not be written was not done: a full disk must not look like success. */
    if ((fflush(stdout) != 0 || ferror(stdout)) && status == EXIT_FINE) {
        perror("pasch: the output could not be written");
        status = EXIT_NO;
    }
    return status;
}
