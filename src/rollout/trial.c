#include "rollout/rollout.h"

static double equity_of(const struct pasch_rollout *rollout, const double c[CHANCES])
{
    return rollout->counted > 0 ? rollout->counted * (c[1] - c[3]) : 2 * c[0] - 1 + c[1] + c[2] - c[3] - c[4];
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

/* Adds what the rest of the trial is taken for: chances of who is on turn and, with the cube, its equity. */
static void close(const struct pasch_rollout *rollout, const struct game *game, const double chance[CHANCES],
                  double cubeful, struct outcome *outcome)
{
    double seen[CHANCES];
    int me = game->position.turn;
    seen_by_root(rollout, me, chance, seen);
    for (int i = 0; i < CHANCES; i++)
        outcome->chance[i] += seen[i];
    outcome->cubeful += (me == rollout->root ? 1 : -1) * game->stake * cubeful;
}

/* Takes off the luck of a roll, as cube k of the look sees it. */
static void take_off_luck(const struct pasch_rollout *rollout, const struct game *game, const struct look *look, int k,
                          int roll, struct outcome *outcome)
{
    const struct choice *choice = &look->best[k][roll];
    double chance[CHANCES], after[CHANCES], before[CHANCES];
    int me = game->position.turn;
    chances_of(&choice->probs, chance);
    seen_by_root(rollout, me, chance, after);
    seen_by_root(rollout, me, look->chance[k], before);
    for (int i = 0; i < CHANCES; i++)
        outcome->chance[i] -= after[i] - before[i];
    if (rollout->settings.cubeful)
        outcome->cubeful -= (me == rollout->root ? 1 : -1) * game->stake * ((double)choice->value - look->value[k]);
}

/* Whether a table knows what the rest is worth with the cube. For money, since it knows no score and no beavers. */
static bool is_known_cubeful(const struct pasch_rollout *rollout, const struct game *game, bool doubles, double *value)
{
    struct pasch_cube cube = turn_cube(rollout, game);
    struct pasch_bearoff_value exact;
    if (cube.met || cube.beavers || cube.unused ||
        !pasch_evaluate_exact(rollout->evaluator, &game->position.board, game->position.turn, &exact))
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
    int me = game->position.turn;
    turn_hold(rollout, game, me, &value);
    if (!doubles)
        return (double)value.hold[game->cube];
    return -(double)stakes_turn(&rollout->stakes, me, &value).hold[game->cube];
}

/* How a trial ends. */
struct end {
    bool over;
    bool exact;               /* with the cube: the table knows the value */
    double value;             /* that one */
    struct pasch_probs probs; /* of who is on turn */
};

static bool board_ends(const struct pasch_rollout *rollout, const struct game *game, bool cut, bool doubles,
                       struct end *end)
{
    const struct pasch_evaluator *evaluator = rollout->evaluator;
    const struct pasch_position *p = &game->position;
    enum pasch_class class = pasch_class_of(evaluator->rules, &p->board);
    bool table = class == PASCH_CLASS_BEAROFF && !rollout->settings.play_on;
    end->over = class == PASCH_CLASS_OVER;
    if (table && rollout->settings.cubeful)
        table = end->exact = is_known_cubeful(rollout, game, doubles, &end->value);
    else if (table)
        table = evaluator->bearoff || evaluator->two;
    if (!end->over && !cut && !table)
        return false;
    end->probs = pasch_evaluate(evaluator, &p->board, p->turn);
    return true;
}

/* Tables know nothing of a cube that can still be turned. */
static bool position_ends(struct player *player, const struct game *game, bool cut, struct end *end)
{
    const struct pasch_rollout *rollout = player->rollout;
    const struct pasch_evaluator *e = rollout->evaluator;
    const struct pasch_position *p = &game->position;
    end->over = p->over;
    if (end->over) {
        end->probs = pasch_probs_over(p, p->turn);
        return true;
    }
    if (e->known && !rollout->settings.play_on && rollout->stakes.ladder.states <= 1 && pasch_outlook_is_leaf(p) &&
        e->known(e->tables, &p->board, p->turn, &end->probs))
        return true;
    if (cut)
        end->probs = pasch_outlook_value(player->outlook, e, p, 0);
    return cut;
}

/* Ends the trial if the game is over, or tables know the rest, or it has been long enough. `doubles`: the cube may be
 * turned now. */
static bool ends_here(struct player *player, const struct game *game, bool cut, bool doubles, struct outcome *outcome)
{
    const struct pasch_rollout *rollout = player->rollout;
    struct end end = {.value = 0};
    double chance[CHANCES];
    if (!(rollout->boards ? board_ends(rollout, game, cut, doubles, &end) : position_ends(player, game, cut, &end)))
        return false;
    chances_of(&end.probs, chance);
    if (rollout->settings.cubeful && !end.exact)
        end.value = opinion_cubeful(rollout, game, doubles && !end.over, &end.probs);
    close(rollout, game, chance, end.value, outcome);
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
    if (rollout->settings.plain_luck || rollout->settings.cubeful || !rollout->boards)
        return !rollout->settings.plain_luck;
    struct pasch_probs probs = pasch_evaluate(rollout->evaluator, &game->position.board, game->position.turn);
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
    struct value value = {.probs = turn_opinion(player, game)};
    turn_hold(rollout, game, game->position.turn, &value);
    for (int k = 0; k < cubes; k++) {
        player->look.value[k] = step ? (double)value.hold[cube[k]] : 0;
        chances_of(&value.probs, player->look.chance[k]);
    }
    return &player->look;
}

/* The double that may be offered now, or NULL. */
static const struct pasch_ladder_step *step_of(const struct pasch_rollout *rollout, const struct game *game)
{
    const struct pasch_ladder_step *step =
        &rollout->stakes.ladder.step[game->cube][game->position.turn != rollout->root];
    return step->to < 0 ? NULL : step;
}

/* Plays a turn, or as much of it as a throw gives. False if it ended the trial: a double was passed. */
static bool play_turn(struct player *player, struct game *game, int roll, bool may_double, bool doubles,
                      struct early *early, struct outcome *outcome)
{
    const struct pasch_rollout *rollout = player->rollout;
    const struct pasch_ladder_step *step = may_double ? step_of(rollout, game) : NULL;
    bool looks = roll != NO_ROLL && is_worth_a_look(rollout, game);
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
    turn_play(player, game, roll);
    return true;
}

static struct game begin(const struct pasch_rollout *rollout, const struct start *start)
{
    const struct pasch_ladder_step *step = &rollout->stakes.ladder.step[0][0];
    struct game game = {.position = start->position, .stake = 1};
    if (rollout->settings.cubeful && start->doubled) {
        game.cube = step->to;
        game.stake = (double)step->factor;
    }
    return game;
}

/* Turns after which a trial is cut. Where boards do not say all, a game that takes too long is a draw. */
static uint32_t most_turns(const struct pasch_rollout *rollout)
{
    int cap = rollout->evaluator->rules->ply_cap;
    if (rollout->settings.truncate)
        return (uint32_t)rollout->settings.truncate;
    return !rollout->boards ? UINT32_MAX : cap ? (uint32_t)cap : 1000;
}

static bool play_trial(struct player *player, uint64_t trial, int start, struct outcome *outcome)
{
    const struct pasch_rollout *rollout = player->rollout;
    const struct pasch_rollout_settings *settings = &rollout->settings;
    struct game game = begin(rollout, &rollout->start[start]);
    uint32_t most = most_turns(rollout), begun = game.position.ply;
    struct throws throws;
    throws_begin(&throws, settings->seed, trial, settings->opening);
    turn_begin(player, &game);
    for (bool first = true;; first = false) {
        bool thrown = turn_throws(rollout, &game), opening = settings->opening && thrown && !throws.thrown;
        bool may_double = settings->cubeful && !opening && !(rollout->start[start].no_double && first) &&
                          turn_may_double(rollout, &game);
        if (ends_here(player, &game, game.position.ply - begun >= most, may_double, outcome))
            return true;
        if (settings->stop && settings->stop(settings->stop_context))
            return false;
        struct early *early = NULL;
        if (thrown && throws.thrown < 2)
            early = &rollout->early[start][throws.thrown ? 1 + throws.first[0] : 0];
        int roll = thrown ? throws_next(&throws) : NO_ROLL;
        if (!play_turn(player, &game, roll, may_double, !opening, early, outcome))
            return true;
    }
}

bool trial_play(struct player *player, uint64_t trial, int start, struct outcome *outcome)
{
    *outcome = (struct outcome){.cubeful = 0};
    if (!play_trial(player, trial, start, outcome))
        return false;
    outcome->equity = equity_of(player->rollout, outcome->chance);
    return true;
}
