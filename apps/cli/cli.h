/* What the commands of the program share. A command is a file cmd_<name>.c that exports one const struct command;
 * commands.def is the list. */
#ifndef CLI_H
#define CLI_H

#include <stdio.h>

#include "pasch/notation.h"

/* Exit codes, as in the man page. */
enum { EXIT_FINE = 0, EXIT_NO = 1, EXIT_USAGE = 2 };

struct command {
    const char *name;
    const char *alias;     /* another name; NULL = none */
    const char *arguments; /* as in "GAME DEPTH" */
    const char *summary;   /* one line */
    const char *help;      /* the options and what else there is to say; NULL = nothing */
    bool thinks;           /* evaluates positions, and so has --nets */
    int (*run)(int argc, char **argv);
};

#define COMMAND(name) extern const struct command command_##name;
#include "cli/commands.def"
#undef COMMAND

const struct command *command_at(size_t index);
const struct command *command_find(const char *name);
void command_help(const struct command *command, FILE *out);

/* Options. A flag has no value; `value` is where the argument's text goes. */
struct cli_option {
    const char *name; /* "--from" */
    const char **value;
    bool *flag;
    int (*each)(void *context, const char *value); /* may come several times; EXIT_FINE to go on */
    void *context;
};

/* Takes the options out of argv and leaves the other arguments, counted in *argc, in place (argv[0] is the command).
 * Handles --help and -h. Returns EXIT_FINE to go on, -1 when the help was shown, or EXIT_USAGE after saying what is
 * wrong. */
int cli_options(const struct command *command, int *argc, char **argv, const struct cli_option *option, size_t count);

/* The folder whose nets are used, from --nets or PASCH_NETS; NULL = those that come with the program. */
const char *cli_nets(void);

/* Says "pasch COMMAND: ..." on stderr and returns EXIT_USAGE. */
__attribute__((format(printf, 2, 3))) int cli_usage(const struct command *command, const char *format, ...);
/* The same for an error of the library, with the text and a mark under the place. Returns EXIT_USAGE. */
int cli_error(const char *what, const char *text, const struct pasch_error *error);

/* Memory for plays, or an exit with a message. Free with free(plays->play). */
struct pasch_plays cli_plays(void);

/* A row by id with options "name=value" set, e.g. from --set. `rules` is the caller's copy. */
const struct pasch_rules *cli_find_game(const char *id);
int cli_set(void *rules, const char *setting);

/* A position in any notation, or the id of a game for its start. EXIT_FINE, or EXIT_USAGE after saying what is wrong.
 */
int cli_position(struct pasch_position *position, const char *text);

/* All positional arguments joined by blanks, so that a position needs no quotes. */
char *cli_join(int argc, char **argv);

/* Prints a text in lines of at most 79 columns, each so far to the right. */
void cli_words(const char *text, int indent);

/* A whole number, or false. */
bool cli_number(const char *text, long least, long most, long *number);

/* 64 bits from the system. */
uint64_t cli_random_seed(void);

/* Seconds of this process's CPU time. */
double cli_cpu_seconds(void);

/* Whether stdout is a terminal that can show colours, or UTF-8. */
bool cli_color(void);
bool cli_unicode(void);

#endif
