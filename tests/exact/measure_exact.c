/* Measures what the exact tables cost and gives what docs/strength.md says of them:
 *   measure_exact tables [GAME]              time, memory and bytes of every table
 *   measure_exact solo GAME POINTS           the same of one table
 *   measure_exact pairs GAME MEN
 *   measure_exact games GAME N [PPN]         N games with best play by both, from the start, against its value
 *   measure_exact difference GAME N [SEED]   one-sided values and plays against two-sided ones in N random races */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "tables.h"

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* How much memory has been needed, in MB. */
static double memory(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss / 1000;
}

static void show_solo(const struct pasch_rules *rules, int points)
{
    char name[PASCH_EXACT_NAME];
    size_t size = 0;
    double start = now();
    if (!pasch_exact_solo_fits(rules, points))
        return;
    struct pasch_exact_solo *solo = pasch_exact_solo_create(rules, points, NULL, NULL);
    pasch_exact_solo_name(rules, points, name);
    if (solo)
        pasch_exact_solo_bytes(solo, &size);
    printf("%-18s %-14s %d points %7.2f s %6.1f MB, at most %.0f MB\n", rules->id, name, points, now() - start,
           (double)size / 1e6, memory());
    fflush(stdout);
    pasch_exact_solo_destroy(solo);
}

static void show_pairs(const struct pasch_rules *rules, int men)
{
    char name[PASCH_EXACT_NAME];
    size_t size = 0;
    double start = now();
    if (men == 0)
        return;
    struct pasch_exact_pairs *pairs = pasch_exact_pairs_create(rules, men, NULL, NULL);
    pasch_exact_pairs_name(rules, men, name);
    if (pairs)
        pasch_exact_pairs_bytes(pairs, &size);
    printf("%-18s %-14s %d men    %7.2f s %6.1f MB, at most %.0f MB\n", rules->id, name, men, now() - start,
           (double)size / 1e6, memory());
    fflush(stdout);
    pasch_exact_pairs_destroy(pairs);
}

static void play_games(const struct pasch_rules *rules, long games, const char *text)
{
    struct tables t;
    struct pasch_position p;
    tables_make(&t, rules, true, true, 0);
    pasch_position_start(&p, rules);
    if (text)
        p = testing_position(text);
    struct pasch_exact_value value = tables_value(&t, &p);
    double sign = p.turn == PASCH_X ? 1 : -1, length = pasch_exact_length(&t.exact, &p);
    double start = now();
    struct played played = tables_play(&t, &p, games, 1);
    printf("%s: by the table %+.6f points, win %.6f", rules->id, sign * value.points,
           sign > 0 ? value.win : 1 - value.win);
    if (length > 0)
        printf(", %.4f turns", length);
    printf("\n%ld games: %+.6f +- %.6f (%.2f standard errors), win %.6f, %.4f turns, %.1f us a turn\n", games,
           played.mean, played.error, (played.mean - sign * value.points) / played.error, played.wins, played.turns,
           1e6 * (now() - start) / (double)games / played.turns);
    tables_free(&t);
}

/* The best play by one table, judged by the other. */
static void show_difference(const struct pasch_rules *rules, long positions, uint64_t seed)
{
    struct tables t;
    struct pasch_rng rng;
    double sum = 0, most = 0, cost = 0, worst = 0;
    long decisions = 0;
    tables_make(&t, rules, true, true, 0);
    struct pasch_exact solo = {rules, t.solo, NULL}, pairs = {rules, NULL, t.pairs};
    pasch_rng_seed(&rng, seed);
    for (long i = 0; i < positions; i++) {
        struct pasch_position p = tables_random_race(rules, pasch_exact_pairs_men(rules), 6, &rng);
        struct pasch_exact_value one, two;
        pasch_exact_value(&solo, &p, &t.plays, &one);
        pasch_exact_value(&pairs, &p, &t.plays, &two);
        sum += fabs(one.points - two.points);
        most = fmax(most, fabs(one.points - two.points));
        uint32_t n = pasch_rng_below(&rng, 36);
        pasch_position_throw(&p, (int)(n / 6) + 1, (int)(n % 6) + 1, NULL);
        struct pasch_exact_choice choice;
        if (pasch_position_due(&p) != PASCH_DUE_PLAY || !pasch_exact_best(&solo, &p, &t.plays, &choice))
            continue;
        pasch_exact_value(&pairs, &p, &t.plays, &two);
        struct pasch_position after = p;
        pasch_exact_best(&solo, &p, &t.plays, &choice);
        pasch_position_play(&after, choice.play < 0 ? NULL : &t.plays.play[choice.play]);
        pasch_exact_value(&pairs, &after, &t.plays, &one);
        double loss = two.points - (after.turn == p.turn ? one.points : -one.points);
        cost += loss;
        worst = fmax(worst, loss);
        decisions++;
    }
    printf("%-18s value off by %.5f, at worst %.5f; a play costs %.6f, at worst %.5f\n", rules->id,
           sum / (double)positions, most, cost / (double)decisions, worst);
    tables_free(&t);
}

int main(int count, char **word)
{
    const struct pasch_rules *rules = count >= 3 ? pasch_game_find(word[2]) : NULL;
    if (count >= 2 && strcmp(word[1], "tables") == 0) {
        for (size_t i = 0; i < pasch_game_count(); i++) {
            if (!rules || rules == pasch_game_at(i))
                show_solo(pasch_game_at(i), PASCH_EXACT_HOME);
            if (!rules || rules == pasch_game_at(i))
                show_pairs(pasch_game_at(i), pasch_exact_pairs_men(pasch_game_at(i)));
        }
        return 0;
    }
    if (count >= 4 && rules && strcmp(word[1], "solo") == 0) {
        show_solo(rules, atoi(word[3]));
        return 0;
    }
    if (count >= 4 && rules && strcmp(word[1], "pairs") == 0) {
        show_pairs(rules, atoi(word[3]));
        return 0;
    }
    if (count >= 4 && rules && strcmp(word[1], "games") == 0) {
        play_games(rules, atol(word[3]), word[4]);
        return 0;
    }
    if (count >= 4 && rules && strcmp(word[1], "difference") == 0) {
        show_difference(rules, atol(word[3]), count > 4 ? (uint64_t)atol(word[4]) : 1);
        return 0;
    }
    fprintf(stderr, "usage: measure_exact tables [GAME] | solo GAME POINTS | pairs GAME MEN | games GAME N [PPN] | "
                    "difference GAME N [SEED]\n");
    return 2;
}
