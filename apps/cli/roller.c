#include "cli/roller.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/json_out.h"

__attribute__((format(printf, 3, 4))) static enum pasch_status fail(struct pasch_error *error, enum pasch_status status,
                                                                    const char *format, ...)
{
    va_list arguments;
    *error = (struct pasch_error){.status = status};
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return status;
}

enum pasch_status roller_begin(struct roller *roller, struct thinkers *thinkers, const struct pasch_position *position,
                               bool cubeful, const struct pasch_plays *plays, struct pasch_error *error)
{
    enum pasch_due due = pasch_position_due(position);
    roller->position = *position;
    roller->plays = *plays;
    roller->plays.count = 0;
    roller->starts = 0;
    roller->dice = due == PASCH_DUE_PLAY;
    roller->cubeful = thinkers_cube(thinkers, position, &roller->cube) && cubeful;
    if (due == PASCH_DUE_NOTHING)
        return fail(error, PASCH_NOT_NOW, "the game is over");
    if (due == PASCH_DUE_ANSWER)
        return fail(error, PASCH_NOT_NOW, "the double must be answered first");
    if (due != PASCH_DUE_PLAY && due != PASCH_DUE_THROW)
        return fail(error, PASCH_NOT_NOW, "neither a throw nor a play is due");
    return roller->dice ? pasch_position_plays(&roller->position, &roller->plays, error) : PASCH_OK;
}

static struct pasch_rollout_start *add(struct roller *roller, const char *name)
{
    struct pasch_rollout_start *start = &roller->start[roller->starts];
    *start = (struct pasch_rollout_start){.board = roller->position.board, .thrower = roller->position.turn};
    snprintf(roller->name[roller->starts++], PASCH_MOVE_ROOM, "%s", name);
    return start;
}

/* A play by its number; past the last is a pass. */
static void add_play(struct roller *roller, size_t index)
{
    struct pasch_play pass = {.board = roller->position.board};
    const struct pasch_play *play = index < roller->plays.count ? &roller->plays.play[index] : &pass;
    char name[PASCH_MOVE_ROOM];
    pasch_move_write(roller->position.rules, play, name);
    for (int i = 0; i < roller->starts; i++) {
        if (strcmp(roller->name[i], name) == 0)
            return;
    }
    struct pasch_rollout_start *start = add(roller, name);
    start->board = play->board;
    start->thrower = 1 - roller->position.turn;
}

enum pasch_status roller_add_move(struct roller *roller, const char *text, struct pasch_error *error)
{
    size_t index;
    if (!roller->dice)
        return fail(error, PASCH_NOT_NOW, "the dice must be thrown first");
    if (roller->starts == PASCH_ROLLOUT_STARTS)
        return fail(error, PASCH_FULL, "these are more than %d moves", PASCH_ROLLOUT_STARTS);
    enum pasch_status status = pasch_move_read(&roller->position, &roller->plays, text, &index, error);
    if (status == PASCH_OK)
        add_play(roller, index);
    return status;
}

enum pasch_status roller_add_best(struct roller *roller, struct pasch_search *search, int plies, int most,
                                  struct pasch_error *error)
{
    size_t count = roller->plays.count;
    struct pasch_ranked *ranked = malloc((count ? count : 1) * sizeof *ranked);
    if (!ranked)
        return fail(error, PASCH_FULL, "out of memory");
    if (count)
        pasch_search_best(search, plies, &roller->position.board, roller->position.turn,
                          roller->cubeful ? &roller->cube : NULL, NULL, &roller->plays, ranked);
    else
        add_play(roller, 0);
    for (size_t i = 0; i < count && i < (size_t)most && i < PASCH_ROLLOUT_STARTS; i++)
        add_play(roller, ranked[i].index);
    free(ranked);
    return PASCH_OK;
}

enum pasch_status roller_add_double(struct roller *roller, struct pasch_error *error)
{
    if (roller->dice)
        return fail(error, PASCH_NOT_NOW, "the dice have been thrown: it is too late to double");
    if (!roller->cubeful)
        return fail(error, PASCH_NOT_NOW, "this is played without the cube");
    add(roller, "no double")->no_double = true;
    add(roller, "double, take")->doubled = true;
    return PASCH_OK;
}

void roller_add_position(struct roller *roller)
{
    add(roller, "");
}

/* Those that were rolled out further first, then the better ones. */
void roller_rank(const struct roller *roller, const struct pasch_rollout *rollout, int order[PASCH_ROLLOUT_STARTS])
{
    struct pasch_rollout_result result[PASCH_ROLLOUT_STARTS];
    for (int i = 0; i < roller->starts; i++) {
        int at = i;
        pasch_rollout_result(rollout, i, &result[i]);
        for (; at > 0; at--) {
            const struct pasch_rollout_result *other = &result[order[at - 1]];
            if (other->dropped != result[i].dropped ? result[i].dropped : other->behind <= result[i].behind)
                break;
            order[at] = order[at - 1];
        }
        order[at] = i;
    }
}

bool roller_mwc(const struct roller *roller, double equity, double error, double *mwc, double *mwc_error)
{
    const struct pasch_cube *cube = &roller->cube;
    if (!cube->met)
        return false;
    *mwc = pasch_cube_mwc(cube, (float)equity);
    *mwc_error = error * (pasch_cube_mwc(cube, 1) - pasch_cube_mwc(cube, 0));
    return true;
}

static void write_number(FILE *out, const char *key, double number)
{
    if (isfinite(number))
        fprintf(out, ",\"%s\":%.6f", key, number);
    else
        fprintf(out, ",\"%s\":null", key);
}

static void write_probs(FILE *out, const char *key, const struct pasch_probs *p)
{
    const double chance[] = {(double)p->win, (double)p->win_gammon, (double)p->win_backgammon, (double)p->lose_gammon,
                             (double)p->lose_backgammon};
    fprintf(out, ",\"%s\":", key);
    for (int i = 0; i < 5; i++) {
        fputc(i ? ',' : '[', out);
        if (isfinite(chance[i]))
            fprintf(out, "%.6f", chance[i]);
        else
            fputs("null", out);
    }
    fputc(']', out);
}

static void write_result(FILE *out, const struct roller *roller, const struct pasch_rollout_result *r)
{
    bool cubeful = roller->cubeful;
    double mwc, error;
    fprintf(out, "\"equity\":%.6f", cubeful ? r->cubeful : r->equity);
    write_number(out, "stderr", cubeful ? r->cubeful_error : r->equity_error);
    write_probs(out, "probs", &r->probs);
    write_probs(out, "probs_stderr", &r->probs_error);
    fprintf(out, ",\"trials\":%" PRIu64, r->trials);
    write_number(out, "cubeless", r->equity);
    write_number(out, "cubeless_stderr", r->equity_error);
    write_number(out, "cubeful", cubeful ? r->cubeful : NAN);
    write_number(out, "cubeful_stderr", cubeful ? r->cubeful_error : NAN);
    if (cubeful && roller_mwc(roller, r->cubeful, r->cubeful_error, &mwc, &error)) {
        write_number(out, "mwc", mwc);
        write_number(out, "mwc_stderr", error);
    }
}

void roller_write(FILE *out, const struct roller *roller, const struct pasch_rollout *rollout)
{
    struct pasch_rollout_result result;
    int order[PASCH_ROLLOUT_STARTS];
    roller_rank(roller, rollout, order);
    pasch_rollout_result(rollout, order[0], &result);
    write_result(out, roller, &result);
    if (roller->starts == 1 && !*roller->name[0])
        return;
    fputs(roller->dice ? ",\"plays\":[" : ",\"actions\":[", out);
    for (int i = 0; i < roller->starts; i++) {
        pasch_rollout_result(rollout, order[i], &result);
        fputs(i ? ",{" : "{", out);
        fputs(roller->dice ? "\"move\":" : "\"action\":", out);
        json_out_string(out, roller->name[order[i]]);
        fputc(',', out);
        write_result(out, roller, &result);
        write_number(out, "behind", result.behind);
        write_number(out, "behind_stderr", result.behind_error);
        fprintf(out, ",\"dropped\":%s}", result.dropped ? "true" : "false");
    }
    fputc(']', out);
}
