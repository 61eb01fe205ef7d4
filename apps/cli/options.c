#include "cli/options.h"

#include <stdio.h>

enum pasch_status options_find(struct options *options, const struct pasch_position *position,
                               struct pasch_error *error)
{
    options->naming = pasch_position_due(position) == PASCH_DUE_CHOOSE;
    options->count = 0;
    if (options->naming) {
        options->count = (size_t)pasch_position_choices(position, options->choice);
        return PASCH_OK;
    }
    enum pasch_status status = pasch_position_plays(position, &options->plays, error);
    if (status == PASCH_OK)
        options->count = options->plays.count;
    return status;
}

void options_rank(struct options *options, struct pasch_search *search, int plies,
                  const struct pasch_position *position, const struct pasch_cube *cube)
{
    if (options->naming)
        pasch_search_choices(search, plies, position, cube, options->choice, (int)options->count, options->ranked);
    else if (options->count)
        pasch_search_plays(search, plies, position, cube, &options->plays, options->ranked);
}

struct pasch_position options_after(const struct options *options, const struct pasch_position *position, size_t index)
{
    struct pasch_position after = *position;
    if (options->naming)
        pasch_position_choose(&after, options->choice[index][0], options->choice[index][1], NULL);
    else
        pasch_position_play(&after, &options->plays.play[index]);
    return after;
}

void options_write(const struct options *options, const struct pasch_rules *rules, size_t index,
                   char out[PASCH_MOVE_ROOM])
{
    if (options->naming)
        snprintf(out, PASCH_MOVE_ROOM, "choose %d%d", options->choice[index][0], options->choice[index][1]);
    else
        pasch_move_write(rules, &options->plays.play[index], out);
}
