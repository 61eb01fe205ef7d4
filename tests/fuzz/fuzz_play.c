/* Bytes as a game: which one, on what terms, and what the players try, sensible or not. */
#include "fuzz/fuzz.h"

/* The bytes from the front; past the end they are 0. */
struct bytes {
    const uint8_t *at, *end;
};

static int take(struct bytes *bytes)
{
    return bytes->at < bytes->end ? *bytes->at++ : 0;
}

/* Work is limited: after so many comparisons an input has said what it has to say. */
enum { COMPARISONS = 4, SMALL = 10, MOST_EVENTS = 300 };

static int men_on_board(const struct pasch_board *board)
{
    int men = 0;
    for (int side = 0; side < 2; side++) {
        for (int place = 1; place < PASCH_PLACES; place++)
            men += board->side[side].men[place];
    }
    return men;
}

static void check_men(const struct pasch_rules *rules, const struct pasch_board *board)
{
    for (int side = 0; side < 2; side++) {
        int men = 0;
        for (int place = 0; place < PASCH_PLACES; place++)
            men += board->side[side].men[place];
        MUST(men == pasch_rules_men(rules), "%s: side %d has %d men", rules->id, side, men);
    }
}

static int by_board(const void *a, const void *b)
{
    return memcmp(&((const struct pasch_play *)a)->board, &((const struct pasch_play *)b)->board,
                  sizeof(struct pasch_board));
}

/* The two generators give the same boards, each once, reached with as many hops. */
static void check_generators(const struct pasch_position *p, struct pasch_plays *plays)
{
    static struct pasch_plays plain;
    char text[PASCH_PPN_ROOM];
    if (!plain.play)
        pasch_plays_init(&plain, malloc(pasch_plays_bytes(PASCH_PLAYS_ROOM)), PASCH_PLAYS_ROOM);
    pasch_ppn_write(p, text);
    MUST(pasch_moves(p->rules, &p->board, p->turn, &p->stage[0], plays) == PASCH_OK, "%s", text);
    MUST(pasch_moves_plain(p->rules, &p->board, p->turn, &p->stage[0], &plain) == PASCH_OK, "%s", text);
    MUST(plays->count == plain.count, "%s: %zu and %zu plays", text, plays->count, plain.count);
    MUST(pasch_moves_any(p->rules, &p->board, p->turn, &p->stage[0]) == (plays->count > 0), "%s", text);
    qsort(plays->play, plays->count, sizeof *plays->play, by_board);
    qsort(plain.play, plain.count, sizeof *plain.play, by_board);
    for (size_t i = 0; i < plays->count; i++) {
        const struct pasch_play *a = &plays->play[i], *b = &plain.play[i];
        MUST(by_board(a, b) == 0 && a->hops == b->hops && a->full == b->full && a->over == b->over, "%s: play %zu",
             text, i);
        MUST(i == 0 || by_board(a - 1, a) != 0, "%s: play %zu comes twice", text, i);
    }
}

/* One hop after the other leads where the whole play leads, and back again. */
static void check_hops(const struct pasch_game *game, const struct pasch_play *play, struct pasch_plays *plays)
{
    static struct pasch_game whole, stepwise;
    struct pasch_event event = {.kind = PASCH_EVENT_PLAY, .side = game->position.turn, .hops = play->hops};
    struct pasch_play copy = *play; /* `plays` is worked in */
    struct pasch_error error = {0};
    char text[PASCH_PPN_ROOM];
    pasch_ppn_write(&game->position, text);
    memcpy(event.hop, copy.hop, sizeof event.hop);
    whole = stepwise = *game;
    MUST(pasch_game_apply(&whole, &event, plays, &error) == PASCH_OK, "%s: %s", text, error.text);
    while (stepwise.hops) {
        event.kind = PASCH_EVENT_UNDO;
        MUST(pasch_game_apply(&stepwise, &event, plays, &error) == PASCH_OK, "%s: %s", text, error.text);
    }
    MUST(memcmp(&stepwise.board, &stepwise.position.board, sizeof stepwise.board) == 0, "%s: undo", text);
    for (int i = 0; i < copy.hops; i++) {
        struct pasch_board before = stepwise.board;
        event.kind = PASCH_EVENT_HOP;
        event.hop[0] = copy.hop[i];
        MUST(pasch_game_apply(&stepwise, &event, plays, &error) == PASCH_OK, "%s, hop %d: %s", text, i, error.text);
        event.kind = PASCH_EVENT_UNDO;
        MUST(pasch_game_apply(&stepwise, &event, plays, &error) == PASCH_OK, "%s: %s", text, error.text);
        MUST(memcmp(&stepwise.board, &before, sizeof before) == 0, "%s: undo of hop %d", text, i);
        event.kind = PASCH_EVENT_HOP;
        MUST(pasch_game_apply(&stepwise, &event, plays, &error) == PASCH_OK, "%s: %s", text, error.text);
    }
    event.kind = PASCH_EVENT_END;
    MUST(pasch_game_may_end(&stepwise, plays), "%s: the end is due", text);
    MUST(pasch_game_apply(&stepwise, &event, plays, &error) == PASCH_OK, "%s: %s", text, error.text);
    MUST(pasch_position_equal(&whole.position, &stepwise.position), "%s: hops and play differ", text);
    MUST(whole.phase == stepwise.phase && whole.score[0] == stepwise.score[0] && whole.score[1] == stepwise.score[1],
         "%s: hops and play differ", text);
}

static void check_game(const struct pasch_game *game)
{
    struct pasch_error error;
    char text[PASCH_PPN_ROOM];
    pasch_ppn_write(&game->position, text);
    check_men(game->rules, &game->position.board);
    check_men(game->rules, &game->board);
    MUST(pasch_position_check(&game->position, &error) == PASCH_OK, "%s: %s", text, error.text);
    MUST(game->position.over == (game->phase == PASCH_PHASE_BETWEEN || game->phase == PASCH_PHASE_OVER), "%s", text);
    MUST(game->score[0] >= 0 && game->score[1] >= 0, "%s", text);
    fuzz_round_trip(&game->position);
}

/* What a player who knows the rules could do now; from these bytes on it doubles or resigns if it may. */
enum { DOUBLES = 232, RESIGNS = 252 };

static void sensible_event(const struct pasch_game *game, struct bytes *bytes, struct pasch_plays *plays,
                           struct pasch_event *event, int *comparisons)
{
    uint8_t choice[21][2];
    const struct pasch_position *p = &game->position;
    int actor = pasch_game_actor(game), detail = take(bytes);
    event->side = (uint8_t)(actor == PASCH_NOBODY ? 0 : actor);
    event->die[0] = (uint8_t)(detail % 6 + 1);
    event->die[1] = (uint8_t)(detail / 6 % 6 + 1);
    if (game->phase == PASCH_PHASE_OPENING) {
        event->kind = PASCH_EVENT_OPENING;
    } else if (game->phase == PASCH_PHASE_RESIGN) {
        event->kind = detail & 1 ? PASCH_EVENT_ACCEPT : PASCH_EVENT_REJECT;
    } else if (game->phase != PASCH_PHASE_PLAYING) {
        event->kind = PASCH_EVENT_NEXT;
    } else if (detail >= RESIGNS && !p->offered) {
        event->kind = PASCH_EVENT_RESIGN;
        event->side = detail & 1;
        event->value = 1 + detail % pasch_game_resign_most(game, event->side);
    } else if (detail >= DOUBLES && pasch_game_may_double(game, actor, NULL) == PASCH_OK) {
        event->kind = PASCH_EVENT_DOUBLE;
    } else if (pasch_position_due(p) == PASCH_DUE_ANSWER) {
        event->kind = detail % 3 == 0 ? PASCH_EVENT_PASS : detail % 3 == 1 ? PASCH_EVENT_TAKE : PASCH_EVENT_BEAVER;
    } else if (pasch_position_due(p) == PASCH_DUE_CHOOSE) {
        int count = pasch_position_choices(p, choice);
        event->kind = PASCH_EVENT_CHOOSE;
        memcpy(event->die, choice[detail % count], 2);
    } else if (pasch_position_due(p) == PASCH_DUE_PLAY) {
        bool small = men_on_board(&p->board) <= SMALL || p->stage[0].die[0] != p->stage[0].die[1];
        if (small && *comparisons < COMPARISONS) {
            ++*comparisons;
            check_generators(p, plays);
        }
        MUST(pasch_position_plays(p, plays, NULL) == PASCH_OK, "plays");
        event->kind = plays->count ? PASCH_EVENT_PLAY : PASCH_EVENT_END;
        if (plays->count) {
            struct pasch_play play = plays->play[(size_t)detail * plays->count / 256];
            event->hops = play.hops;
            memcpy(event->hop, play.hop, sizeof event->hop);
            if (small && *comparisons < COMPARISONS) {
                ++*comparisons;
                check_hops(game, &play, plays);
            }
        }
    } else {
        event->kind = PASCH_EVENT_ROLL;
    }
}

/* Anything at all. */
static void any_event(struct bytes *bytes, int kind, struct pasch_event *event)
{
    int flags = take(bytes);
    event->kind = (enum pasch_event_kind)(kind % (PASCH_EVENT_KINDS + 1));
    event->side = (uint8_t)(flags % 3);
    event->value = flags / 3 - 2;
    if (event->kind == PASCH_EVENT_OPENING || event->kind == PASCH_EVENT_ROLL || event->kind == PASCH_EVENT_CHOOSE) {
        event->die[0] = (uint8_t)(take(bytes) % 9);
        event->die[1] = (uint8_t)(take(bytes) % 9);
    }
    if (event->kind == PASCH_EVENT_HOP || event->kind == PASCH_EVENT_PLAY) {
        event->hops = (uint8_t)(flags % 6);
        for (int i = 0; i < PASCH_HOPS && (i == 0 || i < event->hops); i++) {
            event->hop[i].from = (uint8_t)take(bytes);
            event->hop[i].to = (uint8_t)take(bytes);
            event->hop[i].number = (uint8_t)(take(bytes) % 16);
        }
    }
}

static void start(struct pasch_game *game, struct bytes *bytes)
{
    const struct pasch_rules *rules = pasch_game_at((size_t)take(bytes) % pasch_game_count());
    int flags = take(bytes), length = take(bytes);
    struct pasch_terms terms;
    pasch_terms_default(&terms, rules);
    if (flags & 1)
        terms.cube = rules->cube != PASCH_CUBE_NO;
    terms.length = flags & 2 ? (uint32_t)length % 16 : 0;
    terms.rounds = flags & 4 ? (uint32_t)length % 4 : 0;
    terms.jacoby = flags & 8;
    terms.beavers = flags & 16;
    terms.auto_doubles = flags & 32 ? 2 : 0;
    terms.dead_cube = flags & 64;
    terms.swap_roles = flags & 128;
    if (pasch_terms_check(&terms, rules, NULL) != PASCH_OK)
        pasch_terms_default(&terms, rules);
    pasch_game_start(game, rules, &terms);
    /* Half of the games begin in the middle, on a board that is thrown together. */
    int seed = take(bytes);
    struct pasch_rng rng;
    struct pasch_position position;
    pasch_rng_seed(&rng, (uint64_t)seed);
    if (seed & 1 && testing_random_position(&position, rules, &rng))
        pasch_game_start_at(game, &position, &terms);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct pasch_game game, before;
    struct pasch_plays *plays = fuzz_plays();
    struct bytes bytes = {data, data + size};
    int comparisons = 0;
    start(&game, &bytes);
    check_game(&game);
    for (int i = 0; bytes.at < bytes.end && i < MOST_EVENTS; i++) {
        struct pasch_event event = {0};
        struct pasch_error error = {0};
        int what = take(&bytes);
        if (what < 192)
            sensible_event(&game, &bytes, plays, &event, &comparisons);
        else
            any_event(&bytes, what, &event);
        memcpy(&before, &game, sizeof game);
        enum pasch_status status = pasch_game_apply(&game, &event, plays, &error);
        if (status != PASCH_OK) {
            MUST(error.status == status && *error.text, "event %d has no reason", event.kind);
            MUST(memcmp(&before, &game, sizeof game) == 0, "event %d is refused (%s) but changes the game", event.kind,
                 error.text);
            bool refusable = event.kind == PASCH_EVENT_BEAVER || game.phase == PASCH_PHASE_OVER;
            MUST(what >= 192 || refusable, "event %d is refused: %s", event.kind, error.text);
        } else {
            check_game(&game);
        }
    }
    return 0;
}
