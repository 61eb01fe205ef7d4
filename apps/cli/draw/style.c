#include "cli/draw/style.h"

#include <string.h>

int style_read(const struct command *command, const struct style_options *wanted, int from,
               enum draw_numbering numbering, struct draw_style *style)
{
    static const char *const kinds[] = {[DRAW_BOARD] = "board", [DRAW_OWN] = "own", [DRAW_HALVES] = "halves"};
    *style = (struct draw_style){.unicode = cli_unicode() && !wanted->ascii,
                                 .color = cli_color() && !wanted->no_color,
                                 .from = from,
                                 .numbering = numbering};
    if (wanted->from && strcmp(wanted->from, "x") != 0 && strcmp(wanted->from, "o") != 0)
        return cli_usage(command, "--from is x or o, not '%s'", wanted->from);
    if (wanted->from)
        style->from = *wanted->from == 'x' ? PASCH_X : PASCH_O;
    if (!wanted->numbers)
        return EXIT_FINE;
    for (int i = 0; i < 3; i++) {
        if (strcmp(wanted->numbers, kinds[i]) == 0) {
            style->numbering = (enum draw_numbering)i;
            return EXIT_FINE;
        }
    }
    return cli_usage(command, "--numbers is board, own or halves, not '%s'", wanted->numbers);
}
