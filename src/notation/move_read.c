/* Moves as people type them. The text is taken for what it changes: it means the legal play that takes the same men
 * from and to the same places. Hits and stops on the way only decide between plays that this leaves. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "pasch/notation.h"

enum { STEPS = 16 };

struct step {
    int from, to;
    bool hit;
    int column;
};

struct text {
    struct step step[STEPS];
    int steps;
    int change[PASCH_PLACES]; /* men more or fewer on each place */
};

static bool is_gap(char c)
{
    return c == ',' || c == ';' || isspace((unsigned char)c);
}

/* A place: a number, or a word of which the first letter is enough. */
static bool read_place(const char **at, bool start, int *place)
{
    static const struct {
        const char *word;
        int place;
    } words[] = {{"bar", PASCH_BAR}, {"off", PASCH_OFF}, {"hand", PASCH_HAND}, {"in", PASCH_HAND}};
    const char *p = *at;
    if (isdigit((unsigned char)*p)) {
        int number = 0;
        for (; isdigit((unsigned char)*p); p++) {
            number = number * 10 + (*p - '0');
            if (number > PASCH_BAR)
                return false;
        }
        if (number == 0 && start)
            return false;
        *place = number;
        *at = p;
        return true;
    }
    for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
        const char *word = words[w].word;
        size_t n = 0;
        while (word[n] && tolower((unsigned char)p[n]) == word[n])
            n++;
        if (n && !isalpha((unsigned char)p[n])) {
            if (words[w].place == PASCH_OFF && start)
                return false;
            *place = words[w].place;
            *at = p + n;
            return true;
        }
    }
    return false;
}

static enum pasch_status bad(struct pasch_error *error, const char *text, const char *at, const char *what)
{
    return error_set(error, PASCH_BAD_TEXT, (int)(at - text) + 1, "%s", what);
}

/* "24/18*\/13(2)" */
static enum pasch_status read_way(const char *text, const char **cursor, struct text *result, struct pasch_error *error)
{
    const char *at = *cursor, *begin = at;
    int first = result->steps, from, times = 1;
    if (!read_place(&at, true, &from))
        return bad(error, text, at, "a move is written like 8/5, bar/22, in/20 or 6/off");
    if (*at != '/' && *at != '-' && *at != '\\')
        return bad(error, text, at, "'/' and a target must follow");
    while (*at == '/' || *at == '-' || *at == '\\') {
        int to;
        at++;
        const char *place = at;
        if (!read_place(&at, false, &to) || to >= PASCH_BAR)
            return bad(error, text, place, "a target is a point or 'off'");
        if (result->steps == STEPS)
            return bad(error, text, begin, "too many moves");
        bool hit = *at == '*';
        at += hit;
        result->step[result->steps++] = (struct step){from, to, hit, (int)(begin - text) + 1};
        from = to;
    }
    if (*at == '(') {
        if (at[1] < '1' || at[1] > '4' || at[2] != ')')
            return bad(error, text, at, "(2), (3) or (4) says how often");
        times = at[1] - '0';
        at += 3;
        at += *at == '*';
    }
    if (*at && !is_gap(*at))
        return bad(error, text, at, "this cannot be read as part of a move");
    int last = result->steps;
    for (int n = 1; n < times; n++) {
        for (int i = first; i < last; i++) {
            if (result->steps == STEPS)
                return bad(error, text, begin, "too many moves");
            result->step[result->steps] = result->step[i];
            result->step[result->steps++].hit = false;
        }
    }
    *cursor = at;
    return PASCH_OK;
}

static enum pasch_status read_text(const char *text, struct text *result, struct pasch_error *error)
{
    memset(result, 0, sizeof *result);
    for (const char *at = text;;) {
        while (is_gap(*at))
            at++;
        if (!*at)
            break;
        enum pasch_status status = read_way(text, &at, result, error);
        if (status != PASCH_OK)
            return status;
    }
    return result->steps ? PASCH_OK : bad(error, text, text, "the move is empty");
}

/* 25 and "bar" stand for whatever there is to enter. */
static void settle_entries(struct text *t, const struct pasch_side *side)
{
    for (int i = 0; i < t->steps; i++) {
        int *from = &t->step[i].from;
        if (*from == PASCH_BAR && !side->men[PASCH_BAR] && side->men[PASCH_HAND])
            *from = PASCH_HAND;
        t->change[*from]--;
        t->change[t->step[i].to]++;
    }
}

static bool same_change(const struct text *t, const struct pasch_play *play)
{
    int change[PASCH_PLACES] = {0};
    for (int i = 0; i < play->hops; i++) {
        change[play->hop[i].from]--;
        change[play->hop[i].to]++;
    }
    return memcmp(change, t->change, sizeof change) == 0;
}

/* Whether the play touches down where the text says, and hits where it says. */
static bool touches(const struct pasch_play *play, int place, bool hit)
{
    for (int i = 0; i < play->hops; i++) {
        if (play->hop[i].to == place && (play->hop[i].hit || !hit))
            return true;
    }
    return false;
}

static int hits(const struct pasch_play *play)
{
    int count = 0;
    for (int i = 0; i < play->hops; i++)
        count += play->hop[i].hit != 0;
    return count;
}

static bool fits(const struct text *t, const struct pasch_play *play)
{
    for (int i = 0; i < t->steps; i++) {
        if (!touches(play, t->step[i].to, t->step[i].hit))
            return false;
    }
    return true;
}

/* Whether any sum of some of the numbers is `pips`. */
static bool is_sum(const int *number, int numbers, int pips)
{
    for (int set = 1; set < 1 << numbers; set++) {
        int sum = 0;
        for (int i = 0; i < numbers; i++)
            sum += set >> i & 1 ? number[i] : 0;
        if (sum == pips)
            return true;
    }
    return false;
}

static bool is_closed(const struct pasch_position *position, int p)
{
    const struct pasch_rules *rules = position->rules;
    int q = pasch_rules_facing(rules, p), closed_by = rules->closed_by ? rules->closed_by : 2;
    return q && p && rules->contact != PASCH_CONTACT_FACING && rules->contact != PASCH_CONTACT_CAPTURE &&
           position->board.side[1 - position->turn].men[q] >= closed_by;
}

static const char *place_name(int place, char room[16])
{
    if (place == PASCH_BAR || place == PASCH_HAND)
        return place == PASCH_BAR ? "on the bar" : "in hand";
    sprintf(room, "on %d", place);
    return room;
}

/* Why no play is meant by the text, in words. */
static enum pasch_status explain(const struct pasch_position *position, const struct pasch_plays *plays,
                                 const struct text *t, struct pasch_error *error)
{
    const struct pasch_rules *rules = position->rules;
    const struct pasch_side *side = &position->board.side[position->turn];
    int number[PASCH_HOPS], entry = pasch_rules_points(rules) + 1;
    int numbers = pasch_moves_numbers(rules, &position->board, position->turn, &position->stage[0], number);
    int touched[PASCH_PLACES];
    char name[16];
    for (int p = 0; p < PASCH_PLACES; p++)
        touched[p] = side->men[p];
    for (int i = 0; i < t->steps; i++) {
        const struct step *step = &t->step[i];
        if (!touched[step->from])
            return error_set(error, PASCH_ILLEGAL, step->column, "there is no man of yours %s",
                             place_name(step->from, name));
        touched[step->from]--;
        touched[step->to]++;
        if (step->from != PASCH_BAR && side->men[PASCH_BAR] && touched[PASCH_BAR] && !rules->no_overtaking)
            return error_set(error, PASCH_ILLEGAL, step->column, "men on the bar must be entered first");
        int from = step->from > PASCH_POINTS ? entry : step->from;
        int pips = step->to > from ? step->to - from : from - step->to;
        if (step->to > from && !rules->backward && !rules->ring)
            return error_set(error, PASCH_ILLEGAL, step->column, "men do not move backwards");
        if (step->to && !rules->ring && !is_sum(number, numbers, pips))
            return error_set(error, PASCH_ILLEGAL, step->column, "the dice do not give %d pip%s", pips,
                             pips == 1 ? "" : "s");
        if (is_closed(position, step->to))
            return error_set(error, PASCH_ILLEGAL, step->column, "point %d is closed by the opponent", step->to);
    }
    int longest = 0, only = plays->play[0].hop[0].number;
    for (size_t i = 0; i < plays->count; i++) {
        if (plays->play[i].hops > longest)
            longest = plays->play[i].hops;
        if (plays->play[i].hop[0].number != only)
            only = 0;
    }
    if (t->steps < longest)
        return error_set(error, PASCH_ILLEGAL, 0, "more of the roll must be played: %d numbers can be", longest);
    if (numbers == 2 && longest == 1 && only)
        return error_set(error, PASCH_ILLEGAL, 0, "only one number can be played, and it must be the %d", only);
    return error_set(error, PASCH_ILLEGAL, 0, "that is not a legal play of this roll");
}

/* Whether the text is `own` but for its case and its gaps. */
static bool says(const char *text, const char *own)
{
    for (;;) {
        while (is_gap(*text))
            text++;
        while (*own == ' ')
            own++;
        if (!*own || tolower((unsigned char)*text) != *own)
            return !*own && !*text;
        text++;
        own++;
    }
}

/* Towers leave no choice: a text can only say what the dice do. */
static enum pasch_status read_towers(const struct pasch_position *position, const struct pasch_plays *plays,
                                     const char *text, size_t *index, struct pasch_error *error)
{
    char own[PASCH_MOVE_ROOM];
    for (size_t i = 0; i < plays->count; i++) {
        pasch_move_write(position->rules, &plays->play[i], own);
        if (says(text, own)) {
            *index = i;
            return PASCH_OK;
        }
    }
    if (!plays->count)
        return error_set(error, PASCH_ILLEGAL, 1, "the dice do nothing here: 'pass'");
    pasch_move_write(position->rules, &plays->play[0], own);
    return error_set(error, PASCH_ILLEGAL, 1, "the dice leave no choice here: '%s'", own);
}

static bool is_pass(const char *text)
{
    static const char word[] = "pass";
    size_t i = 0;
    while (isspace((unsigned char)*text))
        text++;
    while (word[i] && tolower((unsigned char)text[i]) == word[i])
        i++;
    text += i;
    while (isspace((unsigned char)*text))
        text++;
    return i == sizeof word - 1 && !*text;
}

enum pasch_status pasch_move_read(const struct pasch_position *position, const struct pasch_plays *plays,
                                  const char *text, size_t *index, struct pasch_error *error)
{
    if (is_pass(text)) {
        if (plays->count)
            return error_set(error, PASCH_ILLEGAL, 1, "passing is not allowed while something can be played");
        *index = plays->count;
        return PASCH_OK;
    }
    if (position->rules->towers)
        return read_towers(position, plays, text, index, error);
    struct text t;
    enum pasch_status status = read_text(text, &t, error);
    if (status != PASCH_OK)
        return status;
    if (!plays->count)
        return error_set(error, PASCH_ILLEGAL, 1, "nothing can be played with this roll: 'pass'");
    settle_entries(&t, &position->board.side[position->turn]);
    size_t best = plays->count, same = 0, changed = 0;
    for (size_t i = 0; i < plays->count; i++) {
        const struct pasch_play *play = &plays->play[i];
        if (!same_change(&t, play))
            continue;
        changed++;
        if (!fits(&t, play))
            continue;
        if (best == plays->count || hits(play) < hits(&plays->play[best])) {
            best = i;
            same = 1;
        } else if (hits(play) == hits(&plays->play[best])) {
            same++;
        }
    }
    if (same == 1) {
        *index = best;
        return PASCH_OK;
    }
    if (same > 1)
        return error_set(error, PASCH_ILLEGAL, 1, "there are two ways to play that: name the point in between");
    if (changed)
        return error_set(error, PASCH_ILLEGAL, 1, "the men can go there, but not by those points or with those hits");
    return explain(position, plays, &t, error);
}

enum pasch_status pasch_dice_read(const char *text, int die[2], struct pasch_error *error)
{
    int count = 0;
    for (const char *at = text; *at; at++) {
        if (is_gap(*at) || *at == '-')
            continue;
        if (*at < '1' || *at > '6')
            return error_set(error, PASCH_BAD_TEXT, (int)(at - text) + 1, "a die shows 1 to 6");
        if (count == 2)
            return error_set(error, PASCH_BAD_TEXT, (int)(at - text) + 1, "there are two dice");
        die[count++] = *at - '0';
    }
    return count == 2 ? PASCH_OK : error_set(error, PASCH_BAD_TEXT, 1, "two dice are written like 31 or 3-1");
}
