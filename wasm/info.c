/* The games as the page needs to know them. */
#include "web.h"

static const char *bool_word(bool yes)
{
    return yes ? "true" : "false";
}

/* How much of a board two courses make. */
static const char *shape_of(const struct pasch_rules *rules)
{
    if (rules->towers)
        return "towers";
    if (rules->contact == PASCH_CONTACT_NONE)
        return "homes";
    if (rules->contact == PASCH_CONTACT_FACING)
        return "lanes";
    if (pasch_rules_points(rules) <= PASCH_POINTS / 2)
        return "half";
    return rules->ring ? "ring" : "board";
}

static bool starts_in_hand(const struct pasch_rules *rules)
{
    struct pasch_position start;
    pasch_position_start(&start, rules);
    return start.board.side[PASCH_X].men[PASCH_HAND] || start.board.side[PASCH_O].men[PASCH_HAND];
}

static void add_numbers(const struct pasch_rules *rules, int side)
{
    text_add("[0");
    for (int p = 1; p <= PASCH_POINTS; p++)
        text_add(",%d", p <= pasch_rules_points(rules) ? pasch_rules_board_number(rules, side, p) : 0);
    text_add("]");
}

static void add_words(const struct pasch_rules *rules)
{
    static const char *const contact[] = {
        [PASCH_CONTACT_HIT] = "hit",         [PASCH_CONTACT_LOSES] = "loses", [PASCH_CONTACT_PIN] = "pin",
        [PASCH_CONTACT_BLOCK] = "block",     [PASCH_CONTACT_NONE] = "none",   [PASCH_CONTACT_FACING] = "facing",
        [PASCH_CONTACT_CAPTURE] = "capture",
    };
    static const char *const throws[] = {
        [PASCH_THROW_EACH] = "each",
        [PASCH_THROW_FIXED] = "fixed",
        [PASCH_THROW_PREVIEW] = "preview",
        [PASCH_THROW_ROLES] = "roles",
    };
    static const char *const cube[] = {
        [PASCH_CUBE_YES] = "yes", [PASCH_CUBE_OPTIONAL] = "optional", [PASCH_CUBE_NO] = "no"};
    static const char *const score[] = {
        [PASCH_SCORE_TRIPLE] = "triple", [PASCH_SCORE_DOUBLE] = "double", [PASCH_SCORE_SINGLE] = "single",
        [PASCH_SCORE_MEN] = "men",       [PASCH_SCORE_PIPS] = "pips",
    };
    text_add(
        ",\"facing\":\"%s\",\"contact\":\"%s\",\"throws\":\"%s\",\"cube\":\"%s\",\"score\":\"%s\",\"shape\":\"%s\"",
        rules->facing == PASCH_FACING_SAME ? "same" : "mirror", contact[rules->contact], throws[rules->throws],
        cube[rules->cube], score[rules->score], shape_of(rules));
}

static void add_lists(const struct pasch_rules *rules)
{
    struct pasch_position start;
    char ppn[PASCH_PPN_ROOM];
    const char *option;
    text_add(",\"corners\":[");
    for (int p = 1; p <= PASCH_POINTS; p++) {
        if (rules->corners >> p & 1) {
            text_comma();
            text_add("%d", p);
        }
    }
    text_add("],\"options\":[");
    for (size_t i = 0; (option = pasch_rules_option(rules, i)); i++) {
        text_comma();
        text_string(option);
    }
    pasch_position_start(&start, rules);
    pasch_ppn_write(&start, ppn);
    text_add("],\"start\":");
    text_string(ppn);
    text_add(",\"number\":{\"x\":");
    add_numbers(rules, PASCH_X);
    text_add(",\"o\":");
    add_numbers(rules, PASCH_O);
    text_add("}");
}

void text_game_info(const struct pasch_rules *rules)
{
    text_add("{\"id\":");
    text_string(rules->id);
    text_add(",\"name\":");
    text_string(rules->name);
    text_add(",\"summary\":");
    text_string(rules->summary);
    text_add(",\"men\":%d,\"points\":%d,\"ring\":%s,\"towers\":%s,\"swapped\":%s,\"asymmetric\":%s,\"backward\":%s",
             pasch_rules_men(rules), pasch_rules_points(rules), bool_word(rules->ring), bool_word(rules->towers),
             bool_word(rules->swapped), bool_word(rules->asymmetric), bool_word(rules->backward));
    text_add(",\"hand\":%s", bool_word(starts_in_hand(rules)));
    add_words(rules);
    add_lists(rules);
    text_add("}");
}

WEB char *web_games(void)
{
    text_begin();
    text_add("[");
    for (size_t i = 0; i < pasch_game_count(); i++) {
        text_comma();
        text_game_info(pasch_game_at(i));
    }
    text_add("]");
    return text_end();
}

WEB char *web_levels(void)
{
    text_begin();
    text_add("[");
    for (int i = 1; i <= PASCH_LEVELS; i++) {
        text_comma();
        text_string(pasch_level_at(i)->name);
    }
    text_add("]");
    return text_end();
}
