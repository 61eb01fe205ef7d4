/* The command and its options; duel.c plays. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "cli/duel/duel.h"

enum { THREADS_MOST = 256 };

struct wanted {
    const char *games, *game, *seed, *match, *threads;
    bool cube, no_cube, luck, no_luck, check, quiet, json, players;
};

/* The duel that a signal is to end. */
static struct duel *fighting;

static void ask_to_stop(int signal)
{
    (void)signal;
    fighting->stop = true;
}

static int fight(struct duel *d)
{
    struct sigaction action = {.sa_handler = ask_to_stop, .sa_flags = (int)SA_RESETHAND}, before[2];
    fighting = d;
    sigaction(SIGINT, &action, &before[0]);
    sigaction(SIGTERM, &action, &before[1]);
    duel_fight(d);
    double seconds = referee_clock() - d->begun_at;
    sigaction(SIGINT, &before[0], NULL);
    sigaction(SIGTERM, &before[1], NULL);
    duel_wipe_progress(d);
    if (d->failed)
        fprintf(stderr, "pasch duel: pair %ld: %s\n", d->failed, d->why);
    else if (!d->done)
        fprintf(stderr, "pasch duel: stopped before a pair of games was over\n");
    if (d->done)
        duel_print(d, seconds);
    return d->done && !d->failed ? EXIT_FINE : EXIT_NO;
}

static int read_terms(const struct wanted *w, struct duel *d)
{
    struct pasch_terms *terms = &d->terms.terms;
    struct pasch_error error;
    long games, length = 0, threads = 1;
    d->terms.rules = cli_find_game(w->game ? w->game : pasch_game_at(0)->id);
    if (!d->terms.rules)
        return EXIT_USAGE;
    if (!w->games || !cli_number(w->games, 1, 1000000000, &games))
        return cli_usage(&command_duel, "--games N says how many games, 1 to 1000000000");
    if (w->match && !cli_number(w->match, 1, 100000, &length))
        return cli_usage(&command_duel, "--match is a number from 1 to 100000, not '%s'", w->match);
    if (w->threads && !cli_number(w->threads, 1, THREADS_MOST, &threads))
        return cli_usage(&command_duel, "--threads is a number from 1 to %d, not '%s'", THREADS_MOST, w->threads);
    if (w->cube && w->no_cube)
        return cli_usage(&command_duel, "--cube and --no-cube exclude each other");
    d->pairs = (games + 1) / 2;
    d->threads = (int)(threads < d->pairs ? threads : d->pairs);
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
    if (w->luck && w->no_luck)
        return cli_usage(&command_duel, "--luck and --no-luck exclude each other");
    d->weigh = !w->no_luck;
    d->must_weigh = w->luck;
    d->check = w->check;
    d->quiet = w->quiet;
    d->json = w->json;
    status = duel_open(d);
    if (status == EXIT_FINE)
        status = fight(d);
    duel_close(d);
    return status;
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
        {"--games", &w.games, NULL, NULL, NULL},     {"--game", &w.game, NULL, NULL, NULL},
        {"--seed", &w.seed, NULL, NULL, NULL},       {"--match", &w.match, NULL, NULL, NULL},
        {"--cube", NULL, &w.cube, NULL, NULL},       {"--no-cube", NULL, &w.no_cube, NULL, NULL},
        {"--luck", NULL, &w.luck, NULL, NULL},       {"--no-luck", NULL, &w.no_luck, NULL, NULL},
        {"--threads", &w.threads, NULL, NULL, NULL}, {"--check", NULL, &w.check, NULL, NULL},
        {"--quiet", NULL, &w.quiet, NULL, NULL},     {"--json", NULL, &w.json, NULL, NULL},
        {"--players", NULL, &w.players, NULL, NULL},
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
    d->spec[DUEL_A] = argv[1];
    d->spec[DUEL_B] = argv[2];
    status = duel(&w, d);
    player_terms_close(&d->terms);
    free(d);
    return status;
}

const struct command command_duel = {
    .name = "duel",
    .arguments = "A B --games N [OPTIONS]",
    .summary = "Let two players play many games and compare them",
    .help = "A and B are players like level:5 or gnubg:0. Each sequence of dice is played\n"
            "twice with the seats exchanged; the result, seen by A, and its 95 % interval\n"
            "are computed over these pairs. Ctrl-C shows the result so far.\n\n"
            "  --players    list the players there are\n"
            "  --games N    so many games, or matches; an odd number is rounded up\n"
            "  --game ID    which game; 'pasch games' lists them (standard)\n"
            "  --match L    matches to L points, with the cube where the game has one,\n"
            "               and the Crawford rule\n"
            "  --cube       money with the cube, no Jacoby rule; without it gammons count,\n"
            "               but nobody doubles\n"
            "  --no-cube    matches without the cube\n"
            "  --seed N     the same dice every time\n"
            "  --threads N  play so many pairs at the same time; the same result\n"
            "  --luck, --no-luck\n"
            "               also tell the result less the luck of the dice, or not: it has\n"
            "               the same mean and a far smaller error, but every throw must be\n"
            "               weighed (told where the game has an evaluator)\n"
            "  --check      the turn machine verifies every play (slower, same games)\n"
            "  --json       one line of JSON\n"
            "  --quiet      no progress on stderr\n\n"
            "$PASCH_GNUBG says where GNU Backgammon is if that is not /usr/games/gnubg.\n",
    .thinks = true,
    .run = run,
};
