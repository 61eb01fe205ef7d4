/* Every line of bad_input.txt is refused with the words it asks for, and nothing is touched. The requests in JSON are
 * for bad_json.sh, which gets them from here, written out: --requests, and --words for what the answers must contain.
 */
#include <stdlib.h>
#include <string.h>

#include "testing.h"

static const char path[] = PASCH_TESTS "/notation/bad_input.txt";

struct line {
    char *kind, *input, *words;
    size_t length; /* of the input, which may have zeros in it */
    int number;
};

struct context {
    struct pasch_plays plays;
    int checked;
    bool requests, words; /* what to print of the lines of kind json */
};

static int hex(char c)
{
    const char *digits = "0123456789abcdef", *found = c ? strchr(digits, c) : NULL;
    return found ? (int)(found - digits) : -1;
}

/* Writes out @repeat(text,times) and \xNN. Without `out` it only counts. */
static size_t expand(const char *at, char *out)
{
    size_t length = 0;
    while (*at) {
        const char *end = strncmp(at, "@repeat(", 8) == 0 ? strchr(at, ')') : NULL;
        if (end) {
            const char *text = at + 8, *comma = end;
            while (comma > text && *comma != ',')
                comma--;
            for (long times = atol(comma + 1); times > 0; times--) {
                if (out)
                    memcpy(out + length, text, (size_t)(comma - text));
                length += (size_t)(comma - text);
            }
            at = end + 1;
        } else if (at[0] == '\\' && at[1] == 'x' && hex(at[2]) >= 0 && hex(at[3]) >= 0) {
            if (out)
                out[length] = (char)(hex(at[2]) << 4 | hex(at[3]));
            length++;
            at += 4;
        } else {
            if (out)
                out[length] = *at;
            length++;
            at++;
        }
    }
    return length;
}

/* The parts of a line; false for comments and empty lines. */
static bool split(const char *text, int number, struct line *line)
{
    if (!*text || *text == '#')
        return false;
    char *copy = strdup(text), *first = strchr(copy, '\t'), *second = first ? strrchr(first + 1, '\t') : NULL;
    if (!second || second[1] == 0) {
        fprintf(stderr, "%s:%d: kind, input and words must stand here\n", path, number);
        exit(1);
    }
    *first++ = *second++ = 0;
    line->length = expand(first, NULL);
    line->input = calloc(line->length + 1, 1);
    expand(first, line->input);
    line->kind = copy;
    line->words = second;
    line->number = number;
    return true;
}

static void free_line(struct line *line)
{
    free(line->kind);
    free(line->input);
}

static void check_error(const struct line *line, enum pasch_status status, const struct pasch_error *error)
{
    const char *text = error->text;
    if (status == PASCH_OK)
        testing_fail("line %d, '%.80s' is accepted", line->number, line->input);
    if (error->status != status || !strstr(text, line->words))
        testing_fail("line %d, '%.80s', %s, column %d: %s", line->number, line->input, pasch_status_name(status),
                     error->column, text);
    if (error->column < 0 || (size_t)error->column > line->length + 1)
        testing_fail("line %d has its error in column %d", line->number, error->column);
    if (!*text || text[strlen(text) - 1] == '.')
        testing_fail("line %d: '%s' is no sentence without a final stop", line->number, text);
}

typedef enum pasch_status reader(struct pasch_position *, const char *, struct pasch_error *);

static enum pasch_status read_ppn(struct pasch_position *position, const char *text, struct pasch_error *error)
{
    return pasch_ppn_read(position, text, NULL, error);
}

static enum pasch_status read_any(struct pasch_position *position, const char *text, struct pasch_error *error)
{
    return pasch_position_read(position, text, NULL, error);
}

/* Refused with and without room for the error, also where any notation will do. */
static void check_position(const struct line *line, reader *read)
{
    struct pasch_position position, before;
    struct pasch_error error = {0};
    memset(&position, 0x5a, sizeof position);
    before = position;
    check_error(line, read(&position, line->input, &error), &error);
    assert_memory_equal(&position, &before, sizeof position);
    assert_int_equal(read(&position, line->input, NULL), error.status);
    assert_int_not_equal(read_any(&position, line->input, &error), PASCH_OK);
    assert_memory_equal(&position, &before, sizeof position);
}

static void check_move(const struct line *line, const char *ppn, struct pasch_plays *plays)
{
    struct pasch_position position = testing_position(ppn), before = position;
    struct pasch_error error = {0};
    size_t index = 99999;
    assert_int_equal(pasch_position_plays(&position, plays, NULL), PASCH_OK);
    check_error(line, pasch_move_read(&position, plays, line->input, &index, &error), &error);
    assert_int_equal(index, 99999);
    assert_int_equal(pasch_move_read(&position, plays, line->input, &index, NULL), error.status);
    assert_memory_equal(&position, &before, sizeof position);
}

static void check_event(const struct line *line, const char *ppn, struct pasch_plays *plays)
{
    struct pasch_position position = testing_position(ppn);
    struct pasch_error error = {0};
    struct pasch_terms terms;
    struct pasch_event event;
    static struct pasch_game game, before;
    pasch_terms_default(&terms, position.rules);
    pasch_game_start_at(&game, &position, &terms);
    memcpy(&before, &game, sizeof game);
    check_error(line, pasch_event_read(&event, line->input, &game, plays, &error), &error);
    assert_int_equal(pasch_event_read(&event, line->input, &game, plays, NULL), error.status);
    assert_memory_equal(&game, &before, sizeof game);
}

static void check_dice(const struct line *line)
{
    int die[2] = {0, 0};
    struct pasch_error error = {0};
    check_error(line, pasch_dice_read(line->input, die, &error), &error);
    assert_int_equal(pasch_dice_read(line->input, die, NULL), error.status);
}

static void check_line(const char *text, int number, void *context)
{
    struct context *c = context;
    struct line line;
    if (!split(text, number, &line))
        return;
    if (strcmp(line.kind, "ppn") == 0)
        check_position(&line, read_ppn);
    else if (strcmp(line.kind, "id") == 0)
        check_position(&line, pasch_gnubg_read);
    else if (strcmp(line.kind, "xgid") == 0)
        check_position(&line, pasch_xgid_read);
    else if (strncmp(line.kind, "move:", 5) == 0)
        check_move(&line, line.kind + 5, &c->plays);
    else if (strncmp(line.kind, "event:", 6) == 0)
        check_event(&line, line.kind + 6, &c->plays);
    else if (strcmp(line.kind, "dice") == 0)
        check_dice(&line);
    else if (strcmp(line.kind, "json") != 0)
        testing_fail("line %d: there is no kind '%s'", number, line.kind);
    c->checked++;
    free_line(&line);
}

static void every_bad_line_is_refused_with_a_reason(void **state)
{
    (void)state;
    struct context context = {.plays = testing_plays()};
    testing_lines(path, check_line, &context);
    assert_true(context.checked >= 200);
    testing_plays_free(&context.plays);
}

static void print_line(const char *text, int number, void *context)
{
    const struct context *c = context;
    struct line line;
    if (!split(text, number, &line))
        return;
    if (strcmp(line.kind, "json") == 0) {
        if (c->requests)
            fwrite(line.input, 1, line.length, stdout);
        else
            fputs(line.words, stdout);
        putchar('\n');
    }
    free_line(&line);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_bad_line_is_refused_with_a_reason)};
    struct context print = {.requests = argc > 1 && strcmp(argv[1], "--requests") == 0,
                            .words = argc > 1 && strcmp(argv[1], "--words") == 0};
    if (!print.requests && !print.words)
        return cmocka_run_group_tests(tests, NULL, NULL);
    testing_lines(path, print_line, &print);
    return 0;
}
