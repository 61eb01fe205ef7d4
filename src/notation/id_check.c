#include "notation/id_check.h"

#include <string.h>

#include "base/error.h"

enum pasch_status id_check_writable(const struct pasch_position *position, const char *what, struct pasch_error *error)
{
    const char *why = NULL;
    if (strcmp(position->rules->id, pasch_game_at(0)->id) != 0)
        why = "can only say positions of standard backgammon";
    else if (position->over)
        why = "cannot say that the game is over";
    else if (position->stages &&
             !(position->stages == 1 && position->rolled && position->stage[0].kind == PASCH_STAGE_MOVES))
        why = "can only say a roll of which nothing has been played";
    return why ? error_set(error, PASCH_BAD_POSITION, 0, "%s %s", what, why) : pasch_position_check(position, error);
}
