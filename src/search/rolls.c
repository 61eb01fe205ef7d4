#include "search/rolls.h"

#include <stdlib.h>

const struct roll rolls_table[SEARCH_ROLLS] = {
    {{1, 1}, 1}, {{2, 1}, 2}, {{2, 2}, 1}, {{3, 1}, 2}, {{3, 2}, 2}, {{3, 3}, 1}, {{4, 1}, 2},
    {{4, 2}, 2}, {{4, 3}, 2}, {{4, 4}, 1}, {{5, 1}, 2}, {{5, 2}, 2}, {{5, 3}, 2}, {{5, 4}, 2},
    {{5, 5}, 1}, {{6, 1}, 2}, {{6, 2}, 2}, {{6, 3}, 2}, {{6, 4}, 2}, {{6, 5}, 2}, {{6, 6}, 1},
};

static bool plays_open(struct pasch_plays *plays, size_t room)
{
    void *memory = malloc(pasch_plays_bytes(room));
    if (memory)
        pasch_plays_init(plays, memory, room);
    return memory != NULL;
}

bool rolls_open(struct rolls *rolls)
{
    *rolls = (struct rolls){0};
    rolls->probs = malloc(ROLLS_ROOM * sizeof *rolls->probs);
    rolls->offer = malloc(ROLLS_ROOM * sizeof *rolls->offer);
    return plays_open(&rolls->one, PASCH_PLAYS_ROOM) && plays_open(&rolls->plays, ROLLS_ROOM) && rolls->probs &&
           rolls->offer;
}

void rolls_close(struct rolls *rolls)
{
    free(rolls->plays.play);
    free(rolls->one.play);
    free(rolls->probs);
    free(rolls->offer);
}

static void begin(struct rolls *rolls)
{
    rolls->plays.count = rolls->offers = 0;
    plays_index_start(&rolls->index, &rolls->plays, 0);
}

static void add(struct rolls *rolls, const struct pasch_play *play, int roll)
{
    struct pasch_play *there = plays_index_find(&rolls->index, &play->board);
    if (!there) {
        there = &rolls->plays.play[rolls->plays.count];
        *there = *play;
        plays_index_add(&rolls->index);
    }
    rolls->offer[rolls->offers++] = (struct offer){(uint16_t)roll, (uint16_t)(there - rolls->plays.play)};
}

void rolls_evaluate(struct rolls *rolls, const struct pasch_evaluator *evaluator, const struct pasch_board *board,
                    int me, size_t most, void (*take)(void *context, const struct rolls *rolls), void *context)
{
    const struct pasch_play pass = {.board = *board};
    begin(rolls);
    for (int r = 0; r < SEARCH_ROLLS; r++) {
        struct pasch_stage stage = {PASCH_STAGE_MOVES, {rolls_table[r].die[0], rolls_table[r].die[1]}};
        pasch_moves(evaluator->rules, board, me, &stage, &rolls->one);
        pasch_evaluate_prune(evaluator, board, me, &rolls->one, most);
        size_t count = rolls->one.count ? rolls->one.count : 1;
        for (size_t i = 0; i < count; i++) {
            if (rolls->offers == ROLLS_ROOM) {
                pasch_evaluate_plays(evaluator, board, me, &rolls->plays, rolls->probs);
                take(context, rolls);
                begin(rolls);
            }
            add(rolls, rolls->one.count ? &rolls->one.play[i] : &pass, r);
        }
    }
    pasch_evaluate_plays(evaluator, board, me, &rolls->plays, rolls->probs);
    take(context, rolls);
}
