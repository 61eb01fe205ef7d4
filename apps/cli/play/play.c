#include "cli/play/play.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static char name(int side)
{
    return side == PASCH_X ? 'x' : 'o';
}

static const char *points_word(int64_t points)
{
    return points == 1 ? "point" : "points";
}

int session_begin(void *context)
{
    struct session *s = context;
    if (s->setup.placed)
        pasch_game_start_at(&s->game, &s->setup.position, &s->setup.terms);
    else
        pasch_game_start(&s->game, &s->setup.rules, &s->setup.terms);
    s->bot_seed = ~(s->setup.seeded ? s->setup.seed : cli_random_seed());
    if (s->setup.seeded)
        pasch_dice_seed(&s->dice, s->setup.seed);
    return session_seat(s);
}

int session_replay(void *context, const char *by, const char *text, char *why)
{
    struct session *s = context;
    struct pasch_event event;
    struct pasch_error error;
    if (pasch_event_read(&event, text, &s->game, &s->plays, &error) != PASCH_OK) {
        snprintf(why, RECORD_WHY, "%s", error.text);
        return EXIT_NO;
    }
    event.side = strcmp(by, "o") == 0 ? PASCH_O : PASCH_X;
    struct pasch_game before = s->game;
    struct pasch_event asked;
    /* A level keeps in mind with how much it has resigned. */
    if (event.kind == PASCH_EVENT_RESIGN && event.side == pasch_game_actor(&s->game) && s->seat[event.side].mind)
        session_bot(s, &asked);
    if (pasch_game_apply(&s->game, &event, &s->plays, &error) != PASCH_OK) {
        snprintf(why, RECORD_WHY, "%s", error.text);
        return EXIT_NO;
    }
    review_note(&s->review, &before, &event, &s->game);
    /* A seeded generator goes on where it was. */
    if (s->setup.seeded && (event.kind == PASCH_EVENT_ROLL || event.kind == PASCH_EVENT_OPENING)) {
        pasch_dice_next(&s->dice);
        pasch_dice_next(&s->dice);
    }
    return EXIT_FINE;
}

void session_say(const struct pasch_error *error)
{
    printf("  %c%s.\n", toupper((unsigned char)error->text[0]), error->text + 1);
}

/* Notes the event, then lets it happen; says why where it may not. */
bool session_apply(struct session *s, struct pasch_event *event)
{
    char text[PASCH_MOVE_ROOM];
    struct pasch_game before = s->game;
    struct pasch_error error;
    if (pasch_game_apply(&s->game, event, &s->plays, &error) != PASCH_OK) {
        session_say(&error);
        return false;
    }
    review_note(&s->review, &before, event, &s->game);
    pasch_event_write(before.rules, event, text);
    const char by[2] = {name(event->side), 0};
    record_add(&s->record, by, text);
    s->drawn = false;
    return true;
}

/* The hops made of this stage. */
static const char *so_far(const struct session *s, char move[PASCH_MOVE_ROOM])
{
    struct pasch_play play = {.hops = s->game.hops};
    memcpy(play.hop, s->game.hop, sizeof play.hop);
    pasch_move_write(s->game.rules, &play, move);
    return move;
}

/* How things stand for the person, or for whoever of two acts. */
static void draw_evaluation(struct session *s)
{
    char line[ADVICE_LINE];
    struct pasch_error error;
    int actor = pasch_game_actor(&s->game);
    struct advice *advice = session_advice(s, &error);
    if (!advice || actor == PASCH_NOBODY)
        return;
    advice_line(advice, &s->game, s->turn_board ? actor : s->style.from, line);
    if (*line)
        printf(s->style.color ? " \033[2m%s\033[0m\n" : " %s\n", line);
}

void session_draw(struct session *s)
{
    static char picture[DRAW_ROOM];
    char move[PASCH_MOVE_ROOM];
    struct pasch_position now = s->game.position;
    struct draw_style style = s->style;
    int actor = pasch_game_actor(&s->game);
    if (s->drawn)
        return;
    now.board = s->game.board;
    if (s->turn_board && actor != PASCH_NOBODY)
        style.from = actor;
    draw_position(&now, &style, picture, sizeof picture);
    if (s->game.hops) { /* the last line or lines say what is due; say what has been done of it instead */
        static const char due[] = " to play";
        char *end = picture, *next;
        while ((next = strstr(end + 1, due)))
            end = next;
        while (end > picture && end[-1] != '\n')
            end--;
        snprintf(end, (size_t)(picture + sizeof picture - end), " %c has played %s\n", name(actor), so_far(s, move));
    }
    printf("\n%s", picture);
    if (s->evaluates)
        draw_evaluation(s);
    s->drawn = true;
}

bool session_read_line(struct session *s, const char *prompt)
{
    printf("%s", prompt);
    fflush(stdout);
    ssize_t length = getline(&s->line, &s->line_room, stdin);
    if (length < 0) {
        printf("\n");
        return false;
    }
    while (length && (s->line[length - 1] == '\n' || s->line[length - 1] == '\r' || s->line[length - 1] == ' '))
        s->line[--length] = 0;
    return true;
}

/* Two dice: from the generator, the list, or a person. False: there are none (any more). */
static bool throw_dice(struct session *s, const char *whose, int die[2])
{
    struct pasch_error error;
    if (!s->manual) {
        die[0] = pasch_dice_next(&s->dice);
        die[1] = die[0] ? pasch_dice_next(&s->dice) : 0;
        if (!die[1])
            printf("The list of dice is at its end.\n");
        return die[1] != 0;
    }
    char prompt[80];
    snprintf(prompt, sizeof prompt, "dice of %s, like 31> ", whose);
    while (session_read_line(s, prompt)) {
        if (strcmp(s->line, "quit") == 0)
            return false;
        if (pasch_dice_read(s->line, die, &error) == PASCH_OK)
            return true;
        session_say(&error);
    }
    return false;
}

static bool do_opening(struct session *s)
{
    int die[2];
    if (!throw_dice(s, "both, the one of x first", die))
        return false;
    struct pasch_event event = {.kind = PASCH_EVENT_OPENING, .die = {(uint8_t)die[0], (uint8_t)die[1]}};
    unsigned cube = s->game.position.cube_log;
    if (!session_apply(s, &event))
        return true;
    if (die[0] == die[1])
        printf("x and o both throw %d: again.%s\n", die[0],
               s->game.position.cube_log > cube ? " The cube is turned." : "");
    else
        printf("x throws %d, o throws %d: %c begins.\n", die[0], die[1], name(s->game.position.turn));
    return true;
}

static bool do_throw(struct session *s)
{
    int die[2], turn = s->game.position.turn;
    bool reply = pasch_position_due(&s->game.position) == PASCH_DUE_REPLY;
    char whose[40];
    snprintf(whose, sizeof whose, reply ? "%c for the turn after" : "%c", name(reply ? 1 - turn : turn));
    if (!throw_dice(s, whose, die))
        return false;
    struct pasch_event event = {
        .kind = PASCH_EVENT_ROLL, .side = (uint8_t)turn, .die = {(uint8_t)die[0], (uint8_t)die[1]}};
    if (session_apply(s, &event))
        printf("%c throws %d-%d%s.\n", name(reply ? 1 - turn : turn), die[0], die[1],
               reply ? ", open for the turn after" : "");
    return true;
}

/* What somebody does, as a sentence. Throws are told by do_throw, once the dice are known. */
static void tell(const struct session *s, const struct pasch_event *event)
{
    static const char *const words[PASCH_EVENT_KINDS] = {
        [PASCH_EVENT_END] = "cannot play", [PASCH_EVENT_DOUBLE] = "doubles", [PASCH_EVENT_TAKE] = "takes",
        [PASCH_EVENT_PASS] = "passes",     [PASCH_EVENT_BEAVER] = "beavers", [PASCH_EVENT_ACCEPT] = "accepts",
        [PASCH_EVENT_REJECT] = "rejects"};
    struct pasch_play play = {.hops = event->hops};
    char move[PASCH_MOVE_ROOM];
    printf("%c ", name(event->side));
    switch (event->kind) {
    case PASCH_EVENT_PLAY:
        memcpy(play.hop, event->hop, sizeof play.hop);
        pasch_move_write(s->game.rules, &play, move);
        printf("plays %s.\n", move);
        break;
    case PASCH_EVENT_CHOOSE: printf("names %d-%d.\n", event->die[0], event->die[1]); break;
    case PASCH_EVENT_RESIGN: printf("resigns with %d.\n", event->value); break;
    default: printf("%s.\n", words[event->kind]); break;
    }
}

/* Whatever the bot that must act does. */
static enum typed let_bot(struct session *s)
{
    struct pasch_event event;
    if (!session_bot(s, &event))
        return TYPED_QUIT;
    if (event.kind == PASCH_EVENT_ROLL)
        return do_throw(s) ? TYPED_ACTED : TYPED_QUIT;
    tell(s, &event);
    return session_apply(s, &event) ? TYPED_ACTED : TYPED_QUIT;
}

static enum typed ask(struct session *s)
{
    session_draw(s);
    enum typed typed = session_typed(s);
    if (typed == TYPED_THROW)
        return do_throw(s) ? TYPED_ACTED : TYPED_QUIT;
    return typed;
}

/* The plays of the stage are known: a pass or a game without choices needs nobody. */
static bool play_by_itself(struct session *s)
{
    if (s->game.hops || pasch_position_plays(&s->game.position, &s->plays, NULL) != PASCH_OK)
        return false;
    if (s->plays.count && !s->game.rules->towers)
        return false;
    struct pasch_event event = {.kind = PASCH_EVENT_END, .side = s->game.position.turn};
    if (s->plays.count) {
        event.kind = PASCH_EVENT_PLAY;
        event.hops = s->plays.play[0].hops;
        memcpy(event.hop, s->plays.play[0].hop, sizeof event.hop);
    }
    if (session_is_person(s, event.side))
        session_draw(s); /* a person wants to see why */
    tell(s, &event);
    session_apply(s, &event);
    return true;
}

static enum typed take_turn(struct session *s)
{
    int side = s->game.position.turn;
    bool person = session_is_person(s, side);
    switch (pasch_position_due(&s->game.position)) {
    case PASCH_DUE_THROW:
        /* Without the cube there is nothing to decide before a throw; where nothing is ever decided a person still
         * wants to throw. */
        if (person && !s->game.rules->towers && pasch_game_may_double(&s->game, side, NULL) != PASCH_OK)
            return do_throw(s) ? TYPED_ACTED : TYPED_QUIT;
        break;
    case PASCH_DUE_BONUS:
    case PASCH_DUE_REPLY: return do_throw(s) ? TYPED_ACTED : TYPED_QUIT;
    case PASCH_DUE_PLAY:
        if (play_by_itself(s))
            return TYPED_ACTED;
        break;
    case PASCH_DUE_ANSWER:
    case PASCH_DUE_CHOOSE: break;
    case PASCH_DUE_NOTHING: return TYPED_QUIT;
    }
    return person ? ask(s) : let_bot(s);
}

static void announce(const struct session *s)
{
    const struct pasch_position *p = &s->game.position;
    if (p->winner == PASCH_NOBODY)
        printf("\nThe game is a draw.\n");
    else
        printf("\n%c wins %lld %s.\n", name(p->winner), (long long)s->game.won, points_word(s->game.won));
    if (s->setup.terms.length || s->setup.terms.rounds != 1)
        printf("The score is x %lld, o %lld%s.\n", (long long)s->game.score[0], (long long)s->game.score[1],
               s->game.phase == PASCH_PHASE_OVER ? ", and the match is over" : "");
}

/* Who a side is, as in "x, level:3 casual". */
static void describe(const struct session *s, int side, char out[REVIEW_WHO])
{
    const struct pasch_level *level = s->seat[side].level;
    snprintf(out, REVIEW_WHO, "%c, %s%s%s", name(side), s->setup.player[side], level ? " " : "",
             level ? level->name : "");
}

/* What people did well and badly, where that can be told. */
static void look_back(struct session *s)
{
    bool person[2] = {session_is_person(s, PASCH_X), session_is_person(s, PASCH_O)};
    char who[2][REVIEW_WHO];
    struct pasch_error error;
    struct advice *advice = person[0] || person[1] ? session_advice(s, &error) : NULL;
    if (!advice || !s->review.count) /* a game that was given up at once has nothing to tell */
        return;
    for (int side = 0; side < 2; side++)
        describe(s, side, who[side]);
    review_tell(&s->review, advice, &s->setup.terms, who, person);
}

static enum typed go_on(struct session *s)
{
    bool person = session_is_person(s, PASCH_X) || session_is_person(s, PASCH_O);
    announce(s);
    look_back(s);
    while (person) {
        if (!session_read_line(s, "next game: Return; or 'quit'> ") || strcmp(s->line, "quit") == 0)
            return TYPED_QUIT;
        if (!*s->line || strcmp(s->line, "next") == 0)
            break;
        printf("  Return begins the next game.\n");
    }
    struct pasch_event event = {.kind = PASCH_EVENT_NEXT};
    session_apply(s, &event);
    if (s->game.position.crawford)
        printf("This is the Crawford game: no doubling.\n");
    if (s->setup.terms.swap_roles)
        printf("The roles are exchanged.\n");
    return TYPED_ACTED;
}

static enum typed answer_resignation(struct session *s)
{
    int side = pasch_game_actor(&s->game);
    return session_is_person(s, side) ? ask(s) : let_bot(s);
}

int session_play(struct session *s)
{
    for (enum typed typed = TYPED_ACTED; typed != TYPED_QUIT;) {
        switch (s->game.phase) {
        case PASCH_PHASE_OPENING: typed = do_opening(s) ? TYPED_ACTED : TYPED_QUIT; break;
        case PASCH_PHASE_PLAYING: typed = take_turn(s); break;
        case PASCH_PHASE_RESIGN: typed = answer_resignation(s); break;
        case PASCH_PHASE_BETWEEN: typed = go_on(s); break;
        case PASCH_PHASE_OVER:
            announce(s);
            look_back(s);
            return EXIT_FINE;
        }
    }
    if (s->record.file)
        printf("The game is in %s; 'pasch play --resume %s' goes on with it.\n", s->record.path, s->record.path);
    else
        printf("The game is not saved.\n");
    return EXIT_FINE;
}

void session_end(struct session *s)
{
    for (int side = 0; side < 2; side++)
        pasch_mind_destroy(s->seat[side].mind);
    if (s->advice.search)
        advice_close(&s->advice);
    thinkers_close(&s->thinkers);
    review_close(&s->review);
    record_close(&s->record);
    free(s->line);
    free(s->plays.play);
    free(s);
}
