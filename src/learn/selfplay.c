#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "eval/evaluate.h"
#include "learn/learning.h"
#include "learn/pairs.h"
#include "rules/row.h"

static void new_game(const struct pasch_learning *l, struct table *table, const struct pasch_learn_plan *plan)
{
    struct pasch_position *p = &table->position;
    double part = plan->positions ? (double)plan->done / (double)plan->positions : 0;
    /* Who may move backwards and knows nothing walks to and fro for ever, which teaches nothing; so most games are
     * played forwards at first. */
    table->forward = l->rules->backward && pasch_rng_below(&table->rng, 1000) >= (uint32_t)(300 + 700 * part);
    pasch_position_start(p, table->forward ? &l->forward : l->rules);
    p->turn = (uint8_t)pasch_rng_below(&table->rng, 2);
    p->counts_plies = true;
    if (l->rules->throws == PASCH_THROW_FIXED)
        pasch_position_throw(p, (int)pasch_rng_below(&table->rng, 6) + 1, (int)pasch_rng_below(&table->rng, 6) + 1,
                             NULL);
    uint32_t kind = pasch_rng_below(&table->rng, 1000), noisy = (uint32_t)(plan->noise * 1000);
    /* Without dice chance must come from somewhere. */
    table->noisy = kind < noisy || l->rules->throws == PASCH_THROW_FIXED ? 3 : 0;
    if (table->noisy && l->boards && kind % 3)
        table->noisy = (uint8_t)(kind % 3); /* one side alone */
    table->doubt = kind % 10 < 5 ? 0.01f * (float)(2 + kind % 14) : 0;
    table->holder = l->boards && kind - noisy < (uint32_t)(plan->holding * 1000) ? kind & 1 : PASCH_NOBODY;
    table->plies = 0;
    table->pasts = 0;
    table->rivalled = false;
}

static bool has_school(const struct pasch_learning *l, enum pasch_net_use use)
{
    if (use == PASCH_NET_QUICK)
        return false; /* it has the ranker */
    if (use == PASCH_NET_RACE)
        return l->boards;
    return use == PASCH_NET_CONTACT || l->phases;
}

struct pasch_learning *pasch_learn_create(const struct pasch_evaluator *tables, int contact_hidden, int race_hidden,
                                          uint64_t seed)
{
    static const struct pasch_learn_plan plain = {0};
    struct pasch_learning *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    l->rules = tables->rules;
    l->tables = tables;
    l->boards = pasch_evaluate_fits(l->rules);
    l->phases = evaluate_has_phases(l->rules);
    for (int use = 0; use < PASCH_NET_USES; use++) {
        int hidden = use == PASCH_NET_RACE ? race_hidden : contact_hidden;
        if (has_school(l, use) && !learner_create(&l->school[use].learner, hidden, seed + (uint64_t)use, l->rules)) {
            pasch_learn_destroy(l);
            return NULL;
        }
    }
    if (l->boards && !ranker_create(&l->ranker, seed + PASCH_NET_QUICK)) {
        pasch_learn_destroy(l);
        return NULL;
    }
    l->most = l->boards ? QUICK_MOST : FOLLOW_MOST;
    l->forward = *l->rules;
    l->forward.backward = false;
    pasch_rng_seed(&l->rng, seed);
    for (int i = 0; i < TABLES; i++) {
        pasch_rng_seed(&l->table[i].rng, pasch_rng_next(&l->rng));
        new_game(l, &l->table[i], &plain);
    }
    return l;
}

enum pasch_status pasch_learn_begin(struct pasch_learning *l, const struct pasch_evaluator *from,
                                    struct pasch_error *error)
{
    const struct pasch_net *const net[PASCH_NET_USES] = {
        [PASCH_NET_CONTACT] = from->contact,
        [PASCH_NET_RACE] = from->race,
        [PASCH_NET_EARLY] = from->early ? from->early : from->contact,
        [PASCH_NET_AHEAD] = from->ahead ? from->ahead : from->contact,
        [PASCH_NET_BEHIND] = from->behind ? from->behind : from->contact,
    };
    for (int use = 0; use < PASCH_NET_USES; use++) {
        int room = has_school(l, use) ? l->school[use].learner.net->tiles * TILE_UNITS : NET_HIDDEN_MAX;
        if (net[use] && net[use]->hidden > room)
            return error_set(error, PASCH_BAD_TEXT, 0, "the %s net to begin with has %d units, not up to %d",
                             pasch_net_use_name(use), net[use]->hidden, room);
    }
    if (from->quick && from->quick->hidden != RANKER_UNITS)
        return error_set(error, PASCH_BAD_TEXT, 0, "the quick net to begin with has %d units, not %d",
                         from->quick->hidden, RANKER_UNITS);
    for (int use = 0; use < PASCH_NET_USES; use++) {
        if (net[use] && has_school(l, use))
            learner_begin(&l->school[use].learner, net[use]);
    }
    if (from->quick && l->boards) {
        ranker_begin(&l->ranker, from->quick);
        l->ranker.steps = QUICK_STEPS; /* it has learnt enough to be asked */
    }
    return PASCH_OK;
}

void pasch_learn_destroy(struct pasch_learning *l)
{
    if (!l)
        return;
    for (int use = 0; use < PASCH_NET_USES; use++) {
        learner_destroy(&l->school[use].learner);
        free(l->school[use].memory);
    }
    ranker_destroy(&l->ranker);
    for (int i = 0; i < WORKERS_MOST; i++) {
        free(l->desk[i].plays.play);
        free(l->desk[i].probs);
        pasch_outlook_destroy(l->desk[i].outlook);
    }
    free(l);
}

/* Puts the units in an order that plays faster, by the positions that are kept. */
static void order_units(const struct pasch_learning *l, const struct school *school, struct pasch_net *net)
{
    struct pairs *pairs = school->kept < PAIRS_BOARDS ? NULL : pairs_create();
    if (!pairs)
        return;
    for (size_t i = 0; i < PAIRS_BOARDS; i++) {
        const struct lesson *lesson = &school->memory[i * (school->kept / PAIRS_BOARDS)];
        struct inputs inputs;
        inputs_of(&inputs, l->rules, &lesson->board, lesson->turn);
        inputs_add_state(&inputs, lesson->state);
        pairs_add(pairs, net, &inputs);
    }
    pairs_order(pairs, net);
    pairs_destroy(pairs);
}

const struct pasch_net *pasch_learn_net(struct pasch_learning *l, enum pasch_net_use use)
{
    struct learner *learner = &l->school[use].learner;
    if (use == PASCH_NET_QUICK && l->boards)
        return ranker_play(&l->ranker);
    if (!has_school(l, use))
        return NULL;
    learner_play(learner, true);
    order_units(l, &l->school[use], learner->player);
    return learner->player;
}

static bool desk_open(struct desk *desk)
{
    if (desk->probs)
        return true;
    void *memory = malloc(pasch_plays_bytes(PASCH_PLAYS_ROOM));
    desk->probs = malloc(PASCH_PLAYS_ROOM * sizeof *desk->probs);
    desk->outlook = pasch_outlook_create();
    if (!memory || !desk->probs || !desk->outlook) {
        free(memory);
        free(desk->probs);
        pasch_outlook_destroy(desk->outlook);
        desk->probs = NULL;
        desk->outlook = NULL;
        return false;
    }
    pasch_plays_init(&desk->plays, memory, PASCH_PLAYS_ROOM);
    return true;
}

/* Who plays and sets the targets: the nets being learnt at first, their means once targets are exact. */
static struct pasch_evaluator evaluator_of(struct pasch_learning *l, bool mean)
{
    struct pasch_evaluator e = *l->tables;
    const struct pasch_net **const net[PASCH_NET_USES] = {
        [PASCH_NET_CONTACT] = &e.contact, [PASCH_NET_RACE] = &e.race,     [PASCH_NET_EARLY] = &e.early,
        [PASCH_NET_AHEAD] = &e.ahead,     [PASCH_NET_BEHIND] = &e.behind,
    };
    for (int use = 0; use < PASCH_NET_USES; use++) {
        if (has_school(l, use))
            *net[use] = learner_play(&l->school[use].learner, mean);
    }
    if (l->boards && l->ranker.steps >= QUICK_STEPS)
        e.quick = ranker_play(&l->ranker);
    return e;
}

static size_t best_of(const struct pasch_evaluator *e, const struct pasch_probs *probs, size_t count)
{
    size_t best = 0;
    float highest = 0;
    for (size_t i = 0; i < count; i++) {
        float points = pasch_probs_points(e->rules, &probs[i]);
        if (!i || points > highest) {
            highest = points;
            best = i;
        }
    }
    return best;
}

/* The play that looks best to somebody who misjudges each a little: mostly one of those that are nearly as good. */
static size_t best_in_doubt(const struct pasch_rules *rules, const struct desk *desk, struct pasch_rng *rng,
                            float doubt)
{
    size_t best = 0;
    float most = -999;
    for (size_t i = 0; i < desk->plays.count; i++) {
        float by = 0;
        for (int k = 0; k < 4; k++)
            by += (float)(pasch_rng_next(rng) >> 40) * (1 / 16777216.0f) - 0.5f;
        float points = pasch_probs_points(rules, &desk->probs[i]) + by * 1.7f * doubt;
        if (points > most) {
            most = points;
            best = i;
        }
    }
    return best;
}

/* Of the plays that keep most men back, the best. */
static size_t best_holding(const struct pasch_rules *rules, const struct desk *desk, int turn)
{
    size_t best = 0;
    float most = -999;
    int points = row_points(rules);
    for (size_t i = 0; i < desk->plays.count; i++) {
        const struct pasch_side *side = &desk->plays.play[i].board.side[turn];
        int back = side->men[PASCH_BAR];
        for (int p = points - 5; p <= points; p++)
            back += side->men[p];
        float equity = pasch_probs_points(rules, &desk->probs[i]) + 7 * (float)back;
        if (equity > most) {
            most = equity;
            best = i;
        }
    }
    return best;
}

static void to_target(const struct pasch_probs *p, float target[NET_CHANCES])
{
    const float chance[NET_CHANCES] = {p->win, p->win_gammon, p->win_backgammon, p->lose_gammon, p->lose_backgammon};
    memcpy(target, chance, sizeof chance);
}

static void add_draws(float target[NET_CHANCES], float share)
{
    for (int i = 0; i < NET_CHANCES; i++)
        target[i] += share * ((i == 0 ? 0.5f : 0) - target[i]);
}

static void teach(struct pasch_learning *l, struct school *school, const struct lesson *lesson, float rate)
{
    struct inputs inputs;
    struct subject subject = {&inputs, lesson->target, evaluate_certain(l->rules, &lesson->board, lesson->turn), false,
                              lesson->points};
    inputs_of(&inputs, l->rules, &lesson->board, lesson->turn);
    inputs_add_state(&inputs, lesson->state);
    learner_teach(&school->learner, &subject, rate, &l->parallel);
    if (!lesson->rivalled)
        return;
    inputs_of(&inputs, l->rules, &lesson->rival, lesson->turn);
    subject = (struct subject){&inputs, lesson->rival_target, evaluate_certain(l->rules, &lesson->rival, lesson->turn),
                               true, learner_points(&school->learner, lesson->rival_target)};
    learner_teach(&school->learner, &subject, rate, &l->parallel);
}

static void exact_target(const struct pasch_learning *l, struct desk *desk, const struct pasch_position *p, bool deep,
                         float target[NET_CHANCES]);

/* What a throw is worth; `deep`: by the mean over the rolls after the play that looks best. Boards say all there. */
static void throw_target(const struct pasch_learning *l, struct desk *desk, const struct pasch_position *thrown,
                         bool deep, float target[NET_CHANCES])
{
    struct pasch_position after = *thrown;
    struct pasch_probs probs;
    if (!deep) {
        probs = pasch_outlook_value(desk->outlook, &l->evaluator, thrown, l->most);
        to_target(&probs, target);
        return;
    }
    pasch_position_plays(thrown, &desk->plays, NULL);
    pasch_outlook_plays(desk->outlook, &l->evaluator, thrown, &desk->plays, l->most, desk->probs);
    size_t best = best_of(&l->evaluator, desk->probs, desk->plays.count);
    pasch_position_play(&after, desk->plays.count ? &desk->plays.play[best] : NULL);
    probs = desk->probs[best];
    if (!after.over) {
        float theirs[NET_CHANCES];
        exact_target(l, desk, &after, false, theirs);
        probs = (struct pasch_probs){1 - theirs[0], theirs[3], theirs[4], theirs[1], theirs[2]};
    }
    to_target(&probs, target);
}

/* The mean over all rolls, or where nothing is thrown what the side can do. */
static void exact_target(const struct pasch_learning *l, struct desk *desk, const struct pasch_position *p, bool deep,
                         float target[NET_CHANCES])
{
    float sum[NET_CHANCES] = {0}, one[NET_CHANCES];
    enum pasch_due due = pasch_position_due(p);
    if (due != PASCH_DUE_THROW && due != PASCH_DUE_BONUS) {
        throw_target(l, desk, p, false, target);
        return;
    }
    for (int a = 1; a <= 6; a++) {
        for (int b = 1; b <= a; b++) {
            struct pasch_position thrown = *p;
            pasch_position_throw(&thrown, a, b, NULL);
            throw_target(l, desk, &thrown, deep, one);
            for (int i = 0; i < NET_CHANCES; i++)
                sum[i] += one[i] * (a == b ? 1 / 36.0f : 2 / 36.0f);
        }
    }
    for (int i = 0; i < NET_CHANCES; i++)
        target[i] = sum[i] < 1 ? sum[i] : 1; /* a sum of shares may end up a hair above */
}

static float points_of(const struct pasch_learning *l, const float target[NET_CHANCES])
{
    return learner_points(&l->school[PASCH_NET_CONTACT].learner, target);
}

/* Whether what the net says at sight and what it says a ply later are so far apart that it is worth a deeper look. */
static bool is_doubtful(const struct pasch_learning *l, const struct pasch_position *p, const float target[NET_CHANCES])
{
    if (!(l->plan->doubt > 0) || !l->boards || pasch_class_of(l->rules, &p->board) != PASCH_CLASS_CONTACT)
        return false;
    struct pasch_probs probs = pasch_evaluate(&l->evaluator, &p->board, p->turn);
    float sight[NET_CHANCES];
    to_target(&probs, sight);
    return fabsf(points_of(l, sight) - points_of(l, target)) > l->plan->doubt;
}

/* The targets of a position and of its rival, if it has one: both as deep. */
static void lesson_targets(const struct pasch_learning *l, const struct table *table, struct desk *desk,
                           struct lesson *lesson)
{
    const struct pasch_position *p = &table->position;
    exact_target(l, desk, p, false, lesson->target);
    lesson->rivalled = table->rivalled;
    lesson->rival = table->rival;
    memcpy(lesson->rival_target, table->rival_target, sizeof lesson->rival_target);
    if (is_doubtful(l, p, lesson->target)) {
        struct pasch_position rival = *p;
        rival.board = table->rival;
        exact_target(l, desk, p, true, lesson->target);
        if (lesson->rivalled)
            exact_target(l, desk, &rival, true, lesson->rival_target);
    }
    add_draws(lesson->target, l->plan->draw);
    lesson->points = points_of(l, lesson->target);
}

/* Into the ring, which has `room` places from the first lesson on. */
static bool keep(struct school *school, const struct lesson *lesson, size_t room)
{
    if (school->room < room) {
        struct lesson *memory = realloc(school->memory, room * sizeof *memory);
        if (!memory)
            return false;
        school->memory = memory;
        school->room = room;
        school->next = school->kept;
    }
    school->memory[school->next] = *lesson;
    if (school->kept <= school->next)
        school->kept = school->next + 1;
    school->next = (school->next + 1) % school->room;
    return true;
}

static void learn_from_memory(struct pasch_learning *l, struct school *school, int times, float rate)
{
    for (int i = 0; i < times && school->kept; i++)
        teach(l, school, &school->memory[pasch_rng_below(&l->rng, (uint32_t)school->kept)], rate);
}

/* Whether nothing more is to be learnt from this game. */
static bool is_known(const struct pasch_learning *l, const struct pasch_position *p)
{
    struct pasch_probs probs;
    const struct pasch_evaluator *t = l->tables;
    if (p->over || (t->known && t->known(t->tables, &p->board, p->turn, &probs)))
        return true;
    return l->boards && t->bearoff && pasch_class_of(l->rules, &p->board) == PASCH_CLASS_BEAROFF;
}

/* The plays of a roll in contact for the quick net to learn: the best, and if there are too many others by chance. */
static void take_choice(const struct pasch_learning *l, struct table *table, const struct desk *desk, size_t best)
{
    const struct pasch_plays *plays = &desk->plays;
    struct choice *choice = &table->choice;
    bool all = plays->count <= CHOICE_MOST;
    choice->count = 0;
    choice->turn = 1 - table->position.turn;
    if (plays->count < 4 || pasch_class_of(l->rules, &table->position.board) != PASCH_CLASS_CONTACT)
        return; /* it will never be asked */
    for (int i = 0; i < CHOICE_MOST && (size_t)i < plays->count; i++) {
        size_t play = all ? (size_t)i : i ? pasch_rng_below(&table->rng, (uint32_t)plays->count) : best;
        choice->board[i] = plays->play[play].board;
        choice->points[i] = pasch_probs_points(l->rules, &desk->probs[play]);
        choice->count++;
    }
}

/* While others learn, it keeps up with them. */
static float ranker_rate(const struct pasch_learning *l, float rate)
{
    return l->plan->quick ? rate : l->ranker.steps < QUICK_STEPS ? 2e-3f : 5e-4f;
}

/* What a turn is worth to who begins it, if all is done as well as can be, and whether it was. */
struct taken {
    struct pasch_probs best;
    bool begun, followed;
};

static void took(struct taken *taken, const struct pasch_probs *best, bool followed)
{
    if (!taken->begun)
        *taken = (struct taken){*best, true, true};
    taken->followed &= followed;
}

static bool by_chance(struct table *table)
{
    uint32_t tenths = table->position.rules->throws == PASCH_THROW_FIXED ? 1 : 3;
    return table->noisy >> table->position.turn & 1 && pasch_rng_below(&table->rng, 10) < tenths;
}

static void name_roll(struct pasch_learning *l, struct table *table, struct desk *desk, struct taken *taken)
{
    struct pasch_position *p = &table->position;
    uint8_t choice[21][2];
    int count = pasch_position_choices(p, choice);
    pasch_outlook_choices(desk->outlook, &l->evaluator, p, choice, count, l->most, desk->probs);
    size_t best = best_of(&l->evaluator, desk->probs, (size_t)count), made = best;
    if (by_chance(table))
        made = pasch_rng_below(&table->rng, (uint32_t)count);
    took(taken, &desk->probs[best], made == best);
    pasch_position_choose(p, choice[made][0], choice[made][1], NULL);
}

static enum pasch_net_use use_of(const struct pasch_learning *l, const struct pasch_board *board, int me)
{
    return l->boards ? evaluate_use(l->rules, pasch_class_of(l->rules, board), board, me) : PASCH_NET_CONTACT;
}

/* Looks at the play that comes closest to the one made, if it does come close. It costs as much as the position that
 * was reached, and says by how much one is better: what decides between plays. */
enum { RIVAL_NEAR = 12 }; /* hundredths of a point */

static void take_rival(struct pasch_learning *l, struct table *table, struct desk *desk, size_t made)
{
    const struct pasch_position *p = &table->position;
    float own = pasch_probs_points(l->rules, &desk->probs[made]), nearest = RIVAL_NEAR / 100.0f;
    size_t rival = made;
    for (size_t i = 0; i < desk->plays.count; i++) {
        float apart = fabsf(pasch_probs_points(l->rules, &desk->probs[i]) - own);
        if (i == made || apart >= nearest || desk->plays.play[i].over)
            continue;
        nearest = apart;
        rival = i;
    }
    enum pasch_net_use use = use_of(l, &desk->plays.play[made].board, !p->turn);
    if (rival == made || use == PASCH_NET_RACE || use_of(l, &desk->plays.play[rival].board, !p->turn) != use)
        return;
    struct pasch_position after = *p;
    pasch_position_play(&after, &desk->plays.play[rival]);
    table->rivalled = true;
    table->rival = after.board;
    exact_target(l, desk, &after, false, table->rival_target);
}

static void play_stage(struct pasch_learning *l, struct table *table, struct desk *desk, struct taken *taken)
{
    struct pasch_position *p = &table->position;
    pasch_position_plays(p, &desk->plays, NULL);
    size_t count = desk->plays.count;
    pasch_outlook_plays(desk->outlook, &l->evaluator, p, &desk->plays, l->most, desk->probs);
    size_t best = best_of(&l->evaluator, desk->probs, count), made = best;
    if (l->boards)
        take_choice(l, table, desk, best);
    if (table->holder == p->turn && count)
        made = best_holding(l->rules, desk, p->turn);
    else if (count && l->boards && table->doubt > 0)
        made = best_in_doubt(l->rules, desk, &table->rng, table->doubt);
    if (count && by_chance(table))
        made = pasch_rng_below(&table->rng, (uint32_t)count);
    took(taken, &desk->probs[best], made == best);
    if (count > 1 && l->plan->exact && l->plan->rivals && l->boards)
        take_rival(l, table, desk, made);
    pasch_position_play(p, count ? &desk->plays.play[made] : NULL);
}

static void throw_dice(struct table *table, bool split)
{
    int a, b;
    do {
        a = (int)pasch_rng_below(&table->rng, 6) + 1;
        b = (int)pasch_rng_below(&table->rng, 6) + 1;
    } while (a == b && split);
    pasch_position_throw(&table->position, a, b, NULL);
}

/* Looks at the position of one table and plays on to the next that nets judge. Where the opening throw has been made
 * when the first turn begins, the first position is never before its roll in play, so it teaches nothing. */
static void turn_at(struct pasch_learning *l, struct table *table, struct desk *desk)
{
    const struct pasch_learn_plan *plan = l->plan;
    struct pasch_position *p = &table->position;
    struct past *past = NULL;
    struct taken taken = {.begun = false};
    struct lesson lesson = {.board = p->board, .turn = p->turn, .state = outlook_state(p)};
    bool split = !table->plies && l->rules->opening == PASCH_OPENING_SPLIT;
    if (plan->exact && !split) {
        past = &table->past[table->pasts++];
        lesson_targets(l, table, desk, &lesson);
        past->lesson = lesson;
    }
    table->rivalled = false;
    enum pasch_due due = pasch_position_due(p);
    if (due == PASCH_DUE_THROW || due == PASCH_DUE_BONUS)
        throw_dice(table, split);
    do {
        if (pasch_position_due(p) == PASCH_DUE_CHOOSE)
            name_roll(l, table, desk, &taken);
        else
            play_stage(l, table, desk, &taken);
    } while (!p->over && !pasch_outlook_is_leaf(p));
    table->has_lesson = !plan->exact && !split;
    to_target(&taken.best, lesson.target);
    add_draws(lesson.target, plan->draw);
    table->lesson = lesson;
    if (past) {
        past->after = taken.best;
        past->followed = taken.followed;
    }
    table->ended = ++table->plies == PLIES_MOST || is_known(l, p);
}

static void turn_task(void *argument, size_t i, int worker)
{
    struct pasch_learning *l = argument;
    turn_at(l, &l->table[i], &l->desk[worker]);
}

static struct school *school_of(struct pasch_learning *l, const struct lesson *lesson)
{
    return &l->school[use_of(l, &lesson->board, lesson->turn)];
}

/* Once a game is over its positions learn from what came later, too. The mean over all rolls leaves out what luck did;
 * where the best play was made, the target takes over a share of how far the next position's target is from what was
 * thought of it. All of it would be a rollout of one game with its luck taken away: no bias, more noise. None of it:
 * errors far from the end of a game are mended from one turn to the turn before only. */
static void learn_game(struct pasch_learning *l, struct table *table, float rate)
{
    float later[NET_CHANCES] = {0}; /* the next position's correction, seen from there */
    for (int i = table->pasts - 1; i >= 0; i--) {
        struct past *past = &table->past[i];
        struct lesson *lesson = &past->lesson;
        const float turned[NET_CHANCES] = {-later[0], later[3], later[4], later[1], later[2]};
        bool same = i + 1 < table->pasts && past[1].lesson.turn == lesson->turn;
        for (int j = 0; j < NET_CHANCES && past->followed; j++) {
            float target = lesson->target[j] + l->plan->trace * (same ? later : turned)[j];
            lesson->target[j] = target < 0 ? 0 : target < 1 ? target : 1;
        }
        if (i > 0) {
            struct pasch_probs before = table->past[i - 1].after;
            if (table->past[i - 1].lesson.turn != lesson->turn)
                before = pasch_probs_flip(&before);
            float thought[NET_CHANCES];
            to_target(&before, thought);
            for (int j = 0; j < NET_CHANCES; j++)
                later[j] = lesson->target[j] - thought[j];
        }
        struct school *school = school_of(l, lesson);
        l->positions++;
        if (keep(school, lesson, l->plan->memory))
            learn_from_memory(l, school, l->plan->repeat, rate);
    }
}

/* One turn at every table, whoever works at it; then the lessons of all, one after the other. */
static void round_of(struct pasch_learning *l, uint64_t done, float rate)
{
    struct pasch_learn_plan plan = *l->plan;
    plan.done = done;
    const struct pasch_parallel *parallel = &l->parallel;
    l->evaluator = evaluator_of(l, plan.exact || plan.quick);
    if (parallel->run) {
        parallel->run(parallel->context, TABLES, turn_task, l);
    } else {
        for (size_t i = 0; i < TABLES; i++)
            turn_task(l, i, 0);
    }
    for (int i = 0; i < TABLES; i++) {
        struct table *table = &l->table[i];
        if (table->has_lesson) {
            if (!plan.quick)
                teach(l, school_of(l, &table->lesson), &table->lesson, rate);
            l->positions++;
        }
        if (table->choice.count)
            ranker_teach(&l->ranker, &table->choice, ranker_rate(l, rate));
        if (!table->ended)
            continue;
        learn_game(l, table, rate);
        l->games++;
        l->told_games++;
        l->told_plies += table->plies;
        new_game(l, table, &plan);
    }
}

/* Of all nets for contact, or of the quick net where it alone learns, since the last one. */
static struct pasch_learn_report report_of(struct pasch_learning *l)
{
    double loss = 0, lost = 0, apart = 0, losses = 0, rivals = 0;
    for (int use = 0; use < PASCH_NET_USES; use++) {
        struct learner *learner = &l->school[use].learner;
        if (use != PASCH_NET_RACE) {
            loss += learner->loss;
            lost += learner->lost;
            apart += learner->apart;
            losses += (double)learner->losses;
            rivals += (double)learner->rivals;
        }
        learner->loss = learner->lost = learner->apart = 0;
        learner->losses = learner->rivals = 0;
    }
    struct pasch_learn_report report = {
        .games = l->games,
        .positions = l->positions,
        .loss = l->plan->quick ? l->ranker.loss / (double)(l->ranker.losses ? l->ranker.losses : 1)
                : losses > 0   ? loss / losses
                               : 0,
        .off = losses > 0 ? sqrt(lost / losses) : 0,
        .apart = rivals > 0 ? sqrt(apart / rivals) : 0,
        .plies = l->told_games ? (double)l->told_plies / (double)l->told_games : 0,
    };
    l->told_games = l->told_plies = 0;
    l->ranker.loss = 0;
    l->ranker.losses = 0;
    return report;
}

void pasch_learn_run(struct pasch_learning *l, const struct pasch_learn_plan *plan,
                     const struct pasch_parallel *parallel,
                     bool (*tell)(void *context, const struct pasch_learn_report *report), void *context)
{
    uint64_t begin = l->positions - plan->done, next = 0;
    for (int i = 0; i == 0 || (parallel && i < parallel->workers); i++) {
        if (i == WORKERS_MOST || !desk_open(&l->desk[i]))
            return;
    }
    l->plan = plan;
    l->parallel = parallel ? *parallel : (struct pasch_parallel){0};
    for (uint64_t done = plan->done; done < plan->positions; done = l->positions - begin) {
        double part = (double)done / (double)plan->positions;
        float rate = plan->rate * powf(plan->last_rate / plan->rate, (float)part);
        round_of(l, done, rate);
        if (!tell || done < next)
            continue;
        struct pasch_learn_report report = report_of(l);
        report.done = l->positions - begin;
        report.rate = rate;
        next = done + plan->positions / 200;
        if (!tell(context, &report))
            return;
    }
}
