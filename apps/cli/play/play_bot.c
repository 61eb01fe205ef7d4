/* The players of a session that are no people. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "cli/play/play.h"

/* So long a person waits without being told why. */
enum { PATIENCE_MS = 300 };

static char thought[] = "x thinks...";
static volatile sig_atomic_t thought_told;

static void tell_thought(int number)
{
    (void)number;
    thought_told = write(STDOUT_FILENO, thought, sizeof thought - 1) > 0;
}

static void set_alarm(int milliseconds)
{
    struct itimerval timer = {.it_value.tv_usec = 1000 * milliseconds};
    setitimer(ITIMER_REAL, &timer, NULL);
}

static void begin_thinking(int side)
{
    if (!isatty(STDOUT_FILENO))
        return;
    struct sigaction action = {.sa_handler = tell_thought, .sa_flags = SA_RESTART};
    fflush(stdout);
    thought[0] = side == PASCH_X ? 'x' : 'o';
    thought_told = 0;
    sigaction(SIGALRM, &action, NULL);
    set_alarm(PATIENCE_MS);
}

static void end_thinking(void)
{
    set_alarm(0);
    if (thought_told) /* what was said is wiped out again */
        printf("\r%*s\r", (int)sizeof thought - 1, "");
    thought_told = 0;
}

bool session_is_person(const struct session *s, int side)
{
    return !s->seat[side].bot && !s->seat[side].level;
}

struct advice *session_advice(struct session *s, struct pasch_error *error)
{
    if (!s->advice.search) {
        struct pasch_search *search = thinkers_find(&s->thinkers, &s->setup.rules, error);
        if (!search)
            return NULL;
        advice_open(&s->advice, search, thinkers_evaluator(&s->thinkers, &s->setup.rules), &s->setup.terms);
    }
    return &s->advice;
}

/* "level:3" */
static const struct pasch_level *find_level(const char *player)
{
    static const char prefix[] = "level:";
    long number = 0;
    if (strncmp(player, prefix, sizeof prefix - 1) == 0)
        cli_number(player + sizeof prefix - 1, 1, PASCH_LEVELS, &number);
    return pasch_level_at((int)number);
}

/* Where a game cannot be thought about, the simple bot sits down instead. */
static int seat_level(struct session *s, int side, const struct pasch_level *level)
{
    struct seat *seat = &s->seat[side];
    struct pasch_error error;
    struct advice *advice = session_advice(s, &error);
    if (!advice) {
        s->no_level = error;
        seat->bot = bot_find("greedy");
        snprintf(s->setup.player[side], PLAYER_ROOM, "%s", seat->bot->name);
        return EXIT_FINE;
    }
    seat->level = level;
    seat->mind = pasch_mind_create(level, advice->search, &s->setup.terms);
    if (seat->mind)
        return EXIT_FINE;
    fprintf(stderr, "pasch play: out of memory\n");
    return EXIT_NO;
}

int session_seat(struct session *s)
{
    int status = EXIT_FINE;
    for (int side = 0; side < 2 && status == EXIT_FINE; side++) {
        const char *player = s->setup.player[side];
        const struct pasch_level *level = find_level(player);
        s->seat[side].bot = bot_find(player);
        if (level)
            status = seat_level(s, side, level);
        else if (!s->seat[side].bot && strcmp(player, "human") != 0)
            status = cli_usage(&command_play, "a player is human, random, greedy or level:1 to level:%d, not '%s'",
                               PASCH_LEVELS, player);
    }
    s->turn_board = session_is_person(s, PASCH_X) && session_is_person(s, PASCH_O);
    return status;
}

/* A number that goes with the seed of the dice but tells nothing of them; the same after resuming. */
static uint64_t chance(const struct session *s, uint64_t number)
{
    struct pasch_rng rng;
    pasch_rng_seed(&rng, s->bot_seed ^ (number + 1) * 0x9e3779b97f4a7c15u);
    return pasch_rng_next(&rng);
}

static void simple_play(struct session *s, const struct bot *bot, struct pasch_rng *rng, struct pasch_event *event)
{
    const struct pasch_position *p = &s->game.position;
    event->kind = PASCH_EVENT_END;
    if (pasch_position_plays(p, &s->plays, NULL) != PASCH_OK || !s->plays.count)
        return;
    const struct pasch_play *play = &s->plays.play[bot->play(p, &s->plays, rng)];
    event->kind = PASCH_EVENT_PLAY;
    event->hops = play->hops;
    memcpy(event->hop, play->hop, sizeof event->hop);
}

/* What pasch_mind_act does, by a simple bot. */
static void simple_act(struct session *s, const struct bot *bot, struct pasch_event *event)
{
    const struct pasch_position *p = &s->game.position;
    struct pasch_rng rng;
    pasch_rng_seed(&rng, chance(s, s->record.events));
    *event = (struct pasch_event){.kind = PASCH_EVENT_ROLL, .side = (uint8_t)pasch_game_actor(&s->game)};
    if (s->game.phase == PASCH_PHASE_RESIGN) {
        event->kind = PASCH_EVENT_ACCEPT;
        return;
    }
    switch (pasch_position_due(p)) {
    case PASCH_DUE_ANSWER: event->kind = bot->takes(p) ? PASCH_EVENT_TAKE : PASCH_EVENT_PASS; break;
    case PASCH_DUE_PLAY: simple_play(s, bot, &rng, event); break;
    case PASCH_DUE_CHOOSE: {
        uint8_t choice[21][2];
        int count = pasch_position_choices(p, choice), n = bot->choose(p, choice, count, &s->plays, &rng);
        event->kind = PASCH_EVENT_CHOOSE;
        memcpy(event->die, choice[n], sizeof event->die);
        break;
    }
    default: break;
    }
}

static bool level_act(struct session *s, struct seat *seat, struct pasch_event *event)
{
    struct pasch_error error;
    int side = pasch_game_actor(&s->game);
    if (seat->begun != s->game.games + 1) {
        seat->begun = s->game.games + 1;
        pasch_mind_begin(seat->mind, chance(s, 2 * (uint64_t)s->game.games + (uint64_t)side));
    }
    begin_thinking(side);
    enum pasch_status status = pasch_mind_act(seat->mind, &s->game, &s->plays, event, &error);
    end_thinking();
    if (status != PASCH_OK)
        session_say(&error);
    return status == PASCH_OK;
}

bool session_bot(struct session *s, struct pasch_event *event)
{
    struct seat *seat = &s->seat[pasch_game_actor(&s->game)];
    if (seat->mind)
        return level_act(s, seat, event);
    simple_act(s, seat->bot, event);
    return true;
}
