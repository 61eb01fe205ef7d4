#include "search/rated.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

/* Boards there are seen by the next player, which is x here. What cannot be read is a game that is over. */
static bool is_after(const json_t *answer, const struct pasch_play *play)
{
    const struct pasch_side *side = play->board.side;
    struct pasch_position after;
    if (pasch_gnubg_read(&after, json_string_value(json_array_get(answer, 0)), NULL) != PASCH_OK)
        return play->over;
    return memcmp(&after.board.side[PASCH_X], &side[PASCH_O], sizeof *side) == 0 &&
           memcmp(&after.board.side[PASCH_O], &side[PASCH_X], sizeof *side) == 0;
}

static void count(struct rated *rated, const json_t *answers, const struct pasch_play *made, int number)
{
    double best = -9, ours = NAN;
    size_t i;
    json_t *answer;
    json_array_foreach(answers, i, answer)
    {
        double equity = json_number_value(json_array_get(answer, 1));
        best = equity > best ? equity : best;
        if (is_after(answer, made))
            ours = equity;
    }
    if (isnan(ours))
        testing_fail("line %d: GNU Backgammon does not know the play", number);
    rated->decisions++;
    rated->best += best - ours < 1e-9;
    assert_in_range(number, 1, RATED_LINES);
    rated->lost[number - 1] += best - ours;
    rated->lines = number > rated->lines ? number : rated->lines;
}

struct asking {
    struct rated *rated;
    int step;
    rated_chooser *choose;
    void *context;
};

static void ask(const char *line, int number, void *context)
{
    const struct asking *asking = context;
    struct pasch_plays *plays = &asking->rated->plays;
    struct pasch_error error;
    if (number % asking->step != 0)
        return;
    json_t *row = json_loads(line, 0, NULL), *dice = json_object_get(row, "dice");
    struct pasch_position p = testing_position(json_string_value(json_object_get(row, "pos")));
    if (pasch_position_set_dice(&p, (int)json_integer_value(json_array_get(dice, 0)),
                                (int)json_integer_value(json_array_get(dice, 1)), &error) != PASCH_OK ||
        pasch_position_plays(&p, plays, &error) != PASCH_OK)
        testing_fail("line %d: %s", number, error.text);
    size_t index = asking->choose(asking->context, number, &p, plays);
    count(asking->rated, json_object_get(row, "equities"), &plays->play[index], number);
    json_decref(row);
}

void rated_ask(struct rated *rated, int step, rated_chooser *choose, void *context)
{
    struct asking asking = {rated, step, choose, context};
    testing_lines(PASCH_SHARED "/reference/gnubg/best.jsonl", ask, &asking);
}

double rated_loss(const struct rated *rated)
{
    double lost = 0;
    for (int i = 0; i < rated->lines; i++)
        lost += rated->lost[i];
    return 1000 * lost / (double)rated->decisions;
}
