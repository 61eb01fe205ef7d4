#include "pasch/level.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "pasch/dice.h"

/* The noises were chosen so that the steps from level 1 to level 6 are about even in points a game; docs/strength.md
 * has what came of it. A misjudged race shows at once, so there it is small. */
static const struct pasch_level levels[PASCH_LEVELS] = {
    {"beginner", 0, 0.120f, 0.030f, 0.120f},
    {"novice", 0, 0.097f, 0.024f, 0.097f},
    {"casual", 0, 0.077f, 0.019f, 0.077f},
    {"intermediate", 0, 0.058f, 0.014f, 0.058f},
    {"advanced", 0, 0.037f, 0.009f, 0.037f},
    {"expert", 0, 0, 0, 0},
    {"master", 1, 0, 0, 0},
    {"champion", 2, 0, 0, 0},
};

const struct pasch_level *pasch_level_at(int number)
{
    return number >= 1 && number <= PASCH_LEVELS ? &levels[number - 1] : NULL;
}

/* How often games end in a gammon and a backgammon between equals who play well without the cube; matches without the
 * cube are counted by it. */
static const double gammons = 0.27, backgammons = 0.012;

struct pasch_mind {
    const struct pasch_level *level;
    struct pasch_search *search;
    struct pasch_terms terms;
    struct pasch_met met; /* matches */
    struct pasch_ranked *ranked;
    uint64_t seed;
    int resigned; /* the most points it has resigned this game with */
};

struct pasch_mind *pasch_mind_create(const struct pasch_level *level, struct pasch_search *search,
                                     const struct pasch_terms *terms)
{
    struct pasch_mind *mind = calloc(1, sizeof *mind);
    if (!mind)
        return NULL;
    *mind = (struct pasch_mind){.level = level, .search = search, .terms = *terms};
    mind->ranked = malloc(PASCH_PLAYS_ROOM * sizeof *mind->ranked);
    if (!mind->ranked) {
        free(mind);
        return NULL;
    }
    if (terms->length && terms->cube)
        pasch_met_make(&mind->met);
    else if (terms->length)
        pasch_met_make_cubeless(&mind->met, gammons, backgammons);
    return mind;
}

void pasch_mind_destroy(struct pasch_mind *mind)
{
    if (mind)
        free(mind->ranked);
    free(mind);
}

void pasch_mind_begin(struct pasch_mind *mind, uint64_t seed)
{
    mind->seed = seed;
    mind->resigned = 0;
}

/* Misjudging. */

enum { SALT_PLAY = 1, SALT_CUBE, SALT_NAME = 10 };

/* A normal deviate that belongs to the board: twelve numbers of 16 bits have the sum's standard deviation 65536, and
 * whole numbers are the same on every machine. */
static float deviate(const struct pasch_mind *mind, const struct pasch_board *board, int salt)
{
    uint64_t word[sizeof *board / 8], hash = mind->seed + (uint64_t)salt * 0x9e3779b97f4a7c15u;
    struct pasch_rng rng;
    int32_t sum = 0;
    memcpy(word, board, sizeof word);
    for (size_t i = 0; i < sizeof word / sizeof *word; i++) {
        hash = (hash ^ word[i]) * 0xd1342543de82ef95u;
        hash ^= hash >> 29;
    }
    pasch_rng_seed(&rng, hash);
    for (int i = 0; i < 3; i++) {
        uint64_t number = pasch_rng_next(&rng);
        for (int part = 0; part < 4; part++)
            sum += (int32_t)(number >> 16 * part & 0xffff);
    }
    return ((float)sum - 12 * 32767.5f) / 65536;
}

/* The standard deviation of the game's result; where men or pips are counted, about that. */
static float stake(const struct pasch_rules *rules, const struct pasch_probs *p)
{
    int most = pasch_rules_most_points(rules);
    if (rules->score == PASCH_SCORE_MEN || rules->score == PASCH_SCORE_PIPS)
        return (float)most * (p->win_gammon + p->lose_gammon);
    float mean = pasch_probs_equity(p);
    float square = 1 + 3 * (p->win_gammon + p->lose_gammon) + 5 * (p->win_backgammon + p->lose_backgammon);
    return square > mean * mean ? sqrtf(square - mean * mean) : 0;
}

/* The chances when winning is thought to be so much likelier; gammons keep their share. */
static void misjudge(struct pasch_probs *p, float more)
{
    float win = p->win + more, won, lost;
    win = win < 0 ? 0 : win > 1 ? 1 : win;
    won = p->win > 0 ? win / p->win : 0;
    lost = p->win < 1 ? (1 - win) / (1 - p->win) : 0;
    *p = (struct pasch_probs){win, won * p->win_gammon, won * p->win_backgammon, lost * p->lose_gammon,
                              lost * p->lose_backgammon};
}

/* Seeing. */

struct pasch_cube pasch_mind_cube(const struct pasch_mind *mind, const struct pasch_position *position)
{
    struct pasch_cube cube;
    pasch_cube_of(&cube, position, mind->terms.length ? &mind->met : NULL);
    cube.unused |= !mind->terms.cube;
    cube.no_crawford = cube.met && !mind->terms.crawford;
    return cube;
}

static int roller_of(const struct pasch_position *position)
{
    return position->offered ? 1 - position->turn : position->turn;
}

static struct pasch_verdict judge(struct pasch_mind *mind, const struct pasch_position *position)
{
    const struct pasch_board *board = &position->board;
    struct pasch_cube cube = pasch_mind_cube(mind, position);
    struct pasch_verdict verdict;
    int roller = roller_of(position);
    pasch_search_value(mind->search, mind->level->plies, position, roller, &cube, &verdict);
    if (mind->level->cube_noise > 0) {
        struct pasch_probs probs = verdict.probs;
        float off = mind->level->cube_noise * stake(position->rules, &probs) * deviate(mind, board, SALT_CUBE + roller);
        misjudge(&probs, off / 2); /* winning instead of losing is 2 points */
        pasch_cube_judge(&cube, &probs, pasch_cube_efficiency_of(position->rules, board), &verdict);
    }
    return verdict;
}

/* Answers. */

/* Plays that differ by no more are alike. */
static const float alike = 1e-6f;

/* The best for the match, and among such the best for points: who has lost the match anyway still plays on. */
static size_t best_play(const struct pasch_rules *rules, const struct pasch_ranked *ranked, size_t count)
{
    size_t best = 0;
    for (size_t i = 1; i < count && ranked[0].equity - ranked[i].equity <= alike; i++) {
        if (pasch_probs_points(rules, &ranked[i].probs) > pasch_probs_points(rules, &ranked[best].probs))
            best = i;
    }
    return best;
}

/* How many were looked at as far as the first. */
static size_t looked_at(const struct pasch_ranked *ranked, size_t all)
{
    size_t count = 1;
    while (count < all && ranked[count].plies == ranked[0].plies)
        count++;
    return count;
}

/* The one that looks best to who misjudges each by so much. */
static size_t likeliest_play(const struct pasch_mind *mind, const struct pasch_plays *plays, size_t count, float noise)
{
    size_t best = 0;
    float most = 0;
    for (size_t i = 0; i < count; i++) {
        const struct pasch_play *play = &plays->play[mind->ranked[i].index];
        float equity = mind->ranked[i].equity;
        if (!play->over) /* a game that is over is seen to be */
            equity += noise * deviate(mind, &play->board, SALT_PLAY);
        if (!i || equity > most) {
            most = equity;
            best = i;
        }
    }
    return best;
}

size_t pasch_mind_play(struct pasch_mind *mind, const struct pasch_position *position, const struct pasch_plays *plays)
{
    const struct pasch_ranked *ranked = mind->ranked;
    struct pasch_cube cube = pasch_mind_cube(mind, position);
    pasch_search_plays(mind->search, mind->level->plies, position, &cube, plays, mind->ranked);
    size_t count = looked_at(ranked, plays->count);
    bool contact = pasch_class_of(position->rules, &position->board) == PASCH_CLASS_CONTACT;
    float noise = (contact ? mind->level->noise : mind->level->race_noise) * stake(position->rules, &ranked[0].probs);
    return ranked[noise > 0 ? likeliest_play(mind, plays, count, noise) : best_play(position->rules, ranked, count)]
        .index;
}

/* A roll is misjudged as the board is, each roll in its own way. */
void pasch_mind_names(struct pasch_mind *mind, const struct pasch_position *position, uint8_t roll[2])
{
    const struct pasch_ranked *ranked = mind->ranked;
    struct pasch_cube cube = pasch_mind_cube(mind, position);
    uint8_t choice[21][2];
    int all = pasch_position_choices(position, choice);
    pasch_search_choices(mind->search, mind->level->plies, position, &cube, choice, all, mind->ranked);
    size_t count = looked_at(ranked, (size_t)all), best = 0;
    float noise = mind->level->noise * stake(position->rules, &ranked[0].probs), most = 0;
    for (size_t i = 0; i < count && noise > 0; i++) {
        const uint8_t *named = choice[ranked[i].index];
        float equity = ranked[i].equity + noise * deviate(mind, &position->board, SALT_NAME + 6 * named[0] + named[1]);
        if (!i || equity > most) {
            most = equity;
            best = i;
        }
    }
    memcpy(roll, choice[ranked[best].index], 2);
}

bool pasch_mind_doubles(struct pasch_mind *mind, const struct pasch_position *position)
{
    enum pasch_cube_action action = judge(mind, position).action;
    return action == PASCH_ACTION_DOUBLE_TAKE || action == PASCH_ACTION_DOUBLE_PASS;
}

enum pasch_event_kind pasch_mind_answers(struct pasch_mind *mind, const struct pasch_position *position)
{
    struct pasch_verdict verdict = judge(mind, position);
    if (verdict.beaver)
        return PASCH_EVENT_BEAVER;
    return verdict.take ? PASCH_EVENT_TAKE : PASCH_EVENT_PASS;
}

int pasch_mind_resigns(struct pasch_mind *mind, const struct pasch_position *position)
{
    struct pasch_cube cube = pasch_mind_cube(mind, position);
    return pasch_search_resign(mind->search, mind->level->plies, position, &cube);
}

bool pasch_mind_accepts(struct pasch_mind *mind, const struct pasch_position *position, int me, int points)
{
    struct pasch_cube cube = pasch_mind_cube(mind, position);
    int roller = roller_of(position);
    return pasch_search_accept(mind->search, mind->level->plies, position, roller, &cube, roller != me, points);
}

/* Acting. */

/* The doubler's answer to a beaver: to go on at twice the stake of the beaver, the cube the other side's, or to lose
 * that stake. */
static enum pasch_event_kind answer_beaver(struct pasch_mind *mind, const struct pasch_position *position)
{
    struct pasch_position taken = *position;
    taken.offered = false;
    return 2 * judge(mind, &taken).no_double >= -1 ? PASCH_EVENT_TAKE : PASCH_EVENT_PASS;
}

static enum pasch_status make_play(struct pasch_mind *mind, const struct pasch_position *position,
                                   struct pasch_plays *plays, struct pasch_event *event, struct pasch_error *error)
{
    enum pasch_status status = pasch_position_plays(position, plays, error);
    event->kind = PASCH_EVENT_END;
    if (status != PASCH_OK || !plays->count)
        return status;
    const struct pasch_play *play = &plays->play[plays->count > 1 ? pasch_mind_play(mind, position, plays) : 0];
    event->kind = PASCH_EVENT_PLAY;
    event->hops = play->hops;
    memcpy(event->hop, play->hop, sizeof event->hop);
    return PASCH_OK;
}

/* Whether it doubles, if it may. */
static bool wants_double(struct pasch_mind *mind, const struct pasch_game *game)
{
    const struct pasch_position *p = &game->position;
    return pasch_game_may_double(game, p->turn, NULL) == PASCH_OK && pasch_mind_doubles(mind, p);
}

static void before_throw(struct pasch_mind *mind, const struct pasch_game *game, struct pasch_event *event)
{
    const struct pasch_position *p = &game->position;
    event->kind = PASCH_EVENT_ROLL;
    event->value = pasch_mind_resigns(mind, p);
    if (event->value > mind->resigned && event->value <= pasch_game_resign_most(game, p->turn)) {
        mind->resigned = event->value;
        event->kind = PASCH_EVENT_RESIGN;
        return;
    }
    event->value = 0;
    if (wants_double(mind, game))
        event->kind = PASCH_EVENT_DOUBLE;
}

enum pasch_status pasch_mind_act(struct pasch_mind *mind, const struct pasch_game *game, struct pasch_plays *plays,
                                 struct pasch_event *event, struct pasch_error *error)
{
    const struct pasch_position *p = &game->position;
    int me = pasch_game_actor(game);
    *event = (struct pasch_event){.side = (uint8_t)me};
    if (me == PASCH_NOBODY)
        return error_set(error, PASCH_NOT_NOW, 0, "nobody must act now");
    if (game->phase == PASCH_PHASE_RESIGN) {
        event->kind = pasch_mind_accepts(mind, p, me, game->resignation) ? PASCH_EVENT_ACCEPT : PASCH_EVENT_REJECT;
        return PASCH_OK;
    }
    enum pasch_due due = pasch_position_due(p);
    /* Who throws nothing doubles before the play or the naming. */
    if ((due == PASCH_DUE_PLAY || due == PASCH_DUE_CHOOSE) && wants_double(mind, game)) {
        event->kind = PASCH_EVENT_DOUBLE;
        return PASCH_OK;
    }
    switch (due) {
    case PASCH_DUE_ANSWER:
        event->kind = game->beaver ? answer_beaver(mind, p) : pasch_mind_answers(mind, p);
        return PASCH_OK;
    case PASCH_DUE_THROW: before_throw(mind, game, event); return PASCH_OK;
    case PASCH_DUE_BONUS:
    case PASCH_DUE_REPLY: event->kind = PASCH_EVENT_ROLL; return PASCH_OK;
    case PASCH_DUE_PLAY: return make_play(mind, p, plays, event, error);
    case PASCH_DUE_CHOOSE:
        event->kind = PASCH_EVENT_CHOOSE;
        pasch_mind_names(mind, p, event->die);
        return PASCH_OK;
    case PASCH_DUE_NOTHING: break;
    }
    return error_set(error, PASCH_NOT_NOW, 0, "nobody must act now");
}
