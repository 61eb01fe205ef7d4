/* The rows themselves: every game's makes sense, a row that does not is told why, and options fit where they say. */
#include <string.h>

#include "testing.h"

static void the_row_of_every_game_makes_sense(void **state)
{
    (void)state;
    struct pasch_error error;
    assert_int_equal(pasch_game_count(), 25);
    for (size_t i = 0; i < pasch_game_count(); i++) {
        const struct pasch_rules *rules = pasch_game_at(i);
        if (pasch_rules_check(rules, &error) != PASCH_OK)
            testing_fail("%s: %s", rules->id, error.text);
        assert_ptr_equal(pasch_game_find(rules->id), rules);
    }
    assert_null(pasch_game_at(25));
    assert_null(pasch_game_find("chess"));
}

static void refused(const struct pasch_rules *rules, const char *why)
{
    struct pasch_error error = {.text = ""};
    assert_int_equal(pasch_rules_check(rules, &error), PASCH_BAD_GAME);
    if (!strstr(error.text, why))
        testing_fail("'%s' does not say '%s'", error.text, why);
}

static void a_row_that_makes_no_sense_is_told_why(void **state)
{
    (void)state;
    const struct pasch_rules standard = *pasch_game_at(0);
    struct pasch_rules rules = standard;
    rules.name = NULL;
    refused(&rules, "needs an id, a name and a summary");
    rules = standard;
    rules.points = 6;
    refused(&rules, "7 to 24 points");
    rules.points = 25;
    refused(&rules, "7 to 24 points");
    rules = standard;
    rules.start[1][24] = 14;
    refused(&rules, "the start has 14 men, not 15");
    rules = standard;
    rules.double_moves = 5;
    refused(&rules, "at most 4 moves");
    const struct pasch_hooks nothing = {.numbers = NULL};
    rules = standard;
    rules.hooks = &nothing;
    refused(&rules, "hooks need both");
    rules = standard;
    rules.towers = true;
    refused(&rules, "need hooks");
}

static void every_option_that_is_listed_can_be_set_to_every_value_it_lists(void **state)
{
    (void)state;
    for (size_t i = 0; i < pasch_game_count(); i++) {
        const char *option;
        for (size_t o = 0; (option = pasch_rules_option(pasch_game_at(i), o)); o++) {
            char text[80], *value, *rest;
            snprintf(text, sizeof text, "%s", option);
            char *equals = strchr(text, '=');
            assert_non_null(equals);
            *equals = 0;
            for (value = strtok_r(equals + 1, "|", &rest); value; value = strtok_r(NULL, "|", &rest)) {
                struct pasch_rules rules = *pasch_game_at(i);
                struct pasch_error error;
                if (pasch_rules_set(&rules, text, value, &error) != PASCH_OK ||
                    pasch_rules_check(&rules, &error) != PASCH_OK)
                    testing_fail("%s %s=%s: %s", rules.id, text, value, error.text);
            }
        }
    }
}

static void an_option_that_does_not_fit_is_refused(void **state)
{
    (void)state;
    struct pasch_rules rules = *pasch_game_at(0);
    struct pasch_error error;
    assert_int_equal(pasch_rules_set(&rules, "tops", "2", &error), PASCH_BAD_GAME);
    assert_string_equal(error.text, "standard has no option 'tops'");
    assert_int_equal(pasch_rules_set(&rules, "opening", "late", &error), PASCH_BAD_GAME);
    assert_string_equal(error.text, "'late' is no value of opening: opening=split|fresh");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_row_of_every_game_makes_sense),
        cmocka_unit_test(a_row_that_makes_no_sense_is_told_why),
        cmocka_unit_test(every_option_that_is_listed_can_be_set_to_every_value_it_lists),
        cmocka_unit_test(an_option_that_does_not_fit_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
