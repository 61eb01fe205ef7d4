/* The files of data/nets, compiled in. nets.def, which CMake makes, has a line for each: its place, its name without
 * the ending, and the same with '_' for '-'. */
#include "eval/nets.h"

#include <string.h>

/* Puts a file between two symbols. */
#define NET(symbol, name, file)                                                                                        \
    __asm__(".section .rodata\n"                                                                                       \
            ".balign 64\n"                                                                                             \
            ".global nets_" #symbol "_begin\nnets_" #symbol "_begin:\n"                                                \
            ".incbin \"" file "\"\n"                                                                                   \
            ".global nets_" #symbol "_end\nnets_" #symbol "_end:\n"                                                    \
            ".byte 0\n"                                                                                                \
            ".text\n");                                                                                                \
    extern const uint8_t nets_##symbol##_begin[], nets_##symbol##_end[];
#include "nets.def"
#undef NET

static const struct {
    const char *name;
    const uint8_t *begin, *end;
} nets[] = {
#define NET(symbol, name, file) {name, nets_##symbol##_begin, nets_##symbol##_end},
#include "nets.def"
#undef NET
};

struct nets_bytes nets_find(const char *game, const char *use)
{
    size_t length = strlen(game);
    for (size_t i = 0; i < sizeof nets / sizeof *nets; i++) {
        const char *name = nets[i].name;
        if (strncmp(name, game, length) == 0 && name[length] == '-' && strcmp(name + length + 1, use) == 0)
            return (struct nets_bytes){nets[i].begin, (size_t)(nets[i].end - nets[i].begin)};
    }
    return (struct nets_bytes){NULL, 0};
}
