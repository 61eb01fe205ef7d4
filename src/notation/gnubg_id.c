/* GNU Backgammon's position and match identifiers: bits, lowest of each byte first, the bytes written in base64. The
 * position lists for each point, then the bar, as many ones as it has men and a zero; the men of the side that is not
 * on roll come first. The match identifier is a row of numbers of fixed width. Its player 0 is o, player 1 is x. */
#include "pasch/notation.h"

#include "base/error.h"
#include "notation/id_check.h"

#include <string.h>

enum { MEN = 15, POSITION_LETTERS = 14, MATCH_LETTERS = 12, BYTES = 11, CENTRED = 3, PLAYING = 1 };

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* The next bit to get or put is `at`; bits past `byte` read as 0 and are not written. */
struct bits {
    uint8_t byte[BYTES];
    unsigned at;
    int column; /* of the first letter, in the text that was read */
};

/* The numbers of a match identifier. STATE is 0 for none, 1 for playing, higher for over in some way. TURN is who
 * decides: not the roller while a double or a resignation waits for its answer. */
enum { CUBE_LOG, CUBE_OWNER, ROLLER, CRAWFORD, STATE, TURN, DOUBLED, RESIGNED };
enum { DIE_1 = RESIGNED + 1, DIE_2, LENGTH, SCORE_O, SCORE_X, NO_JACOBY, FIELDS };

static const uint8_t width[FIELDS] = {4, 2, 1, 1, 3, 1, 1, 2, 3, 3, 15, 15, 15, 1};

enum { NUMBER_MAX = 0x7fff, LOG_MAX = 15 }; /* what the widths hold */

static unsigned get(struct bits *bits, unsigned count)
{
    unsigned value = 0;
    for (unsigned i = 0; i < count; i++, bits->at++)
        if (bits->at < 8 * BYTES && bits->byte[bits->at / 8] >> bits->at % 8 & 1)
            value |= 1u << i;
    return value;
}

static void put(struct bits *bits, unsigned count, unsigned value)
{
    for (unsigned i = 0; i < count; i++, bits->at++)
        if (bits->at < 8 * BYTES && value >> i & 1)
            bits->byte[bits->at / 8] |= (uint8_t)(1u << bits->at % 8);
}

/* Where the letter with a bit stands: base64 takes the highest bit of a byte first. */
static int column_of(const struct bits *bits, unsigned bit)
{
    return bits->column + (int)((bit / 8 * 8 + 7 - bit % 8) / 6);
}

static enum pasch_status decode(struct bits *bits, const char *text, unsigned count, int column, const char *name,
                                struct pasch_error *error)
{
    *bits = (struct bits){.column = column};
    for (unsigned i = 0; i < count; i++) {
        if (strchr(": \t\r\n", text[i])) /* or the end */
            return error_set(error, PASCH_BAD_TEXT, column + (int)i, "%s has %u letters, not %u", name, count, i);
        const char *letter = strchr(letters, text[i]);
        if (!letter)
            return error_set(error, PASCH_BAD_TEXT, column + (int)i, "%s has only the letters A-Z a-z 0-9 + /", name);
        unsigned value = (unsigned)(letter - letters);
        for (unsigned k = 0; k < 6; k++)
            if (value >> (5 - k) & 1)
                bits->byte[(6 * i + k) / 8] |= (uint8_t)(0x80u >> (6 * i + k) % 8);
    }
    return PASCH_OK;
}

/* Writes `count` letters and a final 0. */
static void encode(const struct bits *bits, unsigned count, char *out)
{
    for (unsigned i = 0; i < count; i++) {
        unsigned value = 0;
        for (unsigned k = 0; k < 6; k++)
            value = value << 1 | !!(bits->byte[(6 * i + k) / 8] & 0x80u >> (6 * i + k) % 8);
        out[i] = letters[value];
    }
    out[count] = 0;
}

static enum pasch_status read_side(struct bits *bits, struct pasch_side *side, struct pasch_error *error)
{
    unsigned total = 0;
    for (int place = 1; place <= PASCH_BAR; place++)
        while (get(bits, 1)) {
            if (++total > MEN)
                return error_set(error, PASCH_BAD_POSITION, column_of(bits, bits->at - 1),
                                 "a side has more than %d men in this position identifier", MEN);
            side->men[place]++;
        }
    side->men[PASCH_OFF] = (uint8_t)(MEN - total);
    return PASCH_OK;
}

static enum pasch_status read_men(struct bits *bits, struct pasch_board *board, int roller, struct pasch_error *error)
{
    memset(board, 0, sizeof *board);
    enum pasch_status status = read_side(bits, &board->side[!roller], error);
    if (status == PASCH_OK)
        status = read_side(bits, &board->side[roller], error);
    while (status == PASCH_OK && bits->at < 8 * BYTES)
        if (get(bits, 1))
            return error_set(error, PASCH_BAD_TEXT, column_of(bits, bits->at - 1),
                             "the position identifier goes on after the last man");
    for (int point = 1; status == PASCH_OK && point <= PASCH_POINTS; point++)
        if (board->side[PASCH_X].men[point] && board->side[PASCH_O].men[PASCH_POINTS + 1 - point])
            return error_set(error, PASCH_BAD_POSITION, 0, "both sides have men on the point %d of x", point);
    return status;
}

static enum pasch_status bad_field(const struct bits *bits, int field, const char *sentence, struct pasch_error *error)
{
    unsigned bit = 0;
    for (int i = 0; i < field; i++)
        bit += width[i];
    return error_set(error, PASCH_BAD_TEXT, column_of(bits, bit), "%s", sentence);
}

static enum pasch_status check_match(const struct bits *bits, const unsigned value[FIELDS], struct pasch_error *error)
{
    if (value[CUBE_OWNER] == 2)
        return bad_field(bits, CUBE_OWNER, "the match identifier gives the cube to no side and not to the middle",
                         error);
    if (value[STATE] > PLAYING)
        return bad_field(bits, STATE, "the match identifier is of a game that is over", error);
    if (value[RESIGNED])
        return bad_field(bits, RESIGNED, "an offer to resign is not supported", error);
    if (value[DOUBLED] && value[TURN] == value[ROLLER])
        return bad_field(bits, TURN, "the side that doubled would have to answer; a beaver is not supported", error);
    if (!value[DOUBLED] && value[TURN] != value[ROLLER])
        return bad_field(bits, TURN, "the side on turn is not the one on roll, but no double is offered", error);
    if (value[DIE_1] > 6 || value[DIE_2] > 6)
        return bad_field(bits, value[DIE_1] > 6 ? DIE_1 : DIE_2, "a die shows 7", error);
    if (!value[DIE_1] != !value[DIE_2])
        return bad_field(bits, value[DIE_1] ? DIE_2 : DIE_1, "only one die has been thrown", error);
    if (value[DOUBLED] && value[DIE_1])
        return bad_field(bits, DIE_1, "a double is offered although the dice have been thrown", error);
    if (value[CRAWFORD] && !value[LENGTH])
        return bad_field(bits, CRAWFORD, "there is no Crawford game without a match", error);
    if (value[LENGTH] && (value[SCORE_O] >= value[LENGTH] || value[SCORE_X] >= value[LENGTH]))
        return bad_field(bits, value[SCORE_O] >= value[LENGTH] ? SCORE_O : SCORE_X,
                         "the score has reached the length of the match", error);
    return PASCH_OK;
}

/* Sets all but the men. */
static enum pasch_status read_match(struct bits *bits, struct pasch_position *position, struct pasch_error *error)
{
    unsigned value[FIELDS];
    for (int i = 0; i < FIELDS; i++)
        value[i] = get(bits, width[i]);
    enum pasch_status status = check_match(bits, value, error);
    if (status != PASCH_OK)
        return status;
    position->cube_log = (uint8_t)value[CUBE_LOG];
    position->cube_owner = value[CUBE_OWNER] == CENTRED ? PASCH_NOBODY : value[CUBE_OWNER] ? PASCH_X : PASCH_O;
    position->turn = value[TURN] ? PASCH_X : PASCH_O;
    position->offered = value[DOUBLED];
    if (value[DIE_1]) {
        position->stages = 1;
        position->stage[0] = (struct pasch_stage){PASCH_STAGE_MOVES, {(uint8_t)value[DIE_1], (uint8_t)value[DIE_2]}};
        position->rolled = true;
    }
    position->length = value[LENGTH];
    position->score[PASCH_O] = value[SCORE_O];
    position->score[PASCH_X] = value[SCORE_X];
    position->crawford = value[CRAWFORD];
    position->jacoby = !value[LENGTH] && !value[NO_JACOBY];
    return PASCH_OK;
}

static int roller_of(const struct pasch_position *position)
{
    return position->offered ? !position->turn : position->turn;
}

enum pasch_status pasch_gnubg_read(struct pasch_position *position, const char *text, struct pasch_error *error)
{
    struct pasch_position read;
    struct bits men, match;
    pasch_position_start(&read, pasch_game_at(0));
    int blanks = (int)strspn(text, " \t\r\n");
    const char *rest = text + blanks;
    enum pasch_status status = decode(&men, rest, POSITION_LETTERS, blanks + 1, "a position identifier", error);
    if (status != PASCH_OK)
        return status;
    rest += POSITION_LETTERS;
    if (*rest == ':') {
        rest++;
        status = decode(&match, rest, MATCH_LETTERS, (int)(rest - text) + 1, "a match identifier", error);
        if (status == PASCH_OK)
            status = read_match(&match, &read, error);
        if (status != PASCH_OK)
            return status;
        rest += MATCH_LETTERS;
    }
    rest += strspn(rest, " \t\r\n");
    if (*rest)
        return error_set(error, PASCH_BAD_TEXT, (int)(rest - text) + 1, "something follows the identifier");
    status = read_men(&men, &read.board, roller_of(&read), error);
    if (status == PASCH_OK)
        status = pasch_position_check(&read, error);
    if (status == PASCH_OK)
        *position = read;
    return status;
}

static enum pasch_status check_writable(const struct pasch_position *position, struct pasch_error *error)
{
    const char *why = NULL;
    if (position->cube_log > LOG_MAX)
        why = "the cube is too high for a match identifier, which ends at 32768";
    else if (position->length > NUMBER_MAX || position->score[0] > NUMBER_MAX || position->score[1] > NUMBER_MAX)
        why = "the score or the match is too long for a match identifier, which ends at 32767";
    return why ? error_set(error, PASCH_BAD_POSITION, 0, "%s", why)
               : id_check_writable(position, "a GNU Backgammon identifier", error);
}

static void write_men(struct bits *bits, const struct pasch_side *side)
{
    for (int place = 1; place <= PASCH_BAR; place++) {
        for (int i = 0; i < side->men[place]; i++)
            put(bits, 1, 1);
        put(bits, 1, 0);
    }
}

enum pasch_status pasch_gnubg_write(const struct pasch_position *position, char out[PASCH_ID_ROOM],
                                    struct pasch_error *error)
{
    enum pasch_status status = check_writable(position, error);
    if (status != PASCH_OK)
        return status;
    int roller = roller_of(position);
    unsigned owner = position->cube_owner == PASCH_NOBODY ? CENTRED : position->cube_owner == PASCH_X;
    unsigned value[FIELDS] = {
        [CUBE_LOG] = position->cube_log,
        [CUBE_OWNER] = owner,
        [ROLLER] = roller == PASCH_X,
        [CRAWFORD] = position->crawford,
        [STATE] = PLAYING,
        [TURN] = position->turn == PASCH_X,
        [DOUBLED] = position->offered,
        [DIE_1] = position->stages ? position->stage[0].die[0] : 0,
        [DIE_2] = position->stages ? position->stage[0].die[1] : 0,
        [LENGTH] = position->length,
        [SCORE_O] = position->score[PASCH_O],
        [SCORE_X] = position->score[PASCH_X],
        [NO_JACOBY] = position->length || !position->jacoby,
    };
    struct bits men = {0}, match = {0};
    write_men(&men, &position->board.side[!roller]);
    write_men(&men, &position->board.side[roller]);
    for (int i = 0; i < FIELDS; i++)
        put(&match, width[i], value[i]);
    encode(&men, POSITION_LETTERS, out);
    out[POSITION_LETTERS] = ':';
    encode(&match, MATCH_LETTERS, out + POSITION_LETTERS + 1);
    return PASCH_OK;
}
