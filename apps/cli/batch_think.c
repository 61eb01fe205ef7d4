/* The requests that need an evaluator: what a position is worth, which plays are best. */
#include <limits.h>

#include "cli/batch_answer.h"
#include "cli/json_out.h"

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

static void write_probs(FILE *out, const struct pasch_probs *p)
{
    fprintf(out, "\"probs\":[%.6f,%.6f,%.6f,%.6f,%.6f]", (double)p->win, (double)p->win_gammon,
            (double)p->win_backgammon, (double)p->lose_gammon, (double)p->lose_backgammon);
}

void batch_eval(struct batch *batch, const json_t *request)
{
    const json_t *id = json_object_get(request, "id");
    struct pasch_position position;
    struct pasch_search *search;
    struct pasch_probs probs;
    int plies = 0;
    if (!batch_want_position(batch, request, &position) ||
        !want_number(batch, request, "plies", 0, PASCH_SEARCH_PLIES, &plies))
        return;
    if (position.over) {
        batch_answer_error(batch, id, "position: the game is over");
        return;
    }
    if (!(search = want_search(batch, request, &position)))
        return;
    thinker_eval(search, plies, &position, &probs);
    batch_answer_begin(batch, id);
    write_probs(batch->out, &probs);
    /* The search does not know the cube yet: null until it does. */
    fprintf(batch->out, ",\"equity\":%.6f,\"cubeful\":null", (double)pasch_probs_equity(&probs));
    batch_answer_end(batch);
}

static void write_ranked(struct batch *batch, const struct pasch_position *position, const struct pasch_ranked *ranked)
{
    const struct pasch_play *play = &batch->plays.play[ranked->index];
    char move[PASCH_MOVE_ROOM], result[PASCH_PPN_ROOM];
    struct pasch_position next = *position;
    pasch_position_play(&next, play);
    pasch_move_write(position->rules, play, move);
    pasch_ppn_write(&next, result);
    fputs("{\"move\":", batch->out);
    json_out_string(batch->out, move);
    fputs(",\"result\":", batch->out);
    json_out_string(batch->out, result);
    fprintf(batch->out, ",\"equity\":%.6f,", (double)ranked->equity);
    write_probs(batch->out, &ranked->probs);
    /* Plays that a filter has dropped were looked at less far: their equities do not compare with the others'. */
    fprintf(batch->out, ",\"plies\":%d}", ranked->plies);
}

void batch_best(struct batch *batch, const json_t *request)
{
    struct pasch_position position;
    struct pasch_search *search;
    int plies = 0, most = INT_MAX;
    if (!batch_want_plays(batch, request, &position) ||
        !want_number(batch, request, "plies", 0, PASCH_SEARCH_PLIES, &plies) ||
        !want_number(batch, request, "n", 1, INT_MAX, &most) || !(search = want_search(batch, request, &position)))
        return;
    pasch_search_best(search, plies, &position.board, position.turn, NULL, &batch->plays, batch->ranked);
    batch_answer_begin(batch, json_object_get(request, "id"));
    fputs("\"plays\":[", batch->out);
    for (size_t i = 0; i < batch->plays.count && i < (size_t)most; i++) {
        if (i)
            fputc(',', batch->out);
        write_ranked(batch, &position, &batch->ranked[i]);
    }
    fputc(']', batch->out);
    batch_answer_end(batch);
}
