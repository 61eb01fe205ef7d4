/* What the tests of games and matches share: a table at which events happen, told in the words of pasch_event_read. */
#ifndef MATCH_H
#define MATCH_H

#include <stdlib.h>
#include <string.h>

#include "testing.h"

struct table {
    struct pasch_rules rules; /* the table's own row, so that a test may set options */
    struct pasch_game game;
    struct pasch_plays plays;
    struct pasch_error error;
};

/* Set-up and tear-down of a group of tests; each test finds the table in *state. */
static inline int table_open(void **state)
{
    struct table *t = calloc(1, sizeof *t);
    t->plays = testing_plays();
    *state = t;
    return 0;
}

static inline int table_close(void **state)
{
    struct table *t = *state;
    testing_plays_free(&t->plays);
    free(t);
    return 0;
}

static inline struct pasch_terms money(void)
{
    return (struct pasch_terms){.cube = true, .crawford = true};
}

static inline struct pasch_terms match_to(uint32_t length)
{
    return (struct pasch_terms){.length = length, .cube = true, .crawford = true};
}

/* The row of a game, copied to the table, with options such as "cube", "on" set by the test afterwards. */
static inline void take_game(struct table *t, const char *id)
{
    const struct pasch_rules *rules = pasch_game_find(id);
    if (!rules)
        testing_fail("no game %s", id);
    t->rules = *rules;
}

static inline void set_option(struct table *t, const char *name, const char *value)
{
    if (pasch_rules_set(&t->rules, name, value, &t->error) != PASCH_OK)
        testing_fail("%s: %s", t->rules.id, t->error.text);
}

/* Begins with the table's row. */
static inline void begin(struct table *t, struct pasch_terms terms)
{
    if (pasch_terms_check(&terms, &t->rules, &t->error) != PASCH_OK)
        testing_fail("%s: %s", t->rules.id, t->error.text);
    pasch_game_start(&t->game, &t->rules, &terms);
}

static inline void begin_game(struct table *t, const char *id, struct pasch_terms terms)
{
    take_game(t, id);
    begin(t, terms);
}

static inline void begin_at(struct table *t, const char *text, struct pasch_terms terms)
{
    struct pasch_position position;
    if (pasch_ppn_read(&position, text, &t->rules, &t->error) != PASCH_OK)
        testing_fail("'%s', column %d: %s", text, t->error.column, t->error.text);
    pasch_game_start_at(&t->game, &position, &terms);
}

static inline struct pasch_event event_of(struct table *t, int side, const char *text)
{
    struct pasch_event event;
    if (pasch_event_read(&event, text, &t->game, &t->plays, &t->error) != PASCH_OK)
        testing_fail("event '%s': %s", text, t->error.text);
    event.side = (uint8_t)side;
    return event;
}

/* The event is allowed and happens. */
static inline void happens(struct table *t, const struct pasch_event *event)
{
    char text[PASCH_MOVE_ROOM];
    if (pasch_game_apply(&t->game, event, &t->plays, &t->error) == PASCH_OK)
        return;
    pasch_event_write(t->game.rules, event, text);
    testing_fail("'%s' of %c was refused: %s", text, event->side ? 'o' : 'x', t->error.text);
}

static inline void does(struct table *t, int side, const char *text)
{
    struct pasch_event event = event_of(t, side, text);
    happens(t, &event);
}

static inline void x(struct table *t, const char *text)
{
    does(t, PASCH_X, text);
}

static inline void o(struct table *t, const char *text)
{
    does(t, PASCH_O, text);
}

/* The event is refused for a reason given in words, and nothing at all has changed. */
static inline void refuses(struct table *t, const struct pasch_event *event, enum pasch_status why)
{
    static struct pasch_game before;
    char text[PASCH_MOVE_ROOM];
    memcpy(&before, &t->game, sizeof before);
    memset(&t->error, 0, sizeof t->error);
    enum pasch_status status = pasch_game_apply(&t->game, event, &t->plays, &t->error);
    struct pasch_event shown = *event;
    shown.hops = event->hops < PASCH_HOPS ? event->hops : PASCH_HOPS;
    pasch_event_write(t->game.rules, &shown, text);
    if (status != why)
        testing_fail("'%s' of %c: '%s' (%s), not '%s'", text, event->side ? 'o' : 'x', pasch_status_name(status),
                     t->error.text, pasch_status_name(why));
    assert_int_equal(t->error.status, why);
    assert_true(t->error.text[0]);
    if (memcmp(&before, &t->game, sizeof before) != 0)
        testing_fail("the refused '%s' has changed the game", text);
    assert_int_equal(pasch_game_apply(&t->game, event, &t->plays, NULL), why);
}

static inline void not_now(struct table *t, int side, const char *text)
{
    struct pasch_event event = event_of(t, side, text);
    refuses(t, &event, PASCH_NOT_NOW);
}

static inline void illegal(struct table *t, int side, const char *text)
{
    struct pasch_event event = event_of(t, side, text);
    refuses(t, &event, PASCH_ILLEGAL);
}

/* Plays the first play there is, or passes. */
static inline void plays_on(struct table *t)
{
    struct pasch_event event = {.kind = PASCH_EVENT_END, .side = t->game.position.turn};
    assert_int_equal(pasch_position_plays(&t->game.position, &t->plays, &t->error), PASCH_OK);
    if (t->plays.count) {
        event.kind = PASCH_EVENT_PLAY;
        event.hops = t->plays.play[0].hops;
        memcpy(event.hop, t->plays.play[0].hop, sizeof event.hop);
    }
    happens(t, &event);
}

/* Most games with a cube are begun with a throw of the starter's own (opening fresh), so that x may double at once. */
static inline void x_begins(struct table *t, const char *id, struct pasch_terms terms)
{
    begin_game(t, id, terms);
    x(t, "opening 31");
}

/* Throws and plays whatever the side on turn has. */
static inline void a_turn_passes(struct table *t, const char *roll)
{
    does(t, t->game.position.turn, roll);
    while (pasch_position_due(&t->game.position) == PASCH_DUE_PLAY)
        plays_on(t);
}

/* A whole game decided by resignation: from the opening on, `loser` gives up with so many points. */
static inline void loses(struct table *t, int loser, int points)
{
    char text[20];
    if (t->game.phase == PASCH_PHASE_BETWEEN)
        x(t, "next");
    if (t->game.phase == PASCH_PHASE_OPENING)
        x(t, "opening 31");
    snprintf(text, sizeof text, "resign %d", points);
    does(t, loser, text);
    does(t, 1 - loser, "accept");
}

static inline void score_is(const struct table *t, int64_t score_x, int64_t score_o)
{
    assert_int_equal(t->game.score[PASCH_X], score_x);
    assert_int_equal(t->game.score[PASCH_O], score_o);
}

static inline void cube_is(const struct table *t, int64_t value, int owner)
{
    assert_int_equal((int64_t)1 << t->game.position.cube_log, value);
    assert_int_equal(t->game.position.cube_owner, owner);
}

static inline bool may_double(const struct table *t, int side)
{
    return pasch_game_may_double(&t->game, side, NULL) == PASCH_OK;
}

#endif
