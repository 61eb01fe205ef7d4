/* What the match is worth after a game. */
#ifndef SEARCH_MET_H
#define SEARCH_MET_H

#include "pasch/cube.h"

/* The winning chances of the side on roll after it wins resp. loses 1, 2 or 3 times a cube of 2^log. */
void met_outcomes(const struct pasch_cube *cube, int log, double win[3], double lose[3]);

/* The middle between winning and losing the cube as it lies, and half of what lies between. */
void met_scale(const struct pasch_cube *cube, double *middle, double *half);

#endif
