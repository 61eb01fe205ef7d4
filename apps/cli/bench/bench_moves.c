/* Rolls expanded into plays. */
#include <stdlib.h>

#include "cli/bench/bench.h"
#include "cli/cli.h"
#include "pasch/dice.h"

enum { SAMPLES = 512 };

/* Boards out of random games, with the stages that came up there. */
struct sample {
    struct pasch_board board;
    struct pasch_stage stage;
    uint8_t me;
};

/* Goes one step on by chance. Returns false when the game is over. */
static bool step(struct pasch_position *p, struct pasch_rng *rng, struct pasch_plays *plays)
{
    uint8_t choice[21][2];
    switch (pasch_position_due(p)) {
    case PASCH_DUE_NOTHING:
    case PASCH_DUE_ANSWER: return false;
    case PASCH_DUE_CHOOSE: {
        uint32_t n = pasch_rng_below(rng, (uint32_t)pasch_position_choices(p, choice));
        pasch_position_choose(p, choice[n][0], choice[n][1], NULL);
        return true;
    }
    case PASCH_DUE_PLAY:
        pasch_position_plays(p, plays, NULL);
        pasch_position_play(p, plays->count ? &plays->play[pasch_rng_below(rng, (uint32_t)plays->count)] : NULL);
        return true;
    default: {
        int a = (int)pasch_rng_below(rng, 6) + 1, b = (int)pasch_rng_below(rng, 6) + 1;
        pasch_position_throw(p, a, b, NULL);
        return true;
    }
    }
}

static void take_samples(const struct pasch_rules *rules, struct sample *sample, struct pasch_plays *plays)
{
    struct pasch_rng rng;
    struct pasch_position p;
    int taken = 0;
    pasch_rng_seed(&rng, 1);
    pasch_position_start(&p, rules);
    p.counts_plies = true;
    while (taken < SAMPLES) {
        if (pasch_position_due(&p) == PASCH_DUE_PLAY && pasch_rng_below(&rng, 4) == 0)
            sample[taken++] = (struct sample){p.board, p.stage[0], p.turn};
        if (!step(&p, &rng, plays)) {
            pasch_position_start(&p, rules);
            p.counts_plies = true;
        }
    }
}

static void bench_game(const struct pasch_rules *rules, double seconds, struct pasch_plays *plays)
{
    static struct sample sample[SAMPLES];
    take_samples(rules, sample, plays);
    uint64_t rolls = 0, count = 0;
    double begin = cli_cpu_seconds(), now;
    do {
        for (int i = 0; i < SAMPLES; i++) {
            pasch_moves(rules, &sample[i].board, sample[i].me, &sample[i].stage, plays);
            count += plays->count;
        }
        rolls += SAMPLES;
        now = cli_cpu_seconds();
    } while (now - begin < seconds);
    printf("%-18s %12.0f %12.1f %14.0f\n", rules->id, (double)rolls / (now - begin), (double)count / (double)rolls,
           (double)count / (now - begin));
    fflush(stdout);
}

void bench_moves(const struct pasch_rules *only, double seconds)
{
    struct pasch_plays plays = cli_plays();
    printf("%-18s %12s %12s %14s\n", "game", "rolls/s", "plays/roll", "plays/s");
    for (size_t i = 0; i < pasch_game_count(); i++) {
        if (!only || only == pasch_game_at(i))
            bench_game(pasch_game_at(i), seconds, &plays);
    }
    free(plays.play);
}
