/* Writes a game's counts in the form of the files beside this one: make_perft GAME > GAME.perft. Not a test: run it
 * when the rules of a game have changed, and look at what changed in its file. */
#include <stdlib.h>
#include <string.h>

#include "pasch/perft.h"
#include "testing.h"

int main(int argc, char **argv)
{
    const struct pasch_rules *rules = argc == 2 ? pasch_game_find(argv[1]) : NULL;
    if (!rules) {
        fprintf(stderr, "usage: make_perft GAME\n");
        return EXIT_FAILURE;
    }
    bool deep = strcmp(rules->id, "standard") == 0;
    struct pasch_plays plays[3] = {testing_plays(), testing_plays(), testing_plays()};
    struct pasch_position start, thrown;
    pasch_position_start(&start, rules);
    printf("# %s: plays from the start, x to throw; a pass counts one.\n", rules->name);
    printf("# First by roll, at depth 1. Depth counts stages, summed over the 21 rolls and over all namings.\n");
    if (deep)
        printf("# Found by another program, too: shared/research/training.md, section 9.\n");
    if (rules->throws == PASCH_THROW_PREVIEW)
        printf("# The other side's open throw is part of a stage: 21 times the plays of each roll.\n");
    if (rules->throws == PASCH_THROW_ROLES)
        printf("# x throws here, o chooses.\n");
    for (int high = 1; high <= 6; high++) {
        for (int low = 1; low <= high; low++) {
            thrown = start;
            pasch_position_throw(&thrown, high, low, NULL);
            printf("%d%d %llu\n", high, low, (unsigned long long)pasch_perft(&thrown, 1, plays));
        }
    }
    for (int depth = 1; depth <= (deep ? 3 : 2); depth++)
        printf("depth %d %llu\n", depth, (unsigned long long)pasch_perft(&start, depth, plays));
    for (int i = 0; i < 3; i++)
        testing_plays_free(&plays[i]);
    return EXIT_SUCCESS;
}
