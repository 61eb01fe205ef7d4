#include "cli/duel/luck.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/think/thinker.h"
#include "pasch/level.h"

/* So many plays of a throw are looked at in duels. The luck has the mean 0 whatever is left out, and varies no less
 * with all of them. */
enum { PLAYS = 4 };

struct luck {
    const struct pasch_evaluator *evaluator;
    bool quick;                        /* some plays will do; else all are looked at */
    struct pasch_search *search, *own; /* `own` to be freed, or NULL */
    struct pasch_mind *mind;           /* knows how to look at the cube */
    struct pasch_ranked *ranked;
    struct pasch_outlook *outlook; /* where boards do not say all */
};

static const struct pasch_level plain; /* no plies, no noise */

struct luck *luck_create_by(struct pasch_search *search, const struct pasch_evaluator *evaluator,
                            const struct pasch_terms *terms)
{
    struct luck *luck = calloc(1, sizeof *luck);
    if (!luck)
        return NULL;
    luck->search = search;
    luck->evaluator = evaluator;
    luck->ranked = malloc(PASCH_PLAYS_ROOM * sizeof *luck->ranked);
    luck->mind = pasch_mind_create(&plain, search, terms);
    luck->outlook = pasch_outlook_create();
    if (luck->ranked && luck->mind && luck->outlook)
        return luck;
    luck_destroy(luck);
    return NULL;
}

struct luck *luck_create(struct player_terms *terms, char why[PLAYER_WHY])
{
    struct pasch_search_settings settings;
    const struct pasch_evaluator *evaluator = player_evaluator(terms, NULL, why);
    if (!evaluator)
        return NULL;
    pasch_search_settings(&settings);
    settings.cache_entries = 0;
    struct pasch_search *search = pasch_search_create(evaluator, &settings);
    struct luck *luck = search ? luck_create_by(search, evaluator, &terms->terms) : NULL;
    if (luck) {
        luck->own = search;
        luck->quick = true;
        return luck;
    }
    pasch_search_destroy(search);
    snprintf(why, PLAYER_WHY, "out of memory");
    return NULL;
}

void luck_destroy(struct luck *luck)
{
    if (!luck)
        return;
    pasch_mind_destroy(luck->mind);
    pasch_outlook_destroy(luck->outlook);
    pasch_search_destroy(luck->own);
    free(luck->ranked);
    free(luck);
}

/* An equity of the side that the cube is seen by, in points, or in matches won less lost. */
static double worth(const struct pasch_cube *cube, float equity)
{
    return cube->met ? 2 * pasch_cube_mwc(cube, equity) - 1 : ldexp(equity, cube->log);
}

/* What a position is worth to its `turn`, before its throw. */
static double before_throw(struct luck *luck, const struct pasch_position *p)
{
    struct pasch_cube cube = pasch_mind_cube(luck->mind, p);
    struct pasch_verdict verdict;
    pasch_search_cube(luck->search, 0, &p->board, p->turn, &cube, &verdict);
    return worth(&cube, verdict.best);
}

/* The same with a throw to be played. */
static double before_play(struct luck *luck, const struct pasch_position *p, struct pasch_plays *plays)
{
    struct pasch_cube cube = pasch_mind_cube(luck->mind, p);
    if (pasch_position_plays(p, plays, NULL) != PASCH_OK || !plays->count) {
        struct pasch_position after = *p;
        pasch_position_play(&after, NULL);
        return -before_throw(luck, &after);
    }
    if (luck->quick)
        pasch_evaluate_prune(luck->evaluator, &p->board, p->turn, plays, PLAYS);
    pasch_search_best(luck->search, 0, &p->board, p->turn, &cube, NULL, plays, luck->ranked);
    return worth(&cube, luck->ranked[0].equity);
}

/* The same of any position whose dice are known as far as they go. */
static double before_anything(struct luck *luck, const struct pasch_position *p)
{
    struct pasch_probs probs = pasch_outlook_value(luck->outlook, luck->evaluator, p, luck->quick ? 1 : 0);
    struct pasch_cube cube = pasch_mind_cube(luck->mind, p);
    struct pasch_verdict verdict;
    if (thinkers_counts(p->rules))
        return cube.met ? 0 : (double)pasch_probs_points(p->rules, &probs);
    pasch_cube_judge(&cube, &probs, pasch_cube_efficiency_of(p->rules, &p->board), &verdict);
    return worth(&cube, verdict.no_double);
}

/* Of x. */
static double value(struct luck *luck, const struct pasch_position *p, struct pasch_plays *plays)
{
    double mine;
    if (!pasch_evaluate_fits(p->rules))
        mine = before_anything(luck, p);
    else
        mine = pasch_position_due(p) == PASCH_DUE_PLAY ? before_play(luck, p, plays) : before_throw(luck, p);
    return p->turn == PASCH_X ? mine : -mine;
}

double luck_opening(struct luck *luck, const struct pasch_game *game, int x, int o, struct pasch_plays *plays)
{
    double came = 0, sum = 0;
    if (x == o)
        return 0; /* is thrown again */
    for (int a = 1; a <= 6; a++) {
        for (int b = 1; b <= 6; b++) {
            struct pasch_event event = {.kind = PASCH_EVENT_OPENING, .die = {(uint8_t)a, (uint8_t)b}};
            struct pasch_game after = *game;
            if (a == b || pasch_game_apply(&after, &event, plays, NULL) != PASCH_OK)
                continue;
            double now = value(luck, &after.position, plays);
            sum += now;
            if (a == x && b == o)
                came = now;
        }
    }
    return came - sum / 30;
}

double luck_roll(struct luck *luck, const struct pasch_position *position, int a, int b, struct pasch_plays *plays)
{
    double came = 0, sum = 0;
    for (int high = 1; high <= 6; high++) {
        for (int low = 1; low <= high; low++) {
            struct pasch_position after = *position;
            if (pasch_position_throw(&after, high, low, NULL) != PASCH_OK)
                continue;
            double now = value(luck, &after, plays);
            sum += high == low ? now : 2 * now;
            if ((a == high && b == low) || (a == low && b == high))
                came = now;
        }
    }
    return came - sum / 36;
}
