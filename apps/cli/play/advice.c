#include "cli/play/advice.h"

#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/think/thinker.h"

void advice_open(struct advice *advice, struct pasch_search *search, const struct pasch_evaluator *evaluator,
                 const struct pasch_terms *terms)
{
    static const struct pasch_level plain;
    *advice = (struct advice){.search = search,
                              .evaluator = evaluator,
                              .mind = pasch_mind_create(&plain, search, terms),
                              .options.plays = cli_plays(),
                              .options.ranked = malloc(PASCH_PLAYS_ROOM * sizeof *advice->options.ranked)};
    if (!advice->mind || !advice->options.ranked) {
        fprintf(stderr, "pasch: out of memory\n");
        exit(EXIT_NO);
    }
}

void advice_close(struct advice *advice)
{
    pasch_mind_destroy(advice->mind);
    free(advice->options.ranked);
    free(advice->options.plays.play);
    *advice = (struct advice){.search = NULL};
}

/* Where a turn has stages a second ply may take seconds. */
int advice_plies(const struct pasch_rules *rules)
{
    return pasch_evaluate_fits(rules) ? 2 : 1;
}

size_t advice_rank(struct advice *advice, const struct pasch_position *position, int plies)
{
    struct pasch_cube cube = pasch_mind_cube(advice->mind, position);
    if (options_find(&advice->options, position, NULL) != PASCH_OK)
        return 0;
    options_rank(&advice->options, advice->search, plies, position, &cube);
    return advice->options.count;
}

/* Who throws next, or has thrown. The doubler throws, whatever the answer; a beaver is answered by who throws. */
static int roller_of(const struct pasch_game *game)
{
    const struct pasch_position *p = &game->position;
    return p->offered && !game->beaver ? 1 - p->turn : p->turn;
}

/* The cube decision of the side on roll, before or after it has doubled. With a beaver on the table it is as if that
 * had been taken. */
static void judge(struct advice *advice, const struct pasch_game *game, struct pasch_verdict *verdict)
{
    struct pasch_position p = game->position;
    p.offered &= !game->beaver;
    struct pasch_cube cube = pasch_mind_cube(advice->mind, &p);
    pasch_search_value(advice->search, advice_plies(p.rules), &p, roller_of(game), &cube, verdict);
}

/* Whether nothing but a throw is due, or a decision about the cube. */
static bool is_before_turn(const struct pasch_position *p)
{
    enum pasch_due due = pasch_position_due(p);
    return due == PASCH_DUE_THROW || due == PASCH_DUE_BONUS || due == PASCH_DUE_ANSWER;
}

bool advice_value(struct advice *advice, const struct pasch_game *game, struct pasch_probs *probs, float *equity)
{
    const struct pasch_position *p = &game->position;
    struct pasch_verdict verdict;
    if (!is_before_turn(p)) {
        if (!advice_rank(advice, p, advice_plies(p->rules)))
            return false;
        *probs = advice->options.ranked[0].probs;
        *equity = advice->options.ranked[0].equity;
        return true;
    }
    judge(advice, game, &verdict);
    *probs = verdict.probs;
    *equity = p->offered && !game->beaver ? verdict.take ? verdict.double_take : verdict.double_pass
              : p->offered                ? verdict.no_double
                                          : verdict.best;
    if (pasch_position_due(p) == PASCH_DUE_BONUS)
        *equity = verdict.no_double;
    if (thinkers_counts(p->rules))
        *equity = pasch_probs_points(p->rules, probs);
    if (roller_of(game) != p->turn) {
        *probs = pasch_probs_flip(probs);
        *equity = -*equity;
    }
    return true;
}

static double percent(float part)
{
    return 100 * (double)part;
}

static bool has_gammons(const struct pasch_rules *rules)
{
    return rules->score == PASCH_SCORE_TRIPLE || rules->score == PASCH_SCORE_DOUBLE;
}

void advice_line(struct advice *advice, const struct pasch_game *game, int me, char out[ADVICE_LINE])
{
    struct pasch_probs p;
    float equity;
    out[0] = 0;
    if (!advice_value(advice, game, &p, &equity))
        return;
    if (game->position.turn != me) {
        p = pasch_probs_flip(&p);
        equity = -equity;
    }
    char mine = me == PASCH_X ? 'x' : 'o', theirs = me == PASCH_X ? 'o' : 'x';
    int at = snprintf(out, ADVICE_LINE, "%c wins %.1f %%", mine, percent(p.win));
    if (has_gammons(game->rules))
        snprintf(out + at, ADVICE_LINE - (size_t)at, " (gammons %.1f), %c %.1f %% (%.1f); equity of %c %+.3f",
                 percent(p.win_gammon), theirs, percent(1 - p.win), percent(p.lose_gammon), mine, (double)equity);
    else
        snprintf(out + at, ADVICE_LINE - (size_t)at, ", %c %.1f %%; %c expects %+.2f points", theirs,
                 percent(1 - p.win), mine, (double)equity);
}

/* Hints. */

static void hint_options(struct advice *advice, const struct pasch_position *position, size_t most)
{
    size_t count = advice_rank(advice, position, advice_plies(position->rules));
    const struct options *options = &advice->options;
    bool gammons = has_gammons(position->rules);
    if (!count) {
        printf("  Nothing can be played.\n");
        return;
    }
    printf("%31s %8s %8s", thinkers_counts(position->rules) ? "points" : "equity", "loses", "wins");
    printf(gammons ? " %8s %8s %9s\n" : "\n", "gammon", "backg.", "g. lost");
    for (size_t i = 0; i < count && i < most; i++) {
        const struct pasch_ranked *r = &options->ranked[i];
        char move[PASCH_MOVE_ROOM], equity[16], behind[16] = "";
        options_write(options, position->rules, r->index, move);
        snprintf(equity, sizeof equity, "%+.3f", (double)r->equity);
        if (i)
            snprintf(behind, sizeof behind, "%.3f", (double)(options->ranked[0].equity - r->equity));
        int room = 26 - (int)strlen(equity); /* for the move, the blank beside it included */
        printf("%3zu. %-*s%s %8s %6.1f %%", i + 1, room, move, equity, behind, percent(r->probs.win));
        if (gammons)
            printf(" %6.1f %% %6.1f %% %7.1f %%", percent(r->probs.win_gammon), percent(r->probs.win_backgammon),
                   percent(r->probs.lose_gammon));
        printf("\n");
    }
}

static const char *action_words(enum pasch_cube_action action)
{
    switch (action) {
    case PASCH_ACTION_NO_DOUBLE: return "Do not double; it would be a take.";
    case PASCH_ACTION_DOUBLE_TAKE: return "Double; it is a take.";
    case PASCH_ACTION_DOUBLE_PASS: return "Double; it is a pass.";
    case PASCH_ACTION_TOO_GOOD_PASS: return "Too good to double: play on for the gammon; it would be a pass.";
    case PASCH_ACTION_TOO_GOOD_TAKE: return "Too good to double: play on for the gammon; it would be a take.";
    }
    return "";
}

static void print_chances(const struct pasch_rules *rules, const struct pasch_probs *p)
{
    if (!has_gammons(rules))
        printf("  wins %.1f %%, loses %.1f %%, expects %+.2f points\n", percent(p->win), percent(1 - p->win),
               (double)pasch_probs_points(rules, p));
    else
        printf("  wins %.1f %% (gammons %.1f, backgammons %.1f), loses %.1f %% (%.1f, %.1f)\n", percent(p->win),
               percent(p->win_gammon), percent(p->win_backgammon), percent(1 - p->win), percent(p->lose_gammon),
               percent(p->lose_backgammon));
}

static void hint_double(struct advice *advice, const struct pasch_game *game)
{
    struct pasch_verdict v;
    struct pasch_error error;
    judge(advice, game, &v);
    if (pasch_game_may_double(game, game->position.turn, &error) != PASCH_OK) {
        printf("  Throw the dice; there is nothing to decide.\n");
    } else {
        printf("  %s\n", v.beaver ? "Do not double; it would be beavered." : action_words(v.action));
        printf("  no double %+.3f   double, take %+.3f   double, pass %+.3f\n", (double)v.no_double,
               (double)v.double_take, (double)v.double_pass);
    }
    print_chances(game->rules, &v.probs);
}

static void hint_answer(struct advice *advice, const struct pasch_game *game)
{
    struct pasch_verdict v;
    judge(advice, game, &v);
    struct pasch_probs mine = game->beaver ? v.probs : pasch_probs_flip(&v.probs);
    if (game->beaver) { /* for twice the stake, which who passes loses */
        bool take = 2 * v.no_double >= -1;
        printf("  %s\n  take %+.3f   pass %+.3f\n", take ? "Take." : "Pass.", (double)(2 * v.no_double), -1.0);
    } else {
        bool passed = v.double_take < -1; /* a beaver, which then wins less than the take */
        printf("  %s\n", v.beaver && !passed ? "Beaver." : v.take ? "Take." : "Pass.");
        printf("  take %+.3f   pass %+.3f\n", (double)-v.double_take, (double)-v.double_pass);
    }
    print_chances(game->rules, &mine);
}

static void hint_resignation(struct advice *advice, const struct pasch_game *game)
{
    const struct pasch_position *p = &game->position;
    struct pasch_cube cube = pasch_mind_cube(advice->mind, p);
    int roller = p->offered ? 1 - p->turn : p->turn;
    bool accept = pasch_search_accept(advice->search, advice_plies(p->rules), p, roller, &cube,
                                      roller == game->resigner, game->resignation);
    printf(accept ? "  Accept: there is no more to be won.\n" : "  Reject: playing on is worth more.\n");
}

void advice_hint(struct advice *advice, const struct pasch_game *game, size_t most)
{
    if (game->phase == PASCH_PHASE_RESIGN) {
        hint_resignation(advice, game);
        return;
    }
    switch (pasch_position_due(&game->position)) {
    case PASCH_DUE_PLAY:
    case PASCH_DUE_CHOOSE:
        if (pasch_game_may_double(game, game->position.turn, NULL) == PASCH_OK) /* no throw comes before it */
            hint_double(advice, game);
        hint_options(advice, &game->position, most);
        break;
    case PASCH_DUE_THROW: hint_double(advice, game); break;
    case PASCH_DUE_ANSWER: hint_answer(advice, game); break;
    default: printf("  There is no hint for this.\n"); break;
    }
}
