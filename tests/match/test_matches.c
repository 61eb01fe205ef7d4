/* Thousands of matches by chance, to their ends. Beside each runs an account of the stake, the score and the ends of
 * games that is kept from the rule book alone; after every event the two must agree. */
#include "match.h"

/* How a game ends and what it counts, by its name, from the overview of the rule book. */
enum ending { TRIPLE, DOUBLE, SINGLE, MEN_LEFT, PIPS_LEFT, REVERSED, HITTER_LOSES, HOME_POINT, CAPTURE, TOWERS };

static const struct {
    const char *id;
    enum ending ending;
    int men, far; /* men from point `far` on make a backgammon */
    uint32_t cap;
} endings[] = {
    {"standard", TRIPLE, 15, 19, 1000},
    {"eureka", DOUBLE, 15, 0, 1000},
    {"puff", TRIPLE, 15, 19, 1000},
    {"long-puff", TRIPLE, 15, 19, 1000},
    {"russian-puff", TRIPLE, 15, 19, 1000},
    {"long-russian-puff", TRIPLE, 15, 19, 1000},
    {"french-1", TRIPLE, 15, 19, 1000},
    {"russian", TRIPLE, 15, 19, 1000},
    {"gioul", DOUBLE, 15, 0, 1000},
    {"french-2", HOME_POINT, 3, 0, 1000},
    {"acey-deucey", MEN_LEFT, 15, 0, 1000},
    {"mexican", SINGLE, 15, 0, 1000},
    {"old-britain", TRIPLE, 15, 19, 1000},
    {"pin", PIPS_LEFT, 15, 19, 1000},
    {"catch-me", CAPTURE, 6, 0, 1000},
    {"doublets", TOWERS, 12, 0, 1000},
    {"lumbardorum", TRIPLE, 15, 7, 1000},
    {"backwards", TRIPLE, 15, 19, 600},
    {"straight", TRIPLE, 15, 19, 1000},
    {"fixed-roll", TRIPLE, 15, 19, 1000},
    {"no-hit", HITTER_LOSES, 15, 19, 1000},
    {"open-roll", TRIPLE, 15, 19, 1000},
    {"reversed", REVERSED, 15, 0, 3000},
    {"snake", TRIPLE, 15, 19, 1000},
    {"double-vs-choice", TRIPLE, 15, 19, 1000},
};

enum { GAMES = sizeof endings / sizeof *endings, HISTORY = 1100, NOT_YET = 3 };

/* The account. */
struct account {
    size_t game;
    struct pasch_terms terms;
    bool jacoby_fits, split, fixed, may_die;
    int64_t score[2];
    uint32_t games;
    bool over; /* the match */

    /* this game */
    int cube_log, owner, starter;
    bool crawford, crawford_had, offered, beaver, fresh; /* fresh: nothing of this turn has been thrown or named */
    int resigner, resignation;
    uint32_t turns;
    struct {
        struct pasch_board board;
        int turn;
    } history[HISTORY]; /* fixed-roll */
    int remembered;
};

static struct {
    long matches, games, events, played, passed, resigned, drawn, beavers, crawford, dead, repeated, capped;
} totals;

static int men_left(const struct pasch_side *side)
{
    int men = 0;
    for (int p = 1; p < PASCH_PLACES; p++)
        men += side->men[p];
    return men;
}

static int pips_left(const struct pasch_side *side)
{
    int pips = 0;
    for (int p = 1; p <= PASCH_POINTS; p++)
        pips += p * side->men[p];
    return pips;
}

static int gammon_multiple(const struct pasch_side *loser, int all, int far)
{
    if (men_left(loser) < all)
        return 1;
    bool back = loser->men[PASCH_BAR] || loser->men[PASCH_HAND];
    for (int p = far; p <= PASCH_POINTS; p++)
        back |= loser->men[p] > 0;
    return back ? 3 : 2;
}

/* Who has won after a play of `mover`, or NOT_YET; the points before the cube. */
static int winner_of(size_t game, const struct pasch_board *board, int mover, int *points)
{
    const struct pasch_side *me = &board->side[mover], *foe = &board->side[1 - mover];
    int all = endings[game].men, far = endings[game].far;
    bool done = men_left(me) == 0;
    *points = 1;
    switch (endings[game].ending) {
    case HITTER_LOSES:
        if (foe->men[PASCH_BAR])
            return 1 - mover;
        *points = gammon_multiple(foe, all, far);
        return done ? mover : NOT_YET;
    case TRIPLE: *points = gammon_multiple(foe, all, far); return done ? mover : NOT_YET;
    case DOUBLE: *points = men_left(foe) == all ? 2 : 1; return done ? mover : NOT_YET;
    case SINGLE: return done ? mover : NOT_YET;
    case MEN_LEFT: *points = men_left(foe); return done ? mover : NOT_YET;
    case PIPS_LEFT: *points = pips_left(foe) * gammon_multiple(foe, all, far); return done ? mover : NOT_YET;
    case REVERSED: return done ? 1 - mover : NOT_YET;
    case HOME_POINT: return me->men[1] == all ? mover : NOT_YET;
    case CAPTURE: return men_left(foe) == 0 ? mover : done ? 1 - mover : NOT_YET;
    case TOWERS: return done ? mover : NOT_YET;
    }
    return NOT_YET;
}

static void account_new_game(struct account *a)
{
    int64_t last = (int64_t)a->terms.length - 1;
    a->cube_log = 0;
    a->owner = PASCH_NOBODY;
    a->offered = a->beaver = false;
    a->fresh = true;
    a->turns = 0;
    a->remembered = 0;
    a->crawford = a->terms.cube && a->terms.crawford && a->terms.length > 1 && !a->crawford_had &&
                  (a->score[0] == last || a->score[1] == last);
    totals.crawford += a->crawford;
}

static void account_open(struct account *a, size_t game, const struct pasch_rules *rules,
                         const struct pasch_terms *terms)
{
    memset(a, 0, sizeof *a);
    a->game = game;
    a->terms = *terms;
    a->split = rules->opening == PASCH_OPENING_SPLIT && strcmp(rules->id, "double-vs-choice") != 0;
    a->fixed = strcmp(rules->id, "fixed-roll") == 0;
    a->may_die = a->fixed || strcmp(rules->id, "pin") == 0 || strcmp(rules->id, "lumbardorum") == 0;
    a->jacoby_fits =
        endings[game].ending == TRIPLE || endings[game].ending == DOUBLE || endings[game].ending == HITTER_LOSES;
    a->starter = PASCH_NOBODY;
    account_new_game(a);
}

/* The game has ended; says what it was worth. */
static int64_t account_close(struct account *a, int winner, int points)
{
    int64_t won = 0;
    totals.games++;
    a->games++;
    if (winner != PASCH_NOBODY) {
        bool one = a->terms.jacoby && !a->terms.length && a->owner == PASCH_NOBODY && a->jacoby_fits;
        won = (one ? 1 : points) * ((int64_t)1 << a->cube_log);
        a->score[winner] += won;
        a->crawford_had |= a->crawford;
        a->over = a->terms.length && a->score[winner] >= a->terms.length;
    }
    a->over |= a->terms.rounds && a->games >= a->terms.rounds;
    return won;
}

/* Whether no roll at all (or not the fixed one) gives either side a play. */
static bool is_dead(const struct table *t, struct pasch_plays *plays)
{
    const struct pasch_position *p = &t->game.position;
    for (int roll = 0; roll < 36; roll++) {
        struct pasch_stage stage = {PASCH_STAGE_MOVES, {(uint8_t)(roll / 6 + 1), (uint8_t)(roll % 6 + 1)}};
        if (t->rules.throws == PASCH_THROW_FIXED)
            stage = p->stage[0];
        for (int side = 0; side < 2; side++) {
            assert_int_equal(pasch_moves_plain(&t->rules, &p->board, side, &stage, plays), PASCH_OK);
            if (plays->count)
                return false;
        }
    }
    return true;
}

/* Notes the position between two turns; how often it stands now. */
static int remember(struct account *a, const struct pasch_position *p)
{
    int times = 1;
    for (int i = 0; i < a->remembered; i++) {
        times += a->history[i].turn == p->turn && memcmp(&a->history[i].board, &p->board, sizeof p->board) == 0;
    }
    assert_true(a->remembered < HISTORY);
    a->history[a->remembered].board = p->board;
    a->history[a->remembered++].turn = p->turn;
    return times;
}

/* A stage was played: whether the game should be drawn now. */
static bool account_draw(struct account *a, struct table *t, bool turn_over, bool passed)
{
    const struct pasch_position *p = &t->game.position;
    bool repeated = a->fixed && turn_over && remember(a, p) >= 3;
    bool capped = turn_over && a->turns >= endings[a->game].cap;
    bool drawn = p->over && p->winner == PASCH_NOBODY;
    bool dead = false;
    if (a->may_die && turn_over && (passed || (drawn && !repeated && !capped)))
        dead = is_dead(t, &t->plays);
    totals.repeated += repeated;
    totals.capped += capped;
    totals.dead += dead;
    return repeated || capped || dead;
}

/* The account's own reading of an event that was accepted. `before` is who was on turn. */
static void account_event(struct account *a, struct table *t, const struct pasch_event *event, int before, bool passed)
{
    const struct pasch_game *game = &t->game;
    const struct pasch_position *p = &game->position;
    int winner = NOT_YET, points = 0;
    bool turn_over = p->turn != before;
    switch (event->kind) {
    case PASCH_EVENT_OPENING:
        if (event->die[0] == event->die[1]) {
            a->cube_log += a->cube_log < a->terms.auto_doubles;
            break;
        }
        a->starter = event->die[0] > event->die[1] ? PASCH_X : PASCH_O;
        a->fresh = !a->split;
        if (a->fixed)
            remember(a, p);
        break;
    case PASCH_EVENT_ROLL:
    case PASCH_EVENT_CHOOSE:
    case PASCH_EVENT_HOP: a->fresh = false; break;
    case PASCH_EVENT_UNDO: a->fresh = a->fixed && game->hops == 0 && a->turns > 0; break;
    case PASCH_EVENT_END:
    case PASCH_EVENT_PLAY:
        a->turns += turn_over;
        a->fresh = turn_over;
        winner = winner_of(a->game, &p->board, before, &points);
        if (winner == NOT_YET && account_draw(a, t, turn_over, passed))
            winner = PASCH_NOBODY;
        totals.played += winner < 2;
        totals.drawn += winner == PASCH_NOBODY;
        break;
    case PASCH_EVENT_DOUBLE:
        assert_true(a->owner != 1 - event->side);
        a->offered = true;
        break;
    case PASCH_EVENT_BEAVER:
        a->beaver = true;
        a->cube_log++;
        a->owner = event->side;
        totals.beavers++;
        break;
    case PASCH_EVENT_TAKE:
        a->cube_log++;
        if (!a->beaver)
            a->owner = event->side;
        a->offered = a->beaver = false;
        break;
    case PASCH_EVENT_PASS:
        winner = 1 - event->side;
        points = 1;
        a->offered = a->beaver = false;
        totals.passed++;
        break;
    case PASCH_EVENT_RESIGN:
        a->resigner = event->side;
        a->resignation = event->value;
        break;
    case PASCH_EVENT_ACCEPT:
        winner = 1 - a->resigner;
        points = a->resignation;
        totals.resigned++;
        break;
    case PASCH_EVENT_REJECT: break;
    case PASCH_EVENT_NEXT:
        account_new_game(a);
        if (game->phase == PASCH_PHASE_PLAYING) { /* after a draw */
            assert_int_equal(p->turn, 1 - a->starter);
            a->starter = p->turn;
            if (a->fixed)
                remember(a, p);
        }
        break;
    case PASCH_EVENT_KINDS: break;
    }
    if (winner == NOT_YET) {
        if (p->over && event->kind != PASCH_EVENT_NEXT)
            testing_fail("%s: the game is over too early", t->rules.id);
        return;
    }
    int64_t won = account_close(a, winner, points);
    if (!p->over || p->winner != winner || (winner < 2 && p->points != points) || game->won != won)
        testing_fail("%s: over=%d, winner %d with %d points, %ld in all, not winner %d with %d, %ld", t->rules.id,
                     p->over, p->winner, (int)p->points, (long)game->won, winner, points, (long)won);
}

/* Whether the rules of the cube let `side` double. */
static bool cube_is_open(const struct account *a, const struct pasch_game *game, int side)
{
    int64_t needs = (int64_t)a->terms.length - a->score[side];
    bool dead = a->terms.length && ((int64_t)1 << a->cube_log) >= needs && !a->terms.dead_cube;
    return a->terms.cube && game->phase == PASCH_PHASE_PLAYING && game->position.turn == side && !a->offered &&
           a->fresh && !a->crawford && (a->owner == PASCH_NOBODY || a->owner == side) && !dead && a->cube_log < 39;
}

static void compare(const struct account *a, struct table *t)
{
    const struct pasch_game *game = &t->game;
    const struct pasch_position *p = &game->position;
    bool under_way = game->phase != PASCH_PHASE_BETWEEN && game->phase != PASCH_PHASE_OVER;
    for (int side = 0; side < 2; side++) {
        assert_int_equal(game->score[side], a->score[side]);
        if (may_double(t, side) != cube_is_open(a, game, side))
            testing_fail("%s: %c may double: %d", t->rules.id, side ? 'o' : 'x', may_double(t, side));
    }
    assert_int_equal(game->games, a->games);
    assert_int_equal(game->phase == PASCH_PHASE_OVER, a->over);
    assert_int_equal(p->over, !under_way);
    assert_int_equal(p->crawford, a->crawford);
    assert_int_equal(p->cube_log, a->cube_log);
    assert_int_equal(p->cube_owner, a->owner);
    if (!under_way)
        return;
    assert_int_equal(p->offered, a->offered);
    assert_true(!p->offered || p->turn != p->cube_owner);
    assert_int_equal(p->ply, a->turns);
    assert_int_equal(p->length, a->terms.length);
    assert_int_equal(p->score[0], a->score[0]);
    assert_int_equal(p->score[1], a->score[1]);
    if (pasch_position_check(p, &t->error) != PASCH_OK)
        testing_fail("%s: %s", t->rules.id, t->error.text);
}

/* Events by chance. */

struct temper {
    uint32_t doubles, takes, resigns, accepts, hops; /* of a thousand */
};

static bool chance(struct pasch_rng *rng, uint32_t of_thousand)
{
    return pasch_rng_below(rng, 1000) < of_thousand;
}

static void throw_dice(struct pasch_event *event, struct pasch_rng *rng)
{
    event->die[0] = (uint8_t)(pasch_rng_below(rng, 6) + 1);
    event->die[1] = (uint8_t)(pasch_rng_below(rng, 6) + 1);
}

/* Any play; where men may walk backwards the one that gets on most, or games would be endless. */
static void pick_play(struct table *t, struct pasch_event *event, struct pasch_rng *rng)
{
    const struct pasch_position *p = &t->game.position;
    assert_int_equal(pasch_position_plays(p, &t->plays, NULL), PASCH_OK);
    event->kind = PASCH_EVENT_END;
    if (!t->plays.count)
        return;
    size_t chosen = pasch_rng_below(rng, (uint32_t)t->plays.count);
    for (size_t i = 0; t->rules.backward && i < t->plays.count; i++) {
        const struct pasch_play *play = &t->plays.play[i], *best = &t->plays.play[chosen];
        if (pips_left(&play->board.side[p->turn]) < pips_left(&best->board.side[p->turn]))
            chosen = i;
    }
    event->kind = PASCH_EVENT_PLAY;
    event->hops = t->plays.play[chosen].hops;
    memcpy(event->hop, t->plays.play[chosen].hop, sizeof event->hop);
}

/* Man by man: on, back, or enough. */
static void pick_hop(struct table *t, struct pasch_event *event, struct pasch_rng *rng)
{
    struct pasch_hop hop[PASCH_HOPS * PASCH_HOPS_ROOM];
    int count = pasch_game_hops(&t->game, &t->plays, hop, PASCH_HOPS * PASCH_HOPS_ROOM);
    bool may_end = pasch_game_may_end(&t->game, &t->plays);
    assert_true(count || may_end);
    if (t->game.hops && chance(rng, 150)) {
        event->kind = PASCH_EVENT_UNDO;
    } else if (!count || (may_end && chance(rng, 500))) {
        event->kind = PASCH_EVENT_END;
    } else {
        event->kind = PASCH_EVENT_HOP;
        event->hop[0] = hop[pasch_rng_below(rng, (uint32_t)count)];
        if (chance(rng, 500))
            event->hop[0].number = 0;
    }
}

static struct pasch_event pick_event(struct table *t, const struct temper *temper, struct pasch_rng *rng)
{
    const struct pasch_game *game = &t->game;
    const struct pasch_position *p = &game->position;
    struct pasch_event event = {.kind = PASCH_EVENT_NEXT};
    uint8_t choice[21][2];
    if (game->phase == PASCH_PHASE_BETWEEN)
        return event;
    if (game->phase == PASCH_PHASE_OPENING) {
        event.kind = PASCH_EVENT_OPENING;
        throw_dice(&event, rng);
        return event;
    }
    event.side = (uint8_t)pasch_game_actor(game);
    if (game->phase == PASCH_PHASE_RESIGN) {
        event.kind = chance(rng, temper->accepts) ? PASCH_EVENT_ACCEPT : PASCH_EVENT_REJECT;
        return event;
    }
    if (p->offered) {
        event.kind = chance(rng, temper->takes) ? PASCH_EVENT_TAKE : PASCH_EVENT_PASS;
        if (game->terms.beavers && !game->beaver && chance(rng, 300))
            event.kind = PASCH_EVENT_BEAVER;
        return event;
    }
    if (chance(rng, temper->resigns)) {
        event.kind = PASCH_EVENT_RESIGN;
        event.side = (uint8_t)pasch_rng_below(rng, 2);
        event.value = (int32_t)pasch_rng_below(rng, (uint32_t)pasch_game_resign_most(game, event.side)) + 1;
        return event;
    }
    if (may_double(t, event.side) && chance(rng, temper->doubles)) {
        event.kind = PASCH_EVENT_DOUBLE;
        return event;
    }
    uint32_t n;
    switch (pasch_position_due(p)) {
    case PASCH_DUE_PLAY:
        if (game->hops || chance(rng, temper->hops))
            pick_hop(t, &event, rng);
        else
            pick_play(t, &event, rng);
        break;
    case PASCH_DUE_CHOOSE:
        n = pasch_rng_below(rng, (uint32_t)pasch_position_choices(p, choice));
        event.kind = PASCH_EVENT_CHOOSE;
        memcpy(event.die, choice[n], sizeof event.die);
        break;
    default:
        event.kind = PASCH_EVENT_ROLL;
        throw_dice(&event, rng);
        break;
    }
    return event;
}

/* One match to its end, or so many games of money play. */
static void play_match(struct table *t, const struct pasch_terms *terms, const struct temper *temper,
                       struct pasch_rng *rng)
{
    static struct account account;
    uint32_t money_games = 5;
    size_t game = 0;
    while (strcmp(endings[game].id, t->rules.id) != 0)
        game++;
    begin(t, *terms);
    account_open(&account, game, &t->rules, terms);
    compare(&account, t);
    for (long events = 0; t->game.phase != PASCH_PHASE_OVER; events++) {
        if (!terms->length && !terms->rounds && account.games == money_games)
            break;
        assert_true(events < 3000000);
        struct pasch_event event = pick_event(t, temper, rng);
        int before = t->game.position.turn;
        bool passed = event.kind == PASCH_EVENT_END && t->game.hops == 0;
        happens(t, &event);
        account_event(&account, t, &event, before, passed);
        compare(&account, t);
        totals.events++;
    }
    totals.matches++;
}

static struct temper some_temper(struct pasch_rng *rng, bool short_games)
{
    struct temper temper = {.doubles = pasch_rng_below(rng, 150),
                            .takes = 300 + pasch_rng_below(rng, 600),
                            .resigns = short_games ? 5 : pasch_rng_below(rng, 3) * 3,
                            .accepts = 500,
                            .hops = pasch_rng_below(rng, 3) ? 0 : 100};
    return temper;
}

static const uint32_t lengths[] = {1, 3, 5, 7, 25};
enum { LENGTHS = sizeof lengths / sizeof *lengths };

static void matches_with_the_cube_keep_to_the_rules_of_the_stake(void **state)
{
    struct table *t = *state;
    struct pasch_rng rng;
    pasch_rng_seed(&rng, 1);
    for (size_t i = 0; i < GAMES; i++) {
        if (pasch_game_find(endings[i].id)->cube == PASCH_CUBE_NO)
            continue;
        bool slow = strcmp(endings[i].id, "backwards") == 0;
        for (int n = 0; n < (slow ? LENGTHS * 2 : LENGTHS * 30); n++) {
            take_game(t, endings[i].id);
            set_option(t, "opening", n % 2 ? "split" : "fresh");
            struct pasch_terms terms = match_to(lengths[n % LENGTHS]);
            terms.crawford = chance(&rng, 800);
            terms.dead_cube = chance(&rng, 200);
            terms.swap_roles = t->rules.asymmetric && chance(&rng, 500);
            struct temper temper = some_temper(&rng, slow);
            play_match(t, &terms, &temper, &rng);
        }
    }
}

static void money_play_keeps_to_jacoby_beavers_and_automatic_doubles(void **state)
{
    struct table *t = *state;
    struct pasch_rng rng;
    pasch_rng_seed(&rng, 2);
    for (size_t i = 0; i < GAMES; i++) {
        if (pasch_game_find(endings[i].id)->cube == PASCH_CUBE_NO)
            continue;
        bool slow = strcmp(endings[i].id, "backwards") == 0;
        for (int n = 0; n < (slow ? 8 : 80); n++) {
            take_game(t, endings[i].id);
            struct pasch_terms terms = money();
            terms.jacoby = n & 1;
            terms.beavers = n & 2;
            terms.auto_doubles = (uint8_t)(n & 4 ? n % 7 : 0);
            terms.rounds = n & 8 ? 3 : 0;
            struct temper temper = some_temper(&rng, slow);
            play_match(t, &terms, &temper, &rng);
        }
    }
}

/* The account takes it that a turn begins with a change of sides and before a throw. */
static bool turns_change_sides(const char *id)
{
    return strcmp(id, "gioul") != 0 && strcmp(id, "open-roll") != 0;
}

static void games_without_a_cube_are_played_to_points_and_rounds(void **state)
{
    struct table *t = *state;
    struct pasch_rng rng;
    pasch_rng_seed(&rng, 3);
    for (size_t i = 0; i < GAMES; i++) {
        if (pasch_game_find(endings[i].id)->cube != PASCH_CUBE_NO)
            continue;
        for (int n = 0; n < 60; n++) {
            struct pasch_terms terms = {.crawford = true};
            if (n % 4)
                terms.length = lengths[n % LENGTHS];
            else
                terms.rounds = 1 + pasch_rng_below(&rng, 4);
            take_game(t, endings[i].id);
            if (n % 3 == 0 && turns_change_sides(t->rules.id)) { /* a row of our own, which has the cube */
                t->rules.cube = PASCH_CUBE_YES;
                terms.cube = true;
                terms.jacoby = terms.beavers = !terms.length;
            }
            struct temper temper = some_temper(&rng, false);
            play_match(t, &terms, &temper, &rng);
        }
    }
}

static void short_matches_of_every_game_end_by_play_alone(void **state)
{
    struct table *t = *state;
    struct pasch_rng rng;
    pasch_rng_seed(&rng, 4);
    for (size_t i = 0; i < GAMES; i++) {
        assert_string_equal(pasch_game_at(i)->id, endings[i].id);
        for (int n = 0; n < (strcmp(endings[i].id, "backwards") == 0 ? 1 : 6); n++) {
            struct pasch_terms terms;
            struct temper temper = {0};
            take_game(t, endings[i].id);
            pasch_terms_default(&terms, &t->rules);
            terms.length = 3;
            play_match(t, &terms, &temper, &rng);
        }
    }
    assert_int_equal(GAMES, pasch_game_count());
}

static void all_that_can_happen_has_happened(void **state)
{
    (void)state;
    print_message("%ld matches, %ld games, %ld events; %ld games played out, %ld doubles refused, %ld resigned, "
                  "%ld drawn (%ld dead, %ld repeated, %ld too long), %ld beavers, %ld Crawford games\n",
                  totals.matches, totals.games, totals.events, totals.played, totals.passed, totals.resigned,
                  totals.drawn, totals.dead, totals.repeated, totals.capped, totals.beavers, totals.crawford);
    assert_true(totals.matches > 3000);
    assert_true(totals.played > 1000 && totals.passed > 1000 && totals.resigned > 500);
    assert_true(totals.beavers > 100 && totals.crawford > 200);
    assert_true(totals.drawn > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matches_with_the_cube_keep_to_the_rules_of_the_stake),
        cmocka_unit_test(money_play_keeps_to_jacoby_beavers_and_automatic_doubles),
        cmocka_unit_test(games_without_a_cube_are_played_to_points_and_rounds),
        cmocka_unit_test(short_matches_of_every_game_end_by_play_alone),
        cmocka_unit_test(all_that_can_happen_has_happened),
    };
    return cmocka_run_group_tests(tests, table_open, table_close);
}
