#include "cli/review.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

/* Everything is looked at so far ahead; what is called a mistake, once more and further. */
enum { LOOK = 1, SECOND_LOOK = ADVICE_PLIES, MISTAKES = 3, CANDIDATES = 8 };

/* Not to double counts as a decision if doubling would change so much at the most. */
static const float close_double = 0.1f;
/* Less is no mistake that one could learn from. */
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
    float cost;
    char did[PASCH_MOVE_ROOM], better[PASCH_MOVE_ROOM]; /* what was done, and what should have been */
};

/* Where the play that was made stands in the ranking; the count if it is not there, as of plays that end the game alike
 * one stands for all. */
static size_t find_played(const struct advice *advice, const struct pasch_board *board)
{
    size_t i = 0;
    while (i < advice->plays.count &&
           memcmp(&advice->plays.play[advice->ranked[i].index].board, board, sizeof *board) != 0)
        i++;
    return i;
}

/* A play that looked bad at once was looked at less far than the best: once more, the two alone. */
static void compare(struct advice *advice, const struct decision *d, int plies, size_t played)
{
    struct pasch_cube cube = pasch_mind_cube(advice->mind, &d->position);
    struct pasch_play best = advice->plays.play[advice->ranked[0].index];
    struct pasch_play other = advice->plays.play[advice->ranked[played].index];
    advice->plays.play[0] = best;
    advice->plays.play[1] = other;
    advice->plays.count = 2;
    pasch_search_best(advice->search, plies, &d->position.board, d->position.turn, &cube, NULL, &advice->plays,
                      advice->ranked);
}

static void judge_play(struct advice *advice, const struct decision *d, int plies, struct judged *out)
{
    size_t count = advice_rank(advice, &d->position, plies), played = find_played(advice, &d->board);
    out->counts = count > 1;
    if (played >= count)
        return;
    if (advice->ranked[played].plies < advice->ranked[0].plies) {
        compare(advice, d, plies, played);
        played = find_played(advice, &d->board);
    }
    out->cost = advice->ranked[0].equity - advice->ranked[played].equity;
    pasch_move_write(d->position.rules, &advice->plays.play[advice->ranked[played].index], out->did);
    pasch_move_write(d->position.rules, &advice->plays.play[advice->ranked[0].index], out->better);
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
    struct judged judged = {.cost = 0};
    if (d->what == DECISION_PLAY) {
        judge_play(advice, d, plies, &judged);
    } else if (d->did != PASCH_EVENT_ROLL || d->free) {
        const struct pasch_position *p = &d->position;
        struct pasch_cube cube = pasch_mind_cube(advice->mind, p);
        struct pasch_verdict verdict;
        pasch_search_cube(advice->search, plies, &p->board, p->offered ? 1 - p->turn : p->turn, &cube, &verdict);
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
        struct judged judged = judge(advice, d, LOOK);
        mine->decisions += judged.counts;
        mine->cost += (double)judged.cost;
        if (judged.cost >= mistake)
            add_mistake(mine, i, &judged);
    }
}

/* Of the opening, whoever begins is thought to have thrown it. */
static void take_luck(const struct review *review, struct advice *advice, struct luck *luck, struct account account[2])
{
    const uint8_t *die = review->opening_die;
    if (die[0]) {
        double gain = luck_opening(luck, &review->opening, die[0], die[1], &advice->plays);
        account[die[0] < die[1]].luck += die[0] < die[1] ? -gain : gain;
    }
    for (size_t i = 0; i < review->count; i++) {
        const struct decision *d = &review->decision[i];
        if (d->did != PASCH_EVENT_ROLL)
            continue;
        double gain = luck_roll(luck, &d->position, d->die[0], d->die[1], &advice->plays);
        account[d->position.turn].luck += d->position.turn == PASCH_X ? gain : -gain;
    }
}

static void look_again(const struct review *review, struct advice *advice, struct account *account)
{
    struct account before = *account;
    account->mistakes = 0;
    for (int i = 0; i < before.mistakes; i++) {
        const struct mistake *m = &before.worst[i];
        struct judged judged = judge(advice, &review->decision[m->decision], SECOND_LOOK);
        account->cost += (double)(judged.cost - m->judged.cost);
        if (judged.cost >= mistake)
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
    enum { TEXT = 41 }; /* columns beside which there is room for an identifier */
    int a = d->position.stage[0].die[0], b = d->position.stage[0].die[1];
    char text[3 * PASCH_MOVE_ROOM], id[PASCH_PPN_ROOM];
    if (d->what == DECISION_PLAY)
        snprintf(text, sizeof text, "%d-%d: %s; better %s", a > b ? a : b, a > b ? b : a, judged->did, judged->better);
    else
        snprintf(text, sizeof text, "%s; better: %s", done[d->did], judged->better);
    if (pasch_gnubg_write(&d->position, id, NULL) != PASCH_OK)
        pasch_ppn_write(&d->position, id);
    printf("  %.3f  %-*s%s%s\n", (double)judged->cost, TEXT, text, strlen(text) > TEXT ? "\n         " : " ", id);
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
    struct luck *luck = luck_create_by(advice->search, terms);
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
