#include <string.h>

#include "eval/bearoff.h"
#include "eval/evaluate.h"
#include "rules/row.h"
#include "rules/score.h"

float pasch_probs_equity(const struct pasch_probs *p)
{
    return 2 * p->win - 1 + p->win_gammon + p->win_backgammon - p->lose_gammon - p->lose_backgammon;
}

float pasch_probs_points(const struct pasch_rules *rules, const struct pasch_probs *p)
{
    bool counted = rules->score == PASCH_SCORE_MEN || rules->score == PASCH_SCORE_PIPS;
    return counted ? (float)pasch_rules_most_points(rules) * (p->win_gammon - p->lose_gammon) : pasch_probs_equity(p);
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
    bool meet = x + o > row_points(rules) || rules->facing == PASCH_FACING_SAME || rules->ring;
    if (meet && rules->contact != PASCH_CONTACT_NONE)
        return PASCH_CLASS_CONTACT;
    return x <= 6 && o <= 6 ? PASCH_CLASS_BEAROFF : PASCH_CLASS_RACE;
}

bool evaluate_has_phases(const struct pasch_rules *rules)
{
    return (pasch_evaluate_fits(rules) || rules->nets) && rules->facing == PASCH_FACING_MIRROR &&
           row_points(rules) == PASCH_POINTS;
}

/* Whether a man stands in the enemy's home or on the bar. */
static bool has_man_back(const struct pasch_side *side)
{
    int back = side->men[PASCH_BAR];
    for (int p = PASCH_POINTS - 5; p <= PASCH_POINTS; p++)
        back |= side->men[p];
    return back;
}

static int pips_of(const struct pasch_side *side)
{
    int pips = PASCH_BAR * side->men[PASCH_BAR];
    for (int p = 1; p <= PASCH_POINTS; p++)
        pips += p * side->men[p];
    return pips;
}

enum { EARLY_PIPS = 285 }; /* of both sides; half of the boards where both have men back have so many */

enum pasch_net_use evaluate_use(const struct pasch_rules *rules, enum pasch_class class,
                                const struct pasch_board *board, int me)
{
    const struct pasch_side *mine = &board->side[me], *theirs = &board->side[1 - me];
    if (class == PASCH_CLASS_RACE || class == PASCH_CLASS_BEAROFF)
        return PASCH_NET_RACE;
    if (!evaluate_has_phases(rules))
        return PASCH_NET_CONTACT;
    if (!has_man_back(mine))
        return PASCH_NET_AHEAD;
    if (!has_man_back(theirs))
        return PASCH_NET_BEHIND;
    return pips_of(mine) + pips_of(theirs) < EARLY_PIPS ? PASCH_NET_CONTACT : PASCH_NET_EARLY;
}

static const struct pasch_net *net_for(const struct pasch_evaluator *e, enum pasch_net_use use)
{
    const struct pasch_net *const net[PASCH_NET_USES] = {
        [PASCH_NET_RACE] = e->race,
        [PASCH_NET_EARLY] = e->early,
        [PASCH_NET_AHEAD] = e->ahead,
        [PASCH_NET_BEHIND] = e->behind,
    };
    return net[use] ? net[use] : e->contact;
}

/* The side that is off has won; `me` is on roll. */
static struct pasch_probs probs_over(const struct pasch_rules *rules, const struct pasch_board *board, int me)
{
    bool won = board->side[me].men[PASCH_OFF] == row_men(rules);
    int32_t points = score_points(rules, &board->side[won ? 1 - me : me]);
    struct pasch_probs probs = {.win = 1, .win_gammon = points > 1, .win_backgammon = points > 2};
    return won ? probs : pasch_probs_flip(&probs);
}

/* Where the two-sided table reaches, both sides have men off and there are no gammons. */
static struct pasch_probs probs_bearoff(const struct pasch_evaluator *e, const struct pasch_board *board, int me)
{
    struct pasch_bearoff_value exact;
    if (pasch_evaluate_exact(e, board, me, &exact))
        return (struct pasch_probs){.win = exact.win};
    return bearoff_probs(e->bearoff, board, me);
}

static float clip(float chance, float most)
{
    return chance > most ? most : chance;
}

/* Past contact nobody loses a backgammon without a man as far back as that already. */
static bool may_lose_backgammon(const struct pasch_evaluator *e, const struct pasch_board *board, int side,
                                const struct pasch_net *net)
{
    return net != e->race || rear(e->rules, &board->side[side]) > row_points(e->rules) - 6;
}

unsigned evaluate_certain(const struct pasch_rules *rules, const struct pasch_board *board, int me)
{
    enum { WON = 1u << 1 | 1u << 2, LOST = 1u << 3 | 1u << 4, BACKGAMMONS = 1u << 2 | 1u << 4 };
    unsigned certain = rules->score == PASCH_SCORE_TRIPLE ? 0 : BACKGAMMONS;
    if (rules->score == PASCH_SCORE_SINGLE)
        return WON | LOST;
    if (rules->score == PASCH_SCORE_MEN || rules->score == PASCH_SCORE_PIPS || rules->literal_backgammon)
        return certain;
    return certain | (board->side[1 - me].men[PASCH_OFF] ? WON : 0) | (board->side[me].men[PASCH_OFF] ? LOST : 0);
}

struct pasch_probs evaluate_probs(const struct pasch_evaluator *e, const struct pasch_net *net,
                                  const float out[NET_OUT], const struct pasch_board *board, int me)
{
    unsigned certain = evaluate_certain(e->rules, board, me);
    struct pasch_probs p = {out[0], certain & 1u << 1 ? 0 : out[1], certain & 1u << 2 ? 0 : out[2],
                            certain & 1u << 3 ? 0 : out[3], certain & 1u << 4 ? 0 : out[4]};
    if (!may_lose_backgammon(e, board, 1 - me, net))
        p.win_backgammon = 0;
    if (!may_lose_backgammon(e, board, me, net))
        p.lose_backgammon = 0;
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
        return probs_bearoff(e, board, me);
    const struct pasch_net *net = net_for(e, evaluate_use(e->rules, class, board, me));
    int16_t first[NET_HIDDEN_MAX];
    float second[1][NET_MIDDLE], out[1][NET_OUT];
    struct inputs inputs;
    inputs_of(&inputs, e->rules, board, me);
    net_first(net, NULL, &inputs, 1, first);
    net_second(net, first, second[0]);
    net_chances(net, second, 1, out);
    return evaluate_probs(e, net, out[0], board, me);
}

/* Base sums for boards that differ from `board` by a play of 1 - first: only the men, `first` on roll. */
static void base_sums(const struct pasch_net *net, const struct pasch_board *board, int first, int16_t *sums)
{
    struct inputs inputs;
    inputs_clear(&inputs);
    inputs_add_men(&inputs, board, first);
    net_first(net, NULL, &inputs, 1, sums);
}

static void play_inputs(struct inputs *inputs, const struct pasch_board *board, const struct pasch_board *after,
                        int foe)
{
    inputs_clear(inputs);
    inputs_add_changes(inputs, board, after, foe);
}

/* Plays on their way through a net, which they go through layer by layer: what one play has fetched into the cache
 * serves the next, and the sums of one are at work while those of another wait. */
enum { LINE = 16 };
struct line {
    const struct pasch_net *net;
    size_t count;
    const struct pasch_board *after[LINE];
    struct pasch_probs *out[LINE];
    struct inputs inputs[LINE];
    int16_t base[NET_HIDDEN_MAX], first[LINE * NET_HIDDEN_MAX];
};

static void line_begin(struct line *line, const struct pasch_net *net, const struct pasch_board *board, int foe)
{
    line->net = net;
    line->count = 0;
    base_sums(net, board, foe, line->base);
}

static void line_chances(struct line *line, float chances[LINE][NET_OUT])
{
    float second[LINE][NET_MIDDLE];
    net_first(line->net, line->base, line->inputs, line->count, line->first);
    for (size_t i = 0; i < line->count; i++)
        net_second(line->net, line->first + i * (size_t)line->net->hidden, second[i]);
    net_chances(line->net, second, line->count, chances);
}

static void line_end(const struct pasch_evaluator *e, struct line *line, int foe)
{
    float chances[LINE][NET_OUT];
    if (line->count)
        line_chances(line, chances);
    for (size_t i = 0; i < line->count; i++) {
        struct pasch_probs probs = evaluate_probs(e, line->net, chances[i], line->after[i], foe);
        *line->out[i] = pasch_probs_flip(&probs);
    }
    line->count = 0;
}

static void line_add(const struct pasch_evaluator *e, struct line *line, const struct pasch_board *board,
                     const struct pasch_board *after, int foe, struct pasch_probs *out)
{
    struct inputs *inputs = &line->inputs[line->count];
    play_inputs(inputs, board, after, foe);
    inputs_add_features(inputs, e->rules, after, foe);
    line->after[line->count] = after;
    line->out[line->count] = out;
    if (++line->count == LINE)
        line_end(e, line, foe);
}

/* Those of up to LOT plays that one net judges go through it together. */
enum { LOT = 64 };

static void evaluate_lot(const struct pasch_evaluator *e, const struct pasch_board *board, int me,
                         const struct pasch_play *play, size_t count, struct line *line, struct pasch_probs *out)
{
    uint64_t waiting[PASCH_NET_USES] = {0};
    int foe = 1 - me;
    for (size_t i = 0; i < count; i++) {
        const struct pasch_board *after = &play[i].board;
        enum pasch_class class = pasch_class_of(e->rules, after);
        if (class == PASCH_CLASS_OVER || (class == PASCH_CLASS_BEAROFF && e->bearoff)) {
            struct pasch_probs exact = pasch_evaluate(e, after, foe);
            out[i] = pasch_probs_flip(&exact);
        } else {
            waiting[evaluate_use(e->rules, class, after, foe)] |= (uint64_t)1 << i;
        }
    }
    for (enum pasch_net_use use = 0; use < PASCH_NET_USES; use++) {
        const struct pasch_net *net = net_for(e, use);
        if (waiting[use] && line->net != net)
            line_begin(line, net, board, foe);
        for (uint64_t left = waiting[use]; left; left &= left - 1) {
            int i = __builtin_ctzll(left);
            line_add(e, line, board, &play[i].board, foe, &out[i]);
        }
        line_end(e, line, foe);
    }
}

void pasch_evaluate_plays(const struct pasch_evaluator *e, const struct pasch_board *board, int me,
                          const struct pasch_plays *plays, struct pasch_probs *out)
{
    struct line line;
    line.net = NULL;
    line.count = 0;
    for (size_t i = 0; i < plays->count; i += LOT)
        evaluate_lot(e, board, me, plays->play + i, plays->count - i < LOT ? plays->count - i : LOT, &line, out + i);
}

/* Puts a play among the best. */
struct candidate {
    int64_t rank;
    size_t play;
};

static void enter(struct candidate *best, size_t *count, size_t most, struct candidate one)
{
    size_t at = *count;
    while (at > 0 && one.rank > best[at - 1].rank)
        at--;
    if (at == most)
        return;
    *count += *count < most;
    memmove(&best[at + 1], &best[at], (*count - 1 - at) * sizeof *best);
    best[at] = one;
}

/* The quick net's opinion of each play. A play that ends the game is always looked at. */
static size_t best_at_a_glance(const struct pasch_evaluator *e, const struct pasch_board *board, int me,
                               const struct pasch_plays *plays, size_t most, struct candidate *best)
{
    struct inputs inputs[LINE];
    int16_t base[NET_HIDDEN_MAX], first[LINE * NET_HIDDEN_MAX];
    int32_t rank[LINE];
    size_t kept = 0;
    base_sums(e->quick, board, 1 - me, base);
    for (size_t begin = 0, count; begin < plays->count; begin += count) {
        const struct pasch_play *play = plays->play + begin;
        count = plays->count - begin < LINE ? plays->count - begin : LINE;
        for (size_t i = 0; i < count; i++)
            play_inputs(&inputs[i], board, &play[i].board, 1 - me);
        net_first(e->quick, base, inputs, count, first);
        net_ranks(e->quick, first, count, rank);
        for (size_t i = 0; i < count; i++)
            enter(best, &kept, most, (struct candidate){play[i].over ? INT64_MAX : rank[i], begin + i});
    }
    return kept;
}

void pasch_evaluate_prune(const struct pasch_evaluator *e, const struct pasch_board *board, int me,
                          struct pasch_plays *plays, size_t most)
{
    struct candidate best[PASCH_PRUNE_MOST];
    if (!e->quick || !most || plays->count <= most || pasch_class_of(e->rules, board) != PASCH_CLASS_CONTACT)
        return;
    if (most > PASCH_PRUNE_MOST)
        most = PASCH_PRUNE_MOST;
    size_t count = best_at_a_glance(e, board, me, plays, most, best), kept = 0;
    /* They stay in the generator's order. */
    for (size_t i = 0; i < count; i++) {
        for (size_t k = i + 1; k < count; k++) {
            if (best[k].play < best[i].play) {
                struct candidate swap = best[i];
                best[i] = best[k];
                best[k] = swap;
            }
        }
        plays->play[kept++] = plays->play[best[i].play];
    }
    plays->count = kept;
}
