/* Log lines: one object of JSON each, on the standard error. */
#ifndef SERVER_LOG_H
#define SERVER_LOG_H

#include <jansson.h>

enum log_level { LOG_ERROR, LOG_WARN, LOG_INFO, LOG_DEBUG };

/* What is above this level is not written. */
void log_set_level(enum log_level level);

/* The level of that name, or -1. */
int log_find_level(const char *name);

/* The rest is as for json_pack: log_line(LOG_INFO, "over", "{s:s}", "game", id). NULL: no more than the event. */
void log_line(enum log_level level, const char *event, const char *format, ...);

#endif
