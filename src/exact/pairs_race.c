/* Solving pairs in a race. A pair is worth the mean, over the throws, of the best end that the stages of each lead to:
 * the game is over, or the other side throws, or the same side throws again. A side's ends depend on its own men alone
 * and have lower indices, so one pass in a fitting order solves all; only where nothing can be played two pairs depend
 * on each other, which can be solved for. */
#include <stdlib.h>

#include "exact/pairs.h"
#include "rules/score.h"

enum { THROWS = 21 };

/* What the throws of a pair add up to, and the chance to stay where one is. */
struct sum {
    double points, wins, stay;
};

/* The race: for each side and throw, the number of ends, then the ends. */
struct race {
    const struct pairs_frame *frame;
    double *points, *wins;
    struct pairs_numbers ends;
    size_t *start;           /* of each side */
    struct pairs_worth *won; /* by bearing off the last man, against each side */
};

static bool add_throws(struct race *race, struct turn *turn, int32_t index, turn_end *end, uint8_t *seen)
{
    struct pasch_position p, thrown;
    pasch_position_start(&p, &race->frame->row);
    sides_at(&race->frame->sides, index, &p.board.side[PASCH_X]);
    for (int i = 0; i < THROWS; i++) {
        thrown = p;
        pasch_position_throw(&thrown, rows_throw(i)->a, rows_throw(i)->b, NULL);
        int count = turn_all(turn, &thrown, end, seen);
        bool fine = !turn->failed && pairs_numbers_add(&race->ends, (uint32_t)count);
        for (int k = 0; k < count && fine; k++)
            fine = pairs_numbers_add(&race->ends, (uint32_t)end[k]);
        if (!fine)
            return false;
    }
    return true;
}

static bool find_ends(struct race *race)
{
    const struct sides *sides = &race->frame->sides;
    struct turn turn = {.sides = sides, .me = PASCH_X};
    void *memory = malloc(pasch_plays_bytes(PASCH_EXACT_ROOM));
    turn_end *end = malloc(2 * (size_t)sides->count * sizeof *end);
    uint8_t *seen = calloc(2 * (size_t)sides->count, 1);
    bool fine = memory && end && seen;
    if (fine)
        pasch_plays_init(&turn.plays, memory, PASCH_EXACT_ROOM);
    for (int32_t index = 1; index < sides->count && fine; index++) {
        race->start[index] = race->ends.count;
        fine = add_throws(race, &turn, index, end, seen);
    }
    turn_free(&turn);
    free(memory);
    free(end);
    free(seen);
    return fine;
}

/* What the side that bears off its last man wins, or loses. */
static void find_won(struct race *race)
{
    const struct sides *sides = &race->frame->sides;
    for (int32_t index = 1; index < sides->count; index++) {
        struct pasch_position p;
        pasch_position_start(&p, &race->frame->row);
        sides_at(sides, 0, &p.board.side[PASCH_X]);
        sides_at(sides, index, &p.board.side[PASCH_O]);
        score_finish(&p, PASCH_X, false);
        double sign = p.winner == PASCH_X ? 1 : -1;
        race->won[index] = (struct pairs_worth){sign * p.points, sign};
    }
}

/* What an end of `index` is worth against `other`. */
static struct pairs_worth race_end(const struct race *race, turn_end end, int32_t other)
{
    int32_t to = turn_end_index(end);
    if (to == 0)
        return race->won[other];
    bool again = turn_end_again(end);
    size_t slot = again ? pairs_slot(race->frame, to, other) : pairs_slot(race->frame, other, to);
    double points = again ? race->points[slot] : -race->points[slot];
    if (!race->wins)
        return (struct pairs_worth){points, points};
    return (struct pairs_worth){points, again ? race->wins[slot] : -race->wins[slot]};
}

static struct sum race_sum(const struct race *race, int32_t index, int32_t other)
{
    const uint32_t *at = &race->ends.number[race->start[index]];
    struct sum sum = {0};
    double stay_again = 0;
    for (int i = 0; i < THROWS; i++) {
        double weight = rows_throw(i)->weight / 36.;
        uint32_t count = *at++;
        turn_end first = (turn_end)*at;
        if (turn_end_index(first) == index) { /* nothing can be played */
            *(turn_end_again(first) ? &stay_again : &sum.stay) += weight;
            at += count;
            continue;
        }
        struct pairs_worth best = race_end(race, first, other);
        for (uint32_t k = 1; k < count; k++) {
            struct pairs_worth worth = race_end(race, (turn_end)at[k], other);
            if (worth.points > best.points)
                best = worth;
        }
        at += count;
        sum.points += weight * best.points;
        sum.wins += weight * best.wins;
    }
    double go = 1 - stay_again;
    return (struct sum){sum.points / go, sum.wins / go, sum.stay / go};
}

static void put_worth(struct race *race, int32_t thrower, int32_t other, const struct sum *mine,
                      const struct sum *others)
{
    double whole = 1 - mine->stay * others->stay;
    size_t slot = pairs_slot(race->frame, thrower, other);
    race->points[slot] = (mine->points - mine->stay * others->points) / whole;
    if (race->wins)
        race->wins[slot] = (mine->wins - mine->stay * others->wins) / whole;
}

/* V(a, b) = mine - mine.stay V(b, a), and the other way round. */
static void solve_both(struct race *race, int32_t a, int32_t b)
{
    struct sum mine = race_sum(race, a, b), others = race_sum(race, b, a);
    put_worth(race, a, b, &mine, &others);
    put_worth(race, b, a, &others, &mine);
}

/* V(a, b) needs V(b, j) and V(j, b) with j < a. So whatever has a lower maximum comes first, then a lower minimum. */
bool pairs_solve_race(const struct pairs_frame *frame, double *points, double *wins, pasch_exact_progress *progress,
                      void *context)
{
    size_t count = (size_t)frame->sides.count;
    struct race race = {
        .frame = frame,
        .points = points,
        .wins = wins,
        .start = malloc(count * sizeof *race.start),
        .won = malloc(count * sizeof *race.won),
    };
    bool fine = race.start && race.won && find_ends(&race);
    if (fine)
        find_won(&race);
    for (int32_t a = 1; a < frame->sides.count && fine; a++) {
        for (int32_t b = 1; b <= a; b++)
            solve_both(&race, a, b);
        double part = (double)a / frame->sides.count;
        fine = !progress || progress(context, part * part);
    }
    free(race.ends.number);
    free(race.start);
    free(race.won);
    return fine;
}
