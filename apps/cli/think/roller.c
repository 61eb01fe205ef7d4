#include "cli/think/roller.h"

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

bool roller_counts(const struct roller *roller)
{
    enum pasch_score score = roller->position.rules->score;
    return score == PASCH_SCORE_MEN || score == PASCH_SCORE_PIPS;
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
    roller->naming = due == PASCH_DUE_CHOOSE;
    roller->moves = false;
    roller->cubeful = thinkers_cube(thinkers, position, &roller->cube) && cubeful && !roller_counts(roller);
    if (due == PASCH_DUE_NOTHING)
        return fail(error, PASCH_NOT_NOW, "the game is over");
    if (due == PASCH_DUE_ANSWER)
        return fail(error, PASCH_NOT_NOW, "the double must be answered first");
    return roller->dice ? pasch_position_plays(&roller->position, &roller->plays, error) : PASCH_OK;
}

static struct pasch_rollout_start *add(struct roller *roller, const char *name, const struct pasch_position *at)
{
    struct pasch_rollout_start *start = &roller->start[roller->starts];
    roller->at[roller->starts] = *at;
    *start = (struct pasch_rollout_start){.position = &roller->at[roller->starts]};
    snprintf(roller->name[roller->starts++], PASCH_MOVE_ROOM, "%s", name);
    return start;
}

/* What was added before is not added again. */
static void add_once(struct roller *roller, const char *name, const struct pasch_position *at)
{
    for (int i = 0; i < roller->starts; i++) {
        if (strcmp(roller->name[i], name) == 0)
            return;
    }
    add(roller, name, at);
}

/* A play by its number; past the last is a pass. */
static void add_play(struct roller *roller, size_t index)
{
    struct pasch_position after = roller->position;
    struct pasch_play pass = {.board = after.board};
    const struct pasch_play *play = index < roller->plays.count ? &roller->plays.play[index] : NULL;
    char name[PASCH_MOVE_ROOM];
    pasch_move_write(after.rules, play ? play : &pass, name);
    pasch_position_play(&after, play);
    roller->moves = true;
    add_once(roller, name, &after);
}

static enum pasch_status add_naming(struct roller *roller, int high, int low, struct pasch_error *error)
{
    struct pasch_position after = roller->position;
    char name[PASCH_MOVE_ROOM];
    enum pasch_status status = pasch_position_choose(&after, high, low, error);
    snprintf(name, sizeof name, "choose %d%d", high, low);
    if (status == PASCH_OK)
        add_once(roller, name, &after);
    return status;
}

/* "33", or as its event is written. */
static enum pasch_status read_naming(struct roller *roller, const char *text, struct pasch_error *error)
{
    static const char word[] = "choose ";
    size_t skip = strncmp(text, word, sizeof word - 1) == 0 ? sizeof word - 1 : 0;
    int die[2];
    enum pasch_status status = pasch_dice_read(text + skip, die, error);
    if (status != PASCH_OK)
        return status;
    return add_naming(roller, die[0] > die[1] ? die[0] : die[1], die[0] > die[1] ? die[1] : die[0], error);
}

enum pasch_status roller_add_move(struct roller *roller, const char *text, struct pasch_error *error)
{
    size_t index;
    if (!roller->dice && !roller->naming)
        return fail(error, PASCH_NOT_NOW, "the dice must be thrown first");
    if (roller->starts == PASCH_ROLLOUT_STARTS)
        return fail(error, PASCH_FULL, "these are more than %d moves", PASCH_ROLLOUT_STARTS);
    if (roller->naming)
        return read_naming(roller, text, error);
    enum pasch_status status = pasch_move_read(&roller->position, &roller->plays, text, &index, error);
    if (status == PASCH_OK)
        add_play(roller, index);
    return status;
}

static void add_best_namings(struct roller *roller, struct pasch_search *search, int plies, int most)
{
    uint8_t choice[21][2];
    struct pasch_ranked ranked[21];
    int count = pasch_position_choices(&roller->position, choice);
    pasch_search_choices(search, plies, &roller->position, roller->cubeful ? &roller->cube : NULL, choice, count,
                         ranked);
    for (int i = 0; i < count && i < most; i++)
        add_naming(roller, choice[ranked[i].index][0], choice[ranked[i].index][1], NULL);
}

enum pasch_status roller_add_best(struct roller *roller, struct pasch_search *search, int plies, int most,
                                  struct pasch_error *error)
{
    size_t count = roller->plays.count;
    if (roller->naming) {
        add_best_namings(roller, search, plies, most);
        return PASCH_OK;
    }
    struct pasch_ranked *ranked = malloc((count ? count : 1) * sizeof *ranked);
    if (!ranked)
        return fail(error, PASCH_FULL, "out of memory");
    if (count)
        pasch_search_plays(search, plies, &roller->position, roller->cubeful ? &roller->cube : NULL, &roller->plays,
                           ranked);
    else
        add_play(roller, 0);
    for (size_t i = 0; i < count && i < (size_t)most && i < PASCH_ROLLOUT_STARTS; i++)
        add_play(roller, ranked[i].index);
    free(ranked);
    return PASCH_OK;
}

enum pasch_status roller_add_double(struct roller *roller, struct pasch_error *error)
{
    const struct pasch_position *p = &roller->position;
    if (!roller->cubeful)
        return fail(error, PASCH_NOT_NOW, "this is played without the cube");
    if (!pasch_outlook_is_leaf(p) || pasch_position_due(p) == PASCH_DUE_BONUS || p->second)
        return fail(error, PASCH_NOT_NOW, "the dice have been thrown: it is too late to double");
    add(roller, "no double", p)->no_double = true;
    add(roller, "double, take", p)->doubled = true;
    return PASCH_OK;
}

void roller_add_position(struct roller *roller)
{
    add(roller, "", &roller->position);
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
    fputs(roller->moves ? ",\"plays\":[" : ",\"actions\":[", out);
    for (int i = 0; i < roller->starts; i++) {
        pasch_rollout_result(rollout, order[i], &result);
        fputs(i ? ",{" : "{", out);
        fputs(roller->moves ? "\"move\":" : "\"action\":", out);
        json_out_string(out, roller->name[order[i]]);
        fputc(',', out);
        write_result(out, roller, &result);
        write_number(out, "behind", result.behind);
        write_number(out, "behind_stderr", result.behind_error);
        fprintf(out, ",\"dropped\":%s}", result.dropped ? "true" : "false");
    }
    fputc(']', out);
}
