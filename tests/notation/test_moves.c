/* Moves as text: one way to write them, many ways to type them, and a reason for every refusal. Dice and events, too.
 */
#include <stdlib.h>
#include <string.h>

#include "testing.h"

#define MEN   "24:2,13:5,8:3,6:5"
#define START "standard " MEN " " MEN " x "

struct stage {
    struct pasch_position position;
    struct pasch_plays plays;
};

static int setup(void **state)
{
    struct stage *stage = calloc(1, sizeof *stage);
    stage->plays = testing_plays();
    *state = stage;
    return 0;
}

static int teardown(void **state)
{
    struct stage *stage = *state;
    testing_plays_free(&stage->plays);
    free(stage);
    return 0;
}

static void set_up(struct stage *stage, const char *ppn)
{
    stage->position = testing_position(ppn);
    assert_int_equal(pasch_position_plays(&stage->position, &stage->plays, NULL), PASCH_OK);
}

static const char *write(const struct stage *stage, size_t index)
{
    static char text[PASCH_MOVE_ROOM];
    static const struct pasch_play pass;
    const struct pasch_play *play = index < stage->plays.count ? &stage->plays.play[index] : &pass;
    size_t length = pasch_move_write(stage->position.rules, play, text);
    assert_int_equal(length, strlen(text));
    return text;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The play that a text means, or a failure of the test. */
static size_t read(const struct stage *stage, const char *text)
{
    size_t index = 99999;
    struct pasch_error error;
    char ppn[PASCH_PPN_ROOM];
    pasch_ppn_write(&stage->position, ppn);
    if (pasch_move_read(&stage->position, &stage->plays, text, &index, &error) != PASCH_OK)
        testing_fail("%s: '%s', column %d: %s", ppn, text, error.column, error.text);
    assert_true(index <= stage->plays.count);
    return index;
}

/* All plays as they are written, sorted, with " | " between them. */
static void check_all(struct stage *stage, const char *ppn, const char *wanted)
{
    char *text[100], all[2000] = "";
    set_up(stage, ppn);
    size_t count = stage->plays.count;
    assert_true(count < 100);
    for (size_t i = 0; i < count; i++)
        text[i] = strdup(write(stage, i));
    qsort(text, count, sizeof *text, by_text);
    for (size_t i = 0; i < count; i++) {
        strcat(all, i ? " | " : "");
        strcat(all, text[i]);
        free(text[i]);
    }
    if (strcmp(all, wanted) != 0)
        testing_fail("%s:\n%s, not\n%s", ppn, all, wanted);
}

static void plays_are_written_in_one_way(void **state)
{
    static const char *const rows[][2] = {
        /* highest start first, a man's hops joined */
        {"standard 13:1,8:1 1:2 x 65", "13/2 | 13/7 8/3"},
        {"standard 20:1 14:2 x 54", "20/15"},
        /* a hit on the way is named, the same way without one is not */
        {"standard 13:1 18:1 x 64", "13/3 | 13/7*/3"},
        {"standard 13:1 18:1,16:1 x 64", "13/7*/3 | 13/9*/3"},
        {"standard 13:1 22:1 x 64", "13/3*"},
        {"standard 13:1 22:1,18:1 x 64", "13/3* | 13/7*/3*"},
        /* the bar, before all else */
        {"standard 13:1,bar:1 6:2 x 64", "bar/15 | bar/21 13/7"},
        {"standard 10:1,bar:2 2:2 x 52", "bar/20"},
        {"standard 8:1,bar:1 2:1 x 32", "bar/20 | bar/22 8/6 | bar/23* 8/5 | bar/23*/20"},
        {"standard 6:1,bar:2 2:1 x 22",
         "bar/23*(2) 6/2 | bar/23*/19 bar/23 | bar/23*/21 bar/21 | bar/23*/21 bar/23 6/4"},
        /* equal moves collected; the star of one is the star of all */
        {"standard 19:2 18:2 x 66", "19/13(2)"},
        {"standard 14:2,1:1 17:1 x 33", "14/8*(2) | 14/8*/2 | 14/8*/5 14/11"},
        {"snake 24:2,23:2,22:2,bar:9 " MEN " x 11", "bar/24(4)"},
        /* bearing off */
        {"standard 6:1,3:1 1:2 x 61", "6/off | 6/off 3/2"},
        {"eureka 6:1,5:1,3:1 6:2 x 65", "6/1 5/off | 6/off 5/off"},
        /* entering from the hand */
        {"puff 24:7,20:7,hand:1 hand:15 x 52", "in/18 | in/23 20/15 | in/23 24/19"},
        {"long-puff 6:3,hand:1 21:1 x 64", "in/21*/15"},
        {"french-2 hand:3 hand:3 x 44", "in/9"},
        /* backwards */
        {"backwards 24:1 2:2 x 65", "24/13"},
        {"backwards 24:1 3:2 x 65", "24/13 | 24/18\\23"},
        {"backwards 6:1,bar:1 5:2 x 51", "bar/19 | bar/24 6/1 | bar/24 6\\11"},
        /* the ring */
        {"catch-me 24:1,3:1 24:1,3:1 x 61", "24/17 | 3/20"},
        {"catch-me 24:1 12:1 x 61", "24/13*"},
        {"catch-me 2:1,1:1 20:1,19:1 x 61", "1/18 | 2/19"},
        /* pins */
        {"pin 24:1,17:1,15:1 24:13,17:1,15:1 x 61",
         "15/8* | 17/10* | 17/11 15/14 | 17/16 15/9 | 24/17 | 24/18 15/14 | 24/18 17/16 | 24/23 15/9 | 24/23 17/11"},
        /* towers */
        {"doublets unstack:36 unstack:1 x 63", "unstack 6 3"},
        {"doublets unstack:3 unstack:1 x 53", "unstack 3 restack 5"},
        {"doublets restack:4 unstack:1 x 41", "restack 4 off 1"},
        {"doublets off:14 off:1 x 41", "off 4 1"},
        {"doublets unstack:24 unstack:1 x 41", "unstack 4"},
        /* nothing */
        {"pin 20:1 14:2 x 54", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_all(*state, rows[i][0], rows[i][1]);
    set_up(*state, "pin 20:1 14:2 x 54");
    assert_string_equal(write(*state, 0), "pass");
}

static void moves_are_read_as_people_type_them(void **state)
{
    struct stage *stage = *state;
    static const char *const rows[][3] = {
        {START "31", "8/5 6/5", "8/5 6/5"},
        {START "31", "8/5,6/5", "8/5 6/5"},
        {START "31", "8-5 6-5", "8/5 6/5"},
        {START "31", "  6/5 ;\t8/5  ", "8/5 6/5"},
        {START "31", "24/20", "24/20"},
        {START "31", "24/21/20", "24/20"},
        {START "31", "24/21 21/20", "24/20"},
        {START "31", "21/20 24/21", "24/20"},
        {START "31", "24-21-20", "24/20"},
        {START "33", "8/5 8/5 6/3 6/3", "8/5(2) 6/3(2)"},
        {START "33", "6/3 8/5 6/3 8/5", "8/5(2) 6/3(2)"},
        {START "33", "8/5(2) 6/3(2)", "8/5(2) 6/3(2)"},
        {START "33", "6/3(2),8/5(2)", "8/5(2) 6/3(2)"},
        {START "33", "13/7(2)", "13/7(2)"},
        {START "33", "13/10/7(2)", "13/7(2)"},
        {START "33", "13/10(2) 10/7 10/7", "13/7(2)"},
        {START "33", "13/7 13/7", "13/7(2)"},
        {"standard 24:2 18:1,7:1 x 65", "24/18*/13", "24/18*/13"},
        {"standard 24:2 18:1,7:1 x 65", "24/18/13", "24/18*/13"},
        {"standard 24:2 18:1,7:1 x 65", "24/18 18/13", "24/18*/13"},
        /* the bar and bearing off by word, letter or number, in any case */
        {"standard 13:1,bar:1 6:2 x 64", "bar/21 13/7", "bar/21 13/7"},
        {"standard 13:1,bar:1 6:2 x 64", "b/21 13/7", "bar/21 13/7"},
        {"standard 13:1,bar:1 6:2 x 64", "25/21 13/7", "bar/21 13/7"},
        {"standard 13:1,bar:1 6:2 x 64", "BAR/21,13/7", "bar/21 13/7"},
        {"standard 13:1,bar:1 6:2 x 64", "13/7 bar/21", "bar/21 13/7"},
        {"standard 13:1,bar:1 6:2 x 64", "25/15", "bar/15"},
        {"standard 6:1,3:1 1:2 x 61", "6/off 3/2", "6/off 3/2"},
        {"standard 6:1,3:1 1:2 x 61", "6/0,3/2", "6/off 3/2"},
        {"standard 6:1,3:1 1:2 x 61", "3/2 6/o", "6/off 3/2"},
        {"standard 6:1,3:1 1:2 x 61", "6/OFF 3/2", "6/off 3/2"},
        {"standard 6:1,3:1 1:2 x 61", "6/5/off", "6/off"},
        /* men in hand */
        {"puff hand:2,6:3 6:3 x 42", "in/23 in/21", "in/23 in/21"},
        {"puff hand:2,6:3 6:3 x 42", "i/21 I/23", "in/23 in/21"},
        {"puff hand:2,6:3 6:3 x 42", "hand/23 h/21", "in/23 in/21"},
        {"puff hand:2,6:3 6:3 x 42", "25/23 25/21", "in/23 in/21"},
        {"puff hand:2,6:3 6:3 x 42", "bar/23 bar/21", "in/23 in/21"},
        {"puff hand:2,bar:1 6:3 x 42", "bar/23 in/21", "bar/23 in/21"},
        /* backwards with either stroke */
        {"backwards 24:1 3:2 x 65", "24/18\\23", "24/18\\23"},
        {"backwards 24:1 3:2 x 65", "24/18/23", "24/18\\23"},
        {"backwards 24:1 3:2 x 65", "24\\23", "24/18\\23"},
        /* towers */
        {"doublets unstack:36 unstack:1 x 63", "unstack 6 3", "unstack 6 3"},
        {"doublets unstack:36 unstack:1 x 63", "  Unstack 6, 3 ", "unstack 6 3"},
        /* passing */
        {"pin 20:1 14:2 x 54", "pass", "pass"},
        {"pin 20:1 14:2 x 54", " PASS ", "pass"},
        {"doublets unstack:36 unstack:1 x 21", "Pass", "pass"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        set_up(stage, rows[i][0]);
        size_t index = read(stage, rows[i][1]);
        if (index != read(stage, rows[i][2]))
            testing_fail("%s: '%s' is taken for '%s', not '%s'", rows[i][0], rows[i][1], write(stage, index),
                         rows[i][2]);
    }
}

/* Where the same men could come to the same points in several ways, hits and stops decide; if nothing is said, the way
 * that hits least. */
static void hits_and_stops_decide_between_plays(void **state)
{
    struct stage *stage = *state;
    static const char *const rows[][3] = {
        {"standard 13:1 18:1 x 64", "13/3", "13/3"},
        {"standard 13:1 18:1 x 64", "13/9/3", "13/3"},
        {"standard 13:1 18:1 x 64", "13/7/3", "13/7*/3"},
        {"standard 13:1 18:1 x 64", "13/7* 7/3", "13/7*/3"},
        {"standard 13:1 18:1 x 64", "13/9*/3", "not by those points or with those hits"},
        {"standard 13:1 18:1 x 64", "13/3*", "not by those points or with those hits"},
        {"standard 13:1 18:1,16:1 x 64", "13/3", "two ways to play that: name the point in between"},
        {"standard 13:1 18:1,16:1 x 64", "13/7/3", "13/7*/3"},
        {"standard 13:1 18:1,16:1 x 64", "13/9/3", "13/9*/3"},
        {"no-hit 12:1,7:1 22:1 x 41", "12/7", "12/7"},
        /* two men, one hit: either may be the one that hits */
        {"standard 13:1,9:1 18:1 x 62", "13/7 9/7", "13/7* 9/7"},
        {"standard 13:1,9:1 18:1 x 62", "9/7 13/7*", "13/7* 9/7"},
        {"standard 13:1,9:1 18:1 x 62", "9/7* 13/7", "13/7* 9/7"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t index = 99999;
        struct pasch_error error;
        set_up(stage, rows[i][0]);
        enum pasch_status status = pasch_move_read(&stage->position, &stage->plays, rows[i][1], &index, &error);
        const char *got = status == PASCH_OK ? write(stage, index) : error.text;
        if (status == PASCH_OK ? strcmp(got, rows[i][2]) != 0 : !strstr(got, rows[i][2]) || error.column != 1)
            testing_fail("%s: '%s' gives '%s', not '%s'", rows[i][0], rows[i][1], got, rows[i][2]);
    }
}

static void every_refusal_says_why(void **state)
{
    struct stage *stage = *state;
    static const struct {
        const char *ppn, *text;
        enum pasch_status status;
        int column;
        const char *words;
    } rows[] = {
        /* what cannot be read */
        {START "31", "", PASCH_BAD_TEXT, 1, "the move is empty"},
        {START "31", " , ", PASCH_BAD_TEXT, 1, "the move is empty"},
        {START "31", "8", PASCH_BAD_TEXT, 2, "'/' and a target must follow"},
        {START "31", "8/5 6", PASCH_BAD_TEXT, 6, "'/' and a target must follow"},
        {START "31", "8/", PASCH_BAD_TEXT, 3, "a target is a point or 'off'"},
        {START "31", "8/5/", PASCH_BAD_TEXT, 5, "a target is a point or 'off'"},
        {START "31", "8/bar", PASCH_BAD_TEXT, 3, "a target is a point or 'off'"},
        {START "31", "8/25", PASCH_BAD_TEXT, 3, "a target is a point or 'off'"},
        {START "31", "8/5x 6/5", PASCH_BAD_TEXT, 4, "this cannot be read as part of a move"},
        {START "31", "8/5(5)", PASCH_BAD_TEXT, 4, "(2), (3) or (4) says how often"},
        {START "31", "26/5", PASCH_BAD_TEXT, 1, "a move is written like 8/5"},
        {START "31", "8/5 0/3", PASCH_BAD_TEXT, 5, "a move is written like 8/5"},
        {START "31", "off/3", PASCH_BAD_TEXT, 1, "a move is written like 8/5"},
        {START "31", "barn/3", PASCH_BAD_TEXT, 1, "a move is written like 8/5"},
        {START "31", "8/5 6/5 hello", PASCH_BAD_TEXT, 9, "a move is written like 8/5"},
        {START "31", "8/5(4) 8/5(4) 8/5(4) 8/5(4) 8/5(4)", PASCH_BAD_TEXT, 29, "too many moves"},
        /* what the rules forbid */
        {START "31", "7/4 6/5", PASCH_ILLEGAL, 1, "there is no man of yours on 7"},
        {START "31", "8/5 7/6", PASCH_ILLEGAL, 5, "there is no man of yours on 7"},
        {START "31", "bar/22 6/5", PASCH_ILLEGAL, 1, "there is no man of yours on the bar"},
        {START "31", "in/22 6/5", PASCH_ILLEGAL, 1, "there is no man of yours in hand"},
        {START "31", "24/19", PASCH_ILLEGAL, 1, "the dice do not give 5 pips"},
        {START "65", "24/23 13/8", PASCH_ILLEGAL, 1, "the dice do not give 1 pip"},
        {START "31", "6/9 6/5", PASCH_ILLEGAL, 1, "men do not move backwards"},
        {START "65", "24/19 13/7", PASCH_ILLEGAL, 1, "point 19 is closed by the opponent"},
        {"gioul 24:1 5:1 x 43", "24/20/17", PASCH_ILLEGAL, 1, "not by those points or with those hits"},
        {"standard 13:1,bar:1 6:2 x 64", "13/7 13/9", PASCH_ILLEGAL, 1, "men on the bar must be entered first"},
        {"standard 10:1,bar:2 2:2 x 52", "bar/20 10/8", PASCH_ILLEGAL, 8, "men on the bar must be entered first"},
        {"standard 13:1,bar:1 6:2 x 64", "bar/19 13/9", PASCH_ILLEGAL, 1, "point 19 is closed by the opponent"},
        {START "31", "8/5", PASCH_ILLEGAL, 0, "more of the roll must be played: 2 numbers can be"},
        {START "33", "8/5(2) 6/3", PASCH_ILLEGAL, 0, "more of the roll must be played: 4 numbers can be"},
        {"standard 20:1 14:2 x 54", "20/16", PASCH_ILLEGAL, 0, "only one number can be played, and it must be the 5"},
        {START "31", "8/5 8/5", PASCH_ILLEGAL, 0, "that is not a legal play of this roll"},
        {START "31", "8/5 6/5 6/5", PASCH_ILLEGAL, 0, "that is not a legal play of this roll"},
        {"old-britain 20:1 14:2 x 54", "20/15 20/16", PASCH_ILLEGAL, 7, "there is no man of yours on 20"},
        /* passing */
        {START "31", "pass", PASCH_ILLEGAL, 1, "passing is not allowed while something can be played"},
        {"pin 20:1 14:2 x 54", "20/15", PASCH_ILLEGAL, 1, "nothing can be played with this roll: 'pass'"},
        {"doublets unstack:36 unstack:1 x 63", "unstack 6", PASCH_ILLEGAL, 1,
         "the dice leave no choice here: 'unstack 6 3'"},
        {"doublets unstack:36 unstack:1 x 21", "unstack 6", PASCH_ILLEGAL, 1, "the dice do nothing here: 'pass'"},
        {"doublets unstack:36 unstack:1 x 63", "pass", PASCH_ILLEGAL, 1, "passing is not allowed"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t index = 99999;
        struct pasch_error error = {0};
        set_up(stage, rows[i].ppn);
        struct pasch_position before = stage->position;
        size_t count = stage->plays.count;
        enum pasch_status status = pasch_move_read(&stage->position, &stage->plays, rows[i].text, &index, &error);
        if (status != rows[i].status || error.status != status || error.column != rows[i].column ||
            !strstr(error.text, rows[i].words))
            testing_fail("%s: '%s' gives %s, column %d: %s", rows[i].ppn, rows[i].text, pasch_status_name(status),
                         error.column, status == PASCH_OK ? write(stage, index) : error.text);
        assert_int_equal(index, 99999);
        assert_int_equal(stage->plays.count, count);
        assert_memory_equal(&stage->position, &before, sizeof before);
        assert_int_equal(pasch_move_read(&stage->position, &stage->plays, rows[i].text, &index, NULL), status);
    }
}

/* In Old Britain either number will do: no sentence may claim that it must be a certain one. */
static void no_number_is_demanded_where_either_will_do(void **state)
{
    struct stage *stage = *state;
    struct pasch_error error;
    size_t index;
    set_up(stage, "old-britain 20:1,10:1,6:5,5:5 24:2,23:2,14:2 x 54");
    for (size_t i = 0; i < stage->plays.count; i++)
        assert_int_equal(stage->plays.play[i].hops, 1);
    assert_int_equal(stage->plays.count, 2);
    assert_int_equal(pasch_move_read(&stage->position, &stage->plays, "10/5", &index, &error), PASCH_ILLEGAL);
    assert_null(strstr(error.text, "must be the"));
}

/* The canonical text of every play, and its hops one by one in another order, mean that play again. */
static void every_play_reads_back(struct stage *stage, struct pasch_rng *rng)
{
    for (size_t i = 0; i < stage->plays.count; i++) {
        const struct pasch_play *play = &stage->plays.play[i];
        char text[PASCH_MOVE_ROOM];
        pasch_move_write(stage->position.rules, play, text);
        size_t index = read(stage, text);
        if (index != i)
            testing_fail("%s: '%s' is taken for '%s'", stage->position.rules->id, text, write(stage, index));
        if (stage->position.rules->towers)
            continue;
        size_t at = 0;
        int first = (int)pasch_rng_below(rng, play->hops);
        for (int h = 0; h < play->hops; h++) {
            const struct pasch_hop *hop = &play->hop[(h + first) % play->hops];
            struct pasch_play one = {.hops = 1, .hop = {*hop}};
            at += pasch_move_write(stage->position.rules, &one, text + at);
            text[at++] = h + 1 < play->hops ? ',' : 0;
        }
        index = read(stage, text);
        if (index != i)
            testing_fail("%s: '%s' is taken for '%s'", stage->position.rules->id, text, write(stage, index));
    }
}

static void what_was_written_means_the_same_play(void **state)
{
    struct stage *stage = *state;
    struct pasch_rng rng;
    pasch_rng_seed(&rng, 40);
    for (size_t g = 0; g < pasch_game_count(); g++) {
        for (int i = 0; i < 1000; i++) {
            if (!testing_random_position(&stage->position, pasch_game_at(g), &rng))
                continue;
            int a = (int)pasch_rng_below(&rng, 6) + 1, b = (int)pasch_rng_below(&rng, 6) + 1;
            if (pasch_position_set_dice(&stage->position, a, b, NULL) != PASCH_OK ||
                pasch_position_plays(&stage->position, &stage->plays, NULL) != PASCH_OK || stage->plays.count > 300)
                continue;
            every_play_reads_back(stage, &rng);
        }
    }
}

static void two_dice_are_read_in_several_ways(void **state)
{
    (void)state;
    static const char *const good[] = {"31", "3-1", "3 1", "3,1", " 3  1 "};
    static const struct {
        const char *text;
        int column;
        const char *words;
    } bad[] = {
        {"", 1, "two dice are written like 31 or 3-1"},
        {"3", 1, "two dice are written like 31 or 3-1"},
        {"312", 3, "there are two dice"},
        {"07", 1, "a die shows 1 to 6"},
        {"3-7", 3, "a die shows 1 to 6"},
        {"3/1", 2, "a die shows 1 to 6"},
        {"six five", 1, "a die shows 1 to 6"},
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        int die[2] = {0, 0};
        assert_int_equal(pasch_dice_read(good[i], die, NULL), PASCH_OK);
        assert_true(die[0] == 3 && die[1] == 1);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        int die[2] = {0, 0};
        struct pasch_error error;
        if (pasch_dice_read(bad[i].text, die, &error) != PASCH_BAD_TEXT || error.column != bad[i].column ||
            !strstr(error.text, bad[i].words))
            testing_fail("'%s', column %d: %s", bad[i].text, error.column, error.text);
    }
}

/* Events: written, read, and applied, a whole game of each kind by chance. */
static void events_are_words(void **state)
{
    struct stage *stage = *state;
    static struct pasch_game game;
    struct pasch_terms terms;
    struct pasch_event event;
    struct pasch_error error;
    char text[PASCH_MOVE_ROOM];
    static const char *const words[] = {
        "opening 31", "roll 66", "choose 55", "undo", "end",          "double",  "take",    "pass",      "beaver",
        "resign 2",   "accept",  "reject",    "next", "play 8/5 6/5", "hop 8/5", "hop 8/7", "hop 24/21", "hop 24/23"};
    struct pasch_position start = testing_position(START "31");
    pasch_terms_default(&terms, start.rules);
    pasch_game_start_at(&game, &start, &terms);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (pasch_event_read(&event, words[i], &game, &stage->plays, &error) != PASCH_OK)
            testing_fail("'%s', column %d: %s", words[i], error.column, error.text);
        size_t length = pasch_event_write(game.rules, &event, text);
        assert_int_equal(length, strlen(words[i]));
        assert_string_equal(text, words[i]);
    }
    /* A hop may say its number, which bearing off sometimes needs. */
    assert_int_equal(pasch_event_read(&event, "hop 8/5 with 3", &game, &stage->plays, &error), PASCH_OK);
    assert_int_equal(event.hop[0].number, 3);
    pasch_event_write(game.rules, &event, text);
    assert_string_equal(text, "hop 8/5 with 3");
    /* "play pass" is the end of a stage in which nothing can be played. */
    start = testing_position("pin 20:1 14:2 x 54");
    pasch_game_start_at(&game, &start, &terms);
    assert_int_equal(pasch_event_read(&event, "play pass", &game, &stage->plays, &error), PASCH_OK);
    assert_int_equal(event.kind, PASCH_EVENT_END);
}

/* The column of an error is one of the whole text, not of the part that a play or a roll has of it. */
static void columns_count_from_the_first_word_of_an_event(void **state)
{
    struct stage *stage = *state;
    static struct pasch_game game;
    struct pasch_terms terms;
    struct pasch_event event;
    struct pasch_error error;
    static const struct {
        const char *text;
        int column;
        const char *words;
    } rows[] = {
        {"roll 37", 7, "a die shows 1 to 6"},
        {"roll  ", 7, "two dice are written"},
        {"play 8/5 7/x", 12, "a target is a point or 'off'"},
        {"play 8/5 7/6", 10, "there is no man of yours on 7"},
        {"play 8/5", 0, "more of the roll must be played"},
        {"hop 8/4", 5, "no man can make the hop '8/4' now"},
        {"hop 8/5 with", 5, "no man can make the hop"},
        {"hop 8/5 with x", 14, "a number must follow 'with'"},
        {"hop 8/5 with 3 x", 14, "a number must follow 'with'"},
        {"hop 8/5 with 123", 14, "a number must follow 'with'"},
        {"resign", 7, "the points must follow 'resign'"},
        {"resign many", 8, "the points must follow 'resign'"},
        {"take it", 6, "nothing follows 'take'"},
        {"jump 3", 1, "there is no event 'jump'"},
        {"", 1, "there is no event ''"},
    };
    struct pasch_position start = testing_position(START "31");
    pasch_terms_default(&terms, start.rules);
    pasch_game_start_at(&game, &start, &terms);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        enum pasch_status status = pasch_event_read(&event, rows[i].text, &game, &stage->plays, &error);
        if (status == PASCH_OK || error.column != rows[i].column || !strstr(error.text, rows[i].words))
            testing_fail("'%s' gives %s, column %d: %s", rows[i].text, pasch_status_name(status), error.column,
                         error.text);
        assert_int_equal(pasch_event_read(&event, rows[i].text, &game, &stage->plays, NULL), status);
    }
}

static void two_men_from_one_point_are_written_alike_whichever_die_came_first(void **state)
{
    (void)state;
    struct pasch_play play = {.hops = 2,
                              .hop = {{.from = 24, .to = 21, .number = 3}, {.from = 24, .to = 23, .number = 1}}};
    char high_first[PASCH_MOVE_ROOM], low_first[PASCH_MOVE_ROOM];
    pasch_move_write(pasch_game_at(0), &play, high_first);
    struct pasch_hop hop = play.hop[0];
    play.hop[0] = play.hop[1];
    play.hop[1] = hop;
    pasch_move_write(pasch_game_at(0), &play, low_first);
    assert_string_equal(high_first, "24/21 24/23");
    assert_string_equal(low_first, high_first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plays_are_written_in_one_way),
        cmocka_unit_test(moves_are_read_as_people_type_them),
        cmocka_unit_test(hits_and_stops_decide_between_plays),
        cmocka_unit_test(every_refusal_says_why),
        cmocka_unit_test(no_number_is_demanded_where_either_will_do),
        cmocka_unit_test(what_was_written_means_the_same_play),
        cmocka_unit_test(two_dice_are_read_in_several_ways),
        cmocka_unit_test(events_are_words),
        cmocka_unit_test(two_men_from_one_point_are_written_alike_whichever_die_came_first),
        cmocka_unit_test(columns_count_from_the_first_word_of_an_event),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
