#include "search/met.h"

#include "../../data/met/kazaross-xg2.def"

enum { KAZAROSS = 25 };

/* Beyond Kazaross-XG2 the table is computed score by score, as Keith and Tornberg do: each game is even, and what it is
 * worth with the cube in the middle follows from the scores to which it can lead. The cube is not perfectly efficient
 * here, but as efficient as anywhere else in contact.
 *
 * The share of gammons is chosen so that one such step from Kazaross-XG2's own smaller scores meets its entries for 16
 * to 25 points best: 0.0001 root mean square, 0.0006 at most. */
static const struct pasch_probs even_game = {0.5f, 0.14f, 0.005f, 0.14f, 0.005f};
static const float even_efficiency = 0.68f;

/* The share of gammons in the games of a trailer that doubles at once: with 0.3 both the row after the Crawford game
 * and the Crawford game's go on as they end, falling to 0.6 of themselves every two points. */
static const double trailer_gammons = 0.3;

static int clamp(int value, int least, int most)
{
    return value < least ? least : value > most ? most : value;
}

double pasch_met_chance(const struct pasch_met *met, int away, int opponent, bool post)
{
    if (away <= 0)
        return 1;
    if (opponent <= 0)
        return 0;
    away = clamp(away, 1, PASCH_MET_AWAY);
    opponent = clamp(opponent, 1, PASCH_MET_AWAY);
    if (post && opponent == 1)
        return met->post[away];
    if (post && away == 1)
        return 1 - met->post[opponent];
    return met->pre[away][opponent];
}

/* `a` is the trailer. */
static void set_pre(struct pasch_met *met, int a, int b, double chance)
{
    met->pre[a][b] = chance;
    met->pre[b][a] = 1 - chance;
}

static double trailer(const struct pasch_met *met, int single, int gammon)
{
    return 0.5 * ((1 - trailer_gammons) * met->post[single] + trailer_gammons * met->post[gammon]);
}

/* The cube is at 1 and in the middle; only smaller scores of `met` are looked at. */
static double even_chance(const struct pasch_met *met, int a, int b)
{
    struct pasch_cube cube = {.met = met, .away = {a, b}};
    struct pasch_ladder ladder;
    float hold[PASCH_LADDER_STATES];
    pasch_ladder_make(&ladder, &cube);
    pasch_ladder_leaf(&ladder, 0, &even_game, even_efficiency, hold);
    return pasch_cube_mwc(&cube, hold[0]);
}

static void copy_kazaross(struct pasch_met *met)
{
    for (int a = 1; a <= KAZAROSS; a++) {
        met->post[a] = kazaross_post[a - 1];
        for (int b = 1; b <= KAZAROSS; b++)
            met->pre[a][b] = kazaross_pre[a - 1][b - 1];
    }
}

void pasch_met_make(struct pasch_met *met)
{
    *met = (struct pasch_met){0};
    copy_kazaross(met);
    for (int a = KAZAROSS + 1; a <= PASCH_MET_AWAY; a++) {
        met->post[a] = trailer(met, a - 2, a - 4);      /* the cube is at 2 at once */
        set_pre(met, a, 1, trailer(met, a - 1, a - 2)); /* no cube */
        for (int b = 2; b < a; b++)
            set_pre(met, a, b, even_chance(met, a, b));
        met->pre[a][a] = 0.5;
    }
}

void pasch_met_make_cubeless(struct pasch_met *met, double gammons, double backgammons)
{
    const double share[3] = {1 - gammons, gammons - backgammons, backgammons};
    *met = (struct pasch_met){0};
    for (int a = 1; a <= PASCH_MET_AWAY; a++) {
        for (int b = 1; b < a; b++) {
            double chance = 0;
            for (int n = 0; n < 3; n++)
                chance += 0.5 * share[n] *
                          (pasch_met_chance(met, a - n - 1, b, false) + pasch_met_chance(met, a, b - n - 1, false));
            set_pre(met, a, b, chance);
        }
        met->pre[a][a] = 0.5;
        met->post[a] = met->pre[a][1];
    }
}

void met_outcomes(const struct pasch_cube *cube, int log, double win[3], double lose[3])
{
    int stake = 1 << clamp(log, 0, PASCH_LADDER_LEVELS); /* more wins every match as well */
    int mine = cube->away[0], theirs = cube->away[1];
    bool post = cube->crawford || cube->no_crawford || mine == 1 || theirs == 1;
    for (int n = 0; n < 3; n++) {
        win[n] = pasch_met_chance(cube->met, mine - (n + 1) * stake, theirs, post);
        lose[n] = pasch_met_chance(cube->met, mine, theirs - (n + 1) * stake, post);
    }
}

void met_scale(const struct pasch_cube *cube, double *middle, double *half)
{
    double win[3], lose[3];
    met_outcomes(cube, cube->log, win, lose);
    *middle = (win[0] + lose[0]) / 2;
    *half = (win[0] - lose[0]) / 2;
}

double pasch_cube_mwc(const struct pasch_cube *cube, float equity)
{
    double middle, half;
    met_scale(cube, &middle, &half);
    return middle + half * (double)equity;
}

float pasch_cube_equity(const struct pasch_cube *cube, double mwc)
{
    double middle, half;
    met_scale(cube, &middle, &half);
    return (float)((mwc - middle) / half);
}

void pasch_cube_gammon_values(const struct pasch_cube *cube, struct pasch_gammon_values *out)
{
    float value = cube->jacoby && cube->owner == PASCH_CUBE_CENTRED ? 0 : 0.5f;
    *out = (struct pasch_gammon_values){value, value, value, value};
    if (!cube->met)
        return;
    double win[3], lose[3];
    met_outcomes(cube, cube->log, win, lose);
    double range = win[0] - lose[0];
    out->win_gammon = (float)((win[1] - win[0]) / range);
    out->win_backgammon = (float)((win[2] - win[1]) / range);
    out->lose_gammon = (float)((lose[0] - lose[1]) / range);
    out->lose_backgammon = (float)((lose[1] - lose[2]) / range);
}

/* For the search the score is as far as the table goes. */
static int points_needed(const struct pasch_position *position, int side)
{
    uint32_t score = position->score[side], length = position->length;
    uint32_t away = score < length ? length - score : 1;
    return away > PASCH_MET_AWAY ? PASCH_MET_AWAY : (int)away;
}

void pasch_cube_of(struct pasch_cube *cube, const struct pasch_position *position, const struct pasch_met *met)
{
    int me = position->offered ? 1 - position->turn : position->turn;
    *cube = (struct pasch_cube){.log = position->cube_log, .unused = position->rules->cube == PASCH_CUBE_NO};
    if (position->cube_owner != PASCH_NOBODY)
        cube->owner = position->cube_owner == me ? PASCH_CUBE_MINE : PASCH_CUBE_THEIRS;
    if (!position->length || !met) {
        cube->jacoby = position->jacoby && !position->length;
        cube->beavers = position->beavers && !position->length;
        return;
    }
    cube->met = met;
    cube->crawford = position->crawford;
    for (int i = 0; i < 2; i++)
        cube->away[i] = points_needed(position, i ? 1 - me : me);
}
