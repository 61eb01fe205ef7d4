#ifndef EVAL_NETS_H
#define EVAL_NETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct nets_bytes {
    const uint8_t *bytes;
    size_t size;
};

/* The net files of a game; false if it has none. */
bool nets_find(const char *id, struct nets_bytes *contact, struct nets_bytes *race);

#endif
