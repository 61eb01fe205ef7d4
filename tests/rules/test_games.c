/* Whole games by chance through the turn machine, in every game: what must hold after each event, whatever the dice. */
#include <string.h>

#include "testing.h"

enum { HOPS_MOST = PASCH_HOPS * PASCH_HOPS_ROOM, NODES_MOST = 150, PLAYS_MOST = 60, TEXTS_MOST = 40 };

/* How many games each gets, and how many of their stages are looked at closely. In games that the table does not name
 * it is the first line. */
static const struct {
    const char *id;
    int games, looks;
} effort[] = {
    {"", 24, 240}, {"backwards", 2, 16}, {"reversed", 12, 160}, {"doublets", 60, 400}, {"french-2", 60, 400},
};

struct run {
    struct pasch_rules rules;
    struct pasch_rng rng;
    struct pasch_plays plays, list; /* room for the machine, and the plays of the stage */
    struct pasch_game game;
    int looks, nodes;
    /* counted */
    uint64_t events, texts, played, hopped, followed, refused;
};

static uint32_t chance(struct run *run, size_t below)
{
    return pasch_rng_below(&run->rng, (uint32_t)below);
}

/* The position of a game as text, for messages. */
static const char *named(const struct pasch_game *game)
{
    static char text[PASCH_PPN_ROOM];
    pasch_ppn_write(&game->position, text);
    return text;
}

/* What holds always. */

static void men_are_conserved(const struct pasch_game *game, const struct pasch_board *board)
{
    for (int side = 0; side < 2; side++) {
        int sum = 0;
        for (int p = 0; p < PASCH_PLACES; p++)
            sum += board->side[side].men[p];
        if (sum != pasch_rules_men(game->rules))
            testing_fail("%s: %c has %d men", named(game), side ? 'o' : 'x', sum);
    }
}

static void position_reads_back(const struct run *run, const struct pasch_position *position)
{
    char text[PASCH_PPN_ROOM], again[PASCH_PPN_ROOM];
    struct pasch_position back;
    struct pasch_error error;
    size_t length = pasch_ppn_write(position, text);
    assert_int_equal(length, strlen(text));
    if (pasch_ppn_read(&back, text, &run->rules, &error) != PASCH_OK)
        testing_fail("'%s' cannot be read, column %d: %s", text, error.column, error.text);
    pasch_ppn_write(&back, again);
    if (strcmp(text, again) != 0)
        testing_fail("'%s' is written back as '%s'", text, again);
    if (!pasch_position_equal(position, &back))
        testing_fail("'%s' reads back to another position", text);
}

static void game_is_sound(const struct run *run, const struct pasch_game *game)
{
    struct pasch_error error;
    men_are_conserved(game, &game->position.board);
    men_are_conserved(game, &game->board);
    if (pasch_position_check(&game->position, &error) != PASCH_OK)
        testing_fail("%s: %s", named(game), error.text);
    position_reads_back(run, &game->position);
    if (game->phase == PASCH_PHASE_PLAYING)
        assert_int_equal(pasch_game_actor(game), game->position.turn);
    else
        assert_true(game->phase == PASCH_PHASE_OPENING || game->position.over);
}

/* Events. */

static bool same_hops(const struct pasch_event *a, const struct pasch_event *b, int hops)
{
    for (int i = 0; i < hops; i++) {
        if (a->hop[i].from != b->hop[i].from || a->hop[i].to != b->hop[i].to || a->hop[i].number != b->hop[i].number)
            return false;
    }
    return true;
}

static void event_reads_back(struct run *run, const struct pasch_game *game, const struct pasch_event *event)
{
    char text[PASCH_MOVE_ROOM];
    struct pasch_event back;
    struct pasch_error error;
    pasch_event_write(&run->rules, event, text);
    if (pasch_event_read(&back, text, game, &run->plays, &error) != PASCH_OK)
        testing_fail("%s: '%s' cannot be read, column %d: %s", named(game), text, error.column, error.text);
    int hops = event->kind == PASCH_EVENT_HOP ? 1 : event->hops;
    if (back.kind != event->kind || memcmp(back.die, event->die, sizeof back.die) != 0 || back.hops != event->hops ||
        !same_hops(event, &back, hops))
        testing_fail("%s: '%s' reads back to another event", named(game), text);
    run->texts++;
}

static enum pasch_status apply(struct run *run, struct pasch_game *game, const struct pasch_event *event,
                               struct pasch_error *error)
{
    return pasch_game_apply(game, event, &run->plays, error);
}

static void must_apply(struct run *run, struct pasch_game *game, const struct pasch_event *event)
{
    struct pasch_error error;
    char text[PASCH_MOVE_ROOM];
    if (apply(run, game, event, &error) == PASCH_OK)
        return;
    pasch_event_write(&run->rules, event, text);
    testing_fail("%s, %d hops made: '%s' is refused: %s", named(game), game->hops, text, error.text);
}

static void must_refuse(struct run *run, const struct pasch_game *game, const struct pasch_event *event)
{
    struct pasch_game copy;
    struct pasch_error error = {0};
    memcpy(&copy, game, sizeof copy);
    enum pasch_status status = apply(run, &copy, event, &error);
    char text[PASCH_MOVE_ROOM];
    if (status == PASCH_OK || error.status != status || !*error.text) {
        pasch_event_write(&run->rules, event, text);
        testing_fail("%s, %d hops made: '%s' is not refused", named(game), game->hops, text);
    }
    if (memcmp(&copy, game, sizeof copy) != 0) {
        pasch_event_write(&run->rules, event, text);
        testing_fail("%s, %d hops made: '%s' was refused but changed the game", named(game), game->hops, text);
    }
    run->refused++;
}

static struct pasch_event event_of(const struct pasch_game *game, enum pasch_event_kind kind)
{
    return (struct pasch_event){.kind = kind, .side = game->position.turn};
}

static struct pasch_event hop_event(const struct pasch_game *game, struct pasch_hop hop)
{
    struct pasch_event event = event_of(game, PASCH_EVENT_HOP);
    event.hop[0] = hop;
    return event;
}

static struct pasch_event play_event(const struct pasch_game *game, const struct pasch_play *play)
{
    struct pasch_event event = event_of(game, PASCH_EVENT_PLAY);
    event.hops = play->hops;
    memcpy(event.hop, play->hop, sizeof event.hop);
    return event;
}

static struct pasch_event dice_event(struct run *run, const struct pasch_game *game, enum pasch_event_kind kind)
{
    struct pasch_event event = event_of(game, kind);
    event.die[0] = (uint8_t)(chance(run, 6) + 1);
    event.die[1] = (uint8_t)(chance(run, 6) + 1);
    return event;
}

/* A close look at a stage. */

/* A game that stands where a play of the stage leads. The third time that a position stands is a draw of its own. */
static void assert_played(const struct pasch_game *before, const struct pasch_game *after,
                          const struct pasch_play *play)
{
    struct pasch_position wanted = before->position;
    pasch_position_play(&wanted, play);
    bool repeated = before->rules->repetition_draw && after->position.over && after->position.winner == PASCH_NOBODY;
    if (!repeated && !pasch_position_equal(&wanted, &after->position)) {
        char move[PASCH_MOVE_ROOM];
        pasch_move_write(before->rules, play, move);
        testing_fail("%s: '%s' leads elsewhere than its play", named(before), move);
    }
}

static void play_is_accepted_whole(struct run *run, const struct pasch_play *play)
{
    struct pasch_game game;
    memcpy(&game, &run->game, sizeof game);
    struct pasch_event event = play_event(&game, play);
    must_apply(run, &game, &event);
    assert_played(&run->game, &game, play);
    run->played++;
}

/* The hops one by one, all taken back, and made again. */
static void play_is_accepted_man_by_man(struct run *run, const struct pasch_play *play)
{
    struct pasch_game game;
    memcpy(&game, &run->game, sizeof game);
    struct pasch_event undo = event_of(&game, PASCH_EVENT_UNDO), end = event_of(&game, PASCH_EVENT_END);
    for (int again = 0; again < 2; again++) {
        struct pasch_board stood[PASCH_HOPS];
        for (int i = 0; i < play->hops; i++) {
            struct pasch_event event = hop_event(&game, play->hop[i]);
            stood[i] = game.board;
            if (!again)
                event_reads_back(run, &game, &event);
            must_apply(run, &game, &event);
            men_are_conserved(&game, &game.board);
        }
        for (int i = play->hops; i-- > 0 && !again;) {
            must_apply(run, &game, &undo);
            assert_memory_equal(&game.board, &stood[i], sizeof game.board);
            assert_int_equal(game.hops, i);
        }
        assert_true(again || memcmp(&game.board, &run->game.position.board, sizeof game.board) == 0);
    }
    if (!pasch_game_may_end(&game, &run->plays)) {
        char move[PASCH_MOVE_ROOM];
        pasch_move_write(&run->rules, play, move);
        testing_fail("%s: '%s' was made man by man, but the stage may not end", named(&game), move);
    }
    must_apply(run, &game, &end);
    assert_played(&run->game, &game, play);
    run->hopped++;
}

/* Whether the generator has this board: run->list holds what pasch_moves gave. */
static bool was_generated(const struct run *run, const struct pasch_board *board)
{
    for (size_t i = 0; i < run->list.count; i++) {
        if (memcmp(&run->list.play[i].board, board, sizeof *board) == 0)
            return true;
    }
    return false;
}

/* Every way on that the machine offers leads to a generated play, and the machine never leaves a player stuck. */
static void every_way_leads_to_a_play(struct run *run, const struct pasch_game *game)
{
    struct pasch_hop hop[HOPS_MOST];
    struct pasch_event end = event_of(game, PASCH_EVENT_END);
    if (run->nodes++ > NODES_MOST)
        return;
    int hops = pasch_game_hops(game, &run->plays, hop, HOPS_MOST);
    if (pasch_game_may_end(game, &run->plays)) {
        struct pasch_game done;
        memcpy(&done, game, sizeof done);
        if (!was_generated(run, &game->board))
            testing_fail("%s, %d hops made: the stage may end with men that no play leaves", named(game), game->hops);
        must_apply(run, &done, &end);
        game_is_sound(run, &done);
        run->followed++;
    } else {
        if (!hops)
            testing_fail("%s, %d hops made: no way on, and no end either", named(game), game->hops);
        must_refuse(run, game, &end);
    }
    for (int i = 0, first = hops ? (int)chance(run, (size_t)hops) : 0; i < hops; i++) {
        struct pasch_game next;
        memcpy(&next, game, sizeof next);
        struct pasch_event event = hop_event(game, hop[(first + i) % hops]);
        must_apply(run, &next, &event);
        every_way_leads_to_a_play(run, &next);
    }
}

static bool is_offered(const struct pasch_hop *hop, int hops, const struct pasch_hop *wanted)
{
    for (int i = 0; i < hops; i++) {
        if (hop[i].from == wanted->from && hop[i].to == wanted->to &&
            (!wanted->number || hop[i].number == wanted->number))
            return true;
    }
    return false;
}

static void other_hops_are_refused(struct run *run, const struct pasch_game *game)
{
    struct pasch_hop hop[HOPS_MOST];
    int hops = pasch_game_hops(game, &run->plays, hop, HOPS_MOST);
    for (int i = 0; i < 12; i++) {
        struct pasch_hop other = {.from = (uint8_t)chance(run, PASCH_PLACES + 2),
                                  .to = (uint8_t)chance(run, PASCH_PLACES + 2),
                                  .number = (uint8_t)chance(run, 14)};
        if (hops && i < 6) { /* near a legal one */
            struct pasch_hop near = hop[chance(run, (size_t)hops)];
            if (i % 3 == 0)
                other.from = near.from;
            if (i % 3 == 1)
                other.to = near.to;
            if (i % 3 == 2)
                other = (struct pasch_hop){near.from, near.to, other.number, 0};
        }
        struct pasch_event event = hop_event(game, other);
        if (!is_offered(hop, hops, &other))
            must_refuse(run, game, &event);
    }
}

static void other_events_are_refused(struct run *run, const struct pasch_game *game)
{
    static const enum pasch_event_kind never[] = {PASCH_EVENT_OPENING, PASCH_EVENT_ROLL,   PASCH_EVENT_CHOOSE,
                                                  PASCH_EVENT_TAKE,    PASCH_EVENT_PASS,   PASCH_EVENT_BEAVER,
                                                  PASCH_EVENT_ACCEPT,  PASCH_EVENT_REJECT, PASCH_EVENT_NEXT};
    for (size_t i = 0; i < sizeof never / sizeof *never; i++) {
        struct pasch_event event = dice_event(run, game, never[i]);
        must_refuse(run, game, &event);
    }
    struct pasch_event event = event_of(game, PASCH_EVENT_UNDO);
    if (!game->hops)
        must_refuse(run, game, &event);
    event = event_of(game, PASCH_EVENT_DOUBLE);
    if (run->rules.throws != PASCH_THROW_FIXED)
        must_refuse(run, game, &event);
    event = event_of(game, PASCH_EVENT_END);
    event.side = (uint8_t)(1 - event.side);
    must_refuse(run, game, &event);
    event = event_of(game, PASCH_EVENT_PLAY);
    if (run->list.count)
        must_refuse(run, game, &event);
    /* A play without its last hop, or with a hop spoilt, unless that is a play, too. */
    for (int i = 0; i < 6 && run->list.count; i++) {
        const struct pasch_play *play = &run->list.play[chance(run, run->list.count)];
        struct pasch_game copy;
        event = play_event(game, play);
        if (i % 2)
            event.hops--;
        else
            event.hop[chance(run, event.hops)].to ^= (uint8_t)(1 + chance(run, 31));
        memcpy(&copy, game, sizeof copy);
        if (apply(run, &copy, &event, NULL) != PASCH_OK)
            must_refuse(run, game, &event);
        else
            men_are_conserved(&copy, &copy.position.board);
    }
}

static void move_text_reads_back(struct run *run, const struct pasch_plays *plays, size_t i)
{
    char text[PASCH_MOVE_ROOM], other[PASCH_MOVE_ROOM];
    struct pasch_error error;
    size_t index = 0, length = pasch_move_write(&run->rules, &plays->play[i], text);
    assert_int_equal(length, strlen(text));
    if (pasch_move_read(&run->game.position, plays, text, &index, &error) != PASCH_OK)
        testing_fail("%s: '%s' cannot be read, column %d: %s", named(&run->game), text, error.column, error.text);
    if (index == i)
        return;
    pasch_move_write(&run->rules, &plays->play[index], other);
    testing_fail("%s: '%s' reads back to another play, '%s'", named(&run->game), text, other);
}

/* All of them; some where men go both ways and have thousands. */
static void move_texts_read_back(struct run *run, const struct pasch_plays *plays)
{
    size_t step = run->rules.backward && plays->count > TEXTS_MOST ? plays->count / TEXTS_MOST : 1;
    for (size_t i = chance(run, step); i < plays->count; i += step)
        move_text_reads_back(run, plays, i);
}

static void look_closely(struct run *run)
{
    const struct pasch_position *p = &run->game.position;
    struct pasch_plays *list = &run->list;
    assert_int_equal(pasch_position_plays(p, list, NULL), PASCH_OK);
    size_t step = list->count > PLAYS_MOST ? list->count / PLAYS_MOST : 1;
    for (size_t i = chance(run, step); i < list->count; i += step) {
        struct pasch_play play = list->play[i];
        struct pasch_event event = play_event(&run->game, &play);
        event_reads_back(run, &run->game, &event);
        play_is_accepted_whole(run, &play);
        play_is_accepted_man_by_man(run, &play);
    }
    assert_int_equal(pasch_moves(p->rules, &p->board, p->turn, &p->stage[0], list), PASCH_OK);
    run->nodes = 0;
    if (list->count)
        every_way_leads_to_a_play(run, &run->game);
    other_hops_are_refused(run, &run->game);
    other_events_are_refused(run, &run->game);
}

/* Playing on. */

static void go_on(struct run *run, const struct pasch_event *event)
{
    event_reads_back(run, &run->game, event);
    must_apply(run, &run->game, event);
    game_is_sound(run, &run->game);
    run->events++;
}

/* The stage by hops that the machine offers, some of them taken back. */
static void play_by_hops(struct run *run)
{
    struct pasch_game *game = &run->game;
    int undos = 3;
    while (!pasch_game_may_end(game, &run->plays)) {
        struct pasch_hop hop[HOPS_MOST];
        int hops = pasch_game_hops(game, &run->plays, hop, HOPS_MOST);
        assert_true(hops > 0);
        struct pasch_event event = hop_event(game, hop[chance(run, (size_t)hops)]);
        go_on(run, &event);
        event = event_of(game, PASCH_EVENT_UNDO);
        if (undos && chance(run, 4) == 0) {
            undos--;
            go_on(run, &event);
        }
    }
    struct pasch_event end = event_of(game, PASCH_EVENT_END);
    go_on(run, &end);
}

static void play_stage(struct run *run)
{
    struct pasch_game *game = &run->game;
    if (run->looks > 0 && chance(run, 6) == 0) {
        run->looks--;
        look_closely(run);
    }
    if (chance(run, 3) == 0) {
        play_by_hops(run);
        return;
    }
    assert_int_equal(pasch_position_plays(&game->position, &run->list, NULL), PASCH_OK);
    move_texts_read_back(run, &run->list);
    struct pasch_event event = event_of(game, PASCH_EVENT_END);
    if (run->list.count)
        event = play_event(game, &run->list.play[chance(run, run->list.count)]);
    go_on(run, &event);
}

/* One event or stage by chance. False when the game is over. */
static bool step(struct run *run)
{
    struct pasch_game *game = &run->game;
    uint8_t choice[21][2];
    struct pasch_event event;
    if (game->phase == PASCH_PHASE_OPENING) {
        event = dice_event(run, game, PASCH_EVENT_OPENING);
        event.side = 0;
        go_on(run, &event);
        return true;
    }
    switch (pasch_position_due(&game->position)) {
    case PASCH_DUE_NOTHING: return false;
    case PASCH_DUE_PLAY: play_stage(run); return true;
    case PASCH_DUE_CHOOSE: {
        uint32_t n = chance(run, (size_t)pasch_position_choices(&game->position, choice));
        event = event_of(game, PASCH_EVENT_CHOOSE);
        memcpy(event.die, choice[n], sizeof event.die);
        go_on(run, &event);
        return true;
    }
    default:
        event = dice_event(run, game, PASCH_EVENT_ROLL);
        go_on(run, &event);
        return true;
    }
}

static void start(struct run *run, const char *id, const char *opening)
{
    run->rules = *pasch_game_find(id);
    if (opening)
        assert_int_equal(pasch_rules_set(&run->rules, "opening", opening, NULL), PASCH_OK);
    struct pasch_terms terms;
    pasch_terms_default(&terms, &run->rules);
    memset(&run->game, 0, sizeof run->game);
    pasch_game_start(&run->game, &run->rules, &terms);
}

static void start_at(struct run *run, const char *text)
{
    struct pasch_position position = testing_position(text);
    start(run, position.rules->id, NULL);
    position.rules = &run->rules;
    struct pasch_terms terms = run->game.terms;
    pasch_game_start_at(&run->game, &position, &terms);
    game_is_sound(run, &run->game);
}

static struct run new_run(uint64_t seed)
{
    struct run run = {.plays = testing_plays(), .list = testing_plays()};
    pasch_rng_seed(&run.rng, seed);
    return run;
}

static void end_run(struct run *run)
{
    testing_plays_free(&run->plays);
    testing_plays_free(&run->list);
}

static void games_of(struct run *run, size_t g)
{
    const char *id = pasch_game_at(g)->id;
    size_t e = sizeof effort / sizeof *effort - 1;
    while (e && strcmp(effort[e].id, id) != 0)
        e--;
    uint64_t plies = 0;
    int draws = 0;
    run->events = run->texts = run->played = run->hopped = run->followed = run->refused = 0;
    run->looks = effort[e].looks;
    for (int n = 0; n < effort[e].games; n++) {
        start(run, id, n % 2 ? "split" : "fresh");
        while (step(run)) {
        }
        const struct pasch_game *game = &run->game;
        assert_int_equal(game->phase, PASCH_PHASE_BETWEEN);
        assert_int_equal(game->games, 1);
        draws += game->position.winner == PASCH_NOBODY;
        plies += game->position.ply;
    }
    print_message("%-18s %3d games, %2d drawn, %6.1f turns; %6llu events, %6llu plays whole, %6llu by men, %6llu ways,"
                  " %6llu refused\n",
                  id, effort[e].games, draws, (double)plies / effort[e].games, (unsigned long long)run->events,
                  (unsigned long long)run->played, (unsigned long long)run->hopped, (unsigned long long)run->followed,
                  (unsigned long long)run->refused);
}

static void games_by_chance_keep_the_rules_of_the_machine(void **state)
{
    (void)state;
    struct run run = new_run(77);
    for (size_t g = 0; g < pasch_game_count(); g++)
        games_of(&run, g);
    end_run(&run);
}

/* Men thrown together at random: stages that games by chance hardly ever come to. */
static void odd_positions_keep_the_rules_of_the_machine(void **state)
{
    (void)state;
    struct run run = new_run(78);
    for (size_t g = 0; g < pasch_game_count(); g++) {
        bool slow = pasch_game_at(g)->backward;
        for (int n = 0; n < (slow ? 60 : 600);) {
            struct pasch_position position;
            start(&run, pasch_game_at(g)->id, NULL);
            struct pasch_terms terms = run.game.terms;
            if (!testing_random_position(&position, &run.rules, &run.rng))
                continue;
            n++;
            pasch_game_start_at(&run.game, &position, &terms);
            run.looks = 0;
            while (pasch_position_due(&run.game.position) != PASCH_DUE_PLAY)
                step(&run);
            assert_int_equal(pasch_position_plays(&run.game.position, &run.list, NULL), PASCH_OK);
            move_texts_read_back(&run, &run.list);
            if (n % (slow ? 10 : 4) == 0)
                look_closely(&run);
            play_stage(&run);
        }
    }
    print_message("%llu events, %llu plays whole, %llu by men, %llu ways, %llu refused\n",
                  (unsigned long long)run.events, (unsigned long long)run.played, (unsigned long long)run.hopped,
                  (unsigned long long)run.followed, (unsigned long long)run.refused);
    end_run(&run);
}

/* Draws. */

static void assert_draw(const struct run *run)
{
    const struct pasch_game *game = &run->game;
    char text[PASCH_PPN_ROOM], wanted[PASCH_PPN_ROOM];
    assert_true(game->position.over);
    assert_int_equal(game->position.winner, PASCH_NOBODY);
    assert_int_equal(game->position.points, 0);
    assert_int_equal(game->phase, PASCH_PHASE_BETWEEN);
    assert_int_equal(game->won, 0);
    assert_int_equal(game->score[0], 0);
    assert_int_equal(game->score[1], 0);
    assert_int_equal(game->must_start, 1 - game->starter);
    snprintf(wanted, sizeof wanted, "%s over draw 0", run->rules.id);
    pasch_ppn_write(&game->position, text);
    assert_string_equal(text, wanted);
}

/* Two sides that always go back as far as they can never get home. */
static void shufflers_in_backwards_are_stopped_after_600_turns(void **state)
{
    (void)state;
    struct run run = new_run(5);
    start(&run, "backwards", NULL);
    while (!run.game.position.over) {
        struct pasch_game *game = &run.game;
        assert_true(game->position.ply < 600);
        if (game->phase == PASCH_PHASE_OPENING || pasch_position_due(&game->position) != PASCH_DUE_PLAY) {
            step(&run);
            continue;
        }
        assert_int_equal(pasch_position_plays(&game->position, &run.list, NULL), PASCH_OK);
        struct pasch_event event = event_of(game, PASCH_EVENT_END);
        int most = -1;
        for (size_t i = 0; i < run.list.count; i++) {
            struct pasch_position after = game->position;
            after.board = run.list.play[i].board;
            int pips = pasch_position_pips(&after, game->position.turn);
            if (pips > most) {
                most = pips;
                event = play_event(game, &run.list.play[i]);
            }
        }
        must_apply(&run, game, &event);
        game_is_sound(&run, game);
    }
    assert_int_equal(run.game.position.ply, 600);
    assert_draw(&run);
    end_run(&run);
}

static void every_game_is_drawn_at_its_last_turn(void **state)
{
    (void)state;
    struct run run = new_run(6);
    for (size_t g = 0; g < pasch_game_count(); g++) {
        const char *id = pasch_game_at(g)->id;
        uint32_t cap = strcmp(id, "backwards") == 0 ? 600 : strcmp(id, "reversed") == 0 ? 3000 : 1000;
        int draws = 0;
        for (int n = 0; n < 20; n++) {
            start(&run, id, NULL);
            struct pasch_position position = run.game.position;
            struct pasch_terms terms = run.game.terms;
            position.ply = cap - 2;
            pasch_game_start_at(&run.game, &position, &terms);
            bool last = false; /* the turn before the last does not end the game */
            while (step(&run))
                last |= run.game.position.ply == cap - 1;
            assert_true(last);
            if (run.game.position.winner != PASCH_NOBODY) { /* whoever hits in no-hit has lost even then */
                assert_int_equal(run.game.position.ply, cap - 1);
                continue;
            }
            assert_int_equal(run.game.position.ply, cap);
            assert_draw(&run);
            draws++;
        }
        assert_true(draws > 0);
    }
    end_run(&run);
}

/* One man each, five pips a turn: they hit each other for ever, and every fourteen turns all stands as before. */
static void a_fixed_roll_that_brings_a_position_a_third_time_is_drawn(void **state)
{
    (void)state;
    struct run run = new_run(7);
    static const char *const rolls[] = {"41", "32"};
    for (int i = 0; i < 2; i++) {
        char text[80];
        snprintf(text, sizeof text, "fixed-roll bar:1 5:1 x %s", rolls[i]);
        start_at(&run, text);
        struct pasch_board first = run.game.board;
        int stood = 1;
        while (step(&run))
            stood += run.game.position.turn == PASCH_X && !memcmp(&run.game.board, &first, sizeof first);
        assert_int_equal(stood, 3);
        assert_int_equal(run.game.position.ply, 28);
        assert_memory_equal(&run.game.position.board, &first, sizeof first);
        assert_draw(&run);
    }
    end_run(&run);
}

/* Elsewhere the same men may come again as often as they like. */
static void other_games_know_no_repetition(void **state)
{
    (void)state;
    struct run run = new_run(8);
    start_at(&run, "standard bar:1 5:1 x 41");
    while (run.game.position.ply < 100 && !run.game.position.over) {
        struct pasch_event event = dice_event(&run, &run.game, PASCH_EVENT_ROLL);
        event.die[0] = 4;
        event.die[1] = 1;
        if (pasch_position_due(&run.game.position) == PASCH_DUE_PLAY)
            play_stage(&run);
        else
            go_on(&run, &event);
    }
    assert_false(run.game.position.over);
    end_run(&run);
}

static void dead_positions_are_drawn_when_a_turn_ends(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *play; /* of x; NULL: it must pass */
    } dead[] = {
        /* Each side's last man outside is held down by men that would have to bear off. */
        {"pin 24:1!,1:14 24:1!,1:14 x 65", NULL},
        {"pin 24:1!,1:14 24:1!,1:14 x 11", NULL},
        {"pin 24:1!,2:2,1:12 24:1!,1:14 x 65", NULL}, /* two ones are no whole roll */
        {"pin 24:1!,3:1,2:1,1:12 24:1!,1:14 x 21", "3/1 2/1"},
        {"pin 24:1!,2:4,1:10 24:1!,1:14 x 11", "2/1(4)"},
        /* Both on the bar; a way in has an own man who must stand alone, or two of the other side's. */
        {"lumbardorum 12:1,10:1,9:1,8:1,6:2,2:2,bar:7 12:1,10:1,9:1,8:1,6:2,2:2,bar:7 x 31", NULL},
        {"lumbardorum 12:1,10:1,9:1,8:1,6:2,2:2,bar:7 12:1,10:1,9:1,8:1,6:2,2:2,bar:7 o 66", NULL},
        {"lumbardorum 12:1,10:1,9:1,6:2,2:2,bar:8 12:1,10:1,9:1,8:1,6:2,2:2,bar:7 x 51", "bar/8"},
        /* A fixed roll of sixes, and both sides hold their six-points against a man on the bar. */
        {"fixed-roll bar:1,6:2,1:3 bar:1,6:2,1:3 x 66", NULL},
    };
    struct run run = new_run(9);
    for (size_t i = 0; i < sizeof dead / sizeof *dead; i++) {
        struct pasch_event event;
        struct pasch_error error;
        char text[PASCH_MOVE_ROOM];
        start_at(&run, dead[i].text);
        snprintf(text, sizeof text, "play %s", dead[i].play ? dead[i].play : "pass");
        if (pasch_event_read(&event, text, &run.game, &run.plays, &error) != PASCH_OK)
            testing_fail("%s: '%s': %s", dead[i].text, text, error.text);
        event.side = run.game.position.turn;
        must_apply(&run, &run.game, &event);
        assert_draw(&run);
    }
    end_run(&run);
}

/* As long as one side has one move with one roll, the game goes on. */
static void a_position_with_a_move_left_is_not_dead(void **state)
{
    (void)state;
    static const char *const alive[] = {
        "pin 24:1!,2:4,1:10 24:1!,1:14 x 65", /* four ones */
        "lumbardorum 12:1,10:1,9:1,6:2,2:2,bar:8 12:1,10:1,9:1,8:1,6:2,2:2,bar:7 x 31",
        "fixed-roll bar:1,6:2,1:3 bar:1,5:2,1:3 x 66",
        "fixed-roll bar:1,13:1,6:1,1:3 bar:1,6:2,1:3 x 66", /* o can hit on its way in */
    };
    struct run run = new_run(10);
    for (size_t i = 0; i < sizeof alive / sizeof *alive; i++) {
        start_at(&run, alive[i]);
        play_by_hops(&run);
        if (run.game.position.over)
            testing_fail("%s is over", alive[i]);
    }
    end_run(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_by_chance_keep_the_rules_of_the_machine),
        cmocka_unit_test(odd_positions_keep_the_rules_of_the_machine),
        cmocka_unit_test(shufflers_in_backwards_are_stopped_after_600_turns),
        cmocka_unit_test(every_game_is_drawn_at_its_last_turn),
        cmocka_unit_test(a_fixed_roll_that_brings_a_position_a_third_time_is_drawn),
        cmocka_unit_test(other_games_know_no_repetition),
        cmocka_unit_test(dead_positions_are_drawn_when_a_turn_ends),
        cmocka_unit_test(a_position_with_a_move_left_is_not_dead),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
