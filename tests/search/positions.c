#include "search/positions.h"

#include <jansson.h>

struct reading {
    struct pasch_position *position;
    int count;
};

static void read_line(const char *line, int number, void *context)
{
    struct reading *reading = context;
    if (reading->count == POSITIONS)
        return;
    json_error_t json_error;
    struct pasch_error error;
    json_t *row = json_loads(line, 0, &json_error), *dice = json_object_get(row, "dice");
    struct pasch_position *position = &reading->position[reading->count];
    *position = testing_position(json_string_value(json_object_get(row, "pos")));
    if (pasch_position_set_dice(position, (int)json_integer_value(json_array_get(dice, 0)),
                                (int)json_integer_value(json_array_get(dice, 1)), &error) != PASCH_OK)
        testing_fail("line %d: %s", number, error.text);
    reading->count++;
    json_decref(row);
}

void positions_read(struct pasch_position position[POSITIONS])
{
    struct reading reading = {position, 0};
    testing_lines(PASCH_SHARED "/reference/gnubg/best.jsonl", read_line, &reading);
    assert_int_equal(reading.count, POSITIONS);
}

static struct pasch_probs brute_roll(struct brute *brute, const struct pasch_board *board, int me, int plies,
                                     const struct pasch_stage *stage)
{
    struct pasch_plays plays = testing_plays();
    struct pasch_probs best = {0};
    float equity = -9;
    pasch_moves_plain(brute->evaluator->rules, board, me, stage, &plays);
    if ((int)plays.count > brute->most)
        brute->most = (int)plays.count;
    for (size_t i = 0; i < plays.count || i == 0; i++) {
        const struct pasch_board *after = plays.count ? &plays.play[i].board : board;
        struct pasch_probs theirs = brute_value(brute, after, 1 - me, plies - 1), mine = pasch_probs_flip(&theirs);
        if (pasch_probs_equity(&mine) > equity) {
            equity = pasch_probs_equity(&mine);
            best = mine;
        }
    }
    testing_plays_free(&plays);
    return best;
}

struct pasch_probs brute_value(struct brute *brute, const struct pasch_board *board, int me, int plies)
{
    if (!plies || pasch_class_of(brute->evaluator->rules, board) == PASCH_CLASS_OVER)
        return pasch_evaluate(brute->evaluator, board, me);
    struct pasch_probs mean = {0};
    for (int roll = 0; roll < 36; roll++) {
        struct pasch_stage stage = {PASCH_STAGE_MOVES, {(uint8_t)(1 + roll / 6), (uint8_t)(1 + roll % 6)}};
        struct pasch_probs best = brute_roll(brute, board, me, plies, &stage);
        mean.win += best.win / 36;
        mean.win_gammon += best.win_gammon / 36;
        mean.win_backgammon += best.win_backgammon / 36;
        mean.lose_gammon += best.lose_gammon / 36;
        mean.lose_backgammon += best.lose_backgammon / 36;
    }
    return mean;
}
