#include "cli/draw/draw.h"

#include <stdio.h>
#include <string.h>

#include "cli/draw/draw_canvas.h"
#include "cli/draw/draw_panel.h"
#include "cli/draw/draw_words.h"

/* Points of a quarter and of a row; the inside of the bar; the screen column of the left wall. */
enum { TABLE = 6, COLUMNS = 2 * TABLE, BAR_WIDTH = 5, LEFT = 1 };

enum shape {
    SHAPE_FULL,  /* two rows of twelve */
    SHAPE_RING,  /* the same, closed, without a bar */
    SHAPE_LANES, /* a row of twelve for each side */
    SHAPE_HALF,  /* two rows of six, beside a bar */
    SHAPE_HOMES, /* six points for each side, apart */
};

/* A place on the drawing: what each side calls it, 0 where it is none of its points. */
struct place {
    int point[2];
};

struct drawing {
    const struct pasch_position *position;
    struct draw_style style;
    struct canvas canvas;
    enum shape shape;
    struct place place[2][COLUMNS]; /* top row, bottom row, from left to right */
    int columns;                    /* in a row */
    int pitch;                      /* screen columns from one point to the next */
    int height;                     /* men in a stack before they are counted */
    int frame[2];                   /* screen rows of the outer frame lines */
};

/* How much of a board two courses make. */
static enum shape find_shape(const struct pasch_rules *rules)
{
    if (rules->contact == PASCH_CONTACT_NONE || rules->towers)
        return SHAPE_HOMES;
    if (rules->contact == PASCH_CONTACT_FACING)
        return SHAPE_LANES;
    if (pasch_rules_points(rules) <= COLUMNS)
        return SHAPE_HALF;
    return rules->ring ? SHAPE_RING : SHAPE_FULL;
}

/* The own number, on column `i`, of the side that sits at the bottom. Home lies at the bottom right; on the half board
 * the way goes round the right edge, so that it ends at the bar on the left. */
static int point_below(enum shape shape, bool top, int i)
{
    switch (shape) {
    case SHAPE_FULL:
    case SHAPE_RING: return top ? COLUMNS + 1 + i : COLUMNS - i;
    case SHAPE_HALF: return top ? COLUMNS - i : 1 + i;
    case SHAPE_LANES: return top ? 0 : COLUMNS - i;
    case SHAPE_HOMES: return top ? 0 : TABLE - i;
    }
    return 0;
}

static int known_point(const struct pasch_rules *rules, int point)
{
    return point <= pasch_rules_points(rules) ? point : 0;
}

static void set_places(struct drawing *d)
{
    const struct pasch_rules *rules = d->position->rules;
    int below = d->style.from, above = 1 - below;
    bool apart = d->shape == SHAPE_LANES || d->shape == SHAPE_HOMES;
    for (int i = 0; i < d->columns; i++) {
        for (int bottom = 0; bottom < 2; bottom++) {
            struct place *place = &d->place[bottom][i];
            place->point[below] = known_point(rules, point_below(d->shape, !bottom, i));
            if (apart) /* both rows are read alike */
                place->point[above] = known_point(rules, point_below(d->shape, bottom, i));
            else if (place->point[below])
                place->point[above] = pasch_rules_facing(rules, place->point[below]);
        }
    }
}

static int stack_height(const struct drawing *d)
{
    int men = pasch_rules_men(d->position->rules);
    if (d->shape == SHAPE_RING)
        return 1;
    if (d->position->rules->towers)
        return 2;
    return men < 5 ? men : 5;
}

static void plan(struct drawing *d)
{
    d->shape = find_shape(d->position->rules);
    d->columns = d->shape == SHAPE_HALF || d->shape == SHAPE_HOMES ? TABLE : COLUMNS;
    d->pitch = d->position->rules->towers ? 6 : 4;
    d->height = stack_height(d);
    d->frame[0] = 2;
    /* two stacks with a line for their counts, and between them one line, or two frames */
    d->frame[1] = d->frame[0] + 2 * (d->height + 1) + (d->shape == SHAPE_HOMES ? 3 : 2);
    set_places(d);
}

/* The screen. */

static int table_width(const struct drawing *d)
{
    return TABLE * d->pitch + 1;
}

/* Left wall of a bar, or of what stands in its place. */
static int bar_wall(const struct drawing *d)
{
    return d->shape == SHAPE_HALF ? LEFT : LEFT + 1 + table_width(d);
}

static int table_left(const struct drawing *d, int table)
{
    int gap = d->shape == SHAPE_RING ? 1 : BAR_WIDTH + 2;
    if (d->shape == SHAPE_HALF)
        return LEFT + BAR_WIDTH + 2;
    return LEFT + 1 + table * (table_width(d) + gap);
}

static int right_wall(const struct drawing *d)
{
    return table_left(d, d->columns == COLUMNS) + table_width(d);
}

static int column(const struct drawing *d, int i)
{
    return table_left(d, i / TABLE) + d->pitch / 2 + i % TABLE * d->pitch;
}

static int base_row(const struct drawing *d, int bottom)
{
    return bottom ? d->frame[1] - 1 : d->frame[0] + 1;
}

static int middle_row(const struct drawing *d)
{
    return (d->frame[0] + d->frame[1]) / 2;
}

static void frame_line(struct drawing *d, int row, bool top)
{
    int right = right_wall(d), wall = bar_wall(d);
    for (int col = LEFT; col <= right; col++)
        canvas_put(&d->canvas, row, col, GLYPH_ACROSS, INK_DIM);
    canvas_put(&d->canvas, row, LEFT, top ? GLYPH_TOP_LEFT : GLYPH_BOTTOM_LEFT, INK_DIM);
    canvas_put(&d->canvas, row, right, top ? GLYPH_TOP_RIGHT : GLYPH_BOTTOM_RIGHT, INK_DIM);
    if (d->shape == SHAPE_HOMES || d->shape == SHAPE_RING)
        return;
    if (wall > LEFT)
        canvas_put(&d->canvas, row, wall, top ? GLYPH_TEE_TOP : GLYPH_TEE_BOTTOM, INK_DIM);
    canvas_put(&d->canvas, row, wall + BAR_WIDTH + 1, top ? GLYPH_TEE_TOP : GLYPH_TEE_BOTTOM, INK_DIM);
}

static void wall_line(struct drawing *d, int row)
{
    int wall = bar_wall(d);
    canvas_put(&d->canvas, row, LEFT, GLYPH_DOWN, INK_DIM);
    canvas_put(&d->canvas, row, right_wall(d), GLYPH_DOWN, INK_DIM);
    if (d->shape == SHAPE_HOMES || d->shape == SHAPE_RING)
        return;
    canvas_put(&d->canvas, row, wall, GLYPH_DOWN, INK_DIM);
    canvas_put(&d->canvas, row, wall + BAR_WIDTH + 1, GLYPH_DOWN, INK_DIM);
}

static void draw_frame(struct drawing *d)
{
    for (int row = d->frame[0] + 1; row < d->frame[1]; row++)
        wall_line(d, row);
    frame_line(d, d->frame[0], true);
    frame_line(d, d->frame[1], false);
    if (d->shape == SHAPE_HOMES) {
        frame_line(d, middle_row(d), false);
        frame_line(d, middle_row(d) + 1, true);
    }
}

/* Men. */

static void put_count(struct drawing *d, int row, int col, int count)
{
    char text[8];
    int length = snprintf(text, sizeof text, "%d", count);
    canvas_text(&d->canvas, row, col + 1 - length, text, INK_BOLD);
}

/* `below` is a man that lies under the stack, with its owner's letter, or 0. */
static void draw_stack(struct drawing *d, int row, int col, int step, int side, int men, char below)
{
    int shown = d->height;
    if (below) {
        char text[] = {'(', below, ')', '\0'};
        canvas_text(&d->canvas, row, col - 1, text, side == PASCH_X ? INK_O : INK_X);
        row += step;
        shown--;
    }
    for (int i = 0; i < men && i < shown; i++)
        canvas_put(&d->canvas, row + i * step, col, words_man(side), INK_PLAIN);
    if (men > shown)
        put_count(d, row + shown * step, col, men);
}

static bool marked_place(const struct drawing *d, const struct place *place)
{
    const struct pasch_rules *rules = d->position->rules;
    int point = place->point[d->style.from] ? place->point[d->style.from] : place->point[1 - d->style.from];
    if (rules->end == PASCH_END_HOME_WINS)
        return point == 1;
    return rules->corners >> point & 1;
}

/* A dark point is drawn in its length, a light one by its foot. */
static void draw_point_mark(struct drawing *d, int bottom, int i, bool marked)
{
    int row = base_row(d, bottom), col = column(d, i), step = bottom ? -1 : 1;
    bool dark = (i + bottom) % 2;
    canvas_put(&d->canvas, row, col, dark ? GLYPH_DARK : GLYPH_LIGHT, INK_DIM);
    for (int k = 1; dark && k < d->height; k++)
        canvas_put(&d->canvas, row + k * step, col, GLYPH_DARK, INK_DIM);
    if (marked) {
        canvas_put(&d->canvas, row, col - 1, '[', INK_BOLD);
        canvas_put(&d->canvas, row, col + 1, ']', INK_BOLD);
    }
}

static int men_of(const struct drawing *d, int side, const struct place *place)
{
    return place->point[side] ? d->position->board.side[side].men[place->point[side]] : 0;
}

static bool pinned(const struct drawing *d, int side, const struct place *place)
{
    return d->position->rules->contact == PASCH_CONTACT_PIN && men_of(d, side, place) && men_of(d, 1 - side, place) &&
           d->position->board.side[side].marks >> place->point[side] & 1;
}

static void draw_point(struct drawing *d, int bottom, int i)
{
    const struct place *place = &d->place[bottom][i];
    int row = base_row(d, bottom), col = column(d, i), step = bottom ? -1 : 1;
    draw_point_mark(d, bottom, i, marked_place(d, place));
    for (int side = 0; side < 2; side++) {
        int men = men_of(d, side, place);
        if (!men || pinned(d, side, place))
            continue;
        draw_stack(d, row, col, step, side, men, pinned(d, 1 - side, place) ? words_name(1 - side) : '\0');
    }
}

/* A tower of the phases: stacked, side by side, stacked again, gone. */
static void draw_tower(struct drawing *d, int bottom, int i)
{
    int owner = d->place[bottom][i].point[PASCH_X] ? PASCH_X : PASCH_O;
    const struct pasch_side *side = &d->position->board.side[owner];
    int tower = d->place[bottom][i].point[owner], row = base_row(d, bottom), col = column(d, i);
    bool to_do = side->marks >> tower & 1;
    canvas_put(&d->canvas, row, col, GLYPH_LIGHT, INK_DIM);
    if (side->phase >= 2) {
        if (side->phase == 2 && to_do)
            draw_stack(d, row, col, bottom ? -1 : 1, owner, side->men[tower], '\0');
    } else if ((side->phase == 0) == to_do) {
        draw_stack(d, row, col, bottom ? -1 : 1, owner, 2, '\0');
    } else {
        canvas_put(&d->canvas, row, col, ' ', INK_PLAIN);
        canvas_put(&d->canvas, row, col - 1, words_man(owner), INK_PLAIN);
        canvas_put(&d->canvas, row, col + 1, words_man(owner), INK_PLAIN);
    }
}

/* Men on the bar lie in the half where they enter; where both enter in the same, the side above takes the other. */
static void draw_bar(struct drawing *d)
{
    const struct pasch_rules *rules = d->position->rules;
    bool hits = rules->contact == PASCH_CONTACT_HIT || rules->contact == PASCH_CONTACT_LOSES ||
                rules->contact == PASCH_CONTACT_FACING;
    if (!hits || d->shape == SHAPE_RING || d->shape == SHAPE_HOMES)
        return;
    int col = bar_wall(d) + BAR_WIDTH / 2 + 1;
    canvas_text(&d->canvas, middle_row(d), col - 1, "bar", INK_DIM);
    for (int side = 0; side < 2; side++) {
        int bottom = (side == d->style.from) == (d->shape == SHAPE_LANES);
        int men = d->position->board.side[side].men[PASCH_BAR];
        draw_stack(d, base_row(d, bottom), col, bottom ? -1 : 1, side, men, '\0');
    }
}

/* Numbers. */

static int labelled_side(const struct drawing *d, const struct place *place)
{
    return place->point[d->position->turn] ? d->position->turn : 1 - d->position->turn;
}

static void make_label(const struct drawing *d, const struct place *place, char out[16])
{
    int side = labelled_side(d, place), point = place->point[side];
    int number = pasch_rules_board_number(d->position->rules, side, point);
    bool lower_half = number <= COLUMNS;
    if (d->style.numbering == DRAW_OWN)
        snprintf(out, 16, "%d", point);
    else if (d->style.numbering == DRAW_HALVES)
        snprintf(out, 16, "%d%s", lower_half ? number : PASCH_POINTS + 1 - number, lower_half ? "A" : "");
    else
        snprintf(out, 16, "%d", number);
}

/* Towers that are still to be done have their number in brackets. */
static bool tower_due(const struct drawing *d, const struct place *place)
{
    int side = labelled_side(d, place);
    return d->position->rules->towers && d->position->board.side[side].marks >> place->point[side] & 1;
}

static void draw_label(struct drawing *d, int bottom, int i)
{
    const struct place *place = &d->place[bottom][i];
    int row = bottom ? d->frame[1] + 1 : d->frame[0] - 1, col = column(d, i);
    char label[16];
    make_label(d, place, label);
    int length = (int)strlen(label), first = col - length / 2;
    canvas_text(&d->canvas, row, first, label, INK_BOLD);
    if (tower_due(d, place)) {
        canvas_put(&d->canvas, row, first - 1, '[', INK_BOLD);
        canvas_put(&d->canvas, row, first + length, ']', INK_BOLD);
    }
}

static void draw_points(struct drawing *d)
{
    for (int bottom = 0; bottom < 2; bottom++) {
        for (int i = 0; i < d->columns; i++) {
            if (!d->place[bottom][i].point[0] && !d->place[bottom][i].point[1])
                continue; /* a course shorter than its board */
            if (d->position->rules->towers)
                draw_tower(d, bottom, i);
            else
                draw_point(d, bottom, i);
            draw_label(d, bottom, i);
        }
    }
}

/* Which way the men walk, written where the way turns from one row to the other. */

static void add_way(struct words *words, int side, char arrow)
{
    words_add(words, "%s%c %c %c", words->length ? "   " : "", arrow, words_man(side), words_name(side));
}

static void draw_way(struct drawing *d, bool at_right, char below, char above)
{
    struct words words = {.length = 0};
    add_way(&words, d->style.from, below);
    add_way(&words, 1 - d->style.from, above);
    int col = at_right ? right_wall(d) - 1 - (int)words.length : LEFT + 2;
    canvas_text(&d->canvas, middle_row(d), col, words.text, INK_DIM);
}

static void draw_ways(struct drawing *d)
{
    const struct pasch_rules *rules = d->position->rules;
    bool same = rules->facing == PASCH_FACING_SAME;
    switch (d->shape) {
    case SHAPE_FULL: draw_way(d, false, GLYPH_GO_DOWN, same ? GLYPH_GO_DOWN : GLYPH_GO_UP); break;
    case SHAPE_RING:
        draw_way(d, false, GLYPH_GO_DOWN, same ? GLYPH_GO_DOWN : GLYPH_GO_UP);
        draw_way(d, true, GLYPH_GO_UP, same ? GLYPH_GO_UP : GLYPH_GO_DOWN);
        break;
    case SHAPE_LANES: draw_way(d, false, GLYPH_GO_RIGHT, GLYPH_GO_RIGHT); break;
    case SHAPE_HALF: draw_way(d, true, GLYPH_GO_DOWN, same ? GLYPH_GO_DOWN : GLYPH_GO_UP); break;
    case SHAPE_HOMES: break;
    }
}

/* What else there is to know about the board, at the right end of the middle line. */
static void draw_remark(struct drawing *d)
{
    const struct pasch_rules *rules = d->position->rules;
    const struct pasch_side *side = d->position->board.side;
    const char *remark = "";
    if (rules->contact == PASCH_CONTACT_PIN && (side[PASCH_X].marks || side[PASCH_O].marks))
        remark = "in brackets: pinned";
    else if (d->shape == SHAPE_LANES)
        remark = "[home]";
    else if (d->shape == SHAPE_FULL && rules->facing == PASCH_FACING_SAME)
        remark = "both walk the same way";
    else if (d->shape == SHAPE_FULL && rules->backward)
        remark = "and backwards";
    canvas_text(&d->canvas, middle_row(d), right_wall(d) - 1 - (int)strlen(remark), remark, INK_DIM);
}

/* Beside the board. */

static void draw_panels(struct drawing *d)
{
    int col = right_wall(d) + 3, below = d->style.from;
    for (int bottom = 0; bottom < 2; bottom++) {
        struct panel panel = {.lines = 0};
        panel_fill(&panel, d->position, bottom ? below : 1 - below);
        int row = bottom ? d->frame[1] - panel.lines : d->frame[0] + 1;
        for (int i = 0; i < panel.lines; i++)
            canvas_text(&d->canvas, row + i, col, panel.line[i], i ? INK_PLAIN : INK_BOLD);
    }
    if (d->position->rules->cube == PASCH_CUBE_YES && d->position->cube_owner > PASCH_O) {
        struct words cube = {.length = 0};
        words_cube(&cube, d->position);
        canvas_text(&d->canvas, middle_row(d), col, cube.text, INK_PLAIN);
    }
}

size_t draw_position(const struct pasch_position *position, const struct draw_style *style, char *out, size_t room)
{
    struct drawing d = {.position = position, .style = *style};
    struct words title = {.length = 0}, status = {.length = 0};
    d.style.from = style->from == PASCH_O ? PASCH_O : PASCH_X;
    canvas_clear(&d.canvas);
    plan(&d);
    words_title(&title, position);
    canvas_text(&d.canvas, 0, LEFT, title.text, INK_BOLD);
    draw_frame(&d);
    draw_points(&d);
    draw_bar(&d);
    draw_ways(&d);
    draw_remark(&d);
    draw_panels(&d);
    words_status(&status, position);
    canvas_paragraph(&d.canvas, d.frame[1] + 2, LEFT, status.text, INK_BOLD);
    return canvas_write(&d.canvas, style->unicode, style->color, out, room);
}
