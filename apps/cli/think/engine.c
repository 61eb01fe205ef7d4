#include "cli/think/engine.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/think/tables.h"

/* The files of a folder, as long as they are being read. */
struct nets {
    struct pasch_engine_parts parts;
    char path[PASCH_NET_USES][FILES_PATH];
};

static bool fail(struct pasch_error *error, const char *path, const char *reason)
{
    *error = (struct pasch_error){.status = PASCH_BAD_TEXT};
    snprintf(error->text, sizeof error->text, "%.140s: %s", path, reason);
    return false;
}

/* <game>-<use>.net, or else <use>.net. */
static const void *map_net(const struct pasch_rules *rules, const char *folder, const char *use, char path[FILES_PATH],
                           size_t *size)
{
    snprintf(path, FILES_PATH, "%s/%s-%s.net", folder, rules->id, use);
    const void *bytes = files_map(path, size);
    if (bytes || errno != ENOENT)
        return bytes;
    snprintf(path, FILES_PATH, "%s/%s.net", folder, use);
    return files_map(path, size);
}

static bool map_nets(struct nets *nets, const struct pasch_rules *rules, const char *folder, struct pasch_error *error)
{
    for (int use = 0; use < PASCH_NET_USES; use++) {
        const char *name = pasch_net_use_name(use);
        size_t size = 0;
        const void *bytes = map_net(rules, folder, name, nets->path[use], &size);
        nets->parts.net[use].bytes = bytes;
        nets->parts.net[use].size = size;
        nets->parts.net[use].name = nets->path[use];
        bool needed = !nets->parts.knows_all && pasch_net_is_needed(rules, use);
        if (bytes || (errno == ENOENT && !needed))
            continue;
        if (errno == ENOENT && access(folder, F_OK) != 0)
            return fail(error, folder, "there is no such folder");
        if (errno != ENOENT)
            return fail(error, nets->path[use], errno == EINVAL ? "this is no net file" : strerror(errno));
        char missing[80];
        snprintf(missing, sizeof missing, "there is no %s-%s.net or %s.net here", rules->id, name, name);
        return fail(error, folder, missing);
    }
    return true;
}

/* NULL, for want of memory, is for the engine to find. */
static void find_tables(struct pasch_engine_parts *parts, const struct pasch_rules *rules)
{
    const struct pasch_exact *exact = tables_exact(rules);
    if (exact) {
        parts->known = pasch_exact_known;
        parts->tables = exact;
        parts->knows_all = tables_know_all(exact);
    }
    if (pasch_bearoff_fits(rules)) {
        parts->bearoff = tables_one();
        parts->two = tables_two();
    }
}

struct pasch_engine *engine_open(const struct pasch_rules *rules, const char *folder, struct pasch_error *error)
{
    struct nets nets = {.parts.kernel = getenv("PASCH_KERNEL")};
    struct pasch_engine *engine = NULL;
    find_tables(&nets.parts, rules);
    if (!folder || map_nets(&nets, rules, folder, error))
        engine = pasch_engine_create(rules, &nets.parts, error);
    for (int use = 0; use < PASCH_NET_USES; use++)
        files_unmap(nets.parts.net[use].bytes, nets.parts.net[use].size);
    return engine;
}
