/* A game on disk: a line of JSON that says what is played, then a line for every event. Each line is on the disk before
 * the event is shown, so that a record survives whatever happens to the program. */
#ifndef RECORD_H
#define RECORD_H

#include "cli/cli.h"
#include "record/setup.h"

/* setup_add that says what is wrong. EXIT_FINE or EXIT_USAGE. */
int setup_set(struct setup *setup, const char *setting);

struct record {
    FILE *file; /* NULL: not recorded */
    char *path;
    char **event; /* all lines so far, for `save` */
    size_t events, room;
};

/* Notes an event; on the disk when this returns. */
void record_add(struct record *record, const char *by, const char *text);

/* Whether there is a file of that name with something in it, which saving would destroy. */
bool record_in_the_way(const char *path);

/* Writes setup and events so far to a new file, which then goes on. False: nothing was changed, errno says why. */
bool record_save(struct record *record, const struct setup *setup, const char *path);

/* Reads a record, calls `each` for every event and goes on writing to it. A last line that was cut off is left out.
 * EXIT_FINE, or EXIT_NO after saying what is wrong and in which line. */
int record_load(struct record *record, const char *path, struct setup *setup, int (*begin)(void *context),
                int (*each)(void *context, const char *by, const char *text, char *why), void *context);

void record_close(struct record *record);

enum { RECORD_WHY = 256 };

#endif
