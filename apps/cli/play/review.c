#include "cli/play/review.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/think/thinker.h"

/* So many are told; so many that looked like mistakes are looked at once more, a ply further than everything is. */
enum { MISTAKES = 3, CANDIDATES = 8 };

/* Not to double counts as a decision if doubling would change so much at the most. */
static const float close_double = 0.1f;
/* Less is no mistake that one could learn from. Where men or pips are counted, as a share of those at stake. */
static const float mistake = 0.02f;

/* Noting. */

static void add(struct review *review, const struct decision *decision)
{
    if (review->count == review->room) {
        review->room = review->room ? 2 * review->room : 64;
        review->decision = realloc(review->decision, review->room * sizeof *review->decision);
        if (!review->decision) {
            fprintf(stderr, "pasch: out of memory\n");
            exit(EXIT_NO);
        }
    }
    review->decision[review->count++] = *decision;
}

void review_note(struct review *review, const struct pasch_game *before, const struct pasch_event *event,
                 const struct pasch_game *after)
{
    struct decision d = {.did = event->kind, .position = before->position, .board = after->board};
    switch (event->kind) {
    case PASCH_EVENT_NEXT: review->count = 0; return;
    case PASCH_EVENT_OPENING:
        review->opening = *before;
        memcpy(review->opening_die, event->die, sizeof event->die);
        return;
    case PASCH_EVENT_PLAY:
    case PASCH_EVENT_END: d.what = DECISION_PLAY; break;
    case PASCH_EVENT_CHOOSE:
        d.what = DECISION_NAME;
        memcpy(d.die, event->die, sizeof d.die);
        break;
    case PASCH_EVENT_ROLL:
        d.what = DECISION_DOUBLE;
        d.free = pasch_game_may_double(before, before->position.turn, NULL) == PASCH_OK;
        memcpy(d.die, event->die, sizeof d.die);
        break;
    case PASCH_EVENT_DOUBLE: d.what = DECISION_DOUBLE; break;
    case PASCH_EVENT_TAKE:
    case PASCH_EVENT_PASS:
    case PASCH_EVENT_BEAVER:
        if (before->beaver) /* a matter between who has doubled too early and who knows it */
            return;
        d.what = DECISION_ANSWER;
        break;
    default: return;
    }
    add(review, &d);
}

void review_close(struct review *review)
{
    free(review->decision);
    *review = (struct review){.count = 0};
}

/* Judging. */

struct judged {
    bool counts;
    float cost, least;                                  /* the least that is a mistake */
    char did[PASCH_MOVE_ROOM], better[PASCH_MOVE_ROOM]; /* what was done, and what should have been */
};

static bool is_named(const uint8_t choice[2], const uint8_t die[2])
{
    return (choice[0] == die[0] && choice[1] == die[1]) || (choice[0] == die[1] && choice[1] == die[0]);
}

/* Where what was done stands in the ranking; the count if it is not there, as of plays that end the game alike one
 * stands for all. */
static size_t find_done(const struct options *options, const struct decision *d)
{
    size_t i = 0;
    while (i < options->count && (options->naming ? !is_named(options->choice[options->ranked[i].index], d->die)
                                                  : memcmp(&options->plays.play[options->ranked[i].index].board,
                                                           &d->board, sizeof d->board) != 0))
        i++;
    return i;
}

/* What looked bad at once was looked at less far than the best: once more, the two alone. */
static void compare(struct advice *advice, const struct decision *d, int plies, size_t done)
{
    struct options *o = &advice->options;
    struct pasch_cube cube = pasch_mind_cube(advice->mind, &d->position);
    uint32_t index[2] = {o->ranked[0].index, o->ranked[done].index};
    if (o->naming) {
        uint8_t choice[2][2];
        for (int i = 0; i < 2; i++)
            memcpy(choice[i], o->choice[index[i]], sizeof choice[i]);
        memcpy(o->choice, choice, sizeof choice);
    } else {
        struct pasch_play best = o->plays.play[index[0]], other = o->plays.play[index[1]];
        o->plays.play[0] = best;
        o->plays.play[1] = other;
        o->plays.count = 2;
    }
    o->count = 2;
    options_rank(o, advice->search, plies, &d->position, &cube);
}

/* Where men or pips are counted, those that are lost on average. */
static float at_stake(const struct pasch_rules *rules, const struct pasch_probs *probs)
{
    return thinkers_counts(rules) ? (float)pasch_rules_most_points(rules) * (probs->win_gammon + probs->lose_gammon)
                                  : 1;
}

static void judge_option(struct advice *advice, const struct decision *d, int plies, struct judged *out)
{
    const struct pasch_rules *rules = d->position.rules;
    const struct options *o = &advice->options;
    size_t count = advice_rank(advice, &d->position, plies), done = find_done(o, d);
    out->counts = count > 1;
    if (done >= count)
        return;
    if (o->ranked[done].plies < o->ranked[0].plies) {
        compare(advice, d, plies, done);
        done = find_done(o, d);
    }
    out->cost = o->ranked[0].equity - o->ranked[done].equity;
    out->least = mistake * at_stake(rules, &o->ranked[0].probs);
    options_write(o, rules, o->ranked[done].index, out->did);
    options_write(o, rules, o->ranked[0].index, out->better);
}

static void judge_double(const struct decision *d, const struct pasch_verdict *v, struct judged *out)
{
    float doubled = fminf(v->double_take, v->double_pass);
    bool too_good = v->action == PASCH_ACTION_TOO_GOOD_PASS || v->action == PASCH_ACTION_TOO_GOOD_TAKE;
    out->cost = v->best - (d->did == PASCH_EVENT_DOUBLE ? doubled : v->no_double);
    out->counts = d->did == PASCH_EVENT_DOUBLE || out->cost > 0 || fabsf(doubled - v->no_double) < close_double;
    snprintf(out->better, sizeof out->better, "%s",
             d->did != PASCH_EVENT_DOUBLE ? "double"
             : too_good                   ? "play on for the gammon"
                                          : "no double yet");
}

/* The equities are the doubler's, whom the right answer leaves the least. A beaver may be passed, at the doubled stake.
 */
static void judge_answer(const struct decision *d, const struct pasch_verdict *v, struct judged *out)
{
    float beaver = fmaxf(2 * v->double_take, -2);
    float least = fminf(v->double_take, v->double_pass);
    bool beavers = v->beaver && beaver < least;
    out->counts = true;
    snprintf(out->better, sizeof out->better, "%s", beavers ? "beaver" : v->take ? "take" : "pass");
    out->cost = (d->did == PASCH_EVENT_TAKE   ? v->double_take
                 : d->did == PASCH_EVENT_PASS ? v->double_pass
                                              : beaver) -
                (beavers ? beaver : least);
}

static struct judged judge(struct advice *advice, const struct decision *d, int plies)
{
    struct judged judged = {.least = mistake};
    if (d->what == DECISION_PLAY || d->what == DECISION_NAME) {
        judge_option(advice, d, plies, &judged);
    } else if (d->did != PASCH_EVENT_ROLL || d->free) {
        const struct pasch_position *p = &d->position;
        struct pasch_cube cube = pasch_mind_cube(advice->mind, p);
        struct pasch_verdict verdict;
        pasch_search_value(advice->search, plies, p, p->offered ? 1 - p->turn : p->turn, &cube, &verdict);
        (d->what == DECISION_DOUBLE ? judge_double : judge_answer)(d, &verdict, &judged);
    }
    judged.cost = fmaxf(judged.cost, 0);
    return judged;
}

/* Telling. */

struct mistake {
    size_t decision;
    struct judged judged;
};

/* What a side has done. */
struct account {
    int decisions;
    double cost, luck;
    struct mistake worst[CANDIDATES]; /* the dearest first */
    int mistakes;
};

static void add_mistake(struct account *account, size_t decision, const struct judged *judged)
{
    int at = account->mistakes;
    while (at > 0 && account->worst[at - 1].judged.cost < judged->cost)
        at--;
    if (at == CANDIDATES)
        return;
    account->mistakes += account->mistakes < CANDIDATES;
    memmove(account->worst + at + 1, account->worst + at,
            (size_t)(account->mistakes - 1 - at) * sizeof *account->worst);
    account->worst[at] = (struct mistake){decision, *judged};
}

static void take_account(const struct review *review, struct advice *advice, struct account account[2])
{
    for (size_t i = 0; i < review->count; i++) {
        const struct decision *d = &review->decision[i];
        struct account *mine = &account[d->position.turn];
        struct judged judged = judge(advice, d, advice_plies(d->position.rules) - 1);
        mine->decisions += judged.counts;
        mine->cost += (double)judged.cost;
        if (judged.cost >= judged.least)
            add_mistake(mine, i, &judged);
    }
}

/* Of the opening, whoever begins is thought to have thrown it. */
static void take_luck(const struct review *review, struct advice *advice, struct luck *luck, struct account account[2])
{
    const uint8_t *die = review->opening_die;
    if (die[0]) {
        double gain = luck_opening(luck, &review->opening, die[0], die[1], &advice->options.plays);
        account[die[0] < die[1]].luck += die[0] < die[1] ? -gain : gain;
    }
    for (size_t i = 0; i < review->count; i++) {
        const struct decision *d = &review->decision[i];
        if (d->did != PASCH_EVENT_ROLL)
            continue;
        double gain = luck_roll(luck, &d->position, d->die[0], d->die[1], &advice->options.plays);
        bool reply = pasch_position_due(&d->position) == PASCH_DUE_REPLY; /* the other side's */
        int thrower = reply ? 1 - d->position.turn : d->position.turn;
        account[thrower].luck += thrower == PASCH_X ? gain : -gain;
    }
}

static void look_again(const struct review *review, struct advice *advice, struct account *account)
{
    struct account before = *account;
    account->mistakes = 0;
    for (int i = 0; i < before.mistakes; i++) {
        const struct mistake *m = &before.worst[i];
        const struct decision *d = &review->decision[m->decision];
        struct judged judged = judge(advice, d, advice_plies(d->position.rules));
        account->cost += (double)(judged.cost - m->judged.cost);
        if (judged.cost >= judged.least)
            add_mistake(account, m->decision, &judged);
    }
}

/* What was done, what had been better, and the position, to look at again. */
static void tell_mistake(const struct decision *d, const struct judged *judged)
{
    static const char *const done[PASCH_EVENT_KINDS] = {[PASCH_EVENT_DOUBLE] = "doubled",
                                                        [PASCH_EVENT_ROLL] = "did not double",
                                                        [PASCH_EVENT_TAKE] = "took",
                                                        [PASCH_EVENT_PASS] = "passed",
                                                        [PASCH_EVENT_BEAVER] = "beavered"};
    enum { TEXT = 41, ID = 29 }; /* columns, and those beside them for an identifier */
    int a = d->position.stage[0].die[0], b = d->position.stage[0].die[1];
    char text[3 * PASCH_MOVE_ROOM], id[PASCH_PPN_ROOM];
    if (d->what == DECISION_PLAY)
        snprintf(text, sizeof text, "%d-%d: %s; better %s", a > b ? a : b, a > b ? b : a, judged->did, judged->better);
    else if (d->what == DECISION_NAME)
        snprintf(text, sizeof text, "%s; better %s", judged->did, judged->better);
    else
        snprintf(text, sizeof text, "%s; better: %s", done[d->did], judged->better);
    if (pasch_gnubg_write(&d->position, id, NULL) != PASCH_OK)
        pasch_ppn_write(&d->position, id);
    bool beside = strlen(text) <= TEXT && strlen(id) <= ID;
    printf("  %.3f  %-*s%s%s\n", (double)judged->cost, beside ? TEXT : 0, text, beside ? " " : "\n         ", id);
}

/* Points for money; of a match, how much of it. */
static void write_luck(double luck, bool match, char out[16])
{
    if (match)
        snprintf(out, 16, "%+.1f %%", 50 * luck);
    else
        snprintf(out, 16, "%+.3f", luck);
}

static void tell_sums(const struct account account[2], char who[2][REVIEW_WHO], bool match)
{
    printf("\n%36s%14s%12s\n", "decisions", "error each", "luck");
    for (int side = 0; side < 2; side++) {
        const struct account *a = &account[side];
        char luck[16];
        write_luck(a->luck, match, luck);
        printf("  %-24s%10d%11.1f mp%12s\n", who[side], a->decisions, a->decisions ? 1000 * a->cost / a->decisions : 0,
               luck);
    }
}

void review_tell(const struct review *review, struct advice *advice, const struct pasch_terms *terms,
                 char who[2][REVIEW_WHO], const bool listed[2])
{
    struct account account[2] = {{.decisions = 0}};
    struct luck *luck = luck_create_by(advice->search, advice->evaluator, terms);
    if (!luck) {
        fprintf(stderr, "pasch: out of memory\n");
        exit(EXIT_NO);
    }
    take_account(review, advice, account);
    take_luck(review, advice, luck, account);
    luck_destroy(luck);
    for (int side = 0; side < 2; side++)
        look_again(review, advice, &account[side]);
    tell_sums(account, who, terms->length > 0);
    for (int side = 0; side < 2; side++) {
        const struct account *a = &account[side];
        if (!listed[side])
            continue;
        printf(a->mistakes ? "The worst mistakes of %c:\n" : "No mistake of %c cost much.\n",
               side == PASCH_X ? 'x' : 'o');
        for (int i = 0; i < a->mistakes && i < MISTAKES; i++)
            tell_mistake(&review->decision[a->worst[i].decision], &a->worst[i].judged);
    }
}
