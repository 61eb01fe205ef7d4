#include "cli/draw/draw_panel.h"

#include <stdio.h>

#include "cli/draw/draw_words.h"

static void panel_add(struct panel *panel, const char *text)
{
    if (panel->lines < PANEL_LINES)
        snprintf(panel->line[panel->lines++], PANEL_WIDTH, "%s", text);
}

static void panel_number(struct panel *panel, const char *text, int number)
{
    char line[PANEL_WIDTH];
    snprintf(line, sizeof line, "%s %d", text, number);
    panel_add(panel, line);
}

/* Towers are told by the dice that work on them, whatever numbers the board shows. */
static void panel_towers(struct panel *panel, const struct pasch_side *side)
{
    static const char *const phases[] = {"to unstack", "to restack", "to bear off", "all borne off"};
    struct words dice = {.length = 0};
    panel_add(panel, phases[side->phase < 3 ? side->phase : 3]);
    for (int tower = 1; tower <= 6; tower++) {
        if (side->marks >> tower & 1)
            words_add(&dice, "%s%d", dice.length ? " " : "with ", tower);
    }
    if (dice.length)
        panel_add(panel, dice.text);
}

/* Two homes that do not touch show nothing else of the board. */
static int men_outside(const struct pasch_rules *rules, const uint8_t *men)
{
    int sum = 0;
    for (int point = 7; rules->contact == PASCH_CONTACT_NONE && point <= PASCH_POINTS; point++)
        sum += men[point];
    return sum;
}

static void panel_stores(struct panel *panel, const struct pasch_position *position, int side)
{
    const struct pasch_rules *rules = position->rules;
    const uint8_t *men = position->board.side[side].men;
    if (rules->bear_off != PASCH_BEAR_OFF_NEVER) {
        panel_number(panel, "pips", pasch_position_pips(position, side));
        panel_number(panel, "off", men[PASCH_OFF]);
    } else if (rules->contact == PASCH_CONTACT_CAPTURE) {
        panel_number(panel, "lost", men[PASCH_OFF]);
    }
    if (men_outside(rules, men))
        panel_number(panel, "outside", men_outside(rules, men));
    if (men[PASCH_HAND])
        panel_number(panel, "in hand", men[PASCH_HAND]);
    if (men[PASCH_BAR])
        panel_number(panel, "on the bar", men[PASCH_BAR]);
}

void panel_fill(struct panel *panel, const struct pasch_position *position, int side)
{
    const struct pasch_rules *rules = position->rules;
    struct words words = {.length = 0};
    words_add(&words, "%c %c", words_man(side), words_name(side));
    if (rules->throws == PASCH_THROW_ROLES)
        words_add(&words, side == position->chooser ? "  names rolls" : "  rolls twice");
    panel_add(panel, words.text);
    if (rules->towers)
        panel_towers(panel, &position->board.side[side]);
    else
        panel_stores(panel, position, side);
    if (rules->cube == PASCH_CUBE_YES && position->cube_owner == side) {
        struct words cube = {.length = 0};
        words_add(&cube, "holds ");
        words_cube(&cube, position);
        panel_add(panel, cube.text);
    }
}
