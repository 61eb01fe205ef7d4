/* Player against player, many games, each throw of dice used twice with the seats exchanged. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/json_out.h"
#include "cli/player.h"
#include "pasch/dice.h"

enum { A, B };

struct wanted {
    const char *games, *game, *seed, *match;
    bool cube, no_cube, check, quiet, json, players;
};

/* What the games came to; [A] and [B]. */
struct tally {
    double result; /* of A */
    uint64_t games, draws, turns, wins[2], gammons[2], backgammons[2];
};

struct duel {
    struct player_terms terms;
    struct player_seat seat[2]; /* A, B */
    struct referee referee;
    uint64_t seed;
    long pairs; /* wanted */
    bool quiet, json;

    long done; /* pairs */
    struct tally tally;
    double mean, square; /* of a pair's mean result of A, and the sum of squared distances from it */
    bool stopped;
    double begun, told; /* on the clock */
};

static volatile sig_atomic_t stop;

static void ask_to_stop(int signal)
{
    (void)signal;
    stop = 1;
}

static bool has_gammons(const struct pasch_rules *rules)
{
    return rules->score == PASCH_SCORE_TRIPLE || rules->score == PASCH_SCORE_DOUBLE;
}

/* A finished game: everything but who has won the match. */
static void count_game(const struct pasch_game *game, int x, struct tally *tally)
{
    const struct pasch_position *p = &game->position;
    bool drawn = p->winner == PASCH_NOBODY;
    tally->games++;
    tally->draws += drawn;
    tally->turns += p->ply + !drawn; /* the last turn was not passed on */
    if (drawn)
        return;
    int winner = p->winner == PASCH_X ? x : 1 - x;
    tally->gammons[winner] += has_gammons(p->rules) && p->points >= 2;
    tally->backgammons[winner] += has_gammons(p->rules) && p->points >= 3;
    if (game->terms.length)
        return;
    tally->wins[winner]++;
    tally->result += winner == A ? (double)game->won : -(double)game->won;
}

/* A game, or a match, in which x is A or B. False: stopped, or no answer. */
static bool play_match(struct duel *d, struct pasch_rng seeds, int x, struct tally *tally)
{
    struct player_seat *const seat[2] = {&d->seat[x], &d->seat[1 - x]};
    const struct pasch_game *game = &d->referee.game;
    referee_start(&d->referee);
    do {
        if (!referee_play(&d->referee, seat, &seeds))
            return false;
        count_game(game, x, tally);
    } while (game->phase != PASCH_PHASE_OVER);
    if (game->terms.length) {
        int winner = game->score[PASCH_X] > game->score[PASCH_O] ? x : 1 - x;
        tally->wins[winner]++;
        tally->result += winner == A ? 1 : -1;
    }
    return true;
}

static bool play_pair(struct duel *d)
{
    struct tally now = {0}, *all = &d->tally;
    struct pasch_rng seeds;
    pasch_rng_seed(&seeds, d->seed + (uint64_t)d->done * 0xd1342543de82ef95u);
    if (!play_match(d, seeds, A, &now) || !play_match(d, seeds, B, &now))
        return false;
    d->done++;
    double value = now.result / 2, off = value - d->mean;
    d->mean += off / (double)d->done;
    d->square += off * (value - d->mean);
    all->games += now.games;
    all->draws += now.draws;
    all->turns += now.turns;
    for (int i = A; i <= B; i++) {
        all->wins[i] += now.wins[i];
        all->gammons[i] += now.gammons[i];
        all->backgammons[i] += now.backgammons[i];
    }
    return true;
}

/* The report. */

static double standard_error(const struct duel *d)
{
    return d->done > 1 ? sqrt(d->square / (double)(d->done - 1) / (double)d->done) : NAN;
}

/* Half of the 95 % interval: Student's t by the first terms of its expansion about the normal one. */
static double half_width(const struct duel *d)
{
    if (d->done < 2)
        return NAN;
    double z = 1.959964, z3 = z * z * z, freedom = (double)(d->done - 1);
    double t = z + (z3 + z) / (4 * freedom) + (5 * z3 * z * z + 16 * z3 + 3 * z) / (96 * freedom * freedom);
    return t * standard_error(d);
}

static void tell_progress(struct duel *d)
{
    double now = referee_clock(), spent = now - d->begun;
    bool terminal = isatty(STDERR_FILENO);
    if (d->quiet || d->done < 2 || spent < 2 || now - d->told < (terminal ? 0.5 : 30))
        return;
    d->told = now;
    fprintf(stderr, "%s%s against %s: %+.4f (95 %%: %+.4f to %+.4f) after %ld of %ld %s, %.0f s left%s",
            terminal ? "\r" : "", d->seat[A].spec, d->seat[B].spec, d->mean, d->mean - half_width(d),
            d->mean + half_width(d), d->done * 2, d->pairs * 2, d->terms.terms.length ? "matches" : "games",
            spent / (double)d->done * (double)(d->pairs - d->done), terminal ? "\033[K" : "\n");
    fflush(stderr);
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

static double rate(const struct player_seat *seat)
{
    return seat->seconds > 0 ? (double)seat->timed / seat->seconds : 0;
}

static void print_share(const char *what, uint64_t a, uint64_t b, uint64_t all)
{
    printf("%-16s %13.1f %% %13.1f %%\n", what, 100 * (double)a / (double)all, 100 * (double)b / (double)all);
}

static void print_table(const struct duel *d, double seconds)
{
    const struct player_seat *a = &d->seat[A], *b = &d->seat[B];
    const struct tally *t = &d->tally;
    const struct pasch_terms *terms = &d->terms.terms;
    uint64_t matches = (uint64_t)d->done * 2;
    char left[32], right[32];
    printf("%s, ", d->terms.rules->id);
    if (terms->length)
        printf("matches to %u %s the cube", terms->length, terms->cube ? "with" : "without");
    else
        printf("money %s the cube", terms->cube ? "with" : "without");
    printf(", %s %s in pairs with the same dice, seed %" PRIu64 "%s\n\n", with_commas((double)matches, left),
           terms->length ? "matches" : "games", d->seed, d->stopped ? ", stopped early" : "");
    printf("%-16s %15s %15s\n", "", a->spec, b->spec);
    printf("%-16s %+15.4f %+15.4f", terms->length ? "won less lost" : "points a game", d->mean, 0 - d->mean);
    if (d->done > 1)
        printf("   standard error %.4f, 95 %%: %+.4f to %+.4f", standard_error(d), d->mean - half_width(d),
               d->mean + half_width(d));
    printf("\n");
    print_share(terms->length ? "matches won" : "games won", t->wins[A], t->wins[B], matches);
    if (has_gammons(d->terms.rules))
        print_share("gammons", t->gammons[A], t->gammons[B], t->games);
    if (d->terms.rules->score == PASCH_SCORE_TRIPLE)
        print_share("  backgammons", t->backgammons[A], t->backgammons[B], t->games);
    printf("%-16s %15s %15s\n", "decisions", with_commas((double)a->decisions, left),
           with_commas((double)b->decisions, right));
    printf("%-16s %15s %15s   %s\n", "  a second", with_commas(rate(a), left), with_commas(rate(b), right),
           a->player.kind->outside || b->player.kind->outside ? "of CPU time; for gnubg of the clock" : "of CPU time");
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

static void json_side(const struct duel *d, int side)
{
    const struct player_seat *seat = &d->seat[side];
    const struct tally *t = &d->tally;
    printf(",\"%c\":{\"player\":", "ab"[side]);
    json_out_string(stdout, seat->spec);
    printf(",\"wins\":%" PRIu64 ",\"gammons\":%" PRIu64 ",\"backgammons\":%" PRIu64 ",\"decisions\":%" PRIu64,
           t->wins[side], t->gammons[side], t->backgammons[side], seat->decisions);
    json_number("decisions_per_s", rate(seat));
    printf(",\"clock\":\"%s\"}", seat->player.kind->outside ? "wall" : "cpu");
}

static void print_json(const struct duel *d, double seconds)
{
    const struct pasch_terms *terms = &d->terms.terms;
    const struct tally *t = &d->tally;
    printf("{\"game\":");
    json_out_string(stdout, d->terms.rules->id);
    printf(",\"match\":%u,\"cube\":%s,\"seed\":%" PRIu64 ",\"pairs\":%ld,\"games\":%" PRIu64 ",\"stopped\":%s",
           terms->length, terms->cube ? "true" : "false", d->seed, d->done, t->games, d->stopped ? "true" : "false");
    json_number("points", d->mean);
    json_number("se", standard_error(d));
    json_number("low", d->mean - half_width(d));
    json_number("high", d->mean + half_width(d));
    printf(",\"draws\":%" PRIu64, t->draws);
    json_number("turns", (double)t->turns / (double)t->games);
    json_number("seconds", seconds);
    json_number("games_per_s", (double)t->games / seconds);
    json_side(d, A);
    json_side(d, B);
    printf("}\n");
}

/* The command. */

static int fight(struct duel *d)
{
    struct sigaction action = {.sa_handler = ask_to_stop, .sa_flags = (int)SA_RESETHAND}, before[2];
    bool fine = true;
    stop = 0;
    sigaction(SIGINT, &action, &before[0]);
    sigaction(SIGTERM, &action, &before[1]);
    d->begun = d->told = referee_clock();
    while (d->done < d->pairs && (fine = play_pair(d)))
        tell_progress(d);
    double seconds = referee_clock() - d->begun;
    sigaction(SIGINT, &before[0], NULL);
    sigaction(SIGTERM, &before[1], NULL);
    if (!d->quiet && d->told > d->begun && isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K");
    d->stopped = !fine;
    if (!fine && !stop)
        fprintf(stderr, "pasch duel: pair %ld: %s\n", d->done + 1, d->referee.why);
    if (!d->done && stop)
        fprintf(stderr, "pasch duel: stopped before a pair of games was over\n");
    if (d->done && d->json)
        print_json(d, seconds);
    else if (d->done)
        print_table(d, seconds);
    return d->done && (fine || stop) ? EXIT_FINE : EXIT_NO;
}

static int read_terms(const struct wanted *w, struct duel *d)
{
    struct pasch_terms *terms = &d->terms.terms;
    struct pasch_error error;
    long games, length = 0;
    d->terms.rules = cli_find_game(w->game ? w->game : pasch_game_at(0)->id);
    if (!d->terms.rules)
        return EXIT_USAGE;
    if (!w->games || !cli_number(w->games, 1, 1000000000, &games))
        return cli_usage(&command_duel, "--games N says how many games, 1 to 1000000000");
    if (w->match && !cli_number(w->match, 1, 100000, &length))
        return cli_usage(&command_duel, "--match is a number from 1 to 100000, not '%s'", w->match);
    if (w->cube && w->no_cube)
        return cli_usage(&command_duel, "--cube and --no-cube exclude each other");
    d->pairs = (games + 1) / 2;
    pasch_terms_default(terms, d->terms.rules);
    terms->cube = w->cube || (length && terms->cube && !w->no_cube);
    terms->length = (uint32_t)length;
    terms->rounds = length ? 0 : 1;
    terms->swap_roles = length && d->terms.rules->asymmetric;
    if (pasch_terms_check(terms, d->terms.rules, &error) != PASCH_OK)
        return cli_usage(&command_duel, "%s", error.text);
    return EXIT_FINE;
}

static int read_seed(const struct wanted *w, struct duel *d)
{
    char *end;
    d->seed = cli_random_seed() >> 32; /* short enough to be typed again */
    if (!w->seed)
        return EXIT_FINE;
    errno = 0;
    d->seed = strtoull(w->seed, &end, 10);
    if (!*w->seed || *end || errno || *w->seed == '-')
        return cli_usage(&command_duel, "--seed is a whole number, not '%s'", w->seed);
    return EXIT_FINE;
}

static int duel(const struct wanted *w, struct duel *d)
{
    int status = read_terms(w, d);
    if (status == EXIT_FINE)
        status = read_seed(w, d);
    if (status != EXIT_FINE)
        return status;
    d->referee.terms = &d->terms;
    d->referee.check = w->check;
    d->referee.stop = &stop;
    d->quiet = w->quiet;
    d->json = w->json;
    for (int i = A; i <= B; i++) {
        if (!player_create(&d->seat[i].player, d->seat[i].spec, &d->terms, d->referee.why)) {
            fprintf(stderr, "pasch duel: %s\n", d->referee.why);
            return EXIT_USAGE;
        }
    }
    return fight(d);
}

static int list_players(void)
{
    const struct player_kind *kind;
    for (size_t i = 0; (kind = player_kind_at(i)); i++) {
        char spec[40];
        snprintf(spec, sizeof spec, "%s%s%s", kind->name, kind->argument ? ":" : "",
                 kind->argument ? kind->argument : "");
        printf("%-14s %s\n", spec, kind->summary);
    }
    return EXIT_FINE;
}

static int run(int argc, char **argv)
{
    struct wanted w = {0};
    const struct cli_option options[] = {
        {"--games", &w.games, NULL, NULL, NULL}, {"--game", &w.game, NULL, NULL, NULL},
        {"--seed", &w.seed, NULL, NULL, NULL},   {"--match", &w.match, NULL, NULL, NULL},
        {"--cube", NULL, &w.cube, NULL, NULL},   {"--no-cube", NULL, &w.no_cube, NULL, NULL},
        {"--check", NULL, &w.check, NULL, NULL}, {"--quiet", NULL, &w.quiet, NULL, NULL},
        {"--json", NULL, &w.json, NULL, NULL},   {"--players", NULL, &w.players, NULL, NULL},
    };
    int status = cli_options(&command_duel, &argc, argv, options, sizeof options / sizeof *options);
    if (status != EXIT_FINE)
        return status < 0 ? EXIT_FINE : status;
    if (w.players)
        return list_players();
    if (argc != 3)
        return cli_usage(&command_duel, "name two players");
    struct duel *d = calloc(1, sizeof *d);
    if (!d) {
        fprintf(stderr, "pasch duel: out of memory\n");
        return EXIT_NO;
    }
    d->referee.plays = cli_plays();
    d->seat[A].spec = argv[1];
    d->seat[B].spec = argv[2];
    status = duel(&w, d);
    player_destroy(&d->seat[A].player);
    player_destroy(&d->seat[B].player);
    free(d->referee.plays.play);
    free(d);
    return status;
}

const struct command command_duel = {
    .name = "duel",
    .arguments = "A B --games N [OPTIONS]",
    .summary = "Let two players play many games and compare them",
    .help =
        "A and B are players like greedy or gnubg:0. Each sequence of dice is played twice with the seats exchanged;\n"
        "the result, seen by A, and its 95 % interval are computed over these pairs. Ctrl-C shows the result so "
        "far.\n\n"
        "  --players    list the players there are\n"
        "  --games N    so many games, or matches; an odd number is rounded up\n"
        "  --game ID    which game; 'pasch games' lists them (standard)\n"
        "  --match L    matches to L points, with the cube where the game has one, and the Crawford rule\n"
        "  --cube       money with the cube, no Jacoby rule; without it gammons count, but nobody doubles\n"
        "  --no-cube    matches without the cube\n"
        "  --seed N     the same dice every time\n"
        "  --check      the turn machine verifies every play (slower, same games)\n"
        "  --json       one line of JSON\n"
        "  --quiet      no progress on stderr\n\n"
        "$PASCH_GNUBG says where GNU Backgammon is if that is not /usr/games/gnubg.\n",
    .run = run,
};
