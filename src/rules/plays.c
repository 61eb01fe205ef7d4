#include "rules/plays.h"

#include <string.h>

size_t pasch_plays_bytes(size_t room)
{
    return room * sizeof(struct pasch_play) + 2 * room * sizeof(uint32_t);
}

void pasch_plays_init(struct pasch_plays *plays, void *memory, size_t room)
{
    plays->play = memory;
    plays->slot = (uint32_t *)(void *)(plays->play + room);
    plays->room = room;
    plays->count = 0;
}

bool board_equal(const struct pasch_board *a, const struct pasch_board *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

static uint32_t board_hash(const struct pasch_board *board)
{
    uint64_t word[sizeof *board / sizeof(uint64_t)], hash = 0;
    memcpy(word, board, sizeof *board);
    for (size_t i = 0; i < sizeof word / sizeof *word; i++)
        hash = (hash ^ word[i]) * 0x9e3779b97f4a7c15u, hash ^= hash >> 29;
    return (uint32_t)(hash >> 32);
}

/* A slot holds the play's number + 1, 0 = free. */
static void enter(struct plays_index *index, size_t number)
{
    struct pasch_plays *plays = index->plays;
    uint32_t at = board_hash(&plays->play[number].board) & index->mask;
    while (plays->slot[at])
        at = (at + 1) & index->mask;
    plays->slot[at] = (uint32_t)number + 1;
}

static void resize(struct plays_index *index, uint32_t size)
{
    index->mask = size - 1;
    memset(index->plays->slot, 0, size * sizeof(uint32_t));
    for (size_t i = index->begin; i < index->plays->count; i++)
        enter(index, i);
}

void plays_index_start(struct plays_index *index, struct pasch_plays *plays, size_t begin)
{
    index->plays = plays;
    index->begin = begin;
    uint32_t size = 64, most = (uint32_t)(2 * plays->room);
    while (size < 2 * (plays->count - begin) && size < most)
        size *= 2;
    resize(index, size < most ? size : most);
}

struct pasch_play *plays_index_find(const struct plays_index *index, const struct pasch_board *board)
{
    const struct pasch_plays *plays = index->plays;
    for (uint32_t at = board_hash(board) & index->mask; plays->slot[at]; at = (at + 1) & index->mask) {
        struct pasch_play *play = &plays->play[plays->slot[at] - 1];
        if (board_equal(&play->board, board))
            return play;
    }
    return NULL;
}

bool plays_index_add(struct plays_index *index)
{
    struct pasch_plays *plays = index->plays;
    if (2 * (plays->count - index->begin + 1) > index->mask && index->mask + 1 < 2 * plays->room)
        resize(index, 4 * (index->mask + 1) <= 2 * plays->room ? 4 * (index->mask + 1) : (uint32_t)(2 * plays->room));
    const struct pasch_play *play = &plays->play[plays->count];
    struct pasch_play *equal = plays_index_find(index, &play->board);
    if (equal) {
        if (equal->hops < play->hops)
            *equal = *play;
        return false;
    }
    enter(index, plays->count++);
    return true;
}

void plays_apply_duty(struct pasch_plays *plays, enum pasch_duty duty, int numbers, int high)
{
    int most = 0;
    bool high_used = false;
    for (size_t i = 0; i < plays->count; i++) {
        const struct pasch_play *play = &plays->play[i];
        if (play->hops > most)
            most = play->hops;
        if (play->hops == 1 && play->hop[0].number == high)
            high_used = true;
    }
    bool only_high = duty == PASCH_DUTY_HIGHER && most == 1 && numbers == 2 && high_used;
    size_t kept = 0;
    for (size_t i = 0; i < plays->count; i++) {
        struct pasch_play *play = &plays->play[i];
        bool keep = play->over || (play->hops == most && !(only_high && play->hop[0].number != high) &&
                                   !(duty == PASCH_DUTY_ALL && most < numbers));
        if (!keep)
            continue;
        play->full = play->over || play->hops == numbers;
        if (kept != i)
            plays->play[kept] = *play;
        kept++;
    }
    plays->count = kept;
}
