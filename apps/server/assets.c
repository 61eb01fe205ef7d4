#include "server/assets.h"

#include <ctype.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Puts a file between two symbols. assets.def, which assets.cmake makes, has a line for each, in the order of paths. */
#define ASSET(number, path, file)                                                                                      \
    __asm__(".section .rodata\n"                                                                                       \
            ".balign 16\n"                                                                                             \
            ".global asset_" #number "_begin\nasset_" #number "_begin:\n"                                              \
            ".incbin \"" file "\"\n"                                                                                   \
            ".global asset_" #number "_end\nasset_" #number "_end:\n"                                                  \
            ".byte 0\n"                                                                                                \
            ".text\n");                                                                                                \
    extern const uint8_t asset_##number##_begin[], asset_##number##_end[];
#include "assets.def"
#undef ASSET

struct entry {
    const char *path;
    const uint8_t *begin, *end;
};

/* The last line ends them, also where there is no page. */
static const struct entry entries[] = {
#define ASSET(number, path, file) {path, asset_##number##_begin, asset_##number##_end},
#include "assets.def"
#undef ASSET
    {"", NULL, NULL}};

static struct asset assets[sizeof entries / sizeof *entries];
static char etags[sizeof entries / sizeof *entries][ASSETS_ETAG];

const struct asset *asset_find(const char *path)
{
    for (size_t i = 0; entries[i].begin; i++) {
        if (strcmp(entries[i].path, path) != 0)
            continue;
        assets[i] = (struct asset){entries[i].path, entries[i].begin, (size_t)(entries[i].end - entries[i].begin)};
        return &assets[i];
    }
    return NULL;
}

/* Whether a list like "gzip, br;q=0.5" has the coding, and not with a q of zero. */
static bool accepts(const char *list, const char *coding)
{
    size_t length = strlen(coding);
    for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',') {
        at += strspn(at, " \t");
        if (strncasecmp(at, coding, length) != 0 || isalnum((unsigned char)at[length]))
            continue;
        const char *q = at + length + strspn(at + length, " \t;");
        return strncmp(q, "q=0", 3) != 0 || q[3] == '.';
    }
    return false;
}

const struct asset *asset_compressed(const struct asset *asset, const char *accepted, const char **encoding)
{
    static const struct {
        const char *coding, *ending;
    } ways[] = {{"br", ".br"}, {"gzip", ".gz"}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s%s", asset->path, ways[i].ending);
        const struct asset *other = accepts(accepted, ways[i].coding) ? asset_find(path) : NULL;
        if (other) {
            *encoding = ways[i].coding;
            return other;
        }
    }
    *encoding = NULL;
    return asset;
}

const char *asset_type(const struct asset *asset)
{
    static const struct {
        const char *ending, *type;
    } types[] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".json", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".wasm", "application/wasm"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".ico", "image/x-icon"},
        {".webp", "image/webp"},
        {".woff2", "font/woff2"},
        {".txt", "text/plain; charset=utf-8"},
        {".md", "text/plain; charset=utf-8"},
        {".mp3", "audio/mpeg"},
        {".ogg", "audio/ogg"},
        {".wav", "audio/wav"},
    };
    size_t length = strlen(asset->path);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        size_t ending = strlen(types[i].ending);
        if (length > ending && strcmp(asset->path + length - ending, types[i].ending) == 0)
            return types[i].type;
    }
    return "application/octet-stream";
}

/* "name-5XK2ABCD.js" or "name.5xk2abcd.js": eight or more letters and digits, a digit or only capitals among them. */
bool asset_is_forever(const struct asset *asset)
{
    const char *name = strrchr(asset->path, '/') + 1, *end = strrchr(name, '.');
    if (!end)
        return false;
    const char *begin = end;
    bool digits = false, small = false;
    while (begin > name && isalnum((unsigned char)begin[-1])) {
        begin--;
        digits |= isdigit((unsigned char)*begin) != 0;
        small |= islower((unsigned char)*begin) != 0;
    }
    return begin > name && (begin[-1] == '-' || begin[-1] == '.') && end - begin >= 8 && (digits || !small);
}

void asset_etag(const struct asset *asset, char out[ASSETS_ETAG])
{
    char *kept = etags[asset - assets];
    if (!*kept) {
        uint8_t hash[16];
        char hex[33];
        crypto_generichash(hash, sizeof hash, asset->bytes, asset->size, NULL, 0);
        sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
        snprintf(kept, ASSETS_ETAG, "\"%s\"", hex);
    }
    memcpy(out, kept, ASSETS_ETAG);
}
