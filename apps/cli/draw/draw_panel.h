/* The few lines beside the board that tell what a side has: pips, men outside the board, tasks, its role, the cube. */
#ifndef CLI_DRAW_PANEL_H
#define CLI_DRAW_PANEL_H

#include "pasch/position.h"

enum { PANEL_LINES = 6, PANEL_WIDTH = 40 };

struct panel {
    char line[PANEL_LINES][PANEL_WIDTH];
    int lines;
};

/* Fills an empty panel. The first line names the side. */
void panel_fill(struct panel *panel, const struct pasch_position *position, int side);

#endif
