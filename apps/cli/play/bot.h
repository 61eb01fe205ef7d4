/* Simple opponents. They see a position and its plays, never the source of the dice. */
#ifndef BOT_H
#define BOT_H

#include "pasch/dice.h"
#include "pasch/position.h"

struct bot {
    const char *name;
    /* The number of the play it likes, of at least one. */
    size_t (*play)(const struct pasch_position *position, const struct pasch_plays *plays, struct pasch_rng *rng);
    /* The number of the roll it names. `plays` is room to work in. */
    int (*choose)(const struct pasch_position *position, uint8_t choice[21][2], int choices, struct pasch_plays *plays,
                  struct pasch_rng *rng);
    bool (*takes)(const struct pasch_position *position);
};

/* By name: "random" or "greedy"; NULL if there is none. */
const struct bot *bot_find(const char *name);

#endif
