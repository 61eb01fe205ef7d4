#include "pasch/perft.h"

static uint64_t perft_stage(const struct pasch_position *position, int depth, struct pasch_plays *plays)
{
    pasch_position_plays(position, plays, NULL);
    if (depth == 1)
        return plays->count ? plays->count : 1;
    uint64_t sum = 0;
    size_t i = 0;
    do {
        struct pasch_position next = *position;
        pasch_position_play(&next, plays->count ? &plays->play[i] : NULL);
        sum += pasch_perft(&next, depth - 1, plays + 1);
    } while (++i < plays->count);
    return sum;
}

uint64_t pasch_perft(const struct pasch_position *position, int depth, struct pasch_plays *plays)
{
    enum pasch_due due = pasch_position_due(position);
    if (depth == 0 || due == PASCH_DUE_NOTHING || due == PASCH_DUE_ANSWER)
        return 1;
    if (due == PASCH_DUE_PLAY)
        return perft_stage(position, depth, plays);
    uint64_t sum = 0;
    struct pasch_position next;
    if (due == PASCH_DUE_CHOOSE) {
        uint8_t choice[21][2];
        int count = pasch_position_choices(position, choice);
        for (int i = 0; i < count; i++) {
            next = *position;
            pasch_position_choose(&next, choice[i][0], choice[i][1], NULL);
            sum += pasch_perft(&next, depth, plays);
        }
        return sum;
    }
    for (int high = 1; high <= 6; high++) {
        for (int low = 1; low <= high; low++) {
            next = *position;
            pasch_position_throw(&next, high, low, NULL);
            sum += pasch_perft(&next, depth, plays);
        }
    }
    return sum;
}
