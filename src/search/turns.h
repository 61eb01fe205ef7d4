/* The search of games whose boards do not say all (turns.c). */
#ifndef SEARCH_TURNS_H
#define SEARCH_TURNS_H

#include "search/search.h"

/* What a worker needs; NULL when out of memory. */
struct turns_worker *turns_open(struct pasch_search *search);
void turns_close(struct turns_worker *worker);

/* How many turns so many plies are. */
int turns_plies(const struct pasch_rules *rules, int plies);

/* What position->turn has, whatever is due, looking so many turns ahead. */
struct pasch_probs turns_value(struct turns_worker *worker, const struct pasch_position *position, int plies);

/* The points by which `me` chooses: at a score those that gammons count there. */
float turns_points(const struct pasch_search *search, int me, const struct pasch_probs *probs);

/* Ranks plays and namings, as pasch_search_plays and pasch_search_choices do. */
void turns_rank_plays(struct pasch_search *search, int plies, const struct pasch_position *position,
                      const struct pasch_plays *plays, struct pasch_ranked *ranked);
void turns_rank_choices(struct pasch_search *search, int plies, const struct pasch_position *position,
                        uint8_t choice[][2], int count, struct pasch_ranked *ranked);

#endif
