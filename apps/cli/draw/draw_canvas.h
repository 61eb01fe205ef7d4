/* A fixed grid of characters and inks, written out as lines of text. Characters below 32 are glyphs with a plain and a
 * Unicode shape, so that strings may hold them like any letter. What falls outside the grid is left out. */
#ifndef CLI_DRAW_CANVAS_H
#define CLI_DRAW_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CANVAS_ROWS = 24, CANVAS_COLS = 78 };

enum canvas_glyph {
    GLYPH_X = 1, /* a man of x, then one of o */
    GLYPH_O,
    GLYPH_ACROSS,
    GLYPH_DOWN,
    GLYPH_TOP_LEFT,
    GLYPH_TOP_RIGHT,
    GLYPH_BOTTOM_LEFT,
    GLYPH_BOTTOM_RIGHT,
    GLYPH_TEE_TOP,
    GLYPH_TEE_BOTTOM,
    GLYPH_LIGHT, /* an empty place on a light point, then on a dark one */
    GLYPH_DARK,
    GLYPH_GO_LEFT,
    GLYPH_GO_RIGHT,
    GLYPH_GO_UP,
    GLYPH_GO_DOWN,
    GLYPH_BETWEEN, /* separates remarks */
    GLYPHS,
};

enum canvas_ink { INK_PLAIN, INK_DIM, INK_BOLD, INK_X, INK_O, INKS };

struct canvas {
    char cell[CANVAS_ROWS][CANVAS_COLS];
    uint8_t ink[CANVAS_ROWS][CANVAS_COLS];
    int rows; /* rows in use */
};

void canvas_clear(struct canvas *canvas);

/* The ink of a man is its own, whatever is asked for. */
void canvas_put(struct canvas *canvas, int row, int col, char what, enum canvas_ink ink);
void canvas_text(struct canvas *canvas, int row, int col, const char *text, enum canvas_ink ink);

/* Text from `row` on, broken after commas and semicolons where a part would cross the right edge. */
void canvas_paragraph(struct canvas *canvas, int row, int col, const char *text, enum canvas_ink ink);

/* Always ends with 0 if there is room for it. Returns the length. */
size_t canvas_write(const struct canvas *canvas, bool unicode, bool color, char *out, size_t room);

#endif
