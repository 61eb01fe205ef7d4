#include "cli/draw/draw_words.h"

#include <stdarg.h>
#include <stdio.h>

#include "cli/draw/draw_canvas.h"

/* Beyond a million a cube is written as a power. */
enum { CUBE_LOG_PLAIN = 20 };

void words_add(struct words *words, const char *format, ...)
{
    size_t room = sizeof words->text - words->length;
    va_list arguments;
    va_start(arguments, format);
    int wanted = vsnprintf(words->text + words->length, room, format, arguments);
    va_end(arguments);
    if (wanted > 0)
        words->length += (size_t)wanted < room ? (size_t)wanted : room - 1;
}

char words_man(int side)
{
    return side == PASCH_X ? GLYPH_X : GLYPH_O;
}

char words_name(int side)
{
    return side == PASCH_X ? 'x' : 'o';
}

static void add_cube_value(struct words *words, unsigned log)
{
    if (log <= CUBE_LOG_PLAIN)
        words_add(words, "%lu", 1ul << log);
    else
        words_add(words, "2^%u", log);
}

void words_cube(struct words *words, const struct pasch_position *position)
{
    words_add(words, "cube ");
    add_cube_value(words, position->cube_log);
}

void words_title(struct words *words, const struct pasch_position *position)
{
    words_add(words, "%s", position->rules->name);
    if (position->length)
        words_add(words, " %c match to %u: x %u, o %u", GLYPH_BETWEEN, (unsigned)position->length,
                  (unsigned)position->score[PASCH_X], (unsigned)position->score[PASCH_O]);
    else if (position->score[PASCH_X] || position->score[PASCH_O])
        words_add(words, " %c score x %u, o %u", GLYPH_BETWEEN, (unsigned)position->score[PASCH_X],
                  (unsigned)position->score[PASCH_O]);
    if (position->crawford)
        words_add(words, " %c Crawford game", GLYPH_BETWEEN);
    if (position->jacoby)
        words_add(words, " %c Jacoby", GLYPH_BETWEEN);
    if (position->beavers)
        words_add(words, " %c beavers", GLYPH_BETWEEN);
}

/* "four 3s", "one 6". */
static void add_times(struct words *words, int times, int number)
{
    static const char *const count[] = {"no", "one", "two", "three", "four"};
    words_add(words, "%s %d%s", count[times], number, times == 1 ? "" : "s");
}

/* Where the numbers to move are the dice themselves, the dice say it all. Else, as in a double or where only the sum
 * counts, the numbers are told. */
static void add_numbers(struct words *words, const struct pasch_position *position, const struct pasch_stage *stage)
{
    int number[PASCH_HOPS];
    int count = pasch_moves_numbers(position->rules, &position->board, position->turn, stage, number);
    int sum = stage->die[0] + stage->die[1];
    if (count <= 0)
        words_add(words, "no move");
    else if (position->rules->sum && count == 1 && number[0] == sum)
        words_add(words, "one man moves %d", sum);
    else if (count == 2 && number[0] != number[1])
        words_add(words, "one %d and one %d", number[0], number[1]);
    else
        add_times(words, count, number[0]);
}

static void add_dice(struct words *words, const uint8_t die[2])
{
    int high = die[0] > die[1] ? die[0] : die[1];
    words_add(words, "%d-%d", high, die[0] + die[1] - high);
}

static bool plain_dice(const struct pasch_rules *rules, const struct pasch_stage *stage)
{
    return !rules->sum && stage->die[0] != stage->die[1];
}

static void add_moves(struct words *words, const struct pasch_position *position, const struct pasch_stage *stage,
                      bool dice)
{
    bool plain = plain_dice(position->rules, stage);
    if (dice || plain)
        add_dice(words, stage->die);
    if (dice && !plain)
        words_add(words, ": ");
    if (!plain)
        add_numbers(words, position, stage);
}

/* A run that was handed over ends with the taker's own throw. */
static bool taken_over(const struct pasch_position *position)
{
    return position->rules->unfilled == PASCH_UNFILLED_HANDED && position->stages &&
           position->stage[position->stages - 1].kind == PASCH_STAGE_ROLL;
}

static void add_following(struct words *words, const struct pasch_position *position)
{
    for (int i = 1; i < position->stages; i++) {
        const struct pasch_stage *stage = &position->stage[i];
        words_add(words, ", then ");
        if (stage->kind == PASCH_STAGE_CHOOSE)
            words_add(words, "a double to be named");
        else if (stage->kind == PASCH_STAGE_ROLL)
            words_add(words, taken_over(position) ? "its own roll" : "another roll");
        else
            add_moves(words, position, stage, false);
    }
}

static void add_throw(struct words *words, const struct pasch_position *position)
{
    bool roles = position->rules->throws == PASCH_THROW_ROLES;
    words_add(words, "must throw");
    if (roles)
        words_add(words, position->second ? " the second of two rolls" : " the first of two rolls");
    if (position->rules->throws == PASCH_THROW_FIXED)
        words_add(words, " once, for both sides and the whole game");
}

static void add_play(struct words *words, const struct pasch_position *position)
{
    words_add(words, taken_over(position) ? "takes over " : "to play ");
    add_moves(words, position, &position->stage[0], position->rolled);
    add_following(words, position);
    switch (position->rules->throws) {
    case PASCH_THROW_FIXED: words_add(words, "; the roll is fixed for both sides"); break;
    case PASCH_THROW_ROLES:
        if (position->turn != position->chooser)
            words_add(words, position->second ? "; the second of two rolls" : "; the first of two rolls");
        break;
    case PASCH_THROW_PREVIEW:
        words_add(words, "; %c has ", words_name(1 - position->turn));
        add_dice(words, position->reply);
        words_add(words, " next");
        break;
    case PASCH_THROW_EACH: break;
    }
}

static void add_end(struct words *words, const struct pasch_position *position)
{
    if (position->winner > PASCH_O) {
        words_add(words, "The game is over: a draw");
        return;
    }
    words_add(words, "%c %c wins %ld point%s", words_man(position->winner), words_name(position->winner),
              (long)position->points, position->points == 1 ? "" : "s");
    if (position->cube_log) {
        words_add(words, ", ");
        words_cube(words, position);
    }
}

static void add_answer(struct words *words, const struct pasch_position *position)
{
    words_add(words, "is offered a double to ");
    add_cube_value(words, position->cube_log + 1u);
    words_add(words, position->beavers ? ": take, beaver or pass" : ": take or pass");
}

void words_status(struct words *words, const struct pasch_position *position)
{
    enum pasch_due due = pasch_position_due(position);
    if (due == PASCH_DUE_NOTHING) {
        add_end(words, position);
        return;
    }
    words_add(words, "%c %c ", words_man(position->turn), words_name(position->turn));
    switch (due) {
    case PASCH_DUE_NOTHING: break;
    case PASCH_DUE_ANSWER: add_answer(words, position); break;
    case PASCH_DUE_THROW: add_throw(words, position); break;
    case PASCH_DUE_BONUS: words_add(words, "must throw again"); break;
    case PASCH_DUE_REPLY:
        words_add(words, "has ");
        add_dice(words, position->stage[0].die);
        words_add(words, "; first %c must throw its next roll", words_name(1 - position->turn));
        break;
    case PASCH_DUE_CHOOSE:
        words_add(words, position->rules->throws == PASCH_THROW_ROLES ? "must name a roll" : "must name a double");
        add_following(words, position);
        break;
    case PASCH_DUE_PLAY: add_play(words, position); break;
    }
}
