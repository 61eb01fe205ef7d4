/* The table of commands. */
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
        if (strcmp(command->name, name) == 0 || (command->alias && strcmp(command->alias, name) == 0))
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
    if (command->thinks)
        fprintf(out, "  --nets FOLDER  think with the nets of FOLDER, GAME-contact.net and so on, or\n"
                     "                 contact.net and so on, as 'pasch learn' writes them\n");
}
