#include "cli/think/think_args.h"
#include "cli/think/think_json.h"

static char letter(int side)
{
    return side == PASCH_X ? 'x' : 'o';
}

static const char *before_what(const struct pasch_position *p)
{
    switch (pasch_position_due(p)) {
    case PASCH_DUE_PLAY: return "plays"; /* the one throw of the game */
    case PASCH_DUE_CHOOSE: return "names a roll";
    default: return "throws";
    }
}

static void print_head(const struct pasch_position *p, const struct thought *thought)
{
    int roller = p->offered ? 1 - p->turn : p->turn;
    if (p->offered)
        printf("%c has offered the cube, %c must answer, %s\n", letter(roller), letter(p->turn),
               think_plies(thought->plies));
    else
        printf("%c on roll, before it %s, %s\n", letter(roller), before_what(p), think_plies(thought->plies));
    if (p->length)
        printf("%u-%u/%u%s", p->score[PASCH_X], p->score[PASCH_O], p->length, p->crawford ? ", Crawford game" : "");
    else
        printf("money%s%s", p->jacoby ? ", Jacoby" : "", p->beavers ? ", beavers" : "");
    printf(", cube at %llu", 1ull << p->cube_log);
    if (p->cube_owner == PASCH_NOBODY)
        printf(" in the middle\n\n");
    else
        printf(" with %c\n\n", letter(p->cube_owner));
}

/* A line of the table: what is done, its equity, what that is of the match, and how far it is from what is right. */
static void print_line(const struct thought *thought, const char *what, float equity, float right, double mwc)
{
    printf("  %-16s %+8.4f", what, (double)equity);
    if (thought->cube.met)
        printf("  %6.2f %% of the match", 100 * mwc);
    if (equity != right)
        printf("  %+.4f", (double)(equity - right));
    printf("\n");
}

static void print_decision(const struct thought *thought, bool again)
{
    const struct pasch_verdict *v = &thought->verdict;
    print_line(thought, again ? "no redouble" : "no double", v->no_double, v->best, v->mwc[0]);
    if (!v->may_double)
        return;
    print_line(thought, again ? "redouble, take" : "double, take", v->double_take, v->best, v->mwc[1]);
    print_line(thought, again ? "redouble, pass" : "double, pass", v->double_pass, v->best, v->mwc[2]);
}

/* The same seen by the side that must answer. */
static void print_answer(const struct thought *thought)
{
    const struct pasch_verdict *v = &thought->verdict;
    print_line(thought, "take", -v->double_take, thought->equity, 1 - v->mwc[1]);
    if (v->beaver)
        print_line(thought, "beaver", -2 * v->double_take, thought->equity, 0);
    print_line(thought, "pass", -v->double_pass, thought->equity, 1 - v->mwc[2]);
}

static const char *why_not(const struct pasch_position *p, const struct thought *thought)
{
    if (thought->cube.owner == PASCH_CUBE_THEIRS)
        return "No double: the cube is the opponent's.";
    if (p->crawford)
        return "No double: this is the Crawford game.";
    return "No double: a higher cube could not matter.";
}

static const char *words(const struct pasch_position *p, const struct thought *thought)
{
    const struct pasch_verdict *v = &thought->verdict;
    bool again = thought->cube.owner == PASCH_CUBE_MINE;
    if (p->offered)
        return v->beaver ? "Beaver." : v->take ? "Take." : "Pass.";
    if (!v->may_double)
        return why_not(p, thought);
    switch (v->action) {
    case PASCH_ACTION_DOUBLE_TAKE: return again ? "Redouble; the opponent takes." : "Double; the opponent takes.";
    case PASCH_ACTION_DOUBLE_PASS: return again ? "Redouble; the opponent passes." : "Double; the opponent passes.";
    case PASCH_ACTION_TOO_GOOD_PASS: return "Too good to double: play on for the gammon; a double would be passed.";
    case PASCH_ACTION_TOO_GOOD_TAKE: return "Too good to double: play on for the gammon; a double would be taken.";
    case PASCH_ACTION_NO_DOUBLE: break;
    }
    if (v->beaver)
        return "No double; it would be beavered.";
    return v->take ? "No double; it would be taken." : "No double; it would be passed.";
}

static void print_point(const char *what, float point, float dead, float live)
{
    printf("  %-11s %6.2f %%   (dead cube %.2f %%, live cube %.2f %%)\n", what, 100 * (double)point, 100 * (double)dead,
           100 * (double)live);
}

static void print_points(const struct pasch_position *p, const struct thought *thought)
{
    struct pasch_cube_points points;
    float efficiency = pasch_cube_efficiency_of(p->rules, &p->board);
    pasch_cube_points(&thought->cube, &thought->verdict.probs, efficiency, &points);
    if (p->offered) { /* the points are those of the other side */
        print_point("take point", 1 - points.cash, 1 - points.cash_dead, 1 - points.cash_live);
        return;
    }
    print_point("take point", points.take, points.take_dead, points.take_live);
    print_point("cash point", points.cash, points.cash_dead, points.cash_live);
}

static void print_all(const struct pasch_position *p, const struct thought *thought)
{
    print_head(p, thought);
    if (p->offered)
        print_answer(thought);
    else
        print_decision(thought, thought->cube.owner == PASCH_CUBE_MINE);
    printf("\n  %s\n\n", words(p, thought));
    think_print_probs(p->rules, &thought->probs);
    if (thought->verdict.may_double) {
        printf("\n");
        print_points(p, thought);
    }
}

static int run(int argc, char **argv)
{
    struct think_args args = {0};
    struct thought thought;
    struct pasch_error error;
    const struct cli_option options[] = {THINK_OPTIONS(args)};
    int status = cli_options(&command_cube, &argc, argv, options, sizeof options / sizeof *options);
    if (status != EXIT_FINE)
        return status < 0 ? EXIT_FINE : status;
    status = think_read(&command_cube, &args, argc, argv);
    if (status == EXIT_FINE && thinkers_check_cube(&args.position, &error) != PASCH_OK)
        status = cli_error("no decision about the cube", args.text, &error);
    if (status == EXIT_FINE)
        status = think_begin(&command_cube, &args);
    if (status == EXIT_FINE) {
        thinkers_eval(&args.thinkers, args.search, args.plies, &args.position, true, &thought);
        if (args.json) {
            putchar('{');
            think_json_cube(stdout, &thought);
            puts("}");
        } else {
            print_all(&args.position, &thought);
        }
    }
    think_close(&args);
    return status;
}

const struct command command_cube = {
    .name = "cube",
    .arguments = "POSITION|GAME [--plies N] [--threads N] [--json]",
    .summary = "Say whether to double, and whether to take",
    .help = "The equities of the side on roll without a double, with a double that is taken,\n"
            "and with one that is passed, each in points of the cube as it lies; what is\n"
            "right; the chances; and the chances from which this side takes (take point) and\n"
            "from which its own double is passed (cash point). Where the cube has been\n"
            "offered, all this is for the side that must answer.\n"
            "  --plies N     look so many plies ahead, 0 to 4 (2)\n"
            "  --threads N   think with so many threads (as many as processors)\n"
            "  --json        the answer as JSON, as 'pasch batch' has it\n",
    .thinks = true,
    .run = run,
};
