/* The evaluator that comes with the program, and what can be put in its place: net files and tables. */
#include <stdlib.h>
#include <string.h>

#include "pasch/eval.h"
#include "testing.h"

/* Tables that are as small as can be: these tests are about nets. */
static struct pasch_bearoff *one;
static struct pasch_bearoff_two *two;

static int make_tables(void **state)
{
    (void)state;
    one = pasch_bearoff_create();
    two = pasch_bearoff_two_create(1, NULL, NULL, NULL);
    return one && two ? 0 : -1;
}

static int free_tables(void **state)
{
    (void)state;
    pasch_bearoff_destroy(one);
    pasch_bearoff_two_destroy(two);
    return 0;
}

/* The nets of standard backgammon as files. */
struct files {
    struct pasch_engine_parts parts;
    uint8_t *bytes[PASCH_NET_USES];
    char name[PASCH_NET_USES][40];
};

static void read_files(struct files *files)
{
    *files = (struct files){.parts = {.bearoff = one, .two = two}};
    for (int use = 0; use < PASCH_NET_USES; use++) {
        char path[1000];
        snprintf(files->name[use], sizeof files->name[use], "standard-%s.net", pasch_net_use_name(use));
        snprintf(path, sizeof path, PASCH_NETS "/%s", files->name[use]);
        FILE *file = fopen(path, "rb");
        assert_non_null(file);
        assert_int_equal(fseek(file, 0, SEEK_END), 0);
        size_t size = (size_t)ftell(file);
        rewind(file);
        files->bytes[use] = malloc(size);
        assert_int_equal(fread(files->bytes[use], 1, size, file), size);
        fclose(file);
        files->parts.net[use].bytes = files->bytes[use];
        files->parts.net[use].size = size;
        files->parts.net[use].name = files->name[use];
    }
}

static void free_files(struct files *files)
{
    for (int use = 0; use < PASCH_NET_USES; use++)
        free(files->bytes[use]);
}

static struct pasch_engine *create(const struct pasch_engine_parts *parts)
{
    struct pasch_error error;
    struct pasch_engine *engine = pasch_engine_create(pasch_game_at(0), parts, &error);
    if (!engine)
        testing_fail("%s", error.text);
    return engine;
}

static struct pasch_probs start_of(const struct pasch_engine *engine)
{
    struct pasch_position start;
    pasch_position_start(&start, pasch_game_at(0));
    return pasch_evaluate(pasch_engine_evaluator(engine), &start.board, start.turn);
}

/* What is compiled in is what lies in data/nets. */
static void files_take_the_place_of_the_nets(void **state)
{
    (void)state;
    struct files files;
    read_files(&files);
    const struct pasch_engine_parts tables = {.bearoff = one, .two = two};
    struct pasch_engine *here = create(&tables), *there = create(&files.parts);
    struct pasch_probs a = start_of(here), b = start_of(there);
    assert_memory_equal(&a, &b, sizeof a);
    pasch_engine_destroy(there);

    files.parts.net[PASCH_NET_EARLY] = files.parts.net[PASCH_NET_RACE];
    there = create(&files.parts);
    b = start_of(there);
    assert_memory_not_equal(&a, &b, sizeof a);
    pasch_engine_destroy(here);
    pasch_engine_destroy(there);
    free_files(&files);
}

static void check_refused(const struct files *files, int use, const char *what, size_t at)
{
    struct pasch_error error = {0};
    if (pasch_engine_create(pasch_game_at(0), &files->parts, &error))
        testing_fail("%s: %s %zu was not missed", files->name[use], what, at);
    if (strncmp(error.text, files->name[use], strlen(files->name[use])) != 0 || !strstr(error.text, "net file"))
        testing_fail("%s, %s %zu: '%s'", files->name[use], what, at, error.text);
}

/* Every byte of the head and of the end, and bytes all over the file: whatever is changed, in whatever way. */
static void a_file_with_any_byte_changed_is_refused(void **state)
{
    (void)state;
    struct files files;
    struct pasch_rng rng;
    read_files(&files);
    pasch_rng_seed(&rng, 7);
    for (int use = 0; use < PASCH_NET_USES; use++) {
        size_t size = files.parts.net[use].size, step = size / 200;
        for (size_t at = 0; at < size; at += at < 64 || at + 16 >= size ? 1
                                             : at + 16 + step < size    ? step
                                                                        : size - 16 - at) {
            uint8_t before = files.bytes[use][at];
            files.bytes[use][at] = (uint8_t)(before + 1 + pasch_rng_below(&rng, 255));
            check_refused(&files, use, "byte", at);
            files.bytes[use][at] = before;
        }
        for (size_t cut = 0; cut < size; cut += cut < 64 ? 1 : step) {
            files.parts.net[use].size = cut;
            check_refused(&files, use, "length", cut);
        }
        files.parts.net[use].size = size;
    }
    pasch_engine_destroy(create(&files.parts));
    free_files(&files);
}

static void a_file_of_another_use_is_refused(void **state)
{
    (void)state;
    struct files files;
    struct pasch_error error;
    read_files(&files);
    struct pasch_engine_parts parts = files.parts;
    parts.net[PASCH_NET_QUICK] = files.parts.net[PASCH_NET_RACE];
    assert_null(pasch_engine_create(pasch_game_at(0), &parts, &error));
    assert_string_equal(error.text, "standard-race.net: this is no quick net");
    parts = files.parts;
    parts.net[PASCH_NET_CONTACT] = files.parts.net[PASCH_NET_QUICK];
    assert_null(pasch_engine_create(pasch_game_at(0), &parts, &error));
    assert_string_equal(error.text, "standard-quick.net: this is a quick net");
    free_files(&files);
}

static void a_game_without_nets_has_no_engine(void **state)
{
    (void)state;
    struct pasch_error error;
    struct pasch_rules rules = *pasch_game_at(0);
    rules.id = "unheard-of";
    assert_null(pasch_engine_create(&rules, NULL, &error));
    assert_int_equal(error.status, PASCH_BAD_GAME);
    assert_non_null(strstr(error.text, "'unheard-of'"));
}

/* With nothing given, the engine makes its tables itself; given, they are used and not freed. */
static void tables_are_made_or_taken(void **state)
{
    (void)state;
    struct pasch_engine *own = create(NULL);
    const struct pasch_engine_parts parts = {.bearoff = one, .two = two};
    struct pasch_engine *taken = create(&parts);
    const struct pasch_evaluator *a = pasch_engine_evaluator(own), *b = pasch_engine_evaluator(taken);
    assert_int_equal(pasch_bearoff_two_men(a->two), PASCH_BEAROFF_TWO_USUAL);
    assert_ptr_equal(b->bearoff, one);
    assert_ptr_equal(b->two, two);
    pasch_engine_destroy(own);
    pasch_engine_destroy(taken);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_take_the_place_of_the_nets),
        cmocka_unit_test(a_file_with_any_byte_changed_is_refused),
        cmocka_unit_test(a_file_of_another_use_is_refused),
        cmocka_unit_test(a_game_without_nets_has_no_engine),
        cmocka_unit_test(tables_are_made_or_taken),
    };
    return cmocka_run_group_tests(tests, make_tables, free_tables);
}
