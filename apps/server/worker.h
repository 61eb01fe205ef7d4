/* The thread that thinks for clients: one request after the other, and few that wait. */
#ifndef SERVER_WORKER_H
#define SERVER_WORKER_H

#include <stdbool.h>
#include <stddef.h>

enum { WORKER_WAITING = 32 };

struct worker;

struct job {
    struct job *next;
    char *request;
    size_t length;
    char *answer; /* NULL: no memory */
    /* only the loop's thread looks at these */
    void *owner; /* NULL: nobody waits for it any more */
    bool taken;  /* it is done */
};

/* `done` is called in the worker's thread when jobs can be taken out. NULL: no thread could be had. */
struct worker *worker_start(char *(*answer)(void *context, const char *request, size_t length), void *context,
                            void (*done)(void *owner), void *owner);

/* Waits for the request at hand; after that nothing more is done. Then jobs that nobody has taken are freed. */
void worker_stop(struct worker *worker);
void worker_free(struct worker *worker);

/* Copies the request. NULL if too many wait already, or for want of memory. */
struct job *worker_add(struct worker *worker, const char *request, size_t length, void *owner);

/* A job that is done, which it then says; or NULL. Free it with job_free. */
struct job *worker_take(struct worker *worker);
void job_free(struct job *job);

unsigned worker_waiting(struct worker *worker);

#endif
