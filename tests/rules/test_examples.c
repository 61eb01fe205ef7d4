/* The worked examples of the rule book, against both generators. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

struct totals {
    struct pasch_plays plays;
    int examples;
};

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The results as one text, a line each, sorted. */
static char *results_of(const struct pasch_position *position, const struct pasch_plays *plays)
{
    char **line = calloc(plays->count + 1, sizeof *line), *all = calloc(plays->count + 1, PASCH_PPN_ROOM + 1);
    size_t lines = 0;
    for (size_t i = 0; i < plays->count; i++) {
        struct pasch_position next = *position;
        line[lines] = malloc(PASCH_PPN_ROOM);
        pasch_position_play(&next, &plays->play[i]);
        pasch_ppn_write(&next, line[lines++]);
    }
    qsort(line, lines, sizeof *line, by_text);
    for (size_t i = 0; i < lines; i++) {
        if (!i || strcmp(line[i], line[i - 1]) != 0) { /* ends that count alike are one result */
            strcat(all, line[i]);
            strcat(all, "\n");
        }
    }
    for (size_t i = 0; i < lines; i++)
        free(line[i]);
    free(line);
    return all;
}

static char *results_wanted(const json_t *list)
{
    size_t count = json_array_size(list);
    const char **line = calloc(count + 1, sizeof *line);
    char *all = calloc(count + 1, PASCH_PPN_ROOM + 1);
    for (size_t i = 0; i < count; i++)
        line[i] = json_string_value(json_array_get(list, i));
    qsort(line, count, sizeof *line, by_text);
    for (size_t i = 0; i < count; i++) {
        strcat(all, line[i]);
        strcat(all, "\n");
    }
    free(line);
    return all;
}

static void check_results(const char *name, const struct pasch_position *position, const json_t *results,
                          struct pasch_plays *plays)
{
    char *wanted = results_wanted(results);
    assert_int_equal(pasch_position_plays(position, plays, NULL), PASCH_OK);
    char *fast = results_of(position, plays);
    assert_int_equal(pasch_moves_plain(position->rules, &position->board, position->turn, &position->stage[0], plays),
                     PASCH_OK);
    char *plain = results_of(position, plays);
    if (strcmp(fast, wanted) != 0)
        testing_fail("%s, fast generator:\n%swanted:\n%s", name, fast, wanted);
    if (strcmp(plain, wanted) != 0)
        testing_fail("%s, plain generator:\n%swanted:\n%s", name, plain, wanted);
    free(fast);
    free(plain);
    free(wanted);
}

static void check_choices(const char *name, const struct pasch_position *position, const json_t *choices)
{
    uint8_t choice[21][2];
    int count = pasch_position_choices(position, choice);
    if ((size_t)count != json_array_size(choices))
        testing_fail("%s: %d choices", name, count);
    for (int i = 0; i < count; i++) {
        char text[3] = {(char)('0' + choice[i][0]), (char)('0' + choice[i][1]), 0};
        assert_string_equal(text, json_string_value(json_array_get(choices, (size_t)i)));
    }
}

static void check_line(const char *line, int number, void *context)
{
    struct totals *totals = context;
    json_t *example = json_loads(line, 0, NULL);
    const char *name = json_string_value(json_object_get(example, "name"));
    const char *text = json_string_value(json_object_get(example, "position"));
    const json_t *pass = json_object_get(example, "pass"), *choices = json_object_get(example, "choices");
    char written[PASCH_PPN_ROOM];
    if (!name || !text)
        testing_fail("line %d is no example", number);
    struct pasch_position position = testing_position(text);
    pasch_ppn_write(&position, written);
    assert_string_equal(written, text);
    if (choices)
        check_choices(name, &position, choices);
    else
        check_results(name, &position, json_object_get(example, "results"), &totals->plays);
    if (pass) {
        assert_int_equal(totals->plays.count, 0);
        pasch_position_play(&position, NULL);
        pasch_ppn_write(&position, written);
        assert_string_equal(written, json_string_value(pass));
    }
    json_decref(example);
    totals->examples++;
}

static void every_worked_example_holds_for_both_generators(void **state)
{
    (void)state;
    struct totals totals = {.plays = testing_plays()};
    testing_lines(PASCH_SHARED "/rules-examples.jsonl", check_line, &totals);
    assert_true(totals.examples >= 120);
    testing_plays_free(&totals.plays);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_worked_example_holds_for_both_generators)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
