#include "cli/cli.h"
static int run(int a, char **b)
{
    (void)a;
    (void)b;
    return 0;
}
const struct command command_play = {.name = "play", .arguments = "", .summary = "", .run = run};
