/* What `pasch best` and `pasch eval` have in common on the command line. */
#ifndef THINK_ARGS_H
#define THINK_ARGS_H

#include "cli/cli.h"
#include "cli/thinker.h"

struct think_args {
    const char *plies_text, *threads_text, *dice_text;
    char *text; /* the position as it was typed; free it */
    struct pasch_position position;
    int plies;
    struct thinkers thinkers;
    struct pasch_search *search;
};

#define THINK_OPTIONS(a)                                                                                               \
    {"--plies", &(a).plies_text, NULL, NULL, NULL},                                                                    \
    {                                                                                                                  \
        "--threads", &(a).threads_text, NULL, NULL, NULL                                                               \
    }

/* EXIT_FINE with all of it filled in, or another exit code after saying what is wrong. think_close in any case. */
int think_open(const struct command *command, struct think_args *args, int argc, char **argv);
void think_close(struct think_args *args);

#endif
