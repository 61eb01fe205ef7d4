/* What the levels lose: each plays the decisions of best.jsonl, and GNU Backgammon's 2-ply search says what its plays
 * cost. A line for each level: its number, decisions, share of them that are the best play, thousandths of a point lost
 * a decision with the standard error, milliseconds for one in the mean and at the most. No test:
 * tools/measure-levels.sh uses it. */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "pasch/level.h"
#include "testing.h"

enum { SEEDS = 8, LINES = 4096 }; /* players of a level that misjudges; room for lines */

struct measure {
    struct pasch_mind *mind;
    struct pasch_plays plays;
    uint64_t seed;
    long decisions, best;
    int lines;
    double lost[LINES]; /* by line, all players together: they may find the same ones hard */
    double seconds, slowest;
};

static double clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

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

static void count(struct measure *m, const json_t *answers, const struct pasch_play *made, int number)
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
    m->decisions++;
    m->best += best - ours < 1e-9;
    assert_in_range(number, 1, LINES);
    m->lost[number - 1] += best - ours;
    m->lines = number > m->lines ? number : m->lines;
}

static void decide(const char *line, int number, void *context)
{
    struct measure *m = context;
    struct pasch_error error;
    json_t *row = json_loads(line, 0, NULL), *dice = json_object_get(row, "dice");
    struct pasch_position p = testing_position(json_string_value(json_object_get(row, "pos")));
    if (pasch_position_set_dice(&p, (int)json_integer_value(json_array_get(dice, 0)),
                                (int)json_integer_value(json_array_get(dice, 1)), &error) != PASCH_OK ||
        pasch_position_plays(&p, &m->plays, &error) != PASCH_OK)
        testing_fail("line %d: %s", number, error.text);
    pasch_mind_begin(m->mind, m->seed * 1000003 + (uint64_t)number); /* each decision is one of another game */
    double from = clock_now();
    size_t index = pasch_mind_play(m->mind, &p, &m->plays);
    double spent = clock_now() - from;
    m->seconds += spent;
    m->slowest = spent > m->slowest ? spent : m->slowest;
    count(m, json_object_get(row, "equities"), &m->plays.play[index], number);
    json_decref(row);
}

static void measure(const struct pasch_level *level, int number, struct pasch_search *search, struct pasch_plays plays)
{
    const struct pasch_terms money = {.rounds = 1};
    struct measure m = {.mind = pasch_mind_create(level, search, &money), .plays = plays};
    for (int seed = 0; seed < (level->noise > 0 ? SEEDS : 1); seed++) {
        m.seed = (uint64_t)seed;
        testing_lines(PASCH_SHARED "/reference/gnubg/best.jsonl", decide, &m);
    }
    double n = (double)m.decisions, players = n / m.lines, mean = 0, square = 0;
    for (int i = 0; i < m.lines; i++) {
        mean += m.lost[i] / n;
        square += m.lost[i] * m.lost[i] / players / n;
    }
    printf("%d %s %ld %.1f %.2f %.2f %.2f %.0f\n", number, level->name, m.decisions, 100 * (double)m.best / n,
           1000 * mean, 1000 * sqrt((square - mean * mean) / m.lines), 1000 * m.seconds / n, 1000 * m.slowest);
    fflush(stdout);
    pasch_mind_destroy(m.mind);
}

int main(void)
{
    struct pasch_error error;
    struct pasch_search_settings settings;
    struct pasch_plays plays = testing_plays();
    struct pasch_engine *engine = pasch_engine_create(pasch_game_find("standard"), NULL, &error);
    if (!engine)
        testing_fail("%s", error.text);
    pasch_search_settings(&settings);
    settings.only_choice = true;
    struct pasch_search *search = pasch_search_create(pasch_engine_evaluator(engine), &settings);
    for (int i = 1; i <= PASCH_LEVELS && search; i++)
        measure(pasch_level_at(i), i, search, plays);
    pasch_search_destroy(search);
    pasch_engine_destroy(engine);
    testing_plays_free(&plays);
    return search ? 0 : 1;
}
