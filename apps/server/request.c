#include "server/request.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

__attribute__((format(printf, 2, 3))) static enum pasch_status fail(struct pasch_error *error, const char *format, ...)
{
    va_list arguments;
    *error = (struct pasch_error){.status = PASCH_BAD_TEXT};
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return PASCH_BAD_TEXT;
}

/* Terms that are agreed on by a number (most > 1) or by true and false. `other` is the name that scripts prefer. */
static bool read_term(const json_t *terms, const char *name, const char *other, long most, long *number,
                      struct pasch_error *error)
{
    const json_t *value = json_object_get(terms, name);
    if (!value && other)
        value = json_object_get(terms, other);
    if (!value)
        return true;
    if (most == 1 && json_is_boolean(value)) {
        *number = json_is_true(value);
        return true;
    }
    if (most > 1 && json_is_integer(value) && json_integer_value(value) >= 0 && json_integer_value(value) <= most) {
        *number = (long)json_integer_value(value);
        return true;
    }
    if (most == 1)
        fail(error, "'%s' must be true or false", name);
    else
        fail(error, "'%s' must be a whole number from 0 to %ld", name, most);
    return false;
}

static enum pasch_status read_terms(struct setup *setup, const json_t *object, struct pasch_error *error)
{
    struct pasch_terms *terms = &setup->terms;
    pasch_terms_default(terms, &setup->rules);
    if (object && !json_is_object(object))
        return fail(error, "'terms' must be an object");
    bool counted = json_object_get(object, "length") || json_object_get(object, "rounds");
    long length = 0, rounds = counted ? 0 : 1, automatic = 0, cube = terms->cube, crawford = terms->crawford;
    long jacoby = 0, beavers = 0, dead = 0, swap = 0;
    if (!read_term(object, "length", NULL, 100000, &length, error) ||
        !read_term(object, "rounds", NULL, 100000, &rounds, error) ||
        !read_term(object, "cube", NULL, 1, &cube, error) ||
        !read_term(object, "crawford", NULL, 1, &crawford, error) ||
        !read_term(object, "jacoby", NULL, 1, &jacoby, error) ||
        !read_term(object, "beavers", NULL, 1, &beavers, error) ||
        !read_term(object, "auto_doubles", "autoDoubles", 6, &automatic, error) ||
        !read_term(object, "dead_cube", "deadCube", 1, &dead, error) ||
        !read_term(object, "swap_roles", "swapRoles", 1, &swap, error))
        return error->status;
    *terms = (struct pasch_terms){.length = (uint32_t)length,
                                  .rounds = (uint32_t)rounds,
                                  .cube = cube,
                                  .crawford = crawford,
                                  .jacoby = jacoby,
                                  .beavers = beavers,
                                  .auto_doubles = (uint8_t)automatic,
                                  .dead_cube = dead,
                                  .swap_roles = swap};
    return pasch_terms_check(terms, &setup->rules, error);
}

static enum pasch_status read_options(struct setup *setup, const json_t *object, struct pasch_error *error)
{
    const char *name;
    json_t *value;
    if (object && !json_is_object(object))
        return fail(error, "'options' must be an object");
    json_object_foreach((json_t *)object, name, value)
    {
        char setting[2 * SETTING_ROOM];
        if (json_is_string(value))
            snprintf(setting, sizeof setting, "%s=%s", name, json_string_value(value));
        else if (json_is_integer(value))
            snprintf(setting, sizeof setting, "%s=%lld", name, (long long)json_integer_value(value));
        else
            return fail(error, "the option '%.40s' must be a string", name);
        enum pasch_status status = setup_add(setup, setting, error);
        if (status != PASCH_OK)
            return status;
    }
    return PASCH_OK;
}

/* A position that the match begins with says how long it is and how it stands. */
static enum pasch_status read_position(struct setup *setup, const json_t *value, bool long_enough,
                                       struct pasch_error *error)
{
    struct pasch_position *p = &setup->position;
    struct pasch_terms *terms = &setup->terms;
    if (!value || (json_is_string(value) && !*json_string_value(value)))
        return PASCH_OK;
    if (!json_is_string(value))
        return fail(error, "'position' must be a string");
    enum pasch_status status = pasch_ppn_read(p, json_string_value(value), &setup->rules, error);
    if (status != PASCH_OK)
        return status;
    if (p->over)
        return fail(error, "the game of this position is over");
    if (long_enough && terms->length != p->length)
        return fail(error, "the position is of a match to %u", p->length);
    if (p->length && !long_enough)
        terms->rounds = 0;
    setup->placed = true;
    terms->length = p->length;
    terms->jacoby = p->jacoby = p->jacoby || terms->jacoby;
    terms->beavers = p->beavers = p->beavers || terms->beavers;
    status = pasch_terms_check(terms, &setup->rules, error);
    return status == PASCH_OK ? pasch_position_check(p, error) : status;
}

static enum pasch_status read_side(struct request *request, const json_t *value, struct pasch_error *error)
{
    const char *side = value ? json_string_value(value) : "random";
    if (side && strcmp(side, "x") == 0)
        request->side = PASCH_X;
    else if (side && strcmp(side, "o") == 0)
        request->side = PASCH_O;
    else if (side && strcmp(side, "random") == 0)
        request->side = PASCH_NOBODY;
    else
        return fail(error, "'side' is x, o or random");
    return PASCH_OK;
}

enum pasch_status request_read(struct request *request, const json_t *object, struct pasch_error *error)
{
    struct setup *setup = &request->setup;
    memset(request, 0, sizeof *request);
    const char *game = json_string_value(json_object_get(object, "game"));
    const struct pasch_rules *rules = game ? pasch_game_find(game) : NULL;
    const json_t *terms = json_object_get(object, "terms"), *open = json_object_get(object, "open");
    if (!rules)
        return fail(error, game ? "there is no game '%.40s'" : "'game' is missing%s", game ? game : "");
    setup->rules = *rules;
    snprintf(setup->player[0], PLAYER_ROOM, "human");
    snprintf(setup->player[1], PLAYER_ROOM, "human");
    if (open && !json_is_boolean(open))
        return fail(error, "'open' must be true or false");
    request->open = json_is_true(open);
    enum pasch_status status = read_options(setup, json_object_get(object, "options"), error);
    if (status == PASCH_OK)
        status = read_terms(setup, terms, error);
    if (status == PASCH_OK)
        status = read_position(setup, json_object_get(object, "position"), json_object_get(terms, "length"), error);
    if (status == PASCH_OK)
        status = read_side(request, json_object_get(object, "side"), error);
    return status == PASCH_OK ? clock_read(&request->clock, json_object_get(object, "clock"), error) : status;
}

char *request_pack(const struct request *request, bool strangers)
{
    json_t *object = setup_pack(&request->setup);
    json_object_set_new(object, "clock", clock_pack(&request->clock));
    json_object_set_new(object, "claim", json_integer(strangers ? REQUEST_CLAIM_STRANGER : REQUEST_CLAIM_LINK));
    char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;
    json_decref(object);
    return text;
}
