/* Two-sided tables, inside. */
#ifndef EXACT_PAIRS_H
#define EXACT_PAIRS_H

#include "exact/rows.h"
#include "exact/turn.h"

/* What a table is for. */
struct pairs_frame {
    struct pasch_rules row;
    bool race;   /* the sides are past each other; otherwise anywhere on the course */
    bool uneven; /* wins count differently, so that chances and points are kept both */
    int men;
    struct sides sides;

    /* A ring looks the same from several points. Pairs are kept only with the first side as turned[that side] leads it
     * to; rows[] has the place of such a side among them. */
    int turns;         /* 1 = it does not */
    int32_t *turned;   /* [turn][side]: the side, so many steps of the ring on */
    uint8_t *turn_of;  /* of each side */
    int32_t *rows;     /* of each side */
    int32_t row_count; /* how many */
};

bool pairs_frame_make(struct pairs_frame *frame, const struct pasch_rules *rules, int men);
void pairs_frame_free(struct pairs_frame *frame);

/* Where the pair of a side about to throw and the other is kept. */
static inline size_t pairs_slot(const struct pairs_frame *frame, int32_t thrower, int32_t other)
{
    if (frame->turns > 1) {
        int turn = frame->turn_of[thrower];
        other = frame->turned[(frame->turns - turn) % frame->turns * frame->sides.count + other];
    }
    return (size_t)frame->rows[thrower] * (size_t)frame->sides.count + (size_t)other;
}

/* The number of pairs kept, some of which cannot stand on a board. */
static inline size_t pairs_slots(const struct pairs_frame *frame)
{
    return (size_t)frame->row_count * (size_t)frame->sides.count;
}

/* Points, and the chance of a win as -1 to 1: both change their signs with the side that looks at them. */
struct pairs_worth {
    double points, wins;
};

/* Solve all pairs; zero where no pair stands. `wins` is NULL where they are the same as the points. False when out of
 * memory or stopped. */
bool pairs_solve_race(const struct pairs_frame *frame, double *points, double *wins, pasch_exact_progress *progress,
                      void *context);
bool pairs_solve_course(const struct pairs_frame *frame, double *points, double *wins, pasch_exact_progress *progress,
                        void *context);

/* Numbers one after the other, as many as there are. */
struct pairs_numbers {
    uint32_t *number;
    size_t count, room;
};
bool pairs_numbers_add(struct pairs_numbers *numbers, uint32_t number);

const struct pairs_frame *pairs_frame(const struct pasch_exact_pairs *pairs);
struct pairs_worth pairs_find(const struct pasch_exact_pairs *pairs, int32_t thrower, int32_t other);

#endif
