/* Bytes as lines of requests to `pasch batch`: every line that is not empty has one answer, which is JSON. */
#include <jansson.h>

#include "cli/batch/batch.h"
#include "fuzz/fuzz.h"

static FILE *out;
static char *answers;
static size_t length;

/* Whether a request is for a long search: that is the search's time, and says nothing about requests. */
static bool is_work(const char *line, size_t size)
{
    json_t *request = json_loadb(line, size, 0, NULL);
    bool work = json_integer_value(json_object_get(request, "plies")) > 0 || json_object_get(request, "trials");
    const char *op = json_string_value(json_object_get(request, "op"));
    work = work || (op && strcmp(op, "rollout") == 0);
    json_decref(request);
    return work;
}

/* The lines that are not empty; SIZE_MAX if one of them is for a long search. */
static size_t count_requests(const char *data, size_t size)
{
    size_t count = 0;
    for (size_t at = 0, end; at < size; at = end + 1) {
        const char *stop = memchr(data + at, '\n', size - at);
        end = stop ? (size_t)(stop - data) : size;
        bool empty = true;
        for (size_t i = at; i < end; i++)
            empty = empty && strchr(" \t\r", data[i]) && data[i];
        if (!empty && is_work(data + at, end - at))
            return SIZE_MAX;
        count += !empty;
    }
    return count;
}

static void check_answer(const char *line, size_t size)
{
    json_error_t error;
    json_t *answer = json_loadb(line, size, JSON_REJECT_DUPLICATES, &error);
    MUST(answer, "%.*s: %s", (int)size, line, error.text);
    MUST(json_is_object(answer), "%.*s", (int)size, line);
    size_t keys = json_object_size(answer) - (json_object_get(answer, "id") != NULL);
    MUST(keys > 0 && (keys == 1 || !json_object_get(answer, "error")), "%.*s", (int)size, line);
    const char *position = json_string_value(json_object_get(answer, "position"));
    if (position) {
        struct pasch_position read;
        MUST(pasch_ppn_read(&read, position, NULL, NULL) == PASCH_OK, "%s", position);
    }
    json_decref(answer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct batch *batch;
    if (!batch) {
        out = open_memstream(&answers, &length);
        batch = batch_open(out);
        MUST(out && batch, "no memory");
    }
    char *copy = malloc(size + !size); /* a room of its own, so that a sanitizer sees every step beyond it */
    if (size)
        memcpy(copy, data, size);
    size_t requests = count_requests(copy, size);
    if (requests == SIZE_MAX) {
        free(copy);
        return 0;
    }
    rewind(out);
    batch_answer_lines(batch, copy, size);
    MUST(fflush(out) == 0, "no memory");
    size_t lines = 0, at = 0;
    while (at < length) {
        const char *end = memchr(answers + at, '\n', length - at);
        MUST(end, "the last answer has no end");
        check_answer(answers + at, (size_t)(end - answers) - at);
        at = (size_t)(end - answers) + 1;
        lines++;
    }
    MUST(lines == requests, "%zu answers to %zu requests", lines, requests);
    free(copy);
    return 0;
}
