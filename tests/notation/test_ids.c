/* XGID and the identifiers of GNU Backgammon: pairs that other programs made, in all directions, and what is refused.
 */
#include <stdlib.h>
#include <string.h>

#include "testing.h"

static const char start_id[] = "4HPwATDgc/ABMA", start_xgid[] = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10";

enum form { XGID, GNUBG };
typedef enum pasch_status reader(struct pasch_position *, const char *, struct pasch_error *);
typedef enum pasch_status writer(const struct pasch_position *, char *, struct pasch_error *);
static reader *const read_id[] = {pasch_xgid_read, pasch_gnubg_read};
static writer *const write_id[] = {pasch_xgid_write, pasch_gnubg_write};

static struct pasch_position read_as(enum form form, const char *text)
{
    struct pasch_position position;
    struct pasch_error error;
    if (read_id[form](&position, text, &error) != PASCH_OK)
        testing_fail("'%s', column %d: %s", text, error.column, error.text);
    return position;
}

static void check_written(enum form form, const struct pasch_position *position, const char *wanted, const char *name)
{
    char text[PASCH_ID_ROOM];
    struct pasch_error error;
    if (write_id[form](position, text, &error) != PASCH_OK)
        testing_fail("%s: %s", name, error.text);
    if (strcmp(text, wanted) != 0)
        testing_fail("%s is written\n%s, not\n%s", name, text, wanted);
}

/* The match identifier has no beavers and no limit of the cube. */
static void forget(struct pasch_position *position)
{
    position->beavers = false;
    position->cube_limit = 0;
}

/* One vector: name, XGID, GNU ID, who checked it. */
static void check_vector(const char *line, int number, void *context)
{
    int *count = context;
    char *copy = strdup(line), *save, *name = strtok_r(copy, "\t", &save);
    const char *xgid = strtok_r(NULL, "\t", &save), *gnubg = strtok_r(NULL, "\t", &save);
    if (*line == '#') {
        free(copy);
        return;
    }
    if (!name || !xgid || !gnubg)
        testing_fail("line %d is no vector", number);
    struct pasch_position from_xgid = read_as(XGID, xgid), from_gnubg = read_as(GNUBG, gnubg);
    check_written(XGID, &from_xgid, xgid, name);
    check_written(GNUBG, &from_gnubg, gnubg, name);
    /* The identifiers keep the order of the dice. All the vectors have the high die first in both, but this one: its
     * exporter wrote "21" into the XGID and 1, 2 into the GNU ID, which contradicts the others. Here either order will
     * do. */
    struct pasch_position crossed = from_xgid, back = from_gnubg, limited = from_xgid;
    if (strcmp(name, "bgblitz_21_lowdiefirst") == 0) {
        uint8_t *xgid_die = from_xgid.stage[0].die, *gnubg_die = from_gnubg.stage[0].die;
        assert_true(xgid_die[0] == gnubg_die[1] && xgid_die[1] == gnubg_die[0]);
        memcpy(crossed.stage[0].die, gnubg_die, 2);
        memcpy(back.stage[0].die, xgid_die, 2);
        /* As gnubg 1.08 writes the same position, by the vector's own remark. */
        check_written(GNUBG, &from_xgid, "b9sBCIC5bYDQAA:QQnlAGAAGAAE", name);
    }
    check_written(GNUBG, &crossed, gnubg, name);
    forget(&limited);
    char wanted[PASCH_ID_ROOM];
    assert_int_equal(pasch_xgid_write(&limited, wanted, NULL), PASCH_OK);
    check_written(XGID, &back, wanted, name);
    forget(&crossed);
    assert_true(pasch_position_equal(&crossed, &from_gnubg));
    /* Told apart by their look. */
    struct pasch_position any = testing_position(xgid);
    assert_true(pasch_position_equal(&any, &from_xgid));
    any = testing_position(gnubg);
    assert_true(pasch_position_equal(&any, &from_gnubg));
    any = testing_position(xgid + strlen("XGID="));
    assert_true(pasch_position_equal(&any, &from_xgid));
    /* By way of PPN. */
    char ppn[PASCH_PPN_ROOM];
    pasch_ppn_write(&from_xgid, ppn);
    any = testing_position(ppn);
    assert_true(pasch_position_equal(&any, &from_xgid));
    free(copy);
    ++*count;
}

static void vectors_of_others_hold_in_all_directions(void **state)
{
    (void)state;
    int count = 0;
    testing_lines(PASCH_SHARED "/reference/id_vectors.tsv", check_vector, &count);
    assert_int_equal(count, 22);
}

static void what_an_identifier_says(void **state)
{
    (void)state;
    static const struct {
        const char *id, *ppn;
    } rows[] = {
        {start_id, "standard 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 x -"},
        {"  4HPwATDgc/ABMA\n", "standard 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 x -"},
        {"\t4HPwATDgc/ABMA:cAkAAAAAAAAE\t\r\n", "standard 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 x -"},
        {"4HPwATDgc/ABMA:cAkAAAAAAAAA", "standard 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 x - jacoby=1"},
        {"4HPwATDgc/ABUA:cAkAAAAAAAAE", "standard 24:1,13:5,8:3,6:5,bar:1 24:2,13:5,8:3,6:5 x -"},
        {"btsAcBCz3QygAA:AhkAAAAAAAAE",
         "standard 23:1,18:3,6:2,5:2,4:2,3:2,2:3 18:1,17:1,8:2,6:2,5:3,4:2,3:2,1:2 x - cube=4o offer=double"},
        {"XGID=--CBBBBaa--------bCbcbbAb-:2:-1:-1:D:0:0:2:0:10",
         "standard 23:1,18:3,6:2,5:2,4:2,3:2,2:3 18:1,17:1,8:2,6:2,5:3,4:2,3:2,1:2 x - cube=4o offer=double "
         "beavers=1"},
        {"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:6:1:7:10",
         "standard 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 x - score=2-6/7 crawford=1"},
        {" \tXGID=-b----E-C---eE---c-e----B-:0:0:-1:31:0:0:3:0:10\t\r\n",
         "standard 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 o 31 jacoby=1 beavers=1"},
        {"-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0", "standard 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 x -"},
        {"XGIDICMAAAAAAA:CAEAAAAAAAAE",
         "standard 23:2,21:1,10:2,9:2,6:1,4:1,3:3 1:1 o - cube=256o"}, /* found by fuzzing */
        {"XGID=a------------------------B:40:1:1:66:0:0:0:0:40", "standard bar:2 bar:1 x 66 cube=1099511627776x"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct pasch_position position = testing_position(rows[i].id);
        char text[PASCH_PPN_ROOM];
        pasch_ppn_write(&position, text);
        if (strcmp(text, rows[i].ppn) != 0)
            testing_fail("'%s' says\n%s, not\n%s", rows[i].id, text, rows[i].ppn);
    }
}

/* Positions of standard backgammon by chance, to both identifiers and back. */
static void positions_survive_both_identifiers(void **state)
{
    (void)state;
    struct pasch_rng rng;
    pasch_rng_seed(&rng, 30);
    int checked = 0;
    for (int i = 0; i < 20000; i++) {
        struct pasch_position p;
        if (!testing_random_position(&p, pasch_game_at(0), &rng))
            continue;
        if (i & 1)
            assert_int_equal(
                pasch_position_throw(&p, (int)pasch_rng_below(&rng, 6) + 1, (int)pasch_rng_below(&rng, 6) + 1, NULL),
                PASCH_OK);
        p.cube_log = (uint8_t)pasch_rng_below(&rng, 16);
        p.cube_owner = p.cube_log ? (uint8_t)pasch_rng_below(&rng, 3) : PASCH_NOBODY;
        p.length = pasch_rng_below(&rng, 3) ? 1 + pasch_rng_below(&rng, 32767) : 0;
        for (int side = 0; side < 2; side++)
            p.score[side] = pasch_rng_below(&rng, p.length ? p.length : 32768);
        p.jacoby = !p.length && pasch_rng_below(&rng, 2);
        p.beavers = !p.length && pasch_rng_below(&rng, 2);
        p.offered = !p.stages && p.cube_owner != p.turn && pasch_rng_below(&rng, 2);
        p.cube_limit = 10;
        if (pasch_position_check(&p, NULL) != PASCH_OK)
            continue;
        char text[PASCH_ID_ROOM];
        struct pasch_error error;
        assert_int_equal(pasch_xgid_write(&p, text, &error), PASCH_OK);
        struct pasch_position again = testing_position(text);
        if (!pasch_position_equal(&p, &again) || again.cube_limit != 10)
            testing_fail("%s reads back as another position", text);
        assert_int_equal(pasch_gnubg_write(&p, text, &error), PASCH_OK);
        again = testing_position(text);
        p.beavers = false;
        if (!pasch_position_equal(&p, &again))
            testing_fail("%s reads back as another position", text);
        checked++;
    }
    assert_true(checked > 5000);
}

/* The error with its column; neither the position nor anything else is touched. */
static void check_refused(enum form form, const char *text, int column, const char *words)
{
    struct pasch_position position, before;
    struct pasch_error error = {0};
    memset(&position, 0x5a, sizeof position);
    before = position;
    enum pasch_status status = read_id[form](&position, text, &error);
    if (status == PASCH_OK || error.status != status || error.column != column || !strstr(error.text, words))
        testing_fail("'%s' gives %s, column %d: %s", text, pasch_status_name(status), error.column, error.text);
    assert_memory_equal(&position, &before, sizeof position);
    assert_int_equal(read_id[form](&position, text, NULL), status);
    assert_memory_equal(&position, &before, sizeof position);
}

static void bad_position_identifiers_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int column;
        const char *words;
    } rows[] = {
        {"", 1, "has 14 letters, not 0"},
        {"4HPwATDgc/ABM", 14, "a position identifier has 14 letters, not 13"},
        {"4HPwATDgc/ABMAA", 15, "something follows the identifier"},
        {"4HPwATDgc/ABMA x", 16, "something follows the identifier"},
        {"4HPw?TDgc/ABMA", 5, "has only the letters"},
        {"4HPwATDgc/AB=A", 13, "has only the letters"},
        {"//////////////", 2, "more than 15 men"},
        {"AQAABAAAAAAABA", 13, "goes on after the last man"},
        {"AQAABAAAAAAAAB", 14, "goes on after the last man"},
        {"AQAAAAAAAgAAAA", 0, "both sides have men on the point"},
        {"4P8fAAACAAAAAA", 4, "more than 15 men"},
        {"AQAAgP9/AAAAAA", 7, "more than 15 men"},
        {"27YBANC2bQAABA", 0, "against a closed board"},
        {"4HPwATDgc/ABMA:", 16, "a match identifier has 12 letters, not 0"},
        {"4HPwATDgc/ABMA:cAkAAAAAAAA", 27, "a match identifier has 12 letters, not 11"},
        {"4HPwATDgc/ABMA:cAkAAAAAAAAEE", 28, "something follows the identifier"},
        {"4HPwATDgc/ABMA:cAk!AAAAAAAE", 19, "has only the letters"},
        {"AAAAAAAAAAAAAA", 0, "the game is over"},
        {"4HPwATDgc/ABMA:YAkAAAAAAAAE", 16, "gives the cube to no side"},
        {"4HPwATDgc/ABMA:cAoAAAAAAAAE", 18, "is of a game that is over"},
        {"4HPwATDgc/ABMA:cCkAAAAAAAAE", 17, "an offer to resign is not supported"},
        {"4HPwATDgc/ABMA:cBkAAAAAAAAE", 18, "a beaver is not supported"},
        {"4HPwATDgc/ABMA:cAEAAAAAAAAE", 18, "not the one on roll, but no double is offered"},
        {"4HPwATDgc/ABMA:cIkHAAAAAAAE", 17, "a die shows 7"},
        {"4HPwATDgc/ABMA:cIkcAAAAAAAE", 19, "a die shows 7"},
        {"4HPwATDgc/ABMA:cIkBAAAAAAAE", 19, "only one die has been thrown"},
        {"4HPwATDgc/ABMA:cAkMAAAAAAAE", 17, "only one die has been thrown"},
        {"4HPwATDgc/ABMA:cJEFAAAAAAAE", 17, "although the dice have been thrown"},
        {"4HPwATDgc/ABMA:8AkAAAAAAAAE", 16, "no Crawford game without a match"},
        {"4HPwATDgc/ABMA:cAmgAFAAAAAE", 21, "has reached the length of the match"},
        {"4HPwATDgc/ABMA:cAmgAAAAMAAE", 24, "has reached the length of the match"},
        {"4HPwATDgc/ABMA:8QngAGAAEAAE", 0, "not used in the Crawford game"},
        {"4HPwATDgc/ABMA:UAkAAAAAAAAE", 0, "a cube of 1 belongs to nobody"},
        {"4HPwATDgc/ABMA:8AngACAAEAAE", 0, "exactly one side needs one point"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_refused(GNUBG, rows[i].text, rows[i].column, rows[i].words);
}

static void bad_xgids_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *board, *rest;
        int column;
        const char *words;
    } rows[] = {
        {"-b----E-C---eE---c-e----B", ":0:0:1:00:0:0:0:0:10", 6, "has 26 letters, here are 25"},
        {"-b----E-C---eE---c-e----B--", ":0:0:1:00:0:0:0:0:10", 6, "has 26 letters, here are 27"},
        {"-b----E-C---eE---c-e----Bz", ":0:0:1:00:0:0:0:0:10", 31, "a place on the board is"},
        {"Ab----E-C---eE---c-e------", ":0:0:1:00:0:0:0:0:10", 6, "the bottom player's bar is the last"},
        {"-b----E-C---eE---c-e----Ba", ":0:0:1:00:0:0:0:0:10", 31, "the top player's bar is the first"},
        {"-b----E-C---eE---c-e----C-", ":0:0:1:00:0:0:0:0:10", 6, "the bottom player has 16 men"},
        {"ab----E-C---eE---c-e----B-", ":0:0:1:00:0:0:0:0:10", 6, "the top player has 16 men"},
        {"-b----E-C---eE---c-e----B-", "", 32, "has 10 fields, here are only 1"},
        {"-b----E-C---eE---c-e----B-", ":0:0:1:00:0:0:0", 47, "has 10 fields, here are only 8"},
        {"-b----E-C---eE---c-e----B-", ":0:0:1:00:0:0:0:0:10:1", 52, "something follows the last field"},
        {"-b----E-C---eE---c-e----B-", ":0:0:1:00:0:0:0:0:10 x", 53, "something follows the XGID"},
        {"-b----E-C---eE---c-e----B-", ":41:0:1:00:0:0:0:0:10", 33, "exponent of the cube"},
        {"-b----E-C---eE---c-e----B-", ":x:0:1:00:0:0:0:0:10", 33, "exponent of the cube"},
        {"-b----E-C---eE---c-e----B-", ":0:2:1:00:0:0:0:0:10", 35, "the owner of the cube must be 1, 0 or -1"},
        {"-b----E-C---eE---c-e----B-", ":0:0:0:00:0:0:0:0:10", 37, "the turn must be 1 or -1"},
        {"-b----E-C---eE---c-e----B-", ":0:0:1:70:0:0:0:0:10", 39, "a die shows 1 to 6"},
        {"-b----E-C---eE---c-e----B-", ":0:0:1:60:0:0:0:0:10", 40, "a die shows 1 to 6"},
        {"-b----E-C---eE---c-e----B-", ":0:0:1:631:0:0:0:0:10", 39, "the dice must be 00, D or two numbers"},
        {"-b----E-C---eE---c-e----B-", ":1:1:1:B:0:0:0:0:10", 39, "a beaver is not supported"},
        {"-b----E-C---eE---c-e----B-", ":1:1:1:R:0:0:0:0:10", 39, "a raccoon is not supported"},
        {"-b----E-C---eE---c-e----B-", ":0:0:1:00:7:0:0:7:10", 42, "the score of the bottom must be"},
        {"-b----E-C---eE---c-e----B-", ":0:0:1:00:0:8:0:7:10", 44, "the score of the top must be"},
        {"-b----E-C---eE---c-e----B-", ":0:0:1:00:0:0:2:7:10", 46, "Crawford, Jacoby and beavers"},
        {"-b----E-C---eE---c-e----B-", ":0:0:1:00:0:0:4:0:10", 46, "Crawford, Jacoby and beavers"},
        {"-b----E-C---eE---c-e----B-", ":0:0:1:00:0:0:0:-1:10", 48, "the match's length must be"},
        {"-b----E-C---eE---c-e----B-", ":0:0:1:00:0:0:0:4294967296:10", 48, "the match's length must be"},
        {"-b----E-C---eE---c-e----B-", ":0:0:1:00:0:0:0:0:99", 50, "the limit of the cube must be"},
        {"-b----E-C---eE---c-e----B-", ":0:1:1:00:0:0:0:0:10", 0, "a cube of 1 belongs to nobody"},
        {"-b----E-C---eE---c-e----B-", ":0:0:1:00:2:4:1:7:10", 0, "in the Crawford game exactly one side"},
        {"-b----E-C---eE---c-e----B-", ":1:1:-1:D:0:0:0:0:10", 0, "owns the cube"},
        {"--------------------------", ":0:0:1:00:0:0:0:0:10", 0, "the game is over"},
        {"bBBBBBB------------bbbbbbB", ":0:0:1:00:0:0:0:0:10", 0, "against a closed board"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[200];
        snprintf(text, sizeof text, "XGID=%s%s", rows[i].board, rows[i].rest);
        check_refused(XGID, text, rows[i].column, rows[i].words);
    }
}

static void not_every_position_has_an_identifier(void **state)
{
    (void)state;
    static const struct {
        const char *ppn, *words;
        bool xgid, gnubg; /* which of the two cannot say it */
    } rows[] = {
        {"puff hand:15 hand:15 x -", "positions of standard backgammon", true, true},
        {"standard over x 2", "cannot say that the game is over", true, true},
        {"standard 6:1 1:1 x - cube=65536o", "which ends at 32768", false, true},
        {"standard 6:1 1:1 x - score=1-2/32768", "which ends at 32767", false, true},
        {"standard 6:1 1:1 x - score=32768-2/0", "which ends at 32767", false, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct pasch_position position = testing_position(rows[i].ppn);
        const bool refused[] = {rows[i].xgid, rows[i].gnubg};
        for (int form = XGID; form <= GNUBG; form++) {
            char text[PASCH_ID_ROOM] = "untouched";
            struct pasch_error error = {0};
            enum pasch_status status = write_id[form](&position, text, &error);
            assert_int_equal(status, refused[form] ? PASCH_BAD_POSITION : PASCH_OK);
            if (refused[form] && (!strstr(error.text, rows[i].words) || strcmp(text, "untouched") != 0))
                testing_fail("%s: %s", rows[i].ppn, error.text);
            assert_int_equal(write_id[form](&position, text, NULL), status);
        }
    }
    /* Half a roll. */
    struct pasch_position position = testing_position("standard 6:1 1:1 x 33");
    position.rolled = false;
    struct pasch_error error;
    char text[PASCH_ID_ROOM];
    assert_int_equal(pasch_xgid_write(&position, text, &error), PASCH_BAD_POSITION);
    assert_non_null(strstr(error.text, "a roll of which nothing has been played"));
}

/* pasch_position_read takes a row of standard backgammon with options, and no other game. */
static void identifiers_belong_to_standard_backgammon(void **state)
{
    (void)state;
    const char *const ids[] = {start_id, start_xgid};
    struct pasch_rules rules = *pasch_game_at(0);
    struct pasch_position position, before;
    struct pasch_error error;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(pasch_position_read(&position, ids[i], pasch_game_find("puff"), &error), PASCH_BAD_GAME);
        assert_string_equal(error.text, "identifiers are for standard backgammon, not for 'puff'");
        assert_int_equal(pasch_position_read(&position, ids[i], &rules, &error), PASCH_OK);
        assert_ptr_equal(position.rules, &rules);
    }
    assert_int_equal(pasch_rules_set(&rules, "cube", "off", NULL), PASCH_OK);
    before = position;
    assert_int_equal(pasch_position_read(&position, "4HPwATDgc/ABMA:UQkAAAAAAAAE", &rules, &error), PASCH_BAD_POSITION);
    assert_non_null(strstr(error.text, "without a cube"));
    assert_memory_equal(&position, &before, sizeof position);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors_of_others_hold_in_all_directions),
        cmocka_unit_test(what_an_identifier_says),
        cmocka_unit_test(positions_survive_both_identifiers),
        cmocka_unit_test(bad_position_identifiers_are_refused),
        cmocka_unit_test(bad_xgids_are_refused),
        cmocka_unit_test(not_every_position_has_an_identifier),
        cmocka_unit_test(identifiers_belong_to_standard_backgammon),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
