#include "search/stakes.h"

#include <string.h>

#include "search/cubeful.h"

static void mix(uint64_t *hash, const void *bytes, size_t size)
{
    const uint8_t *byte = bytes;
    for (size_t i = 0; i < size; i++) {
        *hash = (*hash ^ byte[i]) * 0x9e3779b97f4a7c15u;
        *hash ^= *hash >> 29;
    }
}

/* Two ladders with the same numbers are the same, whatever score or cube they came from: for money a cube of 4 is as
 * good as one of 2. */
static uint64_t identity_of(const struct stakes *stakes)
{
    const struct pasch_ladder *ladder = &stakes->ladder;
    uint64_t hash = (uint64_t)ladder->states << 8 | (uint64_t)ladder->cube.owner << 2 |
                    (uint64_t)(ladder->cube.met == NULL) << 1 | (uint64_t)ladder->cube.beavers;
    for (int k = 0; k < ladder->levels; k++) {
        mix(&hash, ladder->win[k], sizeof ladder->win[k]);
        mix(&hash, ladder->lose[k], sizeof ladder->lose[k]);
        mix(&hash, ladder->may[k], sizeof ladder->may[k]);
    }
    mix(&hash, stakes->weight, sizeof stakes->weight);
    return hash << 2 | 2;
}

void stakes_make(struct stakes *stakes, const struct pasch_cube *cube, int me)
{
    /* For money gammons count even with Jacoby's rule: after a double they do, and before it they are near. */
    struct pasch_gammon_values g = {0.5f, 0.5f, 0.5f, 0.5f};
    stakes->ladder.states = 0;
    if (cube)
        pasch_ladder_make(&stakes->ladder, cube);
    if (cube && cube->met)
        pasch_cube_gammon_values(cube, &g);
    const float weight[2][4] = {
        {2 * g.win_gammon, 2 * g.win_backgammon, 2 * g.lose_gammon, 2 * g.lose_backgammon},
        {2 * g.lose_gammon, 2 * g.lose_backgammon, 2 * g.win_gammon, 2 * g.win_backgammon},
    };
    memcpy(stakes->weight, weight, sizeof weight);
    stakes->first = me;
    stakes->identity = cube ? identity_of(stakes) : 0;
}

static int side_of(const struct stakes *stakes, int player)
{
    return player != stakes->first;
}

uint64_t stakes_key(const struct stakes *stakes, int roller)
{
    return stakes->identity ? stakes->identity + (uint64_t)side_of(stakes, roller) : 0;
}

float stakes_choice(const struct stakes *stakes, int me, const struct pasch_probs *p)
{
    const float *weight = stakes->weight[side_of(stakes, me)];
    return 2 * p->win - 1 + weight[0] * p->win_gammon + weight[1] * p->win_backgammon - weight[2] * p->lose_gammon -
           weight[3] * p->lose_backgammon;
}

void stakes_leaf(const struct stakes *stakes, const struct pasch_evaluator *evaluator, const struct pasch_board *board,
                 int roller, struct value *value)
{
    const struct pasch_ladder *ladder = &stakes->ladder;
    struct pasch_bearoff_value known;
    int side = side_of(stakes, roller);
    if (!ladder->states)
        return;
    enum pasch_class class = pasch_class_of(evaluator->rules, board);
    if (class == PASCH_CLASS_BEAROFF && !ladder->cube.met && pasch_evaluate_exact(evaluator, board, roller, &known))
        pasch_ladder_exact(ladder, side, &known, value->hold);
    else
        pasch_ladder_leaf(ladder, side, &value->probs, cubeful_efficiency(class, board), value->hold);
}

bool stakes_exact(const struct stakes *stakes, const struct pasch_evaluator *evaluator, const struct pasch_board *board,
                  int roller)
{
    struct pasch_bearoff_value known;
    enum pasch_class class = pasch_class_of(evaluator->rules, board);
    /* In a match the table knows the chances, but not what a cube that can still be turned is worth. */
    bool points = stakes->ladder.states <= 1 || !stakes->ladder.cube.met;
    return class == PASCH_CLASS_OVER ||
           (class == PASCH_CLASS_BEAROFF && points && pasch_evaluate_exact(evaluator, board, roller, &known));
}

struct value stakes_turn(const struct stakes *stakes, int roller, const struct value *value)
{
    struct value turned = {.probs = pasch_probs_flip(&value->probs)};
    pasch_ladder_decide(&stakes->ladder, side_of(stakes, roller), value->hold, turned.hold);
    for (int s = 0; s < stakes->ladder.states; s++)
        turned.hold[s] = -turned.hold[s];
    return turned;
}

float stakes_equity(const struct stakes *stakes, const struct value *value)
{
    return stakes->ladder.states ? value->hold[0] : pasch_probs_equity(&value->probs);
}
