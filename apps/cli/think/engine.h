/* The evaluator of a game, with what the user has put in place of the program's own: nets of a folder, tables kept. */
#ifndef ENGINE_H
#define ENGINE_H

#include "pasch/eval.h"

/* With the nets of the folder, or the program's own if it is NULL. The folder has <game>-<use>.net or <use>.net, as
 * `pasch learn` writes them, for every use but the quick one, which may be missing, and none where tables know all.
 * NULL with the reason in `error`. */
struct pasch_engine *engine_open(const struct pasch_rules *rules, const char *nets, struct pasch_error *error);

#endif
