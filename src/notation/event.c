#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "pasch/notation.h"

static const char *const names[PASCH_EVENT_KINDS] = {
    [PASCH_EVENT_OPENING] = "opening", [PASCH_EVENT_ROLL] = "roll",     [PASCH_EVENT_CHOOSE] = "choose",
    [PASCH_EVENT_HOP] = "hop",         [PASCH_EVENT_UNDO] = "undo",     [PASCH_EVENT_END] = "end",
    [PASCH_EVENT_PLAY] = "play",       [PASCH_EVENT_DOUBLE] = "double", [PASCH_EVENT_TAKE] = "take",
    [PASCH_EVENT_PASS] = "pass",       [PASCH_EVENT_BEAVER] = "beaver", [PASCH_EVENT_RESIGN] = "resign",
    [PASCH_EVENT_ACCEPT] = "accept",   [PASCH_EVENT_REJECT] = "reject", [PASCH_EVENT_NEXT] = "next",
};

size_t pasch_event_write(const struct pasch_rules *rules, const struct pasch_event *event, char out[PASCH_MOVE_ROOM])
{
    size_t at = (size_t)sprintf(out, "%s", names[event->kind]);
    int hops = event->kind == PASCH_EVENT_HOP ? 1 : event->hops;
    struct pasch_play play = {.hops = (uint8_t)(hops < PASCH_HOPS ? hops : PASCH_HOPS)};
    memcpy(play.hop, event->hop, sizeof play.hop);
    char text[PASCH_MOVE_ROOM];
    switch (event->kind) {
    case PASCH_EVENT_OPENING:
    case PASCH_EVENT_ROLL:
    case PASCH_EVENT_CHOOSE: return at + (size_t)sprintf(out + at, " %d%d", event->die[0], event->die[1]);
    case PASCH_EVENT_HOP:
    case PASCH_EVENT_PLAY:
        pasch_move_write(rules, &play, text);
        at += (size_t)snprintf(out + at, PASCH_MOVE_ROOM - at, " %s", text);
        /* Which die took a man off is not always plain from the points. */
        if (event->kind == PASCH_EVENT_HOP && event->hop[0].number)
            at += (size_t)snprintf(out + at, PASCH_MOVE_ROOM - at, " with %d", event->hop[0].number);
        return at;
    case PASCH_EVENT_RESIGN: return at + (size_t)sprintf(out + at, " %d", (int)event->value);
    default: return at;
    }
}

static int column(const char *text, const char *at)
{
    return (int)(at - text) + 1;
}

/* A whole number of at most nine characters, and nothing behind it. */
static bool read_number(const char *text, int *number)
{
    char *end;
    if (strlen(text) > 9)
        return false;
    *number = (int)strtol(text, &end, 10);
    return end != text && !*end;
}

static enum pasch_status read_play(struct pasch_event *event, const char *text, const struct pasch_game *game,
                                   struct pasch_plays *plays, struct pasch_error *error)
{
    size_t index;
    enum pasch_status status = pasch_position_plays(&game->position, plays, error);
    if (status == PASCH_OK)
        status = pasch_move_read(&game->position, plays, text, &index, error);
    if (status != PASCH_OK)
        return status;
    if (index == plays->count) {
        event->kind = PASCH_EVENT_END;
        return PASCH_OK;
    }
    event->hops = plays->play[index].hops;
    memcpy(event->hop, plays->play[index].hop, sizeof event->hop);
    return PASCH_OK;
}

/* One hop among those that may come next, by its canonical text. */
static enum pasch_status read_hop(struct pasch_event *event, const char *text, const struct pasch_game *game,
                                  struct pasch_plays *plays, struct pasch_error *error)
{
    struct pasch_hop hop[PASCH_HOPS * PASCH_HOPS_ROOM];
    int count = pasch_game_hops(game, plays, hop, PASCH_HOPS * PASCH_HOPS_ROOM), with = 0;
    const char *number = strstr(text, " with ");
    size_t length = number ? (size_t)(number - text) : strlen(text);
    if (number && (!read_number(number + 6, &with) || with < 1 || with > 12))
        return error_set(error, PASCH_BAD_TEXT, column(text, number) + 6, "a number must follow 'with'");
    while (length && text[length - 1] == '*')
        length--;
    for (int i = 0; i < count; i++) {
        struct pasch_play play = {.hops = 1, .hop = {hop[i]}};
        play.hop[0].hit = 0; /* the star is optional */
        char own[PASCH_MOVE_ROOM];
        size_t own_length = pasch_move_write(game->rules, &play, own);
        if (own_length == length && memcmp(own, text, length) == 0 && (!with || with == hop[i].number)) {
            event->hop[0] = hop[i];
            event->hop[0].number = (uint8_t)with;
            return PASCH_OK;
        }
    }
    return error_set(error, PASCH_ILLEGAL, 1, "no man can make the hop '%.20s' now", text);
}

enum pasch_status pasch_event_read(struct pasch_event *event, const char *text, const struct pasch_game *game,
                                   struct pasch_plays *plays, struct pasch_error *error)
{
    size_t length = strcspn(text, " ");
    const char *rest = text + length;
    rest += strspn(rest, " ");
    memset(event, 0, sizeof *event);
    int kind = 0;
    while (kind < PASCH_EVENT_KINDS && !(strlen(names[kind]) == length && memcmp(names[kind], text, length) == 0))
        kind++;
    if (kind == PASCH_EVENT_KINDS)
        return error_set(error, PASCH_BAD_TEXT, 1, "there is no event '%.*s'", length > 20 ? 20 : (int)length, text);
    event->kind = (enum pasch_event_kind)kind;
    int die[2], value;
    enum pasch_status status;
    switch (event->kind) {
    case PASCH_EVENT_OPENING:
    case PASCH_EVENT_ROLL:
    case PASCH_EVENT_CHOOSE:
        status = pasch_dice_read(rest, die, error);
        if (status == PASCH_OK) {
            event->die[0] = (uint8_t)die[0];
            event->die[1] = (uint8_t)die[1];
        }
        break;
    case PASCH_EVENT_HOP: status = read_hop(event, rest, game, plays, error); break;
    case PASCH_EVENT_PLAY: status = read_play(event, rest, game, plays, error); break;
    case PASCH_EVENT_RESIGN:
        if (!read_number(rest, &value))
            return error_set(error, PASCH_BAD_TEXT, column(text, rest), "the points must follow 'resign'");
        event->value = value;
        return PASCH_OK;
    default:
        if (*rest)
            return error_set(error, PASCH_BAD_TEXT, column(text, rest), "nothing follows '%s'", names[kind]);
        return PASCH_OK;
    }
    /* What these have read is the rest of the text: its columns begin later in the whole. */
    if (status != PASCH_OK && error && error->column)
        error->column += column(text, rest) - 1;
    return status;
}
