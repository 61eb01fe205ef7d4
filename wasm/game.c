/* Games of the page: made, driven by events, looked at. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "web.h"

struct pasch_plays *web_plays_room(void)
{
    static struct pasch_plays plays;
    if (!plays.play)
        pasch_plays_init(&plays, web_memory(pasch_plays_bytes(PASCH_PLAYS_ROOM)), PASCH_PLAYS_ROOM);
    return &plays;
}

const char *web_side(int side)
{
    return side == PASCH_X ? "\"x\"" : side == PASCH_O ? "\"o\"" : "null";
}

/* Setting up. */

static enum pasch_status fail(struct pasch_error *error, enum pasch_status status, const char *text, const char *what)
{
    *error = (struct pasch_error){.status = status};
    snprintf(error->text, sizeof error->text, text, what);
    return status;
}

/* "length 7"; false if there is no such word. */
static bool set_term(struct pasch_terms *terms, const char *name, int value)
{
    const struct {
        const char *name;
        bool *flag;
    } flags[] = {{"cube", &terms->cube},       {"crawford", &terms->crawford},  {"jacoby", &terms->jacoby},
                 {"beavers", &terms->beavers}, {"deadCube", &terms->dead_cube}, {"swapRoles", &terms->swap_roles}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        if (strcmp(name, flags[i].name) == 0) {
            *flags[i].flag = value != 0;
            return true;
        }
    }
    uint32_t number = value < 0 ? UINT32_MAX : (uint32_t)value; /* which the check refuses */
    if (strcmp(name, "length") == 0)
        terms->length = number;
    else if (strcmp(name, "rounds") == 0)
        terms->rounds = number;
    else if (strcmp(name, "autoDoubles") == 0)
        terms->auto_doubles = (uint8_t)(number > UINT8_MAX ? UINT8_MAX : number);
    else
        return false;
    return true;
}

static enum pasch_status set_option(struct pasch_rules *rules, char *text, struct pasch_error *error)
{
    char *value = strchr(text, '=');
    if (!value)
        return fail(error, PASCH_BAD_GAME, "an option is written like name=value, not '%.40s'", text);
    *value++ = 0;
    return pasch_rules_set(rules, text, value, error);
}

/* Lines of a word and what it says: "game" first, then "set name=value", terms, "position" with PPN. Cuts them up. */
enum pasch_status web_setup(struct pasch_rules *rules, struct pasch_terms *terms, char *lines, char **position,
                            struct pasch_error *error)
{
    const struct pasch_rules *found = NULL;
    *position = NULL;
    for (char *line = lines, *next; *line; line = next) {
        next = line + strcspn(line, "\n");
        if (*next)
            *next++ = 0;
        char *rest = line + strcspn(line, " ");
        if (*rest)
            *rest++ = 0;
        enum pasch_status status = PASCH_OK;
        if (strcmp(line, "game") == 0) {
            found = pasch_game_find(rest);
            if (!found)
                return fail(error, PASCH_BAD_GAME, "there is no game '%.40s'", rest);
            *rules = *found;
            pasch_terms_default(terms, rules);
        } else if (!found) {
            return fail(error, PASCH_BAD_GAME, "%s", "the game must be named first");
        } else if (strcmp(line, "set") == 0) {
            status = set_option(rules, rest, error);
        } else if (strcmp(line, "position") == 0) {
            *position = rest;
        } else if (!set_term(terms, line, atoi(rest))) {
            return fail(error, PASCH_BAD_GAME, "there is no '%.40s' to agree on", line);
        }
        if (status != PASCH_OK)
            return status;
    }
    return found ? PASCH_OK : fail(error, PASCH_BAD_GAME, "%s", "the game must be named");
}

static enum pasch_status start(struct web_game *made, char *lines, struct pasch_error *error)
{
    struct pasch_terms terms;
    struct pasch_position position;
    char *placed;
    enum pasch_status status = web_setup(&made->rules, &terms, lines, &placed, error);
    if (status == PASCH_OK && placed) {
        status = pasch_position_read(&position, placed, &made->rules, error);
        terms.length = position.length;
    }
    if (status == PASCH_OK)
        status = pasch_terms_check(&terms, &made->rules, error);
    if (status != PASCH_OK)
        return status;
    if (placed)
        pasch_game_start_at(&made->game, &position, &terms);
    else
        pasch_game_start(&made->game, &made->rules, &terms);
    return PASCH_OK;
}

static void add_terms(const struct pasch_terms *t)
{
    static const char *const word[] = {"false", "true"};
    text_add("{\"length\":%u,\"rounds\":%u,\"cube\":%s,\"crawford\":%s,\"jacoby\":%s,\"beavers\":%s,\"autoDoubles\":%d,"
             "\"deadCube\":%s,\"swapRoles\":%s}",
             (unsigned)t->length, (unsigned)t->rounds, word[t->cube], word[t->crawford], word[t->jacoby],
             word[t->beavers], t->auto_doubles, word[t->dead_cube], word[t->swap_roles]);
}

WEB char *web_create(char *lines)
{
    struct pasch_error error;
    struct web_game *made = web_memory(sizeof *made);
    if (start(made, lines, &error) != PASCH_OK) {
        free(made);
        return text_error(&error);
    }
    text_begin();
    text_add("{\"handle\":%lu,\"terms\":", (unsigned long)(uintptr_t)made);
    add_terms(&made->game.terms);
    text_add(",\"info\":");
    text_game_info(&made->rules);
    text_add("}");
    return text_end();
}

WEB struct web_game *web_clone(const struct web_game *game)
{
    struct web_game *copy = web_memory(sizeof *copy);
    *copy = *game;
    copy->game.rules = copy->game.position.rules = &copy->rules;
    return copy;
}

WEB void web_free(struct web_game *game)
{
    free(game);
}

/* Events. */

/* Stages of a turn are counted for people: "2 of 3". */
static void count_stages(struct web_game *g, const struct pasch_position *before, const struct pasch_event *event)
{
    const struct pasch_position *now = &g->game.position;
    if (event->kind == PASCH_EVENT_OPENING || event->kind == PASCH_EVENT_NEXT || now->turn != before->turn ||
        now->ply != before->ply)
        g->stages = 0;
    else if (event->kind == PASCH_EVENT_END || event->kind == PASCH_EVENT_PLAY)
        g->stages = now->stages || now->second ? g->stages + 1 : 0;
}

WEB char *web_apply(struct web_game *g, int side, const char *words)
{
    struct pasch_event event;
    struct pasch_error error;
    struct pasch_plays *plays = web_plays_room();
    struct pasch_position before = g->game.position;
    enum pasch_status status = pasch_event_read(&event, words, &g->game, plays, &error);
    event.side = (uint8_t)side;
    if (status == PASCH_OK)
        status = pasch_game_apply(&g->game, &event, plays, &error);
    if (status != PASCH_OK)
        return text_sentence(&error);
    count_stages(g, &before, &event);
    text_begin();
    return text_end();
}

WEB char *web_plays(const struct web_game *g)
{
    struct pasch_plays *plays = web_plays_room();
    char move[PASCH_MOVE_ROOM], result[PASCH_PPN_ROOM];
    text_begin();
    text_add("[");
    if (g->game.phase != PASCH_PHASE_PLAYING || pasch_position_plays(&g->game.position, plays, NULL) != PASCH_OK)
        plays->count = 0;
    for (size_t i = 0; i < plays->count; i++) {
        struct pasch_position next = g->game.position;
        pasch_position_play(&next, &plays->play[i]);
        pasch_move_write(&g->rules, &plays->play[i], move);
        pasch_ppn_write(&next, result);
        text_comma();
        text_add("{\"move\":");
        text_string(move);
        text_add(",\"result\":");
        text_string(result);
        text_add("}");
    }
    text_add("]");
    return text_end();
}
