/* What a person types. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/play/play.h"

/* So many plays go under the board without moving it off the screen. */
enum { HINTS = 3 };

int rules_show(const char *id);

const char session_help[] = "  8/5 6/5      move men, in your own numbers: bar/22 enters, in/20 enters from\n"
                            "               the hand, 6/off bears off, 8/5(2) moves two; one man at a time\n"
                            "               will do as well: 8/5\n"
                            "  (Return)     throw the dice, or end the turn once the roll is played\n"
                            "  undo         take back the last man moved; 'undo all' all of this roll\n"
                            "  moves        list what can be played\n"
                            "  hint [5]     the best plays, three or so many; before the throw and to a\n"
                            "               double, what to do with the cube\n"
                            "  eval         show under the board how things stand, or no longer\n"
                            "  choose 55    name a roll, where you may\n"
                            "  double       offer the cube; answers: take, pass and, if agreed on, beaver\n"
                            "  resign [2]   give up with so many points (2 = a gammon, 3 = a backgammon);\n"
                            "               answers: accept, reject\n"
                            "  show         draw the board again\n"
                            "  rules        how this game is played\n"
                            "  score        score, cube and pips\n"
                            "  save FILE    keep the game in FILE from now on; 'pasch play --resume FILE'\n"
                            "               goes on with it\n"
                            "  quit         leave\n";

/* One event without more to say. */
static bool act(struct session *s, enum pasch_event_kind kind, int side)
{
    struct pasch_event event = {.kind = kind, .side = (uint8_t)side};
    return session_apply(s, &event);
}

static void list_moves(struct session *s)
{
    const struct pasch_position *p = &s->game.position;
    uint8_t choice[21][2];
    char move[PASCH_MOVE_ROOM];
    struct pasch_error error;
    if (pasch_position_due(p) == PASCH_DUE_CHOOSE) {
        int count = pasch_position_choices(p, choice);
        printf("  you may name");
        for (int i = 0; i < count; i++)
            printf("%s %d-%d", i ? "," : "", choice[i][0], choice[i][1]);
        printf("\n");
        return;
    }
    if (pasch_position_plays(p, &s->plays, &error) != PASCH_OK) {
        session_say(&error);
        return;
    }
    for (size_t i = 0; i < s->plays.count; i++) {
        size_t length = pasch_move_write(p->rules, &s->plays.play[i], move);
        bool end = i % 3 == 2 || i + 1 == s->plays.count;
        printf("  %s%*s%s", move, end || length > 23 ? 0 : (int)(23 - length), "", end ? "\n" : "");
    }
    if (!s->plays.count)
        printf("  nothing can be played\n");
}

static void show_score(const struct session *s)
{
    const struct pasch_position *p = &s->game.position;
    struct pasch_position now = *p;
    now.board = s->game.board;
    printf("  score x %lld, o %lld", (long long)s->game.score[0], (long long)s->game.score[1]);
    if (p->length)
        printf(" of %u", p->length);
    if (s->game.terms.cube)
        printf("; cube %llu%s", 1ull << p->cube_log,
               p->cube_owner == PASCH_X   ? " with x"
               : p->cube_owner == PASCH_O ? " with o"
                                          : " in the middle");
    printf("; pips x %d, o %d\n", pasch_position_pips(&now, PASCH_X), pasch_position_pips(&now, PASCH_O));
}

/* Moving men. */

/* Tries to bring one man from a to b by one or more of the hops that may come next. */
static bool walk(struct session *s, struct pasch_game *game, int from, int to, struct pasch_hop *made, int *count)
{
    struct pasch_hop hop[PASCH_HOPS * PASCH_HOPS_ROOM];
    int hops = pasch_game_hops(game, &s->plays, hop, PASCH_HOPS * PASCH_HOPS_ROOM);
    for (int pass = 0; pass < 2; pass++) { /* straight there, or by a stop */
        for (int i = 0; i < hops; i++) {
            if (hop[i].from != from || (hop[i].to == to) != (pass == 0))
                continue;
            struct pasch_game next = *game;
            struct pasch_event event = {
                .kind = PASCH_EVENT_HOP, .side = game->position.turn, .hops = 1, .hop = {hop[i]}};
            if (pasch_game_apply(&next, &event, &s->plays, NULL) != PASCH_OK)
                continue;
            made[*count] = hop[i];
            ++*count;
            if (pass == 0 || (hop[i].to != PASCH_OFF && walk(s, &next, hop[i].to, to, made, count))) {
                *game = next;
                return true;
            }
            --*count;
        }
    }
    return false;
}

static bool read_place(const char **at, int *place, const struct pasch_side *side)
{
    static const struct {
        const char *word;
        int place;
    } words[] = {{"bar", PASCH_BAR}, {"off", PASCH_OFF}, {"in", PASCH_HAND}, {"hand", PASCH_HAND}, {"b", PASCH_BAR}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i].word);
        if (strncasecmp(*at, words[i].word, length) == 0) {
            *at += length;
            *place = words[i].place;
            break;
        }
        if (i + 1 == sizeof words / sizeof *words) {
            char *end;
            long number = strtol(*at, &end, 10);
            if (end == *at || number < 0 || number > PASCH_BAR)
                return false;
            *at = end;
            *place = (int)number;
        }
    }
    if (*place == PASCH_BAR && !side->men[PASCH_BAR] && side->men[PASCH_HAND])
        *place = PASCH_HAND;
    return true;
}

static bool is_stroke(char c)
{
    return c == '/' || c == '-' || c == '\\';
}

/* The places of one way, as of 24/18/13(2), and how often it is gone. Returns how many places, 0 if it is no way. */
static int read_way(const char **text, const struct pasch_side *side, int place[PASCH_HOPS + 1], int *times)
{
    const char *at = *text;
    int places = 0;
    *times = 1;
    do {
        at += places > 0;
        if (places > PASCH_HOPS || !read_place(&at, &place[places++], side))
            return 0;
        at += *at == '*';
    } while (is_stroke(*at));
    if (*at == '(' && at[1] >= '1' && at[1] <= '4' && at[2] == ')') {
        *times = at[1] - '0';
        at += 3;
    }
    *text = at;
    return places > 1 ? places : 0;
}

/* "8/5 6/5" as hops from where the men stand now, part of a roll or all of it. */
static bool read_hops(struct session *s, const char *text, struct pasch_hop *made, int *count)
{
    struct pasch_game game = s->game;
    *count = 0;
    while (*text) {
        int place[PASCH_HOPS + 1], times;
        if (isspace((unsigned char)*text) || *text == ',') {
            text++;
            continue;
        }
        int places = read_way(&text, &game.board.side[game.position.turn], place, &times);
        if (!places)
            return false;
        while (times--) {
            for (int i = 1; i < places; i++) {
                if (!walk(s, &game, place[i - 1], place[i], made, count))
                    return false;
            }
        }
    }
    return *count > 0;
}

static bool finished(struct session *s)
{
    return pasch_game_may_end(&s->game, &s->plays);
}

/* The numbers that are left, or that none is. */
static void tell_rest(struct session *s)
{
    const struct pasch_position *p = &s->game.position;
    int number[PASCH_HOPS];
    int count = pasch_moves_numbers(p->rules, &p->board, p->turn, &p->stage[0], number);
    if (finished(s)) {
        printf("  %s, 'undo' takes back.\n",
               p->stages > 1 ? "This part is played: Return goes on" : "The roll is played: Return ends the turn");
        return;
    }
    for (int i = 0; i < s->game.hops; i++) {
        int n = 0;
        while (n < count && number[n] != s->game.hop[i].number)
            n++;
        if (n < count)
            number[n] = number[--count];
    }
    printf("  Still to play:");
    for (int i = 0; i < count; i++)
        printf("%s %d", i ? "," : "", number[i]);
    printf(".\n");
}

static enum typed end_stage(struct session *s)
{
    return act(s, PASCH_EVENT_END, s->game.position.turn) ? TYPED_ACTED : TYPED_NOTHING;
}

static enum typed make_hops(struct session *s, const struct pasch_hop *hop, int count)
{
    for (int i = 0; i < count; i++) {
        struct pasch_event event = {.kind = PASCH_EVENT_HOP, .side = s->game.position.turn, .hops = 1, .hop = {hop[i]}};
        if (!session_apply(s, &event))
            return TYPED_ACTED;
    }
    if (s->quick && finished(s))
        return end_stage(s);
    session_draw(s);
    tell_rest(s);
    return TYPED_ACTED;
}

static enum typed type_move(struct session *s, const char *text)
{
    struct pasch_hop hop[4 * PASCH_HOPS];
    struct pasch_event event;
    struct pasch_error error;
    char line[512];
    int count;
    enum pasch_due due = pasch_position_due(&s->game.position);
    if (due != PASCH_DUE_PLAY) {
        printf(due == PASCH_DUE_CHOOSE   ? "  A roll must be named first, like 'choose 55'.\n"
               : due == PASCH_DUE_ANSWER ? "  The double must be answered: take or pass.\n"
                                         : "  The dice must be thrown first: Return.\n");
        return TYPED_NOTHING;
    }
    snprintf(line, sizeof line, "play %s", text);
    enum pasch_status status = pasch_event_read(&event, line, &s->game, &s->plays, &error);
    if (status == PASCH_OK && !s->game.hops)
        return make_hops(s, event.hop, event.hops);
    if (read_hops(s, text, hop, &count))
        return make_hops(s, hop, count);
    if (status == PASCH_OK || s->game.hops)
        printf("  With the men where they are now that cannot be played; 'undo' takes back.\n");
    else
        session_say(&error);
    return TYPED_NOTHING;
}

static enum typed type_choice(struct session *s, const char *text)
{
    struct pasch_error error;
    int die[2];
    if (pasch_dice_read(text, die, &error) != PASCH_OK) {
        session_say(&error);
        return TYPED_NOTHING;
    }
    struct pasch_event event = {
        .kind = PASCH_EVENT_CHOOSE, .side = s->game.position.turn, .die = {(uint8_t)die[0], (uint8_t)die[1]}};
    return session_apply(s, &event) ? TYPED_ACTED : TYPED_NOTHING;
}

static enum typed type_resign(struct session *s, const char *text)
{
    int side = pasch_game_actor(&s->game);
    enum pasch_score score = s->game.rules->score;
    bool counted = score == PASCH_SCORE_MEN || score == PASCH_SCORE_PIPS;
    struct pasch_event event = {.kind = PASCH_EVENT_RESIGN,
                                .side = (uint8_t)side,
                                .value = counted ? pasch_game_resign_most(&s->game, side) : 1};
    if (strcasecmp(text, "gammon") == 0)
        event.value = 2;
    else if (strcasecmp(text, "backgammon") == 0)
        event.value = 3;
    else if (*text)
        event.value = atoi(text);
    if (!session_apply(s, &event))
        return TYPED_NOTHING;
    printf("%c resigns with %d.\n", event.side == PASCH_X ? 'x' : 'o', event.value);
    return TYPED_ACTED;
}

static enum typed type_undo(struct session *s, const char *text)
{
    int side = s->game.position.turn;
    bool all = strcasecmp(text, "all") == 0, any = act(s, PASCH_EVENT_UNDO, side);
    while (any && all && s->game.hops && act(s, PASCH_EVENT_UNDO, side))
        ;
    return any ? TYPED_ACTED : TYPED_NOTHING;
}

static enum typed type_save(struct session *s, const char *path)
{
    bool own = s->record.path && strcmp(s->record.path, path) == 0;
    if (!*path)
        printf("  'save FILE' needs the name of a file.\n");
    else if (!own && record_in_the_way(path))
        printf("  %s is there already: name another file.\n", path);
    else if (record_save(&s->record, &s->setup, path))
        printf("  Saved; everything from now on goes to %s, too.\n", path);
    else
        printf("  %s: %s. The game goes on unsaved.\n", path, strerror(errno));
    return TYPED_NOTHING;
}

/* A bare Return throws or ends a roll that is played. It never answers anything. */
static enum typed type_return(struct session *s)
{
    const struct pasch_position *p = &s->game.position;
    if (s->game.phase == PASCH_PHASE_RESIGN) {
        printf("  'accept' or 'reject'.\n");
        return TYPED_NOTHING;
    }
    switch (pasch_position_due(p)) {
    case PASCH_DUE_PLAY:
        if (finished(s))
            return end_stage(s);
        printf("  The roll must be played; 'moves' lists how.\n");
        return TYPED_NOTHING;
    case PASCH_DUE_CHOOSE: printf("  Name a roll, like 'choose 55'; 'moves' lists them.\n"); return TYPED_NOTHING;
    case PASCH_DUE_ANSWER: printf("  'take' or 'pass'.\n"); return TYPED_NOTHING;
    default: return TYPED_NOTHING;
    }
}

/* The words, and what they do with the rest of the line. */

static enum typed word_help(struct session *s, const char *rest)
{
    (void)s;
    (void)rest;
    printf("%s", session_help);
    return TYPED_NOTHING;
}

static enum typed word_moves(struct session *s, const char *rest)
{
    (void)rest;
    list_moves(s);
    return TYPED_NOTHING;
}

static enum typed word_hint(struct session *s, const char *rest)
{
    struct pasch_error error;
    long most = HINTS;
    if (*rest && !cli_number(rest, 1, PASCH_PLAYS_ROOM, &most)) {
        printf("  'hint 5' lists the best five plays.\n");
        return TYPED_NOTHING;
    }
    struct advice *advice = session_advice(s, &error);
    if (advice)
        advice_hint(advice, &s->game, (size_t)most);
    else
        session_say(&error);
    return TYPED_NOTHING;
}

static enum typed word_eval(struct session *s, const char *rest)
{
    struct pasch_error error;
    (void)rest;
    if (session_advice(s, &error)) {
        s->evaluates = !s->evaluates;
        s->drawn = false;
    } else {
        session_say(&error);
    }
    return TYPED_NOTHING;
}

static enum typed word_show(struct session *s, const char *rest)
{
    (void)rest;
    s->drawn = false;
    return TYPED_NOTHING;
}

static enum typed word_score(struct session *s, const char *rest)
{
    (void)rest;
    show_score(s);
    return TYPED_NOTHING;
}

static enum typed word_rules(struct session *s, const char *rest)
{
    (void)rest;
    fflush(stdout);
    rules_show(s->game.rules->id);
    return TYPED_NOTHING;
}

static enum typed word_quit(struct session *s, const char *rest)
{
    (void)s;
    (void)rest;
    return TYPED_QUIT;
}

/* `does` is what the transcript says of the side that acts; NULL = nothing. */
static enum typed word_event(struct session *s, enum pasch_event_kind kind, const char *rest, const char *does)
{
    if (*rest) {
        printf("  Nothing follows that word.\n");
        return TYPED_NOTHING;
    }
    int side = pasch_game_actor(&s->game);
    if (!act(s, kind, side))
        return TYPED_NOTHING;
    if (does)
        printf("%c %s.\n", side == PASCH_X ? 'x' : 'o', does);
    return TYPED_ACTED;
}

static enum typed word_double(struct session *s, const char *rest)
{
    return word_event(s, PASCH_EVENT_DOUBLE, rest, "doubles");
}

static enum typed word_take(struct session *s, const char *rest)
{
    return word_event(s, PASCH_EVENT_TAKE, rest, "takes");
}

static enum typed word_pass(struct session *s, const char *rest)
{
    if (pasch_position_due(&s->game.position) == PASCH_DUE_PLAY)
        return word_event(s, PASCH_EVENT_END, rest, NULL);
    return word_event(s, PASCH_EVENT_PASS, rest, "passes");
}

static enum typed word_beaver(struct session *s, const char *rest)
{
    return word_event(s, PASCH_EVENT_BEAVER, rest, "beavers");
}

static enum typed word_accept(struct session *s, const char *rest)
{
    return word_event(s, PASCH_EVENT_ACCEPT, rest, "accepts");
}

static enum typed word_reject(struct session *s, const char *rest)
{
    return word_event(s, PASCH_EVENT_REJECT, rest, "rejects");
}

static enum typed word_end(struct session *s, const char *rest)
{
    return word_event(s, PASCH_EVENT_END, rest, NULL);
}

static enum typed word_roll(struct session *s, const char *rest)
{
    (void)rest;
    return type_return(s);
}

static const struct {
    const char *word, *abbreviation;
    enum typed (*run)(struct session *, const char *rest);
} words[] = {
    {"help", "?", word_help},        {"moves", "m", word_moves},    {"undo", "u", type_undo},
    {"choose", "c", type_choice},    {"double", "d", word_double},  {"take", "t", word_take},
    {"pass", "p", word_pass},        {"drop", "pass", word_pass},   {"beaver", "beavers", word_beaver},
    {"resign", "give", type_resign}, {"accept", "a", word_accept},  {"reject", "no", word_reject},
    {"end", "e", word_end},          {"roll", "r", word_roll},      {"show", "s", word_show},
    {"rules", "rule", word_rules},   {"score", "pips", word_score}, {"save", "w", type_save},
    {"quit", "q", word_quit},        {"exit", "bye", word_quit},    {"hint", "h", word_hint},
    {"eval", "v", word_eval},
};

static const char *prompt_of(struct session *s, char room[80])
{
    const struct pasch_position *p = &s->game.position;
    const char *what = "move";
    bool may_double = pasch_game_may_double(&s->game, p->turn, NULL) == PASCH_OK;
    if (s->game.phase == PASCH_PHASE_RESIGN) {
        what = "accept or reject";
    } else {
        switch (pasch_position_due(p)) {
        case PASCH_DUE_ANSWER:
            what = s->game.terms.beavers && !s->game.beaver ? "take, pass or beaver" : "take or pass";
            break;
        case PASCH_DUE_CHOOSE:
            what = p->stages    ? "choose a double, like 55"
                   : may_double ? "choose a roll, like 65, or 'double'"
                                : "choose a roll, like 65";
            break;
        case PASCH_DUE_THROW: what = may_double ? "Return throws, 'double' doubles" : "Return throws"; break;
        case PASCH_DUE_PLAY:
            if (s->game.hops && finished(s))
                what = p->stages > 1 ? "Return goes on" : "Return ends the turn";
            break;
        default: break;
        }
    }
    snprintf(room, 80, "%c: %s ('help')> ", pasch_game_actor(&s->game) == PASCH_X ? 'x' : 'o', what);
    return room;
}

enum typed session_typed(struct session *s)
{
    char prompt[80];
    if (!session_read_line(s, prompt_of(s, prompt)))
        return TYPED_QUIT;
    const char *line = s->line + strspn(s->line, " \t");
    enum pasch_due due = pasch_position_due(&s->game.position);
    bool throw_due = s->game.phase == PASCH_PHASE_PLAYING && due == PASCH_DUE_THROW;
    size_t length = strcspn(line, " \t");
    if (throw_due && (!*line || strcasecmp(line, "roll") == 0 || strcasecmp(line, "r") == 0))
        return TYPED_THROW;
    if (!*line)
        return type_return(s);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *word = words[i].word, *other = words[i].abbreviation;
        if ((strlen(word) == length && strncasecmp(word, line, length) == 0) ||
            (strlen(other) == length && strncasecmp(other, line, length) == 0))
            return words[i].run(s, line + length + strspn(line + length, " \t"));
    }
    if (s->game.phase == PASCH_PHASE_RESIGN) {
        printf("  'accept' or 'reject'.\n");
        return TYPED_NOTHING;
    }
    if (due == PASCH_DUE_CHOOSE && isdigit((unsigned char)*line) && !strpbrk(line, "/\\"))
        return type_choice(s, line);
    if (!strpbrk(line, "/-\\")) {
        printf("  '%.30s' is no move and no command; 'help' lists what there is.\n", line);
        return TYPED_NOTHING;
    }
    return type_move(s, line);
}
