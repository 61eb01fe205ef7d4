/* Numbers that others have found, or that follow exactly from the rules, computed again with the library's own
 * generator: bearing off alone (rules.md 4.1 T6, training.md 9) and Doublets (rules.md 4.15 T6). */
#include <math.h>

#include "match.h"

/* Bearing off alone: fifteen men at home, each turn as few turns to come as possible on average. Every play lowers the
 * pips, so positions in the order of their pips need one pass. */

enum { POSITIONS = 54264, TURNS = 40, MAX_PIPS = 90 };

struct bear_off {
    uint8_t men[POSITIONS][7];     /* [0] = off */
    uint32_t order[POSITIONS];     /* by pips */
    double turns[POSITIONS];       /* the least expected number of turns */
    uint8_t fewest[POSITIONS];     /* with the best dice */
    float share[POSITIONS][TURNS]; /* of ending in exactly so many turns */
    int keeping_pays;              /* mixed rolls where bearing off none beats bearing off, though possible */
};

static struct bear_off *bear_off;

static uint32_t choose(int n, int k)
{
    uint32_t c = 1;
    for (int i = 1; i <= k; i++)
        c = c * (uint32_t)(n - k + i) / (uint32_t)i;
    return n < k ? 0 : c;
}

/* Six bars among fifteen men: where they stand, taken as a number in the combinatorial number system. */
static uint32_t rank(const uint8_t *men)
{
    static uint32_t binomial[22][7];
    uint32_t sum = 0;
    if (!binomial[6][6]) {
        for (int n = 0; n < 22; n++) {
            for (int k = 1; k <= 6; k++)
                binomial[n][k] = choose(n, k);
        }
    }
    for (int p = 1, before = 0; p <= 6; p++) {
        before += men[p];
        sum += binomial[before + p - 1][p];
    }
    return sum;
}

static uint32_t rank_of(const char *men)
{
    uint8_t count[7] = {0};
    for (int p = 1; p <= 6 && men[p - 1]; p++)
        count[p] = (uint8_t)(men[p - 1] <= '9' ? men[p - 1] - '0' : men[p - 1] - 'a' + 10);
    return rank(count);
}

static int pips_of(const uint8_t *men)
{
    int pips = 0;
    for (int p = 1; p <= 6; p++)
        pips += p * men[p];
    return pips;
}

static void list_positions(struct bear_off *b)
{
    uint8_t men[7];
    uint32_t listed = 0, start[MAX_PIPS + 2] = {0};
    for (uint32_t code = 0; code < 1u << 24; code++) { /* four bits a point */
        int sum = 0;
        for (int p = 1; p <= 6; p++) {
            men[p] = code >> 4 * (p - 1) & 15;
            sum += men[p];
        }
        if (sum > 15)
            continue;
        men[0] = (uint8_t)(15 - sum);
        memcpy(b->men[rank(men)], men, sizeof men);
        start[pips_of(men) + 1]++;
        listed++;
    }
    assert_int_equal(listed, POSITIONS);
    for (int pips = 0; pips <= MAX_PIPS; pips++)
        start[pips + 1] += start[pips];
    for (uint32_t i = 0; i < POSITIONS; i++)
        b->order[start[pips_of(b->men[i])]++] = i;
}

static struct pasch_board board_of(const uint8_t *men)
{
    struct pasch_board board = {.side = {[PASCH_O] = {.men = {[1] = 15}}}};
    memcpy(board.side[PASCH_X].men, men, 7);
    return board;
}

/* One roll of one position: the best play's position, and whether keeping all men on beats every play that does not. */
static uint32_t best_of(struct bear_off *b, uint32_t from, const struct pasch_plays *plays, bool *keeping_pays)
{
    uint32_t best = POSITIONS;
    double none = INFINITY, some = INFINITY;
    for (size_t i = 0; i < plays->count; i++) {
        uint32_t to = rank(plays->play[i].board.side[PASCH_X].men);
        double turns = b->turns[to];
        if (best == POSITIONS || turns < b->turns[best])
            best = to;
        double *kind = b->men[to][0] == b->men[from][0] ? &none : &some;
        *kind = fmin(*kind, turns);
    }
    *keeping_pays = none < some - 1e-12 && some < INFINITY;
    return best;
}

static void solve(struct bear_off *b, const struct pasch_rules *rules, struct pasch_plays *plays)
{
    list_positions(b);
    b->share[b->order[0]][0] = 1;
    for (uint32_t n = 1; n < POSITIONS; n++) {
        uint32_t from = b->order[n];
        struct pasch_board board = board_of(b->men[from]);
        double share[TURNS] = {0}, turns = 1;
        b->fewest[from] = UINT8_MAX;
        for (int high = 1; high <= 6; high++) {
            for (int low = 1; low <= high; low++) {
                struct pasch_stage stage = {PASCH_STAGE_MOVES, {(uint8_t)high, (uint8_t)low}};
                double weight = (high == low ? 1 : 2) / 36.0;
                bool keeping_pays;
                assert_int_equal(pasch_moves(rules, &board, PASCH_X, &stage, plays), PASCH_OK);
                assert_true(plays->count > 0);
                uint32_t best = best_of(b, from, plays, &keeping_pays);
                b->keeping_pays += high != low && keeping_pays;
                turns += weight * b->turns[best];
                for (size_t i = 0; i < plays->count; i++) {
                    int fewest = b->fewest[rank(plays->play[i].board.side[PASCH_X].men)] + 1;
                    if (fewest < b->fewest[from])
                        b->fewest[from] = (uint8_t)fewest;
                }
                assert_true(b->share[best][TURNS - 1] == 0);
                for (int turn = 1; turn < TURNS; turn++)
                    share[turn] += weight * (double)b->share[best][turn - 1];
            }
        }
        b->turns[from] = turns;
        for (int turn = 0; turn < TURNS; turn++)
            b->share[from][turn] = (float)share[turn];
    }
}

static int solve_once(void **state)
{
    table_open(state);
    struct table *t = *state;
    bear_off = calloc(1, sizeof *bear_off);
    solve(bear_off, pasch_game_find("eureka"), &t->plays);
    return 0;
}

static int forget(void **state)
{
    free(bear_off);
    return table_close(state);
}

/* How often who is on roll ends first, if each ends after so many turns with this share. */
static double first_wins(const double *share, int turns)
{
    double wins = 0, other_later = 1;
    for (int turn = 0; turn < turns; turn++) {
        wins += share[turn] * other_later;
        other_later -= share[turn];
    }
    return wins;
}

static double race(uint32_t position)
{
    double share[TURNS];
    for (int turn = 0; turn < TURNS; turn++)
        share[turn] = (double)bear_off->share[position][turn];
    return first_wins(share, TURNS);
}

/* Turns needed by `men` on points 1 to 6, to six digits. */
static void takes(const char *men, double turns)
{
    double found = bear_off->turns[rank_of(men)];
    if (fabs(found - turns) > 5.1e-7)
        testing_fail("%s: %.7f turns, not %.6f", men, found, turns);
}

static void known_bear_offs_take_as_many_turns_as_known(void **state)
{
    (void)state;
    takes("f00000", 6.979592);
    takes("a00000", 4.408179);
    takes("000001", 1.25);
    takes("000002", 2.109611);
    takes("222222", 6.360317);
    takes("222333", 8.138923);
    takes("000555", 10.073759);
    takes("000357", 10.539055);
    takes("00000f", 12.266187);
    takes("100000", 1);
    takes("200000", 1);
    takes("300000", 2 - 1 / 6.0);
}

static void in_known_cases_it_pays_to_bear_nothing_off(void **state)
{
    (void)state;
    assert_int_equal(bear_off->keeping_pays, 3825); /* Taper_Mike, bgonline 149100 */
}

static void four_men_on_the_ace_each_are_won_by_31_in_36(void **state)
{
    (void)state;
    assert_true(fabs(race(rank_of("400000")) - 31 / 36.0) < 1e-6);
}

static uint32_t eureka_start(void)
{
    struct pasch_position start;
    pasch_position_start(&start, pasch_game_find("eureka"));
    return rank(start.board.side[PASCH_X].men);
}

static void eureka_takes_seven_and_a_half_turns_at_best(void **state)
{
    (void)state;
    double turns = bear_off->turns[eureka_start()];
    if (fabs(turns - 7.5550) > 5.1e-5)
        testing_fail("%.6f turns", turns);
}

static void eureka_takes_four_turns_at_least(void **state)
{
    (void)state;
    assert_int_equal(bear_off->fewest[eureka_start()], 4);
    assert_true(bear_off->share[eureka_start()][3] == 0);
    assert_true(bear_off->share[eureka_start()][4] > 0);
}

static void the_first_player_of_eureka_wins_two_in_three(void **state)
{
    (void)state;
    double wins = race(eureka_start());
    if (fabs(wins - 0.6690) > 5.1e-5)
        testing_fail("the first player wins %.5f", wins);
}

/* Marks what a roll of eureka leads to. */
static void mark_results(const struct pasch_rules *rules, const struct pasch_board *board, int a, int b,
                         struct pasch_plays *plays, uint8_t *reached)
{
    struct pasch_stage stage = {PASCH_STAGE_MOVES, {(uint8_t)a, (uint8_t)b}};
    assert_int_equal(pasch_moves(rules, board, PASCH_X, &stage, plays), PASCH_OK);
    for (size_t i = 0; i < plays->count; i++)
        reached[rank(plays->play[i].board.side[PASCH_X].men)] = 1;
}

static void eureka_reaches_15312_positions_and_15703_with_those_in_mid_turn(void **state)
{
    struct table *t = *state;
    const struct pasch_rules *rules = pasch_game_find("eureka");
    uint8_t *reached = calloc(POSITIONS, 1), *passed = calloc(POSITIONS, 1);
    int count = 0, with_passed = 0;
    reached[eureka_start()] = 1;
    for (uint32_t n = POSITIONS; n-- > 0;) {
        uint32_t from = bear_off->order[n];
        count += reached[from];
        with_passed += reached[from] || passed[from];
        if (!reached[from] || !n)
            continue;
        struct pasch_board board = board_of(bear_off->men[from]);
        for (int roll = 0; roll < 36; roll++) {
            if (roll / 6 >= roll % 6)
                mark_results(rules, &board, roll / 6 + 1, roll % 6 + 1, &t->plays, reached);
        }
        for (int hops = 1; hops <= 3; hops++) { /* one number so many times: what a turn passes through */
            struct pasch_rules fewer = *rules;
            fewer.double_moves = (uint8_t)hops;
            for (int number = 1; number <= 6; number++)
                mark_results(&fewer, &board, number, number, &t->plays, passed);
        }
    }
    free(reached);
    free(passed);
    assert_int_equal(count, 15312);
    assert_int_equal(with_passed, 15703);
}

/* Standard and eureka bear off alike where there is no contact. */
static void standard_bears_off_in_the_same_way(void **state)
{
    struct table *t = *state;
    const struct pasch_rules *standard = pasch_game_find("standard"), *eureka = pasch_game_find("eureka");
    uint8_t *seen = calloc(POSITIONS, 1);
    for (uint32_t n = 1; n < POSITIONS; n += 11) {
        struct pasch_board board = board_of(bear_off->men[n]);
        for (int roll = 0; roll < 36; roll++) {
            struct pasch_stage stage = {PASCH_STAGE_MOVES, {(uint8_t)(roll / 6 + 1), (uint8_t)(roll % 6 + 1)}};
            if (stage.die[0] < stage.die[1] || bear_off->men[n][0] == 15)
                continue;
            assert_int_equal(pasch_moves(eureka, &board, PASCH_X, &stage, &t->plays), PASCH_OK);
            size_t count = t->plays.count;
            for (size_t i = 0; i < count; i++)
                seen[rank(t->plays.play[i].board.side[PASCH_X].men)] = 1;
            assert_int_equal(pasch_moves(standard, &board, PASCH_X, &stage, &t->plays), PASCH_OK);
            assert_int_equal(t->plays.count, count);
            for (size_t i = 0; i < count; i++) {
                uint32_t to = rank(t->plays.play[i].board.side[PASCH_X].men);
                assert_int_equal(seen[to], 1);
                seen[to] = 0;
            }
        }
    }
    free(seen);
}

/* Doublets: a state is the phase and the towers still to be done in it; a roll leads to one other. */

enum { MASKS = 64, STATES = 3 * MASKS, DONE = STATES, LONG = 2000 };

struct chain {
    uint16_t next[STATES][36]; /* DONE = the game is won */
    bool again[36];            /* the roll earns another one in the same turn */
    double turns[STATES + 1];
};

static struct pasch_position towers(int state)
{
    struct pasch_position p;
    pasch_position_start(&p, pasch_game_find("doublets"));
    struct pasch_side *side = &p.board.side[PASCH_X];
    side->phase = (uint8_t)(state / MASKS);
    side->marks = (uint32_t)(state % MASKS) << 1;
    for (int tower = 1; tower <= 6 && side->phase == 2; tower++) {
        if (side->marks >> tower & 1)
            continue;
        side->men[PASCH_OFF] = (uint8_t)(side->men[PASCH_OFF] + side->men[tower]);
        side->men[tower] = 0;
    }
    assert_int_equal(pasch_position_check(&p, NULL), PASCH_OK);
    return p;
}

static void roll_everything(struct chain *chain, struct pasch_plays *plays)
{
    for (int state = 0; state < STATES; state++) {
        for (int roll = 0; roll < 36 && state % MASKS; roll++) {
            struct pasch_position p = towers(state);
            assert_int_equal(pasch_position_throw(&p, roll / 6 + 1, roll % 6 + 1, NULL), PASCH_OK);
            assert_int_equal(pasch_position_plays(&p, plays, NULL), PASCH_OK);
            assert_true(plays->count <= 1); /* R-do-5: there is never a choice */
            pasch_position_play(&p, plays->count ? &plays->play[0] : NULL);
            const struct pasch_side *side = &p.board.side[PASCH_X];
            chain->next[state][roll] = (uint16_t)(p.over ? DONE : side->phase * MASKS + (int)(side->marks >> 1));
            chain->again[roll] = roll / 6 == roll % 6;
            if (!p.over)
                assert_int_equal(pasch_position_due(&p) == PASCH_DUE_BONUS, chain->again[roll]);
        }
    }
}

/* Later phases first, and in a phase fewer towers first: a roll leads on or changes nothing. */
static void expect_turns(struct chain *chain)
{
    double later[STATES + 1] = {0}; /* turns after this one, when a throw of this turn is due */
    for (int phase = 2; phase >= 0; phase--) {
        for (int mask = 1; mask < MASKS; mask++) {
            int state = phase * MASKS + mask;
            double sum = 0, stay = 0;
            for (int roll = 0; roll < 36; roll++) {
                int next = chain->next[state][roll];
                if (next == state) {
                    stay += 1 / 36.0;
                    sum += chain->again[roll] ? 0 : 1 / 36.0;
                } else {
                    sum += (chain->again[roll] ? later[next] : chain->turns[next]) / 36;
                }
            }
            later[state] = sum / (1 - stay);
            chain->turns[state] = 1 + later[state];
        }
    }
}

/* share[n] = of ending in exactly n turns from the start. */
static void share_of_turns(const struct chain *chain, double share[LONG])
{
    double now[STATES + 1] = {[MASKS - 1] = 1};
    for (int turn = 1; turn < LONG; turn++) {
        double ended[STATES + 1] = {0}, done = 0;
        for (int throw = 0; throw < 40; throw ++) { /* doubles in a row; what is left after forty is nothing */
            double again[STATES + 1] = {0};
            for (int state = 0; state < STATES; state++) {
                for (int roll = 0; roll < 36 && now[state] > 0; roll++) {
                    int next = chain->next[state][roll];
                    double part = now[state] / 36;
                    if (next == DONE)
                        done += part;
                    else if (chain->again[roll])
                        again[next] += part;
                    else
                        ended[next] += part;
                }
            }
            memcpy(now, again, sizeof now);
        }
        memcpy(now, ended, sizeof now);
        share[turn] = done;
    }
}

static void doublets_takes_18_turns_alone_and_favours_who_begins(void **state)
{
    struct table *t = *state;
    struct chain *chain = calloc(1, sizeof *chain);
    double *share = calloc(LONG, sizeof *share), mean = 0, all = 0;
    roll_everything(chain, &t->plays);
    expect_turns(chain);
    share_of_turns(chain, share);
    for (int turn = 0; turn < LONG; turn++) {
        mean += turn * share[turn];
        all += share[turn];
    }
    double turns = chain->turns[MASKS - 1], wins = first_wins(share, LONG);
    /* Which towers are left is all one, only their number counts: 19 states. */
    for (int mask = 1; mask < MASKS; mask++) {
        int alike = (1 << __builtin_popcount((unsigned)mask)) - 1;
        for (int phase = 0; phase < 3; phase++)
            assert_true(fabs(chain->turns[phase * MASKS + mask] - chain->turns[phase * MASKS + alike]) < 1e-9);
    }
    free(chain);
    free(share);
    assert_true(fabs(all - 1) < 1e-9);
    assert_true(fabs(mean - turns) < 1e-6);
    if (fabs(turns - 18.389) > 5.1e-4)
        testing_fail("%.5f turns", turns);
    if (fabs(wins - 0.53398) > 5.1e-6)
        testing_fail("the first player wins %.6f", wins);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_bear_offs_take_as_many_turns_as_known),
        cmocka_unit_test(in_known_cases_it_pays_to_bear_nothing_off),
        cmocka_unit_test(four_men_on_the_ace_each_are_won_by_31_in_36),
        cmocka_unit_test(eureka_takes_seven_and_a_half_turns_at_best),
        cmocka_unit_test(eureka_takes_four_turns_at_least),
        cmocka_unit_test(the_first_player_of_eureka_wins_two_in_three),
        cmocka_unit_test(eureka_reaches_15312_positions_and_15703_with_those_in_mid_turn),
        cmocka_unit_test(standard_bears_off_in_the_same_way),
        cmocka_unit_test(doublets_takes_18_turns_alone_and_favours_who_begins),
    };
    return cmocka_run_group_tests(tests, solve_once, forget);
}
