/* Bear-off tables, kept in the user's cache folder. They are made when first asked for and serve the whole program from
 * then on, all threads of it. */
#ifndef TABLES_H
#define TABLES_H

#include "cli/files.h"
#include "pasch/bearoff.h"

/* $PASCH_CACHE, $XDG_CACHE_HOME/pasch or ~/.cache/pasch. False if there is none: PASCH_CACHE is empty, or nobody's home
 * is known. */
bool tables_folder(char path[FILES_PATH]);

/* The file of the one-sided table (men 0) or of the two-sided one for so many men. False if there is no folder. */
bool tables_path(int men, char path[FILES_PATH]);

/* NULL when out of memory. */
const struct pasch_bearoff *tables_one(void);

/* The largest that is kept, but never a smaller one than usual. */
const struct pasch_bearoff_two *tables_two(void);

/* Puts a table into the folder. False with errno set; without a folder there is nothing to do. */
bool tables_keep(int men, const void *bytes, size_t size);

#endif
