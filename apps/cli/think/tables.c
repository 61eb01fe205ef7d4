#include "cli/think/tables.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* A table of what is solved: one of the two kinds. */
struct solved {
    struct solved *next;
    char name[PASCH_EXACT_NAME];
    struct pasch_exact_solo *solo;
    struct pasch_exact_pairs *pairs;
};

/* What is known of a game, with a row of its own: the caller's may be gone before. */
struct known {
    struct known *next;
    struct pasch_rules rules;
    struct pasch_exact exact;
};

static struct {
    pthread_mutex_t mutex;
    struct pasch_bearoff *one;
    struct pasch_bearoff_two *two;
    struct solved *solved;
    struct known *known;
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

bool tables_exact_path(const char name[PASCH_EXACT_NAME], char path[FILES_PATH])
{
    if (!tables_folder(path))
        return false;
    size_t length = strlen(path);
    snprintf(path + length, FILES_PATH - length, "/%s.exact", name);
    return true;
}

static bool keep(const char *path, const void *bytes, size_t size)
{
    char folder[FILES_PATH];
    return tables_folder(folder) && files_make_folder(folder) && files_write(path, bytes, size);
}

bool tables_keep(int men, const void *bytes, size_t size)
{
    char path[FILES_PATH];
    return !tables_path(men, path) || keep(path, bytes, size);
}

bool tables_exact_keep(const char name[PASCH_EXACT_NAME], const void *bytes, size_t size)
{
    char path[FILES_PATH];
    return !tables_exact_path(name, path) || keep(path, bytes, size);
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

/* What is solved. */

/* People who wait are told why, if it takes longer than a moment. */
struct wait {
    const char *game;
    double begun, told;
};
static const double patience = 0.5, between = 0.2;

static double clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static bool tell(void *context, double part)
{
    struct wait *wait = context;
    double now = clock_seconds();
    if (now - wait->begun < patience || now - wait->told < between || !isatty(STDERR_FILENO))
        return true;
    wait->told = now;
    fprintf(stderr, "\r\033[KA table of %s is made, once: %.0f %%", wait->game, 100 * part);
    return true;
}

static void end_telling(const struct wait *wait)
{
    if (wait->told > 0)
        fprintf(stderr, "\r\033[K");
}

/* Opens a table that is kept. */
static bool open_kept(const struct pasch_rules *rules, int men, struct solved *table)
{
    char path[FILES_PATH];
    size_t size = 0;
    const void *bytes = tables_exact_path(table->name, path) ? files_map(path, &size) : NULL;
    if (bytes && men)
        table->pairs = pasch_exact_pairs_open(rules, men, bytes, size, NULL);
    else if (bytes)
        table->solo = pasch_exact_solo_open(rules, PASCH_EXACT_HOME, bytes, size, NULL);
    if (table->solo || table->pairs)
        return true;
    files_unmap(bytes, size);
    return false;
}

/* Whether that can be kept is no matter. */
static bool make(const struct pasch_rules *rules, int men, struct solved *table)
{
    struct wait wait = {.game = rules->id, .begun = clock_seconds()};
    const void *bytes = NULL;
    size_t size;
    if (men && (table->pairs = pasch_exact_pairs_create(rules, men, tell, &wait)))
        bytes = pasch_exact_pairs_bytes(table->pairs, &size);
    else if (!men && (table->solo = pasch_exact_solo_create(rules, PASCH_EXACT_HOME, tell, &wait)))
        bytes = pasch_exact_solo_bytes(table->solo, &size);
    end_telling(&wait);
    if (bytes)
        tables_exact_keep(table->name, bytes, size);
    return bytes != NULL;
}

/* The two-sided table for so many men, or with 0 the one-sided one; NULL when out of memory, or if it is not there and
 * not to be made. */
static const struct solved *find_solved(const struct pasch_rules *rules, int men, bool only_kept)
{
    struct solved one = {.next = tables.solved}, *table = tables.solved;
    if (men)
        pasch_exact_pairs_name(rules, men, one.name);
    else
        pasch_exact_solo_name(rules, PASCH_EXACT_HOME, one.name);
    while (table && strcmp(table->name, one.name) != 0)
        table = table->next;
    if (table || (!open_kept(rules, men, &one) && (only_kept || !make(rules, men, &one))))
        return table;
    table = malloc(sizeof *table);
    if (table) {
        *table = one;
        tables.solved = table;
    } else {
        pasch_exact_solo_destroy(one.solo);
        pasch_exact_pairs_destroy(one.pairs);
    }
    return table;
}

/* A ring, and men that walk both ways, take a quarter of a minute; with one man less they take no time. */
static const struct solved *find_pairs(const struct pasch_rules *rules)
{
    int men = pasch_exact_pairs_men(rules);
    if (men && !rules->ring && !rules->backward)
        return find_solved(rules, men, false);
    const struct solved *kept = men ? find_solved(rules, men, true) : NULL;
    return kept || men < 2 ? kept : find_solved(rules, men - 1, false);
}

static void find_tables(const struct pasch_rules *rules, struct pasch_exact *out)
{
    const struct solved *solo = NULL, *pairs = find_pairs(rules);
    if (pasch_exact_solo_fits(rules, PASCH_EXACT_HOME))
        solo = find_solved(rules, 0, false);
    out->solo = solo ? solo->solo : NULL;
    out->pairs = pairs ? pairs->pairs : NULL;
}

/* A board does not say what is thrown where throws differ. */
bool tables_serve(const struct pasch_rules *rules)
{
    return rules->throws == PASCH_THROW_EACH && !pasch_evaluate_fits(rules);
}

static const struct pasch_exact *find_known(const struct pasch_rules *rules)
{
    struct pasch_exact exact = {.rules = rules};
    find_tables(rules, &exact);
    if (!exact.solo && !exact.pairs)
        return NULL;
    struct known *known = tables.known;
    while (known &&
           (known->exact.solo != exact.solo || known->exact.pairs != exact.pairs || known->rules.score != rules->score))
        known = known->next;
    if (known || !(known = malloc(sizeof *known)))
        return known ? &known->exact : NULL;
    *known = (struct known){.next = tables.known, .rules = *rules, .exact = exact};
    known->exact.rules = &known->rules;
    tables.known = known;
    return &known->exact;
}

const struct pasch_exact *tables_exact(const struct pasch_rules *rules)
{
    if (!tables_serve(rules))
        return NULL;
    pthread_mutex_lock(&tables.mutex);
    const struct pasch_exact *exact = find_known(rules);
    pthread_mutex_unlock(&tables.mutex);
    return exact;
}

bool tables_know_all(const struct pasch_exact *exact)
{
    struct pasch_position start;
    struct pasch_exact_value value;
    pasch_position_start(&start, exact->rules);
    return pasch_exact_board(exact, &start.board, start.turn, &value);
}
