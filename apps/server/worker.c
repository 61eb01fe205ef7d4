#include "server/worker.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

struct worker {
    char *(*answer)(void *context, const char *request, size_t length);
    void *context;
    void (*done)(void *owner);
    void *owner;
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t more;
    bool ends;
    unsigned waiting;
    struct job *first, **last; /* to do */
    struct job *finished, **finished_last;
};

void job_free(struct job *job)
{
    if (!job)
        return;
    free(job->request);
    free(job->answer);
    free(job);
}

static void *work(void *context)
{
    struct worker *worker = context;
    pthread_mutex_lock(&worker->mutex);
    for (;;) {
        while (!worker->first && !worker->ends)
            pthread_cond_wait(&worker->more, &worker->mutex);
        if (worker->ends)
            break;
        struct job *job = worker->first;
        worker->first = job->next;
        if (!worker->first)
            worker->last = &worker->first;
        pthread_mutex_unlock(&worker->mutex);
        job->answer = worker->answer(worker->context, job->request, job->length);
        pthread_mutex_lock(&worker->mutex);
        worker->waiting--;
        job->next = NULL;
        *worker->finished_last = job;
        worker->finished_last = &job->next;
        worker->done(worker->owner);
    }
    pthread_mutex_unlock(&worker->mutex);
    return NULL;
}

struct worker *worker_start(char *(*answer)(void *context, const char *request, size_t length), void *context,
                            void (*done)(void *owner), void *owner)
{
    struct worker *worker = calloc(1, sizeof *worker);
    if (!worker)
        return NULL;
    *worker = (struct worker){.answer = answer, .context = context, .done = done, .owner = owner};
    worker->last = &worker->first;
    worker->finished_last = &worker->finished;
    pthread_mutex_init(&worker->mutex, NULL);
    pthread_cond_init(&worker->more, NULL);
    /* Signals are for the loop. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    bool fine = pthread_create(&worker->thread, NULL, work, worker) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (fine)
        return worker;
    free(worker);
    return NULL;
}

static void free_jobs(struct job *job)
{
    while (job) {
        struct job *next = job->next;
        job_free(job);
        job = next;
    }
}

void worker_stop(struct worker *worker)
{
    if (!worker)
        return;
    pthread_mutex_lock(&worker->mutex);
    worker->ends = true;
    pthread_cond_signal(&worker->more);
    pthread_mutex_unlock(&worker->mutex);
    pthread_join(worker->thread, NULL);
}

void worker_free(struct worker *worker)
{
    if (!worker)
        return;
    free_jobs(worker->first);
    free_jobs(worker->finished);
    pthread_mutex_destroy(&worker->mutex);
    pthread_cond_destroy(&worker->more);
    free(worker);
}

struct job *worker_add(struct worker *worker, const char *request, size_t length, void *owner)
{
    struct job *job = calloc(1, sizeof *job);
    char *copy = malloc(length + 1);
    if (!job || !copy) {
        free(job);
        free(copy);
        return NULL;
    }
    memcpy(copy, request, length);
    copy[length] = 0;
    *job = (struct job){.request = copy, .length = length, .owner = owner};
    pthread_mutex_lock(&worker->mutex);
    bool room = worker->waiting < WORKER_WAITING;
    if (room) {
        worker->waiting++;
        *worker->last = job;
        worker->last = &job->next;
        pthread_cond_signal(&worker->more);
    }
    pthread_mutex_unlock(&worker->mutex);
    if (room)
        return job;
    job_free(job);
    return NULL;
}

struct job *worker_take(struct worker *worker)
{
    pthread_mutex_lock(&worker->mutex);
    struct job *job = worker->finished;
    if (job && !(worker->finished = job->next))
        worker->finished_last = &worker->finished;
    pthread_mutex_unlock(&worker->mutex);
    if (job)
        job->taken = true;
    return job;
}

unsigned worker_waiting(struct worker *worker)
{
    pthread_mutex_lock(&worker->mutex);
    unsigned waiting = worker->waiting;
    pthread_mutex_unlock(&worker->mutex);
    return waiting;
}
