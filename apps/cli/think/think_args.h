/* What `pasch best`, `pasch eval` and `pasch cube` have in common on the command line. */
#ifndef THINK_ARGS_H
#define THINK_ARGS_H

#include "cli/cli.h"
#include "cli/think/thinker.h"

struct think_args {
    const char *plies_text, *threads_text, *dice_text;
    bool json;
    char *text; /* the position as it was typed; free it */
    struct pasch_position position;
    int plies;
    struct thinkers thinkers;
    struct pasch_search *search;
};

#define THINK_OPTIONS(a)                                                                                               \
    {"--plies", &(a).plies_text, NULL, NULL, NULL}, {"--json", NULL, &(a).json, NULL, NULL},                           \
    {                                                                                                                  \
        "--threads", &(a).threads_text, NULL, NULL, NULL                                                               \
    }

/* EXIT_FINE with all of it filled in, or another exit code after saying what is wrong. think_close in any case. The
 * first leaves out the search, which the second adds: to be asked for once it is clear that there is something to think
 * about. think_open is both. */
int think_read(const struct command *command, struct think_args *args, int argc, char **argv);
int think_begin(const struct command *command, struct think_args *args);
int think_open(const struct command *command, struct think_args *args, int argc, char **argv);
void think_close(struct think_args *args);

/* "2 plies". */
const char *think_plies(int plies);
/* The chances as a table, each line two columns to the right. */
void think_print_probs(const struct pasch_rules *rules, const struct pasch_probs *probs);

#endif
