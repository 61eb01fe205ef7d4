#include "cli/advice.h"

#include <stdlib.h>

#include "cli/cli.h"

void advice_open(struct advice *advice, struct pasch_search *search, const struct pasch_terms *terms)
{
    static const struct pasch_level plain;
    *advice = (struct advice){.search = search,
                              .mind = pasch_mind_create(&plain, search, terms),
                              .plays = cli_plays(),
                              .ranked = malloc(PASCH_PLAYS_ROOM * sizeof *advice->ranked)};
    if (!advice->mind || !advice->ranked) {
        fprintf(stderr, "pasch: out of memory\n");
        exit(EXIT_NO);
    }
}

void advice_close(struct advice *advice)
{
    pasch_mind_destroy(advice->mind);
    free(advice->ranked);
    free(advice->plays.play);
    *advice = (struct advice){.search = NULL};
}

size_t advice_rank(struct advice *advice, const struct pasch_position *position, int plies)
{
    struct pasch_cube cube = pasch_mind_cube(advice->mind, position);
    if (pasch_position_plays(position, &advice->plays, NULL) != PASCH_OK || !advice->plays.count)
        return 0;
    pasch_search_best(advice->search, plies, &position->board, position->turn, &cube, NULL, &advice->plays,
                      advice->ranked);
    return advice->plays.count;
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
    pasch_search_cube(advice->search, ADVICE_PLIES, &p.board, roller_of(game), &cube, verdict);
}

bool advice_value(struct advice *advice, const struct pasch_game *game, struct pasch_probs *probs, float *equity)
{
    const struct pasch_position *p = &game->position;
    struct pasch_verdict verdict;
    enum pasch_due due = pasch_position_due(p);
    if (due == PASCH_DUE_PLAY && advice_rank(advice, p, ADVICE_PLIES)) {
        *probs = advice->ranked[0].probs;
        *equity = advice->ranked[0].equity;
        return true;
    }
    if (due != PASCH_DUE_THROW && due != PASCH_DUE_ANSWER)
        return false;
    judge(advice, game, &verdict);
    *probs = verdict.probs;
    *equity = p->offered && !game->beaver ? verdict.take ? verdict.double_take : verdict.double_pass
              : p->offered                ? verdict.no_double
                                          : verdict.best;
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
    snprintf(out, ADVICE_LINE, "%c wins %.1f %% (gammons %.1f), %c %.1f %% (%.1f); equity of %c %+.3f", mine,
             percent(p.win), percent(p.win_gammon), theirs, percent(1 - p.win), percent(p.lose_gammon), mine,
             (double)equity);
}

/* Hints. */

static void hint_plays(struct advice *advice, const struct pasch_position *position, size_t most)
{
    size_t count = advice_rank(advice, position, ADVICE_PLIES);
    if (!count) {
        printf("  Nothing can be played.\n");
        return;
    }
    printf("%31s %8s %8s %8s %8s %9s\n", "equity", "loses", "wins", "gammon", "backg.", "g. lost");
    for (size_t i = 0; i < count && i < most; i++) {
        const struct pasch_ranked *r = &advice->ranked[i];
        char move[PASCH_MOVE_ROOM], behind[16] = "";
        pasch_move_write(position->rules, &advice->plays.play[r->index], move);
        if (i)
            snprintf(behind, sizeof behind, "%.3f", (double)(advice->ranked[0].equity - r->equity));
        printf("%3zu. %-19s %+.3f %8s %6.1f %% %6.1f %% %6.1f %% %7.1f %%\n", i + 1, move, (double)r->equity, behind,
               percent(r->probs.win), percent(r->probs.win_gammon), percent(r->probs.win_backgammon),
               percent(r->probs.lose_gammon));
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

static void print_chances(const struct pasch_probs *p)
{
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
    print_chances(&v.probs);
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
    print_chances(&mine);
}

static void hint_resignation(struct advice *advice, const struct pasch_game *game)
{
    const struct pasch_position *p = &game->position;
    struct pasch_cube cube = pasch_mind_cube(advice->mind, p);
    int roller = p->offered ? 1 - p->turn : p->turn;
    bool accept = pasch_search_accept(advice->search, ADVICE_PLIES, p, roller, &cube, roller == game->resigner,
                                      game->resignation);
    printf(accept ? "  Accept: there is no more to be won.\n" : "  Reject: playing on is worth more.\n");
}

void advice_hint(struct advice *advice, const struct pasch_game *game, size_t most)
{
    if (game->phase == PASCH_PHASE_RESIGN) {
        hint_resignation(advice, game);
        return;
    }
    switch (pasch_position_due(&game->position)) {
    case PASCH_DUE_PLAY: hint_plays(advice, &game->position, most); break;
    case PASCH_DUE_THROW: hint_double(advice, game); break;
    case PASCH_DUE_ANSWER: hint_answer(advice, game); break;
    default: printf("  There is no hint for this.\n"); break;
    }
}
