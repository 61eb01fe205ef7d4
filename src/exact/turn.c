#include "exact/turn.h"

#include <stdlib.h>
#include <string.h>

/* What is left of the memory. The slots are free again as soon as plays have been found. */
static struct pasch_plays beyond(const struct pasch_plays *plays)
{
    struct pasch_plays rest = {.play = plays->play + plays->count, .slot = plays->slot, .room = plays->room};
    while (rest.room > plays->room - plays->count)
        rest.room /= 2;
    return rest;
}

static bool each_choice(const struct pasch_position *p, struct pasch_plays *plays, turn_task *each, void *context)
{
    uint8_t choice[21][2];
    int count = pasch_position_choices(p, choice);
    for (int i = 0; i < count; i++) {
        struct pasch_position after = *p;
        pasch_position_choose(&after, choice[i][0], choice[i][1], NULL);
        each(context, &after, plays);
    }
    return true;
}

bool turn_each(const struct pasch_position *p, struct pasch_plays *plays, turn_task *each, void *context)
{
    if (pasch_position_due(p) == PASCH_DUE_CHOOSE)
        return each_choice(p, plays, each, context);
    if (pasch_position_plays(p, plays, NULL) != PASCH_OK)
        return false;
    struct pasch_plays more = beyond(plays);
    size_t i = 0;
    do {
        struct pasch_position after = *p;
        pasch_position_play(&after, plays->count ? &plays->play[i] : NULL);
        each(context, &after, &more);
    } while (++i < plays->count);
    return true;
}

/* Whether the side is done with its turn, or throws again. */
static bool is_end(const struct turn *turn, const struct pasch_position *p, turn_end *end)
{
    const struct pasch_side *side = &p->board.side[turn->me];
    if (p->over) {
        *end = turn_end_make(0, false);
        return true;
    }
    enum pasch_due due = pasch_position_due(p);
    bool mine = p->turn == turn->me;
    if (mine && (due == PASCH_DUE_PLAY || (due == PASCH_DUE_CHOOSE && p->stages)))
        return false;
    *end = turn_end_make(sides_index(turn->sides, side), mine);
    return true;
}

static bool same_stages(const struct turn_rest *rest, const struct pasch_position *p)
{
    return rest->stages == p->stages && memcmp(rest->stage, p->stage, p->stages * sizeof *p->stage) == 0;
}

static turn_end *remembered(struct turn *turn, const struct pasch_position *p)
{
    int i = 0;
    while (i < turn->rests && !same_stages(&turn->rest[i], p))
        i++;
    struct turn_rest *rest = &turn->rest[i];
    if (i == turn->rests) {
        turn_end *best = i < TURN_RESTS ? calloc((size_t)turn->sides->count, sizeof *best) : NULL;
        if (!best) {
            turn->failed = true;
            return NULL;
        }
        *rest = (struct turn_rest){.stages = p->stages, .best = best};
        memcpy(rest->stage, p->stage, p->stages * sizeof *p->stage);
        turn->rests++;
    }
    return &rest->best[sides_index(turn->sides, &p->board.side[turn->me])];
}

void turn_free(struct turn *turn)
{
    while (turn->rests)
        free(turn->rest[--turn->rests].best);
}

struct search {
    struct turn *turn;
    turn_end best;
    double worth;
};

static turn_end best_from(struct turn *turn, const struct pasch_position *p, struct pasch_plays *plays);

static void take_better(void *context, const struct pasch_position *after, struct pasch_plays *plays)
{
    struct search *search = context;
    turn_end end = best_from(search->turn, after, plays);
    double worth = search->turn->worth(search->turn->context, end);
    if (search->best < 0 || worth > search->worth) {
        search->best = end;
        search->worth = worth;
    }
}

static turn_end best_from(struct turn *turn, const struct pasch_position *p, struct pasch_plays *plays)
{
    turn_end end = 0;
    if (turn->failed || is_end(turn, p, &end))
        return end;
    turn_end *known = remembered(turn, p);
    if (!known)
        return 0;
    if (*known)
        return *known - 1;
    struct search search = {.turn = turn, .best = -1};
    if (!turn_each(p, plays, take_better, &search))
        turn->failed = true;
    *known = search.best + 1;
    return search.best;
}

turn_end turn_best(struct turn *turn, const struct pasch_position *p)
{
    struct search search = {.turn = turn, .best = -1};
    struct pasch_plays plays = turn->plays;
    if (p->stages || p->turn != turn->me || pasch_position_due(p) != PASCH_DUE_CHOOSE)
        return best_from(turn, p, &plays);
    if (!turn_each(p, &plays, take_better, &search)) /* a turn that begins with a naming */
        turn->failed = true;
    return search.best;
}

/* All ends: the same way, but a side is passed through once for each rest. What has been passed is marked in `best`. */
struct gather {
    struct turn *turn;
    turn_end *end;
    uint8_t *seen;
    int count;
};

static void gather_from(struct gather *gather, const struct pasch_position *p, struct pasch_plays *plays);

static void gather_each(void *context, const struct pasch_position *after, struct pasch_plays *plays)
{
    gather_from(context, after, plays);
}

static void gather_from(struct gather *gather, const struct pasch_position *p, struct pasch_plays *plays)
{
    turn_end end;
    if (is_end(gather->turn, p, &end)) {
        if (!gather->seen[end])
            gather->end[gather->count++] = end;
        gather->seen[end] = 1;
        return;
    }
    turn_end *passed = remembered(gather->turn, p);
    if (!passed || *passed)
        return;
    *passed = 1;
    if (!turn_each(p, plays, gather_each, gather))
        gather->turn->failed = true;
}

int turn_all(struct turn *turn, const struct pasch_position *p, turn_end *end, uint8_t *seen)
{
    struct gather gather = {.turn = turn, .end = end, .seen = seen};
    struct pasch_plays plays = turn->plays;
    for (int i = 0; i < turn->rests; i++)
        memset(turn->rest[i].best, 0, (size_t)turn->sides->count * sizeof *turn->rest[i].best);
    gather_from(&gather, p, &plays);
    for (int i = 0; i < gather.count; i++)
        seen[end[i]] = 0;
    return gather.count;
}
