/* Looking back: what a decision has cost, what a throw was worth, how things stood. The game is as it was before the
 * event that is asked about. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "think.h"

/* Not to double counts as a decision if doubling would change so much at the most. */
static const float close_double = 0.1f;

struct judged {
    const char *kind;
    bool counts;
    float lost;
    char played[PASCH_MOVE_ROOM], best[PASCH_MOVE_ROOM];
};

/* Plays. */

static void rank(const struct pasch_game *game, int plies, struct pasch_plays *plays)
{
    const struct pasch_position *p = &game->position;
    struct pasch_cube cube = pasch_mind_cube(think_judge(&game->terms), p);
    pasch_search_plays(think_search(), plies, p, &cube, plays, think_ranked());
}

/* Where the play that was made stands in the ranking; the count if it is not there, as of plays that end the game alike
 * one stands for all. */
static size_t find_played(const struct pasch_plays *plays, const struct pasch_board *board)
{
    size_t i = 0;
    while (i < plays->count && memcmp(&plays->play[think_ranked()[i].index].board, board, sizeof *board) != 0)
        i++;
    return i;
}

static void judge_play(const struct pasch_game *game, const struct pasch_board *after, int plies, struct judged *out)
{
    struct pasch_plays *plays = web_plays_room();
    const struct pasch_ranked *ranked = think_ranked();
    if (pasch_position_plays(&game->position, plays, NULL) != PASCH_OK || plays->count < 2)
        return;
    rank(game, plies, plays);
    size_t played = find_played(plays, after);
    out->kind = "play";
    out->counts = true;
    if (played == plays->count)
        played = 0;
    if (ranked[played].plies < ranked[0].plies) { /* looked at less far than the best: once more, the two alone */
        struct pasch_play best = plays->play[ranked[0].index], other = plays->play[ranked[played].index];
        plays->play[0] = best;
        plays->play[1] = other;
        plays->count = 2;
        rank(game, plies, plays);
        played = find_played(plays, after);
    }
    out->lost = ranked[0].equity - ranked[played].equity;
    pasch_move_write(game->rules, &plays->play[ranked[played].index], out->played);
    pasch_move_write(game->rules, &plays->play[ranked[0].index], out->best);
}

static void judge_choice(const struct pasch_game *game, const uint8_t die[2], int plies, struct judged *out)
{
    const struct pasch_position *p = &game->position;
    const struct pasch_ranked *ranked = think_ranked();
    struct pasch_cube cube = pasch_mind_cube(think_judge(&game->terms), p);
    uint8_t choice[21][2];
    int count = pasch_position_due(p) == PASCH_DUE_CHOOSE ? pasch_position_choices(p, choice) : 0;
    int high = die[0] > die[1] ? die[0] : die[1], low = die[0] + die[1] - high;
    if (count < 2)
        return;
    pasch_search_choices(think_search(), plies, p, &cube, choice, count, think_ranked());
    out->kind = "choose";
    out->counts = true;
    for (int i = 0; i < count; i++) {
        if (choice[ranked[i].index][0] == high && choice[ranked[i].index][1] == low)
            out->lost = ranked[0].equity - ranked[i].equity;
    }
    snprintf(out->played, sizeof out->played, "%d%d", high, low);
    snprintf(out->best, sizeof out->best, "%d%d", choice[ranked[0].index][0], choice[ranked[0].index][1]);
}

/* The cube. */

static struct pasch_verdict judge_cube(const struct pasch_game *game, int plies)
{
    const struct pasch_position *p = &game->position;
    struct pasch_cube cube = pasch_mind_cube(think_judge(&game->terms), p);
    struct pasch_verdict verdict;
    pasch_search_value(think_search(), plies, p, p->offered ? 1 - p->turn : p->turn, &cube, &verdict);
    return verdict;
}

static void judge_double(const struct pasch_verdict *v, bool doubled, struct judged *out)
{
    float worth = fminf(v->double_take, v->double_pass);
    bool too_good = v->action == PASCH_ACTION_TOO_GOOD_PASS || v->action == PASCH_ACTION_TOO_GOOD_TAKE;
    bool should = v->action == PASCH_ACTION_DOUBLE_TAKE || v->action == PASCH_ACTION_DOUBLE_PASS;
    out->kind = "double";
    out->lost = v->best - (doubled ? worth : v->no_double);
    out->counts = doubled || out->lost > 0 || fabsf(worth - v->no_double) < close_double;
    snprintf(out->played, sizeof out->played, doubled ? "double" : "roll");
    snprintf(out->best, sizeof out->best, "%s", should ? "double" : too_good ? "too-good" : "roll");
}

/* The equities are the doubler's, whom the right answer leaves the least. A beaver may be passed, at the doubled stake.
 */
static void judge_answer(const struct pasch_verdict *v, enum pasch_event_kind did, struct judged *out)
{
    float beaver = fmaxf(2 * v->double_take, -2), least = fminf(v->double_take, v->double_pass);
    bool beavers = v->beaver && beaver < least;
    bool took = did == PASCH_EVENT_TAKE, passed = did == PASCH_EVENT_PASS;
    out->kind = "answer";
    out->counts = true;
    out->lost = (took ? v->double_take : passed ? v->double_pass : beaver) - (beavers ? beaver : least);
    snprintf(out->played, sizeof out->played, "%s", took ? "take" : passed ? "pass" : "beaver");
    snprintf(out->best, sizeof out->best, "%s", beavers ? "beaver" : v->take ? "take" : "pass");
}

static void judge(const struct web_game *g, const struct pasch_event *event, int plies, struct judged *out)
{
    const struct pasch_game *game = &g->game;
    struct pasch_game after = *game;
    struct pasch_verdict verdict;
    switch (event->kind) {
    case PASCH_EVENT_PLAY:
    case PASCH_EVENT_END:
        if (pasch_game_apply(&after, event, web_plays_room(), NULL) == PASCH_OK)
            judge_play(game, &after.board, plies, out);
        break;
    case PASCH_EVENT_CHOOSE: judge_choice(game, event->die, plies, out); break;
    case PASCH_EVENT_ROLL:
    case PASCH_EVENT_DOUBLE:
        if (pasch_game_may_double(game, game->position.turn, NULL) != PASCH_OK)
            break;
        verdict = judge_cube(game, plies);
        judge_double(&verdict, event->kind == PASCH_EVENT_DOUBLE, out);
        break;
    case PASCH_EVENT_TAKE:
    case PASCH_EVENT_PASS:
    case PASCH_EVENT_BEAVER:
        if (game->beaver) /* a matter between who has doubled too early and who knows it */
            break;
        verdict = judge_cube(game, plies);
        judge_answer(&verdict, event->kind, out);
        break;
    default: break;
    }
}

/* Reads the words of an event of `side`; false if there is nothing to think with, or no such event. */
static bool read_event(const struct web_game *g, int side, const char *words, struct pasch_event *event)
{
    if (!think_search() || pasch_event_read(event, words, &g->game, web_plays_room(), NULL) != PASCH_OK)
        return false;
    event->side = (uint8_t)side;
    return true;
}

/* {"kind","played","best","lost","counts"}, or null where nothing was decided. */
WEB char *web_judge(const struct web_game *g, int side, int plies, const char *words)
{
    struct pasch_event event;
    struct judged judged = {.kind = NULL};
    if (read_event(g, side, words, &event))
        judge(g, &event, plies, &judged);
    text_begin();
    if (!judged.kind) {
        text_add("null");
        return text_end();
    }
    text_add("{\"kind\":\"%s\",\"played\":", judged.kind);
    text_string(judged.played);
    text_add(",\"best\":");
    text_string(judged.best);
    text_add(",\"lost\":");
    text_float(fmaxf(judged.lost, 0));
    text_add(",\"counts\":%s}", judged.counts ? "true" : "false");
    return text_end();
}

/* Luck. */

/* An equity of the side that the cube is seen by, in points, or in matches won less lost. */
static double worth(const struct pasch_cube *cube, float equity)
{
    return cube->met ? 2 * pasch_cube_mwc(cube, equity) - 1 : (double)equity * (double)(1ull << cube->log);
}

/* Of x, what is due there done as best it can be. */
static double value_of(struct pasch_position *p, const struct pasch_terms *terms)
{
    struct pasch_plays *plays = web_plays_room();
    struct pasch_ranked *ranked = think_ranked();
    struct pasch_cube cube = pasch_mind_cube(think_judge(terms), p);
    struct pasch_verdict verdict;
    uint8_t choice[21][2];
    enum pasch_due due = pasch_position_due(p);
    float equity;
    if (due == PASCH_DUE_PLAY && pasch_position_plays(p, plays, NULL) == PASCH_OK && !plays->count) {
        pasch_position_play(p, NULL);
        return p->over ? 0 : value_of(p, terms);
    }
    if (due == PASCH_DUE_PLAY) {
        pasch_search_plays(think_search(), 0, p, &cube, plays, ranked);
        equity = ranked[0].equity;
    } else if (due == PASCH_DUE_CHOOSE) {
        pasch_search_choices(think_search(), 0, p, &cube, choice, pasch_position_choices(p, choice), ranked);
        equity = ranked[0].equity;
    } else {
        pasch_search_value(think_search(), 0, p, p->turn, &cube, &verdict);
        equity = due == PASCH_DUE_THROW ? verdict.best : verdict.no_double;
    }
    return p->turn == PASCH_X ? worth(&cube, equity) : -worth(&cube, equity);
}

/* What a throw was worth to x beyond what was to be expected. Equal opening dice are thrown again and worth nothing. */
WEB double web_luck(const struct web_game *g, int side, const char *words)
{
    struct pasch_event event;
    double came = 0, sum = 0;
    int count = 0;
    if (!read_event(g, side, words, &event) || (event.kind != PASCH_EVENT_ROLL && event.kind != PASCH_EVENT_OPENING))
        return 0;
    bool opening = event.kind == PASCH_EVENT_OPENING;
    int first = event.die[0], second = event.die[1];
    if (opening && first == second)
        return 0;
    for (int a = 1; a <= 6; a++) {
        for (int b = 1; b <= 6; b++) {
            struct pasch_game after = g->game;
            event.die[0] = (uint8_t)a;
            event.die[1] = (uint8_t)b;
            if ((opening ? a == b : b > a) || pasch_game_apply(&after, &event, web_plays_room(), NULL) != PASCH_OK)
                continue;
            double now = value_of(&after.position, &after.terms);
            int times = opening || a == b ? 1 : 2;
            sum += times * now;
            count += times;
            if ((a == first && b == second) || (!opening && a == second && b == first))
                came = now;
        }
    }
    return count ? came - sum / count : 0;
}

/* The chance of x to win the game, as whoever is on turn is about to throw. -1 where nothing is known. */
WEB double web_chance(const struct web_game *g, int plies)
{
    const struct pasch_position *p = &g->game.position;
    struct pasch_verdict verdict;
    if (p->over)
        return p->winner == PASCH_NOBODY ? 0.5 : p->winner == PASCH_X;
    if (!think_search())
        return -1;
    pasch_search_value(think_search(), plies, p, p->turn, NULL, &verdict);
    return p->turn == PASCH_X ? (double)verdict.probs.win : 1 - (double)verdict.probs.win;
}
