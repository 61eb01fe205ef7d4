#include "cli/cli.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

static void complain(const struct command *command)
{
    fprintf(stderr, "pasch %s: ", command->name);
}

int cli_usage(const struct command *command, const char *format, ...)
{
    va_list arguments;
    complain(command);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fprintf(stderr, "\nusage: pasch %s%s%s\n", command->name, *command->arguments ? " " : "", command->arguments);
    return EXIT_USAGE;
}

static const struct cli_option *find_option(const struct cli_option *option, size_t count, const char *text)
{
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(option[i].name);
        if (strncmp(option[i].name, text, length) == 0 && (!text[length] || text[length] == '='))
            return &option[i];
    }
    return NULL;
}

/* What all commands have that think. */
static const char *nets;
static const struct cli_option thinking[] = {{"--nets", &nets, NULL, NULL, NULL}};

const char *cli_nets(void)
{
    const char *folder = nets ? nets : getenv("PASCH_NETS");
    return folder && *folder ? folder : NULL;
}

int cli_options(const struct command *command, int *argc, char **argv, const struct cli_option *option, size_t count)
{
    int kept = 1;
    bool no_more = false;
    for (int i = 1; i < *argc; i++) {
        if (!no_more && (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)) {
            command_help(command, stdout);
            return -1;
        }
        if (no_more || strncmp(argv[i], "--", 2) != 0) {
            argv[kept++] = argv[i];
            continue;
        }
        if (strcmp(argv[i], "--") == 0) {
            no_more = true;
            continue;
        }
        const struct cli_option *found = find_option(option, count, argv[i]);
        if (!found && command->thinks)
            found = find_option(thinking, sizeof thinking / sizeof *thinking, argv[i]);
        if (!found)
            return cli_usage(command, "there is no option '%s'", argv[i]);
        const char *value = strchr(argv[i], '=');
        if (found->flag && value)
            return cli_usage(command, "%s takes no value", found->name);
        if (found->flag) {
            *found->flag = true;
            continue;
        }
        if (!value && i + 1 == *argc)
            return cli_usage(command, "%s needs a value", found->name);
        value = value ? value + 1 : argv[++i];
        if (found->value)
            *found->value = value;
        int status = found->each ? found->each(found->context, value) : EXIT_FINE;
        if (status != EXIT_FINE)
            return status;
    }
    argv[kept] = NULL;
    *argc = kept;
    return EXIT_FINE;
}

int cli_error(const char *what, const char *text, const struct pasch_error *error)
{
    fprintf(stderr, "pasch: %s: %s\n", what, error->text);
    size_t length = text ? strlen(text) : 0;
    bool printable = length > 0 && length <= 200;
    for (size_t i = 0; i < length && printable; i++)
        printable = text[i] >= ' ' && text[i] < 127;
    if (error->column > 0 && printable)
        fprintf(stderr, "  %s\n  %*s^\n", text, error->column - 1, "");
    else if (error->column > 0)
        fprintf(stderr, "  at column %d\n", error->column);
    return EXIT_USAGE;
}

struct pasch_plays cli_plays(void)
{
    struct pasch_plays plays;
    void *memory = malloc(pasch_plays_bytes(PASCH_PLAYS_ROOM));
    if (!memory) {
        fprintf(stderr, "pasch: out of memory\n");
        exit(EXIT_NO);
    }
    pasch_plays_init(&plays, memory, PASCH_PLAYS_ROOM);
    return plays;
}

/* The ids that begin alike, for a hint. */
static void suggest(const char *id)
{
    const char *before = "did you mean ";
    for (size_t i = 0; i < pasch_game_count(); i++) {
        const char *other = pasch_game_at(i)->id;
        if (*id && (strstr(other, id) || strncmp(other, id, 3) == 0)) {
            fprintf(stderr, "%s'%s'", before, other);
            before = ", ";
        }
    }
    fprintf(stderr, "%s\n", *before == ',' ? "?" : "'pasch games' lists them");
}

const struct pasch_rules *cli_find_game(const char *id)
{
    const struct pasch_rules *rules = pasch_game_find(id);
    if (!rules) {
        fprintf(stderr, "pasch: there is no game '%s'; ", id);
        suggest(id);
    }
    return rules;
}

int cli_position(struct pasch_position *position, const char *text)
{
    struct pasch_error error;
    const struct pasch_rules *rules = pasch_game_find(text);
    if (rules) {
        pasch_position_start(position, rules);
        return EXIT_FINE;
    }
    enum pasch_status status = pasch_position_read(position, text, NULL, &error);
    if (status == PASCH_OK)
        return EXIT_FINE;
    if (status == PASCH_BAD_GAME && !strchr(text, ' ')) { /* a game was meant, so the hint says more than the place */
        cli_find_game(text);
        return EXIT_USAGE;
    }
    return cli_error("this is no position", text, &error);
}

int cli_set(void *rules, const char *setting)
{
    struct pasch_error error;
    char name[32];
    const char *equals = strchr(setting, '=');
    size_t length = equals ? (size_t)(equals - setting) : 0;
    if (!equals || length >= sizeof name) {
        fprintf(stderr, "pasch: --set takes NAME=VALUE, not '%s'\n", setting);
        return EXIT_USAGE;
    }
    memcpy(name, setting, length);
    name[length] = 0;
    if (pasch_rules_set(rules, name, equals + 1, &error) == PASCH_OK)
        return EXIT_FINE;
    fprintf(stderr, "pasch: --set %s: %s\n", setting, error.text);
    const char *option;
    for (size_t i = 0; (option = pasch_rules_option(rules, i)); i++)
        fprintf(stderr, "%s %s", i ? "," : "  options of this game:", option);
    fprintf(stderr, "\n");
    return EXIT_USAGE;
}

char *cli_join(int argc, char **argv)
{
    size_t room = 1;
    for (int i = 0; i < argc; i++)
        room += strlen(argv[i]) + 1;
    char *text = calloc(room, 1), *at = text;
    if (!text) {
        fprintf(stderr, "pasch: out of memory\n");
        exit(EXIT_NO);
    }
    for (int i = 0; i < argc; i++) {
        size_t length = strlen(argv[i]);
        if (i)
            *at++ = ' ';
        memcpy(at, argv[i], length);
        at += length;
    }
    return text;
}

bool cli_number(const char *text, long least, long most, long *number)
{
    char *end;
    errno = 0;
    *number = strtol(text, &end, 10);
    return *text && !*end && !errno && *number >= least && *number <= most;
}

uint64_t cli_random_seed(void)
{
    uint64_t seed;
    if (getrandom(&seed, sizeof seed, 0) != sizeof seed) {
        perror("pasch: no random numbers from the system");
        exit(EXIT_NO);
    }
    return seed;
}

double cli_cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

bool cli_color(void)
{
    const char *term = getenv("TERM"), *none = getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) && term && strcmp(term, "dumb") != 0 && !(none && *none);
}

bool cli_unicode(void)
{
    setlocale(LC_CTYPE, "");
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

void cli_words(const char *text, int indent)
{
    enum { WIDTH = 79 };
    int column = 0;
    while (*text) {
        int length = (int)strcspn(text, " ");
        if (column > indent && column + 1 + length > WIDTH) {
            printf("\n");
            column = 0;
        }
        column += column ? printf(" ") : printf("%*s", indent, "");
        column += printf("%.*s", length, text);
        text += length;
        text += strspn(text, " ");
    }
    printf("\n");
}
