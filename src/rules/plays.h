/* Collecting plays: adding, finding equal boards, and the duty rules that sort out what may stand at the end. */
#ifndef RULES_PLAYS_H
#define RULES_PLAYS_H

#include "pasch/moves.h"

/* An index over plays[begin, count) that finds equal boards. Its memory is plays->slot; starting it is cheap. */
struct plays_index {
    struct pasch_plays *plays;
    size_t begin;
    uint32_t mask;
};

void plays_index_start(struct plays_index *index, struct pasch_plays *plays, size_t begin);

/* Keeps the play that was written at plays->play[plays->count]. If its board is there already the longer of the two
 * stays (the duty rules ask for it), and the answer is false. */
bool plays_index_add(struct plays_index *index);

struct pasch_play *plays_index_find(const struct plays_index *index, const struct pasch_board *board);

/* What the duty says of `numbers` asked for: drops the plays that use too few numbers, or the lower of two where the
 * higher could be played; a play that ends the game stays in any case (C-1). Sets `full`. `high` is the higher
 * of two numbers. */
void plays_apply_duty(struct pasch_plays *plays, enum pasch_duty duty, int numbers, int high);

bool board_equal(const struct pasch_board *a, const struct pasch_board *b);

#endif
