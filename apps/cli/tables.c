#include "cli/tables.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    pthread_mutex_t mutex;
    struct pasch_bearoff *one;
    struct pasch_bearoff_two *two;
} tables = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static bool is_set(const char *text)
{
    return text && *text;
}

bool tables_folder(char path[FILES_PATH])
{
    const char *own = getenv("PASCH_CACHE"), *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int length = 0;
    if (own)
        length = snprintf(path, FILES_PATH, "%s", own);
    else if (is_set(cache) && *cache == '/') /* others are to be ignored, says the XDG specification */
        length = snprintf(path, FILES_PATH, "%s/pasch", cache);
    else if (is_set(home))
        length = snprintf(path, FILES_PATH, "%s/.cache/pasch", home);
    return length > 0 && length < FILES_PATH - 64;
}

bool tables_path(int men, char path[FILES_PATH])
{
    if (!tables_folder(path))
        return false;
    size_t length = strlen(path);
    if (men)
        snprintf(path + length, FILES_PATH - length, "/two-sided-%d.bearoff", men);
    else
        snprintf(path + length, FILES_PATH - length, "/one-sided.bearoff");
    return true;
}

bool tables_keep(int men, const void *bytes, size_t size)
{
    char path[FILES_PATH];
    return !tables_path(men, path) ||
           (tables_folder(path) && files_make_folder(path) && tables_path(men, path) && files_write(path, bytes, size));
}

/* Whether the file is there; it stays mapped. */
static const void *map(int men, char path[FILES_PATH], size_t *size)
{
    return tables_path(men, path) ? files_map(path, size) : NULL;
}

/* A file that is not there, damaged or of another version is made anew, and whether that can be kept is no matter: all
 * it costs is a fraction of a second the next time. */
static struct pasch_bearoff *find_one(void)
{
    char path[FILES_PATH];
    size_t size;
    const void *bytes = map(0, path, &size);
    struct pasch_bearoff *one = bytes ? pasch_bearoff_open(bytes, size, NULL) : NULL;
    if (one)
        return one;
    files_unmap(bytes, size);
    one = pasch_bearoff_create();
    if (one) {
        bytes = pasch_bearoff_bytes(one, &size);
        tables_keep(0, bytes, size);
    }
    return one;
}

/* One that takes long to make is not made anew without being asked. */
static void refuse(const char *path, int men, const struct pasch_error *error)
{
    fprintf(stderr, "pasch: %s: %s; 'pasch bearoff --two-sided %d' makes it anew\n", path, error->text, men);
}

static struct pasch_bearoff_two *find_two(void)
{
    char path[FILES_PATH];
    size_t size;
    const void *bytes;
    struct pasch_error error;
    struct pasch_bearoff_two *two = NULL;
    for (int men = PASCH_BEAROFF_TWO_MOST; men >= PASCH_BEAROFF_TWO_USUAL && !two; men--) {
        bytes = map(men, path, &size);
        two = bytes ? pasch_bearoff_two_open(bytes, size, &error) : NULL;
        if (bytes && !two) {
            files_unmap(bytes, size);
            if (men > PASCH_BEAROFF_TWO_USUAL)
                refuse(path, men, &error);
        }
    }
    if (two || !(two = pasch_bearoff_two_create(PASCH_BEAROFF_TWO_USUAL, NULL, NULL, NULL)))
        return two;
    bytes = pasch_bearoff_two_bytes(two, &size);
    tables_keep(PASCH_BEAROFF_TWO_USUAL, bytes, size);
    return two;
}

const struct pasch_bearoff *tables_one(void)
{
    pthread_mutex_lock(&tables.mutex);
    if (!tables.one)
        tables.one = find_one();
    pthread_mutex_unlock(&tables.mutex);
    return tables.one;
}

const struct pasch_bearoff_two *tables_two(void)
{
    pthread_mutex_lock(&tables.mutex);
    if (!tables.two)
        tables.two = find_two();
    pthread_mutex_unlock(&tables.mutex);
    return tables.two;
}
