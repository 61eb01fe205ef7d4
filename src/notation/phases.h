/* The words for the three phases of a game with towers, in positions and in moves. */
#ifndef NOTATION_PHASES_H
#define NOTATION_PHASES_H

enum { PHASES = 3 };

static const char *const phase_names[PHASES] = {"unstack", "restack", "off"};

#endif
