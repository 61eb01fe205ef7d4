/* The cube against answers of GNU Backgammon, and searches that end: every value of theirs is exact. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "search/peers.h"

static struct pasch_met met;

static int make(void **state)
{
    (void)state;
    pasch_met_make(&met);
    return 0;
}

struct peers {
    int rows;
    struct {
        char id[PEERS_ID];
        struct pasch_probs probs;
    } row[PEERS_ROWS];
    struct loss money, match;
};

static void read_probs(const char *line, int number, void *context)
{
    struct peers *peers = context;
    float v[5];
    if (*line == '#')
        return;
    assert_true(peers->rows < PEERS_ROWS);
    if (sscanf(line, "%14s %f %f %f %f %f", peers->row[peers->rows].id, &v[0], &v[1], &v[2], &v[3], &v[4]) != 6)
        testing_fail("line %d is no position with its chances", number);
    peers->row[peers->rows++].probs = (struct pasch_probs){v[0], v[1], v[2], v[3], v[4]};
}

/* As the position's evaluator would be chosen, here by the name that GNU Backgammon gives the class. */
static float efficiency_of(const char *class, const struct pasch_position *position)
{
    int pips = pasch_position_pips(position, position->turn), other = pasch_position_pips(position, 1 - position->turn);
    bool contact = strcmp(class, "contact") == 0 || strcmp(class, "crashed") == 0;
    return pasch_cube_efficiency(contact ? PASCH_CLASS_CONTACT : PASCH_CLASS_RACE, pips, other);
}

static void check_row(const struct peer *peer, void *context)
{
    struct peers *peers = context;
    if (peer->number > peers->rows || strcmp(peer->id, peers->row[peer->number - 1].id) != 0)
        testing_fail("line %d: its chances are not known", peer->number);
    struct pasch_verdict verdict;
    float x = efficiency_of(peer->class, &peer->position);
    pasch_cube_judge(&peer->cube, &peers->row[peer->number - 1].probs, x, &verdict);
    assert_true(verdict.may_double);
    loss_add(peer->cube.met ? &peers->match : &peers->money, &verdict, peer->no_double, peer->double_take,
             peer->double_pass);
    if (peer->cube.met) { /* the same normalisation */
        assert_true(fabs(pasch_cube_mwc(&peer->cube, (float)peer->no_double) - peer->mwc[0]) < 2e-5);
        assert_true(fabs(verdict.mwc[2] - peer->mwc[2]) < 2e-6);
    }
}

static void little_is_lost_against_2_ply(void **state)
{
    (void)state;
    struct peers *peers = calloc(1, sizeof *peers);
    testing_lines(PASCH_TESTS "/search/cube_probs.tsv", read_probs, peers);
    peers_read(&met, check_row, peers);
    assert_true(loss_report("money", &peers->money) < 1);
    assert_true(loss_report("match", &peers->match) < 1.5);
    free(peers);
}

struct bearoffs {
    struct loss fitted, flat;
};

static void check_bearoff(const char *line, int number, void *context)
{
    struct bearoffs *bearoffs = context;
    char id[PEERS_ID];
    double p, value[2], taken;
    if (*line == '#')
        return;
    if (sscanf(line, "%14s %lf %lf %lf %lf", id, &p, &value[0], &value[1], &taken) != 5)
        testing_fail("line %d is no position with its equities", number);
    struct pasch_position position = testing_position(id);
    const struct pasch_probs probs = {.win = (float)p};
    for (int own = 0; own < 2; own++) {
        struct pasch_cube cube = {.owner = own ? PASCH_CUBE_MINE : PASCH_CUBE_CENTRED};
        struct pasch_verdict verdict;
        pasch_cube_judge(&cube, &probs, efficiency_of("bearoff2", &position), &verdict);
        loss_add(&bearoffs->fitted, &verdict, value[own], taken, 1);
        pasch_cube_judge(&cube, &probs, 0.6f, &verdict);
        loss_add(&bearoffs->flat, &verdict, value[own], taken, 1);
    }
}

static void last_rolls_want_a_lower_efficiency(void **state)
{
    (void)state;
    struct bearoffs bearoffs = {0};
    testing_lines(PASCH_TESTS "/search/bearoff_cube.tsv", check_bearoff, &bearoffs);
    assert_int_equal(bearoffs.fitted.decisions, 2 * PEERS_ROWS);
    double fitted = loss_report("by pips", &bearoffs.fitted), flat = loss_report("0.6", &bearoffs.flat);
    assert_true(fitted < 2.5 && flat > 5);
}

/* Bear-off from the ace point, played to the end: each roll takes two men off, a double four. */
static void ace_point(const struct pasch_ladder *ladder, int roller, int mine, int theirs, float *hold)
{
    const struct pasch_probs won = {.win = 1};
    float next[PASCH_LADDER_STATES], sum[PASCH_LADDER_STATES] = {0};
    for (int doubles = 0; doubles < 2; doubles++) {
        int left = mine - (doubles ? 4 : 2);
        float weight = doubles ? 1.0f / 6 : 5.0f / 6;
        if (left <= 0) {
            pasch_ladder_leaf(ladder, roller, &won, 0, next);
        } else {
            ace_point(ladder, 1 - roller, theirs, left, next);
            pasch_ladder_decide(ladder, 1 - roller, next, next);
        }
        for (int s = 0; s < ladder->states; s++)
            sum[s] += weight * (left <= 0 ? next[s] : -next[s]);
    }
    memcpy(hold, sum, sizeof sum);
}

static struct pasch_verdict ace_verdict(const struct pasch_cube *cube, int mine, int theirs)
{
    struct pasch_ladder ladder;
    struct pasch_verdict verdict;
    float hold[PASCH_LADDER_STATES];
    pasch_ladder_make(&ladder, cube);
    ace_point(&ladder, 0, mine, theirs, hold);
    pasch_ladder_judge(&ladder, hold, &verdict);
    return verdict;
}

/* Equities of GNU Backgammon's two-sided table: not turned with the cube in the middle, own and theirs; taken. */
static void a_search_to_the_end_is_exact_for_money(void **state)
{
    (void)state;
    static const struct {
        int mine, theirs;
        double value[3], taken;
    } known[] = {
        {4, 2, {-0.666651, -0.666651, -0.666651}, -1.333303}, {4, 4, {0.722194, 0.722194, 0.722194}, 1.444388},
        {6, 4, {-0.722225, -0.490715, -0.722225}, -1.444450}, {6, 6, {0.768521, 0.768521, 0.575586}, 1.151171},
        {5, 6, {0.768521, 0.768521, 0.575586}, 1.151171},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        for (int owner = 0; owner < 3; owner++) {
            struct pasch_cube cube = {.owner = (enum pasch_cube_owner)owner};
            struct pasch_verdict v = ace_verdict(&cube, known[i].mine, known[i].theirs);
            if (fabs(v.no_double - known[i].value[owner]) > 1e-4 ||
                (v.may_double && fabs(v.double_take - known[i].taken) > 1e-4))
                testing_fail("%d against %d men, owner %d: %f, taken %f", known[i].mine, known[i].theirs, owner,
                             v.no_double, v.double_take);
        }
    }
}

/* 6 men against 6 and both two points away: doubled, the game is the match, and cubeless chances decide. Not doubled,
 * the opponent (who cannot be worse off) doubles in its turn unless it has lost. */
static void a_search_to_the_end_is_exact_in_matches(void **state)
{
    (void)state;
    struct pasch_cube cube = {.met = &met, .away = {2, 2}};
    struct pasch_verdict v = ace_verdict(&cube, 6, 6);
    assert_true(fabs(v.mwc[1] - 0.787793) < 2e-5 && fabs(v.mwc[2] - met.pre[1][2]) < 1e-6);
    assert_int_equal(v.action, PASCH_ACTION_DOUBLE_PASS);
    assert_true(v.mwc[0] < v.mwc[2]);
    /* After the Crawford game the trailer's double costs nothing: 6 against 4 men. */
    cube = (struct pasch_cube){.met = &met, .away = {3, 1}};
    v = ace_verdict(&cube, 6, 4);
    assert_true(fabs(v.mwc[1] - 0.254643 * 0.5) < 2e-5 && v.action == PASCH_ACTION_DOUBLE_TAKE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(little_is_lost_against_2_ply),
        cmocka_unit_test(last_rolls_want_a_lower_efficiency),
        cmocka_unit_test(a_search_to_the_end_is_exact_for_money),
        cmocka_unit_test(a_search_to_the_end_is_exact_in_matches),
    };
    return cmocka_run_group_tests(tests, make, NULL);
}
