#include "tables.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void tables_make(struct tables *t, const struct pasch_rules *rules, bool solo, bool pairs, int men)
{
    *t = (struct tables){.exact = {.rules = rules}, .plays = testing_plays()};
    if (solo && pasch_exact_solo_fits(rules, PASCH_EXACT_HOME)) {
        t->exact.solo = t->solo = pasch_exact_solo_create(rules, PASCH_EXACT_HOME, NULL, NULL);
        assert_non_null(t->solo);
    }
    if (pairs && pasch_exact_pairs_men(rules)) {
        t->exact.pairs = t->pairs = pasch_exact_pairs_create(rules, men, NULL, NULL);
        assert_non_null(t->pairs);
    }
}

void tables_free(struct tables *t)
{
    pasch_exact_solo_destroy(t->solo);
    pasch_exact_pairs_destroy(t->pairs);
    testing_plays_free(&t->plays);
}

static void throw_dice(struct pasch_position *p, struct pasch_rng *rng)
{
    uint32_t n = pasch_rng_below(rng, 36);
    assert_int_equal(pasch_position_throw(p, (int)(n / 6) + 1, (int)(n % 6) + 1, NULL), PASCH_OK);
}

static void step(struct tables *t, struct pasch_position *p, struct pasch_rng *rng)
{
    enum pasch_due due = pasch_position_due(p);
    struct pasch_exact_choice choice;
    if (due != PASCH_DUE_PLAY && due != PASCH_DUE_CHOOSE) {
        throw_dice(p, rng);
        return;
    }
    if (!pasch_exact_best(&t->exact, p, &t->plays, &choice))
        testing_fail("%s: a position is not covered", p->rules->id);
    if (due == PASCH_DUE_CHOOSE)
        assert_int_equal(pasch_position_choose(p, choice.roll[0], choice.roll[1], NULL), PASCH_OK);
    else
        pasch_position_play(p, choice.play < 0 ? NULL : &t->plays.play[choice.play]);
}

struct played tables_play(struct tables *t, const struct pasch_position *from, long games, uint64_t seed)
{
    struct pasch_rng rng;
    struct played played = {0};
    double squares = 0;
    pasch_rng_seed(&rng, seed);
    for (long i = 0; i < games; i++) {
        struct pasch_position p = *from;
        while (!p.over)
            step(t, &p, &rng);
        double points = p.winner == PASCH_X ? p.points : -p.points;
        played.mean += points;
        squares += points * points;
        played.wins += p.winner == PASCH_X;
        played.turns += p.ply - from->ply + 1; /* the last is not counted */
    }
    double n = (double)games;
    played.mean /= n;
    played.wins /= n;
    played.turns /= n;
    played.error = sqrt((squares / n - played.mean * played.mean) / n);
    return played;
}

struct pasch_exact_value tables_value(struct tables *t, const struct pasch_position *position)
{
    struct pasch_exact_value value;
    if (!pasch_exact_value(&t->exact, position, &t->plays, &value))
        testing_fail("%s: the position is not covered", position->rules->id);
    return value;
}

static struct pasch_side random_side(const struct pasch_rules *rules, int men, int points, struct pasch_rng *rng)
{
    struct pasch_side side;
    int most = rules->stack ? rules->stack : men;
    memset(&side, 0, sizeof side);
    side.men[PASCH_OFF] = (uint8_t)pasch_rules_men(rules);
    for (int i = (int)pasch_rng_below(rng, (uint32_t)men); i >= 0; i--) {
        int p = 1 + (int)pasch_rng_below(rng, (uint32_t)points);
        if (side.men[p] < (rules->single >> p & 1 ? 1 : most)) {
            side.men[p]++;
            side.men[PASCH_OFF]--;
        }
    }
    return side;
}

struct pasch_position tables_random_race(const struct pasch_rules *rules, int men, int points, struct pasch_rng *rng)
{
    struct pasch_position p;
    pasch_position_start(&p, rules);
    for (int i = 0; i < 2; i++)
        p.board.side[i] = random_side(rules, men, points, rng);
    return p;
}
