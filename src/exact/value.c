/* What a position is worth by the tables, and what to play. */
#include <string.h>

#include "exact/pairs.h"
#include "exact/solo.h"
#include "rules/score.h"

/* A side about to throw, or (`known`) with a throw lying open: where it stands, and where it then will. */
struct racer {
    int law;
    int32_t index, then;
    bool known;
};

/* A position past contact, seen by the side that acts. */
struct view {
    const struct pasch_exact *exact;
    bool pairs;
    int me;
    const struct sides *sides;
    struct racer mine, other;
    struct pasch_exact_value done; /* if I am done now */
};

static double equity(const struct pasch_exact_value *v)
{
    return 2 * v->win - 1 + v->win_gammon - v->lose_gammon;
}

static struct pasch_exact_value flip(const struct pasch_exact_value *v)
{
    return (struct pasch_exact_value){1 - v->win, v->lose_gammon, v->win_gammon, -v->points, v->perfect};
}

/* The spread of a racer's turns, or (`loss`) of what it loses. One that is done, or has begun, is so after no turn. */
struct run {
    struct solo_spread spread;
    int later; /* turns to be added */
};

static const uint8_t certain[4] = {0, 0, 0x80, 0x3f}; /* 1, as a float */

static struct run run_of(const struct pasch_exact_solo *solo, const struct racer *racer, bool begun)
{
    int32_t reached = begun ? solo_frame(solo)->sides.full : 1;
    int32_t at = racer->known ? racer->then : racer->index;
    struct run run = {{certain, 0, 1}, racer->known && racer->index >= reached ? 1 : 0};
    if (at >= reached)
        run.spread = begun ? solo_loss(solo, racer->law, at) : solo_done(solo, racer->law, at);
    return run;
}

/* The chance that `a` is over after no more turns than `b` and `lead` together. */
static double not_later(const struct run *a, const struct run *b, int lead)
{
    double rest = 1, total = 0; /* rest: the chance that b and the lead together are at least the n looked at */
    for (int i = 0, at = 0; i < a->spread.count; i++) {
        int n = a->spread.first + a->later + i;
        for (; at < b->spread.count && b->spread.first + b->later + at + lead < n; at++)
            rest -= solo_at(&b->spread, at);
        total += solo_at(&a->spread, i) * rest;
    }
    return total < 0 ? 0 : total > 1 ? 1 : total;
}

/* What a racer loses if the game ends after so many turns of its own. */
static double cost_after(const struct pasch_exact_solo *solo, const struct racer *racer, int turns)
{
    bool later = racer->known && turns > 0;
    int32_t at = later ? racer->then : racer->index;
    if (at == 0)
        return 0;
    struct solo_spread cost = solo_loss(solo, racer->law, at);
    int i = turns - (later ? 1 : 0);
    return i < cost.count ? solo_at(&cost, i) : 0;
}

static double cost_of(const struct pasch_exact_solo *solo, const struct racer *winner, const struct racer *loser,
                      int ahead)
{
    struct run done = run_of(solo, winner, false);
    double sum = 0;
    for (int i = 0; i < done.spread.count; i++) {
        int n = done.spread.first + done.later + i - ahead;
        sum += solo_at(&done.spread, i) * cost_after(solo, loser, n > 0 ? n : 0);
    }
    return sum;
}

/* `thrower` is the first to act. */
static struct pasch_exact_value solo_value(const struct pasch_exact_solo *solo, const struct racer *thrower,
                                           const struct racer *other)
{
    const struct solo_frame *f = solo_frame(solo);
    struct run mine = run_of(solo, thrower, false), others = run_of(solo, other, false);
    struct pasch_exact_value v = {
        .win = not_later(&mine, &others, 0),
        .perfect = f->row.towers || f->row.throws == PASCH_THROW_FIXED,
    };
    if (f->longest)
        v.win = 1 - v.win;
    if (f->loss == SOLO_LOSS_BEGUN) {
        struct run begun = run_of(solo, other, true);
        if (other->index >= f->sides.full)
            v.win_gammon = not_later(&mine, &begun, 0);
        /* The other side's last turn comes after as many of mine: it must come before my first man is off. */
        begun = run_of(solo, thrower, true);
        if (thrower->index >= f->sides.full)
            v.lose_gammon = not_later(&others, &begun, -1);
    }
    v.points = equity(&v);
    if (f->loss == SOLO_LOSS_COST)
        v.points = cost_of(solo, thrower, other, 1) - cost_of(solo, other, thrower, 0);
    return v;
}

static struct pasch_exact_value pairs_value(const struct pasch_exact_pairs *pairs, int32_t thrower, int32_t other)
{
    struct pairs_worth worth = pairs_find(pairs, thrower, other);
    return (struct pasch_exact_value){.win = (worth.wins + 1) / 2, .points = worth.points, .perfect = true};
}

static struct pasch_exact_value value_over(const struct pasch_position *p, int me)
{
    struct pasch_exact_value v = {.perfect = true};
    double sign = p->winner == me ? 1 : -1;
    bool gammon = (p->rules->score == PASCH_SCORE_TRIPLE || p->rules->score == PASCH_SCORE_DOUBLE) && p->points > 1;
    if (p->winner == PASCH_NOBODY)
        return (struct pasch_exact_value){.win = 0.5, .perfect = true};
    v.win = (sign + 1) / 2;
    v.win_gammon = gammon && sign > 0;
    v.lose_gammon = gammon && sign < 0;
    v.points = sign * p->points;
    return v;
}

/* After my turn, or the part of it up to another throw, has led there. */
static struct pasch_exact_value view_end(const struct view *view, turn_end end)
{
    int32_t index = turn_end_index(end);
    bool again = turn_end_again(end);
    if (index == 0)
        return view->done;
    struct pasch_exact_value v;
    if (view->pairs) {
        if (again)
            return pairs_value(view->exact->pairs, index, view->other.index);
        v = pairs_value(view->exact->pairs, view->other.index, index);
        return flip(&v);
    }
    struct racer mine = {.index = index};
    mine.law = solo_next_law(&solo_frame(view->exact->solo)->row, view->mine.law, again);
    if (again)
        return solo_value(view->exact->solo, &mine, &view->other);
    v = solo_value(view->exact->solo, &view->other, &mine);
    return flip(&v);
}

/* Among ends that are worth the same, such as won games, the one nearest to the end of the game. */
static const double haste = 1e-7;

static double in_haste(const struct view *view, turn_end end, const struct pasch_exact_value *value)
{
    const struct pasch_exact_solo *solo = view->exact->solo;
    if (view->pairs || turn_end_index(end) == 0)
        return value->points;
    int law = solo_next_law(&solo_frame(solo)->row, view->mine.law, turn_end_again(end));
    double mean = haste * solo_mean(solo, law, turn_end_index(end));
    return solo_frame(solo)->longest ? value->points + mean : value->points - mean;
}

static double view_worth(const void *context, turn_end end)
{
    struct pasch_exact_value value = view_end(context, end);
    return in_haste(context, end, &value);
}

/* Fewest turns, or most where those are better. */
static double mean_worth(const void *context, turn_end end)
{
    const struct view *view = context;
    const struct pasch_exact_solo *solo = view->exact->solo;
    double mean = turn_end_index(end) ? solo_mean(solo, view->other.law, turn_end_index(end)) : 0;
    return solo_frame(solo)->longest ? mean : -mean;
}

/* Where the other side's open throw leads it, if it plays for the fewest turns. */
static bool look_at_reply(struct view *view, const struct pasch_position *position, struct pasch_plays *plays)
{
    struct pasch_position p = *position;
    struct turn turn = {.sides = view->sides, .me = 1 - view->me, .plays = *plays};
    turn.worth = mean_worth;
    turn.context = view;
    p.turn = (uint8_t)turn.me;
    pasch_position_set_dice(&p, position->reply[0], position->reply[1], NULL);
    p.reply[0] = p.reply[1] = 1;
    view->other.then = turn_end_index(turn_best(&turn, &p));
    view->other.known = true;
    turn_free(&turn);
    return !turn.failed;
}

static bool find_law(const struct pasch_position *p, int side, int *law)
{
    *law = 0;
    switch (p->rules->throws) {
    case PASCH_THROW_EACH:
    case PASCH_THROW_PREVIEW: break;
    case PASCH_THROW_FIXED:
        if (!p->stages) /* what the throw will be is not known yet */
            return false;
        *law = rows_throw_index(p->stage[0].die[0], p->stage[0].die[1]);
        break;
    case PASCH_THROW_ROLES:
        if (side == p->chooser)
            *law = LAW_CHOOSER;
        else
            *law = side == p->turn && p->second ? LAW_SECOND : LAW_ROLLER;
        break;
    }
    return true;
}

static bool find_sides(const struct sides *sides, const struct pasch_board *board, int me, int32_t *mine,
                       int32_t *other)
{
    *mine = sides_index(sides, &board->side[me]);
    *other = sides_index(sides, &board->side[1 - me]);
    return *mine > 0 && *other > 0;
}

static bool in_pairs(const struct pasch_exact *exact, const struct pasch_board *board, int me, bool race, int32_t *mine,
                     int32_t *other)
{
    return exact->pairs && pairs_frame(exact->pairs)->race == race &&
           find_sides(&pairs_frame(exact->pairs)->sides, board, me, mine, other);
}

/* Past contact, in either of the tables. */
static bool view_make(struct view *view, const struct pasch_exact *exact, const struct pasch_position *p)
{
    *view = (struct view){.exact = exact, .me = p->turn};
    if (in_pairs(exact, &p->board, view->me, true, &view->mine.index, &view->other.index)) {
        view->pairs = true;
        view->sides = &pairs_frame(exact->pairs)->sides;
    } else if (exact->solo && find_sides(&solo_frame(exact->solo)->sides, &p->board, view->me, &view->mine.index,
                                         &view->other.index)) {
        view->sides = &solo_frame(exact->solo)->sides;
        if (!find_law(p, view->me, &view->mine.law) || !find_law(p, 1 - view->me, &view->other.law))
            return false;
    } else {
        return false;
    }
    struct pasch_position over = *p;
    sides_at(view->sides, 0, &over.board.side[view->me]);
    score_finish(&over, view->me, false);
    view->done = value_over(&over, view->me);
    return true;
}

static bool throw_is_due(const struct pasch_position *p)
{
    enum pasch_due due = pasch_position_due(p);
    return due == PASCH_DUE_THROW || due == PASCH_DUE_BONUS || (due == PASCH_DUE_CHOOSE && !p->stages);
}

static struct pasch_exact_value view_throw(const struct view *view)
{
    if (view->pairs)
        return pairs_value(view->exact->pairs, view->mine.index, view->other.index);
    return solo_value(view->exact->solo, &view->mine, &view->other);
}

/* Memory for what comes after, and what the other side is about to play. */
static bool view_turn(struct view *view, const struct pasch_position *p, struct turn *turn, struct pasch_plays *plays)
{
    *turn = (struct turn){.sides = view->sides, .me = view->me, .plays = *plays};
    turn->worth = view_worth;
    turn->context = view;
    return p->rules->throws != PASCH_THROW_PREVIEW || !p->reply[0] || look_at_reply(view, p, plays);
}

/* A play is due before the reply has been thrown: it is played as if the reply would stay hidden. */
static struct pasch_position hide_reply(const struct pasch_position *position)
{
    struct pasch_position p = *position;
    if (pasch_position_due(&p) == PASCH_DUE_REPLY)
        p.reply[0] = p.reply[1] = 1;
    return p;
}

static bool race_value(const struct pasch_exact *exact, const struct pasch_position *position,
                       struct pasch_plays *plays, struct pasch_exact_value *out)
{
    struct view view;
    struct turn turn;
    if (!view_make(&view, exact, position))
        return false;
    if (throw_is_due(position)) {
        *out = view_throw(&view);
        return true;
    }
    if (!view_turn(&view, position, &turn, plays))
        return false;
    struct pasch_position p = hide_reply(position);
    *out = view_end(&view, turn_best(&turn, &p));
    turn_free(&turn);
    return !turn.failed;
}

/* With contact, men and all: through the rest of the turn to the next throw. */
struct best {
    const struct pasch_exact *exact;
    int me, count, at;
    struct pasch_exact_value value;
    bool failed;
};

static bool course_value(const struct pasch_exact *exact, const struct pasch_position *p, struct pasch_plays *plays,
                         int me, struct pasch_exact_value *out);

static void course_each(void *context, const struct pasch_position *after, struct pasch_plays *plays)
{
    struct best *best = context;
    struct pasch_exact_value v;
    if (!course_value(best->exact, after, plays, best->me, &v)) {
        best->failed = true;
    } else if (!best->count || v.points > best->value.points) {
        best->value = v;
        best->at = best->count;
    }
    best->count++;
}

static bool course_value(const struct pasch_exact *exact, const struct pasch_position *p, struct pasch_plays *plays,
                         int me, struct pasch_exact_value *out)
{
    struct best best = {.exact = exact, .me = me};
    int32_t mine, other;
    if (p->over) {
        *out = value_over(p, me);
        return true;
    }
    if (!throw_is_due(p)) {
        bool fine = turn_each(p, plays, course_each, &best) && !best.failed;
        *out = best.value;
        return fine;
    }
    if (!in_pairs(exact, &p->board, p->turn, false, &mine, &other))
        return false;
    *out = pairs_value(exact->pairs, mine, other);
    if (p->turn != me)
        *out = flip(out);
    return true;
}

static bool in_course(const struct pasch_exact *exact, const struct pasch_position *p)
{
    int32_t mine, other;
    return in_pairs(exact, &p->board, p->turn, false, &mine, &other);
}

bool pasch_exact_value(const struct pasch_exact *exact, const struct pasch_position *position,
                       struct pasch_plays *plays, struct pasch_exact_value *out)
{
    if (position->over) {
        *out = value_over(position, position->turn);
        return true;
    }
    if (position->offered)
        return false;
    if (in_course(exact, position))
        return course_value(exact, position, plays, position->turn, out);
    return race_value(exact, position, plays, out);
}

bool pasch_exact_board(const struct pasch_exact *exact, const struct pasch_board *board, int me,
                       struct pasch_exact_value *out)
{
    int32_t mine, other;
    enum pasch_throw throws = exact->rules->throws;
    if (in_pairs(exact, board, me, true, &mine, &other) || in_pairs(exact, board, me, false, &mine, &other)) {
        *out = pairs_value(exact->pairs, mine, other);
        return true;
    }
    if (!exact->solo || (throws != PASCH_THROW_EACH && throws != PASCH_THROW_PREVIEW) ||
        !find_sides(&solo_frame(exact->solo)->sides, board, me, &mine, &other))
        return false;
    *out = solo_value(exact->solo, &(struct racer){.index = mine}, &(struct racer){.index = other});
    return true;
}

/* The best of what is due, in a race. */
struct race_best {
    struct view *view;
    struct turn *turn;
    double worth;
    struct best best;
};

static void race_each(void *context, const struct pasch_position *after, struct pasch_plays *plays)
{
    struct race_best *race = context;
    race->turn->plays = *plays;
    turn_end end = turn_best(race->turn, after);
    struct pasch_exact_value v = view_end(race->view, end);
    double worth = in_haste(race->view, end, &v);
    if (!race->best.count || worth > race->worth) {
        race->worth = worth;
        race->best.value = v;
        race->best.at = race->best.count;
    }
    race->best.count++;
}

static bool race_best(const struct pasch_exact *exact, const struct pasch_position *p, struct pasch_plays *plays,
                      struct best *out)
{
    struct view view;
    struct turn turn;
    if (!view_make(&view, exact, p) || !view_turn(&view, p, &turn, plays))
        return false;
    struct race_best race = {.view = &view, .turn = &turn};
    bool fine = turn_each(p, plays, race_each, &race) && !turn.failed;
    turn_free(&turn);
    *out = race.best;
    return fine;
}

bool pasch_exact_best(const struct pasch_exact *exact, const struct pasch_position *position, struct pasch_plays *plays,
                      struct pasch_exact_choice *out)
{
    enum pasch_due due = pasch_position_due(position);
    struct best best = {.exact = exact, .me = position->turn};
    if (due != PASCH_DUE_PLAY && due != PASCH_DUE_CHOOSE)
        return false;
    bool fine = in_course(exact, position) ? turn_each(position, plays, course_each, &best) && !best.failed
                                           : race_best(exact, position, plays, &best);
    if (!fine)
        return false;
    *out = (struct pasch_exact_choice){.play = -1, .value = best.value};
    if (due == PASCH_DUE_CHOOSE) {
        uint8_t choice[21][2];
        pasch_position_choices(position, choice);
        memcpy(out->roll, choice[best.at], sizeof out->roll);
    } else if (plays->count) {
        out->play = best.at;
    }
    return true;
}

bool pasch_exact_turns(const struct pasch_exact *exact, const struct pasch_position *position, int side,
                       struct pasch_exact_turns *out)
{
    int law;
    if (!exact->solo || position->over || !find_law(position, side, &law))
        return false;
    int32_t index = sides_index(&solo_frame(exact->solo)->sides, &position->board.side[side]);
    if (index <= 0)
        return false;
    struct solo_spread done = solo_done(exact->solo, law, index);
    *out = (struct pasch_exact_turns){.mean = solo_mean(exact->solo, law, index)};
    for (int i = 0; i < done.count; i++)
        out->chance[done.first + i] = (float)solo_at(&done, i);
    return true;
}

double pasch_exact_length(const struct pasch_exact *exact, const struct pasch_position *position)
{
    struct pasch_exact_turns mine, other;
    if (!throw_is_due(position) || !pasch_exact_turns(exact, position, position->turn, &mine) ||
        !pasch_exact_turns(exact, position, 1 - position->turn, &other))
        return -1;
    /* The sum, over the turns, of the chance that they are played: that nobody has been done before. */
    double length = 0, mine_not = 1, other_not = 1;
    for (int n = 1; n < PASCH_EXACT_TURNS; n++) {
        length += mine_not * other_not;
        mine_not -= (double)mine.chance[n];
        length += mine_not * other_not;
        other_not -= (double)other.chance[n];
    }
    return length;
}

bool pasch_exact_known(const void *exact, const struct pasch_board *board, int me, struct pasch_probs *out)
{
    const struct pasch_rules *rules = ((const struct pasch_exact *)exact)->rules;
    struct pasch_exact_value v;
    if (!pasch_exact_board(exact, board, me, &v))
        return false;
    *out = (struct pasch_probs){.win = (float)v.win};
    if (rules->score == PASCH_SCORE_MEN || rules->score == PASCH_SCORE_PIPS) {
        float share = (float)(v.points / pasch_rules_most_points(rules));
        out->win_gammon = share > 0 ? share : 0;
        out->lose_gammon = share < 0 ? -share : 0;
    } else {
        out->win_gammon = (float)v.win_gammon;
        out->lose_gammon = (float)v.lose_gammon;
    }
    return true;
}
