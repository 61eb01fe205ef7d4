/* The nets that come with the program, as they lie in data/nets. */
#include "eval/nets.h"

#include <string.h>

/* Puts a file between two symbols. */
#define EMBED(symbol, file)                                                                                            \
    __asm__(".section .rodata\n"                                                                                       \
            ".balign 64\n"                                                                                             \
            ".global " symbol "_begin\n" symbol "_begin:\n"                                                            \
            ".incbin \"" PASCH_NETS "/" file "\"\n"                                                                    \
            ".global " symbol "_end\n" symbol "_end:\n"                                                                \
            ".byte 0\n"                                                                                                \
            ".text\n");

EMBED("nets_standard_contact", "standard-contact.net")
EMBED("nets_standard_race", "standard-race.net")

extern const uint8_t nets_standard_contact_begin[], nets_standard_contact_end[];
extern const uint8_t nets_standard_race_begin[], nets_standard_race_end[];

static const struct {
    const char *id;
    const uint8_t *contact, *contact_end, *race, *race_end;
} nets[] = {
    {"standard", nets_standard_contact_begin, nets_standard_contact_end, nets_standard_race_begin,
     nets_standard_race_end},
};

bool nets_find(const char *id, struct nets_bytes *contact, struct nets_bytes *race)
{
    for (size_t i = 0; i < sizeof nets / sizeof *nets; i++) {
        if (strcmp(nets[i].id, id) != 0)
            continue;
        *contact = (struct nets_bytes){nets[i].contact, (size_t)(nets[i].contact_end - nets[i].contact)};
        *race = (struct nets_bytes){nets[i].race, (size_t)(nets[i].race_end - nets[i].race)};
        return true;
    }
    return false;
}
