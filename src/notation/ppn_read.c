/* PPN, one position on one line: GAME X-MEN O-MEN TURN DICE [key=value ...]. */
#include <string.h>

#include "notation/phases.h"
#include "notation/words.h"
#include "pasch/notation.h"

enum { TEXT_MAX = 2000 };

/* Men. */

static enum pasch_status read_place(struct reader *r, const char **at, int points, int *place)
{
    const char *begin = *at;
    uint64_t number;
    if (starts(begin, "bar:")) {
        *place = PASCH_BAR;
        *at += 3;
    } else if (starts(begin, "hand:")) {
        *place = PASCH_HAND;
        *at += 4;
    } else if (read_number(at, PASCH_POINTS, &number) && number >= 1) {
        if (number > (uint64_t)points)
            return FAIL(r, PASCH_BAD_POSITION, begin, "the course has points 1 to %d, not %d", points, (int)number);
        *place = (int)number;
    } else {
        return FAIL(r, PASCH_BAD_TEXT, begin, "a point 1 to %d, 'bar' or 'hand' must stand here", points);
    }
    if (**at != ':')
        return FAIL(r, PASCH_BAD_TEXT, *at, "':' and the number of men must follow the point");
    ++*at;
    return PASCH_OK;
}

static enum pasch_status read_men(struct reader *r, const struct word *word, const struct pasch_rules *rules,
                                  struct pasch_side *side)
{
    int men = pasch_rules_men(rules), sum = 0;
    uint32_t used = 0;
    memset(side, 0, sizeof *side);
    const char *at = word->at, *end = word->at + word->length;
    while (at < end && !word_is(word, "-")) {
        const char *begin = at;
        int place = 0;
        enum pasch_status status = read_place(r, &at, pasch_rules_points(rules), &place);
        if (status != PASCH_OK)
            return status;
        uint64_t number;
        const char *count = at;
        if (!read_number(&at, 99, &number) || number == 0)
            return FAIL(r, PASCH_BAD_TEXT, count, "the number of men must be 1 to %d", men);
        if (used >> place & 1)
            return FAIL(r, PASCH_BAD_TEXT, begin, "this point is named twice");
        used |= 1u << place;
        sum += (int)number;
        if (sum > men)
            return FAIL(r, PASCH_BAD_POSITION, count, "%d men or more, but %s is played with %d", sum, rules->id, men);
        side->men[place] = (uint8_t)number;
        if (*at == '!') {
            if (rules->contact != PASCH_CONTACT_PIN || place > PASCH_POINTS)
                return FAIL(r, PASCH_BAD_TEXT, at, "no man can be pinned here");
            side->marks |= 1u << place;
            at++;
        }
        if (at < end && *at++ != ',')
            return FAIL(r, PASCH_BAD_TEXT, at - 1, "',' must stand between points");
        if (at == end && at[-1] == ',')
            return FAIL(r, PASCH_BAD_TEXT, at - 1, "a point must follow ','");
    }
    side->men[PASCH_OFF] = (uint8_t)(men - sum);
    return PASCH_OK;
}

/* Towers: the phase and the towers still to be done in it. */

static enum pasch_status read_towers(struct reader *r, const struct word *word, const struct pasch_rules *rules,
                                     struct pasch_side *side)
{
    memset(side, 0, sizeof *side);
    for (int phase = 0; phase < PHASES; phase++) {
        size_t length = strlen(phase_names[phase]);
        if (!starts(word->at, phase_names[phase]) || word->at[length] != ':')
            continue;
        bool by_man = phase == 2 && rules->by_man;
        side->phase = (uint8_t)phase;
        for (const char *at = word->at + length + 1; at < word->at + word->length; at++) {
            int tower = *at - '0';
            if (tower < 1 || tower > 6)
                return FAIL(r, PASCH_BAD_TEXT, at, "towers are numbered 1 to 6");
            bool again = side->marks >> tower & 1;
            if (again && (!by_man || side->men[tower] == 2))
                return FAIL(r, PASCH_BAD_TEXT, at, "tower %d is named twice", tower);
            side->marks |= 1u << tower;
            side->men[tower] = (uint8_t)(by_man ? side->men[tower] + 1 : 2);
        }
        int on_board = 0;
        for (int tower = 1; tower <= 6; tower++) {
            if (phase < 2)
                side->men[tower] = 2;
            on_board += side->men[tower];
        }
        side->men[PASCH_OFF] = (uint8_t)(pasch_rules_men(rules) - on_board);
        return PASCH_OK;
    }
    return FAIL(r, PASCH_BAD_TEXT, word->at, "'unstack:', 'restack:' or 'off:' and tower numbers must stand here");
}

/* Dice. */

static bool is_die(char c)
{
    return c >= '1' && c <= '6';
}

static enum pasch_status read_stage(struct reader *r, const char *at, size_t length, struct pasch_position *p)
{
    struct word word = {at, length};
    if (p->stages == PASCH_STAGES)
        return FAIL(r, PASCH_BAD_TEXT, at, "a turn has at most %d stages", PASCH_STAGES);
    struct pasch_stage *stage = &p->stage[p->stages++];
    *stage = (struct pasch_stage){0};
    if (word_is(&word, "roll")) {
        stage->kind = PASCH_STAGE_ROLL;
        return PASCH_OK;
    }
    if (word_is(&word, "choose")) {
        stage->kind = PASCH_STAGE_CHOOSE;
        return PASCH_OK;
    }
    if (length != 2 && length != 4)
        return FAIL(r, PASCH_BAD_TEXT, at, "dice are written '31', '3333', 'choose' or 'roll', not '%.*s'",
                    shown(&word), at);
    for (size_t i = 0; i < length; i++) {
        if (!is_die(at[i]))
            return FAIL(r, PASCH_BAD_TEXT, at + i, "a die shows 1 to 6");
        if (length == 4 && at[i] != at[0])
            return FAIL(r, PASCH_BAD_TEXT, at + i, "four dice must be equal");
    }
    stage->die[0] = (uint8_t)(at[0] - '0');
    stage->die[1] = (uint8_t)(at[1] - '0');
    return PASCH_OK;
}

/* What may follow what, so that no queue is read which no turn could have. */
static enum pasch_status check_queue(struct reader *r, const char *at, const struct pasch_position *p)
{
    const struct pasch_rules *rules = p->rules;
    bool names = rules->ace_deuce != PASCH_ACE_DEUCE_PLAIN, handed = rules->unfilled == PASCH_UNFILLED_HANDED;
    for (int i = 0; i < p->stages; i++) {
        const struct pasch_stage *stage = &p->stage[i], *next = i + 1 < p->stages ? stage + 1 : NULL;
        if (stage->kind == PASCH_STAGE_CHOOSE && !names)
            return FAIL(r, PASCH_BAD_POSITION, at, "no double is ever named in %s", rules->id);
        if (stage->kind == PASCH_STAGE_CHOOSE && (!next || next->kind != PASCH_STAGE_ROLL || i > 1))
            return FAIL(r, PASCH_BAD_POSITION, at, "'choose' must be followed by 'roll'");
        if (stage->kind == PASCH_STAGE_ROLL && !(rules->bonus || names || (handed && i)))
            return FAIL(r, PASCH_BAD_POSITION, at, "'roll' cannot stand here: %s has no bonus rolls", rules->id);
        if (stage->kind == PASCH_STAGE_ROLL && next)
            return FAIL(r, PASCH_BAD_POSITION, at, "nothing can follow 'roll'");
        if (stage->kind != PASCH_STAGE_MOVES || !next)
            continue;
        bool is_double = stage->die[0] == stage->die[1];
        bool earns_naming = rules->ace_deuce == PASCH_ACE_DEUCE_PLAYED && stage->die[0] + stage->die[1] == 3;
        if (next->kind == PASCH_STAGE_CHOOSE ? !earns_naming : !is_double)
            return FAIL(r, PASCH_BAD_POSITION, at, "no stage can follow %d-%d in %s", stage->die[0], stage->die[1],
                        rules->id);
        if (next->kind != PASCH_STAGE_MOVES)
            continue;
        int expected = rules->doubles == PASCH_DOUBLES_BOTTOM ? 7 - stage->die[0]
                       : rules->doubles == PASCH_DOUBLES_RUN  ? stage->die[0] + 1
                                                              : 0;
        if (next->die[0] != expected || next->die[1] != expected || (!handed && i > 0))
            return FAIL(r, PASCH_BAD_POSITION, at, "this stage cannot follow the one before in %s", rules->id);
    }
    return PASCH_OK;
}

static bool same_queue(const struct pasch_position *a, const struct pasch_position *b)
{
    return a->stages == b->stages && memcmp(a->stage, b->stage, a->stages * sizeof a->stage[0]) == 0;
}

static enum pasch_status read_queue(struct reader *r, const char *at, size_t length, struct pasch_position *p)
{
    const char *end = at + length, *begin = at;
    p->stages = 0;
    p->rolled = false;
    while (at <= end) {
        const char *stop = at;
        while (stop < end && *stop != '>')
            stop++;
        enum pasch_status status = read_stage(r, at, (size_t)(stop - at), p);
        if (status != PASCH_OK)
            return status;
        at = stop + 1;
    }
    int a = p->stage[0].die[0], b = p->stage[0].die[1];
    if (p->stages == 1 && length == 2) {
        enum pasch_status status = pasch_position_set_dice(p, a, b, r->error);
        if (status != PASCH_OK)
            r->error->column = column(r, begin);
        return status;
    }
    enum pasch_status status = check_queue(r, begin, p);
    if (status != PASCH_OK)
        return status;
    /* A whole throw is written as its two dice, a 1-2 that is not played, too. But where doubles can also be named the
     * longer form, with the roll that follows, says that it was; and in a run it says that lower numbers went before.
     */
    if (p->stage[0].kind == PASCH_STAGE_CHOOSE) {
        a = 2;
        b = 1;
    }
    bool named = p->rules->ace_deuce != PASCH_ACE_DEUCE_PLAIN && a == b && p->stages > 1;
    struct pasch_position thrown = *p;
    p->rolled = !named && p->rules->doubles != PASCH_DOUBLES_RUN &&
                pasch_position_set_dice(&thrown, a, b, NULL) == PASCH_OK && same_queue(p, &thrown);
    return PASCH_OK;
}

static enum pasch_status read_preview(struct reader *r, const struct word *word, struct pasch_position *p)
{
    const char *at = word->at;
    if (word->length < 4 || word->length > 5 || at[2] != '/' || (word->length == 4 && at[3] != '-'))
        return FAIL(r, PASCH_BAD_TEXT, at, "dice are written '21/65' or '65/-' in %s", p->rules->id);
    for (size_t i = 0; i < word->length; i++) {
        if (i != 2 && !is_die(at[i]) && !(i == 3 && word->length == 4))
            return FAIL(r, PASCH_BAD_TEXT, at + i, "a die shows 1 to 6");
    }
    if (word->length == 5) {
        p->reply[0] = (uint8_t)(at[3] - '0');
        p->reply[1] = (uint8_t)(at[4] - '0');
    }
    return read_queue(r, at, 2, p);
}

static enum pasch_status read_dice(struct reader *r, const struct word *word, struct pasch_position *p)
{
    if (word_is(word, "-"))
        return PASCH_OK;
    if (p->rules->throws == PASCH_THROW_PREVIEW)
        return read_preview(r, word, p);
    return read_queue(r, word->at, word->length, p);
}

/* Keys. */

static bool read_side(char c, uint8_t *side)
{
    if (c != 'x' && c != 'o')
        return false;
    *side = c == 'x' ? PASCH_X : PASCH_O;
    return true;
}

static enum pasch_status read_cube(struct reader *r, const char *at, const char *end, struct pasch_position *p)
{
    const char *begin = at;
    uint64_t value;
    if (!read_number(&at, (uint64_t)1 << PASCH_CUBE_LOG_MAX, &value) || value == 0 || (value & (value - 1)) != 0)
        return FAIL(r, PASCH_BAD_TEXT, begin, "the cube shows a power of two");
    while (value > 1) {
        value /= 2;
        p->cube_log++;
    }
    if (at < end && read_side(*at, &p->cube_owner))
        at++;
    if (at != end)
        return FAIL(r, PASCH_BAD_TEXT, at, "the cube is written 'cube=4x', 'cube=4o' or 'cube=4'");
    return PASCH_OK;
}

static enum pasch_status read_score(struct reader *r, const char *at, const char *end, struct pasch_position *p)
{
    const char *begin = at;
    uint64_t x, o, length;
    bool ok = read_number(&at, UINT32_MAX, &x) && *at == '-' && (at++, read_number(&at, UINT32_MAX, &o)) &&
              *at == '/' && (at++, read_number(&at, UINT32_MAX, &length)) && at == end;
    if (!ok)
        return FAIL(r, PASCH_BAD_TEXT, begin, "the score is written 'score=3-1/7'");
    p->score[0] = (uint32_t)x;
    p->score[1] = (uint32_t)o;
    p->length = (uint32_t)length;
    return PASCH_OK;
}

static enum pasch_status read_switch(struct reader *r, const char *at, const char *end, bool *value)
{
    if (end - at != 1 || (*at != '0' && *at != '1'))
        return FAIL(r, PASCH_BAD_TEXT, at, "0 or 1 must stand here");
    *value = *at == '1';
    return PASCH_OK;
}

/* The keys in the order in which they are written. */
enum key { CUBE, OFFER, SCORE, CRAWFORD, JACOBY, BEAVERS, CHOOSER, ROLLS, PLY, KEYS };
static const char *const key_names[KEYS] = {"cube",    "offer",   "score", "crawford", "jacoby",
                                            "beavers", "chooser", "rolls", "ply"};

static enum pasch_status read_value(struct reader *r, enum key key, const char *at, const char *end,
                                    struct pasch_position *p)
{
    struct word value = {at, (size_t)(end - at)};
    bool roles = p->rules->throws == PASCH_THROW_ROLES;
    const char *begin = at;
    uint64_t number;
    switch (key) {
    case CUBE: return read_cube(r, at, end, p);
    case OFFER:
        p->offered = word_is(&value, "double");
        return p->offered ? PASCH_OK : FAIL(r, PASCH_BAD_TEXT, at, "the only offer is 'offer=double'");
    case SCORE: return read_score(r, at, end, p);
    case CRAWFORD: return read_switch(r, at, end, &p->crawford);
    case JACOBY: return read_switch(r, at, end, &p->jacoby);
    case BEAVERS: return read_switch(r, at, end, &p->beavers);
    case CHOOSER:
        if (!roles || value.length != 1 || !read_side(*at, &p->chooser))
            return FAIL(r, PASCH_BAD_TEXT, at, roles ? "the chooser is x or o" : "this game has no chooser");
        return PASCH_OK;
    case ROLLS:
        if (!roles || value.length != 1 || (*at != '1' && *at != '2'))
            return FAIL(r, PASCH_BAD_TEXT, at, roles ? "rolls is 1 or 2" : "this game has one roll a turn");
        p->second = *at == '1';
        return PASCH_OK;
    case PLY:
        if (!read_number(&at, 1000000, &number) || at != end)
            return FAIL(r, PASCH_BAD_TEXT, begin, "ply is a number up to 1000000");
        p->counts_plies = true;
        p->ply = (uint32_t)number;
        return PASCH_OK;
    case KEYS: break;
    }
    return PASCH_OK;
}

static enum pasch_status read_keys(struct reader *r, struct pasch_position *p)
{
    struct word word;
    unsigned used = 0;
    while (next_word(r, &word)) {
        const char *equals = memchr(word.at, '=', word.length);
        struct word name = {word.at, equals ? (size_t)(equals - word.at) : word.length};
        int key = 0;
        while (key < KEYS && !word_is(&name, key_names[key]))
            key++;
        if (!equals || key == KEYS)
            return FAIL(r, PASCH_BAD_TEXT, word.at, "'%.*s' is no key of a position", shown(&name), name.at);
        if (used >> key & 1)
            return FAIL(r, PASCH_BAD_TEXT, word.at, "'%s' is given twice", key_names[key]);
        used |= 1u << key;
        enum pasch_status status = read_value(r, (enum key)key, equals + 1, word.at + word.length, p);
        if (status != PASCH_OK)
            return status;
    }
    return PASCH_OK;
}

/* GAME over x 2 */
static enum pasch_status read_over(struct reader *r, struct pasch_position *p)
{
    struct word winner, points, more;
    uint64_t number;
    p->over = true;
    if (!next_word(r, &winner) ||
        !(word_is(&winner, "draw") || (winner.length == 1 && read_side(*winner.at, &p->winner))))
        return FAIL(r, PASCH_BAD_TEXT, winner.at, "'x', 'o' or 'draw' must follow 'over'");
    if (word_is(&winner, "draw"))
        p->winner = PASCH_NOBODY;
    if (!next_word(r, &points))
        return FAIL(r, PASCH_BAD_TEXT, points.at, "the points must follow");
    const char *at = points.at;
    bool ok = read_number(&at, 1000000, &number) && at == points.at + points.length;
    if (!ok || (number == 0) != (p->winner == PASCH_NOBODY))
        return FAIL(r, PASCH_BAD_TEXT, points.at, "a win has 1 point or more, a draw 0");
    p->points = (int32_t)number;
    if (next_word(r, &more))
        return FAIL(r, PASCH_BAD_TEXT, more.at, "nothing follows the points of a finished game");
    return PASCH_OK;
}

static enum pasch_status read_game(struct reader *r, struct pasch_position *p, const struct pasch_rules *rules)
{
    struct word word;
    if (!next_word(r, &word))
        return FAIL(r, PASCH_BAD_TEXT, word.at, "the position is empty");
    char id[32];
    if (word.length >= sizeof id)
        return FAIL(r, PASCH_BAD_GAME, word.at, "there is no game '%.*s...'", shown(&word), word.at);
    memcpy(id, word.at, word.length);
    id[word.length] = 0;
    const struct pasch_rules *found = pasch_game_find(id);
    if (!found)
        return FAIL(r, PASCH_BAD_GAME, word.at, "there is no game '%.*s'", shown(&word), word.at);
    if (rules && strcmp(rules->id, id) != 0)
        return FAIL(r, PASCH_BAD_GAME, word.at, "the position is of '%s', not of '%s'", id, rules->id);
    pasch_position_start(p, rules ? rules : found);
    return PASCH_OK;
}

static enum pasch_status read_sides(struct reader *r, struct pasch_position *p, const struct word *first)
{
    struct word word = *first;
    for (int side = 0; side < 2; side++) {
        if (side && !next_word(r, &word))
            return FAIL(r, PASCH_BAD_TEXT, word.at, "the men of o are missing");
        struct pasch_side *men = &p->board.side[side];
        enum pasch_status status =
            p->rules->towers ? read_towers(r, &word, p->rules, men) : read_men(r, &word, p->rules, men);
        if (status != PASCH_OK)
            return status;
    }
    return PASCH_OK;
}

static enum pasch_status read_all(struct reader *r, struct pasch_position *p, const struct pasch_rules *rules)
{
    struct word word;
    enum pasch_status status = read_game(r, p, rules);
    if (status != PASCH_OK)
        return status;
    if (!next_word(r, &word))
        return FAIL(r, PASCH_BAD_TEXT, word.at, "the men of x are missing");
    if (word_is(&word, "over"))
        return read_over(r, p);
    status = read_sides(r, p, &word);
    if (status != PASCH_OK)
        return status;
    if (!next_word(r, &word) || word.length != 1 || !read_side(*word.at, &p->turn))
        return FAIL(r, PASCH_BAD_TEXT, word.at, "the turn must stand here: x or o");
    struct word dice;
    if (!next_word(r, &dice))
        return FAIL(r, PASCH_BAD_TEXT, dice.at, "the dice must stand here: '-', '31' or stages");
    /* The keys first: who chooses decides which dice are possible. */
    status = read_keys(r, p);
    if (status != PASCH_OK)
        return status;
    /* A fixed roll lies there for the whole game, whatever is offered; elsewhere a double comes before the dice. */
    bool offered = p->offered;
    if (offered && p->rules->throws != PASCH_THROW_FIXED && !word_is(&dice, "-"))
        return FAIL(r, PASCH_BAD_POSITION, dice.at,
                    "a double is offered before the dice are thrown: '-' must stand here");
    p->offered = false;
    status = read_dice(r, &dice, p);
    p->offered = offered;
    return status == PASCH_OK ? pasch_position_check(p, r->error) : status;
}

enum pasch_status pasch_ppn_read(struct pasch_position *position, const char *text, const struct pasch_rules *rules,
                                 struct pasch_error *error)
{
    struct pasch_error own;
    struct reader r = {text, text, error ? error : &own};
    if (strlen(text) > TEXT_MAX)
        return error_set(error, PASCH_BAD_TEXT, TEXT_MAX, "the line is longer than %d characters", TEXT_MAX);
    struct pasch_position read;
    enum pasch_status status = read_all(&r, &read, rules);
    if (status == PASCH_OK)
        *position = read;
    return status;
}
