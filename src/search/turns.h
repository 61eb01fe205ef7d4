/* The search of games whose boards do not say all (turns.c). */
#ifndef SEARCH_TURNS_H
#define SEARCH_TURNS_H

#include "search/search.h"

/* What a worker needs; NULL when out of memory. */
struct turns_worker *turns_open(struct pasch_search *search);
void turns_close(struct turns_worker *worker);

/* What position->turn has before what is due, looking at most so many plies ahead. Returns the plies: fewer where it
 * was stopped or would take too long. */
int turns_value(struct turns_worker *worker, const struct pasch_position *position, int plies, struct pasch_probs *out);

/* The points by which `me` chooses: at a score those that gammons count there. */
float turns_points(const struct pasch_search *search, int me, const struct pasch_probs *probs);

/* Ranks plays and namings, as pasch_search_plays and pasch_search_choices do. */
void turns_rank_plays(struct pasch_search *search, int plies, const struct pasch_position *position,
                      const struct pasch_plays *plays, struct pasch_ranked *ranked);
void turns_rank_choices(struct pasch_search *search, int plies, const struct pasch_position *position,
                        uint8_t choice[][2], int count, struct pasch_ranked *ranked);

#endif
