/* Filling in a struct pasch_error. */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include "pasch/status.h"

/* Returns `status`; `error` may be NULL. The sentence is cut at the room it has. */
__attribute__((format(printf, 4, 5))) enum pasch_status error_set(struct pasch_error *error, enum pasch_status status,
                                                                  int column, const char *format, ...);

#endif
