/* What the levels lose: each plays the decisions of best.jsonl, and GNU Backgammon's 2-ply search says what its plays
 * cost. A line for each level: its number, decisions, share of them that are the best play, thousandths of a point lost
 * a decision with the standard error, milliseconds for one in the mean and at the most. No test:
 * tools/measure-levels.sh uses it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "pasch/level.h"
#include "search/rated.h"

enum { SEEDS = 8 }; /* players of a level that misjudges */

struct measure {
    struct pasch_mind *mind;
    uint64_t seed;
    double seconds, slowest;
};

static double clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static size_t choose(void *context, int number, const struct pasch_position *p, struct pasch_plays *plays)
{
    struct measure *m = context;
    pasch_mind_begin(m->mind, m->seed * 1000003 + (uint64_t)number); /* each decision is one of another game */
    double from = clock_now();
    size_t index = pasch_mind_play(m->mind, p, plays);
    double spent = clock_now() - from;
    m->seconds += spent;
    m->slowest = spent > m->slowest ? spent : m->slowest;
    return index;
}

static void measure(const struct pasch_level *level, int number, struct pasch_search *search, struct pasch_plays plays)
{
    static struct rated rated; /* all players together: they may find the same lines hard */
    const struct pasch_terms money = {.rounds = 1};
    struct measure m = {.mind = pasch_mind_create(level, search, &money)};
    rated = (struct rated){.plays = plays};
    for (int seed = 0; seed < (level->noise > 0 ? SEEDS : 1); seed++) {
        m.seed = (uint64_t)seed;
        rated_ask(&rated, 1, choose, &m);
    }
    double n = (double)rated.decisions, players = n / rated.lines, mean = rated_loss(&rated) / 1000, square = 0;
    for (int i = 0; i < rated.lines; i++)
        square += rated.lost[i] * rated.lost[i] / players / n;
    printf("%d %s %ld %.1f %.2f %.2f %.2f %.0f\n", number, level->name, rated.decisions, 100 * (double)rated.best / n,
           1000 * mean, 1000 * sqrt((square - mean * mean) / rated.lines), 1000 * m.seconds / n, 1000 * m.slowest);
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
