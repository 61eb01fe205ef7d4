/* What was thought of a position, as the fields of a JSON object: the same for `pasch batch` and for --json. */
#ifndef THINK_JSON_H
#define THINK_JSON_H

#include <stdio.h>

#include "cli/options.h"
#include "cli/think/thinker.h"

void think_json_eval(FILE *out, const struct thought *thought);
void think_json_cube(FILE *out, const struct thought *thought);
/* The best so many. */
void think_json_plays(FILE *out, const struct pasch_position *position, const struct options *options, size_t count);

#endif
