/* XGID: ten fields between colons. The men as 26 letters (the top player's bar, the points 1 to 24 of the bottom
 * player, its bar; capitals are the bottom player's men), the exponent of the cube, its owner, the turn, the dice, the
 * two scores, the rules, the length of the match, the highest exponent. The bottom player is x. Sides are 1 for the
 * bottom, -1 for the top and 0 for none. While a double is offered the turn is still that of the side that offers. */
#include "pasch/notation.h"

#include "base/error.h"
#include "notation/id_check.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MEN = 15, LETTERS = 26, LIMIT = 10, JACOBY = 1, BEAVERS = 2 };

enum name { BOARD, CUBE, OWNER, TURN, DICE, SCORE_X, SCORE_O, RULES, LENGTH, CUBE_LIMIT, FIELDS };

static const char *const title[FIELDS] = {
    "board",          "exponent of the cube", "owner of the cube", "turn",
    "dice",           "score of the bottom",  "score of the top",  "field for Crawford, Jacoby and beavers",
    "match's length", "limit of the cube",
};

struct field {
    const char *text; /* not ended by 0 */
    size_t length;
    int column;
    const char *title;
};

/* Cuts the text into fields. The last one may be missing: older programs do not write it. */
static enum pasch_status split(const char *text, struct field field[FIELDS], struct pasch_error *error)
{
    const char *at = text + strspn(text, " \t\r\n");
    if (strncmp(at, "XGID=", 5) == 0)
        at += 5;
    int count = 0;
    for (;; at++) {
        if (count == FIELDS)
            return error_set(error, PASCH_BAD_TEXT, (int)(at - text), "something follows the last field of the XGID");
        field[count] = (struct field){at, strcspn(at, ": \t\r\n"), (int)(at - text) + 1, title[count]};
        at += field[count++].length;
        if (*at != ':')
            break;
    }
    const char *end = at + strspn(at, " \t\r\n");
    if (*end)
        return error_set(error, PASCH_BAD_TEXT, (int)(end - text) + 1, "something follows the XGID");
    if (count < CUBE_LIMIT)
        return error_set(error, PASCH_BAD_TEXT, (int)(at - text) + 1, "an XGID has 10 fields, here are only %d", count);
    if (count == CUBE_LIMIT)
        field[CUBE_LIMIT] = (struct field){"0", 1, (int)(at - text) + 1, title[CUBE_LIMIT]};
    return PASCH_OK;
}

static bool is(const struct field *field, const char *text)
{
    return field->length == strlen(text) && memcmp(field->text, text, field->length) == 0;
}

static enum pasch_status read_number(const struct field *field, uint32_t max, uint32_t *value,
                                     struct pasch_error *error)
{
    uint64_t sum = 0;
    size_t i = 0;
    for (; i < field->length && field->text[i] >= '0' && field->text[i] <= '9' && sum <= max; i++)
        sum = 10 * sum + (uint64_t)(field->text[i] - '0');
    if (i == 0 || i < field->length || sum > max)
        return error_set(error, PASCH_BAD_TEXT, field->column, "the %s must be a number from 0 to %" PRIu32,
                         field->title, max);
    *value = (uint32_t)sum;
    return PASCH_OK;
}

static enum pasch_status read_side(const struct field *field, bool or_nobody, uint8_t *side, struct pasch_error *error)
{
    if (is(field, "1"))
        *side = PASCH_X;
    else if (is(field, "-1"))
        *side = PASCH_O;
    else if (is(field, "0") && or_nobody)
        *side = PASCH_NOBODY;
    else
        return error_set(error, PASCH_BAD_TEXT, field->column, "the %s must be 1%s or -1", field->title,
                         or_nobody ? ", 0" : "");
    return PASCH_OK;
}

static enum pasch_status read_place(const struct field *field, int index, struct pasch_board *board,
                                    struct pasch_error *error)
{
    char letter = field->text[index];
    bool capital = letter >= 'A' && letter < 'A' + MEN;
    if (letter == '-')
        return PASCH_OK;
    if (!capital && !(letter >= 'a' && letter < 'a' + MEN))
        return error_set(error, PASCH_BAD_TEXT, field->column + index,
                         "a place on the board is -, or A to O, or a to o for 1 to 15 men");
    int place = capital ? index : PASCH_BAR - index;
    if (place == PASCH_OFF)
        return error_set(error, PASCH_BAD_TEXT, field->column + index,
                         capital ? "the bottom player's bar is the last place, not the first"
                                 : "the top player's bar is the first place, not the last");
    board->side[capital ? PASCH_X : PASCH_O].men[place] = (uint8_t)(letter - (capital ? 'A' : 'a') + 1);
    return PASCH_OK;
}

static enum pasch_status read_board(const struct field *field, struct pasch_board *board, struct pasch_error *error)
{
    memset(board, 0, sizeof *board);
    if (field->length != LETTERS)
        return error_set(error, PASCH_BAD_TEXT, field->column, "the board of an XGID has %d letters, here are %zu",
                         LETTERS, field->length);
    for (int i = 0; i < LETTERS; i++)
        if (read_place(field, i, board, error) != PASCH_OK)
            return PASCH_BAD_TEXT;
    for (int side = 0; side < 2; side++) {
        int total = 0;
        for (int place = 1; place <= PASCH_BAR; place++)
            total += board->side[side].men[place];
        if (total > MEN)
            return error_set(error, PASCH_BAD_POSITION, field->column, "the %s player has %d men, more than %d",
                             side == PASCH_X ? "bottom" : "top", total, MEN);
        board->side[side].men[PASCH_OFF] = (uint8_t)(MEN - total);
    }
    return PASCH_OK;
}

static enum pasch_status read_cube(const struct field field[FIELDS], struct pasch_position *position,
                                   struct pasch_error *error)
{
    uint32_t log = 0, limit = 0;
    enum pasch_status status = read_number(&field[CUBE], PASCH_CUBE_LOG_MAX, &log, error);
    if (status == PASCH_OK)
        status = read_number(&field[CUBE_LIMIT], PASCH_CUBE_LOG_MAX, &limit, error);
    if (status == PASCH_OK)
        status = read_side(&field[OWNER], true, &position->cube_owner, error);
    position->cube_log = (uint8_t)log;
    position->cube_limit = (uint8_t)limit;
    return status;
}

/* The turn and the dice, in the order in which they are written. */
static enum pasch_status read_dice(const struct field field[FIELDS], struct pasch_position *position,
                                   struct pasch_error *error)
{
    const struct field *dice = &field[DICE];
    if (read_side(&field[TURN], false, &position->turn, error) != PASCH_OK)
        return PASCH_BAD_TEXT;
    if (is(dice, "00"))
        return PASCH_OK;
    if (is(dice, "D")) {
        position->offered = true;
        position->turn = !position->turn;
        return PASCH_OK;
    }
    if (is(dice, "B") || is(dice, "R"))
        return error_set(error, PASCH_BAD_TEXT, dice->column, "a %s is not supported",
                         *dice->text == 'B' ? "beaver" : "raccoon");
    if (dice->length != 2)
        return error_set(error, PASCH_BAD_TEXT, dice->column, "the dice must be 00, D or two numbers");
    for (int i = 0; i < 2; i++) {
        if (dice->text[i] < '1' || dice->text[i] > '6')
            return error_set(error, PASCH_BAD_TEXT, dice->column + i, "a die shows 1 to 6");
        position->stage[0].die[i] = (uint8_t)(dice->text[i] - '0');
    }
    position->stage[0].kind = PASCH_STAGE_MOVES;
    position->stages = 1;
    position->rolled = true;
    return PASCH_OK;
}

static enum pasch_status read_match(const struct field field[FIELDS], struct pasch_position *position,
                                    struct pasch_error *error)
{
    uint32_t rules = 0;
    enum pasch_status status = read_number(&field[LENGTH], UINT32_MAX, &position->length, error);
    uint32_t most = position->length ? position->length - 1 : UINT32_MAX;
    if (status == PASCH_OK)
        status = read_number(&field[SCORE_X], most, &position->score[PASCH_X], error);
    if (status == PASCH_OK)
        status = read_number(&field[SCORE_O], most, &position->score[PASCH_O], error);
    if (status == PASCH_OK)
        status = read_number(&field[RULES], position->length ? 1 : JACOBY + BEAVERS, &rules, error);
    position->crawford = position->length && rules;
    position->jacoby = !position->length && rules & JACOBY;
    position->beavers = !position->length && rules & BEAVERS;
    return status;
}

enum pasch_status pasch_xgid_read(struct pasch_position *position, const char *text, struct pasch_error *error)
{
    struct pasch_position read;
    struct field field[FIELDS];
    pasch_position_start(&read, pasch_game_at(0));
    enum pasch_status status = split(text, field, error);
    if (status == PASCH_OK)
        status = read_board(&field[BOARD], &read.board, error);
    if (status == PASCH_OK)
        status = read_cube(field, &read, error);
    if (status == PASCH_OK)
        status = read_dice(field, &read, error);
    if (status == PASCH_OK)
        status = read_match(field, &read, error);
    if (status == PASCH_OK)
        status = pasch_position_check(&read, error);
    if (status == PASCH_OK)
        *position = read;
    return status;
}

static void write_board(const struct pasch_board *board, char out[LETTERS + 1])
{
    for (int i = 0; i < LETTERS; i++) {
        int x = i == 0 ? 0 : board->side[PASCH_X].men[i];
        int o = i == PASCH_BAR ? 0 : board->side[PASCH_O].men[PASCH_BAR - i];
        out[i] = (char)(x ? 'A' + x - 1 : o ? 'a' + o - 1 : '-');
    }
    out[LETTERS] = 0;
}

static int side_number(int side)
{
    return side == PASCH_X ? 1 : side == PASCH_O ? -1 : 0;
}

enum pasch_status pasch_xgid_write(const struct pasch_position *position, char out[PASCH_ID_ROOM],
                                   struct pasch_error *error)
{
    enum pasch_status status = id_check_writable(position, "an XGID", error);
    if (status != PASCH_OK)
        return status;
    char board[LETTERS + 1], dice[3] = "00";
    write_board(&position->board, board);
    if (position->offered)
        memcpy(dice, "D", 2);
    for (int i = 0; position->stages && i < 2; i++)
        dice[i] = (char)('0' + position->stage[0].die[i]);
    int rules =
        position->length ? position->crawford : (position->jacoby ? JACOBY : 0) + (position->beavers ? BEAVERS : 0);
    snprintf(out, PASCH_ID_ROOM, "XGID=%s:%d:%d:%d:%s:%" PRIu32 ":%" PRIu32 ":%d:%" PRIu32 ":%d", board,
             position->cube_log, side_number(position->cube_owner),
             side_number(position->offered ? !position->turn : position->turn), dice, position->score[PASCH_X],
             position->score[PASCH_O], rules, position->length, position->cube_limit ? position->cube_limit : LIMIT);
    return PASCH_OK;
}
