/* Thinking, this program and GNU Backgammon in turns. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/bench/bench.h"
#include "cli/bench/bench_gnubg.h"
#include "cli/cli.h"
#include "cli/duel/gnubg_peer.h"
#include "cli/think/engine.h"
#include "pasch/rollout.h"

enum {
    BOARDS = 1024, /* at the most, in a slice */
    PLAYS = 8192,  /* room for those of the rolls in a slice */
    REPEAT = 20,   /* evaluations are too quick for one slice: the same boards again */
    TRIALS = 36    /* of a rollout in a slice: each first roll once */
};

struct thinking {
    struct bench *bench;
    const struct pasch_evaluator *evaluator;
    bool fits; /* boards say all */
    struct pasch_search *search;
    struct bench_corpus *corpus;
    struct bench_gnubg *console;
    struct gnubg_peer *peer;
    char why[GNUBG_WHY];

    struct pasch_position position[BOARDS]; /* of the slice */
    struct pasch_plays plays;
    struct pasch_ranked *ranked;
    struct pasch_play *made; /* all plays of the slice, one position after the other */
    struct pasch_probs probs[PLAYS];
    int seed; /* of the rollouts in the slice */
};

/* What a row measures. Each function does one slice, and returns false if that was broken off. */
struct kind {
    const char *key, *name;
    int plies, boards;
    enum { AT_PROMPT, PLAY, DOUBLE } asks; /* how gnubg is asked: for plays and doubles over its socket */
    bool (*pasch)(struct thinking *t, const struct kind *kind, struct bench_work *work);
    bool (*gnubg)(struct thinking *t, const struct kind *kind, struct bench_work *work);
};

static bool stopped(const struct thinking *t)
{
    return t->bench->stop(NULL);
}

/* Evaluations. */

static volatile float sink; /* what is not used might not be computed */

static bool evaluate_boards(struct thinking *t, const struct kind *kind, struct bench_work *work)
{
    double begin = cli_cpu_seconds();
    for (int n = 0; n < REPEAT; n++) {
        for (int i = 0; i < kind->boards && t->fits; i++)
            sink = pasch_evaluate(t->evaluator, &t->position[i].board, t->position[i].turn).win;
        for (int i = 0; i < kind->boards && !t->fits; i++)
            sink = pasch_outlook_judge(t->evaluator, &t->position[i]).win;
    }
    *work = (struct bench_work){(double)kind->boards * REPEAT, cli_cpu_seconds() - begin, 0};
    return true;
}

/* The plays are made before, so that only their evaluation counts. */
static bool evaluate_plays(struct thinking *t, const struct kind *kind, struct bench_work *work)
{
    struct pasch_plays of[BOARDS];
    size_t total = 0;
    int rolls = 0;
    for (; rolls < kind->boards; rolls++) {
        pasch_position_plays(&t->position[rolls], &t->plays, NULL);
        if (total + t->plays.count > PLAYS)
            break;
        of[rolls] = (struct pasch_plays){.play = t->made + total, .count = t->plays.count, .room = t->plays.count};
        memcpy(of[rolls].play, t->plays.play, t->plays.count * sizeof *t->made);
        total += t->plays.count;
    }
    double begin = cli_cpu_seconds();
    for (int n = 0; n < REPEAT; n++) {
        for (int i = 0; i < rolls; i++) {
            pasch_evaluate_plays(t->evaluator, &t->position[i].board, t->position[i].turn, &of[i], t->probs);
            sink = t->probs[0].win;
        }
    }
    *work = (struct bench_work){(double)total * REPEAT, cli_cpu_seconds() - begin, 0};
    return true;
}

static bool calibrate(struct thinking *t, const struct kind *kind, struct bench_work *work)
{
    double begin = bench_gnubg_seconds(t->console);
    (void)kind;
    if (!bench_gnubg_calibrate(t->console, REPEAT, &work->count, t->why))
        return false;
    work->seconds = bench_gnubg_seconds(t->console) - begin;
    return true;
}

/* Decisions, for money without the cube. */

static bool decide(struct thinking *t, const struct kind *kind, struct bench_work *work)
{
    double begin = cli_cpu_seconds();
    for (int i = 0; i < kind->boards && !stopped(t); i++) {
        const struct pasch_position *p = &t->position[i];
        pasch_moves(p->rules, &p->board, p->turn, &p->stage[0], &t->plays);
        pasch_search_plays(t->search, kind->plies, p, NULL, &t->plays, t->ranked);
    }
    *work = (struct bench_work){kind->boards, cli_cpu_seconds() - begin, 0};
    return !stopped(t);
}

static bool gnubg_decides(struct thinking *t, const struct kind *kind, struct bench_work *work)
{
    size_t index;
    double begin = gnubg_peer_seconds(t->peer);
    for (int i = 0; i < kind->boards && !stopped(t); i++) {
        pasch_position_plays(&t->position[i], &t->plays, NULL);
        if (!gnubg_peer_play(t->peer, &t->position[i], &t->plays, &index, t->why))
            return false;
    }
    *work = (struct bench_work){kind->boards, gnubg_peer_seconds(t->peer) - begin, 0};
    return !stopped(t);
}

/* Whether to double, for money, the cube in the middle. */

static bool judge(struct thinking *t, const struct kind *kind, struct bench_work *work)
{
    struct pasch_cube cube = {0};
    struct pasch_verdict verdict;
    double begin = cli_cpu_seconds();
    for (int i = 0; i < kind->boards && !stopped(t); i++)
        pasch_search_value(t->search, kind->plies, &t->position[i], t->position[i].turn, &cube, &verdict);
    *work = (struct bench_work){kind->boards, cli_cpu_seconds() - begin, 0};
    return !stopped(t);
}

static bool gnubg_judges(struct thinking *t, const struct kind *kind, struct bench_work *work)
{
    bool yes;
    double begin = gnubg_peer_seconds(t->peer);
    for (int i = 0; i < kind->boards && !stopped(t); i++) {
        struct pasch_position p = t->position[i];
        p.stages = 0; /* before the throw */
        if (!gnubg_peer_doubles(t->peer, &p, &yes, t->why))
            return false;
    }
    *work = (struct bench_work){kind->boards, gnubg_peer_seconds(t->peer) - begin, 0};
    return !stopped(t);
}

/* Rollouts of the start of a game, without the cube. Other dice in each slice. */

static bool roll(struct thinking *t, const struct kind *kind, struct bench_work *work)
{
    struct pasch_error error;
    struct pasch_position root;
    struct pasch_rollout_result result;
    const struct pasch_rollout_settings settings = {
        .seed = (uint64_t)++t->seed, .trials = TRIALS, .plies = kind->plies, .stop = t->bench->stop};
    double begin = cli_cpu_seconds();
    pasch_position_start(&root, t->evaluator->rules);
    const struct pasch_rollout_start start = {.position = &root};
    struct pasch_rollout *rollout = pasch_rollout_create(t->evaluator, NULL, &root, &start, 1, &settings, &error);
    if (!rollout)
        return false;
    bool done = pasch_rollout_run(rollout, NULL, NULL);
    pasch_rollout_result(rollout, 0, &result);
    pasch_rollout_destroy(rollout);
    *work = (struct bench_work){TRIALS, cli_cpu_seconds() - begin, result.equity_error * result.equity_error * TRIALS};
    return done;
}

static bool gnubg_rolls(struct thinking *t, const struct kind *kind, struct bench_work *work)
{
    double equity, error, begin = bench_gnubg_seconds(t->console);
    (void)kind;
    if (!bench_gnubg_rollout(t->console, TRIALS, t->seed, &equity, &error, t->why))
        return false;
    *work = (struct bench_work){TRIALS, bench_gnubg_seconds(t->console) - begin, error * error * TRIALS};
    return true;
}

static const struct kind kinds[] = {
    {"evaluations", "evaluations, boards", 0, BOARDS, AT_PROMPT, evaluate_boards, calibrate},
    {"evaluations_rolls", "evaluations, whole rolls", 0, 128, AT_PROMPT, evaluate_plays, calibrate},
    {"decisions_0", "decisions, 0 plies", 0, 256, PLAY, decide, gnubg_decides},
    {"decisions_1", "decisions, 1 ply", 1, 64, PLAY, decide, gnubg_decides},
    {"decisions_2", "decisions, 2 plies", 2, 8, PLAY, decide, gnubg_decides},
    {"cubes_2", "cube decisions, 2 plies", 2, 8, DOUBLE, judge, gnubg_judges},
    {"rollouts_0", "rollout games, 0 plies", 0, 0, AT_PROMPT, roll, gnubg_rolls},
};
enum { KINDS = sizeof kinds / sizeof *kinds };
_Static_assert((int)KINDS <= (int)BENCH_ROWS, "a row for each kind");

/* gnubg is not asked any more. */
static void lose_gnubg(struct thinking *t)
{
    if (!stopped(t))
        fprintf(stderr, "pasch bench: without gnubg: %s\n", t->why);
    gnubg_peer_stop(t->peer);
    bench_gnubg_close(t->console);
    t->peer = NULL;
    t->console = NULL;
    t->bench->gnubg = false;
}

static double rate(const struct bench_work *work)
{
    return work->seconds > 0 ? work->count / work->seconds : 0;
}

static void add_slice(struct bench_row *row, const struct bench_work work[BENCH_PROGRAMS])
{
    for (int i = 0; i < BENCH_PROGRAMS; i++) {
        row->work[i].count += work[i].count;
        row->work[i].seconds += work[i].seconds;
        row->work[i].variance += work[i].variance;
    }
    if (rate(&work[GNUBG]) > 0) {
        double ratio = rate(&work[PASCH]) / rate(&work[GNUBG]);
        row->ratio += ratio;
        row->ratio_squares += ratio * ratio;
    }
    row->slices++;
}

/* False: broken off; the slice does not count. */
static bool do_slice(struct thinking *t, const struct kind *kind, struct bench_row *row)
{
    struct bench_work work[BENCH_PROGRAMS] = {{0}};
    for (int i = 0; i < kind->boards; i++) {
        if (!bench_corpus_next(t->corpus, &t->position[i]))
            return false;
    }
    if (!kind->pasch(t, kind, &work[PASCH]))
        return false;
    if (t->bench->gnubg && !kind->gnubg(t, kind, &work[GNUBG])) {
        if (stopped(t))
            return false;
        lose_gnubg(t);
        work[GNUBG] = (struct bench_work){0};
        *row = (struct bench_row){.key = kind->key, .name = kind->name}; /* all slices with gnubg, or none */
    }
    add_slice(row, work);
    return !stopped(t);
}

/* Each kind begins with the same positions and knows nothing of them. */
static bool open_kind(struct thinking *t, const struct kind *kind)
{
    struct pasch_search_settings settings;
    const struct pasch_terms terms = {.cube = kind->asks == DOUBLE};
    pasch_search_settings(&settings);
    settings.only_choice = true; /* the best play is wanted, not what it is worth */
    t->search = pasch_search_create(t->evaluator, &settings);
    t->corpus = bench_corpus_create(t->evaluator);
    if (t->bench->gnubg && kind->asks != AT_PROMPT && !(t->peer = gnubg_peer_start(kind->plies, &terms, t->why)))
        lose_gnubg(t);
    return t->search && t->corpus;
}

static void close_kind(struct thinking *t)
{
    pasch_search_destroy(t->search);
    bench_corpus_destroy(t->corpus);
    gnubg_peer_stop(t->peer);
    t->search = NULL;
    t->corpus = NULL;
    t->peer = NULL;
}

static bool measure(struct thinking *t, const struct kind *kind)
{
    struct bench_row *row = &t->bench->row[t->bench->rows];
    bool go_on = open_kind(t, kind);
    *row = (struct bench_row){.key = kind->key, .name = kind->name};
    if (!go_on)
        fprintf(stderr, "pasch bench: out of memory\n");
    while (go_on && row->work[PASCH].seconds < t->bench->seconds && row->work[GNUBG].seconds < t->bench->seconds)
        go_on = do_slice(t, kind, row);
    close_kind(t);
    t->bench->rows += row->slices > 0;
    return go_on;
}

/* What a question over the socket costs by itself: the last man is borne off, and there is no choice. */
static void measure_socket(struct thinking *t)
{
    enum { QUESTIONS = 1000 };
    const struct pasch_terms terms = {0};
    struct pasch_position p;
    size_t index;
    int done = 0;
    if (!t->bench->gnubg)
        return;
    pasch_position_read(&p, "standard 1:1 6:1 x 21", NULL, NULL);
    pasch_position_plays(&p, &t->plays, NULL);
    t->peer = gnubg_peer_start(0, &terms, t->why);
    double begin = t->peer ? gnubg_peer_seconds(t->peer) : 0;
    while (t->peer && done < QUESTIONS && !stopped(t) && gnubg_peer_play(t->peer, &p, &t->plays, &index, t->why))
        done++;
    if (done == QUESTIONS)
        t->bench->socket = (gnubg_peer_seconds(t->peer) - begin) / QUESTIONS;
    else
        lose_gnubg(t);
    gnubg_peer_stop(t->peer);
    t->peer = NULL;
}

static void tell_progress(const char *name)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%s%s\033[K", name, *name ? " ..." : "");
}

/* Rolls as a whole are evaluated where boards say all; and not all games have the cube. */
static bool is_sensible(const struct thinking *t, const struct kind *kind)
{
    return (kind->pasch != evaluate_plays || t->fits) &&
           (kind->asks != DOUBLE || t->bench->rules->cube != PASCH_CUBE_NO);
}

static void measure_all(struct thinking *t)
{
    bool go_on = true;
    if (t->bench->gnubg && !(t->console = bench_gnubg_open(t->why))) {
        lose_gnubg(t);
        t->bench->start[GNUBG] = (struct bench_start){0}; /* whatever it was that started */
    }
    for (int i = 0; i < KINDS && go_on; i++) {
        if (!is_sensible(t, &kinds[i]))
            continue;
        tell_progress(kinds[i].name);
        go_on = measure(t, &kinds[i]);
    }
    if (go_on)
        measure_socket(t);
    tell_progress("");
    bench_gnubg_close(t->console);
}

int bench_think(struct bench *bench)
{
    struct pasch_error error;
    struct pasch_engine *engine = engine_open(bench->rules, cli_nets(), &error);
    struct thinking *t = calloc(1, sizeof *t);
    if (!engine) {
        fprintf(stderr, "pasch bench: %s\n", error.text);
        free(t);
        return EXIT_NO;
    }
    if (t) {
        t->bench = bench;
        t->evaluator = pasch_engine_evaluator(engine);
        t->fits = pasch_evaluate_fits(bench->rules);
        t->plays = cli_plays();
        t->ranked = malloc(t->plays.room * sizeof *t->ranked);
        t->made = malloc(PLAYS * sizeof *t->made);
        if (t->ranked && t->made)
            measure_all(t);
        free(t->plays.play);
        free(t->ranked);
        free(t->made);
    }
    free(t);
    pasch_engine_destroy(engine);
    if (!bench->rows && !bench->stop(NULL))
        fprintf(stderr, "pasch bench: nothing is decided in %s\n", bench->rules->id);
    return bench->rows ? EXIT_FINE : EXIT_NO;
}
