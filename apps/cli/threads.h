/* Threads that share the work of one decision. The library starts none itself. */
#ifndef THREADS_H
#define THREADS_H

#include "pasch/search.h"

struct threads;

/* So many, the caller's own among them. NULL if they could not be had. */
struct threads *threads_create(int count);
void threads_destroy(struct threads *threads);

/* What a search wants to know of them. Only one search may be at work at a time. */
struct pasch_parallel threads_parallel(struct threads *threads);

/* The processors that there are. */
int threads_cores(void);

#endif
