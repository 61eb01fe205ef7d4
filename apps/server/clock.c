#include "server/clock.h"

#include <stdio.h>
#include <string.h>

#include "pasch/rules.h"

static const char *const names[] = {[CLOCK_NONE] = "none", [CLOCK_FISCHER] = "fischer", [CLOCK_DELAY] = "delay"};

static enum pasch_status fail(struct pasch_error *error, const char *text)
{
    *error = (struct pasch_error){.status = PASCH_BAD_TEXT};
    snprintf(error->text, sizeof error->text, "%s", text);
    return PASCH_BAD_TEXT;
}

static bool read_seconds(const json_t *object, const char *key, int64_t least, int64_t most, int64_t *out)
{
    const json_t *value = json_object_get(object, key);
    if (!value)
        return true;
    if (!json_is_integer(value) || json_integer_value(value) < least || json_integer_value(value) > most)
        return false;
    *out = 1000 * json_integer_value(value);
    return true;
}

enum pasch_status clock_read(struct clock *clock, const json_t *object, struct pasch_error *error)
{
    *clock = (struct clock){.running = PASCH_NOBODY};
    if (!object || json_is_null(object))
        return PASCH_OK;
    const char *kind = json_string_value(json_object_get(object, "kind"));
    size_t found = 0;
    while (kind && found < sizeof names / sizeof *names && strcmp(names[found], kind) != 0)
        found++;
    if (!kind || found == sizeof names / sizeof *names)
        return fail(error, "a clock's 'kind' is fischer, delay or none");
    clock->kind = (enum clock_kind)found;
    if (clock->kind == CLOCK_NONE)
        return PASCH_OK;
    if (!json_object_get(object, "seconds") || !read_seconds(object, "seconds", 1, 86400, &clock->start))
        return fail(error, "a clock's 'seconds' is a whole number from 1 to 86400");
    if (!read_seconds(object, "increment", 0, 3600, &clock->step))
        return fail(error, "a clock's 'increment' is a whole number from 0 to 3600");
    clock->left[0] = clock->left[1] = clock->start;
    return PASCH_OK;
}

json_t *clock_pack(const struct clock *clock)
{
    if (clock->kind == CLOCK_NONE)
        return json_pack("{s:s}", "kind", names[clock->kind]);
    return json_pack("{s:s, s:I, s:I}", "kind", names[clock->kind], "seconds", (json_int_t)(clock->start / 1000),
                     "increment", (json_int_t)(clock->step / 1000));
}

int64_t clock_left(const struct clock *clock, int side, int64_t now)
{
    if (clock->running != side)
        return clock->left[side];
    int64_t used = now - clock->since;
    if (clock->kind == CLOCK_DELAY)
        used = used > clock->step ? used - clock->step : 0;
    return clock->left[side] - used;
}

int64_t clock_free(const struct clock *clock, int64_t now)
{
    int64_t used = now - clock->since;
    return clock->kind == CLOCK_DELAY && clock->running != PASCH_NOBODY && used < clock->step ? clock->step - used : 0;
}

void clock_switch(struct clock *clock, int side, int64_t now)
{
    if (clock->kind == CLOCK_NONE || clock->running == side)
        return;
    if (clock->running != PASCH_NOBODY) {
        clock->left[clock->running] = clock_left(clock, clock->running, now);
        if (clock->kind == CLOCK_FISCHER)
            clock->left[clock->running] += clock->step;
    }
    clock->running = side;
    clock->since = now;
}
