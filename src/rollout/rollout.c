#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "rollout/rollout.h"

enum { TASKS = 16 };

/* Where boards say all, dice to be played are none of what they say. */
static bool has_dice(const struct pasch_evaluator *evaluator, const struct pasch_rollout_start *start)
{
    const struct pasch_position *p = start->position;
    return p && pasch_evaluate_fits(evaluator->rules) && pasch_position_due(p) == PASCH_DUE_PLAY;
}

static enum pasch_status check(const struct pasch_evaluator *evaluator, const struct pasch_position *root,
                               const struct pasch_rollout_start *start, int starts,
                               const struct pasch_rollout_settings *settings, struct pasch_error *error)
{
    if (!evaluator->contact && !evaluator->known)
        return error_set(error, PASCH_BAD_GAME, 0, "there is no evaluator for '%s'", evaluator->rules->id);
    if (root->over)
        return error_set(error, PASCH_NOT_NOW, 0, "the game is over");
    if (root->offered)
        return error_set(error, PASCH_NOT_NOW, 0, "the double must be answered first");
    if (starts < 1 || starts > PASCH_ROLLOUT_STARTS)
        return error_set(error, PASCH_FULL, 0, "1 to %d plays can be rolled out at once", PASCH_ROLLOUT_STARTS);
    if (settings->plies < 0 || settings->plies > PASCH_SEARCH_PLIES)
        return error_set(error, PASCH_BAD_TEXT, 0, "plies are 0 to %d", PASCH_SEARCH_PLIES);
    for (int i = 0; i < starts; i++) {
        if (has_dice(evaluator, &start[i]))
            return error_set(error, PASCH_NOT_NOW, 0, "the dice must be played first");
    }
    return PASCH_OK;
}

/* Trials of one start at a time: enough for no worker to wait long for the others. */
static size_t window_of(const struct pasch_rollout *rollout, int actives)
{
    return ((size_t)(TASKS * rollout->workers) + (size_t)actives - 1) / (size_t)actives;
}

static bool make_room(struct pasch_rollout *rollout)
{
    size_t room = (size_t)(TASKS * rollout->workers + rollout->starts);
    rollout->outcome = malloc(room * sizeof *rollout->outcome);
    rollout->played = malloc(room * sizeof *rollout->played);
    rollout->early = calloc((size_t)rollout->starts, sizeof *rollout->early);
    rollout->player = calloc((size_t)rollout->workers, sizeof *rollout->player);
    bool cached = rollout->boards && rollout->settings.plies > 0;
    if (cached)
        rollout->cache = calloc(1, pasch_cache_bytes(CACHE_ENTRIES));
    bool fine = rollout->outcome && rollout->played && rollout->early && rollout->player && (!cached || rollout->cache);
    for (int i = 0; i < rollout->workers && fine; i++)
        fine = player_open(&rollout->player[i], rollout);
    return fine;
}

/* Games that take too long shall end, whether the root counts its turns or not. */
static struct start start_of(const struct pasch_position *root, const struct pasch_rollout_start *given)
{
    struct start start = {*root, given->doubled, given->no_double};
    struct pasch_position *p = &start.position;
    if (given->position) {
        *p = *given->position;
    } else {
        p->board = given->board;
        p->turn = given->thrower;
        p->rolled = p->rules->throws == PASCH_THROW_FIXED && p->stages; /* that throw goes on */
        if (!p->rolled)
            p->stages = p->reply[0] = p->reply[1] = 0;
        p->second = false;
    }
    if (!p->counts_plies)
        p->ply = 0;
    p->counts_plies = true;
    return start;
}

/* How many trials can differ: where one throw serves the whole game, as many as there are throws still to come. */
static uint64_t all_of(const struct pasch_rollout *rollout)
{
    if (rollout->evaluator->rules->throws != PASCH_THROW_FIXED)
        return 0;
    for (int i = 0; i < rollout->starts; i++) {
        if (pasch_position_due(&rollout->start[i].position) == PASCH_DUE_THROW)
            return rollout->settings.opening ? THROWS_MIXED : THROWS_FACES;
    }
    return 1;
}

static void fill_in(struct pasch_rollout *rollout, const struct pasch_met *met, const struct pasch_position *root,
                    const struct pasch_rollout_start *start)
{
    struct pasch_rollout_settings *settings = &rollout->settings;
    const struct pasch_rules *rules = rollout->evaluator->rules;
    struct pasch_cube cube;
    rollout->boards = pasch_evaluate_fits(rules);
    if (rules->score == PASCH_SCORE_MEN || rules->score == PASCH_SCORE_PIPS) {
        rollout->counted = pasch_rules_most_points(rules);
        settings->cubeful = false;
    }
    rollout->root = root->turn;
    rollout->workers = settings->parallel.run && settings->parallel.workers > 1 ? settings->parallel.workers : 1;
    for (int i = 0; i < rollout->starts; i++)
        rollout->start[i] = start_of(root, &start[i]);
    rollout->all = all_of(rollout);
    if (rollout->all && settings->trials > rollout->all)
        settings->trials = rollout->all;
    pasch_cube_of(&cube, root, met);
    stakes_make(&rollout->stakes, settings->cubeful ? &cube : NULL, root->turn);
}

struct pasch_rollout *pasch_rollout_create(const struct pasch_evaluator *evaluator, const struct pasch_met *met,
                                           const struct pasch_position *root, const struct pasch_rollout_start *start,
                                           int starts, const struct pasch_rollout_settings *settings,
                                           struct pasch_error *error)
{
    if (check(evaluator, root, start, starts, settings, error) != PASCH_OK)
        return NULL;
    struct pasch_rollout *rollout = calloc(1, sizeof *rollout);
    if (rollout) {
        rollout->evaluator = evaluator;
        rollout->settings = *settings;
        rollout->starts = starts;
        fill_in(rollout, met, root, start);
    }
    if (!rollout || !make_room(rollout)) {
        pasch_rollout_destroy(rollout);
        error_set(error, PASCH_FULL, 0, "out of memory");
        return NULL;
    }
    for (int i = 0; i < starts; i++) {
        if (rollout->settings.cubeful && start[i].doubled && rollout->stakes.ladder.step[0][0].to < 0) {
            pasch_rollout_destroy(rollout);
            error_set(error, PASCH_ILLEGAL, 0, "the cube cannot be turned now");
            return NULL;
        }
    }
    return rollout;
}

void pasch_rollout_destroy(struct pasch_rollout *rollout)
{
    if (!rollout)
        return;
    for (int i = 0; i < rollout->workers && rollout->player; i++)
        player_close(&rollout->player[i]);
    free(rollout->player);
    free(rollout->outcome);
    free(rollout->played);
    free(rollout->early);
    free(rollout->cache);
    free(rollout);
}

/* Which sum decides. */
static int main_sum(const struct pasch_rollout *rollout)
{
    return rollout->settings.cubeful ? CHANCES + 1 : CHANCES;
}

static double main_value(const struct pasch_rollout *rollout, const struct outcome *outcome)
{
    return rollout->settings.cubeful ? outcome->cubeful : outcome->equity;
}

int pasch_rollout_best(const struct pasch_rollout *rollout)
{
    int best = -1;
    for (int i = 0; i < rollout->starts; i++) {
        if (!rollout->tally[i].dropped && (best < 0 || tally_mean(&rollout->tally[i], main_sum(rollout)) >
                                                           tally_mean(&rollout->tally[best], main_sum(rollout))))
            best = i;
    }
    return best;
}

/* Whether so many trials are all that can differ, so that their mean has no error. */
static bool is_complete(const struct pasch_rollout *rollout, uint64_t trials)
{
    return rollout->all && trials >= rollout->all;
}

static double error_of(const struct pasch_rollout *rollout, const struct tally *tally, int which)
{
    return is_complete(rollout, tally->trials) ? 0 : tally_error(tally, which);
}

/* How far i is behind j, and the error of that. */
static double behind(const struct pasch_rollout *rollout, int i, int j, double *error)
{
    const struct pair *pair = i < j ? &rollout->pair[i][j] : &rollout->pair[j][i];
    *error = is_complete(rollout, pair->trials) ? 0 : pair_error(pair);
    return i < j ? -pair_mean(pair) : pair_mean(pair);
}

/* The stopping rule. */
static void settle(struct pasch_rollout *rollout)
{
    const struct pasch_rollout_settings *settings = &rollout->settings;
    int best = pasch_rollout_best(rollout), left = 0;
    bool exact = settings->error > 0;
    double error;
    for (int i = 0; i < rollout->starts; i++) {
        struct tally *tally = &rollout->tally[i];
        if (tally->dropped)
            continue;
        if (i != best && settings->ahead > 0 && behind(rollout, i, best, &error) > settings->ahead * error)
            tally->dropped = true;
        else
            left++;
        exact = exact && (tally->dropped || error_of(rollout, tally, main_sum(rollout)) <= settings->error);
    }
    rollout->settled = exact || (settings->ahead > 0 && rollout->starts > 1 && left == 1);
}

static void count_trial(struct pasch_rollout *rollout, const struct outcome *outcome)
{
    for (int a = 0; a < rollout->actives; a++) {
        int i = rollout->active[a];
        if (rollout->tally[i].dropped)
            continue;
        tally_add(&rollout->tally[i], &outcome[a]);
        for (int b = a + 1; b < rollout->actives; b++) {
            if (!rollout->tally[rollout->active[b]].dropped)
                pair_add(&rollout->pair[i][rollout->active[b]],
                         main_value(rollout, &outcome[a]) - main_value(rollout, &outcome[b]));
        }
    }
    rollout->trials++;
    if (rollout->trials % BLOCK == 0 && rollout->trials >= rollout->settings.minimum)
        settle(rollout);
}

static void play(void *argument, size_t i, int worker)
{
    struct pasch_rollout *rollout = argument;
    size_t actives = (size_t)rollout->actives;
    rollout->played[i] = trial_play(&rollout->player[worker], rollout->trials + i / actives,
                                    rollout->active[i % actives], &rollout->outcome[i]);
}

static void play_window(struct pasch_rollout *rollout, size_t tasks)
{
    const struct pasch_parallel *parallel = &rollout->settings.parallel;
    if (rollout->workers > 1) {
        parallel->run(parallel->context, tasks, play, rollout);
        return;
    }
    for (size_t i = 0; i < tasks; i++)
        play(rollout, i, 0);
}

/* Counts the trials in their order. False at the first that was stopped. */
static bool count_window(struct pasch_rollout *rollout, size_t window)
{
    size_t actives = (size_t)rollout->actives;
    for (size_t t = 0; t < window && !rollout->settled; t++) {
        for (size_t a = 0; a < actives; a++) {
            if (!rollout->played[t * actives + a])
                return false;
        }
        count_trial(rollout, &rollout->outcome[t * actives]);
    }
    return true;
}

static void find_actives(struct pasch_rollout *rollout)
{
    rollout->actives = 0;
    for (int i = 0; i < rollout->starts; i++) {
        if (!rollout->tally[i].dropped)
            rollout->active[rollout->actives++] = i;
    }
}

bool pasch_rollout_run(struct pasch_rollout *rollout, bool (*tell)(void *context, const struct pasch_rollout *rollout),
                       void *context)
{
    while (!rollout->settled && rollout->trials < rollout->settings.trials) {
        find_actives(rollout);
        size_t window = window_of(rollout, rollout->actives);
        if (window > rollout->settings.trials - rollout->trials)
            window = (size_t)(rollout->settings.trials - rollout->trials);
        play_window(rollout, window * (size_t)rollout->actives);
        if (!count_window(rollout, window) || (tell && !tell(context, rollout)))
            return rollout->settled || rollout->trials >= rollout->settings.trials;
    }
    return true;
}

uint64_t pasch_rollout_trials(const struct pasch_rollout *rollout)
{
    uint64_t trials = 0;
    for (int i = 0; i < rollout->starts; i++)
        trials += rollout->tally[i].trials;
    return trials;
}

/* So many trials make an error as small as wanted, if they scatter as before. */
static double needed(double trials, double error, double wanted)
{
    return wanted > 0 ? trials * (error / wanted) * (error / wanted) : INFINITY;
}

uint64_t pasch_rollout_left(const struct pasch_rollout *rollout)
{
    const struct pasch_rollout_settings *settings = &rollout->settings;
    double trials = (double)rollout->trials, by_error = 0, by_lead = 0, error;
    int best = pasch_rollout_best(rollout), left = 0;
    if (rollout->settled)
        return 0;
    for (int i = 0; i < rollout->starts; i++) {
        const struct tally *tally = &rollout->tally[i];
        if (tally->dropped)
            continue;
        left++;
        by_error = fmax(by_error, needed(trials, error_of(rollout, tally, main_sum(rollout)), settings->error));
        if (i == best)
            continue;
        double lead = behind(rollout, i, best, &error);
        by_lead = fmax(by_lead, settings->ahead > 0 ? needed(trials, settings->ahead * error, lead) : INFINITY);
    }
    if (!by_lead)
        by_lead = INFINITY;
    double all = fmin((double)settings->trials, fmax(fmin(by_error, by_lead), (double)settings->minimum));
    return all > trials ? (uint64_t)((all - trials) * left) : 0;
}

void pasch_rollout_result(const struct pasch_rollout *rollout, int start, struct pasch_rollout_result *out)
{
    const struct tally *tally = &rollout->tally[start];
    float mean[CHANCES], error[CHANCES];
    for (int i = 0; i < CHANCES; i++) {
        mean[i] = (float)tally_mean(tally, i);
        error[i] = (float)error_of(rollout, tally, i);
    }
    *out = (struct pasch_rollout_result){
        .trials = tally->trials,
        .dropped = tally->dropped,
        .complete = is_complete(rollout, tally->trials),
        .probs = {mean[0], mean[1], mean[2], mean[3], mean[4]},
        .probs_error = {error[0], error[1], error[2], error[3], error[4]},
        .equity = tally_mean(tally, CHANCES),
        .equity_error = error_of(rollout, tally, CHANCES),
    };
    if (rollout->settings.cubeful) {
        out->cubeful = tally_mean(tally, CHANCES + 1);
        out->cubeful_error = error_of(rollout, tally, CHANCES + 1);
    }
    int best = pasch_rollout_best(rollout);
    if (start != best)
        out->behind = behind(rollout, start, best, &out->behind_error);
}
