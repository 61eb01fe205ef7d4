/* What the search needs of the cube beyond pasch/cube.h. */
#ifndef SEARCH_CUBEFUL_H
#define SEARCH_CUBEFUL_H

#include "pasch/cube.h"

/* pasch_cube_efficiency_of for a board whose class is known. */
float cubeful_efficiency(enum pasch_class class, const struct pasch_board *board);

/* As pasch_cube_accept and pasch_cube_resign, once it is known what playing on is worth to the side on roll, normalised
 * to the cube at the root. */
bool cubeful_accept(const struct pasch_ladder *ladder, float value, bool roller_resigns, int points);
int cubeful_resign(const struct pasch_ladder *ladder, float value);

#endif
