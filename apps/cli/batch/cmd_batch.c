/* JSON lines in, JSON lines out. The requests are docs/protocol.md's; the answers go out when the input pauses. */
#include <errno.h>
#include <jansson.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/batch/batch_answer.h"
#include "cli/cli.h"
#include "cli/json_out.h"

enum { LINE_MAX_BYTES = 1 << 20 };

static void op_start(struct batch *batch, const json_t *request)
{
    const char *game = batch_want_string(batch, request, "game");
    if (!game)
        return;
    const struct pasch_rules *rules = pasch_game_find(game);
    struct pasch_position position;
    if (!rules) {
        batch_answer_error(batch, json_object_get(request, "id"),
                           "there is no such game; 'pasch games --ids' lists them");
        return;
    }
    pasch_position_start(&position, rules);
    batch_answer_position(batch, json_object_get(request, "id"), &position);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(((const struct result *)a)->text, ((const struct result *)b)->text);
}

static void op_legal(struct batch *batch, const json_t *request)
{
    struct pasch_position position;
    if (!batch_want_plays(batch, request, &position))
        return;
    for (size_t i = 0; i < batch->plays.count; i++) {
        struct pasch_position next = position;
        pasch_position_play(&next, &batch->plays.play[i]);
        pasch_ppn_write(&next, batch->result[i].text);
        batch->result[i].play = i;
    }
    qsort(batch->result, batch->plays.count, sizeof *batch->result, by_text);
    batch_answer_begin(batch, json_object_get(request, "id"));
    fputs("\"plays\":[", batch->out);
    for (size_t i = 0; i < batch->plays.count; i++) {
        char move[PASCH_MOVE_ROOM];
        pasch_move_write(position.rules, &batch->plays.play[batch->result[i].play], move);
        fputs(i ? ",{\"move\":" : "{\"move\":", batch->out);
        json_out_string(batch->out, move);
        fputs(",\"result\":", batch->out);
        json_out_string(batch->out, batch->result[i].text);
        fputc('}', batch->out);
    }
    fputc(']', batch->out);
    batch_answer_end(batch);
}

static void op_choices(struct batch *batch, const json_t *request)
{
    struct pasch_position position;
    const json_t *id = json_object_get(request, "id");
    uint8_t choice[21][2];
    if (!batch_want_position(batch, request, &position))
        return;
    if (pasch_position_due(&position) != PASCH_DUE_CHOOSE) {
        batch_answer_error(batch, id, "position: no roll is to be named now");
        return;
    }
    int count = pasch_position_choices(&position, choice);
    batch_answer_begin(batch, id);
    fputs("\"choices\":[", batch->out);
    for (int i = 0; i < count; i++)
        fprintf(batch->out, "%s\"%d%d\"", i ? "," : "", choice[i][0], choice[i][1]);
    fputc(']', batch->out);
    batch_answer_end(batch);
}

static void apply_choice(struct batch *batch, const json_t *id, struct pasch_position *position, const char *text)
{
    struct pasch_error error;
    int die[2];
    if (pasch_dice_read(text, die, &error) != PASCH_OK ||
        pasch_position_choose(position, die[0], die[1], &error) != PASCH_OK) {
        if (error.column)
            error.column += (int)strlen("choose ");
        batch_answer_status(batch, id, "move", &error);
    } else {
        batch_answer_position(batch, id, position);
    }
}

static void op_apply(struct batch *batch, const json_t *request)
{
    const json_t *id = json_object_get(request, "id");
    const char *move = batch_want_string(batch, request, "move");
    struct pasch_position position;
    struct pasch_error error;
    size_t index;
    if (!move)
        return;
    if (strncmp(move, "choose ", 7) == 0) {
        if (batch_want_position(batch, request, &position))
            apply_choice(batch, id, &position, move + 7);
        return;
    }
    if (!batch_want_plays(batch, request, &position))
        return;
    if (pasch_move_read(&position, &batch->plays, move, &index, &error) != PASCH_OK) {
        batch_answer_status(batch, id, "move", &error);
        return;
    }
    pasch_position_play(&position, index < batch->plays.count ? &batch->plays.play[index] : NULL);
    batch_answer_position(batch, id, &position);
}

static void op_convert(struct batch *batch, const json_t *request)
{
    const json_t *id = json_object_get(request, "id");
    const char *to = batch_want_string(batch, request, "to");
    struct pasch_position position;
    struct pasch_error error;
    char text[PASCH_PPN_ROOM];
    if (!to || !batch_want_position(batch, request, &position))
        return;
    enum pasch_status status = PASCH_OK;
    if (strcmp(to, "ppn") == 0)
        pasch_ppn_write(&position, text);
    else if (strcmp(to, "xgid") == 0)
        status = pasch_xgid_write(&position, text, &error);
    else if (strcmp(to, "gnubg") == 0)
        status = pasch_gnubg_write(&position, text, &error);
    else
        status = (snprintf(error.text, sizeof error.text, "'to' must be ppn, xgid or gnubg"), PASCH_BAD_TEXT);
    error.column = 0;
    if (status != PASCH_OK)
        batch_answer_status(batch, id, "convert", &error);
    else
        batch_answer_text(batch, id, "text", text);
}

static const struct {
    const char *name;
    void (*run)(struct batch *, const json_t *);
} ops[] = {
    {"start", op_start},  {"legal", op_legal},     {"choices", op_choices},
    {"apply", op_apply},  {"convert", op_convert}, {"eval", batch_eval},
    {"best", batch_best}, {"cube", batch_cube},    {"rollout", batch_rollout},
};

static void answer(struct batch *batch, const char *line, size_t length)
{
    json_error_t error;
    char text[240];
    json_t *request = json_loadb(line, length, JSON_REJECT_DUPLICATES, &error);
    if (!request) {
        snprintf(text, sizeof text, "not JSON, column %d: %s", error.column, error.text);
        batch_answer_error(batch, NULL, text);
        return;
    }
    const json_t *id = json_object_get(request, "id");
    const char *op = json_string_value(json_object_get(request, "op"));
    size_t i = 0;
    while (op && i < sizeof ops / sizeof *ops && strcmp(ops[i].name, op) != 0)
        i++;
    if (!json_is_object(request))
        batch_answer_error(batch, NULL, "a request is an object: {\"op\":...}");
    else if (!op)
        batch_answer_error(batch, id, "'op' is missing or no string");
    else if (i == sizeof ops / sizeof *ops)
        batch_answer_error(batch, id,
                           "there is no such op: start, legal, choices, apply, eval, best, cube, rollout, convert");
    else
        ops[i].run(batch, request);
    json_decref(request);
}

static bool is_empty(const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r')
            return false;
    }
    return true;
}

void batch_answer_lines(struct batch *batch, const char *text, size_t length)
{
    while (length) {
        const char *stop = memchr(text, '\n', length);
        size_t size = stop ? (size_t)(stop - text) : length, taken = size + (stop != NULL);
        if (!is_empty(text, size))
            answer(batch, text, size);
        text += taken;
        length -= taken;
    }
}

/* Answers the whole lines in buffer[0, *length) and moves the rest to the front. */
static void answer_lines(struct batch *batch, char *buffer, size_t *length, bool *skipping)
{
    char *line = buffer, *end = buffer + *length, *stop;
    while ((stop = memchr(line, '\n', (size_t)(end - line)))) {
        size_t size = (size_t)(stop - line);
        if (*skipping)
            *skipping = false;
        else if (!is_empty(line, size))
            answer(batch, line, size);
        line = stop + 1;
    }
    *length = (size_t)(end - line);
    memmove(buffer, line, *length);
    if (*length == LINE_MAX_BYTES) { /* no end of line in all the room there is */
        if (!*skipping)
            batch_answer_error(batch, NULL, "the line is longer than 1048576 bytes");
        *skipping = true;
        *length = 0;
    }
}

static bool input_pauses(void)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&input, 1, 0) == 0;
}

static int serve(struct batch *batch)
{
    char *buffer = malloc(LINE_MAX_BYTES);
    size_t length = 0;
    bool skipping = false;
    ssize_t got = buffer ? 1 : -1;
    while (got > 0) {
        if (input_pauses() && fflush(batch->out) != 0)
            break;
        got = read(STDIN_FILENO, buffer + length, LINE_MAX_BYTES - length);
        if (got < 0 && errno == EINTR) {
            got = 1;
            continue;
        }
        if (got > 0) {
            length += (size_t)got;
            answer_lines(batch, buffer, &length, &skipping);
        }
    }
    if (!skipping)
        batch_answer_lines(batch, buffer, length);
    free(buffer);
    return fflush(batch->out) == 0 && got >= 0 ? EXIT_FINE : EXIT_NO;
}

struct batch *batch_open(FILE *out)
{
    struct batch *batch = malloc(sizeof *batch);
    if (!batch)
        return NULL;
    *batch = (struct batch){.out = out, .plays = cli_plays()};
    batch->result = malloc(PASCH_PLAYS_ROOM * sizeof *batch->result);
    batch->ranked = malloc(PASCH_PLAYS_ROOM * sizeof *batch->ranked);
    if (!batch->result || !batch->ranked) {
        batch_close(batch);
        return NULL;
    }
    return batch;
}

void batch_close(struct batch *batch)
{
    free(batch->result);
    free(batch->ranked);
    thinkers_close(&batch->thinkers);
    free(batch->plays.play);
    free(batch);
}

static int run(int argc, char **argv)
{
    const char *threads_text = NULL;
    const struct cli_option options[] = {{"--threads", &threads_text, NULL, NULL, NULL}};
    long threads = 0;
    int status = cli_options(&command_batch, &argc, argv, options, 1);
    if (status != EXIT_FINE)
        return status < 0 ? EXIT_FINE : status;
    if (threads_text && !cli_number(threads_text, 1, 256, &threads))
        return cli_usage(&command_batch, "--threads is a number from 1 to 256, not '%s'", threads_text);
    if (argc > 1)
        return cli_usage(&command_batch, "requests come from the standard input, not from '%s'", argv[1]);
    struct batch *batch = batch_open(stdout);
    if (!batch)
        return EXIT_NO;
    batch->thinkers.threads = (int)threads;
    setvbuf(stdout, NULL, _IOFBF, 1 << 16);
    status = serve(batch);
    batch_close(batch);
    return status;
}

const struct command command_batch = {
    .name = "batch",
    .arguments = "[--threads N]",
    .summary = "Answer JSON requests, one a line, for other programs",
    .help = "One request a line on the standard input, one answer a line on the standard output, in order:\n"
            "  {\"op\":\"start\",\"game\":\"puff\"}\n"
            "  {\"op\":\"legal\",\"position\":\"standard 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 x 31\"}\n"
            "  {\"op\":\"choices\",\"position\":...}\n"
            "  {\"op\":\"apply\",\"position\":...,\"move\":\"8/5 6/5\"}\n"
            "  {\"op\":\"eval\",\"position\":...,\"plies\":2}\n"
            "  {\"op\":\"best\",\"position\":...,\"plies\":2,\"n\":5}\n"
            "  {\"op\":\"cube\",\"position\":...,\"plies\":2}\n"
            "  {\"op\":\"rollout\",\"position\":...,\"trials\":1296,\"seed\":1,\"plies\":0}\n"
            "  {\"op\":\"convert\",\"position\":...,\"to\":\"xgid\"}\n"
            "A position is PPN, a GNU Backgammon ID or an XGID; \"dice\":\"31\" may stand beside it. A bad request is\n"
            "answered {\"error\":...} and the stream goes on. docs/protocol.md has the whole protocol.\n"
            "  --threads N   think with so many threads (as many as processors)\n",
    .thinks = true,
    .run = run,
};
