/* The bear-off tables against known numbers, against the general generator, and against GNU Backgammon. */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "eval/bearoff.h"
#include "testing.h"

/* GNU Backgammon rounds to 16 bits after every roll. */
static const double PEER = 1e-4;

struct tables {
    struct pasch_bearoff *one;
    struct pasch_bearoff_two *two;
    struct pasch_engine *engine; /* with these tables */
    struct pasch_plays plays;
    struct pasch_rng rng;
};

static int make_tables(void **state)
{
    static struct tables tables;
    tables.one = pasch_bearoff_create();
    tables.two = pasch_bearoff_two_create(PASCH_BEAROFF_TWO_USUAL, NULL, NULL, NULL);
    const struct pasch_engine_parts parts = {.bearoff = tables.one, .two = tables.two};
    tables.engine = pasch_engine_create(pasch_game_at(0), &parts, NULL);
    tables.plays = testing_plays();
    pasch_rng_seed(&tables.rng, 20261118);
    *state = &tables;
    return tables.one && tables.two && tables.engine ? 0 : -1;
}

static int free_tables(void **state)
{
    struct tables *tables = *state;
    pasch_engine_destroy(tables->engine);
    pasch_bearoff_destroy(tables->one);
    pasch_bearoff_two_destroy(tables->two);
    testing_plays_free(&tables->plays);
    return 0;
}

static void check_near(const char *what, double here, double wanted, double within)
{
    if (!(fabs(here - wanted) <= within))
        testing_fail("%s: %.7f here, %.7f wanted", what, here, wanted);
}

/* Men on points 1 to 6; the others of the 15 are off. */
static struct pasch_side side_of(const int men[BEAROFF_POINTS])
{
    struct pasch_side side = {.men = {[PASCH_OFF] = BEAROFF_MEN}};
    for (int i = 0; i < BEAROFF_POINTS; i++) {
        side.men[i + 1] = (uint8_t)men[i];
        side.men[PASCH_OFF] = (uint8_t)(side.men[PASCH_OFF] - men[i]);
    }
    return side;
}

#define SIDE(...) side_of((int[BEAROFF_POINTS]){__VA_ARGS__})

static struct pasch_side side_of_home(const struct bearoff_home *home)
{
    const uint8_t *t = home->tail;
    return SIDE(t[1] - t[2], t[2] - t[3], t[3] - t[4], t[4] - t[5], t[5] - t[6], t[6]);
}

static struct pasch_side random_side(struct pasch_rng *rng, int men)
{
    int on[BEAROFF_POINTS] = {0};
    unsigned highest = 1 + pasch_rng_below(rng, BEAROFF_POINTS);
    for (int i = 0; i < men; i++)
        on[pasch_rng_below(rng, highest)]++;
    return side_of(on);
}

static struct pasch_board random_board(struct pasch_rng *rng, uint32_t most)
{
    int mine = 1 + (int)pasch_rng_below(rng, most), other = 1 + (int)pasch_rng_below(rng, most);
    return (struct pasch_board){{random_side(rng, mine), random_side(rng, other)}};
}

static unsigned index_of(const struct pasch_side *side)
{
    struct bearoff_home home;
    assert_true(bearoff_home_read(&home, side));
    return home.index;
}

/* All plays of a roll, from the general generator. */
static void generate(struct pasch_plays *plays, const struct pasch_board *board, int me, int a, int b)
{
    struct pasch_stage stage = {.kind = PASCH_STAGE_MOVES, .die = {(uint8_t)a, (uint8_t)b}};
    assert_int_equal(pasch_moves(pasch_game_at(0), board, me, &stage, plays), PASCH_OK);
}

static double expected_rolls(const struct tables *tables, const struct pasch_side *side)
{
    struct pasch_bearoff_rolls rolls;
    assert_true(pasch_bearoff_rolls(tables->one, side, &rolls));
    return rolls.mean;
}

static struct pasch_bearoff_value value_of(const struct tables *tables, const struct pasch_board *board, int me)
{
    struct pasch_bearoff_value value;
    assert_true(pasch_bearoff_two_find(tables->two, board, me, &value));
    return value;
}

static bool two_applies(const struct tables *tables, const struct pasch_board *board)
{
    struct pasch_bearoff_value value;
    return pasch_bearoff_two_find(tables->two, board, 0, &value);
}

/* What a play that led to this board leaves: to the roller, side 0, or to the opponent. */
enum what { ROLLS, NONE_OFF, CUBELESS, CENTRED, OWNED, OPPONENTS };

static double left(const struct tables *tables, const struct pasch_board *board, enum what what)
{
    switch (what) {
    case ROLLS: return expected_rolls(tables, &board->side[0]);
    case NONE_OFF: return board->side[0].men[PASCH_OFF] == 0;
    case CUBELESS: return (double)value_of(tables, board, 1).cubeless;
    case CENTRED: return (double)value_of(tables, board, 1).centred;
    case OWNED: return (double)value_of(tables, board, 1).owned;
    default: return (double)value_of(tables, board, 1).opponents;
    }
}

/* The mean over the rolls of the least that any play of the general generator leaves. */
static double mean_of_least(struct tables *tables, const struct pasch_board *board, enum what what)
{
    double sum = 0;
    for (int roll = 0; roll < 36; roll++) {
        double least = HUGE_VAL;
        generate(&tables->plays, board, 0, 1 + roll / 6, 1 + roll % 6);
        for (size_t i = 0; i < tables->plays.count; i++)
            least = fmin(least, left(tables, &tables->plays.play[i].board, what));
        sum += least;
    }
    return sum / 36;
}

static void indices_count_all_positions(void **state)
{
    (void)state;
    struct bearoff_home home = {0};
    unsigned count = 1;
    for (; bearoff_home_next(&home, BEAROFF_MEN); count++) {
        struct pasch_side side = side_of_home(&home);
        assert_true(home.index == count && index_of(&side) == count);
        assert_true((count >= BEAROFF_FULL) == (home.tail[1] == BEAROFF_MEN));
    }
    assert_int_equal(count, BEAROFF_POSITIONS);
}

static void tables_apply_where_all_men_are_home(void **state)
{
    const struct tables *tables = *state;
    const struct pasch_board board = {{SIDE(0, 0, 0, 0, 0, 6), SIDE(1, 1, 1, 1, 1, 1)}};
    assert_true(bearoff_applies(&board) && two_applies(tables, &board));
    for (int place = BEAROFF_POINTS + 1; place < PASCH_PLACES; place++) {
        struct pasch_board other = board;
        other.side[place % 2].men[place] = 1;
        assert_false(bearoff_applies(&other) || two_applies(tables, &other));
    }
    struct pasch_board seven = {{board.side[0], SIDE(7)}}, sixteen = {{board.side[0], SIDE(16)}};
    assert_true(bearoff_applies(&seven) && !two_applies(tables, &seven));
    assert_false(bearoff_applies(&sixteen));
}

static void check_results(struct pasch_plays *plays, const struct pasch_board *board, int a, int b)
{
    struct bearoff_home home, result[BEAROFF_RESULTS];
    assert_true(bearoff_home_read(&home, &board->side[0]));
    int count = bearoff_home_results(&home, a, b, result);
    generate(plays, board, 0, a, b);
    for (size_t k = 0; k < plays->count; k++) {
        int i = 0;
        while (i < count && index_of(&plays->play[k].board.side[0]) != result[i].index)
            i++;
        if (i == count || (size_t)count != plays->count)
            testing_fail("index %u, %d%d: %d results here, %zu others there", home.index, a, b, count, plays->count);
    }
}

static void rolls_lead_where_the_generator_says(void **state)
{
    struct tables *tables = *state;
    for (int i = 0; i < 4000; i++) {
        struct pasch_board board = random_board(&tables->rng, BEAROFF_MEN);
        for (int roll = 0; roll < 36; roll++)
            check_results(&tables->plays, &board, 1 + roll / 6, 1 + roll % 6);
    }
}

static void expected_rolls_are_known(void **state)
{
    const struct tables *tables = *state;
    static const struct {
        int men[BEAROFF_POINTS];
        double rolls;
    } known[] = {{{15}, 6.979592},
                 {{10}, 4.408179},
                 {{0, 0, 0, 0, 0, 1}, 1.25},
                 {{0, 0, 0, 0, 0, 2}, 2.109611},
                 {{2, 2, 2, 2, 2, 2}, 6.360317},
                 {{2, 2, 2, 3, 3, 3}, 8.138923},
                 {{0, 0, 0, 5, 5, 5}, 10.073759},
                 {{0, 0, 0, 3, 5, 7}, 10.539055},
                 {{0, 0, 0, 0, 0, 15}, 12.266187}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct pasch_side side = side_of(known[i].men);
        check_near("expected rolls", expected_rolls(tables, &side), known[i].rolls, 5.1e-7);
    }
}

static void expected_rolls_follow_from_the_generator(void **state)
{
    struct tables *tables = *state;
    for (int i = 0; i < 1000; i++) {
        struct pasch_board board = random_board(&tables->rng, BEAROFF_MEN);
        double here = expected_rolls(tables, &board.side[0]);
        check_near("rolls", here, 1 + mean_of_least(tables, &board, ROLLS), 1e-12);
    }
}

static void the_last_roll_is_known(void **state)
{
    const struct tables *tables = *state;
    struct pasch_board even = {{SIDE(4), SIDE(4)}}, behind = {{SIDE(4), SIDE(2)}}, over = {{SIDE(4), SIDE(0)}};
    check_near("4 aces each", (double)bearoff_probs(tables->one, &even, 0).win, 31 / 36., 1e-6);
    check_near("4 aces each", (double)value_of(tables, &even, 0).win, 31 / 36., 1e-5);
    check_near("4 aces to 2", (double)bearoff_probs(tables->one, &behind, 0).win, 1 / 6., 1e-6);
    check_near("2 aces to 4", (double)bearoff_probs(tables->one, &behind, 1).win, 1, 1e-6);
    check_near("lost", (double)bearoff_probs(tables->one, &over, 0).win, 0, 0);
}

/* Against a last man on the ace point the gammon is lost with the rolls that bear nothing off. */
static void a_gammon_is_lost_with_the_first_roll(void **state)
{
    struct tables *tables = *state;
    for (int i = 0; i < 1000; i++) {
        struct pasch_board board = {{random_side(&tables->rng, BEAROFF_MEN), SIDE(1)}};
        struct pasch_probs mine = bearoff_probs(tables->one, &board, 0), other = bearoff_probs(tables->one, &board, 1);
        check_near("gammon lost", (double)mine.lose_gammon, mean_of_least(tables, &board, NONE_OFF), 1e-6);
        check_near("gammon won", (double)other.win_gammon, 1, 1e-6);
        assert_true(mine.win_backgammon + mine.lose_backgammon + mine.win_gammon + other.lose_gammon <= 0);
    }
}

/* What playing without regard to the other side costs, measured where the truth is known. */
static void one_sided_play_comes_close_to_the_best(void **state)
{
    const struct tables *tables = *state;
    double most = 0, sum = 0, pairs = 0;
    for (struct bearoff_home mine = {0}; bearoff_home_next(&mine, PASCH_BEAROFF_TWO_USUAL);) {
        for (struct bearoff_home other = {0}; bearoff_home_next(&other, PASCH_BEAROFF_TWO_USUAL); pairs++) {
            struct pasch_board board = {{side_of_home(&mine), side_of_home(&other)}};
            float exact = value_of(tables, &board, 0).win;
            double off = fabs((double)(bearoff_probs(tables->one, &board, 0).win - exact));
            most = fmax(most, off);
            sum += off;
        }
    }
    print_message("one-sided against exact, up to 6 men: mean %.5f, worst %.5f\n", sum / pairs, most);
    assert_true(sum / pairs < 0.0009 && most < 0.014);
}

/* What is left to the opponent is taken from the roller, and the roller's cube is the opponent's in its eyes. */
static void two_sided_values_follow_from_the_generator(void **state)
{
    struct tables *tables = *state;
    for (int i = 0; i < 500; i++) {
        struct pasch_board board = random_board(&tables->rng, PASCH_BEAROFF_TWO_USUAL);
        struct pasch_bearoff_value here = value_of(tables, &board, 0);
        double doubled = fmin(1, 2 * (double)here.opponents);
        check_near("cubeless", (double)here.cubeless, -mean_of_least(tables, &board, CUBELESS), 5e-5);
        check_near("centred, kept", (double)here.centred_kept, -mean_of_least(tables, &board, CENTRED), 5e-5);
        check_near("owned, kept", (double)here.owned_kept, -mean_of_least(tables, &board, OPPONENTS), 5e-5);
        check_near("opponent's", (double)here.opponents, -mean_of_least(tables, &board, OWNED), 5e-5);
        check_near("chance", (double)here.win, ((double)here.cubeless + 1) / 2, 1e-7);
        check_near("centred", (double)here.centred, fmax((double)here.centred_kept, doubled), 1e-7);
        check_near("owned", (double)here.owned, fmax((double)here.owned_kept, doubled), 1e-7);
    }
}

/* GNU Backgammon 1.07.001, run by hand through shared/peers/gnubg/bridge.py (level 0 1; money 0 1 -1, 1 and 0 for the
 * three places of the cube): "eval", and of "cube" the first number, optimal, and the second, no double. */
static void the_cube_is_used_as_gnu_backgammon_does(void **state)
{
    const struct tables *tables = *state;
    static const struct {
        const char *text;
        float value[7]; /* as in struct pasch_bearoff_value */
    } known[] = {
        {"YAAAGAwAAAAAAA", {0.368627f, -0.262745f, -0.526513f, -0.215473f, -0.532097f, -0.526513f, -0.215473f}},
        {"2wAAANgAAAAAAA", {0.452445f, -0.095109f, -0.220874f, -0.014420f, -0.297566f, -0.220874f, -0.014420f}},
        {"DwAA4AEAAAAAAA", {0.861097f, 0.722194f, 1, 1, 0.722194f, 0.722194f, 0.722194f}},
        {"VQUAgKoCAAAAAA", {0.700542f, 0.401083f, 0.702190f, 0.702190f, 0.351095f, 0.602197f, 0.636713f}},
        {"twAAALYBAAAAAA", {0.236286f, -0.527428f, -0.819760f, -0.510857f, -0.835172f, -0.819760f, -0.510857f}},
        {"4AcAAPADAAAAAA", {0.651164f, 0.302327f, 0.484916f, 0.544854f, 0.221454f, 0.484916f, 0.544854f}},
        {"WwEAgB8AAAAAAA", {0.866560f, 0.733120f, 1, 1, 0.733120f, 0.884245f, 0.884245f}},
        {"mQAAQCYAAAAAAA", {0.570108f, 0.140215f, 0.246815f, 0.283131f, 0.104295f, 0.246815f, 0.283131f}},
        {"dAYAgJYBAAAAAA", {0.884672f, 0.769345f, 1, 1, 0.755825f, 0.916167f, 0.926055f}},
        {"ZgEAANUAAAAAAA", {0.440314f, -0.119371f, -0.238880f, -0.028244f, -0.315938f, -0.238880f, -0.028244f}},
        {"NwAAwBYAAAAAAA", {0.782834f, 0.565667f, 1, 1, 0.565667f, 0.764889f, 0.764889f}},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct pasch_position position = testing_position(known[i].text);
        struct pasch_bearoff_value v = value_of(tables, &position.board, position.turn);
        const float here[7] = {v.win, v.cubeless, v.centred, v.owned, v.opponents, v.centred_kept, v.owned_kept};
        for (int k = 0; k < 7; k++) /* a double doubles the error of the peer */
            check_near(known[i].text, (double)here[k], (double)known[i].value[k], 2 * PEER);
    }
}

struct peer {
    struct tables *tables;
    int lines[2];
    double worst[2]; /* one-sided, two-sided */
};

static void check_line(const char *line, int number, void *context)
{
    struct peer *peer = context;
    json_t *object = json_loads(line, 0, NULL), *probs = json_object_get(object, "probs");
    const char *class = json_string_value(json_object_get(object, "class"));
    if (!class || json_array_size(probs) != 5)
        testing_fail("line %d has no class or no chances", number);
    if (strncmp(class, "bearoff", 7) == 0) {
        struct pasch_position position = testing_position(json_string_value(json_object_get(object, "pos")));
        bool exact = class[7] == '2';
        assert_true(bearoff_applies(&position.board));
        struct pasch_probs here =
            pasch_evaluate(pasch_engine_evaluator(peer->tables->engine), &position.board, position.turn);
        const float chance[5] = {here.win, here.win_gammon, here.win_backgammon, here.lose_gammon,
                                 here.lose_backgammon};
        for (size_t i = 0; i < 5; i++) {
            double off = fabs((double)chance[i] - json_number_value(json_array_get(probs, i)));
            peer->worst[exact] = fmax(peer->worst[exact], off);
        }
        peer->lines[exact]++;
    }
    json_decref(object);
}

static void gnu_backgammon_has_the_same_chances(void **state)
{
    struct peer peer = {.tables = *state};
    testing_lines(PASCH_SHARED "/reference/gnubg/eval0.jsonl", check_line, &peer);
    print_message("one-sided chances differ by up to %.6f, two-sided by %.6f\n", peer.worst[0], peer.worst[1]);
    assert_true(peer.lines[0] == 312 && peer.lines[1] == 109 && peer.worst[0] < PEER && peer.worst[1] < PEER);
}

/* How many men each side must have off for the exact table decides where the sums of one-sided chances end. */
static void the_evaluator_prefers_exact_values(void **state)
{
    struct tables *tables = *state;
    const struct pasch_evaluator *e = pasch_engine_evaluator(tables->engine);
    for (int i = 0; i < 2000; i++) {
        struct pasch_board board = random_board(&tables->rng, BEAROFF_MEN);
        int me = i % 2;
        struct pasch_probs here = pasch_evaluate(e, &board, me), one = bearoff_probs(tables->one, &board, me);
        struct pasch_bearoff_value exact;
        if (pasch_evaluate_exact(e, &board, me, &exact))
            one = (struct pasch_probs){.win = exact.win};
        assert_memory_equal(&here, &one, sizeof here);
        bool few = board.side[0].men[PASCH_OFF] >= BEAROFF_MEN - PASCH_BEAROFF_TWO_USUAL &&
                   board.side[1].men[PASCH_OFF] >= BEAROFF_MEN - PASCH_BEAROFF_TWO_USUAL;
        assert_true(few == pasch_evaluate_exact(e, &board, me, &exact));
    }
}

/* Rows that bear off otherwise, or in which both sides have the same home, have no use for these tables. */
static void tables_fit_games_that_bear_off_alike(void **state)
{
    (void)state;
    static const char *const fit[] = {"standard", "eureka", "no-hit", "snake"};
    static const char *const other[] = {"straight",    "puff",        "backwards", "reversed",
                                        "doublets",    "lumbardorum", "gioul",     "pin",
                                        "acey-deucey", "fixed-roll",  "open-roll", "double-vs-choice"};
    for (size_t i = 0; i < sizeof fit / sizeof *fit; i++) {
        if (!pasch_bearoff_fits(pasch_game_find(fit[i])))
            testing_fail("%s does not fit", fit[i]);
    }
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        if (pasch_bearoff_fits(pasch_game_find(other[i])))
            testing_fail("%s fits", other[i]);
    }
}

static void distributions_have_the_mean_that_is_told(void **state)
{
    struct tables *tables = *state;
    struct pasch_bearoff_rolls rolls;
    for (int i = 0; i < 1000; i++) {
        struct pasch_board board = random_board(&tables->rng, BEAROFF_MEN);
        double sum = 0, mean = 0;
        assert_true(pasch_bearoff_rolls(tables->one, &board.side[0], &rolls));
        for (int n = 0; n < PASCH_BEAROFF_ROLLS; n++) {
            sum += (double)rolls.chance[n];
            mean += n * (double)rolls.chance[n];
        }
        check_near("all chances", sum, 1, 1e-6);
        check_near("mean", mean, rolls.mean, 2e-6);
    }
    struct pasch_side outside = SIDE(1);
    outside.men[7] = 1;
    assert_false(pasch_bearoff_rolls(tables->one, &outside, &rolls));
}

/* Every bit of the first bytes and some elsewhere, changed, and every cut: `opens` must refuse them. */
static void check_damage(const void *table, size_t size, bool (*opens)(const void *, size_t, struct pasch_error *))
{
    struct pasch_error error = {0};
    uint8_t *bytes = malloc(size);
    size_t step = size < 10000 ? 1 : 99991;
    memcpy(bytes, table, size);
    assert_true(opens(bytes, size, &error));
    for (size_t at = 0; at < size; at += at < 64 ? 1 : step) {
        for (int bit = 0; bit < 8; bit++) {
            bytes[at] ^= (uint8_t)(1 << bit);
            error = (struct pasch_error){0};
            if (opens(bytes, size, &error) || error.status != PASCH_BAD_TEXT || !error.text[0])
                testing_fail("bit %d of byte %zu was not missed", bit, at);
            bytes[at] ^= (uint8_t)(1 << bit);
        }
    }
    for (size_t cut = 0; cut < size; cut += step)
        assert_false(opens(bytes, cut, &error));
    free(bytes);
}

static bool opens_one(const void *bytes, size_t size, struct pasch_error *error)
{
    struct pasch_bearoff *one = pasch_bearoff_open(bytes, size, error);
    pasch_bearoff_destroy(one);
    return one;
}

static bool opens_two(const void *bytes, size_t size, struct pasch_error *error)
{
    struct pasch_bearoff_two *two = pasch_bearoff_two_open(bytes, size, error);
    bool opened = two && pasch_bearoff_two_men(two) == 2;
    pasch_bearoff_two_destroy(two);
    return opened;
}

static void damaged_bytes_are_refused(void **state)
{
    const struct tables *tables = *state;
    struct pasch_bearoff_two *two = pasch_bearoff_two_create(2, NULL, NULL, NULL);
    size_t size;
    const void *bytes = pasch_bearoff_two_bytes(two, &size);
    check_damage(bytes, size, opens_two);
    assert_false(opens_one(bytes, size, NULL));
    bytes = pasch_bearoff_bytes(tables->one, &size);
    assert_true(size < 5000000);
    check_damage(bytes, size, opens_one);
    assert_false(opens_two(bytes, size, NULL));
    pasch_bearoff_two_destroy(two);
}

/* A table that was opened says what the one that was made says. */
static void bytes_are_used_where_they_lie(void **state)
{
    struct tables *tables = *state;
    size_t one_size, two_size;
    const void *one_bytes = pasch_bearoff_bytes(tables->one, &one_size);
    const void *two_bytes = pasch_bearoff_two_bytes(tables->two, &two_size);
    struct pasch_bearoff *one = pasch_bearoff_open(one_bytes, one_size, NULL);
    struct pasch_bearoff_two *two = pasch_bearoff_two_open(two_bytes, two_size, NULL);
    assert_true(one && two);
    for (int i = 0; i < 200; i++) {
        struct pasch_board board = random_board(&tables->rng, PASCH_BEAROFF_TWO_USUAL);
        struct pasch_probs a = bearoff_probs(tables->one, &board, 0), b = bearoff_probs(one, &board, 0);
        struct pasch_bearoff_value v = value_of(tables, &board, 0), w;
        assert_true(pasch_bearoff_two_find(two, &board, 0, &w));
        assert_memory_equal(&a, &b, sizeof a);
        assert_memory_equal(&v, &w, sizeof v);
    }
    assert_ptr_equal(pasch_bearoff_two_bytes(two, &two_size), two_bytes);
    pasch_bearoff_destroy(one);
    pasch_bearoff_two_destroy(two);
}

/* Stands for threads: the shares in the opposite order. */
static void run_backwards(void *context, size_t count, pasch_task *task, void *argument)
{
    ++*(int *)context;
    while (count--)
        task(argument, count, 0);
}

static void shared_work_gives_the_same_bytes(void **state)
{
    const struct tables *tables = *state;
    int calls = 0;
    const struct pasch_parallel parallel = {.run = run_backwards, .context = &calls};
    struct pasch_bearoff_two *two = pasch_bearoff_two_create(PASCH_BEAROFF_TWO_USUAL, &parallel, NULL, NULL);
    size_t size, again;
    const void *bytes = pasch_bearoff_two_bytes(tables->two, &size), *others = pasch_bearoff_two_bytes(two, &again);
    assert_true(calls > 0 && size == again);
    assert_memory_equal(bytes, others, size);
    pasch_bearoff_two_destroy(two);
}

static bool stop_half_way(void *context, double part)
{
    double *last = context;
    assert_true(part > *last && part <= 1);
    *last = part;
    return part < 0.5;
}

static void work_can_be_watched_and_stopped(void **state)
{
    (void)state;
    double last = 0;
    assert_null(pasch_bearoff_two_create(4, NULL, stop_half_way, &last));
    assert_true(last >= 0.5 && last < 1);
    assert_true(!pasch_bearoff_two_create(0, NULL, NULL, NULL) &&
                !pasch_bearoff_two_create(PASCH_BEAROFF_TWO_MOST + 1, NULL, NULL, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(indices_count_all_positions),
        cmocka_unit_test(tables_apply_where_all_men_are_home),
        cmocka_unit_test(rolls_lead_where_the_generator_says),
        cmocka_unit_test(expected_rolls_are_known),
        cmocka_unit_test(expected_rolls_follow_from_the_generator),
        cmocka_unit_test(the_last_roll_is_known),
        cmocka_unit_test(a_gammon_is_lost_with_the_first_roll),
        cmocka_unit_test(one_sided_play_comes_close_to_the_best),
        cmocka_unit_test(two_sided_values_follow_from_the_generator),
        cmocka_unit_test(the_cube_is_used_as_gnu_backgammon_does),
        cmocka_unit_test(gnu_backgammon_has_the_same_chances),
        cmocka_unit_test(the_evaluator_prefers_exact_values),
        cmocka_unit_test(tables_fit_games_that_bear_off_alike),
        cmocka_unit_test(distributions_have_the_mean_that_is_told),
        cmocka_unit_test(damaged_bytes_are_refused),
        cmocka_unit_test(bytes_are_used_where_they_lie),
        cmocka_unit_test(shared_work_gives_the_same_bytes),
        cmocka_unit_test(work_can_be_watched_and_stopped),
    };
    return cmocka_run_group_tests(tests, make_tables, free_tables);
}
