#include "server/metrics.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

static const double limits[METRICS_BUCKETS] = {0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5};

static const struct {
    const char *name, *help;
} counters[METRICS] = {
    [METRIC_GAMES] = {"games_created", "Games that were created"},
    [METRIC_OVER] = {"games_over", "Games that ended"},
    [METRIC_EVENTS] = {"events", "Events that were stored"},
    [METRIC_REPEATED] = {"events_repeated", "Events that clients sent again"},
    [METRIC_REFUSED] = {"events_refused", "Events that the rules do not allow"},
    [METRIC_STALE] = {"events_stale", "Events that came too late"},
    [METRIC_LOST] = {"events_lost", "Events that could not be stored"},
    [METRIC_MESSAGES_IN] = {"messages_in", "Messages of WebSockets that came in"},
    [METRIC_MESSAGES_OUT] = {"messages_out", "Messages of WebSockets that went out"},
    [METRIC_SOCKETS] = {"sockets_opened", "WebSockets that were opened"},
    [METRIC_SLOW] = {"sockets_slow", "WebSockets that were cut off because they did not read"},
    [METRIC_BAD] = {"messages_bad", "Messages that cannot be understood"},
    [METRIC_RATE] = {"messages_too_fast", "Messages and requests that came too fast"},
    [METRIC_ORIGIN] = {"requests_foreign", "Requests of pages of another origin"},
    [METRIC_CONNECTIONS_NO] = {"connections_refused", "Connections that were too many"},
    [METRIC_REQUESTS] = {"http_requests", "Requests of HTTP"},
    [METRIC_BATCH] = {"batch_requests", "Requests that the engine answered"},
    [METRIC_BATCH_NO] = {"batch_refused", "Requests for which the engine had no time"},
};

void metrics_commit(struct metrics *metrics, double seconds)
{
    metrics->commits++;
    metrics->commit_seconds += seconds;
    for (int i = 0; i < METRICS_BUCKETS; i++)
        metrics->bucket[i] += seconds <= limits[i];
}

static void gauge(FILE *out, const char *name, const char *help, double value)
{
    fprintf(out, "# HELP %s %s\n# TYPE %s gauge\n%s %.15g\n", name, help, name, name, value);
}

/* Of this process, or 0 where the system does not say. */
static double resident_bytes(void)
{
    long pages = 0, all;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file && fscanf(file, "%ld %ld", &all, &pages) != 2)
        pages = 0;
    if (file)
        fclose(file);
    return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

void metrics_write(const struct metrics *metrics, const struct metrics_now *now, FILE *out)
{
    for (int i = 0; i < METRICS; i++)
        fprintf(out, "# HELP pasch_%s_total %s\n# TYPE pasch_%s_total counter\npasch_%s_total %" PRIu64 "\n",
                counters[i].name, counters[i].help, counters[i].name, counters[i].name, metrics->count[i]);
    fprintf(out, "# HELP pasch_commit_seconds How long storing took\n# TYPE pasch_commit_seconds histogram\n");
    for (int i = 0; i < METRICS_BUCKETS; i++)
        fprintf(out, "pasch_commit_seconds_bucket{le=\"%g\"} %" PRIu64 "\n", limits[i], metrics->bucket[i]);
    fprintf(out, "pasch_commit_seconds_bucket{le=\"+Inf\"} %" PRIu64 "\n", metrics->commits);
    fprintf(out, "pasch_commit_seconds_sum %.9g\npasch_commit_seconds_count %" PRIu64 "\n", metrics->commit_seconds,
            metrics->commits);
    gauge(out, "pasch_connections", "Connections that are open", now->connections);
    gauge(out, "pasch_sockets", "WebSockets that are open", now->sockets);
    gauge(out, "pasch_players", "WebSockets of players and watchers at a table", now->players);
    gauge(out, "pasch_tables", "Games in memory", now->tables);
    gauge(out, "pasch_seeking", "Players who wait for a stranger", now->seeking);
    gauge(out, "pasch_batch_waiting", "Requests that wait for the engine", now->batch_waiting);
    gauge(out, "process_resident_memory_bytes", "Memory in use", resident_bytes());
    gauge(out, "process_start_time_seconds", "When the server was started", (double)now->started / 1000);
}
