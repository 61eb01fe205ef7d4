/* The options with which boards are drawn. */
#ifndef STYLE_H
#define STYLE_H

#include "cli/cli.h"
#include "cli/draw/draw.h"

struct style_options {
    const char *from, *numbers;
    bool ascii, no_color;
};

#define STYLE_OPTIONS(w)                                                                                               \
    {"--from", &(w).from, NULL, NULL, NULL}, {"--numbers", &(w).numbers, NULL, NULL, NULL},                            \
        {"--ascii", NULL, &(w).ascii, NULL, NULL},                                                                     \
    {                                                                                                                  \
        "--no-color", NULL, &(w).no_color, NULL, NULL                                                                  \
    }

#define STYLE_HELP                                                                                                     \
    "  --from x|o         whose side is at the bottom\n"                                                               \
    "  --numbers KIND     board (1-24), own (pips to go, of the side to act) or\n"                                     \
    "                     halves (1-12 and 1A-12A)\n"                                                                  \
    "  --ascii            plain letters instead of Unicode\n"                                                          \
    "  --no-color         no colours, as with NO_COLOR in the environment\n"

/* EXIT_FINE, or EXIT_USAGE after saying what is wrong. */
int style_read(const struct command *command, const struct style_options *wanted, int from,
               enum draw_numbering numbering, struct draw_style *style);

#endif
