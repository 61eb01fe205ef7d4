/* Opinions on positions: what is known of the turn is played out, then the nets judge. */
#include <stdlib.h>
#include <string.h>

#include "eval/evaluate.h"
#include "rules/row.h"

/* A turn has at most so many stages of plays one inside the other: six of a run that fails, five that are handed over,
 * a naming between. */
enum { DEPTH = 16, ROOM = 1 << 13 };

/* A play that other stages follow. */
struct follow {
    float points; /* before them */
    size_t play;
};

struct pasch_outlook {
    uint64_t judged; /* plays, in all */
    int depth;
    struct stage_room {
        struct pasch_plays plays;
        struct follow *follow;
        struct pasch_probs *probs;
    } room[DEPTH];
    struct follow follow[PASCH_PLAYS_ROOM]; /* of the caller's plays */
};

void pasch_outlook_destroy(struct pasch_outlook *o)
{
    for (int i = 0; o && i < DEPTH; i++) {
        free(o->room[i].plays.play);
        free(o->room[i].follow);
        free(o->room[i].probs);
    }
    free(o);
}

/* Rooms are made when a turn first comes so deep. */
static bool room_open(struct stage_room *room)
{
    if (room->probs)
        return true;
    void *memory = malloc(pasch_plays_bytes(ROOM));
    struct follow *follow = malloc(ROOM * sizeof *follow);
    room->probs = malloc(ROOM * sizeof *room->probs);
    if (!memory || !follow || !room->probs) {
        free(memory);
        free(follow);
        free(room->probs);
        room->probs = NULL;
        return false;
    }
    room->follow = follow;
    pasch_plays_init(&room->plays, memory, ROOM);
    return true;
}

uint64_t pasch_outlook_judged(const struct pasch_outlook *o)
{
    return o->judged;
}

struct pasch_outlook *pasch_outlook_create(void)
{
    struct pasch_outlook *o = calloc(1, sizeof *o);
    if (o && !room_open(&o->room[0])) {
        free(o);
        return NULL;
    }
    return o;
}

bool pasch_evaluate_fits(const struct pasch_rules *rules)
{
    bool turn = rules->throws == PASCH_THROW_EACH && rules->doubles == PASCH_DOUBLES_PLAIN && !rules->bonus &&
                rules->ace_deuce == PASCH_ACE_DEUCE_PLAIN;
    bool end = rules->end == PASCH_END_OFF_WINS && !rules->dead_draw && !rules->repetition_draw && !rules->backward;
    bool score =
        rules->score == PASCH_SCORE_TRIPLE || rules->score == PASCH_SCORE_DOUBLE || rules->score == PASCH_SCORE_SINGLE;
    return turn && end && score && (rules->contact == PASCH_CONTACT_HIT || rules->contact == PASCH_CONTACT_NONE);
}

struct pasch_probs pasch_probs_over(const struct pasch_position *p, int me)
{
    struct pasch_probs probs = {.win = 1};
    if (p->winner == PASCH_NOBODY)
        return (struct pasch_probs){.win = 0.5f};
    if (p->rules->score == PASCH_SCORE_MEN || p->rules->score == PASCH_SCORE_PIPS) {
        probs.win_gammon = (float)p->points / (float)pasch_rules_most_points(p->rules);
    } else {
        probs.win_gammon = p->points > 1;
        probs.win_backgammon = p->points > 2;
    }
    return p->winner == me ? probs : pasch_probs_flip(&probs);
}

bool pasch_outlook_is_leaf(const struct pasch_position *p)
{
    switch (pasch_position_due(p)) {
    case PASCH_DUE_THROW:
    case PASCH_DUE_BONUS: return true;
    case PASCH_DUE_CHOOSE: return p->stages == 0;                                   /* the turn of a chooser */
    case PASCH_DUE_PLAY: return p->rules->throws == PASCH_THROW_FIXED && p->rolled; /* of one throw for all */
    default: return false;
    }
}

/* Which role the side has, whether its second throw is due; the one throw of the game, the higher die first. */
uint64_t outlook_state(const struct pasch_position *p)
{
    if (p->rules->throws == PASCH_THROW_ROLES)
        return (uint64_t)(p->turn == p->chooser) | (uint64_t)p->second << 1;
    if (p->rules->throws != PASCH_THROW_FIXED || !p->stages)
        return 0;
    int a = p->stage[0].die[0], b = p->stage[0].die[1];
    return a == b ? (uint64_t)1 << (17 + a) : (uint64_t)1 << (1 + a) | (uint64_t)1 << (9 + b);
}

/* A board, who acts next, and the state, as the nets see it. */
struct pasch_probs pasch_outlook_judge(const struct pasch_evaluator *e, const struct pasch_position *p)
{
    struct pasch_probs probs;
    if (pasch_evaluate_fits(e->rules) || e->rules->nets)
        return pasch_evaluate(e, &p->board, p->turn);
    if (e->known && e->known(e->tables, &p->board, p->turn, &probs))
        return probs;
    if (!e->contact) /* tables that know all leave nothing */
        return (struct pasch_probs){.win = 0.5f};
    int16_t first[NET_HIDDEN_MAX];
    float second[1][NET_MIDDLE], out[1][NET_OUT];
    struct inputs inputs;
    inputs_of(&inputs, e->rules, &p->board, p->turn);
    inputs_add_state(&inputs, outlook_state(p));
    net_first(e->contact, NULL, &inputs, 1, first);
    net_second(e->contact, first, second[0]);
    net_chances(e->contact, second, 1, out);
    return evaluate_probs(e, e->contact, out[0], &p->board, p->turn);
}

static struct pasch_probs seen_by(int me, int turn, const struct pasch_probs *probs)
{
    return me == turn ? *probs : pasch_probs_flip(probs);
}

static struct pasch_probs value(struct pasch_outlook *o, const struct pasch_evaluator *e,
                                const struct pasch_position *p, int most);

/* Whether nothing of what is known is left to be played. */
static bool is_judged(const struct pasch_position *p)
{
    return p->over || pasch_outlook_is_leaf(p);
}

static struct pasch_probs judgement(const struct pasch_evaluator *e, const struct pasch_position *p, int me)
{
    if (p->over)
        return pasch_probs_over(p, me);
    struct pasch_probs probs = pasch_outlook_judge(e, p);
    return seen_by(me, p->turn, &probs);
}

static int by_points(const void *first, const void *second)
{
    const struct follow *a = first, *b = second;
    if (a->points != b->points)
        return a->points > b->points ? -1 : 1;
    return a->play < b->play ? -1 : a->play > b->play;
}

/* Where open throws lie before a turn: the side plays its own, and who comes then does not know what it will throw. (It
 * does, but that is left out.) */
static void values_after_open(const struct pasch_evaluator *e, const struct pasch_position *p,
                              const struct pasch_plays *plays, struct pasch_probs *out)
{
    if (plays->count) {
        pasch_evaluate_plays(e, &p->board, p->turn, plays, out);
        return;
    }
    struct pasch_probs theirs = pasch_evaluate(e, &p->board, 1 - p->turn);
    out[0] = pasch_probs_flip(&theirs);
}

static void values_of_plays(struct pasch_outlook *o, const struct pasch_evaluator *e, const struct pasch_position *p,
                            const struct pasch_plays *plays, int most, struct follow *follow, struct pasch_probs *out)
{
    size_t count = plays->count ? plays->count : 1, follows = 0, worst = 0;
    float least = 0;
    for (size_t i = 0; i < count; i++) {
        struct pasch_position after = *p;
        pasch_position_play(&after, plays->count ? &plays->play[i] : NULL);
        out[i] = judgement(e, &after, p->turn);
        if (!is_judged(&after))
            follow[follows++] = (struct follow){pasch_probs_points(e->rules, &out[i]), i};
    }
    if (follows > (size_t)most)
        qsort(follow, follows, sizeof *follow, by_points);
    for (size_t i = 0; i < follows; i++) {
        struct pasch_probs *probs = &out[follow[i].play];
        if (i >= (size_t)most) {
            if (pasch_probs_points(e->rules, probs) > least)
                *probs = out[worst];
            continue;
        }
        struct pasch_position after = *p;
        pasch_position_play(&after, plays->count ? &plays->play[follow[i].play] : NULL);
        struct pasch_probs then = value(o, e, &after, most > 4 ? 4 : 1);
        *probs = seen_by(p->turn, after.turn, &then);
        float points = pasch_probs_points(e->rules, probs);
        if (!i || points < least) {
            least = points;
            worst = follow[i].play;
        }
    }
}

void pasch_outlook_plays(struct pasch_outlook *o, const struct pasch_evaluator *e, const struct pasch_position *p,
                         const struct pasch_plays *plays, int most, struct pasch_probs *out)
{
    o->judged += plays->count;
    if (pasch_evaluate_fits(e->rules) && plays->count) {
        pasch_evaluate_plays(e, &p->board, p->turn, plays, out);
        return;
    }
    values_of_plays(o, e, p, plays, most ? most : PASCH_OUTLOOK_MOST, o->follow, out);
}

static struct pasch_probs best_of(const struct pasch_evaluator *e, const struct pasch_probs *probs, size_t count)
{
    size_t best = 0;
    float most = 0;
    for (size_t i = 0; i < count; i++) {
        float points = pasch_probs_points(e->rules, &probs[i]);
        if (!i || points > most) {
            most = points;
            best = i;
        }
    }
    return probs[best];
}

static struct pasch_probs value_of_stage(struct pasch_outlook *o, const struct pasch_evaluator *e,
                                         const struct pasch_position *p, int most)
{
    struct stage_room *room = &o->room[o->depth];
    if (o->depth == DEPTH - 1 || !room_open(room))
        return pasch_outlook_judge(e, p);
    if (pasch_moves(p->rules, &p->board, p->turn, &p->stage[0], &room->plays) != PASCH_OK)
        return pasch_outlook_judge(e, p);
    o->depth++;
    o->judged += room->plays.count;
    if (pasch_position_due(p) == PASCH_DUE_REPLY) {
        values_after_open(e, p, &room->plays, room->probs);
    } else if (pasch_evaluate_fits(e->rules) && room->plays.count) {
        pasch_evaluate_prune(e, &p->board, p->turn, &room->plays, (size_t)most);
        pasch_evaluate_plays(e, &p->board, p->turn, &room->plays, room->probs);
    } else {
        values_of_plays(o, e, p, &room->plays, most ? most : PASCH_OUTLOOK_MOST, room->follow, room->probs);
    }
    o->depth--;
    return best_of(e, room->probs, room->plays.count ? room->plays.count : 1);
}

void pasch_outlook_choices(struct pasch_outlook *o, const struct pasch_evaluator *e, const struct pasch_position *p,
                           uint8_t choice[][2], int count, int most, struct pasch_probs *out)
{
    for (int i = 0; i < count; i++) {
        struct pasch_position after = *p;
        pasch_position_choose(&after, choice[i][0], choice[i][1], NULL);
        out[i] = value(o, e, &after, most);
    }
}

static struct pasch_probs value(struct pasch_outlook *o, const struct pasch_evaluator *e,
                                const struct pasch_position *p, int most)
{
    uint8_t choice[21][2];
    struct pasch_probs probs[21];
    switch (pasch_position_due(p)) {
    case PASCH_DUE_NOTHING: return pasch_probs_over(p, p->turn);
    case PASCH_DUE_CHOOSE: {
        int count = pasch_position_choices(p, choice);
        pasch_outlook_choices(o, e, p, choice, count, most, probs);
        return best_of(e, probs, (size_t)count);
    }
    case PASCH_DUE_PLAY:
    case PASCH_DUE_REPLY: return value_of_stage(o, e, p, most);
    default: return pasch_outlook_judge(e, p);
    }
}

struct pasch_probs pasch_outlook_value(struct pasch_outlook *o, const struct pasch_evaluator *e,
                                       const struct pasch_position *p, int most)
{
    return value(o, e, p, most);
}
