/* Tables of bear-offs and of what else is solved, kept in the user's cache folder. They are made when first asked for
 * and serve the whole program from then on, all threads of it. */
#ifndef TABLES_H
#define TABLES_H

#include "cli/files.h"
#include "pasch/exact.h"

/* $PASCH_CACHE, $XDG_CACHE_HOME/pasch or ~/.cache/pasch. False if there is none: PASCH_CACHE is empty, or nobody's home
 * is known. */
bool tables_folder(char path[FILES_PATH]);

/* The file of the one-sided table (men 0) or of the two-sided one for so many men. False if there is no folder. */
bool tables_path(int men, char path[FILES_PATH]);

/* NULL when out of memory. */
const struct pasch_bearoff *tables_one(void);

/* The largest that is kept, but never a smaller one than usual. */
const struct pasch_bearoff_two *tables_two(void);

/* What is solved of a game and serves its evaluator (pasch_exact_known). Takes a second or two when it is made: where
 * the usual table would take far longer, a smaller one, unless that is kept. NULL if there is nothing, or no memory for
 * it. */
const struct pasch_exact *tables_exact(const struct pasch_rules *rules);

/* Whether a game has use for such tables. Where boards say all (pasch_evaluate_fits), those of bear-offs serve. */
bool tables_serve(const struct pasch_rules *rules);

/* Whether that is the whole game: who knows what the start is worth knows all that can come of it. */
bool tables_know_all(const struct pasch_exact *exact);

/* The file of a table by its name (pasch_exact_solo_name, pasch_exact_pairs_name). False if there is no folder. */
bool tables_exact_path(const char name[PASCH_EXACT_NAME], char path[FILES_PATH]);

/* Puts a table into the folder. False with errno set; without a folder there is nothing to do. */
bool tables_keep(int men, const void *bytes, size_t size);
bool tables_exact_keep(const char name[PASCH_EXACT_NAME], const void *bytes, size_t size);

#endif
