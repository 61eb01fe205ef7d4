/* Counts of plays from the start of every game against the files of this folder, which make_perft writes and people can
 * read. `test_perft deep` also counts what takes seconds. */
#include <stdlib.h>
#include <string.h>

#include "pasch/perft.h"
#include "testing.h"

/* The deepest count that is made without being asked for, and the most that the plain generator is made to count. */
enum { GAMES = 25, ROLLS = 21, DEPTHS = 3, QUICK = 2, PLAIN_MOST = 250000 };

static bool deep;

struct file {
    const struct pasch_rules *rules;
    struct pasch_plays plays[DEPTHS];
    int rolls, depths; /* lines read */
    uint64_t by_roll[7][7], sum, depth[DEPTHS + 1];
};

static uint64_t plain_perft(const struct pasch_position *position, int depth, struct pasch_plays *plays);

/* Ends of the game that count alike are one result. */
static uint64_t plain_stage(const struct pasch_position *position, int depth, struct pasch_plays *plays)
{
    uint64_t sum = 0;
    struct pasch_position next, end[4];
    int ends = 0, e;
    pasch_moves_plain(position->rules, &position->board, position->turn, &position->stage[0], plays);
    for (size_t i = 0; i < plays->count || i == 0; i++) {
        next = *position;
        pasch_position_play(&next, plays->count ? &plays->play[i] : NULL);
        if (!next.over) {
            sum += plain_perft(&next, depth - 1, plays + 1);
            continue;
        }
        for (e = 0; e < ends && !pasch_position_equal(&end[e], &next); e++) {
        }
        if (e == ends && ends < 4) {
            end[ends++] = next;
            sum++;
        }
    }
    return sum;
}

/* The same count with the plain generator. */
static uint64_t plain_perft(const struct pasch_position *position, int depth, struct pasch_plays *plays)
{
    uint64_t sum = 0;
    struct pasch_position next;
    uint8_t choice[21][2];
    int choices;
    if (depth == 0 || position->over)
        return 1;
    switch (pasch_position_due(position)) {
    case PASCH_DUE_PLAY: return plain_stage(position, depth, plays);
    case PASCH_DUE_CHOOSE:
        choices = pasch_position_choices(position, choice);
        for (int i = 0; i < choices; i++) {
            next = *position;
            assert_int_equal(pasch_position_choose(&next, choice[i][0], choice[i][1], NULL), PASCH_OK);
            sum += plain_perft(&next, depth, plays);
        }
        return sum;
    default:
        for (int roll = 0; roll < 36; roll++) {
            if (roll / 6 < roll % 6)
                continue;
            next = *position;
            assert_int_equal(pasch_position_throw(&next, roll / 6 + 1, roll % 6 + 1, NULL), PASCH_OK);
            sum += plain_perft(&next, depth, plays);
        }
        return sum;
    }
}

static void check(const struct file *file, const char *what, uint64_t counted, uint64_t wanted)
{
    if (counted != wanted)
        testing_fail("%s, %s: %llu counted, %llu in the file", file->rules->id, what, (unsigned long long)counted,
                     (unsigned long long)wanted);
}

static void check_roll(struct file *file, int high, int low, uint64_t wanted)
{
    struct pasch_position thrown;
    char what[40];
    pasch_position_start(&thrown, file->rules);
    assert_int_equal(pasch_position_throw(&thrown, high, low, NULL), PASCH_OK);
    snprintf(what, sizeof what, "%d%d", high, low);
    check(file, what, pasch_perft(&thrown, 1, file->plays), wanted);
    snprintf(what, sizeof what, "%d%d with the plain generator", high, low);
    check(file, what, plain_perft(&thrown, 1, file->plays), wanted);
    file->by_roll[high][low] = wanted;
    file->sum += wanted;
    file->rolls++;
}

static void check_depth(struct file *file, int depth, uint64_t wanted)
{
    struct pasch_position start;
    char what[40];
    pasch_position_start(&start, file->rules);
    snprintf(what, sizeof what, "depth %d", depth);
    if (deep || depth <= QUICK)
        check(file, what, pasch_perft(&start, depth, file->plays), wanted);
    snprintf(what, sizeof what, "depth %d with the plain generator", depth);
    if (wanted <= PLAIN_MOST)
        check(file, what, plain_perft(&start, depth, file->plays), wanted);
    file->depth[depth] = wanted;
    file->depths++;
}

static void check_line(const char *line, int number, void *context)
{
    struct file *file = context;
    unsigned a;
    unsigned long long count;
    char junk;
    if (*line == '#' || !*line)
        return;
    if (sscanf(line, "depth %1u %llu%c", &a, &count, &junk) == 2 && a >= 1 && a <= DEPTHS)
        check_depth(file, (int)a, count);
    else if (sscanf(line, "%2u %llu%c", &a, &count, &junk) == 2 && a >= 11 && a <= 66)
        check_roll(file, (int)a / 10, (int)a % 10, count);
    else
        testing_fail("%s.perft, line %d cannot be read: %s", file->rules->id, number, line);
}

/* A game's file, read and checked once. */
static const struct file *checked(const struct pasch_rules *rules)
{
    static struct file files[GAMES];
    struct file *file = files;
    char path[400];
    while (file->rules && file->rules != rules)
        file++;
    if (file->rules)
        return file;
    file->rules = rules;
    for (int i = 0; i < DEPTHS; i++)
        file->plays[i] = testing_plays();
    snprintf(path, sizeof path, "%s/perft/%s.perft", PASCH_TESTS, rules->id);
    testing_lines(path, check_line, file);
    for (int i = 0; i < DEPTHS; i++)
        testing_plays_free(&file->plays[i]);
    return file;
}

static void every_game_counts_as_its_file_says(void **state)
{
    (void)state;
    assert_int_equal(pasch_game_count(), GAMES);
    for (size_t g = 0; g < GAMES; g++) {
        const struct file *file = checked(pasch_game_at(g));
        assert_int_equal(file->rolls, ROLLS);
        assert_int_equal(file->depths, g ? QUICK : DEPTHS);
        check(file, "the sum over the rolls", file->sum, file->depth[1]);
    }
}

static void standard_counts_as_others_have_found(void **state)
{
    (void)state;
    static const int counts[ROLLS][2] = {{11, 42}, {21, 15}, {22, 75}, {31, 16}, {32, 17}, {33, 73}, {41, 14},
                                         {42, 18}, {43, 17}, {44, 52}, {51, 8},  {52, 8},  {53, 9},  {54, 9},
                                         {55, 4},  {61, 10}, {62, 14}, {63, 14}, {64, 14}, {65, 7},  {66, 11}};
    const struct file *file = checked(pasch_game_find("standard"));
    for (int i = 0; i < ROLLS; i++)
        assert_int_equal(file->by_roll[counts[i][0] / 10][counts[i][0] % 10], counts[i][1]);
    assert_int_equal(file->depth[1], 447);
    assert_int_equal(file->depth[2], 202782);
    assert_int_equal(file->depth[3], 116154993);
}

/* What the rule book says, or what can be counted on one's fingers. */
static void first_rolls_count_as_the_rule_book_says(void **state)
{
    (void)state;
    static const struct {
        const char *id;
        int roll, count;
    } known[] = {
        {"eureka", 65, 2},      {"puff", 42, 1},        {"russian-puff", 53, 1}, {"french-1", 52, 1},
        {"gioul", 65, 2},       {"french-2", 53, 2},    {"french-2", 44, 1},     {"acey-deucey", 63, 2},
        {"mexican", 52, 6},     {"old-britain", 52, 6}, {"pin", 61, 10},         {"catch-me", 61, 6},
        {"catch-me", 53, 1},    {"catch-me", 44, 6},    {"doublets", 63, 1},     {"lumbardorum", 32, 2},
        {"lumbardorum", 65, 1}, {"straight", 65, 7},    {"fixed-roll", 11, 42},  {"snake", 66, 1},
        {"snake", 63, 1},       {"open-roll", 31, 336}, {"reversed", 31, 16},    {"double-vs-choice", 55, 4},
        {"acey-deucey", 21, 2},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const struct file *file = checked(pasch_game_find(known[i].id));
        char what[20];
        snprintf(what, sizeof what, "%d by the rules", known[i].roll);
        check(file, what, (uint64_t)known[i].count, file->by_roll[known[i].roll / 10][known[i].roll % 10]);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_counts_as_its_file_says),
        cmocka_unit_test(standard_counts_as_others_have_found),
        cmocka_unit_test(first_rolls_count_as_the_rule_book_says),
    };
    deep = argc == 2 && strcmp(argv[1], "deep") == 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
