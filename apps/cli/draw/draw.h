/* A position as text for a terminal, at most 78 columns wide and 24 lines high: the board with its men, the stores
 * beside it, and in words what is due. The board's shape follows from the row's fields. */
#ifndef CLI_DRAW_H
#define CLI_DRAW_H

#include "pasch/position.h"

enum draw_numbering {
    DRAW_BOARD,  /* 1 to 24, fixed to the board */
    DRAW_OWN,    /* the own numbers of the side to act */
    DRAW_HALVES, /* 1A to 12A are the board's 1 to 12, plain 1 to 12 its 24 to 13 */
};

struct draw_style {
    bool unicode; /* else plain ASCII */
    bool color;   /* ANSI SGR, in addition to shapes */
    int from;     /* whose side is at the bottom */
    enum draw_numbering numbering;
};

/* Room for any drawing: every cell with its bytes and a change of colour. */
enum { DRAW_ROOM = 1 << 15 };

/* Lines ended by '\n', then 0. Cuts between characters where `room` is too small. Returns the length. */
size_t draw_position(const struct pasch_position *position, const struct draw_style *style, char *out, size_t room);

#endif
