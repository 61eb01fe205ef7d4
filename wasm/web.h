/* The library for the page: flat functions around include/pasch that take numbers and text and return text. Text is
 * UTF-8 ended by 0; what comes back stands until the next call. All of it is compiled for WebAssembly by
 * tools/build-web.sh; web/core/ is its other side. One thread, one caller. */
#ifndef WEB_H
#define WEB_H

#include "pasch/level.h"
#include "pasch/notation.h"

/* Marks what the page calls. */
#define WEB __attribute__((visibility("default")))

/* Text that grows, made by one call after the other. */
void text_begin(void);
void text_add(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* A JSON string; a JSON string with the bits of a number, which printing would cut or round ("~3f800000"). */
void text_string(const char *text);
void text_float(float number);
/* Puts a comma unless something has just been opened. */
void text_comma(void);
char *text_end(void);

/* {"error":"..."}, and the sentence alone. */
char *text_error(const struct pasch_error *error);
char *text_sentence(const struct pasch_error *error);

/* What the page has of a game. */
struct web_game {
    struct pasch_rules rules; /* with its options set */
    struct pasch_game game;
    int stages; /* stages of this turn that have been played */
};

/* Memory, or the end: a page without it cannot go on. */
void *web_memory(size_t size);

/* Room to work in, for all plays of any stage. */
struct pasch_plays *web_plays_room(void);

/* Reads "game", "set" lines and the rest of a set-up; see game.c. */
enum pasch_status web_setup(struct pasch_rules *rules, struct pasch_terms *terms, char *lines, char **position,
                            struct pasch_error *error);

const char *web_side(int side);             /* "x", "o", or null, as JSON */
void text_hop(const struct pasch_hop *hop); /* {"from":13,"to":8,"number":5,"hit":false} */
void text_game_info(const struct pasch_rules *rules);

/* The numbers of the stage that the hops so far have left. Returns how many. */
int web_numbers_left(const struct pasch_game *game, int number[PASCH_HOPS]);

#endif
