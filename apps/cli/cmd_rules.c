#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/pages.h"

static const char *find_page(const char *id)
{
    for (const struct page *page = pages; page->id; page++) {
        if (strcmp(page->id, id) == 0)
            return page->text;
    }
    return NULL;
}

/* Markdown as a terminal shows it best: headings and stressed words in bold where there is colour, else as they are. */
static void print_page(FILE *out, const char *text, bool color)
{
    bool line_start = true, heading = false, bold = false;
    for (; *text; text++) {
        if (line_start && *text == '#' && color) {
            while (*text == '#' || *text == ' ')
                text++;
            fputs("\033[1m", out);
            heading = true;
        }
        if (!heading && color && strncmp(text, "**", 2) == 0) {
            bold = !bold;
            fputs(bold ? "\033[1m" : "\033[0m", out);
            text++;
            continue;
        }
        if (*text == '\n' && heading) {
            fputs("\033[0m", out);
            heading = false;
        }
        fputc(*text, out);
        line_start = *text == '\n';
    }
}

int rules_show(const char *id)
{
    const struct pasch_rules *rules = cli_find_game(id);
    const char *text = rules ? find_page(id) : NULL;
    if (!rules)
        return EXIT_USAGE;
    if (!text) {
        fprintf(stderr, "pasch rules: this build has no page for '%s'\n", id);
        return EXIT_NO;
    }
    if (!isatty(STDOUT_FILENO)) {
        print_page(stdout, text, false);
        return EXIT_FINE;
    }
    const char *pager = getenv("PAGER");
    setenv("LESS", "FRX", 0);
    FILE *out = popen(pager && *pager ? pager : "less 2>/dev/null || more", "w");
    if (!out) {
        print_page(stdout, text, cli_color());
        return EXIT_FINE;
    }
    print_page(out, text, cli_color());
    pclose(out);
    return EXIT_FINE;
}

static int run(int argc, char **argv)
{
    int status = cli_options(&command_rules, &argc, argv, NULL, 0);
    if (status != EXIT_FINE)
        return status < 0 ? EXIT_FINE : status;
    if (argc != 2)
        return cli_usage(&command_rules, "name one game; 'pasch games' lists them");
    return rules_show(argv[1]);
}

const struct command command_rules = {
    .name = "rules",
    .arguments = "GAME",
    .summary = "How a game is played",
    .help = "The page goes through $PAGER (less) on a terminal, and as Markdown elsewhere.\n",
    .run = run,
};
