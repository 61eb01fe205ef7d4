/* Legal plays of standard backgammon as GNU Backgammon found them. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

enum { LINES = 12074, ID_LETTERS = 14 };

struct totals {
    struct pasch_plays plays;
    int lines, passes;
    size_t results;
};

/* GNU Backgammon's position identifier, written here once more so that the answer does not hang on the library's own
 * writer: a one for each man and a zero after each place, of the mover first and then of the side that is to roll. */
static void put_id(const struct pasch_board *board, int mover, char id[ID_LETTERS + 1])
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint8_t byte[12] = {0};
    unsigned at = 0;
    for (int i = 0; i < 2; i++) {
        const struct pasch_side *side = &board->side[i ? 1 - mover : mover];
        for (int place = 1; place <= PASCH_BAR; place++, at++) {
            for (int man = 0; man < side->men[place]; man++, at++)
                byte[at / 8] |= (uint8_t)(1u << at % 8);
        }
    }
    for (int i = 0; i < ID_LETTERS; i++) {
        const uint8_t *group = &byte[i / 4 * 3];
        unsigned bits = (unsigned)group[0] << 16 | (unsigned)group[1] << 8 | group[2];
        id[i] = letters[bits >> (18 - i % 4 * 6) & 63];
    }
    id[ID_LETTERS] = 0;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void check_results(const char *name, const struct pasch_position *position, const struct pasch_plays *plays,
                          const json_t *wanted)
{
    char(*id)[ID_LETTERS + 1] = calloc(plays->count + 1, sizeof *id);
    for (size_t i = 0; i < plays->count; i++)
        put_id(&plays->play[i].board, position->turn, id[i]);
    qsort(id, plays->count, sizeof *id, by_text);
    size_t count = json_array_size(wanted);
    for (size_t i = 0; i < count && i < plays->count; i++) { /* the file's are sorted, too */
        const char *other = json_string_value(json_array_get(wanted, i));
        if (strcmp(id[i], other) != 0)
            testing_fail("%s: %s here, %s there", name, id[i], other);
    }
    if (count != plays->count)
        testing_fail("%s: %zu plays, %zu wanted", name, plays->count, count);
    free(id);
}

static void check_line(const char *line, int number, void *context)
{
    struct totals *totals = context;
    json_t *object = json_loads(line, 0, NULL), *dice = json_object_get(object, "dice");
    const json_t *moves = json_object_get(object, "moves");
    const char *text = json_string_value(json_object_get(object, "pos"));
    if (!text || !json_is_array(moves) || json_array_size(dice) != 2)
        testing_fail("line %d is no position with its moves", number);
    int a = (int)json_integer_value(json_array_get(dice, 0)), b = (int)json_integer_value(json_array_get(dice, 1));
    struct pasch_position position = testing_position(text);
    struct pasch_plays *plays = &totals->plays;
    char name[80];
    assert_int_equal(pasch_position_set_dice(&position, a, b, NULL), PASCH_OK);
    for (int plain = 0; plain < 2; plain++) {
        snprintf(name, sizeof name, "line %d, %s %d%d, %s generator", number, text, a, b, plain ? "plain" : "fast");
        enum pasch_status status = (plain ? pasch_moves_plain : pasch_moves)(position.rules, &position.board,
                                                                             position.turn, &position.stage[0], plays);
        assert_int_equal(status, PASCH_OK);
        check_results(name, &position, plays, moves);
    }
    totals->lines++;
    totals->passes += plays->count == 0;
    totals->results += plays->count;
    json_decref(object);
}

static void gnu_backgammon_finds_the_same_legal_plays(void **state)
{
    (void)state;
    struct totals totals = {.plays = testing_plays()};
    testing_lines(PASCH_SHARED "/reference/gnubg/movegen.jsonl", check_line, &totals);
    print_message("%d positions, %d without a play, %zu results\n", totals.lines, totals.passes, totals.results);
    assert_int_equal(totals.lines, LINES);
    testing_plays_free(&totals.plays);
}

static void the_identifier_of_the_start_is_known(void **state)
{
    (void)state;
    struct pasch_position position;
    char id[ID_LETTERS + 1];
    pasch_position_start(&position, pasch_game_at(0));
    put_id(&position.board, PASCH_O, id);
    assert_string_equal(id, "4HPwATDgc/ABMA");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_identifier_of_the_start_is_known),
        cmocka_unit_test(gnu_backgammon_finds_the_same_legal_plays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
