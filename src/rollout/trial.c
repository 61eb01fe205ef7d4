#include "rollout/rollout.h"

double outcome_equity(const double c[CHANCES])
{
    return 2 * c[0] - 1 + c[1] + c[2] - c[3] - c[4];
}

/* Chances of the side at the root, out of those of `me`. */
static void seen_by_root(const struct pasch_rollout *rollout, int me, const double chance[CHANCES], double out[CHANCES])
{
    bool mine = me == rollout->root;
    out[0] = mine ? chance[0] : 1 - chance[0];
    for (int i = 1; i < CHANCES; i++)
        out[i] = chance[mine ? i : i < 3 ? i + 2 : i - 2];
}

static void chances_of(const struct pasch_probs *p, double chance[CHANCES])
{
    chance[0] = (double)p->win;
    chance[1] = (double)p->win_gammon;
    chance[2] = (double)p->win_backgammon;
    chance[3] = (double)p->lose_gammon;
    chance[4] = (double)p->lose_backgammon;
}

/* Adds what the rest of the trial is taken for: chances of game->me and, with the cube, its equity. */
static void close(const struct pasch_rollout *rollout, const struct game *game, const double chance[CHANCES],
                  double cubeful, struct outcome *outcome)
{
    double seen[CHANCES];
    seen_by_root(rollout, game->me, chance, seen);
    for (int i = 0; i < CHANCES; i++)
        outcome->chance[i] += seen[i];
    outcome->cubeful += (game->me == rollout->root ? 1 : -1) * game->stake * cubeful;
}

/* Takes off the luck of a roll, as cube k of the look sees it. */
static void take_off_luck(const struct pasch_rollout *rollout, const struct game *game, const struct look *look, int k,
                          int roll, struct outcome *outcome)
{
    const struct choice *choice = &look->best[k][roll];
    double chance[CHANCES], after[CHANCES], before[CHANCES];
    chances_of(&choice->probs, chance);
    seen_by_root(rollout, game->me, chance, after);
    seen_by_root(rollout, game->me, look->chance[k], before);
    for (int i = 0; i < CHANCES; i++)
        outcome->chance[i] -= after[i] - before[i];
    if (rollout->settings.cubeful)
        outcome->cubeful -=
            (game->me == rollout->root ? 1 : -1) * game->stake * ((double)choice->value - look->value[k]);
}

/* Whether a table knows what the rest is worth with the cube. For money, since it knows no score and no beavers. */
static bool is_known_cubeful(const struct pasch_rollout *rollout, const struct game *game, bool doubles, double *value)
{
    struct pasch_cube cube = turn_cube(rollout, game);
    struct pasch_bearoff_value exact;
    if (cube.met || cube.beavers || cube.unused ||
        !pasch_evaluate_exact(rollout->evaluator, &game->board, game->me, &exact))
        return false;
    switch (cube.owner) {
    case PASCH_CUBE_CENTRED: *value = (double)(doubles ? exact.centred : exact.centred_kept); break;
    case PASCH_CUBE_MINE: *value = (double)(doubles ? exact.owned : exact.owned_kept); break;
    case PASCH_CUBE_THEIRS: *value = (double)exact.opponents; break;
    }
    return true;
}

/* What the evaluator thinks; if the game is over, that is certain. */
static double opinion_cubeful(const struct pasch_rollout *rollout, const struct game *game, bool doubles,
                              const struct pasch_probs *probs)
{
    struct value value = {.probs = *probs};
    stakes_leaf(&rollout->stakes, rollout->evaluator, &game->board, game->me, &value);
    if (!doubles)
        return (double)value.hold[game->cube];
    return -(double)stakes_turn(&rollout->stakes, game->me, &value).hold[game->cube];
}

/* Ends the trial if the game is over, or tables know the rest, or it has been long enough. `doubles`: the cube may be
 * turned now. */
static bool ends_here(const struct pasch_rollout *rollout, const struct game *game, bool cut, bool doubles,
                      struct outcome *outcome)
{
    const struct pasch_evaluator *evaluator = rollout->evaluator;
    enum pasch_class class = pasch_class_of(evaluator->rules, &game->board);
    bool cubeful = rollout->settings.cubeful, over = class == PASCH_CLASS_OVER;
    bool table = class == PASCH_CLASS_BEAROFF && !rollout->settings.play_on;
    double chance[CHANCES], value = 0;
    if (table && cubeful)
        table = is_known_cubeful(rollout, game, doubles, &value);
    else if (table)
        table = evaluator->bearoff || evaluator->two;
    if (!over && !cut && !table)
        return false;
    struct pasch_probs probs = pasch_evaluate(evaluator, &game->board, game->me);
    chances_of(&probs, chance);
    if (cubeful && !table)
        value = opinion_cubeful(rollout, game, doubles && !over, &probs);
    close(rollout, game, chance, value, outcome);
    return true;
}

/* The cube before the throw: what not doubling is worth, and what a taken double is, both to `me`. */
enum answer { NO_DOUBLE, TAKEN, PASSED };

static enum answer decide(const struct pasch_rollout *rollout, const struct pasch_ladder_step *step,
                          const double hold[2], struct game *game)
{
    const struct pasch_cube *cube = &rollout->stakes.ladder.cube;
    bool beaver = !cube->met && cube->beavers && hold[1] < 0;
    double taken = (double)step->factor * hold[1] * (beaver ? 2 : 1), passed = (double)step->cash;
    if (taken >= passed && passed >= hold[0])
        return PASSED;
    if (taken >= passed || taken <= hold[0])
        return NO_DOUBLE;
    game->cube = step->to;
    game->stake *= (double)step->factor * (beaver ? 2 : 1);
    return TAKEN;
}

/* The variance of the points, by the chances. */
static double variance_of(const struct pasch_probs *p)
{
    double win = (double)p->win, gammons = (double)(p->win_gammon + p->lose_gammon);
    double backgammons = (double)(p->win_backgammon + p->lose_backgammon);
    double mean = 2 * win - 1 + (double)(p->win_gammon + p->win_backgammon - p->lose_gammon - p->lose_backgammon);
    return 1 + 3 * gammons + 5 * backgammons - mean * mean; /* the squares of 1, 2 and 3 are 1, 1 + 3 and 1 + 3 + 5 */
}

/* Whether luck is worth a look at all rolls. The luck that is still to come has as much variance as what the game will
 * come to, so where next to nothing is open, next to nothing is lost by leaving the luck in: that saves 4 % of the time
 * from the start of a game, and costs less than 1 % of the variance. With the cube the stakes may still rise, and the
 * look serves its decisions, too. */
static bool is_worth_a_look(const struct pasch_rollout *rollout, const struct game *game)
{
    if (rollout->settings.plain_luck || rollout->settings.cubeful)
        return !rollout->settings.plain_luck;
    struct pasch_probs probs = pasch_evaluate(rollout->evaluator, &game->board, game->me);
    return variance_of(&probs) > 0.01;
}

/* What `me` thinks before its throw, of the cube as it lies and as it would be after a double. Where luck is left in,
 * that is what the evaluator says at sight. */
static const struct look *think(struct player *player, const struct game *game, const struct pasch_ladder_step *step,
                                bool looks, bool doubles, struct early *early)
{
    const struct pasch_rollout *rollout = player->rollout;
    int cube[2] = {game->cube, step ? step->to : 0}, cubes = step ? 2 : 1;
    if (looks)
        return turn_look(player, game, cube, cubes, doubles, early);
    struct value value = {.probs = pasch_evaluate(rollout->evaluator, &game->board, game->me)};
    stakes_leaf(&rollout->stakes, rollout->evaluator, &game->board, game->me, &value);
    for (int k = 0; k < cubes; k++) {
        player->look.value[k] = step ? (double)value.hold[cube[k]] : 0;
        chances_of(&value.probs, player->look.chance[k]);
    }
    return &player->look;
}

/* The double that may be offered now, or NULL. */
static const struct pasch_ladder_step *step_of(const struct pasch_rollout *rollout, const struct game *game)
{
    const struct pasch_ladder_step *step = &rollout->stakes.ladder.step[game->cube][game->me != rollout->root];
    return step->to < 0 ? NULL : step;
}

/* Plays a turn. False if it ended the trial: a double was passed. */
static bool play_turn(struct player *player, struct game *game, int roll, bool may_double, bool doubles,
                      struct early *early, struct outcome *outcome)
{
    const struct pasch_rollout *rollout = player->rollout;
    const struct pasch_ladder_step *step = may_double ? step_of(rollout, game) : NULL;
    bool looks = is_worth_a_look(rollout, game);
    enum answer answer = NO_DOUBLE;
    if (looks || step) {
        const struct look *look = think(player, game, step, looks, doubles, early);
        if (step)
            answer = decide(rollout, step, look->value, game);
        if (answer == PASSED) {
            close(rollout, game, look->chance[0], (double)step->cash, outcome);
            return false;
        }
        if (looks)
            take_off_luck(rollout, game, look, answer == TAKEN, roll, outcome);
    }
    turn_play(player, game, roll, &game->board);
    game->me = 1 - game->me;
    return true;
}

static struct game begin(const struct pasch_rollout *rollout, const struct pasch_rollout_start *start)
{
    const struct pasch_ladder_step *step = &rollout->stakes.ladder.step[0][0];
    struct game game = {.board = start->board, .me = start->thrower, .stake = 1};
    if (rollout->settings.cubeful && start->doubled) {
        game.cube = step->to;
        game.stake = (double)step->factor;
    }
    return game;
}

bool trial_play(struct player *player, uint64_t trial, int start, struct outcome *outcome)
{
    const struct pasch_rollout *rollout = player->rollout;
    const struct pasch_rollout_settings *settings = &rollout->settings;
    int cap = rollout->evaluator->rules->ply_cap;
    int most = settings->truncate ? settings->truncate : cap ? cap : 1000;
    struct game game = begin(rollout, &rollout->start[start]);
    struct throws throws;
    *outcome = (struct outcome){{0}, 0};
    throws_begin(&throws, settings->seed, trial, settings->opening);
    for (int turn = 0;; turn++) {
        bool opening = settings->opening && turn == 0;
        bool may_double = settings->cubeful && !opening && !(rollout->start[start].no_double && turn == 0);
        if (ends_here(rollout, &game, turn == most, may_double, outcome))
            return true;
        if (settings->stop && settings->stop(settings->stop_context))
            return false;
        struct early *early = turn < 2 ? &rollout->early[start][turn ? 1 + throws.first[0] : 0] : NULL;
        if (!play_turn(player, &game, throws_next(&throws), may_double, !opening, early, outcome))
            return true;
    }
}
