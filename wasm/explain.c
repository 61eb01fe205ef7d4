/* Why a man cannot go somewhere, in words, and as a key with what it speaks of, for other languages. */
#include <stdio.h>
#include <string.h>

#include "web.h"

struct reason {
    const char *key;
    int point, number; /* 0 = not about any */
    char text[120];
};

/* What is asked for. */
struct wish {
    const struct pasch_game *game;
    const struct pasch_rules *rules;
    const struct pasch_side *side, *foe; /* as the men stand now */
    int me, from, to;
    int number[PASCH_HOPS], numbers; /* still to be played */
};

static bool say(struct reason *reason, const char *key, const char *text)
{
    reason->key = key;
    snprintf(reason->text, sizeof reason->text, "%s", text);
    return true;
}

static bool say_point(struct reason *reason, const char *key, const char *text, int point)
{
    reason->key = key;
    reason->point = point;
    snprintf(reason->text, sizeof reason->text, "%s %d", text, point);
    return true;
}

/* Something else is due, or somebody else. */
static bool find_due(const struct wish *w, struct reason *r)
{
    const struct pasch_game *game = w->game;
    if (game->phase == PASCH_PHASE_OPENING)
        return say(r, "opening", "the opening must be thrown first");
    if (game->phase == PASCH_PHASE_RESIGN)
        return say(r, "resign", "the resignation must be answered first");
    if (game->phase != PASCH_PHASE_PLAYING)
        return say(r, "over", "the game is over");
    if (game->position.turn != w->me)
        return say(r, "turn", "it is the opponent's turn");
    switch (pasch_position_due(&game->position)) {
    case PASCH_DUE_ANSWER: return say(r, "answer", "the double must be answered first");
    case PASCH_DUE_CHOOSE: return say(r, "choose", "a roll must be named first");
    case PASCH_DUE_PLAY: return false;
    default: return say(r, "throw", "the dice must be thrown first");
    }
}

static bool find_whole(const struct wish *w, struct reason *r)
{
    if (pasch_game_may_end(w->game, web_plays_room()))
        return w->game->hops ? say(r, "played", "the roll has been played")
                             : say(r, "nothing", "nothing can be played with this roll");
    return w->rules->towers ? say(r, "towers", "the dice leave no choice here") : false;
}

static bool must_enter(const struct wish *w)
{
    int entered = pasch_rules_men(w->rules) - w->side->men[PASCH_HAND];
    return w->side->men[PASCH_HAND] && w->rules->entry == PASCH_ENTRY_FIRST &&
           !(w->rules->free_after && entered >= w->rules->free_after);
}

static bool find_man(const struct wish *w, struct reason *r)
{
    const struct pasch_side *side = w->side;
    if (!side->men[w->from]) {
        if (w->from > PASCH_POINTS)
            return say(r, "no-man",
                       w->from == PASCH_BAR ? "there is no man of yours on the bar" : "you have no man in hand");
        return say_point(r, "no-man", "there is no man of yours on", w->from);
    }
    if (w->rules->contact == PASCH_CONTACT_PIN && side->marks >> w->from & 1)
        return say_point(r, "pinned", "your man is pinned on", w->from);
    if (w->from != PASCH_BAR && side->men[PASCH_BAR] && !w->rules->no_overtaking)
        return say(r, "bar", "men on the bar must be entered first");
    if (w->from <= PASCH_POINTS && must_enter(w))
        return say(r, "hand", "men in hand must be entered first");
    return false;
}

static int pips_of(const struct wish *w)
{
    int from = w->from > PASCH_POINTS ? pasch_rules_points(w->rules) + 1 : w->from;
    return from - w->to;
}

static bool has_number(const struct wish *w, int number)
{
    for (int i = 0; i < w->numbers; i++) {
        if (w->number[i] == number)
            return true;
    }
    return false;
}

static bool find_off(const struct wish *w, struct reason *r)
{
    int rear = 0, pips = w->from, larger = 0;
    for (int p = 1; p <= pasch_rules_points(w->rules); p++)
        rear = w->side->men[p] ? p : rear;
    if (w->rules->bear_off == PASCH_BEAR_OFF_NEVER)
        return say(r, "never-off", "men are not borne off in this game");
    if (rear > 6 || w->side->men[PASCH_BAR] || w->side->men[PASCH_HAND])
        return say(r, "not-home", "men are borne off only when all of them are home");
    for (int i = 0; i < w->numbers; i++)
        larger = w->number[i] > pips ? w->number[i] : larger;
    if (larger && w->rules->bear_off == PASCH_BEAR_OFF_EXACT)
        return say(r, "exact", "a man is borne off only by its exact number");
    if (larger && rear > w->from)
        return say_point(r, "rear", "a man further back must be moved first, from", rear);
    r->number = pips;
    return say(r, "number", "the dice do not bear that man off");
}

static bool find_distance(const struct wish *w, struct reason *r)
{
    int pips = pips_of(w), length = pips < 0 ? -pips : pips;
    if (w->rules->ring || w->rules->hooks)
        return false;
    if (pips < 0 && !w->rules->backward)
        return say(r, "backwards", "men do not move backwards");
    if (has_number(w, length))
        return false;
    r->number = length;
    if (w->from > PASCH_POINTS)
        return say_point(r, "enter", "the dice do not enter a man on", w->to);
    r->key = "number";
    snprintf(r->text, sizeof r->text, "the dice do not give %d pip%s", length, length == 1 ? "" : "s");
    return true;
}

static bool find_target(const struct wish *w, struct reason *r)
{
    const struct pasch_rules *rules = w->rules;
    int there = w->to ? pasch_rules_facing(rules, w->to) : 0, closed_by = rules->closed_by ? rules->closed_by : 2;
    bool meets = rules->contact != PASCH_CONTACT_FACING && rules->contact != PASCH_CONTACT_CAPTURE &&
                 rules->contact != PASCH_CONTACT_NONE;
    bool pins = rules->contact == PASCH_CONTACT_PIN && w->side->marks >> w->to & 1;
    if (there && meets && (w->foe->men[there] >= closed_by || pins))
        return say_point(r, "closed", "the opponent has closed point", w->to);
    if ((rules->stack && w->side->men[w->to] >= rules->stack) || (rules->single >> w->to & 1 && w->side->men[w->to]))
        return say_point(r, "full", "no more men of yours may stand on", w->to);
    if (rules->no_overtaking)
        return say(r, "overtake", "your men may not overtake each other");
    return false;
}

/* A number takes the man there, but the duty to play as much as possible, or in a certain order, forbids it. */
static bool find_duty(const struct wish *w, struct reason *r)
{
    struct pasch_plays *plays = web_plays_room();
    const struct pasch_position *p = &w->game->position;
    int low = PASCH_PLACES, only = 0;
    for (int i = 0; i < w->numbers; i++)
        low = w->number[i] < low ? w->number[i] : low;
    if (w->rules->duty == PASCH_DUTY_LOW && pips_of(w) != low) {
        r->number = low;
        snprintf(r->text, sizeof r->text, "the %d must be played first", low);
        r->key = "low";
        return true;
    }
    if (pasch_moves(w->rules, &p->board, p->turn, &p->stage[0], plays) != PASCH_OK)
        return false;
    for (size_t i = 0; i < plays->count; i++)
        only = plays->play[i].hops != 1 || (only && only != plays->play[i].hop[0].number) ? -1
               : only >= 0                                                                ? plays->play[i].hop[0].number
                                                                                          : only;
    if (only > 0 && w->numbers > 1) {
        r->number = only;
        r->key = "only";
        snprintf(r->text, sizeof r->text, "only one number can be played, and it must be the %d", only);
        return true;
    }
    return say(r, "more", "more of the roll can be played otherwise, and must be");
}

/* Whether a number that is left takes the man there, whatever becomes of the others. */
static bool can_hop(const struct wish *w)
{
    for (int n = 0; n < w->numbers; n++) {
        struct pasch_hop hop[PASCH_HOPS_ROOM];
        int count = pasch_moves_hops(w->rules, &w->game->board, w->me, w->number[n], hop);
        for (int i = 0; i < count; i++) {
            if (hop[i].from == w->from && hop[i].to == w->to)
                return true;
        }
    }
    return false;
}

static bool is_next(const struct wish *w)
{
    struct pasch_hop hop[PASCH_HOPS * PASCH_HOPS_ROOM];
    int count = pasch_game_hops(w->game, web_plays_room(), hop, PASCH_HOPS * PASCH_HOPS_ROOM);
    for (int i = 0; i < count; i++) {
        if (hop[i].from == w->from && hop[i].to == w->to)
            return true;
    }
    return false;
}

static void find_reason(struct wish *w, struct reason *r)
{
    if (find_due(w, r))
        return;
    w->numbers = web_numbers_left(w->game, w->number);
    if (find_whole(w, r) || find_man(w, r))
        return;
    if (can_hop(w) ? find_duty(w, r) : (!w->to ? find_off(w, r) : find_distance(w, r) || find_target(w, r)))
        return;
    say(r, "other", "that man cannot go there now");
}

/* null if he can. */
WEB char *web_explain(const struct web_game *g, int side, int from, int to)
{
    struct wish wish = {.game = &g->game, .rules = &g->rules, .me = side, .from = from, .to = to};
    struct reason reason = {.key = NULL};
    text_begin();
    if (side < 0 || side > 1 || from < 1 || from >= PASCH_PLACES || to < 0 || to > PASCH_POINTS)
        say(&reason, "other", "that man cannot go there now");
    wish.side = &g->game.board.side[side];
    wish.foe = &g->game.board.side[1 - side];
    if (!reason.key && side == g->game.position.turn && is_next(&wish)) {
        text_add("null");
        return text_end();
    }
    if (!reason.key)
        find_reason(&wish, &reason);
    text_add("{\"key\":\"%s\"", reason.key);
    if (reason.point)
        text_add(",\"point\":%d", reason.point);
    if (reason.number)
        text_add(",\"number\":%d", reason.number);
    text_add(",\"text\":");
    text_string(reason.text);
    text_add("}");
    return text_end();
}
