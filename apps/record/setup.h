/* What is played: the first line of a record, as docs/protocol.md has it. Kept games of the terminal and those of the
 * server begin alike. */
#ifndef RECORD_SETUP_H
#define RECORD_SETUP_H

#include <jansson.h>

#include "pasch/notation.h"

enum { SETTINGS = 12, SETTING_ROOM = 48, PLAYER_ROOM = 16 };

struct setup {
    struct pasch_rules rules;
    char setting[SETTINGS][SETTING_ROOM]; /* "tops=2", already in `rules` */
    int settings;
    struct pasch_terms terms;
    char player[2][PLAYER_ROOM]; /* "human" or a bot */
    bool placed;                 /* begins in `position` */
    struct pasch_position position;
    bool seeded;
    uint64_t seed;
};

/* Adds an option "name=value" of the game to the setup and to its row. */
enum pasch_status setup_add(struct setup *setup, const char *setting, struct pasch_error *error);

/* The line as an object, a new reference. NULL: no memory. */
json_t *setup_pack(const struct setup *setup);

/* Keys that are not known here are left alone. `setup` must stay where it is: its position points to its rules. */
enum pasch_status setup_unpack(const json_t *object, struct setup *setup, struct pasch_error *error);

/* Begins the game that the setup describes. */
void setup_start(const struct setup *setup, struct pasch_game *game);

#endif
