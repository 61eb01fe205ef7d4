/* Games for those who ask without a socket. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "server/table.h"

static bool collect_event(void *context, const struct store_event *event)
{
    return json_array_append_new(context, table_event(event)) == 0;
}

static const char *phase_name(const struct table *table)
{
    static const char *const names[] = {[PASCH_PHASE_OPENING] = "opening",
                                        [PASCH_PHASE_PLAYING] = "playing",
                                        [PASCH_PHASE_RESIGN] = "resign",
                                        [PASCH_PHASE_BETWEEN] = "between",
                                        [PASCH_PHASE_OVER] = "over"};
    return table->over ? "over" : names[table->game.phase];
}

json_t *hall_describe(struct hall *hall, const char *id, int side)
{
    enum store_result result;
    char position[PASCH_PPN_ROOM], secret[DICE_SECRET_HEX];
    hall_flush(hall); /* nobody hears of what is not stored */
    struct table *table = hall_table(hall, id, &result);
    json_t *events = json_array();
    if (table)
        result = hall->store->ops->events(hall->store, id, 0, INT_MAX, collect_event, events);
    if (!table || result != STORE_OK) {
        json_decref(events);
        return NULL;
    }
    pasch_ppn_write(&table->game.position, position);
    dice_write_secret(table->secret, secret);
    return json_pack("{s:s, s:s?, s:o, s:o, s:s, s:s, s:s?, s:{s:I, s:I}, s:o, s:o, s:o, s:s?}", "game", id, "side",
                     table_side(side), "setup", table_setup(table), "events", events, "position", position, "phase",
                     phase_name(table), "actor", table_side(pasch_game_actor(&table->game)), "score", "x",
                     (json_int_t)table->game.score[0], "o", (json_int_t)table->game.score[1], "players",
                     table_players(table), "clock", table_clock(hall, table), "over", table_over(table), "secret",
                     table->over ? secret : NULL);
}

static bool write_event(void *context, const struct store_event *event)
{
    json_t *line = json_pack("{s:s, s:s, s:I}", "by", event->side == PASCH_O ? "o" : "x", "do", event->text, "time",
                             (json_int_t)event->time);
    bool fine = line && json_dumpf(line, context, JSON_COMPACT) == 0 && fputc('\n', context) != EOF;
    json_decref(line);
    return fine;
}

static void write_line(FILE *out, json_t *object)
{
    json_dumpf(object, out, JSON_COMPACT);
    fputc('\n', out);
    json_decref(object);
}

char *hall_record(struct hall *hall, const char *id, size_t *length)
{
    enum store_result result;
    char *text = NULL;
    hall_flush(hall);
    struct table *table = hall_table(hall, id, &result);
    FILE *out = table ? open_memstream(&text, length) : NULL;
    if (!out)
        return NULL;
    write_line(out, table_setup(table));
    result = hall->store->ops->events(hall->store, id, 0, INT_MAX, write_event, out);
    if (table->over) {
        char secret[DICE_SECRET_HEX];
        dice_write_secret(table->secret, secret);
        write_line(out, json_pack("{s:o}", "over", table_over(table)));
        write_line(out, json_pack("{s:s}", "secret", secret));
    }
    if (fclose(out) == 0 && result == STORE_OK)
        return text;
    free(text);
    return NULL;
}
