#include "cli/play/record.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int setup_set(struct setup *setup, const char *setting)
{
    struct pasch_error error;
    if (setup_add(setup, setting, &error) == PASCH_OK)
        return EXIT_FINE;
    /* A name or value that does not fit is answered with those that do. */
    struct pasch_rules rules = setup->rules;
    int status = cli_set(&rules, setting);
    if (status == EXIT_FINE)
        fprintf(stderr, "pasch: %s\n", error.text);
    return EXIT_USAGE;
}

static bool write_line(FILE *file, const char *line)
{
    return fprintf(file, "%s\n", line) > 0 && fflush(file) == 0 && fdatasync(fileno(file)) == 0;
}

static void remember(struct record *record, const char *line)
{
    if (record->events == record->room) {
        record->room = record->room ? 2 * record->room : 64;
        record->event = realloc(record->event, record->room * sizeof *record->event);
    }
    char *copy = record->event ? strdup(line) : NULL;
    if (!copy) {
        fprintf(stderr, "pasch: out of memory\n");
        exit(EXIT_NO);
    }
    record->event[record->events++] = copy;
}

void record_add(struct record *record, const char *by, const char *text)
{
    char line[PASCH_MOVE_ROOM + 64];
    snprintf(line, sizeof line, "{\"by\":\"%s\",\"do\":\"%s\"}", by, text);
    for (char *at = line; (at = strchr(at, '\\')); at += 2) /* the only character of a move that JSON escapes */
        memmove(at + 1, at, strlen(at) + 1);
    remember(record, line);
    if (record->file && !write_line(record->file, line))
        fprintf(stderr, "pasch: %s: %s; this event is not on the disk\n", record->path, strerror(errno));
}

static bool write_all(FILE *file, const struct record *record, const struct setup *setup)
{
    json_t *object = setup_pack(setup);
    char *head = object ? json_dumps(object, JSON_COMPACT) : NULL;
    bool ok = head && fprintf(file, "%s\n", head) > 0;
    for (size_t i = 0; ok && i < record->events; i++)
        ok = fprintf(file, "%s\n", record->event[i]) > 0;
    free(head);
    json_decref(object);
    return ok && fflush(file) == 0 && fsync(fileno(file)) == 0;
}

bool record_in_the_way(const char *path)
{
    struct stat file;
    return stat(path, &file) == 0 && S_ISREG(file.st_mode) && file.st_size > 0;
}

bool record_save(struct record *record, const struct setup *setup, const char *path)
{
    char *beside = NULL;
    if (asprintf(&beside, "%s.new", path) < 0)
        return false;
    FILE *file = fopen(beside, "w");
    bool ok = file && write_all(file, record, setup) && rename(beside, path) == 0;
    int reason = errno;
    char *copy = ok ? strdup(path) : NULL;
    if (ok && copy) {
        if (record->file)
            fclose(record->file);
        free(record->path);
        record->file = file;
        record->path = copy;
    } else {
        if (file) {
            fclose(file);
            unlink(beside);
        }
        errno = reason;
    }
    free(beside);
    return ok && copy;
}

struct reading {
    const char *path;
    struct setup *setup;
    struct record *record;
    int (*begin)(void *);
    int (*each)(void *, const char *, const char *, char *);
    void *context;
};

static int read_line(const struct reading *r, const char *line, long number, json_t *object)
{
    const char *by, *text;
    char why[RECORD_WHY] = "";
    if (number == 1) {
        struct pasch_error error;
        if (setup_unpack(object, r->setup, &error) == PASCH_OK)
            return r->begin(r->context);
        fprintf(stderr, "pasch: %s, line 1: %s\n", r->path, error.text);
        return EXIT_NO;
    }
    if (json_object_get(object, "over") || json_object_get(object, "secret"))
        return EXIT_FINE; /* how a game on a server ended, and its dice: nothing that is played */
    if (json_unpack(object, "{s:s, s:s}", "by", &by, "do", &text) != 0) {
        fprintf(stderr, "pasch: %s, line %ld: this is no event\n", r->path, number);
        return EXIT_NO;
    }
    if (r->each(r->context, by, text, why) != EXIT_FINE) {
        fprintf(stderr, "pasch: %s, line %ld: '%s': %s\n", r->path, number, text, why);
        return EXIT_NO;
    }
    remember(r->record, line);
    return EXIT_FINE;
}

/* Reads the lines of `file`; *good is set to where the last whole one ends. */
static int read_lines(const struct reading *r, FILE *file, long *good)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    int status = EXIT_FINE;
    long number = 0;
    *good = 0;
    while (status == EXIT_FINE && (length = getline(&line, &room, file)) > 0) {
        number++;
        bool whole = line[length - 1] == '\n';
        if (whole)
            line[--length] = 0;
        json_t *object = json_loadb(line, (size_t)length, JSON_REJECT_DUPLICATES, NULL);
        if (!object || !whole) {
            json_decref(object);
            if (whole || number == 1) {
                fprintf(stderr, "pasch: %s, line %ld: this is no JSON\n", r->path, number);
                status = EXIT_NO;
            } else {
                fprintf(stderr, "pasch: %s: the last line was cut off and is left out\n", r->path);
            }
            break;
        }
        status = read_line(r, line, number, object);
        json_decref(object);
        if (status == EXIT_FINE)
            *good = ftell(file);
    }
    if (!number) {
        fprintf(stderr, "pasch: %s is empty\n", r->path);
        status = EXIT_NO;
    }
    free(line);
    return status;
}

int record_load(struct record *record, const char *path, struct setup *setup, int (*begin)(void *context),
                int (*each)(void *context, const char *by, const char *text, char *why), void *context)
{
    const struct reading r = {path, setup, record, begin, each, context};
    FILE *file = fopen(path, "r+");
    long good;
    if (!file) {
        fprintf(stderr, "pasch: %s: %s\n", path, strerror(errno));
        return EXIT_NO;
    }
    int status = read_lines(&r, file, &good);
    if (status == EXIT_FINE && (fseek(file, good, SEEK_SET) != 0 || ftruncate(fileno(file), good) != 0)) {
        fprintf(stderr, "pasch: %s: %s\n", path, strerror(errno));
        status = EXIT_NO;
    }
    if (status != EXIT_FINE) {
        fclose(file);
        return status;
    }
    record->file = file;
    record->path = strdup(path);
    return EXIT_FINE;
}

void record_close(struct record *record)
{
    if (record->file)
        fclose(record->file);
    for (size_t i = 0; i < record->events; i++)
        free(record->event[i]);
    free(record->event);
    free(record->path);
    memset(record, 0, sizeof *record);
}
