#include "cli/threads.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

enum { THREADS_MAX = 256 };

struct threads {
    pthread_mutex_t mutex;
    pthread_cond_t begun, done;
    int helpers; /* besides the caller */
    struct helper {
        struct threads *threads;
        int worker;
        pthread_t thread;
    } * helper;

    /* The job at hand, under the mutex but for `next`. */
    unsigned jobs; /* so far: a helper that knows fewer has one to do */
    int busy;      /* helpers that are not through with it */
    bool ends;
    pasch_task *task;
    void *argument;
    size_t count;
    atomic_size_t next; /* what has not been taken yet */
};

static void work(struct threads *threads, int worker)
{
    size_t i;
    while ((i = atomic_fetch_add(&threads->next, 1)) < threads->count)
        threads->task(threads->argument, i, worker);
}

static void *help(void *context)
{
    struct helper *helper = context;
    struct threads *threads = helper->threads;
    unsigned known = 0;
    pthread_mutex_lock(&threads->mutex);
    for (;;) {
        while (threads->jobs == known && !threads->ends)
            pthread_cond_wait(&threads->begun, &threads->mutex);
        if (threads->ends)
            break;
        known = threads->jobs;
        pthread_mutex_unlock(&threads->mutex);
        work(threads, helper->worker);
        pthread_mutex_lock(&threads->mutex);
        if (--threads->busy == 0)
            pthread_cond_signal(&threads->done);
    }
    pthread_mutex_unlock(&threads->mutex);
    return NULL;
}

static void run(void *context, size_t count, pasch_task *task, void *argument)
{
    struct threads *threads = context;
    pthread_mutex_lock(&threads->mutex);
    threads->task = task;
    threads->argument = argument;
    threads->count = count;
    threads->busy = threads->helpers;
    atomic_store(&threads->next, 0);
    threads->jobs++;
    pthread_cond_broadcast(&threads->begun);
    pthread_mutex_unlock(&threads->mutex);
    work(threads, 0);
    pthread_mutex_lock(&threads->mutex);
    while (threads->busy)
        pthread_cond_wait(&threads->done, &threads->mutex);
    pthread_mutex_unlock(&threads->mutex);
}

struct threads *threads_create(int count)
{
    struct threads *threads = calloc(1, sizeof *threads);
    if (!threads)
        return NULL;
    pthread_mutex_init(&threads->mutex, NULL);
    pthread_cond_init(&threads->begun, NULL);
    pthread_cond_init(&threads->done, NULL);
    int wanted = count > THREADS_MAX ? THREADS_MAX - 1 : count - 1;
    threads->helper = calloc((size_t)count, sizeof *threads->helper);
    bool fine = threads->helper != NULL;
    for (int i = 0; i < wanted && fine; i++) {
        struct helper *helper = &threads->helper[i];
        *helper = (struct helper){.threads = threads, .worker = i + 1};
        fine = pthread_create(&helper->thread, NULL, help, helper) == 0;
        threads->helpers += fine;
    }
    if (!fine) {
        threads_destroy(threads);
        return NULL;
    }
    return threads;
}

void threads_destroy(struct threads *threads)
{
    if (!threads)
        return;
    pthread_mutex_lock(&threads->mutex);
    threads->ends = true;
    pthread_cond_broadcast(&threads->begun);
    pthread_mutex_unlock(&threads->mutex);
    for (int i = 0; i < threads->helpers; i++)
        pthread_join(threads->helper[i].thread, NULL);
    pthread_mutex_destroy(&threads->mutex);
    pthread_cond_destroy(&threads->begun);
    pthread_cond_destroy(&threads->done);
    free(threads->helper);
    free(threads);
}

struct pasch_parallel threads_parallel(struct threads *threads)
{
    return (struct pasch_parallel){.run = run, .context = threads, .workers = threads->helpers + 1};
}

int threads_cores(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > THREADS_MAX ? THREADS_MAX : (int)cores;
}
