#include "cli/batch/batch_answer.h"

#include <stdlib.h>

#include "cli/json_out.h"

void batch_answer_begin(struct batch *batch, const json_t *id)
{
    fputc('{', batch->out);
    if (!id)
        return;
    char *text = json_dumps(id, JSON_ENCODE_ANY | JSON_COMPACT);
    if (text)
        fprintf(batch->out, "\"id\":%s,", text);
    free(text);
}

void batch_answer_end(struct batch *batch)
{
    fputs("}\n", batch->out);
}

void batch_answer_error(struct batch *batch, const json_t *id, const char *text)
{
    batch_answer_begin(batch, id);
    fputs("\"error\":", batch->out);
    json_out_string(batch->out, text);
    batch_answer_end(batch);
}

void batch_answer_status(struct batch *batch, const json_t *id, const char *what, const struct pasch_error *error)
{
    char text[300];
    if (error->column)
        snprintf(text, sizeof text, "%s, column %d: %s", what, error->column, error->text);
    else
        snprintf(text, sizeof text, "%s: %s", what, error->text);
    batch_answer_error(batch, id, text);
}

void batch_answer_text(struct batch *batch, const json_t *id, const char *key, const char *text)
{
    batch_answer_begin(batch, id);
    fprintf(batch->out, "\"%s\":", key);
    json_out_string(batch->out, text);
    batch_answer_end(batch);
}

void batch_answer_position(struct batch *batch, const json_t *id, const struct pasch_position *position)
{
    char text[PASCH_PPN_ROOM];
    pasch_ppn_write(position, text);
    batch_answer_text(batch, id, "position", text);
}

const char *batch_want_string(struct batch *batch, const json_t *request, const char *key)
{
    const json_t *value = json_object_get(request, key);
    if (json_is_string(value))
        return json_string_value(value);
    char text[80];
    snprintf(text, sizeof text, value ? "'%s' must be a string" : "'%s' is missing", key);
    batch_answer_error(batch, json_object_get(request, "id"), text);
    return NULL;
}

bool batch_want_position(struct batch *batch, const json_t *request, struct pasch_position *position)
{
    const json_t *id = json_object_get(request, "id"), *dice = json_object_get(request, "dice");
    const char *text = batch_want_string(batch, request, "position");
    struct pasch_error error;
    if (!text)
        return false;
    if (pasch_position_read(position, text, NULL, &error) != PASCH_OK) {
        batch_answer_status(batch, id, "position", &error);
        return false;
    }
    if (!dice || json_is_null(dice))
        return true;
    int die[2];
    if (!json_is_string(dice)) {
        batch_answer_error(batch, id, "'dice' must be a string like \"31\"");
        return false;
    }
    if (pasch_dice_read(json_string_value(dice), die, &error) != PASCH_OK ||
        pasch_position_set_dice(position, die[0], die[1], &error) != PASCH_OK) {
        batch_answer_status(batch, id, "dice", &error);
        return false;
    }
    return true;
}

bool batch_want_plays(struct batch *batch, const json_t *request, struct pasch_position *position)
{
    struct pasch_error error;
    if (!batch_want_position(batch, request, position))
        return false;
    if (pasch_position_plays(position, &batch->plays, &error) == PASCH_OK)
        return true;
    batch_answer_status(batch, json_object_get(request, "id"), "position", &error);
    return false;
}
