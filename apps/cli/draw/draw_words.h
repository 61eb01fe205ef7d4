/* What a drawing says in words. Texts may hold canvas glyphs. */
#ifndef CLI_DRAW_WORDS_H
#define CLI_DRAW_WORDS_H

#include "pasch/position.h"

struct words {
    char text[512];
    size_t length;
};

/* Appends as printf does; what does not fit is cut. */
void words_add(struct words *words, const char *format, ...);

char words_man(int side);  /* the glyph */
char words_name(int side); /* 'x' or 'o' */

/* The game, and the match if there is one. */
void words_title(struct words *words, const struct pasch_position *position);
/* Who must do what, with all stages of the turn that are known; or how the game ended. */
void words_status(struct words *words, const struct pasch_position *position);
/* "cube 4". */
void words_cube(struct words *words, const struct pasch_position *position);

#endif
