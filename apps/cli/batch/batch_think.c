/* The requests that need an evaluator: what a position is worth, which plays are best, whether to double. */
#include <limits.h>

#include "cli/batch/batch_answer.h"
#include "cli/think/think_json.h"

/* A whole number that need not be there. False after an error has been answered. */
static bool want_number(struct batch *batch, const json_t *request, const char *key, int least, int most, int *number)
{
    const json_t *value = json_object_get(request, key);
    if (!value || json_is_null(value))
        return true;
    if (json_is_integer(value) && json_integer_value(value) >= least && json_integer_value(value) <= most) {
        *number = (int)json_integer_value(value);
        return true;
    }
    char text[80];
    if (most == INT_MAX)
        snprintf(text, sizeof text, "'%s' must be a whole number from %d", key, least);
    else
        snprintf(text, sizeof text, "'%s' must be a whole number from %d to %d", key, least, most);
    batch_answer_error(batch, json_object_get(request, "id"), text);
    return false;
}

static struct pasch_search *want_search(struct batch *batch, const json_t *request,
                                        const struct pasch_position *position)
{
    struct pasch_error error;
    struct pasch_search *search = thinkers_find(&batch->thinkers, position->rules, &error);
    if (!search)
        batch_answer_error(batch, json_object_get(request, "id"), error.text);
    return search;
}

/* "cubeful":false asks for all of it without the cube. */
static bool want_cubeful(struct batch *batch, const json_t *request, bool *cubeful)
{
    const json_t *value = json_object_get(request, "cubeful");
    *cubeful = !json_is_false(value);
    if (!value || json_is_null(value) || json_is_boolean(value))
        return true;
    batch_answer_error(batch, json_object_get(request, "id"), "'cubeful' must be true or false");
    return false;
}

/* False after an error has been answered. */
static bool think(struct batch *batch, const json_t *request, const struct pasch_position *position, bool cubeful,
                  struct thought *thought)
{
    struct pasch_search *search;
    int plies = 0;
    if (!want_number(batch, request, "plies", 0, PASCH_SEARCH_PLIES, &plies) ||
        !(search = want_search(batch, request, position)))
        return false;
    thinkers_eval(&batch->thinkers, search, plies, position, cubeful, thought);
    return true;
}

void batch_eval(struct batch *batch, const json_t *request)
{
    const json_t *id = json_object_get(request, "id");
    struct pasch_position position;
    struct thought thought;
    bool cubeful;
    if (!batch_want_position(batch, request, &position) || !want_cubeful(batch, request, &cubeful))
        return;
    if (position.over) {
        batch_answer_error(batch, id, "position: the game is over");
        return;
    }
    if (!think(batch, request, &position, cubeful, &thought))
        return;
    batch_answer_begin(batch, id);
    think_json_eval(batch->out, &thought);
    batch_answer_end(batch);
}

void batch_cube(struct batch *batch, const json_t *request)
{
    const json_t *id = json_object_get(request, "id");
    struct pasch_position position;
    struct pasch_error error;
    struct thought thought;
    if (!batch_want_position(batch, request, &position))
        return;
    if (thinkers_check_cube(&position, &error) != PASCH_OK) {
        batch_answer_status(batch, id, "position", &error);
        return;
    }
    if (!think(batch, request, &position, true, &thought))
        return;
    batch_answer_begin(batch, id);
    think_json_cube(batch->out, &thought);
    batch_answer_end(batch);
}

/* The position with what can be done in it. */
static bool want_options(struct batch *batch, const json_t *request, struct pasch_position *position,
                         struct options *options)
{
    struct pasch_error error;
    if (!batch_want_position(batch, request, position))
        return false;
    if (options_find(options, position, &error) == PASCH_OK)
        return true;
    batch_answer_status(batch, json_object_get(request, "id"), "position", &error);
    return false;
}

void batch_best(struct batch *batch, const json_t *request)
{
    struct options options = {.plays = batch->plays, .ranked = batch->ranked};
    struct pasch_position position;
    struct pasch_search *search;
    struct pasch_cube cube;
    int plies = 0, most = INT_MAX;
    bool cubeful;
    if (!want_options(batch, request, &position, &options) ||
        !want_number(batch, request, "plies", 0, PASCH_SEARCH_PLIES, &plies) ||
        !want_number(batch, request, "n", 1, INT_MAX, &most) || !want_cubeful(batch, request, &cubeful) ||
        !(search = want_search(batch, request, &position)))
        return;
    cubeful = cubeful && thinkers_cube(&batch->thinkers, &position, &cube);
    options_rank(&options, search, plies, &position, cubeful ? &cube : NULL);
    size_t count = options.count < (size_t)most ? options.count : (size_t)most;
    batch_answer_begin(batch, json_object_get(request, "id"));
    think_json_plays(batch->out, &position, &options, count);
    batch_answer_end(batch);
}
