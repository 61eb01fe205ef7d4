/* What thinks about one game at a time. */
#ifndef THINK_H
#define THINK_H

#include "web.h"

/* The search over the game that web_think has opened, or NULL. */
struct pasch_search *think_search(void);

/* One that looks at the cube by these terms and misjudges nothing. */
struct pasch_mind *think_judge(const struct pasch_terms *terms);

/* Room for the ranking of all plays. */
struct pasch_ranked *think_ranked(void);

/* Takes the tables that were given (tables.c) for the game; those before are closed. */
void tables_open(const struct pasch_rules *rules);
void tables_close(void);
void tables_add(struct pasch_engine_parts *parts, const struct pasch_rules *rules);

#endif
