/* What the server counts, as Prometheus reads it. */
#ifndef SERVER_METRICS_H
#define SERVER_METRICS_H

#include <stdint.h>
#include <stdio.h>

enum { METRICS_BUCKETS = 10 };

/* Where each of the counters stands, in the order of their names in metrics.c. */
enum metric {
    METRIC_GAMES,          /* created */
    METRIC_OVER,           /* ended */
    METRIC_EVENTS,         /* stored */
    METRIC_REPEATED,       /* events that were sent again */
    METRIC_REFUSED,        /* events that the rules do not allow */
    METRIC_STALE,          /* that came too late */
    METRIC_LOST,           /* events that could not be stored */
    METRIC_MESSAGES_IN,    /* of WebSockets */
    METRIC_MESSAGES_OUT,   /* the same */
    METRIC_SOCKETS,        /* WebSockets that were opened */
    METRIC_SLOW,           /* that were cut off because they did not read */
    METRIC_BAD,            /* messages that cannot be understood */
    METRIC_RATE,           /* what came too fast */
    METRIC_ORIGIN,         /* requests from foreign pages */
    METRIC_CONNECTIONS_NO, /* connections that were too many */
    METRIC_REQUESTS,       /* of HTTP */
    METRIC_BATCH,          /* answered by the engine */
    METRIC_BATCH_NO,       /* for which the engine had no time */
    METRICS
};

struct metrics {
    uint64_t count[METRICS];
    uint64_t commits, bucket[METRICS_BUCKETS]; /* how long they took */
    double commit_seconds;
};

void metrics_commit(struct metrics *metrics, double seconds);

/* What is true now, besides what was counted. */
struct metrics_now {
    unsigned connections, sockets, players, tables, seeking, batch_waiting;
    int64_t started; /* milliseconds since 1970 */
};

void metrics_write(const struct metrics *metrics, const struct metrics_now *now, FILE *out);

#endif
