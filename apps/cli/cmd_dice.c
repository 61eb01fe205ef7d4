/* Checks the dice of a record: every throw is computed again from the secret and the seeds (docs/dice.md). */
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/json_out.h"
#include "server/dice.h"

struct check {
    const char *path;
    char commitment[DICE_SECRET_HEX], seed[2][DICE_SEED_HEX];
    uint8_t secret[DICE_SECRET];
    bool has_secret, fits; /* the secret is the one that was promised */
    struct thrown {
        long line;
        uint8_t die[2];
        bool right;
    } * thrown;
    size_t count, room;
    size_t wrong;
    long die[7]; /* how often each number came */
    long doubles;
};

static int no(const struct check *check, long line, const char *reason)
{
    fprintf(stderr, "pasch dice: %s, line %ld: %s\n", check->path, line, reason);
    return EXIT_NO;
}

static int read_setup(struct check *check, const json_t *object)
{
    const char *method, *commitment, *x, *o;
    if (json_unpack((json_t *)object, "{s:{s:s, s:s, s:{s:s, s:s}}}", "dice", "method", &method, "commitment",
                    &commitment, "seeds", "x", &x, "o", &o) != 0)
        return no(check, 1, "the record does not say how its dice were thrown, or the game has not begun");
    if (strcmp(method, DICE_METHOD) != 0)
        return no(check, 1, "the dice were thrown by a method that is not known here");
    if (strlen(commitment) != DICE_SECRET_HEX - 1 || !dice_read_seed(x, check->seed[0]) ||
        !dice_read_seed(o, check->seed[1]))
        return no(check, 1, "the promise has 64 hexadecimal digits, a seed 32");
    snprintf(check->commitment, sizeof check->commitment, "%s", commitment);
    return EXIT_FINE;
}

static int read_throw(struct check *check, const char *text, long line)
{
    struct pasch_error error;
    int die[2];
    if (strncmp(text, "roll ", 5) != 0 && strncmp(text, "opening ", 8) != 0)
        return EXIT_FINE;
    if (pasch_dice_read(strchr(text, ' ') + 1, die, &error) != PASCH_OK)
        return no(check, line, error.text);
    if (check->count == check->room) {
        check->room = check->room ? 2 * check->room : 256;
        struct thrown *more = realloc(check->thrown, check->room * sizeof *more);
        if (!more)
            return no(check, line, "out of memory");
        check->thrown = more;
    }
    check->thrown[check->count++] = (struct thrown){.line = line, .die = {(uint8_t)die[0], (uint8_t)die[1]}};
    return EXIT_FINE;
}

static int read_line(struct check *check, const char *text, size_t length, long line)
{
    json_t *object = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    const char *event = json_string_value(json_object_get(object, "do"));
    const char *secret = json_string_value(json_object_get(object, "secret"));
    int status = EXIT_FINE;
    if (!json_is_object(object))
        status = no(check, line, "this is no JSON");
    else if (line == 1)
        status = read_setup(check, object);
    else if (event)
        status = read_throw(check, event, line);
    else if (secret && !(check->has_secret = dice_read_secret(secret, check->secret)))
        status = no(check, line, "a secret has 64 hexadecimal digits");
    json_decref(object);
    return status;
}

static int read_record(struct check *check)
{
    FILE *file = fopen(check->path, "r");
    char *text = NULL;
    size_t room = 0;
    ssize_t length;
    long line = 0;
    int status = EXIT_FINE;
    if (!file) {
        fprintf(stderr, "pasch dice: %s: %s\n", check->path, strerror(errno));
        return EXIT_NO;
    }
    while (status == EXIT_FINE && (length = getline(&text, &room, file)) > 0)
        status = read_line(check, text, (size_t)length, ++line);
    if (status == EXIT_FINE && !line)
        status = no(check, 1, "the file is empty");
    if (status == EXIT_FINE && !check->has_secret)
        status = no(check, line, "the secret is missing: it is told when the match is over");
    free(text);
    fclose(file);
    return status;
}

static void compute(struct check *check)
{
    char commitment[DICE_SECRET_HEX];
    dice_commitment(check->secret, commitment);
    check->fits = strcmp(commitment, check->commitment) == 0;
    for (size_t i = 0; i < check->count; i++) {
        struct thrown *thrown = &check->thrown[i];
        uint8_t die[2];
        dice_throw(check->secret, check->seed[0], check->seed[1], (uint32_t)i + 1, die);
        thrown->right = memcmp(die, thrown->die, sizeof die) == 0;
        check->wrong += !thrown->right;
        check->die[thrown->die[0]]++;
        check->die[thrown->die[1]]++;
        check->doubles += thrown->die[0] == thrown->die[1];
    }
}

/* How far a count of n trials is from what chance expects, in standard deviations. */
static double deviations(long count, double trials, double chance)
{
    double spread = sqrt(trials * chance * (1 - chance));
    return spread > 0 ? ((double)count - trials * chance) / spread : 0;
}

static void write_json(const struct check *check)
{
    double throws = (double)check->count;
    printf("{\"method\":\"%s\",\"commitment\":%s,\"throws\":%zu,\"wrong\":[", DICE_METHOD,
           check->fits ? "true" : "false", check->count);
    const char *comma = "";
    for (size_t i = 0; i < check->count; i++) {
        if (!check->thrown[i].right) {
            printf("%s%zu", comma, i + 1);
            comma = ",";
        }
    }
    printf("],\"dice\":[");
    for (int i = 1; i <= 6; i++)
        printf("%s%ld", i > 1 ? "," : "", check->die[i]);
    printf("],\"dice_expected\":%.6f,\"doubles\":%ld,\"doubles_expected\":%.6f}\n", throws / 3, check->doubles,
           throws / 6);
}

static void write_words(const struct check *check)
{
    double throws = (double)check->count;
    printf("The secret is %sthe one that was promised.\n", check->fits ? "" : "NOT ");
    for (size_t i = 0; i < check->count; i++) {
        const struct thrown *thrown = &check->thrown[i];
        uint8_t die[2];
        if (thrown->right)
            continue;
        dice_throw(check->secret, check->seed[0], check->seed[1], (uint32_t)i + 1, die);
        printf("Throw %zu (line %ld) is %d-%d and should be %d-%d.\n", i + 1, thrown->line, thrown->die[0],
               thrown->die[1], die[0], die[1]);
    }
    printf("%zu throws, %zu of them wrong.\n\n", check->count, check->wrong);
    printf("          came   expected   off by\n");
    for (int i = 1; i <= 6; i++)
        printf("  %d     %6ld %10.1f %+8.1f s.d.\n", i, check->die[i], throws / 3,
               deviations(check->die[i], 2 * throws, 1.0 / 6));
    printf("doubles %6ld %10.1f %+8.1f s.d.\n\n", check->doubles, throws / 6,
           deviations(check->doubles, throws, 1.0 / 6));
    cli_words("s.d. are standard deviations: two times out of three chance stays within 1, and 19 times out of 20 "
              "within 2.",
              0);
}

static int run(int argc, char **argv)
{
    bool json = false;
    const struct cli_option options[] = {{"--json", NULL, &json, NULL, NULL}};
    int status = cli_options(&command_dice, &argc, argv, options, 1);
    if (status != EXIT_FINE)
        return status < 0 ? EXIT_FINE : status;
    if (argc != 3 || strcmp(argv[1], "verify") != 0)
        return cli_usage(&command_dice, "say 'verify' and name one record");
    struct check check = {.path = argv[2]};
    status = read_record(&check);
    if (status == EXIT_FINE) {
        compute(&check);
        if (json)
            write_json(&check);
        else
            write_words(&check);
        status = check.fits && !check.wrong ? EXIT_FINE : EXIT_NO;
    }
    free(check.thrown);
    return status;
}

const struct command command_dice = {
    .name = "dice",
    .arguments = "verify FILE [--json]",
    .summary = "Check the dice of a game that was played on a server",
    .help = "Computes every throw of a record again, from the secret that was promised before\n"
            "the game and told after it and from the seeds of the two players, and counts\n"
            "the numbers beside what chance expects. docs/dice.md has the method. The exit\n"
            "status is 1 if a throw is wrong, or the secret is not the one that was promised.\n"
            "  --json   the result as one line of JSON\n",
    .run = run,
};
