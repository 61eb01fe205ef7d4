/* What a person types, as the words of an event. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "web.h"

enum { LINE = 256 };

/* The words and their short forms. A roll has no dice yet: the page throws them. */
static const struct {
    const char *word, *other;
} words[] = {
    {"roll", "r"},   {"double", "d"}, {"take", "t"}, {"beaver", "beavers"}, {"accept", "a"},
    {"reject", "n"}, {"undo", "u"},   {"end", "e"},  {"next", "next game"}, {"pass", "p"},
};

static char *answer(const char *text)
{
    text_begin();
    text_string(text);
    return text_end();
}

static char *refuse(const char *text)
{
    struct pasch_error error;
    snprintf(error.text, sizeof error.text, "%s", text);
    return text_error(&error);
}

static char *answer_event(const struct web_game *g, const struct pasch_event *event)
{
    char text[PASCH_MOVE_ROOM];
    pasch_event_write(&g->rules, event, text);
    return answer(text);
}

/* A place of the side: a number, or a word of which a letter is enough. */
static bool read_place(const char **at, const struct pasch_side *side, int *place)
{
    static const struct {
        const char *word;
        int place;
    } names[] = {{"bar", PASCH_BAR}, {"b", PASCH_BAR}, {"off", PASCH_OFF}, {"in", PASCH_HAND}, {"hand", PASCH_HAND}};
    int number = 0, digits = 0;
    for (; isdigit((unsigned char)**at) && digits < 3; digits++)
        number = 10 * number + *(*at)++ - '0';
    for (size_t i = 0; i < sizeof names / sizeof *names && !digits; i++) {
        size_t length = strlen(names[i].word);
        if (strncasecmp(*at, names[i].word, length) == 0 && !isalpha((unsigned char)(*at)[length])) {
            *at += length;
            number = names[i].place;
            break;
        }
        if (i + 1 == sizeof names / sizeof *names)
            return false;
    }
    if (number == PASCH_BAR && !side->men[PASCH_BAR] && side->men[PASCH_HAND])
        number = PASCH_HAND;
    *place = number;
    return number < PASCH_PLACES;
}

/* "8/5" as a hop that may come next. */
static bool read_hop(const struct web_game *g, const char *text, struct pasch_event *event)
{
    struct pasch_hop hop[PASCH_HOPS * PASCH_HOPS_ROOM];
    const struct pasch_side *side = &g->game.board.side[g->game.position.turn];
    int from, to, count;
    if (!read_place(&text, side, &from) || !*text || !strchr("/-\\", *text++) || !read_place(&text, side, &to))
        return false;
    text += *text == '*';
    if (*text)
        return false;
    count = pasch_game_hops(&g->game, web_plays_room(), hop, PASCH_HOPS * PASCH_HOPS_ROOM);
    for (int i = 0; i < count; i++) {
        if (hop[i].from == from && hop[i].to == to) {
            *event = (struct pasch_event){.kind = PASCH_EVENT_HOP, .hops = 1, .hop = {hop[i]}};
            return true;
        }
    }
    return false;
}

/* A whole play, what has been played of it included; or else one hop. */
static char *read_move(const struct web_game *g, const char *text)
{
    struct pasch_event event;
    struct pasch_error error;
    char line[2 * LINE] = "play ";
    struct pasch_play made = {.hops = g->game.hops};
    memcpy(made.hop, g->game.hop, sizeof made.hop);
    if (made.hops)
        pasch_move_write(&g->rules, &made, line + 5);
    snprintf(line + strlen(line), sizeof line - strlen(line), " %s", text);
    enum pasch_status status = pasch_event_read(&event, line, &g->game, web_plays_room(), &error);
    if (status == PASCH_OK)
        return answer_event(g, &event);
    struct pasch_error reason = error;
    if (made.hops) { /* all of it again */
        snprintf(line, sizeof line, "play %s", text);
        if (pasch_event_read(&event, line, &g->game, web_plays_room(), &error) == PASCH_OK)
            return answer_event(g, &event);
    }
    return read_hop(g, text, &event) ? answer_event(g, &event) : text_error(&reason);
}

static char *read_choice(const char *text)
{
    struct pasch_error error;
    int die[2];
    char line[16];
    if (pasch_dice_read(text, die, &error) != PASCH_OK)
        return text_error(&error);
    snprintf(line, sizeof line, "choose %d%d", die[0], die[1]);
    return answer(line);
}

static char *read_resignation(const struct web_game *g, const char *text)
{
    static const char *const times[] = {"single", "gammon", "backgammon"};
    int side = pasch_game_actor(&g->game), points = 0;
    char line[32];
    for (const char *at = text; isdigit((unsigned char)*at) && points < 100000; at++)
        points = 10 * points + *at - '0';
    for (int i = 0; i < 3; i++)
        points = strcasecmp(text, times[i]) == 0 ? i + 1 : points;
    if (*text && !points)
        return refuse("the points must follow 'resign'");
    bool counted = g->rules.score == PASCH_SCORE_MEN || g->rules.score == PASCH_SCORE_PIPS;
    if (!points)
        points = counted && side != PASCH_NOBODY ? (int)pasch_game_resign_most(&g->game, side) : 1;
    snprintf(line, sizeof line, "resign %d", points);
    return answer(line);
}

/* Without blanks around it. */
static void trim(const char *text, char out[LINE])
{
    while (isspace((unsigned char)*text))
        text++;
    snprintf(out, LINE, "%s", text);
    size_t length = strlen(out);
    while (length && isspace((unsigned char)out[length - 1]))
        out[--length] = 0;
}

/* The rest after a word or its short form, or NULL if the text does not begin with it. */
static const char *after(const char *text, const char *word)
{
    size_t length = strlen(word);
    if (strncasecmp(text, word, length) != 0 || (text[length] && text[length] != ' '))
        return NULL;
    text += length;
    return text + strspn(text, " ");
}

/* A JSON string, null if nothing was typed, or {"error":...}. */
WEB char *web_read(const struct web_game *g, const char *text)
{
    char line[LINE];
    const char *rest;
    bool playing = g->game.phase == PASCH_PHASE_PLAYING;
    enum pasch_due due = playing ? pasch_position_due(&g->game.position) : PASCH_DUE_NOTHING;
    trim(text, line);
    if (!*line) {
        text_begin();
        text_add("null");
        return text_end();
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcasecmp(line, words[i].word) != 0 && strcasecmp(line, words[i].other) != 0)
            continue;
        bool nothing = strcmp(words[i].word, "pass") == 0 && due == PASCH_DUE_PLAY;
        return answer(nothing ? "end" : words[i].word);
    }
    if ((rest = after(line, "resign")))
        return read_resignation(g, rest);
    if ((rest = after(line, "choose")) || (rest = after(line, "c")))
        return read_choice(rest);
    if (due == PASCH_DUE_CHOOSE && isdigit((unsigned char)*line) && !strpbrk(line, "/\\"))
        return read_choice(line);
    if (!isdigit((unsigned char)*line) && !strpbrk(line, "/-\\") && !g->rules.towers)
        return refuse("that is no move and no command");
    if ((rest = after(line, "play")) || (rest = after(line, "hop")))
        return read_move(g, rest);
    return read_move(g, line);
}
