/* What is played for while a decision is searched: the cubes that the game can come to, and what gammons count. Without
 * the cube there are no cubes, and a game is worth its points. */
#ifndef SEARCH_STAKES_H
#define SEARCH_STAKES_H

#include "pasch/cube.h"

/* What a node is worth to the side on roll: its chances and, for each cube of the ladder, its equity if it does not
 * double now. */
struct value {
    struct pasch_probs probs;
    float hold[PASCH_LADDER_STATES];
};

struct stakes {
    struct pasch_ladder ladder; /* no states without the cube */
    int first;                  /* who is the ladder's side 0 */
    float weight[2][4];         /* [side of the ladder]: of gammons and backgammons won, then lost; 1 = a point */
    uint64_t identity;          /* of all this but for `first`; 0 = without the cube */
};

/* `cube` is as `me` sees it; NULL = none. */
void stakes_make(struct stakes *stakes, const struct pasch_cube *cube, int me);

/* What tells the values of `roller`'s nodes from those for other stakes. */
uint64_t stakes_key(const struct stakes *stakes, int roller);

/* The equity by which `me` chooses below the root. */
float stakes_choice(const struct stakes *stakes, int me, const struct pasch_probs *probs);

/* value->hold from value->probs, looking no further ahead. */
void stakes_leaf(const struct stakes *stakes, const struct pasch_evaluator *evaluator, const struct pasch_board *board,
                 int roller, struct value *value);

/* Whether a leaf is exact, so that looking ahead from there is no use. */
bool stakes_exact(const struct stakes *stakes, const struct pasch_evaluator *evaluator, const struct pasch_board *board,
                  int roller);

/* A node of `roller` as its opponent sees it: `roller` has doubled where it should. The hold of the first state is then
 * what the play that led there is worth. */
struct value stakes_turn(const struct stakes *stakes, int roller, const struct value *value);

/* The equity of `value`, after stakes_turn: with the cube where there is one. */
float stakes_equity(const struct stakes *stakes, const struct value *value);

#endif
