#include <string.h>

#include "cli/cli.h"

static const struct command *const commands[] = {
#define COMMAND(name) &command_##name,
#include "cli/commands.def"
#undef COMMAND
};

const struct command *command_at(size_t index)
{
    return index < sizeof commands / sizeof *commands ? commands[index] : NULL;
}

const struct command *command_find(const char *name)
{
    const struct command *command;
    for (size_t i = 0; (command = command_at(i)); i++) {
        if (strcmp(command->name, name) == 0)
            return command;
    }
    return NULL;
}

void command_help(const struct command *command, FILE *out)
{
    fprintf(out, "usage: pasch %s%s%s\n\n%s\n", command->name, *command->arguments ? " " : "", command->arguments,
            command->summary);
    if (command->help)
        fprintf(out, "\n%s", command->help);
}

static void help(FILE *out)
{
    const struct command *command;
    fprintf(out, "usage: pasch COMMAND [ARGUMENTS]\n\nBackgammon and 24 of its relatives.\n\n");
    for (size_t i = 0; (command = command_at(i)); i++)
        fprintf(out, "  %-8s %s\n", command->name, command->summary);
    fprintf(out, "\n'pasch COMMAND --help' says more; 'pasch play' begins a game of backgammon.\n");
}

int main(int argc, char **argv)
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
        if (command)
            command_help(command, stdout);
        else
            help(stdout);
        return EXIT_FINE;
    }
    const struct command *command = command_find(argv[1]);
    if (!command) {
        fprintf(stderr, "pasch: there is no command '%s'; 'pasch --help' lists them\n", argv[1]);
        return EXIT_USAGE;
    }
    return command->run(argc - 1, argv + 1);
}
