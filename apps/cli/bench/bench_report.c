#include <math.h>
#include <stdio.h>

#include "cli/bench/bench.h"

static double rate(const struct bench_work *work)
{
    return work->seconds > 0 ? work->count / work->seconds : NAN;
}

static double milliseconds(const struct bench_work *work)
{
    return work->count > 0 ? 1000 * work->seconds / work->count : NAN;
}

/* How many times as fast as gnubg, over all. */
static double ratio(const struct bench_row *row)
{
    return rate(&row->work[PASCH]) / rate(&row->work[GNUBG]);
}

/* The standard deviation of the same over slices. */
static double spread(const struct bench_row *row)
{
    double n = row->slices, mean = row->ratio / n;
    return n > 1 ? sqrt(fmax(0, row->ratio_squares / n - mean * mean) * n / (n - 1)) : NAN;
}

/* Of a game's result, as the rollout has it. */
static double deviation(const struct bench_row *row, int program)
{
    return row->work[program].variance > 0 ? sqrt(row->work[program].variance / row->slices) : NAN;
}

/* How many times as fast an error becomes as small as wanted. */
static double precision(const struct bench_row *row)
{
    double errors = deviation(row, GNUBG) / deviation(row, PASCH);
    return ratio(row) * errors * errors;
}

static bool beside_gnubg(const struct bench *bench)
{
    for (int i = 0; i < bench->rows; i++) {
        if (bench->row[i].work[GNUBG].count > 0)
            return true;
    }
    return bench->start[GNUBG].seconds > 0;
}

/* The table. */

static void print_work(const struct bench_work *work)
{
    double each = milliseconds(work);
    printf(" %9.*f %8.*g", rate(work) < 100 ? 1 : 0, rate(work), each < 100 ? 3 : 6, each);
}

static void print_row(const struct bench_row *row)
{
    printf("%-25s", row->name);
    print_work(&row->work[PASCH]);
    if (row->work[GNUBG].count > 0) {
        print_work(&row->work[GNUBG]);
        printf("  %6.1f", ratio(row));
        if (row->slices > 1)
            printf(" +- %.1f", spread(row));
    }
    printf("\n");
}

static void print_errors(const struct bench_row *row)
{
    printf("standard error of one rollout game: %.3f", deviation(row, PASCH));
    if (row->work[GNUBG].variance > 0)
        printf(", gnubg %.3f;\n  the same error takes gnubg %.1f times as long", deviation(row, GNUBG), precision(row));
    printf(" (by %.0f games)\n", row->work[PASCH].count);
}

static void print_starts(const struct bench *bench)
{
    const struct bench_start *own = &bench->start[PASCH], *gnubg = &bench->start[GNUBG];
    if (own->seconds > 0)
        printf("start to the first answer: %.0f ms", 1000 * own->seconds);
    if (own->seconds > 0 && gnubg->seconds > 0)
        printf("; start of gnubg: %.0f ms", 1000 * gnubg->seconds);
    if (own->megabytes > 0)
        printf("\nmemory of 'pasch best': %.0f MB", own->megabytes);
    if (own->megabytes > 0 && gnubg->megabytes > 0)
        printf("; of gnubg, started: %.0f MB", gnubg->megabytes);
    printf("\n");
}

static void print_table(const struct bench *bench)
{
    bool gnubg = beside_gnubg(bench);
    printf("%s, one thread, CPU time%s\n\n", bench->rules->id, bench->stop(NULL) ? ", stopped early" : "");
    if (gnubg)
        printf("%44s %18s  times as fast\n", "pasch", "gnubg");
    printf("%-25s %9s %8s", "", "a second", "ms");
    if (gnubg)
        printf(" %9s %8s", "a second", "ms");
    printf("\n");
    for (int i = 0; i < bench->rows; i++)
        print_row(&bench->row[i]);
    printf("\n");
    for (int i = 0; i < bench->rows; i++) {
        if (bench->row[i].work[PASCH].variance > 0)
            print_errors(&bench->row[i]);
    }
    if (bench->socket > 0)
        printf("asking gnubg is %.3g ms of each of its decisions\n", 1000 * bench->socket);
    print_starts(bench);
}

/* JSON. */

static void json_number(const char *key, double number)
{
    if (isfinite(number))
        printf(",\"%s\":%.6g", key, number);
    else
        printf(",\"%s\":null", key);
}

static void json_work(const char *key, const struct bench_row *row, int program)
{
    const struct bench_work *work = &row->work[program];
    if (!(work->count > 0)) {
        printf(",\"%s\":null", key);
        return;
    }
    printf(",\"%s\":{\"count\":%.0f", key, work->count);
    json_number("cpu_s", work->seconds);
    json_number("per_s", rate(work));
    json_number("ms", milliseconds(work));
    if (row->work[program].variance > 0)
        json_number("stderr_per_game", deviation(row, program));
    printf("}");
}

static void json_row(const struct bench_row *row)
{
    bool gnubg = row->work[GNUBG].count > 0;
    printf("{\"what\":\"%s\",\"slices\":%d", row->key, row->slices);
    json_work("pasch", row, PASCH);
    json_work("gnubg", row, GNUBG);
    json_number("ratio", gnubg ? ratio(row) : NAN);
    json_number("ratio_sd", gnubg ? spread(row) : NAN);
    if (row->work[PASCH].variance > 0)
        json_number("ratio_same_error", gnubg ? precision(row) : NAN);
    printf("}");
}

static void json_start(const char *key, const struct bench_start *start)
{
    if (!(start->seconds > 0)) {
        printf(",\"%s\":null", key);
        return;
    }
    printf(",\"%s\":{\"cpu_ms\":%.6g", key, 1000 * start->seconds);
    json_number("clock_ms", 1000 * start->clock);
    json_number("memory_mb", start->megabytes);
    printf("}");
}

static void print_json(const struct bench *bench)
{
    printf("{\"game\":\"%s\",\"seconds\":%.6g,\"rows\":[", bench->rules->id, bench->seconds);
    for (int i = 0; i < bench->rows; i++) {
        if (i)
            printf(",");
        json_row(&bench->row[i]);
    }
    printf("],\"stopped\":%s", bench->stop(NULL) ? "true" : "false");
    json_number("gnubg_socket_ms", bench->socket > 0 ? 1000 * bench->socket : NAN);
    json_start("start", &bench->start[PASCH]);
    json_start("gnubg_start", &bench->start[GNUBG]);
    printf("}\n");
}

void bench_print(const struct bench *bench, bool json)
{
    if (json)
        print_json(bench);
    else
        print_table(bench);
}
