#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/think/tables.h"
#include "cli/threads.h"

static const double PIPS_A_ROLL = 49 / 6.;

/* What is asked for. */
struct request {
    const char *men_text, *threads_text, *solve_text;
    bool one_sided, json;
    long men, threads;               /* men 0: no two-sided table */
    const struct pasch_rules *solve; /* the game whose tables are wanted; NULL = none */
};

/* Making tables. */

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

struct progress {
    double begun, told;
};

static bool tell(void *context, double part)
{
    struct progress *progress = context;
    double now = seconds_now();
    if (now - progress->told < 0.2 || !isatty(STDERR_FILENO))
        return true;
    progress->told = now;
    fprintf(stderr, "\r\033[K%.0f %%, %.0f s left", 100 * part, (now - progress->begun) * (1 - part) / part);
    return true;
}

static void end_telling(const struct progress *progress)
{
    if (progress->told > progress->begun)
        fprintf(stderr, "\r\033[K");
}

/* A bear-off table for so many men, or one that has a name. */
static int keep(int men, const char *name, const void *bytes, size_t size, double begun)
{
    char path[FILES_PATH];
    if (!(name ? tables_exact_path(name, path) : tables_path(men, path))) {
        fprintf(stderr, "pasch bearoff: there is no folder to keep tables in: PASCH_CACHE and HOME name none\n");
        return EXIT_NO;
    }
    if (!(name ? tables_exact_keep(name, bytes, size) : tables_keep(men, bytes, size))) {
        fprintf(stderr, "pasch bearoff: %s: %s\n", path, strerror(errno));
        return EXIT_NO;
    }
    printf("%s: %.1f MB in %.2f s, %.2f s of CPU time\n", path, (double)size / 1e6, seconds_now() - begun,
           cli_cpu_seconds());
    return EXIT_FINE;
}

static int no_memory(void)
{
    fprintf(stderr, "pasch bearoff: out of memory\n");
    return EXIT_NO;
}

static int make_one(void)
{
    size_t size;
    double begun = seconds_now();
    struct pasch_bearoff *one = pasch_bearoff_create();
    if (!one)
        return no_memory();
    const void *bytes = pasch_bearoff_bytes(one, &size);
    int status = keep(0, NULL, bytes, size, begun);
    pasch_bearoff_destroy(one);
    return status;
}

static int make_two(const struct request *request)
{
    size_t size;
    int threads = request->threads ? (int)request->threads : threads_cores();
    struct threads *pool = threads_create(threads);
    if (!pool)
        return no_memory();
    struct pasch_parallel parallel = threads_parallel(pool);
    struct progress progress = {.begun = seconds_now(), .told = 0};
    progress.told = progress.begun;
    struct pasch_bearoff_two *two = pasch_bearoff_two_create((int)request->men, &parallel, tell, &progress);
    threads_destroy(pool);
    end_telling(&progress);
    if (!two)
        return no_memory();
    const void *bytes = pasch_bearoff_two_bytes(two, &size);
    int status = keep((int)request->men, NULL, bytes, size, progress.begun);
    pasch_bearoff_two_destroy(two);
    return status;
}

static int make_solo(const struct pasch_rules *rules)
{
    char name[PASCH_EXACT_NAME];
    size_t size;
    struct progress progress = {.begun = seconds_now(), .told = 0};
    progress.told = progress.begun;
    struct pasch_exact_solo *solo = pasch_exact_solo_create(rules, PASCH_EXACT_HOME, tell, &progress);
    end_telling(&progress);
    if (!solo)
        return no_memory();
    const void *bytes = pasch_exact_solo_bytes(solo, &size);
    pasch_exact_solo_name(rules, PASCH_EXACT_HOME, name);
    int status = keep(0, name, bytes, size, progress.begun);
    pasch_exact_solo_destroy(solo);
    return status;
}

static int make_pairs(const struct pasch_rules *rules)
{
    char name[PASCH_EXACT_NAME];
    size_t size;
    struct progress progress = {.begun = seconds_now(), .told = 0};
    progress.told = progress.begun;
    struct pasch_exact_pairs *pairs = pasch_exact_pairs_create(rules, 0, tell, &progress);
    end_telling(&progress);
    if (!pairs)
        return no_memory();
    const void *bytes = pasch_exact_pairs_bytes(pairs, &size);
    pasch_exact_pairs_name(rules, 0, name);
    int status = keep(0, name, bytes, size, progress.begun);
    pasch_exact_pairs_destroy(pairs);
    return status;
}

static int solve(const struct pasch_rules *rules)
{
    bool solo = tables_serve(rules) && pasch_exact_solo_fits(rules, PASCH_EXACT_HOME);
    bool pairs = tables_serve(rules) && pasch_exact_pairs_men(rules) > 0;
    if (!solo && !pairs) {
        fprintf(stderr, "pasch bearoff: there are no tables of %s alone\n", rules->id);
        return EXIT_NO;
    }
    int status = solo ? make_solo(rules) : EXIT_FINE;
    return status == EXIT_FINE && pairs ? make_pairs(rules) : status;
}

static int make(const struct request *request)
{
    int status = request->one_sided ? make_one() : EXIT_FINE;
    if (status == EXIT_FINE && request->men)
        status = make_two(request);
    return status == EXIT_FINE && request->solve ? solve(request->solve) : status;
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), most = strlen(end);
    return length > most && strcmp(text + length - most, end) == 0;
}

static int is_table(const struct dirent *entry)
{
    return ends_with(entry->d_name, ".bearoff") || ends_with(entry->d_name, ".exact");
}

/* The tables that are kept. */
static int list_tables(void)
{
    char folder[FILES_PATH], path[FILES_PATH + 256];
    struct dirent **entry;
    struct stat info;
    if (!tables_folder(folder)) {
        printf("Tables are kept nowhere: PASCH_CACHE and HOME name no folder.\n");
        return EXIT_FINE;
    }
    int count = scandir(folder, &entry, is_table, versionsort);
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, entry[i]->d_name);
        if (stat(path, &info) == 0)
            printf("%s: %.1f MB\n", path, (double)info.st_size / 1e6);
        free(entry[i]);
    }
    if (count >= 0)
        free(entry);
    if (count <= 0)
        printf("There are no tables in %s yet.\n", folder);
    return EXIT_FINE;
}

/* What is known of a position. */
struct facts {
    int roller;
    bool home[2]; /* the side has all its men home */
    int pips[2];
    struct pasch_bearoff_rolls rolls[2];
    struct pasch_probs probs; /* of the roller; both are home */
    bool exact;               /* and by the two-sided table, which has the rest, too */
    struct pasch_bearoff_value value;
    bool may_double;
    float kept, taken; /* without a double, with one that is taken; passed it is 1 */
    float right;
};

static const char *action(const struct facts *facts)
{
    if (!facts->may_double || facts->kept >= facts->right)
        return "no-double";
    return facts->taken >= 1 ? "double-pass" : "double-take";
}

static void find_cube(struct facts *facts, const struct pasch_position *position)
{
    const struct pasch_bearoff_value *v = &facts->value;
    bool mine = position->cube_owner == facts->roller, middle = position->cube_owner == PASCH_NOBODY;
    facts->may_double = mine || middle;
    facts->kept = mine ? v->owned_kept : middle ? v->centred_kept : v->opponents;
    facts->right = mine ? v->owned : middle ? v->centred : v->opponents;
    facts->taken = 2 * v->opponents;
}

static int find_facts(struct facts *facts, const struct pasch_position *position)
{
    const struct pasch_evaluator evaluator = {.rules = position->rules, .bearoff = tables_one(), .two = tables_two()};
    if (!evaluator.bearoff || !evaluator.two)
        return no_memory();
    *facts = (struct facts){.roller = position->offered ? 1 - position->turn : position->turn};
    for (int side = 0; side < 2; side++) {
        facts->pips[side] = pasch_position_pips(position, side);
        facts->home[side] = pasch_bearoff_rolls(evaluator.bearoff, &position->board.side[side], &facts->rolls[side]);
    }
    if (pasch_class_of(position->rules, &position->board) == PASCH_CLASS_CONTACT ||
        (!facts->home[0] && !facts->home[1])) {
        fprintf(stderr, "pasch bearoff: %s\n",
                facts->home[0] || facts->home[1] ? "the sides have not passed each other yet"
                                                 : "neither side has all its men home");
        return EXIT_NO;
    }
    if (facts->home[0] && facts->home[1])
        facts->probs = pasch_evaluate(&evaluator, &position->board, facts->roller);
    facts->exact = pasch_evaluate_exact(&evaluator, &position->board, facts->roller, &facts->value);
    if (facts->exact)
        find_cube(facts, position);
    return EXIT_FINE;
}

static double epc(const struct facts *facts, int side)
{
    return facts->rolls[side].mean * PIPS_A_ROLL;
}

/* The numbers of rolls that are worth a line: those between the first and the last that any side may need. */
static void find_range(const struct facts *facts, double least, int *first, int *last)
{
    *first = PASCH_BEAROFF_ROLLS;
    *last = 0;
    for (int side = 0; side < 2; side++) {
        for (int n = 0; n < PASCH_BEAROFF_ROLLS; n++) {
            if (!facts->home[side] || (double)facts->rolls[side].chance[n] < least)
                continue;
            *first = n < *first ? n : *first;
            *last = n > *last ? n : *last;
        }
    }
}

static void print_number(bool known, const char *format, double number)
{
    char text[32] = "-";
    if (known)
        snprintf(text, sizeof text, format, number);
    printf("%10s", text);
}

/* A line with a number for each side. */
static void print_line(const struct facts *facts, const char *name, const char *format, double x, double o,
                       const char *note)
{
    printf("  %-8s", name);
    print_number(facts->home[PASCH_X], format, x);
    print_number(facts->home[PASCH_O], format, o);
    printf("%s%s\n", *note ? "   " : "", note);
}

static void print_sides(const struct facts *f)
{
    int first, last;
    printf("  %-8s%10s%10s\n", "", "x", "o");
    printf("  %-8s%10d%10d\n", "pips", f->pips[PASCH_X], f->pips[PASCH_O]);
    print_line(f, "rolls", "%.4f", f->rolls[PASCH_X].mean, f->rolls[PASCH_O].mean, "on average until all men are off");
    print_line(f, "EPC", "%.4f", epc(f, PASCH_X), epc(f, PASCH_O), "effective pip count: rolls x 49/6");
    print_line(f, "wastage", "%.4f", epc(f, PASCH_X) - f->pips[PASCH_X], epc(f, PASCH_O) - f->pips[PASCH_O],
               "EPC less pips");
    printf("\n  after so many rolls all men are off\n");
    find_range(f, 0.00005, &first, &last);
    for (int n = first; n <= last; n++) {
        char name[8];
        snprintf(name, sizeof name, "%d", n);
        print_line(f, name, "%.2f %%", 100 * (double)f->rolls[PASCH_X].chance[n],
                   100 * (double)f->rolls[PASCH_O].chance[n], "");
    }
}

static void print_cube(const struct facts *f, char roller, char other)
{
    const struct pasch_bearoff_value *v = &f->value;
    printf("\n  for money, in points of the cube as it lies\n");
    printf("  %-22s %+8.4f\n", "without the cube", (double)v->cubeless);
    printf("  %-22s %+8.4f\n", "cube in the middle", (double)v->centred);
    printf("  cube with %c            %+8.4f\n", roller, (double)v->owned);
    printf("  cube with %c            %+8.4f\n", other, (double)v->opponents);
    if (!f->may_double)
        return;
    printf("\n  %-22s %+8.4f\n", "no double", (double)f->kept);
    printf("  %-22s %+8.4f\n", "double, take", (double)f->taken);
    printf("  %-22s %+8.4f\n", "double, pass", 1.);
    const char *right = action(f);
    printf("  right: %s\n", *right == 'n' ? "no double" : right[7] == 't' ? "double, take" : "double, pass");
}

static void print_facts(const struct facts *f)
{
    char roller = f->roller == PASCH_X ? 'x' : 'o', other = f->roller == PASCH_X ? 'o' : 'x';
    printf("%c on roll, before it throws\n\n", roller);
    print_sides(f);
    if (!f->home[0] || !f->home[1])
        return;
    printf("\n  %c wins %.3f %%", roller, 100 * (double)f->probs.win);
    if (f->probs.win_gammon >= 5e-6f)
        printf(", %.3f %% by gammon", 100 * (double)f->probs.win_gammon);
    if (f->probs.lose_gammon >= 5e-6f)
        printf(", loses %.3f %% by gammon", 100 * (double)f->probs.lose_gammon);
    printf("%s\n", f->exact ? ", with best play of both" : "\n  if each side plays for the fewest rolls");
    if (f->exact)
        print_cube(f, roller, other);
}

static void write_side(const struct facts *f, int side)
{
    int first, last;
    if (!f->home[side]) {
        printf("\"%c\":{\"pips\":%d}", side == PASCH_X ? 'x' : 'o', f->pips[side]);
        return;
    }
    printf("\"%c\":{\"pips\":%d,\"rolls\":%.6f,\"epc\":%.6f,\"wastage\":%.6f,\"distribution\":[",
           side == PASCH_X ? 'x' : 'o', f->pips[side], f->rolls[side].mean, epc(f, side), epc(f, side) - f->pips[side]);
    find_range(f, 1e-9, &first, &last);
    for (int n = 0; n <= last; n++)
        printf("%s%.7f", n ? "," : "", (double)f->rolls[side].chance[n]);
    printf("]}");
}

static void write_money(const struct facts *f)
{
    const struct pasch_bearoff_value *v = &f->value;
    printf(",\"money\":{\"cubeless\":%.6f,\"centred\":%.6f,\"owned\":%.6f,\"opponents\":%.6f,\"nodouble\":%.6f,",
           (double)v->cubeless, (double)v->centred, (double)v->owned, (double)v->opponents, (double)f->kept);
    if (f->may_double)
        printf("\"take\":%.6f,\"pass\":1,", (double)f->taken);
    else
        printf("\"take\":null,\"pass\":null,");
    printf("\"action\":\"%s\"}", action(f));
}

static void write_facts(const struct facts *f)
{
    printf("{\"roller\":\"%c\",", f->roller == PASCH_X ? 'x' : 'o');
    write_side(f, PASCH_X);
    printf(",");
    write_side(f, PASCH_O);
    if (f->home[0] && f->home[1])
        printf(",\"probs\":[%.6f,%.6f,0,%.6f,0],\"exact\":%s", (double)f->probs.win, (double)f->probs.win_gammon,
               (double)f->probs.lose_gammon, f->exact ? "true" : "false");
    if (f->exact)
        write_money(f);
    printf("}\n");
}

static int show(const struct request *request, int argc, char **argv)
{
    struct pasch_position position;
    struct facts facts;
    char *text = cli_join(argc - 1, argv + 1);
    int status = cli_position(&position, text);
    free(text);
    if (status != EXIT_FINE)
        return status;
    if (position.over || !pasch_bearoff_fits(position.rules)) {
        fprintf(stderr, "pasch bearoff: %s\n", position.over ? "the game is over" : "men are borne off otherwise here");
        return EXIT_NO;
    }
    status = find_facts(&facts, &position);
    if (status == EXIT_FINE && request->json)
        write_facts(&facts);
    else if (status == EXIT_FINE)
        print_facts(&facts);
    return status;
}

static int read_numbers(struct request *request)
{
    if (request->men_text && !cli_number(request->men_text, 1, PASCH_BEAROFF_TWO_MOST, &request->men))
        return cli_usage(&command_bearoff, "--two-sided is a number of men from 1 to %d, not '%s'",
                         PASCH_BEAROFF_TWO_MOST, request->men_text);
    if (request->solve_text && !(request->solve = cli_find_game(request->solve_text)))
        return EXIT_USAGE;
    if (request->threads_text && !cli_number(request->threads_text, 1, 256, &request->threads))
        return cli_usage(&command_bearoff, "--threads is a number from 1 to 256, not '%s'", request->threads_text);
    return EXIT_FINE;
}

static int run(int argc, char **argv)
{
    struct request request = {0};
    const struct cli_option options[] = {
        {"--two-sided", &request.men_text, NULL, NULL, NULL}, {"--one-sided", NULL, &request.one_sided, NULL, NULL},
        {"--solve", &request.solve_text, NULL, NULL, NULL},   {"--threads", &request.threads_text, NULL, NULL, NULL},
        {"--json", NULL, &request.json, NULL, NULL},
    };
    int status = cli_options(&command_bearoff, &argc, argv, options, sizeof options / sizeof *options);
    if (status == EXIT_FINE)
        status = read_numbers(&request);
    if (status != EXIT_FINE)
        return status < 0 ? EXIT_FINE : status;
    bool makes = request.men || request.one_sided || request.solve;
    if (makes)
        status = make(&request);
    if (status == EXIT_FINE && argc > 1)
        return show(&request, argc, argv);
    return status == EXIT_FINE && !makes ? list_tables() : status;
}

const struct command command_bearoff = {
    .name = "bearoff",
    .arguments = "[POSITION] [OPTIONS]",
    .summary = "Tell what is exact about a bear-off, or make tables for it",
    .help = "Of a position in which a side has all its men home: how many rolls that side\n"
            "takes, its effective pip count and wastage; if both have, the chances; and with\n"
            "few men, exact equities with the cube and what is right. Without a position it\n"
            "lists the tables that are kept in the cache folder.\n"
            "  --two-sided N  make the exact table for up to N men a side, 1 to 10, and keep\n"
            "                 it. The largest one, from 6 men on, serves all commands from\n"
            "                 then on. 6 men take 7 MB and no time, 8 take 72 MB, 10 take\n"
            "                 513 MB and a minute, with 1.6 GB while it is made\n"
            "  --one-sided    make the table for 15 men of one side, and keep it\n"
            "  --solve GAME   make the exact tables of a game that has its own. Others make\n"
            "                 them when they first need them, but for two that take a quarter\n"
            "                 of a minute: those of catch-me and backwards\n"
            "  --threads N    make them with so many threads (as many as processors)\n"
            "  --json         what is exact as JSON\n",
    .run = run,
};
