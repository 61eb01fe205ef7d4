/* What the identifiers of other programs have in common: they say less than a position can. */
#ifndef NOTATION_ID_CHECK_H
#define NOTATION_ID_CHECK_H

#include "pasch/position.h"

/* Whether an identifier can say this position: standard backgammon, not over, before or right after a throw. `what`
 * begins the sentence of the error: "an XGID". */
enum pasch_status id_check_writable(const struct pasch_position *position, const char *what, struct pasch_error *error);

#endif
