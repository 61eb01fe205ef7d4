#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "learn/learning.h"
#include "rules/row.h"

static void new_game(const struct pasch_rules *rules, struct table *table, const struct pasch_learn_plan *plan)
{
    struct pasch_position start;
    pasch_position_start(&start, rules);
    table->board = start.board;
    table->turn = (uint8_t)pasch_rng_below(&table->rng, 2);
    uint32_t kind = pasch_rng_below(&table->rng, 1000), noisy = (uint32_t)(plan->noise * 1000);
    table->noisy = kind < noisy;
    table->holder = kind - noisy < (uint32_t)(plan->holding * 1000) ? kind & 1 : PASCH_NOBODY;
    table->plies = 0;
    table->pasts = 0;
}

struct pasch_learning *pasch_learn_create(const struct pasch_rules *rules, const struct pasch_bearoff *bearoff,
                                          int contact_hidden, int race_hidden, uint64_t seed)
{
    static const struct pasch_learn_plan plain = {0};
    struct pasch_learning *l = calloc(1, sizeof *l);
    if (!l || !learner_create(&l->contact.learner, contact_hidden, seed) ||
        !learner_create(&l->race.learner, race_hidden, ~seed) || !learner_create(&l->quick, QUICK_HIDDEN, seed + 1)) {
        pasch_learn_destroy(l);
        return NULL;
    }
    l->rules = rules;
    l->bearoff = bearoff;
    pasch_rng_seed(&l->rng, seed);
    for (int i = 0; i < TABLES; i++) {
        pasch_rng_seed(&l->table[i].rng, pasch_rng_next(&l->rng));
        new_game(rules, &l->table[i], &plain);
    }
    return l;
}

void pasch_learn_destroy(struct pasch_learning *l)
{
    if (!l)
        return;
    learner_destroy(&l->contact.learner);
    learner_destroy(&l->race.learner);
    learner_destroy(&l->quick);
    free(l->contact.memory);
    free(l->race.memory);
    for (int i = 0; i < WORKERS_MOST; i++) {
        free(l->desk[i].plays.play);
        free(l->desk[i].probs);
    }
    free(l);
}

const struct pasch_net *pasch_learn_net(struct pasch_learning *l, enum pasch_net_use use)
{
    struct learner *const learner[PASCH_NET_USES] = {&l->contact.learner, &l->race.learner, &l->quick};
    return learner_play(learner[use], true);
}

static bool desk_open(struct desk *desk)
{
    if (desk->probs)
        return true;
    void *memory = malloc(pasch_plays_bytes(ROOM));
    desk->probs = malloc(ROOM * sizeof *desk->probs);
    if (!memory || !desk->probs) {
        free(memory);
        free(desk->probs);
        desk->probs = NULL;
        return false;
    }
    pasch_plays_init(&desk->plays, memory, ROOM);
    return true;
}

/* Who plays and sets the targets: the nets being learnt at first, their means once targets are exact. */
static struct pasch_evaluator evaluator_of(struct pasch_learning *l, bool mean)
{
    return (struct pasch_evaluator){.rules = l->rules,
                                    .bearoff = l->bearoff,
                                    .contact = learner_play(&l->contact.learner, mean),
                                    .race = learner_play(&l->race.learner, mean),
                                    .quick = l->quick.steps < QUICK_STEPS ? NULL : learner_play(&l->quick, true)};
}

/* The plays of a roll with what they are worth, on the desk. Returns the best, or 0 for a pass, whose worth is there.
 */
static size_t consider(const struct pasch_evaluator *e, struct desk *desk, const struct pasch_board *board, int turn,
                       int a, int b, size_t most)
{
    struct pasch_stage stage = {PASCH_STAGE_MOVES, {(uint8_t)a, (uint8_t)b}};
    pasch_moves(e->rules, board, turn, &stage, &desk->plays);
    pasch_evaluate_prune(e, board, turn, &desk->plays, most);
    if (!desk->plays.count) {
        struct pasch_probs theirs = pasch_evaluate(e, board, 1 - turn);
        desk->probs[0] = pasch_probs_flip(&theirs);
        return 0;
    }
    pasch_evaluate_plays(e, board, turn, &desk->plays, desk->probs);
    size_t best = 0;
    float highest = -9;
    for (size_t i = 0; i < desk->plays.count; i++) {
        float equity = pasch_probs_equity(&desk->probs[i]);
        if (equity > highest) {
            highest = equity;
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
        float equity = pasch_probs_equity(&desk->probs[i]) + 7 * (float)back;
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

/* Gammons that men off the board rule out teach nothing. */
static unsigned certain_chances(const struct pasch_board *board, int turn)
{
    return (board->side[1 - turn].men[PASCH_OFF] ? 1u << 1 | 1u << 2 : 0) |
           (board->side[turn].men[PASCH_OFF] ? 1u << 3 | 1u << 4 : 0);
}

static void teach(struct pasch_learning *l, struct school *school, const struct lesson *lesson, float rate)
{
    struct inputs inputs;
    inputs_of(&inputs, l->rules, &lesson->board, lesson->turn);
    learner_teach(&school->learner, &inputs, lesson->target, certain_chances(&lesson->board, lesson->turn), rate,
                  &l->parallel);
}

/* Means over all rolls. */
static void exact_target(const struct pasch_evaluator *e, struct desk *desk, const struct table *table,
                         float target[NET_CHANCES])
{
    float sum[NET_CHANCES] = {0}, one[NET_CHANCES];
    for (int a = 1; a <= 6; a++) {
        for (int b = 1; b <= a; b++) {
            to_target(&desk->probs[consider(e, desk, &table->board, table->turn, a, b, QUICK_MOST)], one);
            for (int i = 0; i < NET_CHANCES; i++)
                sum[i] += one[i] * (a == b ? 1 / 36.0f : 2 / 36.0f);
        }
    }
    for (int i = 0; i < NET_CHANCES; i++)
        target[i] = sum[i] < 1 ? sum[i] : 1; /* a sum of shares may end up a hair above */
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

static bool is_known(const struct pasch_learning *l, const struct pasch_board *board)
{
    enum pasch_class class = pasch_class_of(l->rules, board);
    return class == PASCH_CLASS_OVER || (class == PASCH_CLASS_BEAROFF && l->bearoff);
}

/* Some of the plays for the quick net to learn: the best, and others by chance. */
static void take_glances(struct table *table, const struct desk *desk, size_t best)
{
    table->glances = desk->plays.count < 2 ? 0 : GLANCES;
    for (int i = 0; i < table->glances; i++) {
        size_t play = i == 0 ? best : pasch_rng_below(&table->rng, (uint32_t)desk->plays.count);
        struct lesson *glance = &table->glance[i];
        struct pasch_probs theirs = pasch_probs_flip(&desk->probs[play]);
        *glance = (struct lesson){.board = desk->plays.play[play].board, .turn = !table->turn};
        to_target(&theirs, glance->target);
        if (desk->plays.play[play].over)
            table->glances = i;
    }
}

static void learn_glances(struct pasch_learning *l, const struct table *table)
{
    for (int i = 0; i < table->glances; i++) {
        const struct lesson *glance = &table->glance[i];
        struct inputs inputs = {.added = 0};
        inputs_add_men(&inputs, &glance->board.side[glance->turn], 0);
        inputs_add_men(&inputs, &glance->board.side[1 - glance->turn], 1);
        learner_teach(&l->quick, &inputs, glance->target, certain_chances(&glance->board, glance->turn),
                      l->quick.steps < QUICK_STEPS ? 2e-3f : 5e-4f, NULL);
    }
}

/* Looks at the position of one table and plays on. The first position is never before its roll in play, so it teaches
 * nothing. */
static void turn_at(struct pasch_learning *l, struct table *table, struct desk *desk)
{
    const struct pasch_learn_plan *plan = l->plan;
    const struct pasch_evaluator *e = &l->evaluator;
    struct past *past = NULL;
    struct lesson lesson = {.board = table->board, .turn = table->turn};
    if (plan->exact && table->plies) {
        past = &table->past[table->pasts++];
        exact_target(e, desk, table, lesson.target);
        past->lesson = lesson;
    }
    int a, b;
    do {
        a = (int)pasch_rng_below(&table->rng, 6) + 1;
        b = (int)pasch_rng_below(&table->rng, 6) + 1;
    } while (a == b && !table->plies);
    size_t best = consider(e, desk, &table->board, table->turn, a, b, 0), count = desk->plays.count, made = best;
    take_glances(table, desk, best);
    table->has_lesson = !plan->exact && table->plies;
    to_target(&desk->probs[best], lesson.target);
    table->lesson = lesson;
    if (table->holder == table->turn && count)
        made = best_holding(l->rules, desk, table->turn);
    if (table->noisy && count && pasch_rng_below(&table->rng, 10) < 3)
        made = pasch_rng_below(&table->rng, (uint32_t)count);
    if (past) {
        past->after = desk->probs[best];
        past->followed = made == best;
    }
    if (count)
        table->board = desk->plays.play[made].board;
    table->turn = !table->turn;
    table->ended = ++table->plies == PLIES_MOST || is_known(l, &table->board);
}

static void turn_task(void *argument, size_t i, int worker)
{
    struct pasch_learning *l = argument;
    turn_at(l, &l->table[i], &l->desk[worker]);
}

static struct school *school_of(struct pasch_learning *l, const struct lesson *lesson)
{
    return pasch_class_of(l->rules, &lesson->board) == PASCH_CLASS_CONTACT ? &l->contact : &l->race;
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
        for (int j = 0; j < NET_CHANCES && past->followed; j++) {
            float target = lesson->target[j] + l->plan->trace * turned[j];
            lesson->target[j] = target < 0 ? 0 : target < 1 ? target : 1;
        }
        if (i > 0) {
            struct pasch_probs before = pasch_probs_flip(&table->past[i - 1].after);
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
static void round_of(struct pasch_learning *l, float rate)
{
    const struct pasch_parallel *parallel = &l->parallel;
    l->evaluator = evaluator_of(l, l->plan->exact);
    if (parallel->run) {
        parallel->run(parallel->context, TABLES, turn_task, l);
    } else {
        for (size_t i = 0; i < TABLES; i++)
            turn_task(l, i, 0);
    }
    for (int i = 0; i < TABLES; i++) {
        struct table *table = &l->table[i];
        if (table->has_lesson) {
            teach(l, school_of(l, &table->lesson), &table->lesson, rate);
            l->positions++;
        }
        learn_glances(l, table);
        if (!table->ended)
            continue;
        learn_game(l, table, rate);
        l->games++;
        l->told_games++;
        l->told_plies += table->plies;
        new_game(l->rules, table, l->plan);
    }
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
        round_of(l, rate);
        if (!tell || done < next)
            continue;
        struct learner *learner = &l->contact.learner;
        struct pasch_learn_report report = {
            .games = l->games,
            .positions = l->positions,
            .done = l->positions - begin,
            .rate = rate,
            .loss = learner->losses ? learner->loss / (double)learner->losses : 0,
            .plies = l->told_games ? (double)l->told_plies / (double)l->told_games : 0,
        };
        learner->loss = 0;
        learner->losses = l->told_games = l->told_plies = 0;
        next = done + (plan->exact ? 50000 : 500000);
        if (!tell(context, &report))
            return;
    }
}
