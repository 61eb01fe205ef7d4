/* Tables that play pairs of games in threads of their own, and the account of them. */
#include "cli/duel/duel.h"

#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/threads.h"

/* Opening and closing. */

static int fail(const char *why)
{
    fprintf(stderr, "pasch duel: %s\n", why);
    return EXIT_USAGE;
}

/* All players are made by the main thread: who started a gnubg must outlive it. */
static int set_table(struct duel *d, struct duel_table *table)
{
    table->referee = (struct referee){.terms = &d->terms, .check = d->check, .stop = &d->stop, .plays = cli_plays()};
    for (int i = DUEL_A; i <= DUEL_B; i++) {
        table->seat[i].spec = d->spec[i];
        if (!player_create(&table->seat[i].player, d->spec[i], &d->terms, d->why))
            return fail(d->why);
    }
    if (d->weigh)
        table->referee.luck = luck_create(&d->terms, d->why);
    d->weigh = table->referee.luck != NULL;
    return d->must_weigh && !d->weigh ? fail(d->why) : EXIT_FINE;
}

int duel_open(struct duel *d)
{
    int status = EXIT_FINE;
    pthread_mutex_init(&d->mutex, NULL);
    pthread_cond_init(&d->moved, NULL);
    d->table = calloc((size_t)d->threads, sizeof *d->table);
    if (!d->table)
        return fail("out of memory");
    for (int i = 0; i < d->threads && status == EXIT_FINE; i++)
        status = set_table(d, &d->table[i]);
    return status;
}

void duel_close(struct duel *d)
{
    for (int i = 0; i < d->threads && d->table; i++) {
        struct duel_table *table = &d->table[i];
        player_destroy(&table->seat[DUEL_A].player);
        player_destroy(&table->seat[DUEL_B].player);
        luck_destroy(table->referee.luck);
        free(table->referee.plays.play);
    }
    free(d->table);
    pthread_mutex_destroy(&d->mutex);
    pthread_cond_destroy(&d->moved);
}

static void add(struct duel_tally *sum, const struct duel_tally *more)
{
    sum->result += more->result;
    sum->fair += more->fair;
    sum->games += more->games;
    sum->draws += more->draws;
    sum->turns += more->turns;
    for (int i = DUEL_A; i <= DUEL_B; i++) {
        sum->wins[i] += more->wins[i];
        sum->gammons[i] += more->gammons[i];
        sum->backgammons[i] += more->backgammons[i];
    }
}

/* One table. */

/* A finished game: everything but who has won the match. */
static void count_game(const struct pasch_game *game, int x, struct duel_tally *tally)
{
    const struct pasch_position *p = &game->position;
    bool drawn = p->winner == PASCH_NOBODY;
    bool gammons = p->rules->score == PASCH_SCORE_TRIPLE || p->rules->score == PASCH_SCORE_DOUBLE;
    tally->games++;
    tally->draws += drawn;
    tally->turns += p->ply + !drawn; /* the last turn was not passed on */
    if (drawn)
        return;
    int winner = p->winner == PASCH_X ? x : 1 - x;
    tally->gammons[winner] += gammons && p->points >= 2;
    tally->backgammons[winner] += gammons && p->points >= 3;
    if (game->terms.length)
        return;
    tally->wins[winner]++;
    tally->result += winner == DUEL_A ? (double)game->won : -(double)game->won;
}

/* A game, or a match, in which x is A or B. False: stopped, or no answer. */
static bool play_match(struct duel_table *table, struct pasch_rng seeds, int x, struct duel_tally *tally)
{
    struct player_seat *const seat[2] = {&table->seat[x], &table->seat[1 - x]};
    const struct pasch_game *game = &table->referee.game;
    struct duel_tally now = {0};
    referee_start(&table->referee);
    do {
        if (!referee_play(&table->referee, seat, &seeds))
            return false;
        count_game(game, x, &now);
    } while (game->phase != PASCH_PHASE_OVER);
    if (game->terms.length) {
        int winner = game->score[PASCH_X] > game->score[PASCH_O] ? x : 1 - x;
        now.wins[winner]++;
        now.result = winner == DUEL_A ? 1 : -1;
    }
    now.fair = now.result - (x == DUEL_A ? table->referee.x_luck : -table->referee.x_luck);
    add(tally, &now);
    return true;
}

static bool play_pair(const struct duel *d, struct duel_table *table, long pair, struct duel_tally *tally)
{
    struct pasch_rng seeds;
    pasch_rng_seed(&seeds, d->seed + (uint64_t)pair * 0xd1342543de82ef95u);
    return play_match(table, seeds, DUEL_A, tally) && play_match(table, seeds, DUEL_B, tally);
}

/* All tables. */

/* The number of a pair to play, or -1. */
static long next_pair(struct duel *d)
{
    long pair = -1;
    pthread_mutex_lock(&d->mutex);
    while (!d->stop && d->begun < d->pairs && d->begun >= d->done + DUEL_AHEAD)
        pthread_cond_wait(&d->moved, &d->mutex);
    if (!d->stop && d->begun < d->pairs)
        pair = d->begun++;
    pthread_mutex_unlock(&d->mutex);
    return pair;
}

static void take_in(struct duel_mean *mean, double value, long count)
{
    double off = value - mean->mean;
    mean->mean += off / (double)count;
    mean->square += off * (value - mean->mean);
}

/* Counts the pairs that are over and have none before them that is not, so that sums do not depend on who was faster.
 */
static void count_pairs(struct duel *d)
{
    for (bool *over; *(over = &d->over[d->done % DUEL_AHEAD]); *over = false) {
        const struct duel_tally *now = &d->ahead[d->done % DUEL_AHEAD];
        d->done++;
        add(&d->tally, now);
        take_in(&d->result, now->result / 2, d->done);
        take_in(&d->fair, now->fair / 2, d->done);
    }
    duel_tell_progress(d);
}

static void end_pair(struct duel *d, struct duel_table *table, long pair, bool fine, const struct duel_tally *tally)
{
    pthread_mutex_lock(&d->mutex);
    if (fine) {
        d->ahead[pair % DUEL_AHEAD] = *tally;
        d->over[pair % DUEL_AHEAD] = true;
        count_pairs(d);
    } else if (!d->stop) {
        d->failed = pair + 1;
        memcpy(d->why, table->referee.why, sizeof d->why);
        d->stop = true;
    }
    pthread_cond_broadcast(&d->moved);
    pthread_mutex_unlock(&d->mutex);
}

static void play_at(void *context, size_t number, int worker)
{
    struct duel *d = context;
    struct duel_table *table = &d->table[number];
    (void)worker;
    for (long pair; (pair = next_pair(d)) >= 0;) {
        struct duel_tally tally = {0};
        bool fine = play_pair(d, table, pair, &tally);
        end_pair(d, table, pair, fine, &tally);
    }
}

void duel_fight(struct duel *d)
{
    struct threads *threads = d->threads > 1 ? threads_create(d->threads) : NULL;
    d->begun_at = d->told_at = referee_clock();
    if (threads) {
        struct pasch_parallel parallel = threads_parallel(threads);
        parallel.run(parallel.context, (size_t)d->threads, play_at, d);
    } else { /* threads that cannot be had are done without */
        for (int i = 0; i < d->threads; i++)
            play_at(d, (size_t)i, 0);
    }
    threads_destroy(threads);
}
