/* The nets that come with the program. */
#ifndef EVAL_NETS_H
#define EVAL_NETS_H

#include <stddef.h>
#include <stdint.h>

struct nets_bytes {
    const uint8_t *bytes; /* NULL if there is no such net */
    size_t size;
};

/* The net file of a game, by the name of what it is for. */
struct nets_bytes nets_find(const char *game, const char *use);

#endif
