#include "eval/hashed.h"

#include <math.h>
#include <string.h>

static bool counts(const struct pasch_rules *rules)
{
    return rules->score == PASCH_SCORE_MEN || rules->score == PASCH_SCORE_PIPS;
}

static bool know(const void *context, const struct pasch_board *board, int me, struct pasch_probs *out)
{
    const struct pasch_rules *rules = context;
    uint64_t word[sizeof *board / 8], hash = (uint64_t)me + 1;
    memcpy(word, board, sizeof word);
    for (size_t i = 0; i < sizeof word / sizeof *word; i++) {
        hash = (hash ^ word[i]) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    float win = (float)(hash >> 40) / (1 << 24), more = (float)(hash >> 16 & 0xffff) / (1 << 16);
    *out = (struct pasch_probs){.win = win};
    if (counts(rules))
        *out = (struct pasch_probs){.win = win, .win_gammon = win * more / 4, .lose_gammon = (1 - win) * more / 5};
    else if (rules->score != PASCH_SCORE_SINGLE)
        *out = (struct pasch_probs){.win = win, .win_gammon = win * more, .lose_gammon = (1 - win) * more / 2};
    return true;
}

struct pasch_evaluator hashed_evaluator(const struct pasch_rules *rules)
{
    return (struct pasch_evaluator){.rules = rules, .known = know, .tables = rules};
}

struct pasch_probs hashed_seen_by(int me, int turn, struct pasch_probs probs)
{
    return me == turn ? probs : pasch_probs_flip(&probs);
}

/* What is left of the room beside these plays. */
static struct pasch_plays beside(const struct pasch_plays *plays)
{
    struct pasch_plays rest = {.play = plays->play + plays->count, .slot = plays->slot, .room = plays->room};
    while (rest.room > plays->room - plays->count)
        rest.room /= 2;
    return rest;
}

struct choice {
    const struct pasch_evaluator *evaluator;
    int me, count;
    struct pasch_probs best;
};

static void consider(struct choice *choice, const struct pasch_position *after, const struct pasch_plays *room)
{
    const struct pasch_rules *rules = choice->evaluator->rules;
    struct pasch_probs mine = hashed_seen_by(choice->me, after->turn, hashed_value(choice->evaluator, after, room));
    if (!choice->count++ || pasch_probs_points(rules, &mine) > pasch_probs_points(rules, &choice->best))
        choice->best = mine;
}

struct pasch_probs hashed_value(const struct pasch_evaluator *e, const struct pasch_position *p,
                                const struct pasch_plays *room)
{
    struct choice choice = {.evaluator = e, .me = p->turn};
    struct pasch_plays plays = *room;
    uint8_t named[21][2];
    enum pasch_due due = pasch_position_due(p);
    bool begins = !p->stages || (p->rules->throws == PASCH_THROW_FIXED && p->rolled);
    if (p->over)
        return pasch_probs_over(p, p->turn);
    if (begins || due == PASCH_DUE_BONUS) {
        know(e->tables, &p->board, p->turn, &choice.best);
        return choice.best;
    }
    if (due == PASCH_DUE_CHOOSE) {
        for (int i = 0, count = pasch_position_choices(p, named); i < count; i++) {
            struct pasch_position after = *p;
            pasch_position_choose(&after, named[i][0], named[i][1], NULL);
            consider(&choice, &after, room);
        }
        return choice.best;
    }
    assert_int_equal(pasch_position_plays(p, &plays, NULL), PASCH_OK);
    struct pasch_plays rest = beside(&plays);
    for (size_t i = 0; i < (plays.count ? plays.count : 1); i++) {
        struct pasch_position after = *p;
        pasch_position_play(&after, plays.count ? &plays.play[i] : NULL);
        consider(&choice, &after, &rest);
    }
    return choice.best;
}

const struct pasch_rules *hashed_game(size_t index)
{
    for (size_t i = 0; i < pasch_game_count(); i++) {
        const struct pasch_rules *rules = pasch_game_at(i);
        if (pasch_evaluate_fits(rules) || rules->throws == PASCH_THROW_FIXED || rules->throws == PASCH_THROW_PREVIEW)
            continue;
        if (!index--)
            return rules;
    }
    return NULL;
}

struct pasch_position hashed_position(const struct pasch_rules *rules, struct pasch_rng *rng, struct pasch_plays *plays)
{
    struct pasch_position p;
    for (;;) {
        pasch_position_start(&p, rules);
        for (int steps = (int)pasch_rng_below(rng, 200); steps > 0 && testing_step(&p, rng, plays); steps--)
            ;
        while (!p.over && p.stages && testing_step(&p, rng, plays))
            ;
        if (!p.over)
            return p;
    }
}

void hashed_assert_close(const struct pasch_rules *rules, const struct pasch_probs *got,
                         const struct pasch_probs *wanted)
{
    float a[5], b[5];
    memcpy(a, got, sizeof a);
    memcpy(b, wanted, sizeof b);
    for (int i = 0; i < 5; i++) {
        if (!(fabsf(a[i] - b[i]) < 2e-6f))
            testing_fail("%s: chance %d is %.8f, not %.8f", rules->id, i, (double)a[i], (double)b[i]);
    }
}
