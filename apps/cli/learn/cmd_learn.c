#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/cli.h"
#include "cli/learn/learn_plot.h"
#include "cli/think/engine.h"
#include "cli/think/tables.h"
#include "cli/threads.h"
#include "pasch/learn.h"

enum { PHASES = 16, PATH_ROOM = 4096, KEEP_SECONDS = 300 };

/* "td:POSITIONS:RATE:LAST", "quick:..." likewise, or "exact:POSITIONS:RATE:LAST[:REPEAT[:TRACE[:DOUBT]]]" */
struct phases {
    char text[PHASES][64];
    struct pasch_learn_plan plan[PHASES];
    int count;
};

struct work {
    struct pasch_learning *learning;
    const char *folder;
    struct phases phases;
    int phase;
    bool has_tenth; /* the nets after a tenth of the work are kept apart */
    FILE *log;
    double begin, kept; /* seconds of CPU time */
    double spent;       /* before this call */
    struct pasch_parallel parallel;
};

static volatile sig_atomic_t stopped;

static void on_signal(int signal)
{
    (void)signal;
    stopped = 1;
}

static int add_phase(void *context, const char *text)
{
    struct phases *phases = context;
    struct pasch_learn_plan plan = {.noise = 0.3f, .holding = 0.25f, .repeat = 8, .memory = 1 << 21, .rivals = true};
    char kind[8], junk;
    int fields = sscanf(text, "%7[a-z]:%" SCNu64 ":%f:%f:%d:%f:%f%c", kind, &plan.positions, &plan.rate,
                        &plan.last_rate, &plan.repeat, &plan.trace, &plan.doubt, &junk);
    plan.exact = strcmp(kind, "exact") == 0;
    plan.quick = strcmp(kind, "quick") == 0;
    bool known = plan.exact || plan.quick || strcmp(kind, "td") == 0;
    if (!known || fields < 4 || fields > 7 || !(plan.rate > 0 && plan.last_rate > 0) || plan.repeat < 1 ||
        !(plan.trace >= 0 && plan.trace <= 1) || !(plan.doubt >= 0) || phases->count == PHASES ||
        strlen(text) >= sizeof phases->text[0])
        return cli_usage(&command_learn,
                         "'%s' is no phase: td:POSITIONS:RATE:LAST, exact:POSITIONS:RATE:LAST:REPEAT:TRACE:DOUBT or "
                         "quick:POSITIONS:RATE:LAST",
                         text);
    snprintf(phases->text[phases->count], sizeof phases->text[0], "%s", text);
    phases->plan[phases->count++] = plan;
    return EXIT_FINE;
}

static const char *path_of(const struct work *work, const char *name, char path[PATH_ROOM])
{
    snprintf(path, PATH_ROOM, "%s/%s", work->folder, name);
    return path;
}

/* Writes beside it first, so that a file is whole or not there. */
static bool write_file(const char *path, const void *bytes, size_t size)
{
    char beside[PATH_ROOM + 8];
    snprintf(beside, sizeof beside, "%s.new", path);
    FILE *file = fopen(beside, "wb");
    bool ok = file && fwrite(bytes, 1, size, file) == size;
    if (file && fclose(file) != 0)
        ok = false;
    if (!ok || rename(beside, path) != 0) {
        fprintf(stderr, "pasch learn: %s: %s\n", path, strerror(errno));
        return false;
    }
    return true;
}

static bool keep_nets(const struct work *work, const char *folder)
{
    char path[PATH_ROOM];
    bool ok = true;
    for (int use = 0; use < PASCH_NET_USES && ok; use++) {
        char name[32];
        snprintf(name, sizeof name, "%s%s.net", folder, pasch_net_use_name(use));
        const struct pasch_net *net = pasch_learn_net(work->learning, use);
        if (!net)
            continue;
        size_t size = pasch_net_bytes(net, NULL);
        void *bytes = malloc(size);
        ok = bytes && pasch_net_bytes(net, bytes) && write_file(path_of(work, name, path), bytes, size);
        free(bytes);
    }
    return ok;
}

static bool keep_state(struct work *work, uint64_t done)
{
    char path[PATH_ROOM], picture[PATH_ROOM], text[80];
    size_t size = pasch_learn_save(work->learning, NULL);
    void *bytes = malloc(size);
    bool ok = bytes && pasch_learn_save(work->learning, bytes) &&
              write_file(path_of(work, "state", path), bytes, size) && keep_nets(work, "");
    free(bytes);
    int length = snprintf(text, sizeof text, "%d %" PRIu64 " %.0f\n", work->phase, done,
                          work->spent + cli_cpu_seconds() - work->begin);
    work->kept = cli_cpu_seconds();
    learn_plot(path_of(work, "log.tsv", path), path_of(work, "curve.svg", picture));
    return ok && write_file(path_of(work, "progress", path), text, (size_t)length);
}

/* What a phase costs: a mean over all rolls takes the time of so many rolls that came. */
static double cost(const struct pasch_learn_plan *plan, uint64_t positions)
{
    return (double)positions * (plan->exact ? 8 : 1);
}

/* The nets after a tenth of the work, to see later what the rest was good for. */
static bool keep_tenth(struct work *work, uint64_t done)
{
    char path[PATH_ROOM];
    double all = 0, past = cost(&work->phases.plan[work->phase], done);
    for (int i = 0; i < work->phases.count; i++) {
        double phase = cost(&work->phases.plan[i], work->phases.plan[i].positions);
        all += phase;
        past += i < work->phase ? phase : 0;
    }
    if (work->has_tenth || past < all / 10)
        return true;
    work->has_tenth = true;
    if (mkdir(path_of(work, "tenth", path), 0777) != 0)
        return errno == EEXIST; /* kept before it was stopped */
    return keep_nets(work, "tenth/");
}

static bool tell(void *context, const struct pasch_learn_report *r)
{
    struct work *work = context;
    const struct pasch_learn_plan *plan = &work->phases.plan[work->phase];
    double seconds = cli_cpu_seconds() - work->begin, all = work->spent + seconds;
    fprintf(work->log, "%.0f\t%d\t%" PRIu64 "\t%" PRIu64 "\t%.2e\t%.6f\t%.1f\n", all, work->phase + 1, r->games,
            r->positions, (double)r->rate, r->loss, r->plies);
    fflush(work->log);
    printf("phase %d of %d, %.1f %%: %" PRIu64
           " games, %.1f million positions, loss %.5f, off by %.4f and %.4f, %.0f s\n",
           work->phase + 1, work->phases.count, 100 * (double)r->done / (double)plan->positions, r->games,
           (double)r->positions / 1e6, r->loss, r->off, r->apart, all);
    fflush(stdout);
    if (!keep_tenth(work, r->done))
        return false;
    if (cli_cpu_seconds() - work->kept > KEEP_SECONDS || stopped)
        return keep_state(work, r->done) && !stopped;
    return true;
}

/* The whole of a file, or NULL. */
static void *read_file(const char *path, size_t *size)
{
    struct stat info;
    FILE *file = fopen(path, "rb");
    void *bytes = NULL;
    *size = 0;
    if (file && fstat(fileno(file), &info) == 0) {
        *size = (size_t)info.st_size;
        bytes = malloc(*size + 1);
        if (bytes && fread(bytes, 1, *size, file) != *size) {
            free(bytes);
            bytes = NULL;
        }
    }
    if (file)
        fclose(file);
    return bytes;
}

/* Takes up what is kept, if anything. EXIT_FINE or EXIT_NO. */
static int resume(struct work *work, uint64_t *done)
{
    char path[PATH_ROOM];
    size_t size;
    struct pasch_error error;
    *done = 0;
    char *text = read_file(path_of(work, "progress", path), &size);
    if (!text)
        return EXIT_FINE;
    text[size] = 0;
    bool fine = sscanf(text, "%d %" SCNu64 " %lf", &work->phase, done, &work->spent) == 3;
    free(text);
    void *bytes = read_file(path_of(work, "state", path), &size);
    if (!fine || !bytes || pasch_learn_load(work->learning, bytes, size, &error) != PASCH_OK) {
        fprintf(stderr, "pasch learn: %s: %s\n", path, fine && bytes ? error.text : "cannot be read");
        free(bytes);
        return EXIT_NO;
    }
    free(bytes);
    printf("Going on in phase %d.\n", work->phase + 1);
    return EXIT_FINE;
}

/* Begins with the nets of a folder. */
static int begin(struct work *work, const struct pasch_rules *rules, const char *folder)
{
    struct pasch_error error;
    struct pasch_engine *engine = engine_open(rules, folder, &error);
    bool ok = engine && pasch_learn_begin(work->learning, pasch_engine_evaluator(engine), &error) == PASCH_OK;
    if (!ok)
        fprintf(stderr, "pasch learn: %s\n", error.text);
    pasch_engine_destroy(engine);
    return ok ? EXIT_FINE : EXIT_NO;
}

static int learn(struct work *work)
{
    char path[PATH_ROOM];
    uint64_t done;
    if (mkdir(work->folder, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "pasch learn: %s: %s\n", work->folder, strerror(errno));
        return EXIT_NO;
    }
    if (resume(work, &done) != EXIT_FINE)
        return EXIT_NO;
    work->log = fopen(path_of(work, "log.tsv", path), "a");
    if (!work->log) {
        fprintf(stderr, "pasch learn: %s: %s\n", path, strerror(errno));
        return EXIT_NO;
    }
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    work->begin = work->kept = cli_cpu_seconds();
    bool ok = true;
    for (; work->phase < work->phases.count && ok && !stopped; work->phase++, done = 0) {
        struct pasch_learn_plan plan = work->phases.plan[work->phase];
        plan.done = done;
        printf("Phase %d: %s\n", work->phase + 1, work->phases.text[work->phase]);
        pasch_learn_run(work->learning, &plan, &work->parallel, tell, work);
        if (stopped)
            break;
        work->phase++;
        ok = keep_state(work, 0);
        work->phase--;
    }
    fclose(work->log);
    return ok ? EXIT_FINE : EXIT_NO;
}

static bool read_share(const char *text, float *share)
{
    char junk;
    return sscanf(text, "%f%c", share, &junk) == 1 && *share >= 0 && *share <= 0.1f;
}

/* Of the standard game, and of the others. */
static const char *const usual_phase[2][2] = {
    {"td:30000000:4e-3:3e-4", "exact:25000000:5e-4:1e-5:4:0.9"},
    {"td:4000000:4e-3:4e-4", "exact:500000:5e-4:3e-5:4:0.9"},
};

static bool has_quick_phase(const struct phases *phases)
{
    bool any = false;
    for (int i = 0; i < phases->count; i++)
        any |= phases->plan[i].quick;
    return any;
}

static int run(int argc, char **argv)
{
    const char *out = "learning", *hidden = NULL, *seed = "1", *count = "1", *draw = "0", *from = NULL;
    struct work *work = calloc(1, sizeof *work);
    long units = 0, start, workers;
    if (!work)
        return EXIT_NO;
    const struct cli_option options[] = {
        {"--out", &out, NULL, NULL, NULL},   {"--hidden", &hidden, NULL, NULL, NULL},
        {"--seed", &seed, NULL, NULL, NULL}, {"--threads", &count, NULL, NULL, NULL},
        {"--draw", &draw, NULL, NULL, NULL}, {"--phase", NULL, NULL, add_phase, &work->phases},
        {"--from", &from, NULL, NULL, NULL},
    };
    float share = 0;
    int status = cli_options(&command_learn, &argc, argv, options, 7);
    const struct pasch_rules *rules = status == EXIT_FINE && argc == 2 ? cli_find_game(argv[1]) : NULL;
    if (status == EXIT_FINE && argc != 2)
        status = cli_usage(&command_learn, "name one game");
    else if (status == EXIT_FINE && !rules)
        status = EXIT_USAGE;
    else if (status == EXIT_FINE && rules->nets)
        status = cli_usage(&command_learn, "%s is played with the nets of %s", rules->id, rules->nets);
    else if (status == EXIT_FINE && has_quick_phase(&work->phases) && !pasch_evaluate_fits(rules))
        status = cli_usage(&command_learn, "%s has no quick net", rules->id);
    else if (status == EXIT_FINE && hidden && (!cli_number(hidden, 64, 1024, &units) || units % 64))
        status = cli_usage(&command_learn, "--hidden is a multiple of 64 up to 1024, not '%s'", hidden);
    else if (status == EXIT_FINE && !cli_number(seed, 0, 1000000000, &start))
        status = cli_usage(&command_learn, "--seed is a whole number, not '%s'", seed);
    else if (status == EXIT_FINE && !cli_number(count, 1, 16, &workers))
        status = cli_usage(&command_learn, "--threads is 1 to 16, not '%s'", count);
    else if (status == EXIT_FINE && !read_share(draw, &share))
        status = cli_usage(&command_learn, "--draw is a chance from 0 to 0.1, not '%s'", draw);
    const struct pasch_exact *exact = status == EXIT_FINE ? tables_exact(rules) : NULL;
    if (exact && tables_know_all(exact))
        status = cli_usage(&command_learn, "%s is solved: there is nothing to learn", rules->id);
    if (status != EXIT_FINE) {
        free(work);
        return status < 0 ? EXIT_FINE : status;
    }
    bool usual = !work->phases.count;
    for (int i = 0; i < 2 && usual; i++)
        add_phase(&work->phases, usual_phase[rules != pasch_game_at(0)][i]);
    for (int i = 0; i < work->phases.count; i++)
        work->phases.plan[i].draw = share;
    if (!units)
        units = rules == pasch_game_at(0) ? 512 : 128;
    struct pasch_bearoff *bearoff = pasch_bearoff_fits(rules) ? pasch_bearoff_create() : NULL;
    struct pasch_evaluator tables = {.rules = rules, .bearoff = bearoff};
    if (exact) {
        tables.known = pasch_exact_known;
        tables.tables = exact;
    }
    struct threads *threads = workers > 1 ? threads_create((int)workers) : NULL;
    if (threads)
        work->parallel = threads_parallel(threads);
    work->folder = out;
    work->learning = pasch_learn_create(&tables, (int)units, 128, (uint64_t)start);
    status = work->learning ? EXIT_FINE : EXIT_NO;
    if (status == EXIT_FINE && from)
        status = begin(work, rules, from);
    if (status == EXIT_FINE)
        status = learn(work);
    pasch_learn_destroy(work->learning);
    pasch_bearoff_destroy(bearoff);
    threads_destroy(threads);
    free(work);
    return status;
}

const struct command command_learn = {
    .name = "learn",
    .arguments = "GAME --phase SPEC... [--out FOLDER] [--hidden N] [--seed N] [--draw P] [--from FOLDER] [--threads N]",
    .summary = "Learn to play by playing against itself",
    .help = "From nothing but the rules. The nets go to FOLDER/contact.net, race.net and so on, the curve to log.tsv\n"
            "(seconds, phase, games, positions, rate, loss, plies a game) and curve.svg. Stopped or killed, the same\n"
            "command goes on with it.\n"
            "  --phase td:POSITIONS:RATE:LAST\n"
            "                 learn from the roll that came, the rate falling to LAST\n"
            "  --phase exact:POSITIONS:RATE:LAST:REPEAT:TRACE:DOUBT\n"
            "                 learn from means over all rolls, each REPEAT times, with a share of TRACE (0 to 1) of\n"
            "                 what came later in the game, and a ply deeper where the net is off by more than DOUBT\n"
            "                 points (0: never)\n"
            "  --phase quick:POSITIONS:RATE:LAST\n"
            "                 only the quick net learns, what the others think of plays\n"
            "  --out FOLDER   (learning)\n"
            "  --hidden N     units of the first layer of the contact net, a multiple of 64 (512)\n"
            "  --seed N       (1)\n"
            "  --draw P       each turn ends in a draw by this chance (0): who is ahead learns not to wait for ever\n"
            "  --from FOLDER  begin with its nets, which may have fewer units\n"
            "  --threads N    (1); the outcome is the same for any number\n",
    .run = run,
};
