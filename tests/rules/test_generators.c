/* The fast generator against the plain one, which follows the rules word by word: the same plays everywhere, in games
 * by chance and in corners of the rules that games hardly ever reach. */
#include <stdlib.h>
#include <string.h>

#include "testing.h"

enum { PAIRS_AT_LEAST = 1000000, SHOWN = 12 };

/* A row of rules, and how many pairs of a position and a stage it gets. The plain generator tries every order of every
 * hop, so doubles of four moves cost it far more than two numbers do, and most of all where men go both ways. */
static const struct {
    const char *id, *option[2]; /* name=value */
    int mixed, doubles;
} row[] = {
    {"standard", {NULL}, 180000, 24000},
    {"eureka", {NULL}, 100000, 24000},
    {"puff", {NULL}, 120000, 24000},
    {"long-puff", {NULL}, 100000, 24000},
    {"russian-puff", {NULL}, 100000, 20000},
    {"long-russian-puff", {NULL}, 100000, 20000},
    {"french-1", {NULL}, 80000, 16000},
    {"russian", {NULL}, 80000, 16000},
    {"gioul", {NULL}, 100000, 20000},
    {"french-2", {NULL}, 100000, 40000},
    {"acey-deucey", {NULL}, 80000, 16000},
    {"mexican", {NULL}, 120000, 24000},
    {"old-britain", {NULL}, 120000, 24000},
    {"pin", {NULL}, 120000, 24000},
    {"catch-me", {NULL}, 100000, 40000},
    {"doublets", {NULL}, 40000, 20000},
    {"lumbardorum", {NULL}, 100000, 80000},
    {"backwards", {NULL}, 60000, 1500},
    {"straight", {NULL}, 60000, 12000},
    {"fixed-roll", {NULL}, 12000, 2400},
    {"no-hit", {NULL}, 60000, 12000},
    {"open-roll", {NULL}, 12000, 2400},
    {"reversed", {NULL}, 20000, 4000},
    {"snake", {NULL}, 40000, 8000},
    {"double-vs-choice", {NULL}, 12000, 2400},
    {"standard", {"literal_backgammon=1"}, 4000, 800},
    {"pin", {"literal_backgammon=1"}, 4000, 800},
    {"puff", {"tops=2"}, 8000, 16000},
    {"puff", {"bonus=1"}, 4000, 1600},
    {"puff", {"free_after=1"}, 8000, 4000},
    {"long-puff", {"free_after=2"}, 8000, 4000},
    {"russian-puff", {"free_after=none"}, 8000, 4000},
    {"russian-puff", {"free_after=1", "tops=2"}, 8000, 16000},
    {"long-russian-puff", {"free_after=1"}, 8000, 4000},
    {"french-1", {"tops=2", "free_after=2"}, 8000, 16000},
    {"russian", {"free_after=1"}, 8000, 4000},
    {"russian", {"free_after=2", "bonus=0"}, 8000, 4000},
    {"doublets", {"unit=man"}, 20000, 12000},
    {"lumbardorum", {"single_steps=facing"}, 20000, 16000},
    {"lumbardorum", {"double_moves=1"}, 8000, 16000},
    {"lumbardorum", {"single_steps=facing", "double_moves=1"}, 8000, 16000},
};

/* What a run over one row needs. */
struct run {
    struct pasch_rules rules;
    struct pasch_rng rng;
    struct pasch_plays fast, plain, room;
    uint32_t *slot;                /* finds boards of `plain`: its number + 1 */
    struct pasch_position walking; /* the game by chance */
    int steps;
    uint64_t pairs, none, part, ends; /* without a play, played in part only, with an end of the game */
};

static uint32_t chance(struct run *run, int below)
{
    return pasch_rng_below(&run->rng, (uint32_t)below);
}

/* Telling what went wrong. */

static void text_of(const struct run *run, const struct pasch_board *board, int me, const struct pasch_stage *stage,
                    char out[PASCH_PPN_ROOM])
{
    struct pasch_position p;
    pasch_position_start(&p, &run->rules);
    p.board = *board;
    p.turn = (uint8_t)me;
    if (stage) {
        p.stages = 1;
        p.stage[0] = *stage;
    }
    pasch_ppn_write(&p, out);
}

/* A last man may be borne off with one number or, going down first, with two: it is the same end of the game. */
static bool same_end(const struct pasch_play *a, const struct pasch_play *b)
{
    return a->over == b->over && a->full == b->full && (a->over || a->hops == b->hops);
}

static bool has_board(const struct pasch_plays *plays, const struct pasch_play *wanted)
{
    for (size_t i = 0; i < plays->count; i++) {
        const struct pasch_play *play = &plays->play[i];
        if (memcmp(&play->board, &wanted->board, sizeof play->board) == 0)
            return same_end(play, wanted);
    }
    return false;
}

static void tell_missing(const struct run *run, int me, const char *name, const struct pasch_plays *has,
                         const struct pasch_plays *lacks)
{
    char text[PASCH_PPN_ROOM], move[PASCH_MOVE_ROOM];
    int shown = 0;
    for (size_t i = 0; i < has->count && shown < SHOWN; i++) {
        const struct pasch_play *play = &has->play[i];
        if (has_board(lacks, play))
            continue;
        text_of(run, &play->board, me, NULL, text);
        pasch_move_write(&run->rules, play, move);
        print_error("  only %s: %s (%s, hops %d, full %d, over %d)\n", name, text, move, play->hops, play->full,
                    play->over);
        shown++;
    }
}

static void tell(const struct run *run, const struct pasch_board *board, int me, const struct pasch_stage *stage,
                 const char *what)
{
    char text[PASCH_PPN_ROOM];
    text_of(run, board, me, stage, text);
    print_error("%s\n  with %d%d: %s; fast %zu plays, plain %zu\n", text, stage->die[0], stage->die[1], what,
                run->fast.count, run->plain.count);
    tell_missing(run, me, "fast", &run->fast, &run->plain);
    tell_missing(run, me, "plain", &run->plain, &run->fast);
    testing_fail("%s with %d%d: %s", text, stage->die[0], stage->die[1], what);
}

/* Comparing. */

static uint32_t hash(const struct pasch_board *board)
{
    uint64_t word[sizeof *board / sizeof(uint64_t)], sum = 0;
    memcpy(word, board, sizeof *board);
    for (size_t i = 0; i < sizeof word / sizeof *word; i++)
        sum = (sum + word[i]) * 0xff51afd7ed558ccdu, sum ^= sum >> 31;
    return (uint32_t)(sum >> 32);
}

/* Whether both lists hold the same plays, none twice. NULL if so, else what is wrong. */
static const char *difference(struct run *run)
{
    const struct pasch_plays *fast = &run->fast, *plain = &run->plain;
    uint32_t size = 16;
    while (size < 2 * plain->count)
        size *= 2;
    memset(run->slot, 0, size * sizeof *run->slot);
    for (size_t i = 0; i < plain->count; i++) {
        uint32_t at = hash(&plain->play[i].board) & (size - 1);
        for (; run->slot[at]; at = (at + 1) & (size - 1)) {
            if (memcmp(&plain->play[run->slot[at] - 1].board, &plain->play[i].board, sizeof(struct pasch_board)) == 0)
                return "the plain generator gives a board twice";
        }
        run->slot[at] = (uint32_t)i + 1;
    }
    for (size_t i = 0; i < fast->count; i++) {
        const struct pasch_play *play = &fast->play[i], *other = NULL;
        uint32_t at = hash(&play->board) & (size - 1);
        for (; run->slot[at] && !other; at = (at + 1) & (size - 1)) {
            const struct pasch_play *here = &plain->play[(run->slot[at] & 0x7fffffff) - 1];
            if (memcmp(&here->board, &play->board, sizeof play->board) == 0) {
                other = here;
                if (run->slot[at] >> 31)
                    return "the fast generator gives a board twice";
                run->slot[at] |= 0x80000000;
            }
        }
        if (!other)
            return "the fast generator has a play too many";
        if (!same_end(play, other))
            return "the generators differ in how a play ends";
    }
    return fast->count == plain->count ? NULL : "the fast generator lacks a play";
}

/* Whether a play's hops, made one by one, lead to its board; `strictly`: each is offered at its turn, with a number
 * that the stage has. */
static bool hops_lead_there(const struct run *run, const struct pasch_board *board, int me,
                            const struct pasch_stage *stage, const struct pasch_play *play, bool strictly)
{
    struct pasch_board now = *board;
    int number[PASCH_HOPS], numbers = strictly ? pasch_moves_numbers(&run->rules, board, me, stage, number) : 0;
    for (int i = 0; i < play->hops; i++) {
        struct pasch_hop made = play->hop[i], offer[PASCH_HOPS_ROOM];
        made.hit = 0;
        if (strictly) {
            int n = 0, o = 0, offers = pasch_moves_hops(&run->rules, &now, me, made.number, offer);
            while (n < numbers && number[n] != made.number)
                n++;
            while (o < offers && !(offer[o].from == made.from && offer[o].to == made.to))
                o++;
            if (n == numbers || o == offers)
                return false;
            number[n] = 0;
        }
        pasch_moves_make(&run->rules, &now, me, &made);
        if (made.hit != play->hop[i].hit)
            return false;
    }
    return memcmp(&now, &play->board, sizeof now) == 0;
}

/* The duty rules once more. Both generators leave them to the same code, so here every sequence of hops is followed to
 * its end, and the duty is read off what comes out. */

enum { WAYS = 4096 };

struct ways {
    const struct run *run;
    int me;
    struct pasch_play way[WAYS]; /* boards at which no number left can be played; hop[0].number was the first */
    int count;
};

static void follow(struct ways *w, const struct pasch_play *so_far, const int *number, int numbers)
{
    const struct pasch_rules *rules = &w->run->rules;
    bool goes_on = false;
    for (int n = 0; n < numbers && !so_far->over; n++) {
        if (n && (number[n] == number[n - 1] || rules->duty == PASCH_DUTY_LOW))
            continue;
        int left[PASCH_HOPS] = {0};
        for (int i = 0, k = 0; i < numbers; i++) {
            if (i != n)
                left[k++] = number[i];
        }
        struct pasch_hop hop[PASCH_HOPS_ROOM];
        int hops = pasch_moves_hops(rules, &so_far->board, w->me, number[n], hop);
        goes_on |= hops > 0;
        for (int i = 0; i < hops && w->count < WAYS; i++) {
            struct pasch_play next = *so_far;
            pasch_moves_make(rules, &next.board, w->me, &hop[i]);
            next.hop[next.hops++] = hop[i];
            const struct pasch_side *mine = &next.board.side[w->me], *other = &next.board.side[1 - w->me];
            int men = pasch_rules_men(rules);
            next.over = mine->men[PASCH_OFF] == men || other->men[PASCH_OFF] == men ||
                        (rules->end == PASCH_END_HOME_WINS && mine->men[1] == men);
            follow(w, &next, left, numbers - 1);
        }
    }
    if (goes_on || !so_far->hops)
        return;
    for (int i = 0; i < w->count; i++) {
        const struct pasch_play *known = &w->way[i];
        if (known->hops == so_far->hops && known->hop[0].number == so_far->hop[0].number &&
            memcmp(&known->board, &so_far->board, sizeof known->board) == 0)
            return;
    }
    if (w->count < WAYS)
        w->way[w->count++] = *so_far;
}

static bool duty_allows(const struct ways *w, const struct pasch_play *way, int numbers, int high)
{
    int longest = 0;
    bool with_high = false;
    for (int i = 0; i < w->count; i++) {
        longest = w->way[i].hops > longest ? w->way[i].hops : longest;
        with_high |= w->way[i].hops == 1 && w->way[i].hop[0].number == high;
    }
    if (way->over) /* C-1 */
        return true;
    switch (w->run->rules.duty) {
    case PASCH_DUTY_ALL: return way->hops == numbers;
    case PASCH_DUTY_HIGHER:
        if (longest == 1 && numbers == 2 && with_high)
            return way->hop[0].number == high;
        break;
    default: break;
    }
    return way->hops == longest;
}

static const char *wrong_duty(const struct run *run, const struct pasch_board *board, int me,
                              const struct pasch_stage *stage)
{
    static struct ways w;
    int number[PASCH_HOPS], numbers = pasch_moves_numbers(&run->rules, board, me, stage, number);
    int high = numbers && number[0] > number[numbers - 1] ? number[0] : number[numbers ? numbers - 1 : 0];
    struct pasch_play nothing = {.board = *board};
    w.run = run;
    w.me = me;
    w.count = 0;
    if (numbers)
        follow(&w, &nothing, number, numbers);
    if (w.count == WAYS) /* too many to follow */
        return NULL;
    size_t found = 0;
    for (int i = 0; i < w.count; i++) {
        const struct pasch_play *way = &w.way[i];
        if (!duty_allows(&w, way, numbers, high))
            continue;
        size_t p = 0;
        while (p < run->fast.count && memcmp(&run->fast.play[p].board, &way->board, sizeof way->board) != 0)
            p++;
        if (p == run->fast.count)
            return "a play that the duty allows is missing";
        const struct pasch_play *play = &run->fast.play[p];
        if (play->full != (way->over || way->hops == numbers))
            return "a play is called full that is not, or the other way round";
        bool first = true; /* of this board */
        for (int k = 0; k < i; k++)
            first &= !(duty_allows(&w, &w.way[k], numbers, high) &&
                       memcmp(&w.way[k].board, &way->board, sizeof way->board) == 0);
        found += first;
    }
    return found == run->fast.count ? NULL : "a play breaks the duty rules";
}

static void check_pair(struct run *run, const struct pasch_board *board, int me, const struct pasch_stage *stage)
{
    if (pasch_moves(&run->rules, board, me, stage, &run->fast) != PASCH_OK ||
        pasch_moves_plain(&run->rules, board, me, stage, &run->plain) != PASCH_OK)
        tell(run, board, me, stage, "there was no room for the plays");
    const char *wrong = difference(run);
    if (wrong)
        tell(run, board, me, stage, wrong);
    if (pasch_moves_any(&run->rules, board, me, stage) != (run->fast.count > 0))
        tell(run, board, me, stage, "pasch_moves_any says otherwise");
    bool strictly = run->pairs++ % 8 == 0, ends = false;
    run->none += run->fast.count == 0;
    run->part += run->fast.count && !run->fast.play[0].full;
    for (size_t i = 0; i < run->fast.count; i++) {
        ends |= run->fast.play[i].over;
        if (!hops_lead_there(run, board, me, stage, &run->fast.play[i], strictly))
            tell(run, board, me, stage, "the hops of a fast play do not lead to its board");
    }
    run->ends += ends;
    if (!run->rules.towers && run->pairs % 16 == 0 && run->fast.count < 200) {
        wrong = wrong_duty(run, board, me, stage);
        if (wrong)
            tell(run, board, me, stage, wrong);
    }
    for (size_t i = 0; strictly && i < run->plain.count; i++) {
        if (!hops_lead_there(run, board, me, stage, &run->plain.play[i], strictly))
            tell(run, board, me, stage, "the hops of a plain play do not lead to its board");
    }
}

/* Positions. */

/* The next position of games by chance in which dice are to be played. */
static void walk(struct run *run, struct pasch_position *p)
{
    do {
        if (!run->steps || run->walking.over || run->steps > 400) {
            pasch_position_start(&run->walking, &run->rules);
            run->walking.turn = (uint8_t)chance(run, 2);
            run->steps = 0;
        } else {
            testing_step(&run->walking, &run->rng, &run->room);
        }
        run->steps++;
    } while (pasch_position_due(&run->walking) != PASCH_DUE_PLAY);
    *p = run->walking;
}

static bool is_taken(const struct run *run, const struct pasch_board *board, int who, int point)
{
    int facing = pasch_rules_facing(&run->rules, point);
    bool meets = facing && board->side[1 - who].men[facing];
    if (run->rules.contact == PASCH_CONTACT_FACING && point == 1)
        meets = false;
    return meets;
}

static int limit(const struct run *run, int point)
{
    const struct pasch_rules *rules = &run->rules;
    if (rules->contact == PASCH_CONTACT_CAPTURE || rules->single >> point & 1 || (rules->no_overtaking && point > 1))
        return 1;
    return rules->stack ? rules->stack : PASCH_HAND;
}

/* Puts up to `men` men on one point between `low` and `high`, as far as there is room; returns how many. */
static int put(struct run *run, struct pasch_board *board, int who, int low, int high, int men)
{
    int point = low + (int)chance(run, high - low + 1), room = limit(run, point) - board->side[who].men[point];
    if (is_taken(run, board, who, point))
        return 0;
    if (men > room)
        men = room > 0 ? room : 0;
    board->side[who].men[point] = (uint8_t)(board->side[who].men[point] + men);
    return men;
}

enum corner { CLOSED_ENTRY, BEAR_OFF, FULL_STACKS, CORNERS };

static void fill(struct run *run, struct pasch_board *board, int who, enum corner corner)
{
    const struct pasch_rules *rules = &run->rules;
    struct pasch_side *side = &board->side[who];
    int points = pasch_rules_points(rules), left = pasch_rules_men(rules);
    bool bar = rules->contact == PASCH_CONTACT_HIT || rules->contact == PASCH_CONTACT_FACING;
    bool hand = rules->start[0][PASCH_HAND] > 0;
    int entry_low = rules->facing == PASCH_FACING_SAME ? points - 5 : 1, out = 0;
    if (corner == CLOSED_ENTRY && (bar || hand)) {
        out = (int)chance(run, left);
        side->men[bar && (!hand || chance(run, 2)) ? PASCH_BAR : PASCH_HAND] = (uint8_t)out;
        left -= out;
    }
    if (corner == BEAR_OFF && rules->bear_off != PASCH_BEAR_OFF_NEVER) {
        out = (int)chance(run, left);
        side->men[PASCH_OFF] = (uint8_t)out;
        left -= out;
    }
    for (int tries = 0; left > 0 && tries < 200; tries++) {
        int low = 1, high = points, men = 1 + (int)chance(run, 3);
        if (corner == CLOSED_ENTRY && tries < 8) { /* where the other side enters */
            low = entry_low;
            high = entry_low + 5;
            men = 2;
        } else if (corner == BEAR_OFF && (tries > 1 || chance(run, 3))) {
            high = 6;
        } else if (corner == FULL_STACKS) {
            men = rules->stack ? rules->stack : 2 + (int)chance(run, 6);
        }
        left -= put(run, board, who, low, high, men < left ? men : left);
    }
}

/* A corner, made so that the sides do not get in each other's way. False if it came out as no legal position. */
static bool corner(struct run *run, struct pasch_position *p)
{
    pasch_position_start(p, &run->rules);
    if (run->rules.towers)
        return testing_random_position(p, &run->rules, &run->rng);
    memset(&p->board, 0, sizeof p->board);
    p->turn = (uint8_t)chance(run, 2);
    int first = (int)chance(run, 2);
    fill(run, &p->board, first, (enum corner)chance(run, CORNERS));
    fill(run, &p->board, 1 - first, (enum corner)chance(run, CORNERS));
    if (run->rules.contact == PASCH_CONTACT_PIN) { /* hold some lone men down */
        for (int point = 1; point <= PASCH_POINTS; point++) {
            int facing = pasch_rules_facing(&run->rules, point), who = (int)chance(run, 2);
            struct pasch_side *under = &p->board.side[who], *above = &p->board.side[1 - who];
            int most = 0;
            for (int q = 1; q <= PASCH_POINTS; q++)
                most = above->men[q] > above->men[most] || !most ? q : most;
            if (under->men[point] == 1 && above->men[most] > 1 && most != facing && chance(run, 2)) {
                above->men[most]--;
                above->men[facing]++;
                under->marks |= 1u << point;
            }
        }
    }
    return pasch_position_check(p, NULL) == PASCH_OK;
}

static void some_position(struct run *run, struct pasch_position *p)
{
    uint32_t kind = chance(run, 4);
    if (kind < 2) {
        walk(run, p);
        return;
    }
    for (int tries = 0; tries < 50; tries++) {
        if (kind == 2 ? corner(run, p) : testing_random_position(p, &run->rules, &run->rng))
            return;
    }
    walk(run, p);
}

static void start_run(struct run *run, size_t r)
{
    run->rules = *pasch_game_find(row[r].id);
    for (int i = 0; i < 2 && row[r].option[i]; i++) {
        char name[40];
        struct pasch_error error;
        snprintf(name, sizeof name, "%s", row[r].option[i]);
        char *value = strchr(name, '=');
        *value++ = 0;
        if (pasch_rules_set(&run->rules, name, value, &error) != PASCH_OK)
            testing_fail("%s %s: %s", row[r].id, row[r].option[i], error.text);
    }
    pasch_rng_seed(&run->rng, 1000 + r);
    run->steps = 0;
    run->pairs = run->none = run->part = run->ends = 0;
}

static void check_row(struct run *run, size_t r)
{
    start_run(run, r);
    int mixed = row[r].mixed, doubles = row[r].doubles;
    while (mixed > 0 || doubles > 0) {
        struct pasch_position p;
        some_position(run, &p);
        /* The stage that is due, and three more for the same men. */
        for (int i = 0; i < 4; i++) {
            struct pasch_stage stage = {PASCH_STAGE_MOVES,
                                        {(uint8_t)(chance(run, 6) + 1), (uint8_t)(chance(run, 6) + 1)}};
            if (i == 0 && pasch_position_due(&p) == PASCH_DUE_PLAY)
                stage = p.stage[0];
            int *left = stage.die[0] == stage.die[1] ? &doubles : &mixed;
            if (*left <= 0)
                continue;
            --*left;
            check_pair(run, &p.board, p.turn, &stage);
        }
    }
}

static void both_generators_give_the_same_plays_in_every_game(void **state)
{
    (void)state;
    struct run run = {.fast = testing_plays(), .plain = testing_plays(), .room = testing_plays()};
    run.slot = calloc(2 * PASCH_PLAYS_ROOM, sizeof *run.slot);
    uint64_t total = 0;
    bool played[64] = {false};
    for (size_t r = 0; r < sizeof row / sizeof *row; r++) {
        check_row(&run, r);
        total += run.pairs;
        char name[80];
        snprintf(name, sizeof name, "%s %s %s", row[r].id, row[r].option[0] ? row[r].option[0] : "",
                 row[r].option[1] ? row[r].option[1] : "");
        print_message("%-52s %7llu pairs: %6llu without a play, %6llu in part, %6llu ends\n", name,
                      (unsigned long long)run.pairs, (unsigned long long)run.none, (unsigned long long)run.part,
                      (unsigned long long)run.ends);
        for (size_t g = 0; g < pasch_game_count(); g++)
            played[g] |= pasch_game_at(g) == pasch_game_find(row[r].id);
    }
    for (size_t g = 0; g < pasch_game_count(); g++)
        assert_true(played[g]);
    print_message("%llu pairs in all\n", (unsigned long long)total);
    assert_true(total >= PAIRS_AT_LEAST);
    free(run.slot);
    testing_plays_free(&run.fast);
    testing_plays_free(&run.plain);
    testing_plays_free(&run.room);
}

/* A 4 takes the man off, and then the 1 is closed; 4/3/off plays both and leaves the same men. */
static void where_a_short_and_a_long_way_lead_to_the_same_men_both_numbers_are_played(void **state)
{
    (void)state;
    struct pasch_plays plays = testing_plays();
    struct pasch_position position = testing_position("standard 4:1,3:4 23:2,7:2 x 41");
    for (int plain = 0; plain < 2; plain++) {
        (plain ? pasch_moves_plain : pasch_moves)(position.rules, &position.board, PASCH_X, &position.stage[0], &plays);
        assert_int_equal(plays.count, 1);
        assert_int_equal(plays.play[0].hops, 2);
        assert_true(plays.play[0].full);
    }
    testing_plays_free(&plays);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(where_a_short_and_a_long_way_lead_to_the_same_men_both_numbers_are_played),
        cmocka_unit_test(both_generators_give_the_same_plays_in_every_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
