/* GNU Backgammon, asked over its socket as in a duel, answers as it did when it was asked in its own words: cube, score
 * and who owns what are told to it rightly. Skipped where there is none. */
#include <math.h>
#include <unistd.h>

#include "cli/duel/gnubg_peer.h"
#include "search/peers.h"

enum { PLIES = 2 };

struct asked {
    struct gnubg_peer *peer[2]; /* without Jacoby's rule, and with it */
    int each;                   /* so many lines further */
    int questions, different;
};

/* Length and score are those of the line as far as they matter: what each side needs. */
static struct pasch_position position_of(const struct peer *peer)
{
    struct pasch_position p = peer->position;
    const struct pasch_cube *cube = &peer->cube;
    p.cube_log = cube->log;
    p.cube_owner = cube->owner == PASCH_CUBE_MINE ? p.turn : PASCH_NOBODY;
    p.jacoby = cube->jacoby;
    if (cube->met) {
        p.length = (uint32_t)(cube->away[0] > cube->away[1] ? cube->away[0] : cube->away[1]);
        p.score[p.turn] = p.length - (uint32_t)cube->away[0];
        p.score[1 - p.turn] = p.length - (uint32_t)cube->away[1];
        p.crawford = cube->crawford;
    }
    return p;
}

/* Where both answers cost the same, either will do. */
static void compare(struct asked *asked, bool yes, bool wanted, double costs)
{
    asked->questions++;
    asked->different += yes != wanted && fabs(costs) > 1e-4;
}

static void ask(const struct peer *row, void *context)
{
    struct asked *asked = context;
    struct pasch_position p = position_of(row);
    struct gnubg_peer *peer = asked->peer[p.jacoby];
    double doubled = fmin(row->double_take, row->double_pass);
    char why[GNUBG_WHY];
    bool yes;
    if (row->number % asked->each)
        return;
    if (!gnubg_peer_doubles(peer, &p, &yes, why))
        testing_fail("line %d: %s", row->number, why);
    compare(asked, yes, doubled > row->no_double, doubled - row->no_double);
    p.offered = true;
    p.turn = (uint8_t)(1 - p.turn);
    if (!gnubg_peer_takes(peer, &p, &yes, why))
        testing_fail("line %d: %s", row->number, why);
    compare(asked, yes, row->double_take <= row->double_pass, row->double_take - row->double_pass);
}

static void cube_decisions_are_its_own(void **state)
{
    (void)state;
    struct asked asked = {.each = 10};
    struct pasch_met met;
    char why[GNUBG_WHY];
    if (access("/usr/games/gnubg", X_OK) != 0)
        skip();
    pasch_met_make(&met);
    for (int jacoby = 0; jacoby < 2; jacoby++) {
        struct pasch_terms terms = {.cube = true, .jacoby = jacoby};
        asked.peer[jacoby] = gnubg_peer_start(PLIES, &terms, why);
        if (!asked.peer[jacoby])
            testing_fail("%s", why);
    }
    peers_read(&met, ask, &asked);
    for (int jacoby = 0; jacoby < 2; jacoby++)
        gnubg_peer_stop(asked.peer[jacoby]);
    print_message("%d questions, %d answered differently\n", asked.questions, asked.different);
    assert_int_equal(asked.different, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(cube_decisions_are_its_own)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
