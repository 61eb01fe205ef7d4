/* PPN as /shared/interface.md has it: every form is read, one form is written, and what was written reads back. */
#include <string.h>

#include "testing.h"

#define MEN      "24:2,13:5,8:3,6:5"
#define STANDARD "standard " MEN " " MEN " "
#define HANDS    "hand:15 hand:15 "

static const char *write(const struct pasch_position *position)
{
    static char text[PASCH_PPN_ROOM];
    size_t length = pasch_ppn_write(position, text);
    assert_int_equal(length, strlen(text));
    return text;
}

/* Reads the text, writes it, and reads that again: the result must be `canonical`, and the same position. */
static void check_writes(const char *text, const char *canonical)
{
    struct pasch_position first = testing_position(text), again = testing_position(canonical);
    if (strcmp(write(&first), canonical) != 0)
        testing_fail("'%s' is written\n'%s', not\n'%s'", text, write(&first), canonical);
    if (strcmp(write(&again), canonical) != 0)
        testing_fail("'%s' is written back as '%s'", canonical, write(&again));
    if (!pasch_position_equal(&first, &again))
        testing_fail("'%s' and '%s' are not the same position", text, canonical);
}

static void check_round_trip(const struct pasch_position *position)
{
    struct pasch_position again;
    struct pasch_error error;
    char text[PASCH_PPN_ROOM];
    pasch_ppn_write(position, text);
    if (pasch_ppn_read(&again, text, position->rules, &error) != PASCH_OK)
        testing_fail("'%s' is refused, column %d: %s", text, error.column, error.text);
    if (!pasch_position_equal(position, &again))
        testing_fail("'%s' reads back as another position", text);
    if (strcmp(write(&again), text) != 0)
        testing_fail("'%s' is written back as '%s'", text, write(&again));
}

/* The error, with its column; nothing of the position is touched. */
static void check_refused(const char *text, enum pasch_status status, int column, const char *words)
{
    struct pasch_position position, before;
    struct pasch_error error;
    memset(&position, 0x5a, sizeof position);
    before = position;
    enum pasch_status got = pasch_ppn_read(&position, text, NULL, &error);
    if (got != status || error.status != status || !strstr(error.text, words) || error.column != column)
        testing_fail("'%s' gives %s, column %d: %s", text, pasch_status_name(got), error.column,
                     got == PASCH_OK ? "" : error.text);
    assert_memory_equal(&position, &before, sizeof position);
    assert_int_equal(pasch_ppn_read(&position, text, NULL, NULL), status);
}

static const char *const starts[] = {
    "standard " MEN " " MEN,
    "eureka 6:2,5:2,4:2,3:3,2:3,1:3 6:2,5:2,4:2,3:3,2:3,1:3",
    "puff hand:15 hand:15",
    "long-puff hand:15 hand:15",
    "russian-puff hand:15 hand:15",
    "long-russian-puff hand:15 hand:15",
    "french-1 hand:15 hand:15",
    "russian hand:15 hand:15",
    "gioul 24:15 24:15",
    "french-2 hand:3 hand:3",
    "acey-deucey hand:15 hand:15",
    "mexican " MEN " " MEN,
    "old-britain " MEN " " MEN,
    "pin 24:13,17:1,15:1 24:13,17:1,15:1",
    "catch-me 24:1,23:1,22:1,21:1,20:1,19:1 24:1,23:1,22:1,21:1,20:1,19:1",
    "doublets unstack:123456 unstack:123456",
    "lumbardorum 12:15 12:15",
    "backwards " MEN " " MEN,
    "straight " MEN " 19:5,17:3,12:5,1:2",
    "fixed-roll " MEN " " MEN,
    "no-hit " MEN " " MEN,
    "open-roll " MEN " " MEN,
    "reversed " MEN " " MEN,
    "snake 24:2,23:2,22:2,bar:9 " MEN,
    "double-vs-choice " MEN " " MEN,
};

static void every_game_starts_as_the_rule_book_says(void **state)
{
    (void)state;
    assert_int_equal(sizeof starts / sizeof *starts, pasch_game_count());
    for (size_t i = 0; i < pasch_game_count(); i++) {
        struct pasch_position position;
        char text[PASCH_PPN_ROOM];
        snprintf(text, sizeof text, "%s x -", starts[i]);
        pasch_position_start(&position, pasch_game_at(i));
        assert_string_equal(write(&position), text);
        check_writes(text, text);
        struct pasch_position read = testing_position(text);
        assert_true(pasch_position_equal(&position, &read));
    }
}

/* The table of interface.md, and what follows from its sentences: the forms of a row are one position, and the last one
 * is how it is written. */
static void equal_dice_are_one_position_with_one_spelling(void **state)
{
    (void)state;
    static const struct {
        const char *board, *dice[4];
    } rows[] = {
        {STANDARD "x ", {"13", "31"}},
        {STANDARD "x ", {"3333", "33"}},
        {"eureka 6:2 6:2 x ", {"5555", "55"}},
        {"puff " HANDS "x ", {"3333>4444", "33>44", "33"}},
        {"puff " HANDS "x ", {"6666>1111", "66"}},
        {"puff " HANDS "x ", {"4444"}}, /* only the bottom stage is left */
        {"long-puff " HANDS "x ", {"1111>6666", "11"}},
        {"russian-puff " HANDS "o ", {"2222>5555", "22"}},
        {"long-russian-puff " HANDS "o ", {"5555>2222", "55"}},
        {"french-1 " HANDS "x ", {"3333>4444>roll", "33"}},
        {"french-1 " HANDS "x ", {"44>roll", "4444>roll"}},
        {"french-1 " HANDS "x ", {"roll"}},
        {"russian " HANDS "x ", {"2222>5555>roll", "22"}},
        {"russian " HANDS "x ", {"5555>roll"}},
        {"gioul 24:15 24:15 x ", {"33"}},
        {"gioul 24:15 24:15 x ", {"3333>4444>5555>6666"}}, /* the same stages, but the twos went before */
        {"gioul 24:15 24:15 x ", {"6666"}},
        {"gioul 24:15 24:15 x ", {"5555>6666>roll"}}, /* taken over */
        {"gioul 24:15 24:15 x ", {"6666>roll"}},
        {"french-2 hand:3 hand:3 x ", {"4444", "44"}},
        {"acey-deucey " HANDS "x ", {"12", "12>choose>roll", "21>choose>roll", "21"}},
        {"acey-deucey " HANDS "x ", {"choose>roll"}},
        {"acey-deucey " HANDS "x ", {"5555>roll"}}, /* named */
        {"acey-deucey " HANDS "x ", {"5555", "55"}},
        {"acey-deucey " HANDS "x ", {"roll"}},
        {"mexican 8:2,4:2 1:2 x ", {"12", "choose>roll", "21"}},
        {"mexican 8:2,4:2 1:2 x ", {"4444>roll"}}, /* named; "44" was thrown */
        {"mexican 8:2,4:2 1:2 x ", {"44"}},
        {"mexican 8:2,4:2 1:2 x ", {"roll"}},
        {"catch-me 24:1,3:1 24:1,3:1 x ", {"4444>roll", "44"}},
        {"catch-me 24:1,3:1 24:1,3:1 x ", {"roll"}},
        {"doublets unstack:3 off:1 x ", {"3333>roll", "33"}},
        {"lumbardorum 12:15 12:15 x ", {"2222", "22"}},
        {"fixed-roll " MEN " " MEN " x ", {"5555", "55"}},
        {"fixed-roll " MEN " " MEN " o ", {"56", "65"}},
        {"fixed-roll " MEN " " MEN " x ", {"-"}},
        {"open-roll " MEN " " MEN " x ", {"12/56", "21/65"}},
        {"open-roll " MEN " " MEN " x ", {"56/-", "65/-"}},
        {"open-roll " MEN " " MEN " x ", {"33/-"}},
        {"open-roll " MEN " " MEN " x ", {"33/44"}},
        {"open-roll " MEN " " MEN " x ", {"-"}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int last = 0;
        char canonical[PASCH_PPN_ROOM], text[PASCH_PPN_ROOM];
        while (last < 3 && rows[i].dice[last + 1])
            last++;
        snprintf(canonical, sizeof canonical, "%s%s", rows[i].board, rows[i].dice[last]);
        for (int d = 0; d <= last; d++) {
            snprintf(text, sizeof text, "%s%s", rows[i].board, rows[i].dice[d]);
            check_writes(text, canonical);
        }
    }
}

/* The stages that a throw gives, as the turn machine plays them one after the other. */
static void a_throw_reads_as_the_stages_it_gives(void **state)
{
    (void)state;
    static const struct {
        const char *text, *stages;
    } rows[] = {
        {STANDARD "x 33", "33"},
        {"puff " HANDS "x 33", "33 44"},
        {"french-1 " HANDS "x 33", "33 44 roll"},
        {"gioul 24:15 24:15 x 33", "33 44 55 66"},
        {"gioul 24:15 24:15 x 3333>4444>5555>6666", "33 44 55 66"},
        {"acey-deucey " HANDS "x 12", "12 choose roll"},
        {"mexican 8:2,4:2 1:2 x 12", "choose roll"},
        {"mexican 8:2,4:2 1:2 x 33", "33 roll"},
        {"puff " HANDS "x 4444", "44"},
        {STANDARD "x -", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct pasch_position p = testing_position(rows[i].text);
        char stages[100] = "";
        size_t at = 0;
        for (int s = 0; s < p.stages; s++) {
            const struct pasch_stage *stage = &p.stage[s];
            const char *gap = s ? " " : "";
            if (stage->kind == PASCH_STAGE_MOVES)
                at += (size_t)sprintf(stages + at, "%s%d%d", gap, stage->die[0], stage->die[1]);
            else
                at += (size_t)sprintf(stages + at, "%s%s", gap, stage->kind == PASCH_STAGE_ROLL ? "roll" : "choose");
        }
        assert_string_equal(stages, rows[i].stages);
    }
}

static void what_a_position_waits_for(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum pasch_due due;
    } rows[] = {
        {STANDARD "x -", PASCH_DUE_THROW},
        {STANDARD "x 31", PASCH_DUE_PLAY},
        {STANDARD "o - offer=double", PASCH_DUE_ANSWER},
        {"standard over x 2", PASCH_DUE_NOTHING},
        {"french-1 " HANDS "x roll", PASCH_DUE_BONUS},
        {"acey-deucey " HANDS "x choose>roll", PASCH_DUE_CHOOSE},
        {"mexican 8:2 1:2 x 12", PASCH_DUE_CHOOSE},
        {"open-roll " MEN " " MEN " x -", PASCH_DUE_THROW},
        {"open-roll " MEN " " MEN " x 65/-", PASCH_DUE_REPLY},
        {"open-roll " MEN " " MEN " x 21/65", PASCH_DUE_PLAY},
        {"fixed-roll " MEN " " MEN " x 65", PASCH_DUE_PLAY},
        {"double-vs-choice " MEN " " MEN " x -", PASCH_DUE_THROW},
        {"double-vs-choice " MEN " " MEN " o -", PASCH_DUE_CHOOSE},
        {"double-vs-choice " MEN " " MEN " x - chooser=x", PASCH_DUE_CHOOSE},
        {"double-vs-choice " MEN " " MEN " x - rolls=1", PASCH_DUE_THROW},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct pasch_position p = testing_position(rows[i].text);
        if (pasch_position_due(&p) != rows[i].due)
            testing_fail("'%s' waits for %d", rows[i].text, (int)pasch_position_due(&p));
    }
}

/* Single blanks, points from high to low, then bar, then hand, the high die first, keys in their order and only where
 * they differ from the default. */
static void one_form_is_written(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"  standard   " MEN "\t" MEN "  x    - \r\n", STANDARD "x -"},
        {"standard 6:5,8:3,13:5,24:2 6:5,24:2,8:3,13:5 o 15", STANDARD "o 51"},
        {"standard bar:1,6:4,24:1 13:1,bar:2,14:1 x -", "standard 24:1,6:4,bar:1 14:1,13:1,bar:2 x -"},
        {"puff hand:3,bar:1,6:4 hand:15 x -", "puff 6:4,bar:1,hand:3 hand:15 x -"},
        {"standard 06:05 01:01 x -", "standard 6:5 1:1 x -"},
        {STANDARD "x - cube=1", STANDARD "x -"},
        {STANDARD "x - score=0-0/0", STANDARD "x -"},
        {STANDARD "x - crawford=0 jacoby=0 beavers=0", STANDARD "x -"},
        {"double-vs-choice 1:2 1:2 x - chooser=o rolls=2", "double-vs-choice 1:2 1:2 x -"},
        {STANDARD "x - ply=0", STANDARD "x - ply=0"},
        {STANDARD "x - ply=12 beavers=1 jacoby=1 score=5-7/0 cube=4x",
         STANDARD "x - cube=4x score=5-7/0 jacoby=1 beavers=1 ply=12"},
        {STANDARD "x 42 ply=3 crawford=1 score=6-2/7", STANDARD "x 42 score=6-2/7 crawford=1 ply=3"},
        {"double-vs-choice " MEN " " MEN " o - ply=9 rolls=1 chooser=x score=1-2/5 cube=2o",
         "double-vs-choice " MEN " " MEN " o - cube=2o score=1-2/5 chooser=x rolls=1 ply=9"},
        {STANDARD "o - score=1-2/5 offer=double cube=2x", STANDARD "o - cube=2x offer=double score=1-2/5"},
        {"doublets unstack:654321 restack:52 x -", "doublets unstack:123456 restack:25 x -"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_writes(rows[i][0], rows[i][1]);
}

/* Lines that are canonical already. */
static void every_form_is_written_back_as_it_was(void **state)
{
    (void)state;
    static const char *const rows[] = {
        /* cube, offers, match */
        STANDARD "x - cube=2",
        STANDARD "x - cube=4x",
        STANDARD "x 66 cube=1099511627776o",
        STANDARD "o - offer=double",
        STANDARD "x - cube=2o offer=double score=3-1/7",
        STANDARD "x - score=3-1/7",
        STANDARD "x - score=100-0/0",
        STANDARD "x - score=4294967295-0/0",
        STANDARD "x - score=0-4/5 crawford=1",
        STANDARD "x - jacoby=1 beavers=1",
        STANDARD "x - ply=1000000",
        "acey-deucey over o 15",
        /* over */
        "standard over x 2",
        "standard over o 3",
        "pin over x 114",
        "fixed-roll over draw 0",
        "gioul over x 1",
        /* pins: one man under the other side's */
        "pin 24:12,17:1,15:1,10:1! 24:13,17:1,15:1 x -",
        "pin 24:12,15:2,8:1 24:13,17:1!,15:1 o 61",
        "pin 5:3,1:1! 24:2,5:3 x 21",
        /* towers */
        "doublets unstack:123456 unstack:123456 x 63",
        "doublets restack:25 unstack:1 o -",
        "doublets off:1 off:123456 x 11",
        /* open roll, fixed roll, roles */
        "open-roll " MEN " " MEN " x 21/65",
        "open-roll " MEN " " MEN " o 65/-",
        "open-roll " MEN " " MEN " x 33/33 ply=4",
        "fixed-roll " MEN " " MEN " o 65",
        "fixed-roll " MEN " " MEN " o 65 offer=double",
        "fixed-roll " MEN " " MEN " o - offer=double",
        "fixed-roll " MEN " " MEN " o 55 cube=2x offer=double ply=3",
        "double-vs-choice " MEN " " MEN " x 33 rolls=1",
        "double-vs-choice " MEN " " MEN " x - rolls=1",
        "double-vs-choice " MEN " " MEN " o 31",
        "double-vs-choice " MEN " " MEN " o 33 chooser=x",
        "double-vs-choice " MEN " " MEN " x 31 chooser=x",
        /* odd boards */
        "french-2 12:1,1:1,bar:1 2:1,1:2 x 65",
        "french-2 1:2,hand:1 1:2,bar:1 o 21",
        "lumbardorum 12:3,7:2,bar:1 12:2,3:2 x -",
        "catch-me 24:1 12:1 x 61",
        "catch-me 24:1,23:1 12:1 o roll",
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_writes(rows[i], rows[i]);
}

/* "-" for a side without men is a form of PPN, but in every game such a position is over. */
static void a_side_without_men_has_ended_the_game(void **state)
{
    (void)state;
    check_refused("standard 1:1 - x -", PASCH_BAD_POSITION, 0, "the game is over: o has no men left");
    check_refused("catch-me - 24:1 x -", PASCH_BAD_POSITION, 0, "the game is over: x has no men left");
    check_refused("french-2 1:3 hand:3 o -", PASCH_BAD_POSITION, 0, "the game is over: x has all men home");
    check_refused("french-2 - hand:3 o -", PASCH_BAD_POSITION, 0, "none leaves the board");
}

static void the_rules_given_are_used(void **state)
{
    (void)state;
    struct pasch_rules rules = *pasch_game_find("doublets");
    struct pasch_position position;
    struct pasch_error error;
    /* Towers borne off man by man: a tower is named once for each man on it. */
    assert_int_equal(pasch_rules_set(&rules, "unit", "man", NULL), PASCH_OK);
    assert_int_equal(pasch_ppn_read(&position, "doublets off:32213 off:1 x 31", &rules, &error), PASCH_OK);
    assert_ptr_equal(position.rules, &rules);
    assert_string_equal(write(&position), "doublets off:12233 off:1 x 31");
    check_round_trip(&position);
    assert_int_equal(pasch_ppn_read(&position, "doublets off:111 off:1 x 31", &rules, &error), PASCH_BAD_TEXT);
    assert_int_equal(pasch_ppn_read(&position, "doublets off:11 off:1 x 31", NULL, &error), PASCH_BAD_TEXT);
    assert_int_equal(pasch_ppn_read(&position, STANDARD "x 31", &rules, &error), PASCH_BAD_GAME);
    assert_string_equal(error.text, "the position is of 'standard', not of 'doublets'");
    assert_int_equal(error.column, 1);
    /* A double of puff with a bonus roll has one stage more. */
    rules = *pasch_game_find("puff");
    assert_int_equal(pasch_rules_set(&rules, "bonus", "1", NULL), PASCH_OK);
    assert_int_equal(pasch_ppn_read(&position, "puff " HANDS "x 3333>4444>roll", &rules, &error), PASCH_OK);
    assert_string_equal(write(&position), "puff " HANDS "x 33");
    check_round_trip(&position);
    /* Without the cube there is none in the position either. */
    rules = *pasch_game_find("standard");
    assert_int_equal(pasch_rules_set(&rules, "cube", "off", NULL), PASCH_OK);
    assert_int_equal(pasch_ppn_read(&position, STANDARD "x - cube=2x", &rules, &error), PASCH_BAD_POSITION);
    assert_non_null(strstr(error.text, "without a cube"));
}

/* No queue is read that no turn could have. */
static void stages_follow_the_rules_of_the_game(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *words;
    } rows[] = {
        {STANDARD "x choose>roll", "no double is ever named in standard"},
        {STANDARD "x roll", "standard has no bonus rolls"},
        {STANDARD "x 31>roll", "no stage can follow 3-1 in standard"},
        {STANDARD "x 3333>4444", "this stage cannot follow the one before in standard"},
        {"puff " HANDS "x 3333>5555", "this stage cannot follow the one before in puff"},
        {"puff " HANDS "x 3333>4444>roll", "puff has no bonus rolls"},
        {"puff " HANDS "x 3333>4444>3333", "this stage cannot follow the one before in puff"},
        {"french-1 " HANDS "x roll>3333", "nothing can follow 'roll'"},
        {"gioul 24:15 24:15 x 3333>5555", "this stage cannot follow the one before in gioul"},
        {"gioul 24:15 24:15 x roll", "gioul has no bonus rolls"},
        {"acey-deucey " HANDS "x choose", "'choose' must be followed by 'roll'"},
        {"acey-deucey " HANDS "x choose>3333", "'choose' must be followed by 'roll'"},
        {"acey-deucey " HANDS "x 31>choose>roll", "no stage can follow 3-1 in acey-deucey"},
        {"acey-deucey " HANDS "x 3333>choose>roll", "no stage can follow 3-3 in acey-deucey"},
        {"mexican 8:2,4:2 1:2 x 21>choose>roll", "no stage can follow 2-1 in mexican"},
        {"mexican 8:2,4:2 1:2 x 21>roll", "no stage can follow 2-1 in mexican"},
        {"catch-me 24:1,3:1 24:1,3:1 x 31>roll", "no stage can follow 3-1 in catch-me"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *dice = strstr(rows[i].text, " x ") + 3;
        check_refused(rows[i].text, PASCH_BAD_POSITION, (int)(dice - rows[i].text) + 1, rows[i].words);
    }
}

/* A few errors with their exact columns; bad_input.txt has many more. */
static void errors_say_where_they_are(void **state)
{
    (void)state;
    check_refused("", PASCH_BAD_TEXT, 1, "the position is empty");
    check_refused("   ", PASCH_BAD_TEXT, 4, "the position is empty");
    check_refused("chess", PASCH_BAD_GAME, 1, "there is no game 'chess'");
    check_refused("standard", PASCH_BAD_TEXT, 9, "the men of x are missing");
    check_refused("standard 6:1", PASCH_BAD_TEXT, 13, "the men of o are missing");
    check_refused("standard 6:1 6:1 z -", PASCH_BAD_TEXT, 18, "x or o");
    check_refused("standard 6:1 6:1 x", PASCH_BAD_TEXT, 19, "the dice must stand here");
    check_refused("standard 25:1 6:1 x -", PASCH_BAD_TEXT, 10, "a point 1 to 24");
    check_refused("standard 6:16 6:1 x -", PASCH_BAD_POSITION, 12, "16 men or more");
    check_refused("standard 6:1,8:0 6:1 x -", PASCH_BAD_TEXT, 16, "1 to 15");
    check_refused("standard 6:1 6:1 x 37", PASCH_BAD_TEXT, 21, "a die shows 1 to 6");
    check_refused("standard 6:1 6:1 x - cube=3", PASCH_BAD_TEXT, 27, "power of two");
    check_refused("standard 6:1 6:1 x - cube=2 cube=4", PASCH_BAD_TEXT, 29, "'cube' is given twice");
    check_refused("standard 6:1 6:1 x 31 offer=double", PASCH_BAD_POSITION, 20, "before the dice are thrown");
    check_refused("standard over z 1", PASCH_BAD_TEXT, 15, "must follow 'over'");
}

static void a_line_may_be_long_but_not_endless(void **state)
{
    (void)state;
    static char text[5001];
    memset(text, ' ', 5000);
    memcpy(text, STANDARD "x -", strlen(STANDARD "x -"));
    text[2000] = 0;
    check_writes(text, STANDARD "x -");
    text[2000] = ' ';
    check_refused(text, PASCH_BAD_TEXT, 2000, "longer than 2000");
}

/* Every position of games played by chance, with every stake that fits it. */
static void positions_of_games_read_back(void **state)
{
    (void)state;
    struct pasch_plays plays = testing_plays();
    struct pasch_rng rng;
    pasch_rng_seed(&rng, 20);
    for (size_t g = 0; g < pasch_game_count(); g++) {
        for (int round = 0; round < 4; round++) {
            struct pasch_position p;
            pasch_position_start(&p, pasch_game_at(g));
            p.turn = (uint8_t)pasch_rng_below(&rng, 2);
            p.chooser = (uint8_t)pasch_rng_below(&rng, 2);
            if (p.rules->throws != PASCH_THROW_ROLES)
                p.chooser = PASCH_O;
            p.counts_plies = round & 1;
            if (round & 2) {
                p.length = 9;
                p.score[0] = pasch_rng_below(&rng, 9);
                p.score[1] = pasch_rng_below(&rng, 9);
                p.cube_log = p.rules->cube == PASCH_CUBE_NO ? 0 : 2;
                p.cube_owner = p.cube_log ? PASCH_O : PASCH_NOBODY;
            } else {
                p.jacoby = true;
                p.beavers = true;
            }
            check_round_trip(&p);
            for (int step = 0; step < 400 && testing_step(&p, &rng, &plays); step++)
                check_round_trip(&p);
        }
    }
    testing_plays_free(&plays);
}

/* Boards that games hardly come to, with every roll. */
static void positions_thrown_together_read_back(void **state)
{
    (void)state;
    struct pasch_rng rng;
    pasch_rng_seed(&rng, 21);
    for (size_t g = 0; g < pasch_game_count(); g++) {
        for (int i = 0; i < 500; i++) {
            struct pasch_position p;
            if (!testing_random_position(&p, pasch_game_at(g), &rng))
                continue;
            check_round_trip(&p);
            int a = (int)pasch_rng_below(&rng, 6) + 1, b = (int)pasch_rng_below(&rng, 6) + 1;
            if (pasch_position_due(&p) == PASCH_DUE_THROW)
                assert_int_equal(pasch_position_throw(&p, a, b, NULL), PASCH_OK);
            check_round_trip(&p);
        }
    }
}

/* The longest line there can be fits the room: fifteen men on fifteen places, every stage, every key. */
static void the_room_is_enough(void **state)
{
    (void)state;
    struct pasch_position p;
    pasch_position_start(&p, pasch_game_find("double-vs-choice"));
    for (int side = 0; side < 2; side++) {
        struct pasch_side *men = &p.board.side[side];
        memset(men, 0, sizeof *men);
        for (int place = 12; place < PASCH_PLACES; place++)
            men->men[place] = 1;
        men->marks = ~0u;
    }
    p.stages = PASCH_STAGES;
    for (int i = 0; i < PASCH_STAGES; i++)
        p.stage[i].kind = PASCH_STAGE_CHOOSE;
    p.cube_log = PASCH_CUBE_LOG_MAX;
    p.cube_owner = PASCH_O;
    p.offered = p.crawford = p.jacoby = p.beavers = p.second = p.counts_plies = true;
    p.score[0] = p.score[1] = p.length = p.ply = UINT32_MAX;
    p.chooser = PASCH_X;
    char text[2 * PASCH_PPN_ROOM];
    assert_true(pasch_ppn_write(&p, text) < PASCH_PPN_ROOM);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_starts_as_the_rule_book_says),
        cmocka_unit_test(equal_dice_are_one_position_with_one_spelling),
        cmocka_unit_test(a_throw_reads_as_the_stages_it_gives),
        cmocka_unit_test(what_a_position_waits_for),
        cmocka_unit_test(one_form_is_written),
        cmocka_unit_test(every_form_is_written_back_as_it_was),
        cmocka_unit_test(a_side_without_men_has_ended_the_game),
        cmocka_unit_test(the_rules_given_are_used),
        cmocka_unit_test(stages_follow_the_rules_of_the_game),
        cmocka_unit_test(errors_say_where_they_are),
        cmocka_unit_test(a_line_may_be_long_but_not_endless),
        cmocka_unit_test(positions_of_games_read_back),
        cmocka_unit_test(positions_thrown_together_read_back),
        cmocka_unit_test(the_room_is_enough),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
