/* Match winning chances: the published table, its extension, and what must hold of both. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pasch/cube.h"
#include "testing.h"

enum { PUBLISHED = 25 };

static struct pasch_met met;

static int make(void **state)
{
    (void)state;
    pasch_met_make(&met);
    return 0;
}

/* The entries of the XML stand one a line, row by row, the post-Crawford row last. */
static void check_entry(const char *line, int number, void *context)
{
    int *count = context;
    const char *text = strstr(line, "<me>");
    if (!text)
        return;
    double wanted = strtod(text + 4, NULL);
    int a = *count / PUBLISHED + 1, b = *count % PUBLISHED + 1;
    double got = a <= PUBLISHED ? met.pre[a][b] : met.post[b];
    if (got != wanted)
        testing_fail("line %d: %g here, %g there", number, got, wanted);
    ++*count;
}

static void published_entries_are_kept(void **state)
{
    (void)state;
    int count = 0;
    testing_lines(PASCH_SHARED "/reference/kazaross-xg2.xml", check_entry, &count);
    assert_int_equal(count, PUBLISHED * PUBLISHED + PUBLISHED);
}

static void what_one_wins_the_other_loses(void **state)
{
    (void)state;
    for (int a = 1; a <= PASCH_MET_AWAY; a++) {
        for (int b = 1; b <= PASCH_MET_AWAY; b++) {
            for (int post = 0; post < 2; post++) {
                double sum = pasch_met_chance(&met, a, b, post) + pasch_met_chance(&met, b, a, post);
                if (fabs(sum - 1) > 1e-12)
                    testing_fail("%d away, %d away, post %d: sum %.15f", a, b, post, sum);
            }
        }
    }
}

static void every_point_helps(const struct pasch_met *table)
{
    for (int a = 1; a <= PASCH_MET_AWAY; a++) {
        for (int b = 1; b < PASCH_MET_AWAY; b++) {
            if (table->pre[a][b + 1] <= table->pre[a][b])
                testing_fail("%d away: %d away %g, %d away %g", a, b, table->pre[a][b], b + 1, table->pre[a][b + 1]);
        }
        if (a < PASCH_MET_AWAY && table->post[a + 1] >= table->post[a])
            testing_fail("after the Crawford game %d away %g, %d away %g", a, table->post[a], a + 1,
                         table->post[a + 1]);
    }
}

static void tables_are_monotone(void **state)
{
    (void)state;
    struct pasch_met cubeless;
    every_point_helps(&met);
    pasch_met_make_cubeless(&cubeless, 0.26, 0.01);
    every_point_helps(&cubeless);
}

static void ends_of_the_match(void **state)
{
    (void)state;
    assert_true(pasch_met_chance(&met, 0, 3, false) == 1);
    assert_true(pasch_met_chance(&met, -5, 3, true) == 1);
    assert_true(pasch_met_chance(&met, 3, 0, false) == 0);
    assert_true(pasch_met_chance(&met, 1, 1, true) == 0.5);
    assert_true(pasch_met_chance(&met, 1, 1, false) == 0.5);
    assert_true(pasch_met_chance(&met, 500, 500, false) == 0.5);
    assert_true(pasch_met_chance(&met, 500, 64, false) == 0.5);
}

static void crawford_and_after(void **state)
{
    (void)state;
    /* 2 away in the Crawford game, 3 away with the cube turned at once after it: either way a single win leads to one
     * point each, a gammon wins the match, a loss ends it. */
    assert_true(fabs(pasch_met_chance(&met, 2, 1, false) - pasch_met_chance(&met, 3, 1, true)) < 1e-12);
    for (int away = 2; away <= PASCH_MET_AWAY; away++) {
        double during = pasch_met_chance(&met, away, 1, false), after = pasch_met_chance(&met, away, 1, true);
        if (during >= after)
            testing_fail("%d away: %g without the cube, %g with it", away, during, after);
    }
    /* With the cube turned at once, needing two is hardly worse than needing one. */
    assert_true(pasch_met_chance(&met, 2, 1, true) < 0.5 && pasch_met_chance(&met, 2, 1, true) > 0.48);
}

/* What the extension would have made of scores that are published. */
static void the_method_of_the_extension_fits_the_published_table(void **state)
{
    (void)state;
    const struct pasch_probs even = {0.5f, 0.14f, 0.005f, 0.14f, 0.005f};
    double worst = 0, squares = 0;
    int count = 0;
    for (int a = 16; a <= PUBLISHED; a++) {
        for (int b = 2; b < a; b++, count++) {
            struct pasch_cube cube = {.met = &met, .away = {a, b}};
            struct pasch_verdict verdict;
            pasch_cube_judge(&cube, &even, 0.68f, &verdict);
            double error = fabs(verdict.mwc[0] - met.pre[a][b]);
            squares += error * error;
            worst = error > worst ? error : worst;
        }
    }
    print_message("%d scores: root mean square %.5f, at most %.5f\n", count, sqrt(squares / count), worst);
    assert_true(sqrt(squares / count) < 0.00015 && worst < 0.0007);
}

/* No seam: what a point is worth changes little from one score to the next, in the published table and beyond. */
static void the_extension_goes_on_smoothly(void **state)
{
    (void)state;
    for (int a = PUBLISHED - 1; a < PASCH_MET_AWAY - 1; a++) {
        for (int b = 8; b <= PASCH_MET_AWAY; b++) {
            double bend = met.pre[a + 1][b] - 2 * met.pre[a][b] + met.pre[a - 1][b];
            if (fabs(bend) > 0.002)
                testing_fail("%d away, %d away: bends by %g", a, b, bend);
        }
    }
}

static void matches_without_the_cube(void **state)
{
    (void)state;
    struct pasch_met plain;
    pasch_met_make_cubeless(&plain, 0, 0);
    assert_true(fabs(plain.pre[2][1] - 0.25) < 1e-12);
    assert_true(fabs(plain.pre[3][2] - 5.0 / 16) < 1e-12); /* three heads before two tails */
    pasch_met_make_cubeless(&plain, 0.2, 0);
    assert_true(fabs(plain.pre[2][1] - (0.5 * 0.2 + 0.5 * 0.8 * 0.5)) < 1e-12);
    assert_true(plain.post[7] == plain.pre[7][1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_entries_are_kept),
        cmocka_unit_test(what_one_wins_the_other_loses),
        cmocka_unit_test(tables_are_monotone),
        cmocka_unit_test(ends_of_the_match),
        cmocka_unit_test(crawford_and_after),
        cmocka_unit_test(the_method_of_the_extension_fits_the_published_table),
        cmocka_unit_test(the_extension_goes_on_smoothly),
        cmocka_unit_test(matches_without_the_cube),
    };
    return cmocka_run_group_tests(tests, make, NULL);
}
