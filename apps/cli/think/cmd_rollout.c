/* The command: options, progress, the kept file, the table. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/files.h"
#include "cli/think/roller.h"
#include "cli/think/think_args.h"

enum { MOVES = PASCH_ROLLOUT_STARTS, KEEP_SECONDS = 5 };

struct wanted {
    struct think_args think;
    const char *move[MOVES];
    int moves;
    const char *plays, *trials, *seed, *truncate, *minimum, *error, *ahead, *save;
    bool no_vr, play_on, opening, cubeless, doubled, quiet;
};

struct work {
    struct roller roller;
    struct pasch_rollout_settings settings;
    struct pasch_rollout *rollout;
    const char *save;
    bool json, quiet, broken; /* broken: it could not be kept */
    double begun, told, kept; /* on the clock */
    uint64_t before;          /* trials that were there already */
};

static volatile sig_atomic_t stopped;

static void on_signal(int signal)
{
    (void)signal;
    stopped = 1;
}

static bool is_stopped(void *context)
{
    (void)context;
    return stopped != 0;
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* The file. */

static bool keep(struct work *work)
{
    size_t size = pasch_rollout_save(work->rollout, NULL);
    void *bytes = malloc(size);
    bool ok = bytes && pasch_rollout_save(work->rollout, bytes) && files_write(work->save, bytes, size);
    if (!ok)
        fprintf(stderr, "pasch rollout: %s: %s\n", work->save, strerror(errno));
    free(bytes);
    work->kept = seconds();
    work->broken = !ok;
    return ok;
}

/* Takes up what is there, if anything. */
static int resume(struct work *work)
{
    struct pasch_error error = {.text = "this is no kept rollout"};
    size_t size;
    const void *bytes = files_map(work->save, &size);
    if (!bytes && errno == ENOENT)
        return EXIT_FINE;
    bool ok = bytes && pasch_rollout_load(work->rollout, bytes, size, &error) == PASCH_OK;
    if (!ok)
        fprintf(stderr, "pasch rollout: %s: %s\n", work->save, bytes || errno == EINVAL ? error.text : strerror(errno));
    if (bytes)
        files_unmap(bytes, size);
    work->before = pasch_rollout_trials(work->rollout);
    return ok ? EXIT_FINE : EXIT_NO;
}

/* Progress. */

static void print_time(double left)
{
    if (left < 100)
        fprintf(stderr, "%.0f s left", left);
    else if (left < 6000)
        fprintf(stderr, "%.0f min left", left / 60);
    else
        fprintf(stderr, "%.1f h left", left / 3600);
}

static void print_progress(const struct work *work, double now, bool terminal)
{
    struct pasch_rollout_result best;
    int at = pasch_rollout_best(work->rollout);
    uint64_t done = pasch_rollout_trials(work->rollout);
    bool cubeful = work->settings.cubeful;
    pasch_rollout_result(work->rollout, at, &best);
    fprintf(stderr, "%s%" PRIu64 " trials: ", terminal ? "\r" : "", best.trials);
    if (*work->roller.name[at])
        fprintf(stderr, "%.20s ", work->roller.name[at]);
    fprintf(stderr, "%+.4f +- %.4f, ", cubeful ? best.cubeful : best.equity,
            cubeful ? best.cubeful_error : best.equity_error);
    print_time((double)pasch_rollout_left(work->rollout) * (now - work->begun) / (double)(done - work->before));
    fputs(terminal ? "\033[K" : "\n", stderr);
    fflush(stderr);
}

static bool tell(void *context, const struct pasch_rollout *rollout)
{
    struct work *work = context;
    double now = seconds();
    bool terminal = isatty(STDERR_FILENO);
    (void)rollout;
    if (work->save && now - work->kept > KEEP_SECONDS && !keep(work))
        return false;
    if (work->quiet || now - work->told < (terminal ? 0.5 : 30))
        return true;
    print_progress(work, now, terminal);
    work->told = now;
    return true;
}

static void wipe_progress(const struct work *work)
{
    if (!work->quiet && work->told > work->begun && isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
}

/* The result. */

static void print_chances(const char *name, const float chance[3], const float error[3], int count)
{
    printf("  %-7s", name);
    for (int i = 0; i < count; i++)
        printf(" %8.2f %% (%.2f)", 100 * (double)chance[i], 100 * (double)error[i]);
    printf("\n");
}

static void print_equity(const struct work *work, const struct pasch_rollout_result *r)
{
    double mwc, error;
    printf("  %-23s %+8.4f (%.4f)\n", roller_counts(&work->roller) ? "points a game" : "equity without the cube",
           r->equity, r->equity_error);
    if (!work->settings.cubeful)
        return;
    printf("  equity with the cube    %+8.4f (%.4f)\n", r->cubeful, r->cubeful_error);
    if (roller_mwc(&work->roller, r->cubeful, r->cubeful_error, &mwc, &error))
        printf("  chance to win the match %7.2f %% (%.2f)\n", 100 * mwc, 100 * error);
}

static void print_position(const struct work *work)
{
    struct pasch_rollout_result r;
    pasch_rollout_result(work->rollout, 0, &r);
    const struct pasch_probs *p = &r.probs, *e = &r.probs_error;
    const float win[] = {p->win, p->win_gammon, p->win_backgammon};
    const float lose[] = {1 - p->win, p->lose_gammon, p->lose_backgammon};
    int count = roller_counts(&work->roller) ? 1 : 3;
    if (count > 1)
        printf("  %-7s %17s %17s %17s\n", "", "all     ", "gammons     ", "backg.     ");
    print_chances("wins", win, (const float[]){e->win, e->win_gammon, e->win_backgammon}, count);
    print_chances("losses", lose, (const float[]){e->win, e->lose_gammon, e->lose_backgammon}, count);
    printf("\n");
    print_equity(work, &r);
}

static void print_starts(const struct work *work)
{
    int order[PASCH_ROLLOUT_STARTS];
    bool cubeful = work->settings.cubeful;
    roller_rank(&work->roller, work->rollout, order);
    printf("%24s %16s %18s %9s\n", "", "equity     ", "behind     ", "trials");
    for (int i = 0; i < work->roller.starts; i++) {
        struct pasch_rollout_result r;
        char behind[32] = "";
        pasch_rollout_result(work->rollout, order[i], &r);
        const struct pasch_probs *p = &r.probs;
        if (i)
            snprintf(behind, sizeof behind, "%.4f (%.4f)", r.behind, r.behind_error);
        printf("%3d. %-19s %+8.4f (%.4f) %18s %9" PRIu64 "\n", i + 1, work->roller.name[order[i]],
               cubeful ? r.cubeful : r.equity, cubeful ? r.cubeful_error : r.equity_error, behind, r.trials);
        if (roller_counts(&work->roller)) {
            printf("     wins %.1f %%\n", 100 * (double)p->win);
            continue;
        }
        printf("     wins %.1f %%, gammons %.1f, backg. %.1f; loses gammons %.1f, backg. %.1f\n", 100 * (double)p->win,
               100 * (double)p->win_gammon, 100 * (double)p->win_backgammon, 100 * (double)p->lose_gammon,
               100 * (double)p->lose_backgammon);
    }
}

static void print_due(const struct pasch_position *p)
{
    printf("%c to ", p->turn == PASCH_X ? 'x' : 'o');
    switch (pasch_position_due(p)) {
    case PASCH_DUE_PLAY: printf("play %d%d, ", p->stage[0].die[0], p->stage[0].die[1]); break;
    case PASCH_DUE_CHOOSE: printf("name a roll, "); break;
    case PASCH_DUE_REPLY: printf("act, before the other side's roll, "); break;
    default: printf("act, before the roll, ");
    }
}

static void print_result(const struct work *work)
{
    const struct pasch_position *p = &work->roller.position;
    struct pasch_rollout_result r;
    if (work->json) {
        putchar('{');
        roller_write(stdout, &work->roller, work->rollout);
        printf(",\"seed\":%" PRIu64 "}\n", work->settings.seed);
        return;
    }
    pasch_rollout_result(work->rollout, pasch_rollout_best(work->rollout), &r);
    print_due(p);
    printf("%" PRIu64 " trial%s, %d pl%s, %s the cube, seed %" PRIu64 "\n", r.trials, r.trials == 1 ? "" : "s",
           work->settings.plies, work->settings.plies == 1 ? "y" : "ies", work->settings.cubeful ? "with" : "without",
           work->settings.seed);
    if (r.complete && r.trials == 1)
        printf("nothing is left to dice: all games would be like this one\n\n");
    else if (r.complete)
        printf("every throw that can come was played: there is no error\n\n");
    else
        printf("standard errors in brackets\n\n");
    if (work->roller.starts == 1 && !*work->roller.name[0])
        print_position(work);
    else
        print_starts(work);
}

/* The options. */

static int add_move(void *context, const char *text)
{
    struct wanted *w = context;
    if (w->moves == MOVES)
        return cli_usage(&command_rollout, "at most %d moves can be rolled out at once", MOVES);
    w->move[w->moves++] = text;
    return EXIT_FINE;
}

static int read_count(const char *name, const char *text, uint64_t most, uint64_t *number)
{
    char *end;
    if (!text)
        return EXIT_FINE;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno || value > most)
        return cli_usage(&command_rollout, "%s is a whole number up to %" PRIu64 ", not '%s'", name, most, text);
    *number = value;
    return EXIT_FINE;
}

static int read_positive(const char *name, const char *text, double *number)
{
    char *end;
    if (!text)
        return EXIT_FINE;
    *number = strtod(text, &end);
    if (end == text || *end || !(*number > 0 && *number < 1e9))
        return cli_usage(&command_rollout, "%s is a number above 0, not '%s'", name, text);
    return EXIT_FINE;
}

static int read_settings(const struct wanted *w, struct work *work)
{
    struct pasch_rollout_settings *s = &work->settings;
    uint64_t truncate = 0;
    *s = (struct pasch_rollout_settings){.trials = 1296,
                                         .seed = cli_random_seed() >> 32, /* short enough to be typed again */
                                         .minimum = 144,
                                         .plain_luck = w->no_vr,
                                         .play_on = w->play_on,
                                         .opening = w->opening,
                                         .stop = is_stopped};
    int status = read_count("--trials", w->trials, 1000000000, &s->trials);
    if (status == EXIT_FINE)
        status = read_count("--seed", w->seed, UINT64_MAX, &s->seed);
    if (status == EXIT_FINE)
        status = read_count("--truncate", w->truncate, 10000, &truncate);
    if (status == EXIT_FINE)
        status = read_count("--min-trials", w->minimum, 1000000000, &s->minimum);
    if (status == EXIT_FINE)
        status = read_positive("--stop-error", w->error, &s->error);
    if (status == EXIT_FINE)
        status = read_positive("--stop-jsd", w->ahead, &s->ahead);
    if (status == EXIT_FINE && !s->trials)
        status = cli_usage(&command_rollout, "--trials is at least 1");
    if (status == EXIT_FINE && w->save && !w->seed)
        s->seed = 1; /* the same command must go on with it */
    s->truncate = (int)truncate;
    return status;
}

/* What is to be rolled out. */
static int read_starts(const struct wanted *w, struct work *work)
{
    struct pasch_error error;
    struct roller *roller = &work->roller;
    uint64_t most = 3;
    int status = read_count("--plays", w->plays, PASCH_ROLLOUT_STARTS, &most);
    if (status != EXIT_FINE)
        return status;
    if (!most || (w->plays && w->moves))
        return cli_usage(&command_rollout, "%s",
                         most ? "--plays and --move exclude each other" : "--plays is at least 1");
    if (w->plays && !roller->dice && !roller->naming)
        return cli_usage(&command_rollout, "--plays needs dice: write them into the position, or --dice 31");
    if (w->doubled && w->cubeless)
        return cli_usage(&command_rollout, "--double and --cubeless exclude each other");
    for (int i = 0; i < w->moves; i++) {
        if (roller_add_move(roller, w->move[i], &error) != PASCH_OK)
            return cli_error("--move", w->move[i], &error);
    }
    enum pasch_status added = PASCH_OK;
    if (w->doubled)
        added = roller_add_double(roller, &error);
    else if (!w->moves && (roller->dice || w->plays))
        added = roller_add_best(roller, w->think.search, work->settings.plies, (int)most, &error);
    else if (!w->moves)
        roller_add_position(roller);
    return added == PASCH_OK ? EXIT_FINE : cli_error("--double", w->think.text, &error);
}

static int roll(struct work *work)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND}, before[2];
    if (work->save && resume(work) != EXIT_FINE)
        return EXIT_NO;
    sigaction(SIGINT, &action, &before[0]);
    sigaction(SIGTERM, &action, &before[1]);
    work->begun = work->told = seconds();
    bool done = pasch_rollout_run(work->rollout, tell, work);
    sigaction(SIGINT, &before[0], NULL);
    sigaction(SIGTERM, &before[1], NULL);
    wipe_progress(work);
    if (work->broken || (work->save && !keep(work)))
        return EXIT_NO;
    if (!pasch_rollout_trials(work->rollout)) {
        fprintf(stderr, "pasch rollout: stopped before a trial was over\n");
        return EXIT_NO;
    }
    print_result(work);
    if (!done && work->save)
        fprintf(stderr, "pasch rollout: stopped; the same command goes on with %s\n", work->save);
    return EXIT_FINE;
}

static int roll_wanted(struct wanted *w, struct work *work)
{
    struct pasch_error error;
    struct thinkers *thinkers = &w->think.thinkers;
    struct pasch_plays plays = cli_plays();
    int status = EXIT_FINE;
    work->settings.plies = w->think.plies;
    if (roller_begin(&work->roller, thinkers, &w->think.position, !w->cubeless, &plays, &error) != PASCH_OK)
        status = cli_error("nothing to roll out", w->think.text, &error);
    if (status == EXIT_FINE)
        status = read_starts(w, work);
    if (status == EXIT_FINE) {
        work->settings.cubeful = work->roller.cubeful;
        if (thinkers->pool)
            work->settings.parallel = threads_parallel(thinkers->pool);
        work->rollout = pasch_rollout_create(thinkers_evaluator(thinkers, w->think.position.rules),
                                             work->roller.cube.met, &work->roller.position, work->roller.start,
                                             work->roller.starts, &work->settings, &error);
        if (work->rollout) {
            status = roll(work);
        } else {
            fprintf(stderr, "pasch rollout: %s\n", error.text);
            status = error.status == PASCH_FULL ? EXIT_NO : EXIT_USAGE;
        }
    }
    pasch_rollout_destroy(work->rollout);
    free(plays.play);
    return status;
}

static int run(int argc, char **argv)
{
    struct wanted w = {.moves = 0};
    const struct cli_option options[] = {
        THINK_OPTIONS(w.think),
        {"--dice", &w.think.dice_text, NULL, NULL, NULL},
        {"--move", NULL, NULL, add_move, &w},
        {"--plays", &w.plays, NULL, NULL, NULL},
        {"--double", NULL, &w.doubled, NULL, NULL},
        {"--trials", &w.trials, NULL, NULL, NULL},
        {"--seed", &w.seed, NULL, NULL, NULL},
        {"--cubeless", NULL, &w.cubeless, NULL, NULL},
        {"--truncate", &w.truncate, NULL, NULL, NULL},
        {"--opening", NULL, &w.opening, NULL, NULL},
        {"--no-vr", NULL, &w.no_vr, NULL, NULL},
        {"--play-on", NULL, &w.play_on, NULL, NULL},
        {"--stop-error", &w.error, NULL, NULL, NULL},
        {"--stop-jsd", &w.ahead, NULL, NULL, NULL},
        {"--min-trials", &w.minimum, NULL, NULL, NULL},
        {"--save", &w.save, NULL, NULL, NULL},
        {"--quiet", NULL, &w.quiet, NULL, NULL},
    };
    int status = cli_options(&command_rollout, &argc, argv, options, sizeof options / sizeof *options);
    if (status != EXIT_FINE)
        return status < 0 ? EXIT_FINE : status;
    struct work *work = calloc(1, sizeof *work);
    if (!work)
        return EXIT_NO;
    work->save = w.save;
    work->json = w.think.json;
    work->quiet = w.quiet;
    if (!w.think.plies_text)
        w.think.plies_text = "0";
    status = read_settings(&w, work);
    if (status == EXIT_FINE)
        status = think_open(&command_rollout, &w.think, argc, argv);
    if (status == EXIT_FINE)
        status = roll_wanted(&w, work);
    think_close(&w.think);
    free(work);
    return status;
}

const struct command command_rollout = {
    .name = "rollout",
    .arguments = "POSITION|GAME [--move MOVE...] [OPTIONS]",
    .summary = "Play a position out many times",
    .help = "Plays the position to the end many times, against itself, and says what came of\n"
            "it: with dice, of each of several plays; before a throw, of the position. The\n"
            "luck of the dice is taken off, and all plays have the same dice, so that few\n"
            "trials tell much. Ctrl-C shows the result so far.\n"
            "  --dice 31        the dice, where the position has none\n"
            "  --move MOVE      a play to roll out, such as '8/5 6/5', or a roll to be named,\n"
            "                   such as 33; may come several times\n"
            "  --plays N        the N best plays (3), or the N best rolls to be named\n"
            "  --double         before the throw: no double against a double that is taken\n"
            "  --trials N       so many of each at the most (1296)\n"
            "  --seed N         the same dice every time\n"
            "  --plies N        play looking so many plies ahead, 0 to 4 (0)\n"
            "  --cubeless       without the doubling cube\n"
            "  --truncate N     take the evaluator's word after N turns\n"
            "  --opening        the first roll is no double\n"
            "  --no-vr          leave the luck in\n"
            "  --play-on        play bear-offs out even where tables know their worth\n"
            "  --stop-error E   stop once the standard error is at most E\n"
            "  --stop-jsd X     drop plays that are X joint standard errors behind the best\n"
            "  --min-trials N   but not before so many trials (144)\n"
            "  --save FILE      keep the state in FILE; if it is there, go on with it.\n"
            "                   Without --seed the seed is then 1\n"
            "  --threads N      with so many threads (as many as processors)\n"
            "  --json           the result as one line of JSON\n"
            "  --quiet          no progress on stderr\n",
    .thinks = true,
    .run = run,
};
