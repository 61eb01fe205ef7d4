/* What the tests share: cmocka with the headers it needs, memory for plays, reading lines, playing by chance. */
#ifndef TESTING_H
#define TESTING_H

/* cmocka wants these first */
/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <stdbool.h>
#include <stdio.h>

#include "pasch/dice.h"
#include "pasch/game.h"
#include "pasch/notation.h"

/* Fails the test with a message in printf's form. */
__attribute__((format(printf, 1, 2))) void testing_fail(const char *format, ...);

/* Memory for plays of PASCH_PLAYS_ROOM; the test frees it with testing_plays_free. */
struct pasch_plays testing_plays(void);
void testing_plays_free(struct pasch_plays *plays);

/* Reads a position or fails the test, naming the text. */
struct pasch_position testing_position(const char *text);

/* Calls `each` with every line of a file (without the end of line) and its number from 1; fails if it is not there. */
void testing_lines(const char *path, void (*each)(const char *line, int number, void *context), void *context);

/* One step of a game by chance: throws, names or plays whatever is due. False when the position is over. */
bool testing_step(struct pasch_position *position, struct pasch_rng *rng, struct pasch_plays *plays);

/* Some board that the game's rules allow, thrown together without regard to how it might come about: crowded bars, full
 * stacks, closed entries, late bear-offs. False if this attempt gave no legal position. */
bool testing_random_position(struct pasch_position *position, const struct pasch_rules *rules, struct pasch_rng *rng);

#endif
