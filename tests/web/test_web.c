/* The page's functions around the library: whatever they say is JSON, whatever they are told. */
#include <ctype.h>
#include <jansson.h>
#include <string.h>

#include "testing.h"
#include "web.h"

/* wasm/, as the page calls it. */
char *web_games(void);
char *web_levels(void);
char *web_create(char *lines);
struct web_game *web_clone(const struct web_game *game);
void web_free(struct web_game *game);
char *web_apply(struct web_game *g, int side, const char *words);
char *web_plays(const struct web_game *g);
char *web_state(const struct web_game *g);
char *web_explain(const struct web_game *g, int side, int from, int to);
char *web_read(const struct web_game *g, const char *text);
char *web_nets(const char *id);
char *web_think(char *lines);
char *web_act(const struct web_game *g, struct pasch_mind *mind, uint32_t seed);
char *web_best(int plies, int most, const char *text);
char *web_evaluate(int plies, const char *text);
char *web_cube(int plies, const char *text);
char *web_judge(const struct web_game *g, int side, int plies, const char *words);
double web_luck(const struct web_game *g, int side, const char *words);
double web_chance(const struct web_game *g, int plies);

static json_t *json_of(const char *text)
{
    json_error_t error;
    json_t *value = json_loads(text, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &error);
    if (!value)
        fail_msg("%s: %s", error.text, text);
    return value;
}

static struct web_game *create(const char *lines)
{
    char text[400];
    snprintf(text, sizeof text, "%s", lines);
    json_t *made = json_of(web_create(text));
    json_t *handle = json_object_get(made, "handle");
    struct web_game *game = handle ? (struct web_game *)(uintptr_t)json_integer_value(handle) : NULL;
    json_decref(made);
    return game;
}

static void apply(struct web_game *g, int side, const char *words)
{
    const char *error = web_apply(g, side, words);
    if (*error)
        fail_msg("%s %s: %s", g->rules.id, words, error);
}

static struct pasch_rng rng;

static int chance(int below)
{
    return (int)pasch_rng_below(&rng, (uint32_t)below);
}

/* A move, a word, or nonsense. */
static void random_text(char *out, size_t room)
{
    static const char letters[] = "0123456789//--\\* ,()barinofdoubletakeresign";
    size_t length = (size_t)chance((int)room - 1);
    for (size_t i = 0; i < length; i++)
        out[i] = letters[chance((int)sizeof letters - 1)];
    out[length] = 0;
}

/* What a page may ask at any time. */
static void ask_all(struct web_game *g)
{
    char text[40];
    json_decref(json_of(web_plays(g)));
    for (int i = 0; i < 4; i++)
        json_decref(json_of(web_explain(g, chance(2), chance(28) - 1, chance(27) - 1)));
    random_text(text, sizeof text);
    json_decref(json_of(web_read(g, text)));
    struct web_game *copy = web_clone(g);
    web_apply(copy, chance(2), text);
    web_free(copy);
}

/* One event of whoever must act, man by man or by the simple bot. */
static void go_on(struct web_game *g, const json_t *state)
{
    const char *due = json_string_value(json_object_get(state, "due"));
    const json_t *next = json_object_get(state, "next");
    char words[PASCH_MOVE_ROOM];
    int side = pasch_game_actor(&g->game), a = 1 + chance(6), b = 1 + chance(6);
    if (g->game.phase == PASCH_PHASE_OPENING) {
        snprintf(words, sizeof words, "opening %d%d", a, b);
    } else if (strcmp(due, "play") == 0 && json_is_true(json_object_get(state, "mayEnd"))) {
        snprintf(words, sizeof words, "end");
    } else if (strcmp(due, "play") == 0 && json_array_size(next) && !g->rules.towers) {
        struct pasch_hop hop[PASCH_HOPS * PASCH_HOPS_ROOM];
        int count = pasch_game_hops(&g->game, web_plays_room(), hop, PASCH_HOPS * PASCH_HOPS_ROOM);
        assert_int_equal(count, json_array_size(next));
        struct pasch_event event = {.kind = PASCH_EVENT_HOP, .hops = 1, .hop = {hop[chance(count)]}};
        pasch_event_write(&g->rules, &event, words);
    } else {
        snprintf(words, sizeof words, "%s", web_act(g, NULL, 1));
        if (strcmp(words, "roll") == 0)
            snprintf(words, sizeof words, "roll %d%d", a, b);
    }
    apply(g, side == PASCH_NOBODY ? 0 : side, words);
}

static void test_games(void **state)
{
    json_t *games = json_of(web_games());
    size_t i;
    json_t *info;
    assert_int_equal(json_array_size(games), pasch_game_count());
    json_array_foreach(games, i, info)
    {
        char lines[80];
        snprintf(lines, sizeof lines, "game %s\n", json_string_value(json_object_get(info, "id")));
        struct web_game *g = create(lines);
        pasch_rng_seed(&rng, i);
        for (int n = 0; n < 400 && g->game.phase != PASCH_PHASE_BETWEEN; n++) {
            json_t *now = json_of(web_state(g));
            if (n % 3 == 0)
                ask_all(g);
            go_on(g, now);
            json_decref(now);
        }
        web_free(g);
    }
    json_decref(games);
    (void)state;
}

static void test_bad_setups(void **state)
{
    static const char *const bad[] = {
        "",
        "length 7\n",
        "game chess\n",
        "game standard\nset opening\n",
        "game standard\nset opening=never\n",
        "game standard\nlength -1\n",
        "game standard\nautoDoubles 300\n",
        "game standard\nluck 1\n",
        "game standard\nposition puff hand:15 hand:15 x -\n",
        "game standard\nposition standard 30:1\n",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_null(create(bad[i]));
    (void)state;
}

static void test_words(void **state)
{
    struct web_game *g = create("game standard\n");
    apply(g, 0, "opening 31");
    assert_string_equal(web_read(g, " 6-5 8-5 "), "\"play 8/5 6/5\"");
    assert_string_equal(web_read(g, "8/5"), "\"hop 8/5 with 3\"");
    assert_string_equal(web_read(g, ""), "null");
    assert_string_equal(web_explain(g, 0, 8, 5), "null");
    assert_non_null(strstr(web_explain(g, 0, 8, 6), "\"number\""));
    assert_non_null(strstr(web_explain(g, 1, 8, 5), "\"turn\""));
    web_free(g);
    (void)state;
}

static void test_thinking(void **state)
{
    char lines[] = "game standard\n";
    json_decref(json_of(web_nets("standard")));
    json_decref(json_of(web_levels()));
    assert_string_equal(web_think(lines), "");
    json_t *best = json_of(web_best(0, 3, "4HPwATDgc/ABMA:cAkAAAAAAAAE"));
    assert_non_null(json_object_get(best, "error")); /* no dice */
    json_decref(best);
    best = json_of(web_best(0, 3, "standard 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 x 31"));
    assert_int_equal(json_array_size(best), 3);
    assert_string_equal(json_string_value(json_object_get(json_array_get(best, 0), "move")), "8/5 6/5");
    json_decref(best);
    json_decref(json_of(web_evaluate(0, "standard 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 x - score=3-1/7")));
    json_decref(json_of(web_cube(0, "standard 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 x - score=3-1/7")));
    json_decref(json_of(web_cube(0, "standard over x 1")));
    struct web_game *g = create("game standard\n");
    assert_true(web_luck(g, 0, "opening 31") > 0);
    assert_true(web_luck(g, 0, "opening 13") < 0);
    apply(g, 0, "opening 31");
    assert_non_null(strstr(web_judge(g, 0, 0, "play 8/5 6/5"), "\"lost\":\"~00000000\""));
    assert_null(strstr(web_judge(g, 0, 0, "play 13/10 6/5"), "\"lost\":\"~00000000\""));
    assert_true(web_chance(g, 0) > 0.5);
    web_free(g);
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_bad_setups),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_thinking),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
