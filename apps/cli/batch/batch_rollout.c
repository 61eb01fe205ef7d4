/* The request `rollout`. */
#include <stdlib.h>

#include "cli/batch/batch_answer.h"
#include "cli/think/roller.h"

struct request {
    const json_t *json, *id;
    struct pasch_rollout_settings settings;
    struct roller roller;
    int plays;
    bool doubled;
};

/* A whole number that need not be there. */
static bool want_count(struct batch *batch, const struct request *r, const char *key, json_int_t least, json_int_t most,
                       json_int_t *number)
{
    const json_t *value = json_object_get(r->json, key);
    char text[120];
    if (!value || json_is_null(value))
        return true;
    *number = json_integer_value(value);
    if (json_is_integer(value) && *number >= least && *number <= most)
        return true;
    snprintf(text, sizeof text, "'%s' must be a whole number from %" JSON_INTEGER_FORMAT " to %" JSON_INTEGER_FORMAT,
             key, least, most);
    batch_answer_error(batch, r->id, text);
    return false;
}

static bool want_flag(struct batch *batch, const struct request *r, const char *key, bool *flag)
{
    const json_t *value = json_object_get(r->json, key);
    char text[60];
    if (!value || json_is_null(value))
        return true;
    *flag = json_is_true(value);
    if (json_is_boolean(value))
        return true;
    snprintf(text, sizeof text, "'%s' must be true or false", key);
    batch_answer_error(batch, r->id, text);
    return false;
}

/* A number above 0, or nothing. */
static bool want_positive(struct batch *batch, const struct request *r, const char *key, double *number)
{
    const json_t *value = json_object_get(r->json, key);
    char text[60];
    if (!value || json_is_null(value))
        return true;
    *number = json_number_value(value);
    if (json_is_number(value) && *number > 0)
        return true;
    snprintf(text, sizeof text, "'%s' must be a number above 0", key);
    batch_answer_error(batch, r->id, text);
    return false;
}

static bool want_settings(struct batch *batch, struct request *r)
{
    json_int_t trials = 1296, seed = 1, plies = 0, truncate = 0, minimum = 144, plays = 1;
    bool cubeful = true, vr = true;
    struct pasch_rollout_settings *s = &r->settings;
    if (!want_count(batch, r, "trials", 1, 1000000000, &trials) || !want_count(batch, r, "seed", 0, INT64_MAX, &seed) ||
        !want_count(batch, r, "plies", 0, PASCH_SEARCH_PLIES, &plies) ||
        !want_count(batch, r, "truncate", 0, 10000, &truncate) ||
        !want_count(batch, r, "plays", 1, PASCH_ROLLOUT_STARTS, &plays) ||
        !want_count(batch, r, "min_trials", 0, 1000000000, &minimum) || !want_flag(batch, r, "cubeful", &cubeful) ||
        !want_flag(batch, r, "vr", &vr) || !want_flag(batch, r, "play_on", &s->play_on) ||
        !want_flag(batch, r, "opening", &s->opening) || !want_flag(batch, r, "double", &r->doubled) ||
        !want_positive(batch, r, "stop_error", &s->error) || !want_positive(batch, r, "stop_jsd", &s->ahead))
        return false;
    s->trials = (uint64_t)trials;
    s->seed = (uint64_t)seed;
    s->minimum = (uint64_t)minimum;
    s->plies = (int)plies;
    s->truncate = (int)truncate;
    s->plain_luck = !vr;
    s->cubeful = cubeful;
    r->plays = (int)plays;
    return true;
}

static bool add_moves(struct batch *batch, struct request *r, const json_t *moves)
{
    struct pasch_error error;
    size_t index;
    const json_t *move;
    bool fine = json_is_array(moves) && json_array_size(moves) > 0;
    json_array_foreach(moves, index, move) fine = fine && json_is_string(move);
    if (!fine) {
        batch_answer_error(batch, r->id, "'moves' must be an array of moves");
        return false;
    }
    json_array_foreach(moves, index, move)
    {
        if (roller_add_move(&r->roller, json_string_value(move), &error) == PASCH_OK)
            continue;
        batch_answer_status(batch, r->id, "moves", &error);
        return false;
    }
    return true;
}

static bool want_starts(struct batch *batch, struct request *r, struct pasch_search *search)
{
    struct pasch_error error;
    const json_t *moves = json_object_get(r->json, "moves");
    bool named =
        r->roller.naming && json_object_get(r->json, "plays"); /* a naming is not made unless it is asked for */
    enum pasch_status status = PASCH_OK;
    if (moves && !json_is_null(moves))
        return add_moves(batch, r, moves);
    if (r->doubled)
        status = roller_add_double(&r->roller, &error);
    else if (r->roller.dice || named)
        status = roller_add_best(&r->roller, search, r->settings.plies, r->plays, &error);
    else
        roller_add_position(&r->roller);
    if (status != PASCH_OK)
        batch_answer_status(batch, r->id, "position", &error);
    return status == PASCH_OK;
}

static void answer(struct batch *batch, struct request *r, const struct pasch_position *position)
{
    struct pasch_error error;
    if (roller_begin(&r->roller, &batch->thinkers, position, r->settings.cubeful, &batch->plays, &error) != PASCH_OK) {
        batch_answer_status(batch, r->id, "position", &error);
        return;
    }
    r->settings.cubeful = r->roller.cubeful;
    struct pasch_search *search = thinkers_find(&batch->thinkers, position->rules, &error);
    if (!search) {
        batch_answer_error(batch, r->id, error.text);
        return;
    }
    if (!want_starts(batch, r, search))
        return;
    if (batch->thinkers.pool)
        r->settings.parallel = threads_parallel(batch->thinkers.pool);
    struct pasch_rollout *rollout =
        pasch_rollout_create(thinkers_evaluator(&batch->thinkers, position->rules), r->roller.cube.met,
                             &r->roller.position, r->roller.start, r->roller.starts, &r->settings, &error);
    if (!rollout) {
        batch_answer_error(batch, r->id, error.text);
        return;
    }
    pasch_rollout_run(rollout, NULL, NULL);
    batch_answer_begin(batch, r->id);
    roller_write(batch->out, &r->roller, rollout);
    batch_answer_end(batch);
    pasch_rollout_destroy(rollout);
}

void batch_rollout(struct batch *batch, const json_t *json)
{
    struct pasch_position position;
    struct request *r = calloc(1, sizeof *r);
    if (!r)
        return;
    r->json = json;
    r->id = json_object_get(json, "id");
    if (batch_want_position(batch, json, &position) && want_settings(batch, r))
        answer(batch, r, &position);
    free(r);
}
