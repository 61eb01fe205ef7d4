/* Thinking: the evaluator and the search of one game, and what people ask of them. The nets come from the page. */
#include "think.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/play/bot.h"

/* What it is called again and again. */
static struct {
    struct pasch_rules rules; /* with the options that were set */
    struct pasch_engine *engine;
    struct pasch_search *search;
    void *cache; /* the search's */
    size_t cache_size;
    struct pasch_mind *judge;
    struct pasch_terms judge_terms;
} thinker;

/* Bytes of net files on their way in. */
static struct {
    void *bytes;
    size_t size;
} nets[PASCH_NET_USES];

struct pasch_search *think_search(void)
{
    return thinker.search;
}

struct pasch_ranked *think_ranked(void)
{
    static struct pasch_ranked *ranked;
    if (!ranked)
        ranked = web_memory(PASCH_PLAYS_ROOM * sizeof *ranked);
    return ranked;
}

static void forget_nets(void)
{
    for (int use = 0; use < PASCH_NET_USES; use++) {
        free(nets[use].bytes);
        nets[use].bytes = NULL;
        nets[use].size = 0;
    }
}

/* The names of the net files that the game can make use of, in the order of their use. */
WEB char *web_nets(const char *id)
{
    const struct pasch_rules *rules = pasch_game_find(id);
    text_begin();
    text_add("[");
    for (int use = 0; use < PASCH_NET_USES && rules; use++) {
        text_comma();
        text_add("\"%s-%s\"", rules->nets ? rules->nets : rules->id, pasch_net_use_name((enum pasch_net_use)use));
    }
    text_add("]");
    return text_end();
}

/* Where the page puts the bytes of the net for this use, before web_think. */
WEB void *web_net_room(int use, size_t size)
{
    free(nets[use].bytes);
    nets[use].bytes = web_memory(size);
    nets[use].size = size;
    return nets[use].bytes;
}

static void close_thinker(void)
{
    pasch_mind_destroy(thinker.judge);
    pasch_search_destroy(thinker.search);
    pasch_engine_destroy(thinker.engine);
    free(thinker.cache);
    tables_close();
    memset(&thinker, 0, sizeof thinker);
}

/* Bear-offs: made once, for all games that have use for them; that takes a moment. NULL is for the engine to find. */
static void find_tables(struct pasch_engine_parts *parts)
{
    static struct pasch_bearoff *one;
    static struct pasch_bearoff_two *two;
    if (!pasch_bearoff_fits(&thinker.rules))
        return;
    one = one ? one : pasch_bearoff_create();
    two = two ? two : pasch_bearoff_two_create(PASCH_BEAROFF_TWO_USUAL, NULL, NULL, NULL);
    parts->bearoff = one;
    parts->two = two;
}

static enum pasch_status open_thinker(char *lines, struct pasch_error *error)
{
    struct pasch_terms terms;
    struct pasch_engine_parts parts = {.kernel = NULL};
    struct pasch_search_settings settings;
    char *position;
    enum pasch_status status = web_setup(&thinker.rules, &terms, lines, &position, error);
    if (status != PASCH_OK)
        return status;
    for (int use = 0; use < PASCH_NET_USES; use++) {
        parts.net[use].bytes = nets[use].bytes;
        parts.net[use].size = nets[use].size;
        parts.net[use].name = pasch_net_use_name((enum pasch_net_use)use);
    }
    find_tables(&parts);
    tables_open(&thinker.rules);
    tables_add(&parts, &thinker.rules);
    thinker.engine = pasch_engine_create(&thinker.rules, &parts, error);
    if (!thinker.engine)
        return error->status;
    pasch_search_settings(&settings);
    settings.only_choice = true;
    thinker.cache_size = pasch_cache_bytes(settings.cache_entries);
    thinker.cache = settings.cache_memory = web_memory(thinker.cache_size);
    thinker.search = pasch_search_create(pasch_engine_evaluator(thinker.engine), &settings);
    if (thinker.search)
        return PASCH_OK;
    abort(); /* out of memory */
}

/* Opens the game that the lines name (as web_create does) and closes the one before. Returns why it cannot be thought
 * about, or nothing. */
WEB char *web_think(char *lines)
{
    struct pasch_error error;
    close_thinker();
    enum pasch_status status = open_thinker(lines, &error);
    forget_nets();
    if (status != PASCH_OK) {
        close_thinker();
        return text_sentence(&error);
    }
    text_begin();
    return text_end();
}

/* Tables of the game that have come since it was opened. What is remembered was thought without them. */
WEB void web_take_tables(void)
{
    if (!thinker.search)
        return;
    tables_open(&thinker.rules);
    memset(thinker.cache, 0, thinker.cache_size);
}

struct pasch_mind *think_judge(const struct pasch_terms *terms)
{
    static const struct pasch_level plain;
    if (!thinker.judge || memcmp(&thinker.judge_terms, terms, sizeof *terms) != 0) {
        pasch_mind_destroy(thinker.judge);
        thinker.judge = pasch_mind_create(&plain, thinker.search, terms);
        thinker.judge_terms = *terms;
        if (!thinker.judge)
            abort();
    }
    return thinker.judge;
}

/* Bots. */

/* A level with the terms of a game; 0 if the game cannot be thought about. */
WEB struct pasch_mind *web_mind(const struct web_game *g, int level)
{
    if (!thinker.search || !pasch_level_at(level))
        return NULL;
    return pasch_mind_create(pasch_level_at(level), thinker.search, &g->game.terms);
}

WEB void web_mind_free(struct pasch_mind *mind)
{
    pasch_mind_destroy(mind);
}

static uint64_t mixed(uint32_t seed, uint32_t number)
{
    struct pasch_rng rng;
    pasch_rng_seed(&rng, seed ^ (number + 1) * 0x9e3779b97f4a7c15u);
    return pasch_rng_next(&rng);
}

/* A game of the match begins, with a seed for all misjudgements in it. */
WEB void web_mind_begin(struct pasch_mind *mind, uint32_t seed, uint32_t number)
{
    pasch_mind_begin(mind, mixed(seed, number));
}

static void simple_play(const struct pasch_position *p, const struct bot *bot, struct pasch_rng *rng,
                        struct pasch_event *event)
{
    struct pasch_plays *plays = web_plays_room();
    event->kind = PASCH_EVENT_END;
    if (pasch_position_plays(p, plays, NULL) != PASCH_OK || !plays->count)
        return;
    const struct pasch_play *play = &plays->play[bot->play(p, plays, rng)];
    event->kind = PASCH_EVENT_PLAY;
    event->hops = play->hops;
    memcpy(event->hop, play->hop, sizeof event->hop);
}

/* What pasch_mind_act does, for games that nothing is known about. */
static void simple_act(const struct pasch_game *game, uint32_t seed, struct pasch_event *event)
{
    const struct bot *bot = bot_find("greedy");
    const struct pasch_position *p = &game->position;
    struct pasch_rng rng;
    uint8_t choice[21][2];
    pasch_rng_seed(&rng, mixed(seed, p->ply));
    *event = (struct pasch_event){.kind = PASCH_EVENT_ROLL, .side = (uint8_t)pasch_game_actor(game)};
    if (game->phase == PASCH_PHASE_RESIGN) {
        event->kind = PASCH_EVENT_ACCEPT;
        return;
    }
    switch (pasch_position_due(p)) {
    case PASCH_DUE_ANSWER: event->kind = bot->takes(p) ? PASCH_EVENT_TAKE : PASCH_EVENT_PASS; break;
    case PASCH_DUE_PLAY: simple_play(p, bot, &rng, event); break;
    case PASCH_DUE_CHOOSE: {
        int count = pasch_position_choices(p, choice), n = bot->choose(p, choice, count, web_plays_room(), &rng);
        event->kind = PASCH_EVENT_CHOOSE;
        memcpy(event->die, choice[n], sizeof event->die);
        break;
    }
    default: break;
    }
}

/* The words of what the side that must act does; "roll" where it wants to throw; nothing where nobody must act. Hops
 * made of the stage are not looked at. Without a mind, or where that does not know, a simple bot decides. */
WEB char *web_act(const struct web_game *g, struct pasch_mind *mind, uint32_t seed)
{
    struct pasch_game game = g->game;
    struct pasch_event event;
    char words[PASCH_MOVE_ROOM] = "";
    game.hops = 0;
    game.board = game.position.board;
    text_begin();
    if (pasch_game_actor(&game) == PASCH_NOBODY)
        return text_end();
    if (!mind || pasch_mind_act(mind, &game, web_plays_room(), &event, NULL) != PASCH_OK)
        simple_act(&game, seed, &event);
    if (event.kind == PASCH_EVENT_ROLL)
        snprintf(words, sizeof words, "roll");
    else
        pasch_event_write(&g->rules, &event, words);
    text_add("%s", words);
    return text_end();
}

/* Positions. */

static enum pasch_status fail(struct pasch_error *error, const char *text)
{
    *error = (struct pasch_error){.status = PASCH_NOT_NOW};
    snprintf(error->text, sizeof error->text, "%s", text);
    return PASCH_NOT_NOW;
}

static enum pasch_status read_position(struct pasch_position *position, const char *text, struct pasch_error *error)
{
    if (!thinker.search)
        return fail(error, "this game cannot be thought about");
    enum pasch_status status = pasch_position_read(position, text, &thinker.rules, error);
    if (status == PASCH_OK && position->over)
        return fail(error, "the game is over");
    return status;
}

/* Whether men or pips are counted. */
static bool counts(const struct pasch_rules *rules)
{
    return rules->score == PASCH_SCORE_MEN || rules->score == PASCH_SCORE_PIPS;
}

/* The cube and the score. False where points are all that counts: for money without a cube. */
static bool cube_of(const struct pasch_position *position, struct pasch_cube *cube)
{
    static struct pasch_met met;
    static bool made;
    if (position->length && !made) {
        pasch_met_make(&met);
        made = true;
    }
    pasch_cube_of(cube, position, &met);
    return (cube->met || !cube->unused) && !counts(position->rules);
}

/* Where men or pips are counted, the equity says all but the chance to win. */
static void add_probs(const struct pasch_rules *rules, const struct pasch_probs *probs)
{
    const struct pasch_probs wins = {.win = probs->win}, *p = counts(rules) ? &wins : probs;
    const float chance[] = {p->win, p->win_gammon, p->win_backgammon, p->lose_gammon, p->lose_backgammon};
    text_add("\"probs\":[");
    for (size_t i = 0; i < sizeof chance / sizeof *chance; i++) {
        text_comma();
        text_float(chance[i]);
    }
    text_add("]");
}

static void add_number(const char *key, bool known, float number)
{
    text_comma();
    text_add("\"%s\":", key);
    if (known)
        text_float(number);
    else
        text_add("null");
}

static void add_ranked(const char *move, const struct pasch_position *next, const struct pasch_ranked *ranked)
{
    char result[PASCH_PPN_ROOM];
    pasch_ppn_write(next, result);
    text_comma();
    text_add("{\"move\":");
    text_string(move);
    text_add(",\"result\":");
    text_string(result);
    add_number("equity", true, ranked->equity);
    text_add(",\"plies\":%d,", ranked->plies);
    add_probs(next->rules, &ranked->probs);
    text_add("}");
}

static char *best_plays(const struct pasch_position *position, const struct pasch_cube *cube, int plies, size_t most)
{
    struct pasch_plays *plays = web_plays_room();
    struct pasch_ranked *ranked = think_ranked();
    struct pasch_error error;
    if (pasch_position_plays(position, plays, &error) != PASCH_OK)
        return text_error(&error);
    if (plays->count)
        pasch_search_plays(thinker.search, plies, position, cube, plays, ranked);
    text_begin();
    text_add("[");
    for (size_t i = 0; i < plays->count && i < most; i++) {
        char move[PASCH_MOVE_ROOM];
        struct pasch_position next = *position;
        pasch_position_play(&next, &plays->play[ranked[i].index]);
        pasch_move_write(position->rules, &plays->play[ranked[i].index], move);
        add_ranked(move, &next, &ranked[i]);
    }
    text_add("]");
    return text_end();
}

static char *best_choices(const struct pasch_position *position, const struct pasch_cube *cube, int plies, size_t most)
{
    uint8_t choice[21][2];
    struct pasch_ranked *ranked = think_ranked();
    int count = pasch_position_choices(position, choice);
    pasch_search_choices(thinker.search, plies, position, cube, choice, count, ranked);
    text_begin();
    text_add("[");
    for (int i = 0; i < count && (size_t)i < most; i++) {
        char move[PASCH_MOVE_ROOM];
        const uint8_t *die = choice[ranked[i].index];
        struct pasch_position next = *position;
        pasch_position_choose(&next, die[0], die[1], NULL);
        snprintf(move, sizeof move, "choose %d%d", die[0], die[1]);
        add_ranked(move, &next, &ranked[i]);
    }
    text_add("]");
    return text_end();
}

/* The best `most` plays of a position with dice, or what is best named. */
WEB char *web_best(int plies, int most, const char *text)
{
    struct pasch_position position;
    struct pasch_error error;
    struct pasch_cube cube;
    if (read_position(&position, text, &error) != PASCH_OK)
        return text_error(&error);
    const struct pasch_cube *seen = cube_of(&position, &cube) ? &cube : NULL;
    bool chooses = pasch_position_due(&position) == PASCH_DUE_CHOOSE;
    return (chooses ? best_choices : best_plays)(&position, seen, plies, most < 0 ? 0 : (size_t)most);
}

/* What the answer to a double makes of it, for who has offered the cube. */
static float answered(const struct pasch_verdict *verdict)
{
    if (!verdict->take)
        return verdict->double_pass;
    return verdict->beaver ? 2 * verdict->double_take : verdict->double_take;
}

/* Who throws next; who has offered the cube does, whatever the answer. */
static int roller_of(const struct pasch_position *position)
{
    return position->offered ? 1 - position->turn : position->turn;
}

/* The side to act, before it throws, whatever dice lie there. */
WEB char *web_evaluate(int plies, const char *text)
{
    struct pasch_position p;
    struct pasch_error error;
    struct pasch_cube cube;
    struct pasch_verdict verdict;
    struct pasch_probs probs;
    float equity = 0;
    if (read_position(&p, text, &error) != PASCH_OK)
        return text_error(&error);
    bool cubeful = cube_of(&p, &cube);
    pasch_search_value(thinker.search, plies, &p, roller_of(&p), cubeful ? &cube : NULL, &verdict);
    probs = p.offered ? pasch_probs_flip(&verdict.probs) : verdict.probs;
    if (cubeful)
        equity = p.offered ? -answered(&verdict) : verdict.best;
    text_begin();
    text_add("{");
    add_probs(p.rules, &probs);
    add_number("equity", true, pasch_probs_points(p.rules, &probs));
    add_number("cubeful", cubeful, equity);
    text_add("}");
    return text_end();
}

static enum pasch_status check_cube(const struct pasch_position *position, struct pasch_error *error)
{
    enum pasch_due due = pasch_position_due(position);
    bool fixed = position->rules->throws == PASCH_THROW_FIXED && due == PASCH_DUE_PLAY; /* all are thrown already */
    bool before_throw = due == PASCH_DUE_THROW || (due == PASCH_DUE_CHOOSE && !position->stages);
    if (position->rules->cube == PASCH_CUBE_NO)
        return fail(error, "this game is played without the cube");
    if (due != PASCH_DUE_ANSWER && !fixed && (!before_throw || position->second))
        return fail(error, "the cube may be turned only before the first throw of a turn");
    return PASCH_OK;
}

static const char *action_word(enum pasch_cube_action action)
{
    switch (action) {
    case PASCH_ACTION_DOUBLE_TAKE: return "double-take";
    case PASCH_ACTION_DOUBLE_PASS: return "double-pass";
    case PASCH_ACTION_TOO_GOOD_PASS:
    case PASCH_ACTION_TOO_GOOD_TAKE: return "too-good";
    case PASCH_ACTION_NO_DOUBLE: break;
    }
    return "no-double";
}

WEB char *web_cube(int plies, const char *text)
{
    struct pasch_position p;
    struct pasch_error error;
    struct pasch_cube cube;
    struct pasch_verdict v;
    if (read_position(&p, text, &error) != PASCH_OK || check_cube(&p, &error) != PASCH_OK)
        return text_error(&error);
    cube_of(&p, &cube);
    pasch_search_value(thinker.search, plies, &p, roller_of(&p), &cube, &v);
    bool doubles = v.action == PASCH_ACTION_DOUBLE_TAKE || v.action == PASCH_ACTION_DOUBLE_PASS;
    text_begin();
    text_add("{\"action\":\"%s\",\"roll\":%s,\"answer\":", action_word(v.action), doubles ? "false" : "true");
    text_add("%s", !v.may_double ? "null" : v.beaver ? "\"beaver\"" : v.take ? "\"take\"" : "\"pass\"");
    add_number("nodouble", true, v.no_double);
    add_number("take", v.may_double, v.double_take);
    add_number("pass", v.may_double, v.double_pass);
    if (cube.met) {
        text_add(",\"mwc\":[");
        for (int i = 0; i < 3; i++) {
            text_comma();
            if (i == 0 || v.may_double)
                text_float((float)v.mwc[i]);
            else
                text_add("null");
        }
        text_add("]");
    }
    text_add(",");
    add_probs(p.rules, &v.probs);
    text_add("}");
    return text_end();
}
