/* The order of a net's units, which is free. */
#ifndef LEARN_PAIRS_H
#define LEARN_PAIRS_H

#include "eval/net.h"

enum { PAIRS_BOARDS = 4096 };

/* Boards to look at: which of the units of the first layer fire on each. */
struct pairs;
struct pairs *pairs_create(void); /* NULL when out of memory */
void pairs_destroy(struct pairs *pairs);

/* Looks at one more board; those past PAIRS_BOARDS are left out. */
void pairs_add(struct pairs *pairs, const struct pasch_net *net, const struct inputs *inputs);

/* Puts units that fire together side by side: the second layer takes them two at a time and leaves out those of which
 * neither fires. What the net says stays the same, bit for bit. */
void pairs_order(const struct pairs *pairs, struct pasch_net *net);

#endif
