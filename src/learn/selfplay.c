#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "learn/learning.h"

static void new_game(struct pasch_learning *l, struct table *table, float noise)
{
    struct pasch_position start;
    pasch_position_start(&start, l->rules);
    table->board = start.board;
    table->turn = (uint8_t)pasch_rng_below(&l->rng, 2);
    table->noisy = pasch_rng_below(&l->rng, 1000) < (uint32_t)(noise * 1000);
    table->plies = 0;
}

struct pasch_learning *pasch_learn_create(const struct pasch_rules *rules, const struct pasch_bearoff *bearoff,
                                          int contact_hidden, int race_hidden, uint64_t seed)
{
    struct pasch_learning *l = calloc(1, sizeof *l);
    void *memory = malloc(pasch_plays_bytes(ROOM));
    struct pasch_probs *probs = malloc(ROOM * sizeof *probs);
    if (!l || !memory || !probs || !learner_create(&l->contact.learner, contact_hidden, seed) ||
        !learner_create(&l->race.learner, race_hidden, ~seed)) {
        free(memory);
        free(probs);
        free(l);
        return NULL;
    }
    l->rules = rules;
    l->bearoff = bearoff;
    l->probs = probs;
    pasch_plays_init(&l->plays, memory, ROOM);
    pasch_rng_seed(&l->rng, seed);
    for (int i = 0; i < TABLES; i++)
        new_game(l, &l->table[i], 0);
    return l;
}

void pasch_learn_destroy(struct pasch_learning *l)
{
    if (!l)
        return;
    learner_destroy(&l->contact.learner);
    learner_destroy(&l->race.learner);
    free(l->contact.memory);
    free(l->race.memory);
    free(l->plays.play);
    free(l->probs);
    free(l);
}

const struct pasch_net *pasch_learn_net(const struct pasch_learning *l, enum pasch_class class)
{
    return class == PASCH_CLASS_CONTACT ? l->contact.learner.mean : l->race.learner.mean;
}

/* Who plays and sets the targets: the nets being learnt at first, their means once targets are exact. */
static struct pasch_evaluator evaluator_of(const struct pasch_learning *l, bool mean)
{
    const struct learner *contact = &l->contact.learner, *race = &l->race.learner;
    return (struct pasch_evaluator){.rules = l->rules,
                                    .bearoff = l->bearoff,
                                    .contact = mean ? contact->mean : contact->net,
                                    .race = mean ? race->mean : race->net};
}

/* The plays of a roll with what they are worth, in l->plays and l->probs. Returns the best, or the count for a pass,
 * whose worth is at that place. */
static size_t consider(struct pasch_learning *l, const struct pasch_evaluator *e, const struct pasch_board *board,
                       int turn, int a, int b)
{
    struct pasch_stage stage = {PASCH_STAGE_MOVES, {(uint8_t)a, (uint8_t)b}};
    pasch_moves(l->rules, board, turn, &stage, &l->plays);
    if (!l->plays.count) {
        struct pasch_probs theirs = pasch_evaluate(e, board, 1 - turn);
        l->probs[0] = pasch_probs_flip(&theirs);
        return 0;
    }
    pasch_evaluate_plays(e, board, turn, &l->plays, l->probs);
    size_t best = 0;
    float most = -9;
    for (size_t i = 0; i < l->plays.count; i++) {
        float equity = pasch_probs_equity(&l->probs[i]);
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
    learner_teach(&school->learner, &inputs, lesson->target, certain_chances(&lesson->board, lesson->turn));
    if (++school->waiting == BATCH) {
        learner_step(&school->learner, BATCH, rate);
        school->waiting = 0;
    }
}

/* Means over all rolls. */
static void exact_target(struct pasch_learning *l, const struct pasch_evaluator *e, const struct table *table,
                         float target[NET_CHANCES])
{
    float sum[NET_CHANCES] = {0}, one[NET_CHANCES];
    for (int a = 1; a <= 6; a++) {
        for (int b = 1; b <= a; b++) {
            to_target(&l->probs[consider(l, e, &table->board, table->turn, a, b)], one);
            for (int i = 0; i < NET_CHANCES; i++)
                sum[i] += one[i] * (a == b ? 1 / 36.0f : 2 / 36.0f);
        }
    }
    memcpy(target, sum, sizeof sum);
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

/* Looks at one position, learns from it and plays on. */
static void turn_at(struct pasch_learning *l, struct table *table, const struct pasch_learn_plan *plan, float rate)
{
    struct pasch_evaluator e = evaluator_of(l, plan->exact);
    struct school *school = pasch_class_of(l->rules, &table->board) == PASCH_CLASS_CONTACT ? &l->contact : &l->race;
    struct lesson lesson = {.board = table->board, .turn = table->turn};
    bool chosen = plan->exact && table->plies && pasch_rng_below(&l->rng, 4) == 0;
    if (chosen) {
        exact_target(l, &e, table, lesson.target);
        l->positions++;
        if (keep(school, &lesson, plan->memory))
            learn_from_memory(l, school, plan->repeat, rate);
    }
    int a, b;
    do {
        a = (int)pasch_rng_below(&l->rng, 6) + 1;
        b = (int)pasch_rng_below(&l->rng, 6) + 1;
    } while (a == b && !table->plies);
    size_t best = consider(l, &e, &table->board, table->turn, a, b);
    /* The first position is never before its roll in play, so it teaches nothing. */
    if (!plan->exact && table->plies) {
        to_target(&l->probs[best], lesson.target);
        teach(l, school, &lesson, rate);
        l->positions++;
    }
    if (table->noisy && l->plays.count && pasch_rng_below(&l->rng, 10) < 3)
        best = pasch_rng_below(&l->rng, (uint32_t)l->plays.count);
    if (l->plays.count)
        table->board = l->plays.play[best].board;
    table->turn = !table->turn;
    if (++table->plies == PLIES_MOST || is_known(l, &table->board)) {
        l->games++;
        l->told_games++;
        l->told_plies += table->plies;
        new_game(l, table, plan->noise);
    }
}

void pasch_learn_run(struct pasch_learning *l, const struct pasch_learn_plan *plan,
                     bool (*tell)(void *context, const struct pasch_learn_report *report), void *context)
{
    uint64_t begin = l->positions - plan->done, next = 0;
    for (uint64_t done = plan->done; done < plan->positions; done = l->positions - begin) {
        double part = (double)done / (double)plan->positions;
        float rate = plan->rate * powf(plan->last_rate / plan->rate, (float)part);
        for (int i = 0; i < TABLES; i++)
            turn_at(l, &l->table[i], plan, rate);
        if (!tell || done < next)
            continue;
        struct learner *learner = &l->contact.learner;
        struct pasch_learn_report report = {
            .games = l->games,
            .positions = l->positions,
            .done = done,
            .rate = rate,
            .loss = learner->losses ? learner->loss / (double)learner->losses : 0,
            .plies = l->told_games ? (double)l->told_plies / (double)l->told_games : 0,
        };
        learner->loss = 0;
        learner->losses = l->told_games = l->told_plies = 0;
        next = done + (plan->exact ? 10000 : 250000);
        if (!tell(context, &report))
            return;
    }
}
