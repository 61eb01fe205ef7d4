/* Solving pairs with contact. A pair is worth the mean, over the throws, of the best end that the stages of each lead
 * to: the game is over, or the other side throws, or the same side throws again. Men come back, so values are improved
 * until they stay: first those of the fewest men, since a man that is off, captured or at home for good never comes
 * back. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exact/pairs.h"

enum { THROWS = 21 };

/* With contact: for each pair of a class its throws, equal ones taken together. A throw is the number of its ends and
 * its weight, then the ends: a pair, and who throws there, or the points at the end of the game. */
enum { END_OTHER, END_AGAIN, END_OVER, END_KINDS };
enum { POINTS_ZERO = 1 << 12, ENDS_MOST = 1 << 12 };

struct course {
    const struct pairs_frame *frame;
    double *points, *wins;
    struct pasch_plays plays;
    struct pairs_numbers throws;
    size_t *start; /* of each pair of the class, and the end */
    uint32_t *pair;
    size_t pairs;

    /* of the throw at hand */
    int me;
    uint32_t end[ENDS_MOST];
    int ends;
    bool failed;
};

static void add_end(void *context, const struct pasch_position *p, struct pasch_plays *plays)
{
    struct course *course = context;
    uint32_t end;
    if (p->over) {
        int points = p->winner == course->me ? p->points : -p->points;
        end = (uint32_t)(points + POINTS_ZERO) * END_KINDS + END_OVER;
    } else {
        enum pasch_due due = pasch_position_due(p);
        bool mine = p->turn == course->me;
        if (mine && due != PASCH_DUE_THROW && due != PASCH_DUE_BONUS) {
            if (!turn_each(p, plays, add_end, course))
                course->failed = true;
            return;
        }
        int32_t thrower = sides_index(&course->frame->sides, &p->board.side[p->turn]);
        int32_t other = sides_index(&course->frame->sides, &p->board.side[1 - p->turn]);
        if (thrower < 0 || other < 0) { /* never */
            course->failed = true;
            return;
        }
        end = (uint32_t)pairs_slot(course->frame, thrower, other) * END_KINDS + (mine ? END_AGAIN : END_OTHER);
    }
    int i = course->ends;
    while (i > 0 && course->end[i - 1] > end)
        i--;
    if (i > 0 && course->end[i - 1] == end)
        return;
    if (course->ends == ENDS_MOST) {
        course->failed = true;
        return;
    }
    memmove(&course->end[i + 1], &course->end[i], (size_t)(course->ends - i) * sizeof *course->end);
    course->end[i] = end;
    course->ends++;
}

/* A throw of the pair that began at `from`. */
static bool keep_throw(struct course *course, size_t from, int weight)
{
    struct pairs_numbers *throws = &course->throws;
    for (size_t at = from; at < throws->count;) {
        uint32_t ends = throws->number[at] / 64;
        if ((int)ends == course->ends && memcmp(&throws->number[at + 1], course->end, ends * sizeof(uint32_t)) == 0) {
            throws->number[at] += (uint32_t)weight;
            return true;
        }
        at += 1 + ends;
    }
    bool fine = pairs_numbers_add(throws, (uint32_t)(course->ends * 64 + weight));
    for (int i = 0; i < course->ends && fine; i++)
        fine = pairs_numbers_add(throws, course->end[i]);
    return fine;
}

static bool add_pair(struct course *course, const struct pasch_position *p, uint32_t slot)
{
    size_t from = course->throws.count;
    course->pair[course->pairs] = slot;
    course->start[course->pairs++] = from;
    course->me = p->turn;
    for (int i = 0; i < THROWS; i++) {
        struct pasch_position thrown = *p;
        pasch_position_throw(&thrown, rows_throw(i)->a, rows_throw(i)->b, NULL);
        course->ends = 0;
        add_end(course, &thrown, &course->plays);
        if (course->failed || !keep_throw(course, from, rows_throw(i)->weight))
            return false;
    }
    return true;
}

/* All pairs with so many men of both sides, each of which has some. */
static bool add_class(struct course *course, int men)
{
    const struct pairs_frame *frame = course->frame;
    const struct sides *sides = &frame->sides;
    struct pasch_position p;
    pasch_position_start(&p, &frame->row);
    course->throws.count = course->pairs = 0;
    for (int32_t a = 1; a < sides->count; a++) {
        int rest = men - sides_men(sides, a);
        if (frame->turn_of[a] || rest < 1 || rest > sides->most)
            continue;
        sides_at(sides, a, &p.board.side[PASCH_X]);
        int32_t last = rest < sides->most ? sides->fewer[rest + 1] : sides->count;
        for (int32_t b = sides->fewer[rest]; b < last; b++) {
            sides_at(sides, b, &p.board.side[PASCH_O]);
            if (pasch_position_check(&p, NULL) == PASCH_OK && !add_pair(course, &p, (uint32_t)pairs_slot(frame, a, b)))
                return false;
        }
    }
    course->start[course->pairs] = course->throws.count;
    return true;
}

/* What an end is worth in `value`, the points or the wins. */
static double end_worth(const struct course *course, const double *value, uint32_t end)
{
    uint32_t to = end / END_KINDS;
    switch (end % END_KINDS) {
    case END_OTHER: return -value[to];
    case END_AGAIN: return value[to];
    default: break;
    }
    int points = (int)to - POINTS_ZERO;
    return value == course->points ? points : points > 0 ? 1 : -1;
}

/* The end of most points becomes the first. */
static void put_best_first(struct course *course, uint32_t *end, uint32_t ends)
{
    double best = end_worth(course, course->points, end[0]);
    for (uint32_t i = 1; i < ends; i++) {
        double worth = end_worth(course, course->points, end[i]);
        if (worth > best) {
            uint32_t first = end[0];
            best = worth;
            end[0] = end[i];
            end[i] = first;
        }
    }
}

/* What a pair is worth by what is known of the others, with the best end of each throw found anew or as it was. */
static double pair_worth(struct course *course, const double *value, size_t i, bool anew)
{
    uint32_t *at = &course->throws.number[course->start[i]], again = course->pair[i] * END_KINDS + END_AGAIN;
    uint32_t *last = &course->throws.number[course->start[i + 1]];
    double sum = 0, stay_again = 0;
    while (at < last) {
        uint32_t ends = *at / 64;
        double weight = *at++ % 64;
        if (anew)
            put_best_first(course, at, ends);
        if (*at == again && ends == 1)
            stay_again += weight;
        else
            sum += weight * end_worth(course, value, *at);
        at += ends;
    }
    return sum / (36 - stay_again);
}

/* Returns by how much a value has changed at the most. */
static double improve(struct course *course, double *value, bool anew)
{
    double most = 0;
    for (size_t i = 0; i < course->pairs; i++) {
        double better = pair_worth(course, value, i, anew), *worth = &value[course->pair[i]];
        double change = fabs(better - *worth);
        *worth = better;
        if (change > most)
            most = change;
    }
    return most;
}

/* Values change by less than this from one pass to the next at the end, which is less than a table can keep. */
static const double settled = 1e-9;

/* Passes that take the best ends as they were, which is faster, between two that look for them; and if values have not
 * settled after so many of the latter, they never do. */
enum { QUICK_PASSES = 6, PASSES = 1000 };

static bool solve_class(struct course *course, pasch_exact_progress *progress, void *context, double part)
{
    bool found = false;
    for (int pass = 0; pass < PASSES && !found; pass++) {
        found = improve(course, course->points, true) < settled;
        for (int quick = 0; !found && quick < QUICK_PASSES; quick++) {
            if (improve(course, course->points, false) < settled)
                break;
        }
        if (progress && !progress(context, part))
            return false;
    }
    for (int pass = 0; pass < PASSES * QUICK_PASSES && found && course->wins; pass++) {
        if (improve(course, course->wins, false) < settled)
            break;
    }
    return found;
}

bool pairs_solve_course(const struct pairs_frame *frame, double *points, double *wins, pasch_exact_progress *progress,
                        void *context)
{
    struct course course = {.frame = frame, .points = points, .wins = wins};
    void *memory = malloc(pasch_plays_bytes(PASCH_EXACT_ROOM));
    course.start = malloc((pairs_slots(frame) + 1) * sizeof *course.start);
    course.pair = malloc(pairs_slots(frame) * sizeof *course.pair);
    bool fine = memory && course.start && course.pair;
    if (fine)
        pasch_plays_init(&course.plays, memory, PASCH_EXACT_ROOM);
    for (int men = 2; men <= 2 * frame->men && fine; men++) {
        double part = pow((double)(men - 1) / (2 * frame->men), 4);
        fine = add_class(&course, men) && solve_class(&course, progress, context, part);
    }
    free(memory);
    free(course.start);
    free(course.pair);
    free(course.throws.number);
    return fine;
}
