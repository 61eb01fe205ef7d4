#include <string.h>

#include "eval/bearoff.h"
#include "eval/net.h"
#include "rules/row.h"
#include "rules/score.h"

float pasch_probs_equity(const struct pasch_probs *p)
{
    return 2 * p->win - 1 + p->win_gammon + p->win_backgammon - p->lose_gammon - p->lose_backgammon;
}

struct pasch_probs pasch_probs_flip(const struct pasch_probs *p)
{
    return (struct pasch_probs){1 - p->win, p->lose_gammon, p->lose_backgammon, p->win_gammon, p->win_backgammon};
}

/* The rearmost man, men off the board in play included. */
static int rear(const struct pasch_rules *rules, const struct pasch_side *side)
{
    if (side->men[PASCH_BAR] || side->men[PASCH_HAND])
        return row_points(rules) + 1;
    for (int p = row_points(rules); p > 0; p--) {
        if (side->men[p])
            return p;
    }
    return 0;
}

enum pasch_class pasch_class_of(const struct pasch_rules *rules, const struct pasch_board *board)
{
    int x = rear(rules, &board->side[0]), o = rear(rules, &board->side[1]);
    if (!x || !o)
        return PASCH_CLASS_OVER;
    if (x + o > row_points(rules) && rules->contact != PASCH_CONTACT_NONE)
        return PASCH_CLASS_CONTACT;
    return x <= 6 && o <= 6 ? PASCH_CLASS_BEAROFF : PASCH_CLASS_RACE;
}

/* The side that is off has won; `me` is on roll. */
static struct pasch_probs probs_over(const struct pasch_rules *rules, const struct pasch_board *board, int me)
{
    bool won = board->side[me].men[PASCH_OFF] == row_men(rules);
    int32_t points = score_points(rules, &board->side[won ? 1 - me : me]);
    struct pasch_probs probs = {.win = 1, .win_gammon = points > 1, .win_backgammon = points > 2};
    return won ? probs : pasch_probs_flip(&probs);
}

static float clip(float chance, float most)
{
    return chance > most ? most : chance;
}

/* What cannot happen is 0, and each chance is at most the one that includes it. */
static struct pasch_probs probs_of(const float out[NET_OUT], const struct pasch_board *board, int me)
{
    struct pasch_probs p = {out[0], out[1], out[2], out[3], out[4]};
    if (board->side[1 - me].men[PASCH_OFF])
        p.win_gammon = 0;
    if (board->side[me].men[PASCH_OFF])
        p.lose_gammon = 0;
    p.win_gammon = clip(p.win_gammon, p.win);
    p.win_backgammon = clip(p.win_backgammon, p.win_gammon);
    p.lose_gammon = clip(p.lose_gammon, 1 - p.win);
    p.lose_backgammon = clip(p.lose_backgammon, p.lose_gammon);
    return p;
}

struct pasch_probs pasch_evaluate(const struct pasch_evaluator *e, const struct pasch_board *board, int me)
{
    enum pasch_class class = pasch_class_of(e->rules, board);
    if (class == PASCH_CLASS_OVER)
        return probs_over(e->rules, board, me);
    if (class == PASCH_CLASS_BEAROFF && e->bearoff)
        return bearoff_probs(e->bearoff, board, me);
    const struct pasch_net *net = class == PASCH_CLASS_CONTACT ? e->contact : e->race;
    struct net_state state;
    struct inputs inputs;
    inputs_of(&inputs, e->rules, board, me);
    net_begin(net, state.first);
    net_add_all(net, state.first, &inputs, 0);
    net_finish(net, &state);
    return probs_of(state.out, board, me);
}

/* Base sums for boards that differ from `board` by a play of 1 - first: only the men, `first` on roll. */
static void base_sums(const struct pasch_net *net, const struct pasch_board *board, int first, float *sums)
{
    struct inputs inputs = {.count = 0};
    inputs_add_men(&inputs, &board->side[first], 0);
    inputs_add_men(&inputs, &board->side[1 - first], 1);
    net_begin(net, sums);
    net_add_all(net, sums, &inputs, 0);
}

/* The rows by which `to` differs from `from`. */
static void add_changes(struct inputs *inputs, const struct pasch_side *from, const struct pasch_side *to, int block)
{
    if (memcmp(from->men, to->men, sizeof from->men) == 0)
        return;
    for (int place = 0; place < PASCH_PLACES; place++) {
        for (int k = from->men[place]; k > to->men[place]; k--) {
            inputs->row[inputs->count] = (uint16_t)inputs_man_row(block, place, k);
            inputs->value[inputs->count++] = -1;
        }
        for (int k = from->men[place] + 1; k <= to->men[place]; k++) {
            inputs->row[inputs->count] = (uint16_t)inputs_man_row(block, place, k);
            inputs->value[inputs->count++] = 1;
        }
    }
}

void pasch_evaluate_plays(const struct pasch_evaluator *e, const struct pasch_board *board, int me,
                          const struct pasch_plays *plays, struct pasch_probs *out)
{
    const struct pasch_net *based = NULL;
    float base[NET_HIDDEN_MAX];
    int foe = 1 - me;
    for (size_t i = 0; i < plays->count; i++) {
        const struct pasch_board *after = &plays->play[i].board;
        enum pasch_class class = pasch_class_of(e->rules, after);
        if (class == PASCH_CLASS_OVER || (class == PASCH_CLASS_BEAROFF && e->bearoff)) {
            struct pasch_probs exact = pasch_evaluate(e, after, foe);
            out[i] = pasch_probs_flip(&exact);
            continue;
        }
        const struct pasch_net *net = class == PASCH_CLASS_CONTACT ? e->contact : e->race;
        if (based != net)
            base_sums(net, board, foe, base);
        based = net;
        struct net_state state;
        struct inputs inputs = {.count = 0};
        add_changes(&inputs, &board->side[foe], &after->side[foe], 0);
        add_changes(&inputs, &board->side[me], &after->side[me], 1);
        inputs_add_features(&inputs, e->rules, after, foe);
        memcpy(state.first, base, (size_t)net->hidden * sizeof *base);
        net_add_all(net, state.first, &inputs, 0);
        net_finish(net, &state);
        struct pasch_probs probs = probs_of(state.out, after, foe);
        out[i] = pasch_probs_flip(&probs);
    }
}
