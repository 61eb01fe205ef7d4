#include "cli/draw/draw_canvas.h"

#include <string.h>

static const struct {
    char plain;
    const char *unicode;
} glyphs[GLYPHS] = {
    [GLYPH_X] = {'X', "●"},           [GLYPH_O] = {'O', "○"},
    [GLYPH_ACROSS] = {'-', "─"},      [GLYPH_DOWN] = {'|', "│"},
    [GLYPH_TOP_LEFT] = {'+', "┌"},    [GLYPH_TOP_RIGHT] = {'+', "┐"},
    [GLYPH_BOTTOM_LEFT] = {'+', "└"}, [GLYPH_BOTTOM_RIGHT] = {'+', "┘"},
    [GLYPH_TEE_TOP] = {'+', "┬"},     [GLYPH_TEE_BOTTOM] = {'+', "┴"},
    [GLYPH_LIGHT] = {'.', "·"},       [GLYPH_DARK] = {':', "┊"},
    [GLYPH_GO_LEFT] = {'<', "←"},     [GLYPH_GO_RIGHT] = {'>', "→"},
    [GLYPH_GO_UP] = {'^', "↑"},       [GLYPH_GO_DOWN] = {'v', "↓"},
    [GLYPH_BETWEEN] = {'-', "·"},
};

static const char *const inks[INKS] = {
    [INK_DIM] = "\033[2m", [INK_BOLD] = "\033[1m", [INK_X] = "\033[1;31m", [INK_O] = "\033[1;36m"};

static const char ink_reset[] = "\033[0m";

void canvas_clear(struct canvas *canvas)
{
    memset(canvas->cell, ' ', sizeof canvas->cell);
    memset(canvas->ink, INK_PLAIN, sizeof canvas->ink);
    canvas->rows = 0;
}

void canvas_put(struct canvas *canvas, int row, int col, char what, enum canvas_ink ink)
{
    if (row < 0 || row >= CANVAS_ROWS || col < 0 || col >= CANVAS_COLS)
        return;
    if (what == GLYPH_X || what == GLYPH_O)
        ink = what == GLYPH_X ? INK_X : INK_O;
    canvas->cell[row][col] = what;
    canvas->ink[row][col] = (uint8_t)ink;
    if (row >= canvas->rows)
        canvas->rows = row + 1;
}

void canvas_text(struct canvas *canvas, int row, int col, const char *text, enum canvas_ink ink)
{
    for (; *text; text++)
        canvas_put(canvas, row, col++, *text, ink);
}

void canvas_paragraph(struct canvas *canvas, int row, int col, const char *text, enum canvas_ink ink)
{
    for (int at = col; *text;) {
        size_t part = strcspn(text, ",;");
        part += text[part] != '\0';
        if (at > col && at + (int)part > CANVAS_COLS) {
            row++;
            at = col;
            part -= *text == ' ';
            text += *text == ' ';
        }
        for (; part; part--)
            canvas_put(canvas, row, at++, *text++, ink);
    }
}

/* `limit` leaves room for what must follow in any case. */
struct sink {
    char *out;
    size_t length, limit;
};

static bool emit(struct sink *sink, const char *bytes, size_t count)
{
    if (count > sink->limit - sink->length)
        return false;
    memcpy(sink->out + sink->length, bytes, count);
    sink->length += count;
    return true;
}

static bool emit_cell(struct sink *sink, char what, bool unicode)
{
    unsigned char code = (unsigned char)what;
    if (code >= GLYPHS || !glyphs[code].unicode)
        return emit(sink, &what, 1);
    if (!unicode)
        return emit(sink, &glyphs[code].plain, 1);
    return emit(sink, glyphs[code].unicode, strlen(glyphs[code].unicode));
}

static bool emit_ink(struct sink *sink, int from, int to)
{
    if (from != INK_PLAIN && !emit(sink, ink_reset, strlen(ink_reset)))
        return false;
    return to == INK_PLAIN || emit(sink, inks[to], strlen(inks[to]));
}

static int used_width(const struct canvas *canvas, int row)
{
    int width = CANVAS_COLS;
    while (width > 0 && canvas->cell[row][width - 1] == ' ')
        width--;
    return width;
}

/* `ink` is the one in force, which stays true if the room ends in the middle. */
static bool emit_row(struct sink *sink, const struct canvas *canvas, int row, bool unicode, bool color, int *ink)
{
    int width = used_width(canvas, row);
    for (int col = 0; col < width; col++) {
        int wanted = canvas->cell[row][col] == ' ' ? *ink : canvas->ink[row][col];
        if (color && wanted != *ink) {
            if (!emit_ink(sink, *ink, wanted))
                return false;
            *ink = wanted;
        }
        if (!emit_cell(sink, canvas->cell[row][col], unicode))
            return false;
    }
    if (*ink != INK_PLAIN && !emit_ink(sink, *ink, INK_PLAIN))
        return false;
    *ink = INK_PLAIN;
    return emit(sink, "\n", 1);
}

size_t canvas_write(const struct canvas *canvas, bool unicode, bool color, char *out, size_t room)
{
    size_t kept = 1 + (color ? strlen(ink_reset) : 0);
    struct sink sink = {.out = out, .limit = room > kept ? room - kept : 0};
    int ink = INK_PLAIN;
    for (int row = 0; row < canvas->rows; row++) {
        if (!emit_row(&sink, canvas, row, unicode, color, &ink))
            break;
    }
    if (ink != INK_PLAIN) {
        sink.limit += strlen(ink_reset);
        emit(&sink, ink_reset, strlen(ink_reset));
    }
    if (room)
        out[sink.length] = '\0';
    return sink.length;
}
