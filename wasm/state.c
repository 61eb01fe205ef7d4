/* How a game stands, as the page shows it. */
#include <string.h>

#include "web.h"

static void add_places(const char *key, const struct pasch_side *side, bool wanted)
{
    text_add(",\"%s\":[", key);
    for (int p = 1; p <= PASCH_POINTS && wanted; p++) {
        if (side->marks >> p & 1) {
            text_comma();
            text_add("%d", p);
        }
    }
    text_add("]");
}

static void add_men(const struct pasch_rules *rules, const struct pasch_side *side)
{
    text_add("{\"points\":[0");
    for (int p = 1; p <= PASCH_POINTS; p++)
        text_add(",%d", side->men[p]);
    text_add("],\"bar\":%d,\"hand\":%d,\"off\":%d,\"phase\":%d", side->men[PASCH_BAR], side->men[PASCH_HAND],
             side->men[PASCH_OFF], side->phase);
    add_places("pinned", side, rules->contact == PASCH_CONTACT_PIN);
    add_places("towers", side, rules->towers);
    text_add("}");
}

static void add_place(int place)
{
    if (place == PASCH_BAR || place == PASCH_HAND || place == PASCH_OFF)
        text_add(place == PASCH_BAR ? "\"bar\"" : place == PASCH_HAND ? "\"hand\"" : "\"off\"");
    else
        text_add("%d", place);
}

void text_hop(const struct pasch_hop *hop)
{
    text_add("{\"from\":");
    add_place(hop->from);
    text_add(",\"to\":");
    add_place(hop->to);
    text_add(",\"number\":%d,\"hit\":%s}", hop->number, hop->hit ? "true" : "false");
}

static void add_hops(const char *key, const struct pasch_hop *hop, int count)
{
    text_add(",\"%s\":[", key);
    for (int i = 0; i < count; i++) {
        text_comma();
        text_hop(&hop[i]);
    }
    text_add("]");
}

static void add_numbers(const char *key, const int *number, int count)
{
    text_add(",\"%s\":[", key);
    for (int i = 0; i < count; i++) {
        text_comma();
        text_add("%d", number[i]);
    }
    text_add("]");
}

/* The high die first; null where there are none. */
static void add_dice(const char *key, const uint8_t die[2], bool known)
{
    if (known)
        text_add(",\"%s\":[%d,%d]", key, die[0] > die[1] ? die[0] : die[1], die[0] > die[1] ? die[1] : die[0]);
    else
        text_add(",\"%s\":null", key);
}

int web_numbers_left(const struct pasch_game *game, int number[PASCH_HOPS])
{
    const struct pasch_position *p = &game->position;
    int count = pasch_moves_numbers(p->rules, &p->board, p->turn, &p->stage[0], number);
    for (int i = 0; i < game->hops; i++) {
        int n = 0;
        while (n < count && number[n] != game->hop[i].number)
            n++;
        if (n == count)
            continue;
        memmove(&number[n], &number[n + 1], (size_t)(count - n - 1) * sizeof *number);
        count--;
    }
    return count;
}

/* "4444", "choose", "roll": the stages that follow the first. */
static void add_stages(const struct pasch_position *p)
{
    text_add(",\"stages\":[");
    for (int i = 1; i < p->stages; i++) {
        int number[PASCH_HOPS], count;
        text_comma();
        switch (p->stage[i].kind) {
        case PASCH_STAGE_CHOOSE: text_add("\"choose\""); continue;
        case PASCH_STAGE_ROLL: text_add("\"roll\""); continue;
        default: break;
        }
        count = pasch_moves_numbers(p->rules, &p->board, p->turn, &p->stage[i], number);
        text_add("\"");
        for (int n = 0; n < count; n++)
            text_add("%d", number[n]);
        text_add("\"");
    }
    text_add("]");
}

/* The stage in hand among those that are known of. */
static void add_stage(const struct web_game *g, enum pasch_due due)
{
    const struct pasch_position *p = &g->game.position;
    bool stage = due == PASCH_DUE_PLAY || due == PASCH_DUE_CHOOSE || due == PASCH_DUE_BONUS || due == PASCH_DUE_REPLY;
    int left = p->stages ? p->stages : 1;
    if (g->rules.throws == PASCH_THROW_ROLES && p->turn != p->chooser && !p->second)
        left++; /* two throws a turn */
    if (stage)
        text_add(",\"stage\":{\"index\":%d,\"count\":%d}", g->stages + 1, g->stages + left);
    else
        text_add(",\"stage\":null");
}

static void add_choices(const struct pasch_position *p, bool due)
{
    uint8_t choice[21][2];
    int count = due ? pasch_position_choices(p, choice) : 0;
    text_add(",\"choices\":[");
    for (int i = 0; i < count; i++) {
        text_comma();
        text_add("\"%d%d\"", choice[i][0], choice[i][1]);
    }
    text_add("]");
}

static void add_dice_and_stages(const struct web_game *g, enum pasch_due due)
{
    const struct pasch_position *p = &g->game.position;
    bool thrown = p->stages && p->stage[0].kind == PASCH_STAGE_MOVES && !p->over;
    int number[PASCH_HOPS], count = 0, left[PASCH_HOPS], lefts = 0;
    if (thrown) {
        count = pasch_moves_numbers(p->rules, &p->board, p->turn, &p->stage[0], number);
        lefts = web_numbers_left(&g->game, left);
    }
    add_dice("dice", p->stage[0].die, thrown);
    add_dice("reply", p->reply, p->reply[0] && !p->over);
    add_dice("fixed", p->stage[0].die, thrown && p->rules->throws == PASCH_THROW_FIXED);
    add_numbers("numbers", number, count);
    add_numbers("left", left, lefts);
    add_stages(p);
    add_stage(g, due);
    add_choices(p, due == PASCH_DUE_CHOOSE);
}

static void add_plays(const struct pasch_game *game)
{
    struct pasch_plays *plays = web_plays_room();
    struct pasch_hop hop[PASCH_HOPS * PASCH_HOPS_ROOM];
    int count = pasch_game_hops(game, plays, hop, PASCH_HOPS * PASCH_HOPS_ROOM);
    bool may_end = pasch_game_may_end(game, plays);
    add_hops("hops", game->hop, game->hops);
    add_hops("next", hop, count);
    text_add(",\"mayEnd\":%s,\"nothing\":%s", may_end ? "true" : "false", may_end && !game->hops ? "true" : "false");
}

static void add_cube(const struct pasch_game *game)
{
    const struct pasch_position *p = &game->position;
    text_add(",\"cube\":{\"value\":%llu,\"owner\":%s,\"offered\":%s,\"mayDouble\":%s}", 1ull << p->cube_log,
             web_side(p->cube_owner), p->offered ? "true" : "false",
             pasch_game_may_double(game, p->turn, NULL) == PASCH_OK ? "true" : "false");
}

static void add_match(const struct pasch_game *game)
{
    const struct pasch_position *p = &game->position;
    bool over = game->phase == PASCH_PHASE_BETWEEN || game->phase == PASCH_PHASE_OVER;
    bool resign = game->phase == PASCH_PHASE_RESIGN;
    text_add(",\"score\":{\"x\":%lld,\"o\":%lld},\"length\":%u,\"crawford\":%s,\"games\":%u,\"won\":%lld",
             (long long)game->score[PASCH_X], (long long)game->score[PASCH_O], (unsigned)game->terms.length,
             p->crawford ? "true" : "false", (unsigned)game->games, (long long)game->won);
    text_add(",\"winner\":%s", !over ? "null" : p->winner == PASCH_NOBODY ? "\"draw\"" : web_side(p->winner));
    text_add(",\"resignation\":%d,\"resigner\":%s,\"resignMost\":{\"x\":%d,\"o\":%d},\"beaver\":%s",
             resign ? (int)game->resignation : 0, resign ? web_side(game->resigner) : "null",
             (int)pasch_game_resign_most(game, PASCH_X), (int)pasch_game_resign_most(game, PASCH_O),
             game->beaver ? "true" : "false");
}

WEB char *web_state(const struct web_game *g)
{
    static const char *const phases[] = {
        [PASCH_PHASE_OPENING] = "opening", [PASCH_PHASE_PLAYING] = "playing", [PASCH_PHASE_RESIGN] = "resign",
        [PASCH_PHASE_BETWEEN] = "between", [PASCH_PHASE_OVER] = "over",
    };
    static const char *const dues[] = {
        [PASCH_DUE_NOTHING] = "nothing", [PASCH_DUE_ANSWER] = "answer", [PASCH_DUE_THROW] = "throw",
        [PASCH_DUE_BONUS] = "bonus",     [PASCH_DUE_REPLY] = "reply",   [PASCH_DUE_CHOOSE] = "choose",
        [PASCH_DUE_PLAY] = "play",
    };
    const struct pasch_game *game = &g->game;
    struct pasch_position now = game->position;
    char ppn[PASCH_PPN_ROOM];
    bool playing = game->phase == PASCH_PHASE_PLAYING;
    enum pasch_due due = playing ? pasch_position_due(&now) : PASCH_DUE_NOTHING;
    pasch_ppn_write(&now, ppn);
    now.board = game->board;
    text_begin();
    text_add("{\"game\":");
    text_string(g->rules.id);
    text_add(",\"ppn\":");
    text_string(ppn);
    text_add(",\"phase\":\"%s\",\"due\":", phases[game->phase]);
    if (playing)
        text_string(dues[due]);
    else
        text_add("null");
    text_add(",\"actor\":%s,\"turn\":%s,\"men\":{\"x\":", web_side(pasch_game_actor(game)), web_side(now.turn));
    add_men(&g->rules, &now.board.side[PASCH_X]);
    text_add(",\"o\":");
    add_men(&g->rules, &now.board.side[PASCH_O]);
    text_add("}");
    add_dice_and_stages(g, due);
    add_plays(game);
    add_cube(game);
    add_match(game);
    text_add(",\"pips\":{\"x\":%d,\"o\":%d},\"chooser\":%s,\"second\":%s}", pasch_position_pips(&now, PASCH_X),
             pasch_position_pips(&now, PASCH_O), web_side(now.chooser), now.second ? "true" : "false");
    return text_end();
}
