#include "record/setup.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const char format_name[] = "record 1";

__attribute__((format(printf, 3, 4))) static enum pasch_status fail(struct pasch_error *error, enum pasch_status status,
                                                                    const char *format, ...)
{
    va_list arguments;
    *error = (struct pasch_error){.status = status};
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return status;
}

enum pasch_status setup_add(struct setup *setup, const char *setting, struct pasch_error *error)
{
    char name[SETTING_ROOM];
    const char *equals = strchr(setting, '=');
    if (setup->settings == SETTINGS || strlen(setting) >= SETTING_ROOM)
        return fail(error, PASCH_FULL, "too many options, or too long: '%.40s'", setting);
    if (!equals)
        return fail(error, PASCH_BAD_TEXT, "an option is NAME=VALUE, not '%s'", setting);
    snprintf(name, sizeof name, "%.*s", (int)(equals - setting), setting);
    enum pasch_status status = pasch_rules_set(&setup->rules, name, equals + 1, error);
    if (status == PASCH_OK)
        snprintf(setup->setting[setup->settings++], SETTING_ROOM, "%s", setting);
    return status;
}

json_t *setup_pack(const struct setup *setup)
{
    char text[PASCH_PPN_ROOM] = "", seed[24] = "";
    const struct pasch_terms *terms = &setup->terms;
    json_t *settings = json_array();
    for (int i = 0; i < setup->settings; i++)
        json_array_append_new(settings, json_string(setup->setting[i]));
    if (setup->placed)
        pasch_ppn_write(&setup->position, text);
    if (setup->seeded)
        snprintf(seed, sizeof seed, "%" PRIu64, setup->seed);
    return json_pack("{s:s, s:s, s:o, s:[s,s], s:s, s:s, s:{s:i, s:i, s:b, s:b, s:b, s:b, s:i, s:b, s:b}}", "pasch",
                     format_name, "game", setup->rules.id, "set", settings, "players", setup->player[0],
                     setup->player[1], "position", text, "seed", seed, "terms", "length", (int)terms->length, "rounds",
                     (int)terms->rounds, "cube", terms->cube, "crawford", terms->crawford, "jacoby", terms->jacoby,
                     "beavers", terms->beavers, "auto_doubles", terms->auto_doubles, "dead_cube", terms->dead_cube,
                     "swap_roles", terms->swap_roles);
}

static bool unpack_terms(json_t *object, struct pasch_terms *terms)
{
    int length, rounds, cube, crawford, jacoby, beavers, automatic, dead, swap;
    if (json_unpack(object, "{s:i, s:i, s:b, s:b, s:b, s:b, s:i, s:b, s:b}", "length", &length, "rounds", &rounds,
                    "cube", &cube, "crawford", &crawford, "jacoby", &jacoby, "beavers", &beavers, "auto_doubles",
                    &automatic, "dead_cube", &dead, "swap_roles", &swap) != 0 ||
        length < 0 || rounds < 0 || automatic < 0 || automatic > 6)
        return false;
    *terms = (struct pasch_terms){.length = (uint32_t)length,
                                  .rounds = (uint32_t)rounds,
                                  .cube = cube,
                                  .crawford = crawford,
                                  .jacoby = jacoby,
                                  .beavers = beavers,
                                  .auto_doubles = (uint8_t)automatic,
                                  .dead_cube = dead,
                                  .swap_roles = swap};
    return true;
}

enum pasch_status setup_unpack(const json_t *object, struct setup *setup, struct pasch_error *error)
{
    const char *format = "", *game = "", *x = "", *o = "", *position = "", *seed = "";
    json_t *set = NULL, *terms = NULL;
    memset(setup, 0, sizeof *setup);
    if (json_unpack((json_t *)object, "{s:s, s:s, s:o, s:[s,s], s:s, s:s, s:o}", "pasch", &format, "game", &game, "set",
                    &set, "players", &x, &o, "position", &position, "seed", &seed, "terms", &terms) != 0 ||
        strcmp(format, format_name) != 0)
        return fail(error, PASCH_BAD_TEXT, "this is no record of a game");
    const struct pasch_rules *rules = pasch_game_find(game);
    if (!rules)
        return fail(error, PASCH_BAD_GAME, "there is no game '%.40s'", game);
    setup->rules = *rules;
    for (size_t i = 0; i < json_array_size(set); i++) {
        const char *setting = json_string_value(json_array_get(set, i));
        if (!setting)
            return fail(error, PASCH_BAD_TEXT, "'set' has options like \"tops=2\"");
        enum pasch_status status = setup_add(setup, setting, error);
        if (status != PASCH_OK)
            return status;
    }
    snprintf(setup->player[0], PLAYER_ROOM, "%s", x);
    snprintf(setup->player[1], PLAYER_ROOM, "%s", o);
    setup->seeded = *seed;
    setup->seed = strtoull(seed, NULL, 10);
    setup->placed = *position;
    if (!unpack_terms(terms, &setup->terms) || pasch_terms_check(&setup->terms, &setup->rules, error) != PASCH_OK)
        return fail(error, PASCH_BAD_TEXT, "these are no terms of a match");
    struct pasch_error why;
    if (setup->placed && pasch_ppn_read(&setup->position, position, &setup->rules, &why) != PASCH_OK)
        return fail(error, PASCH_BAD_POSITION, "position: %.180s", why.text);
    return PASCH_OK;
}

void setup_start(const struct setup *setup, struct pasch_game *game)
{
    if (setup->placed)
        pasch_game_start_at(game, &setup->position, &setup->terms);
    else
        pasch_game_start(game, &setup->rules, &setup->terms);
}
