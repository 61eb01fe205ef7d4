/* What a duel tells: a line now and then while it goes on, a table or JSON at the end. */
#include <inttypes.h>
#include <math.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/duel/duel.h"
#include "cli/json_out.h"

enum { A = DUEL_A, B = DUEL_B };

static double standard_error(const struct duel *d, const struct duel_mean *mean)
{
    return d->done > 1 ? sqrt(mean->square / (double)(d->done - 1) / (double)d->done) : NAN;
}

/* Half of the 95 % interval: Student's t by the first terms of its expansion about the normal one. */
static double half_width(const struct duel *d, const struct duel_mean *mean)
{
    if (d->done < 2)
        return NAN;
    double z = 1.959964, z3 = z * z * z, freedom = (double)(d->done - 1);
    double t = z + (z3 + z) / (4 * freedom) + (5 * z3 * z * z + 16 * z3 + 3 * z) / (96 * freedom * freedom);
    return t * standard_error(d, mean);
}

static const char *with_commas(double number, char text[32])
{
    char plain[32];
    int length = snprintf(plain, sizeof plain, "%.0f", number), at = 0;
    for (int i = 0; i < length; i++) {
        if (i && (length - i) % 3 == 0)
            text[at++] = ',';
        text[at++] = plain[i];
    }
    text[at] = 0;
    return text;
}

/* Progress. */

static const char *time_left(double seconds, char text[32])
{
    if (seconds < 100)
        snprintf(text, 32, "%.0f s", seconds);
    else if (seconds < 6000)
        snprintf(text, 32, "%.0f min", seconds / 60);
    else
        snprintf(text, 32, "%.1f h", seconds / 3600);
    return text;
}

void duel_tell_progress(struct duel *d)
{
    double now = referee_clock(), spent = now - d->begun_at;
    const struct duel_mean *mean = d->weigh ? &d->fair : &d->result;
    bool terminal = isatty(STDERR_FILENO);
    char done[32], pairs[32], left[32];
    if (d->quiet || d->done < 2 || spent < 2 || now - d->told_at < (terminal ? 0.5 : 30))
        return;
    d->told_at = now;
    fprintf(stderr, "%s%+.4f (95 %%: %+.4f to %+.4f), %s of %s %s, %s left%s", terminal ? "\r" : "", mean->mean,
            mean->mean - half_width(d, mean), mean->mean + half_width(d, mean), with_commas((double)d->done * 2, done),
            with_commas((double)d->pairs * 2, pairs), d->terms.terms.length ? "matches" : "games",
            time_left(spent / (double)d->done * (double)(d->pairs - d->done), left), terminal ? "\033[K" : "\n");
    fflush(stderr);
}

void duel_wipe_progress(const struct duel *d)
{
    if (!d->quiet && d->told_at > d->begun_at && isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K");
}

/* The end. */

/* What the players of a side did at all tables. */
static struct player_seat side_of(const struct duel *d, int side)
{
    struct player_seat sum = {.spec = d->spec[side], .player = d->table[0].seat[side].player};
    for (int i = 0; i < d->threads; i++) {
        const struct player_seat *seat = &d->table[i].seat[side];
        sum.decisions += seat->decisions;
        sum.timed += seat->timed;
        sum.seconds += seat->seconds;
        sum.longest = seat->longest > sum.longest ? seat->longest : sum.longest;
    }
    return sum;
}

static double rate(const struct player_seat *seat)
{
    return seat->seconds > 0 ? (double)seat->timed / seat->seconds : 0;
}

static bool has_gammons(const struct pasch_rules *rules)
{
    return rules->score == PASCH_SCORE_TRIPLE || rules->score == PASCH_SCORE_DOUBLE;
}

static void print_mean(const struct duel *d, const char *what, const struct duel_mean *mean)
{
    printf("%-16s %+15.4f %+15.4f", what, mean->mean, 0 - mean->mean);
    if (d->done > 1)
        printf("   95 %%: %+.4f to %+.4f", mean->mean - half_width(d, mean), mean->mean + half_width(d, mean));
    printf("\n");
}

static void print_share(const char *what, uint64_t a, uint64_t b, uint64_t all)
{
    printf("%-16s %13.1f %% %13.1f %%\n", what, 100 * (double)a / (double)all, 100 * (double)b / (double)all);
}

static void print_head(const struct duel *d)
{
    const struct pasch_terms *terms = &d->terms.terms;
    char number[32];
    printf("%s, ", d->terms.rules->id);
    if (terms->length)
        printf("matches to %u", terms->length);
    else
        printf("money");
    printf(" %s the cube\n%s %s in pairs with the same dice, seed %" PRIu64 "%s\n\n", terms->cube ? "with" : "without",
           with_commas((double)d->done * 2, number), terms->length ? "matches" : "games", d->seed,
           d->done < d->pairs ? ", stopped early" : "");
}

static void print_table(const struct duel *d, double seconds)
{
    const struct player_seat a = side_of(d, A), b = side_of(d, B);
    const struct duel_tally *t = &d->tally;
    const struct pasch_terms *terms = &d->terms.terms;
    uint64_t matches = (uint64_t)d->done * 2;
    char left[32], right[32];
    print_head(d);
    printf("%-16s %15s %15s\n", "", a.spec, b.spec);
    print_mean(d, terms->length ? "won less lost" : "points a game", &d->result);
    if (d->weigh)
        print_mean(d, "  less luck", &d->fair);
    print_share(terms->length ? "matches won" : "games won", t->wins[A], t->wins[B], matches);
    if (has_gammons(d->terms.rules))
        print_share("gammons", t->gammons[A], t->gammons[B], t->games);
    if (d->terms.rules->score == PASCH_SCORE_TRIPLE)
        print_share("  backgammons", t->backgammons[A], t->backgammons[B], t->games);
    printf("%-16s %15s %15s\n", "decisions", with_commas((double)a.decisions, left),
           with_commas((double)b.decisions, right));
    printf("%-16s %15s %15s   %s\n", "  a second", with_commas(rate(&a), left), with_commas(rate(&b), right),
           a.player.kind->outside || b.player.kind->outside ? "of CPU (gnubg: clock)" : "of CPU time");
    printf("%-16s %15.3g %15.3g   ms\n", "  longest", 1000 * a.longest, 1000 * b.longest);
    printf("\n%.1f turns a game", (double)t->turns / (double)t->games);
    if (terms->length)
        printf(", %.1f games a match", (double)t->games / (double)matches);
    if (t->draws)
        printf(", %.1f %% drawn", 100 * (double)t->draws / (double)t->games);
    printf("; %.1f s, %s games a second\n", seconds, with_commas((double)t->games / seconds, left));
}

static void json_number(const char *name, double number)
{
    if (isfinite(number))
        printf(",\"%s\":%.6g", name, number);
    else
        printf(",\"%s\":null", name);
}

static void json_mean(const struct duel *d, const struct duel_mean *mean)
{
    json_number("points", mean->mean);
    json_number("se", standard_error(d, mean));
    json_number("low", mean->mean - half_width(d, mean));
    json_number("high", mean->mean + half_width(d, mean));
}

static void json_side(const struct duel *d, int side)
{
    struct player_seat seat = side_of(d, side);
    const struct duel_tally *t = &d->tally;
    printf(",\"%c\":{\"player\":", "ab"[side]);
    json_out_string(stdout, seat.spec);
    printf(",\"wins\":%" PRIu64 ",\"gammons\":%" PRIu64 ",\"backgammons\":%" PRIu64 ",\"decisions\":%" PRIu64,
           t->wins[side], t->gammons[side], t->backgammons[side], seat.decisions);
    json_number("decisions_per_s", rate(&seat));
    json_number("longest_ms", 1000 * seat.longest);
    printf(",\"clock\":\"%s\"}", seat.player.kind->outside ? "wall" : "cpu");
}

static void print_json(const struct duel *d, double seconds)
{
    const struct pasch_terms *terms = &d->terms.terms;
    const struct duel_tally *t = &d->tally;
    printf("{\"game\":");
    json_out_string(stdout, d->terms.rules->id);
    printf(",\"match\":%u,\"cube\":%s,\"seed\":%" PRIu64 ",\"pairs\":%ld,\"games\":%" PRIu64 ",\"stopped\":%s",
           terms->length, terms->cube ? "true" : "false", d->seed, d->done, t->games,
           d->done < d->pairs ? "true" : "false");
    json_mean(d, &d->result);
    if (d->weigh) {
        printf(",\"less_luck\":{\"pairs\":%ld", d->done);
        json_mean(d, &d->fair);
        printf("}");
    }
    printf(",\"draws\":%" PRIu64, t->draws);
    json_number("turns", (double)t->turns / (double)t->games);
    json_number("seconds", seconds);
    json_number("games_per_s", (double)t->games / seconds);
    json_side(d, A);
    json_side(d, B);
    printf("}\n");
}

void duel_print(const struct duel *d, double seconds)
{
    if (d->json)
        print_json(d, seconds);
    else
        print_table(d, seconds);
}
