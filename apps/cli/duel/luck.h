/* How kind the dice were: a throw's luck is what the best play with it is worth, less the mean over all throws that
 * could have come, both in the opinion of one evaluator that looks no further. Whatever the evaluator thinks, the mean
 * of a throw's luck is 0, so a result less its luck has the same mean as the result, and varies far less. */
#ifndef LUCK_H
#define LUCK_H

#include "cli/duel/player.h"
#include "pasch/search.h"

/* NULL with the reason in `why`: the game has no evaluator yet. One for each thread. */
struct luck;
struct luck *luck_create(struct player_terms *terms, char why[PLAYER_WHY]);
/* The same by a search of the caller's and its evaluator, which outlive it. NULL when out of memory. */
struct luck *luck_create_by(struct pasch_search *search, const struct pasch_evaluator *evaluator,
                            const struct pasch_terms *terms);
void luck_destroy(struct luck *luck);

/* What x gains by these dice, which the game is about to be given: in points for money, in matches won less lost
 * otherwise; nothing is told of matches in which men or pips are counted. `plays` is room to work in. */
double luck_opening(struct luck *luck, const struct pasch_game *game, int x, int o, struct pasch_plays *plays);
double luck_roll(struct luck *luck, const struct pasch_position *position, int a, int b, struct pasch_plays *plays);

#endif
