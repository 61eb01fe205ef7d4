/* The page, compiled in: the files of build/web. */
#ifndef SERVER_ASSETS_H
#define SERVER_ASSETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ASSETS_ETAG = 36 };

struct asset {
    const char *path; /* "/app.js" */
    const uint8_t *bytes;
    size_t size;
};

/* The file of that path, or NULL. */
const struct asset *asset_find(const char *path);

/* The same file compressed as the client accepts it, with the name of the encoding; or the file itself and NULL. */
const struct asset *asset_compressed(const struct asset *asset, const char *accepted, const char **encoding);

const char *asset_type(const struct asset *asset);

/* Whether the name has a hash of the content in it, so that it may be kept for ever. */
bool asset_is_forever(const struct asset *asset);

/* In quotes. */
void asset_etag(const struct asset *asset, char out[ASSETS_ETAG]);

#endif
