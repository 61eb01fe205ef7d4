#include "pasch/dice.h"

#include "base/error.h"

void pasch_dice_seed(struct pasch_dice *dice, uint64_t seed)
{
    *dice = (struct pasch_dice){0};
    pasch_rng_seed(&dice->rng, seed);
}

void pasch_dice_list(struct pasch_dice *dice, const uint8_t *list, size_t count)
{
    *dice = (struct pasch_dice){.list = list, .count = count};
}

int pasch_dice_next(struct pasch_dice *dice)
{
    if (dice->list && dice->at == dice->count)
        return 0;
    dice->thrown++;
    return dice->list ? dice->list[dice->at++] : (int)pasch_rng_below(&dice->rng, 6) + 1;
}

enum pasch_status pasch_dice_parse(const char *text, uint8_t *list, size_t room, size_t *count,
                                   struct pasch_error *error)
{
    int line = 1, column = 1;
    bool comment = false;
    *count = 0;
    for (; *text; text++, column++) {
        if (*text == '\n') {
            line++;
            column = 0;
            comment = false;
        } else if (*text == '#') {
            comment = true;
        } else if (comment || *text == ' ' || *text == '\t' || *text == '\r' || *text == ',' || *text == '-') {
            continue;
        } else if (*text < '1' || *text > '6') {
            return error_set(error, PASCH_BAD_TEXT, column, "line %d, column %d: a die shows 1 to 6", line, column);
        } else if (*count == room) {
            return error_set(error, PASCH_FULL, column, "line %d: more than %zu dice", line, room);
        } else {
            list[(*count)++] = (uint8_t)(*text - '0');
        }
    }
    return PASCH_OK;
}
