/* Work that can be shared among threads. The library starts none itself: it hands its work to what the caller gives. */
#ifndef PASCH_PARALLEL_H
#define PASCH_PARALLEL_H

#include <stddef.h>

/* Calls task(argument, i, worker) for every i below count, each once, and returns when all are done. `worker` is below
 * `workers`, and no two calls at the same time have the same one. */
typedef void pasch_task(void *argument, size_t i, int worker);
struct pasch_parallel {
    void (*run)(void *context, size_t count, pasch_task *task, void *argument); /* NULL: one after the other */
    void *context;
    int workers; /* 0 = 1 */
};

#endif
