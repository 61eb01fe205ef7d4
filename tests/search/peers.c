#include "search/peers.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

struct reading {
    const struct pasch_met *met;
    void (*each)(const struct peer *peer, void *context);
    void *context;
    int count;
};

static int number_of(const json_t *object, const char *key)
{
    return (int)json_integer_value(json_object_get(object, key));
}

static double real_of(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

static struct pasch_cube cube_of(const json_t *object, const struct pasch_met *met)
{
    const char *owner = json_string_value(json_object_get(object, "owner"));
    const json_t *score = json_object_get(object, "score");
    int length = number_of(object, "matchlen");
    struct pasch_cube cube = {.jacoby = number_of(object, "jacoby"), .crawford = number_of(object, "crawford")};
    for (int value = number_of(object, "cube"); value > 1; value /= 2)
        cube.log++;
    cube.owner = strcmp(owner, "onroll") == 0 ? PASCH_CUBE_MINE : PASCH_CUBE_CENTRED;
    cube.met = length ? met : NULL;
    for (size_t i = 0; i < 2; i++)
        cube.away[i] = length - (int)json_integer_value(json_array_get(score, i));
    return cube;
}

static void read_line(const char *line, int number, void *context)
{
    struct reading *reading = context;
    json_t *object = json_loads(line, 0, NULL);
    struct peer peer = {.number = number, .cube = cube_of(object, reading->met)};
    snprintf(peer.id, sizeof peer.id, "%s", json_string_value(json_object_get(object, "pos")));
    snprintf(peer.class, sizeof peer.class, "%s", json_string_value(json_object_get(object, "class")));
    peer.position = testing_position(peer.id);
    peer.no_double = real_of(object, "nd");
    peer.double_take = real_of(object, "dt");
    peer.double_pass = real_of(object, "dp");
    for (size_t i = 0; i < 3; i++)
        peer.mwc[i] = json_number_value(json_array_get(json_object_get(object, "mwc"), i));
    json_decref(object);
    reading->each(&peer, reading->context);
    reading->count++;
}

void peers_read(const struct pasch_met *met, void (*each)(const struct peer *peer, void *context), void *context)
{
    struct reading reading = {met, each, context, 0};
    testing_lines(PASCH_SHARED "/reference/gnubg/cube.jsonl", read_line, &reading);
    assert_int_equal(reading.count, PEERS_ROWS);
}

void loss_add(struct loss *loss, const struct pasch_verdict *ours, double nd, double dt, double dp)
{
    bool doubles = ours->action == PASCH_ACTION_DOUBLE_TAKE || ours->action == PASCH_ACTION_DOUBLE_PASS;
    double answered = fmin(dt, dp), doubling = fmax(nd, answered) - (doubles ? answered : nd);
    double taking = (ours->take ? dt : dp) - answered;
    loss->decisions++;
    loss->wrong += doubling > 1e-6 || taking > 1e-6;
    loss->doubling += doubling;
    loss->taking += taking;
    loss->no_double += fabs(ours->no_double - nd);
    loss->double_take += fabs(ours->double_take - dt);
}

double loss_report(const char *what, const struct loss *loss)
{
    double n = loss->decisions / 1000.0, sum = (loss->doubling + loss->taking) / n;
    print_message("%-14s %4d decisions, %3d wrong: lose %.2f mp (doubling %.2f, taking %.2f); equities off by %.1f (no "
                  "double), %.1f (taken)\n",
                  what, loss->decisions, loss->wrong, sum, loss->doubling / n, loss->taking / n, loss->no_double / n,
                  loss->double_take / n);
    return sum;
}
