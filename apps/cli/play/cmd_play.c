#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/draw/style.h"
#include "cli/play/play.h"

enum { DICE_MAX = 1 << 16 };

struct wanted {
    const char *x, *o, *level, *match, *rounds, *seed, *dice, *save, *resume, *position, *automatic;
    bool cube, no_cube, no_crawford, jacoby, beavers, dead_cube, swap_roles, quick, eval;
    const char *setting[SETTINGS];
    int settings;
    struct style_options style;
};

static int add_setting(void *context, const char *setting)
{
    struct wanted *wanted = context;
    if (wanted->settings == SETTINGS)
        return cli_usage(&command_play, "at most %d times --set", SETTINGS);
    wanted->setting[wanted->settings++] = setting;
    return EXIT_FINE;
}

/* Against whom one plays who says nothing of it. */
static const char usual_level[] = "4";

static int name_players(const struct wanted *w, struct setup *setup)
{
    if (w->o && w->level)
        return cli_usage(&command_play, "--level N is short for --o level:N: give one of them");
    snprintf(setup->player[0], PLAYER_ROOM, "%s", w->x ? w->x : "human");
    snprintf(setup->player[1], PLAYER_ROOM, w->o ? "%s" : "level:%s", w->o ? w->o : w->level ? w->level : usual_level);
    return EXIT_FINE;
}

static int read_count(const char *option, const char *text, long most, uint32_t *count)
{
    long number = 0;
    if (text && !cli_number(text, 1, most, &number))
        return cli_usage(&command_play, "%s is a number from 1 to %ld, not '%s'", option, most, text);
    *count = (uint32_t)number;
    return EXIT_FINE;
}

static int read_terms(const struct wanted *w, struct setup *setup)
{
    struct pasch_terms *terms = &setup->terms;
    struct pasch_error error;
    uint32_t automatic = 0;
    pasch_terms_default(terms, &setup->rules);
    if (read_count("--match", w->match, 100000, &terms->length) != EXIT_FINE ||
        read_count("--rounds", w->rounds, 100000, &terms->rounds) != EXIT_FINE ||
        read_count("--automatic", w->automatic, 6, &automatic) != EXIT_FINE)
        return EXIT_USAGE;
    if (!w->match && !w->rounds)
        terms->rounds = 1;
    terms->crawford = !w->no_crawford;
    terms->jacoby = w->jacoby;
    terms->beavers = w->beavers;
    terms->dead_cube = w->dead_cube;
    terms->swap_roles = w->swap_roles;
    terms->auto_doubles = (uint8_t)automatic;
    if (pasch_terms_check(terms, &setup->rules, &error) != PASCH_OK)
        return cli_usage(&command_play, "%s", error.text);
    return EXIT_FINE;
}

/* What a position says of the match and what the options say of it must be one agreement. */
static int agree(const struct wanted *w, struct setup *setup)
{
    struct pasch_position *p = &setup->position;
    struct pasch_terms *terms = &setup->terms;
    struct pasch_error error;
    if (w->match && p->length && p->length != terms->length)
        return cli_usage(&command_play, "--match %s, but the position is of a match to %u", w->match, p->length);
    if (w->match)
        p->length = terms->length;
    else if (p->length && !w->rounds)
        terms->rounds = 0;
    terms->length = p->length;
    terms->jacoby = p->jacoby = p->jacoby || terms->jacoby;
    terms->beavers = p->beavers = p->beavers || terms->beavers;
    if (pasch_terms_check(terms, &setup->rules, &error) != PASCH_OK || pasch_position_check(p, &error) != PASCH_OK)
        return cli_usage(&command_play, "%s", error.text);
    return EXIT_FINE;
}

static int read_start(const struct wanted *w, struct setup *setup)
{
    struct pasch_error error;
    if (!w->position)
        return EXIT_FINE;
    setup->placed = true;
    if (pasch_position_read(&setup->position, w->position, &setup->rules, &error) != PASCH_OK)
        return cli_error("--position", w->position, &error);
    return agree(w, setup);
}

/* The whole of a small file, or NULL. */
static char *read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = file ? calloc(DICE_MAX * 4, 1) : NULL;
    if (text && fread(text, 1, DICE_MAX * 4 - 1, file) == 0) {
        free(text);
        text = NULL;
    }
    if (file)
        fclose(file);
    return text;
}

static int read_dice(const struct wanted *w, struct session *s)
{
    static uint8_t list[DICE_MAX];
    struct pasch_error error;
    size_t count;
    if (w->seed) {
        char *end;
        errno = 0;
        s->setup.seed = strtoull(w->seed, &end, 10);
        if (!*w->seed || *end || errno || *w->seed == '-')
            return cli_usage(&command_play, "--seed is a whole number, not '%s'", w->seed);
        s->setup.seeded = true;
    }
    pasch_dice_seed(&s->dice, s->setup.seeded ? s->setup.seed : cli_random_seed());
    if (!w->dice)
        return EXIT_FINE;
    if (w->seed)
        return cli_usage(&command_play, "--seed and --dice exclude each other");
    s->manual = strcmp(w->dice, "manual") == 0;
    if (s->manual)
        return EXIT_FINE;
    errno = 0;
    char *text = read_file(w->dice);
    if (!text) {
        fprintf(stderr, "pasch play: no dice in %s: %s\n", w->dice, errno ? strerror(errno) : "it is empty");
        return EXIT_NO;
    }
    if (pasch_dice_parse(text, list, DICE_MAX, &count, &error) != PASCH_OK) {
        fprintf(stderr, "pasch play: %s: %s\n", w->dice, error.text);
        free(text);
        return EXIT_NO;
    }
    free(text);
    pasch_dice_list(&s->dice, list, count);
    return EXIT_FINE;
}

/* Who plays, and why a bot has not the level that it should have. */
static void introduce(const struct session *s)
{
    for (int side = 0; side < 2; side++) {
        const struct pasch_level *level = s->seat[side].level;
        printf("%s is %s%s%s%s", side ? ", o" : "x", s->setup.player[side], level ? " (" : "", level ? level->name : "",
               level ? ")" : "");
    }
    printf(s->no_level.text[0] ? ": %s.\n" : ".\n", s->no_level.text);
}

static int begin_new(const struct wanted *w, struct session *s, const char *id)
{
    const struct pasch_rules *rules = cli_find_game(id);
    if (!rules)
        return EXIT_USAGE;
    s->setup.rules = *rules;
    for (int i = 0; i < w->settings; i++) {
        if (setup_set(&s->setup, w->setting[i]) != EXIT_FINE)
            return EXIT_USAGE;
    }
    if ((w->cube || w->no_cube) && setup_set(&s->setup, w->cube ? "cube=on" : "cube=off") != EXIT_FINE)
        return EXIT_USAGE;
    int status = name_players(w, &s->setup);
    if (status == EXIT_FINE)
        status = read_terms(w, &s->setup);
    if (status == EXIT_FINE)
        status = read_start(w, &s->setup);
    if (status == EXIT_FINE)
        status = read_dice(w, s);
    if (status == EXIT_FINE)
        status = session_begin(s);
    if (status != EXIT_FINE)
        return status;
    if (w->save && record_in_the_way(w->save)) {
        fprintf(stderr, "pasch play: %s is there already: --resume goes on with a game; or name another file\n",
                w->save);
        return EXIT_NO;
    }
    if (w->save && !record_save(&s->record, &s->setup, w->save)) {
        fprintf(stderr, "pasch play: %s: %s\n", w->save, strerror(errno));
        return EXIT_NO;
    }
    printf("%s\n", rules->name);
    cli_words(rules->summary, 0);
    introduce(s);
    printf("'help' says what can be typed, 'rules' how the game goes.\n"
           "Moves are told in the numbers of the side that makes them; the board shows\n"
           "those of the side to act.\n");
    return EXIT_FINE;
}

static int begin_resumed(const struct wanted *w, struct session *s)
{
    bool terms = w->match || w->rounds || w->automatic || w->cube || w->no_cube || w->no_crawford || w->jacoby ||
                 w->beavers || w->dead_cube || w->swap_roles;
    if (terms || w->save || w->position || w->x || w->o || w->level || w->settings || w->seed)
        return cli_usage(&command_play, "--resume takes all that was agreed on from the file");
    int status = record_load(&s->record, w->resume, &s->setup, session_begin, session_replay, s);
    struct pasch_dice seeded = s->dice;
    if (status == EXIT_FINE)
        status = read_dice(w, s);
    if (s->setup.seeded && !w->dice)
        s->dice = seeded;
    if (status == EXIT_FINE)
        printf("%s goes on where it was.\n", s->setup.rules.name);
    return status;
}

static int play(const struct wanted *w, struct session *s, int argc, char **argv)
{
    int status = style_read(&command_play, &w->style, PASCH_X, DRAW_OWN, &s->style);
    if (status != EXIT_FINE)
        return status;
    s->quick = w->quick;
    s->evaluates = w->eval;
    if (w->resume && argc > 1)
        return cli_usage(&command_play, "--resume takes the game from the file");
    status = w->resume ? begin_resumed(w, s) : begin_new(w, s, argc > 1 ? argv[1] : pasch_game_at(0)->id);
    if (status != EXIT_FINE)
        return status;
    struct pasch_error error;
    if (s->evaluates && !session_advice(s, &error)) {
        session_say(&error);
        s->evaluates = false;
    }
    if (!w->style.from && !session_is_person(s, PASCH_X) && session_is_person(s, PASCH_O))
        s->style.from = PASCH_O;
    if (w->style.from)
        s->turn_board = false;
    return session_play(s);
}

static int run(int argc, char **argv)
{
    struct wanted w = {0};
    const struct cli_option options[] = {
        {"--x", &w.x, NULL, NULL, NULL},
        {"--o", &w.o, NULL, NULL, NULL},
        {"--level", &w.level, NULL, NULL, NULL},
        {"--match", &w.match, NULL, NULL, NULL},
        {"--rounds", &w.rounds, NULL, NULL, NULL},
        {"--seed", &w.seed, NULL, NULL, NULL},
        {"--dice", &w.dice, NULL, NULL, NULL},
        {"--save", &w.save, NULL, NULL, NULL},
        {"--resume", &w.resume, NULL, NULL, NULL},
        {"--position", &w.position, NULL, NULL, NULL},
        {"--automatic", &w.automatic, NULL, NULL, NULL},
        {"--cube", NULL, &w.cube, NULL, NULL},
        {"--no-cube", NULL, &w.no_cube, NULL, NULL},
        {"--no-crawford", NULL, &w.no_crawford, NULL, NULL},
        {"--jacoby", NULL, &w.jacoby, NULL, NULL},
        {"--beavers", NULL, &w.beavers, NULL, NULL},
        {"--dead-cube", NULL, &w.dead_cube, NULL, NULL},
        {"--swap-roles", NULL, &w.swap_roles, NULL, NULL},
        {"--quick", NULL, &w.quick, NULL, NULL},
        {"--eval", NULL, &w.eval, NULL, NULL},
        {"--set", NULL, NULL, add_setting, &w},
        STYLE_OPTIONS(w.style),
    };
    int status = cli_options(&command_play, &argc, argv, options, sizeof options / sizeof *options);
    if (status != EXIT_FINE)
        return status < 0 ? EXIT_FINE : status;
    if (argc > 2)
        return cli_usage(&command_play, "name one game");
    struct session *s = calloc(1, sizeof *s);
    if (!s) {
        fprintf(stderr, "pasch play: out of memory\n");
        return EXIT_NO;
    }
    s->plays = cli_plays();
    status = play(&w, s, argc, argv);
    session_end(s);
    return status;
}

const struct command command_play = {
    .name = "play",
    .arguments = "[GAME] [OPTIONS]",
    .summary = "Play a game here, against a bot or a friend",
    .help = "Without a name it is standard backgammon. You are x; moves are typed in your\n"
            "own point numbers, as drawn.\n\n"
            "  --x WHO, --o WHO   human, level:1 to level:8, greedy or random (x human,\n"
            "                     o level:4)\n"
            "  --level N          short for --o level:N: 1 is a beginner, 8 the strongest\n"
            "  --match N          a match to N points\n"
            "  --rounds N         N games\n"
            "  --cube, --no-cube  use the doubling cube, or do not (as the game has it);\n"
            "                     short for --set cube=on, --set cube=off\n"
            "  --no-crawford      matches: the cube is used in every game\n"
            "  --jacoby, --beavers, --automatic N, --dead-cube\n"
            "                     money: Jacoby rule, beavers, N automatic doubles;\n"
            "                     matches: allow dead doubles\n"
            "  --swap-roles       exchange the roles after every game, if the sides differ\n"
            "  --set NAME=VALUE   an option of the game; 'pasch games' lists them\n"
            "  --seed N           the same dice every time\n"
            "  --dice FILE        dice from a list; 'manual': you throw and type them\n"
            "  --position POS     begin there\n"
            "  --save FILE        keep the game in FILE from the beginning\n"
            "  --resume FILE      go on with a game that was kept\n"
            "  --quick            a whole play ends the turn at once\n"
            "  --eval             a line under the board says how things stand\n" STYLE_HELP,
    .thinks = true,
    .run = run,
};
