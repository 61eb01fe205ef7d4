#include <string.h>

#include "cli/cli.h"

/* What a game may have, for --feature. */

static bool has_hand(const struct pasch_rules *r)
{
    return r->start[0][PASCH_HAND] > 0;
}

static bool has_hits(const struct pasch_rules *r)
{
    return r->contact == PASCH_CONTACT_HIT || r->contact == PASCH_CONTACT_FACING;
}

static bool has_pins(const struct pasch_rules *r)
{
    return r->contact == PASCH_CONTACT_PIN;
}

static bool has_captures(const struct pasch_rules *r)
{
    return r->contact == PASCH_CONTACT_CAPTURE;
}

static bool has_no_contact(const struct pasch_rules *r)
{
    return r->contact == PASCH_CONTACT_NONE;
}

static bool has_same_direction(const struct pasch_rules *r)
{
    return r->facing == PASCH_FACING_SAME && pasch_rules_points(r) == PASCH_POINTS;
}

static bool has_cube(const struct pasch_rules *r)
{
    return r->cube != PASCH_CUBE_NO;
}

static bool has_bonus(const struct pasch_rules *r)
{
    return r->bonus || r->ace_deuce != PASCH_ACE_DEUCE_PLAIN;
}

static bool has_naming(const struct pasch_rules *r)
{
    return r->ace_deuce != PASCH_ACE_DEUCE_PLAIN || r->throws == PASCH_THROW_ROLES;
}

static bool has_stages(const struct pasch_rules *r)
{
    return r->doubles != PASCH_DOUBLES_PLAIN || r->ace_deuce == PASCH_ACE_DEUCE_PLAYED;
}

static bool has_roles(const struct pasch_rules *r)
{
    return r->asymmetric;
}

static bool has_odd_board(const struct pasch_rules *r)
{
    return pasch_rules_points(r) != PASCH_POINTS || r->ring || r->towers;
}

static bool has_draws(const struct pasch_rules *r)
{
    return r->dead_draw || r->repetition_draw;
}

static const struct feature {
    const char *name, *text;
    bool (*has)(const struct pasch_rules *);
} features[] = {
    {"hand", "men start in hand and are entered", has_hand},
    {"hit", "men are hit and sent to the bar", has_hits},
    {"pin", "men are pinned", has_pins},
    {"capture", "men are captured for good", has_captures},
    {"no-contact", "the sides never meet", has_no_contact},
    {"same-direction", "both sides walk the same way", has_same_direction},
    {"cube", "the doubling cube may be used", has_cube},
    {"bonus", "some rolls earn another", has_bonus},
    {"naming", "a double or a roll may be named", has_naming},
    {"stages", "a turn may have several stages", has_stages},
    {"roles", "the two sides differ", has_roles},
    {"odd-board", "not the usual 24 points", has_odd_board},
    {"draws", "a blockade or repetition is a draw", has_draws},
};

enum { FEATURES = sizeof features / sizeof *features };

static const struct feature *find_feature(const char *name)
{
    for (size_t i = 0; i < FEATURES; i++) {
        if (strcmp(features[i].name, name) == 0)
            return &features[i];
    }
    return NULL;
}

static void list_features(FILE *out)
{
    for (size_t i = 0; i < FEATURES; i++)
        fprintf(out, "  %-15s %s\n", features[i].name, features[i].text);
}

/* --feature may come several times: all of them must fit. */
struct filter {
    const struct feature *feature[FEATURES];
    size_t count;
};

static int add_feature(void *context, const char *name)
{
    struct filter *filter = context;
    const struct feature *feature = find_feature(name);
    if (!feature) {
        fprintf(stderr, "pasch games: there is no feature '%s':\n", name);
        list_features(stderr);
        return EXIT_USAGE;
    }
    if (filter->count < FEATURES)
        filter->feature[filter->count++] = feature;
    return EXIT_FINE;
}

static bool passes(const struct filter *filter, const struct pasch_rules *rules)
{
    for (size_t i = 0; i < filter->count; i++) {
        if (!filter->feature[i]->has(rules))
            return false;
    }
    return true;
}

enum { INDENT = 19 };

static void print_game(const struct pasch_rules *rules)
{
    const char *option;
    char options[400] = "options:";
    for (size_t i = 0, at = strlen(options); (option = pasch_rules_option(rules, i)) && at < sizeof options; i++)
        at += (size_t)snprintf(options + at, sizeof options - at, "%s %s", i ? "," : "", option);
    printf("%-18s %s\n", rules->id, rules->name);
    cli_words(rules->summary, INDENT);
    cli_words(options, INDENT);
    printf("\n");
}

static int run(int argc, char **argv)
{
    bool ids = false, list = false;
    struct filter filter = {.count = 0};
    const struct cli_option options[] = {
        {"--ids", NULL, &ids, NULL, NULL},
        {"--features", NULL, &list, NULL, NULL},
        {"--feature", NULL, NULL, add_feature, &filter},
    };
    int status = cli_options(&command_games, &argc, argv, options, 3);
    if (status != EXIT_FINE)
        return status < 0 ? EXIT_FINE : status;
    if (argc > 1)
        return cli_usage(&command_games, "'%s' is too much", argv[1]);
    if (list) {
        list_features(stdout);
        return EXIT_FINE;
    }
    bool any = false;
    for (size_t i = 0; i < pasch_game_count(); i++) {
        const struct pasch_rules *rules = pasch_game_at(i);
        if (!passes(&filter, rules))
            continue;
        any = true;
        if (ids)
            printf("%s\n", rules->id);
        else
            print_game(rules);
    }
    return any ? EXIT_FINE : EXIT_NO;
}

const struct command command_games = {
    .name = "games",
    .arguments = "[--ids] [--feature NAME]...",
    .summary = "List the games",
    .help = "  --ids           the ids alone, one a line\n"
            "  --feature NAME  only games that have it; may be given several times\n"
            "  --features      what features there are\n",
    .run = run,
};
