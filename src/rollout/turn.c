/* One turn: where boards say all, a throw of two dice, and a play. */
#include <stdlib.h>

#include "rollout/rollout.h"

/* Plays of a roll that are evaluated in full for its luck. Luck need not be known from the very best play: with 3 the
 * error of a trial is 5 % above that with 6, and it takes 28 % less time; with 2 it is 6 % more for nothing. Who plays
 * looks at all. */
enum { GLANCE = 3 };

static bool plays_open(struct pasch_plays *plays)
{
    void *memory = malloc(pasch_plays_bytes(PASCH_PLAYS_ROOM));
    if (memory)
        pasch_plays_init(plays, memory, PASCH_PLAYS_ROOM);
    return memory != NULL;
}

static struct pasch_search *search_open(const struct pasch_rollout *rollout)
{
    struct pasch_search_settings settings;
    pasch_search_settings(&settings);
    settings.cache_entries = rollout->cache ? CACHE_ENTRIES : 0;
    settings.cache_memory = rollout->cache;
    settings.only_choice = true;
    return pasch_search_create(rollout->evaluator, &settings);
}

static bool boards_open(struct player *player)
{
    player->value[0] = malloc(ROLLS_ROOM * sizeof(float));
    player->value[1] = malloc(ROLLS_ROOM * sizeof(float));
    player->probs = malloc(PASCH_PLAYS_ROOM * sizeof *player->probs);
    return rolls_open(&player->rolls) && player->value[0] && player->value[1] && player->probs;
}

bool player_open(struct player *player, const struct pasch_rollout *rollout)
{
    bool searches = rollout->settings.plies > 0 || !rollout->boards;
    player->rollout = rollout;
    player->ranked = searches ? malloc(PASCH_PLAYS_ROOM * sizeof *player->ranked) : NULL;
    player->search = searches ? search_open(rollout) : NULL;
    return (rollout->boards ? boards_open(player) : stages_open(player)) && plays_open(&player->plays) &&
           (!searches || (player->ranked && player->search));
}

void player_close(struct player *player)
{
    rolls_close(&player->rolls);
    stages_close(player);
    free(player->value[0]);
    free(player->value[1]);
    free(player->plays.play);
    free(player->probs);
    free(player->ranked);
    pasch_search_destroy(player->search);
}

void turn_begin(struct player *player, struct game *game)
{
    if (!player->rollout->boards)
        stages_begin(player, game);
}

bool turn_throws(const struct pasch_rollout *rollout, const struct game *game)
{
    if (rollout->boards)
        return true;
    switch (pasch_position_due(&game->position)) {
    case PASCH_DUE_THROW:
    case PASCH_DUE_BONUS:
    case PASCH_DUE_REPLY: return true;
    default: return false;
    }
}

bool turn_may_double(const struct pasch_rollout *rollout, const struct game *game)
{
    const struct pasch_position *p = &game->position;
    return rollout->boards ||
           (!p->over && pasch_outlook_is_leaf(p) && pasch_position_due(p) != PASCH_DUE_BONUS && !p->second);
}

struct pasch_probs turn_opinion(struct player *player, const struct game *game)
{
    const struct pasch_rollout *rollout = player->rollout;
    const struct pasch_position *p = &game->position;
    struct pasch_verdict verdict;
    if (rollout->boards)
        return pasch_evaluate(rollout->evaluator, &p->board, p->turn);
    int plies = turn_throws(rollout, game) ? 0 : rollout->settings.plies;
    pasch_search_value(player->search, plies, p, p->turn, NULL, &verdict);
    return verdict.probs;
}

void turn_hold(const struct pasch_rollout *rollout, const struct game *game, int roller, struct value *value)
{
    const struct pasch_position *p = &game->position;
    if (rollout->boards) {
        stakes_leaf(&rollout->stakes, rollout->evaluator, &p->board, roller, value);
        return;
    }
    /* Once the game is over, the cube is dead: a draw is the middle between winning and losing, whoever has it. */
    float efficiency = p->over ? 0 : pasch_cube_efficiency_of(p->rules, &p->board);
    pasch_ladder_leaf(&rollout->stakes.ladder, roller != rollout->root, &value->probs, efficiency, value->hold);
}

/* What `me` has after a play, with each of the cubes. */
static void values_of(const struct pasch_rollout *rollout, const struct pasch_board *board, int me,
                      const struct pasch_probs *probs, const int *cube, int cubes, float value[2])
{
    if (!rollout->settings.cubeful) {
        value[0] = pasch_probs_equity(probs);
        return;
    }
    struct value theirs = {.probs = pasch_probs_flip(probs)};
    stakes_leaf(&rollout->stakes, rollout->evaluator, board, 1 - me, &theirs);
    struct value mine = stakes_turn(&rollout->stakes, 1 - me, &theirs);
    for (int k = 0; k < cubes; k++)
        value[k] = mine.hold[cube[k]];
}

/* With the cube many plays may be worth the same, where a double that will come ends the game; then the chances decide,
 * in case it does not. */
static bool is_better(float value, const struct pasch_probs *probs, float other, const struct pasch_probs *others)
{
    return value > other || (value == other && pasch_probs_equity(probs) > pasch_probs_equity(others));
}

struct looking {
    struct player *player;
    int me, cubes;
    const int *cube;
    bool found[2][SEARCH_ROLLS];
};

static void take_rolls(void *context, const struct rolls *rolls)
{
    struct looking *looking = context;
    struct player *player = looking->player;
    for (size_t i = 0; i < rolls->plays.count; i++) {
        float value[2];
        values_of(player->rollout, &rolls->plays.play[i].board, looking->me, &rolls->probs[i], looking->cube,
                  looking->cubes, value);
        for (int k = 0; k < looking->cubes; k++)
            player->value[k][i] = value[k];
    }
    for (int k = 0; k < looking->cubes; k++) {
        struct choice *choice = player->look.best[k];
        for (size_t i = 0; i < rolls->offers; i++) {
            uint16_t roll = rolls->offer[i].roll, play = rolls->offer[i].play;
            if (looking->found[k][roll] &&
                !is_better(player->value[k][play], &rolls->probs[play], choice[roll].value, &choice[roll].probs))
                continue;
            looking->found[k][roll] = true;
            choice[roll] = (struct choice){rolls->probs[play], player->value[k][play]};
        }
    }
}

static void means(struct look *look, int k, bool doubles)
{
    double weights = 0, value = 0, chance[CHANCES] = {0};
    for (int r = 0; r < SEARCH_ROLLS; r++) {
        const struct choice *choice = &look->best[k][r];
        double weight = rolls_table[r].weight;
        if (rolls_table[r].die[0] == rolls_table[r].die[1] && !doubles)
            continue;
        weights += weight;
        value += weight * (double)choice->value;
        chance[0] += weight * (double)choice->probs.win;
        chance[1] += weight * (double)choice->probs.win_gammon;
        chance[2] += weight * (double)choice->probs.win_backgammon;
        chance[3] += weight * (double)choice->probs.lose_gammon;
        chance[4] += weight * (double)choice->probs.lose_backgammon;
    }
    look->value[k] = value / weights;
    for (int i = 0; i < CHANCES; i++)
        look->chance[k][i] = chance[i] / weights;
}

static void look_at_rolls(struct player *player, const struct game *game, const int *cube, int cubes)
{
    const struct pasch_position *p = &game->position;
    struct looking looking = {.player = player, .me = p->turn, .cubes = cubes, .cube = cube};
    rolls_evaluate(&player->rolls, player->rollout->evaluator, &p->board, p->turn, GLANCE, take_rolls, &looking);
}

const struct look *turn_look(struct player *player, const struct game *game, const int *cube, int cubes, bool doubles,
                             struct early *early)
{
    int none = EARLY_NONE;
    if (early && atomic_load_explicit(&early->state, memory_order_acquire) == EARLY_READY)
        return &early->look;
    if (player->rollout->boards)
        look_at_rolls(player, game, cube, cubes);
    else
        stages_look(player, game, cube, cubes);
    for (int k = 0; k < cubes; k++)
        means(&player->look, k, doubles);
    if (early && atomic_compare_exchange_strong(&early->state, &none, EARLY_BEGUN)) {
        early->look = player->look;
        atomic_store_explicit(&early->state, EARLY_READY, memory_order_release);
    }
    return &player->look;
}

/* What the ladder had at the root, turned as often as its state says. Odd states are those of the side at the root. */
struct pasch_cube turn_cube(const struct pasch_rollout *rollout, const struct game *game)
{
    struct pasch_cube cube = rollout->stakes.ladder.cube;
    bool mine = game->position.turn == rollout->root;
    if (game->cube) {
        cube.log = (uint8_t)(cube.log + (game->cube + 1) / 2);
        cube.owner = (game->cube % 2 != 0) == mine ? PASCH_CUBE_MINE : PASCH_CUBE_THEIRS;
    } else if (!mine && cube.owner != PASCH_CUBE_CENTRED) {
        cube.owner = cube.owner == PASCH_CUBE_MINE ? PASCH_CUBE_THEIRS : PASCH_CUBE_MINE;
    }
    if (!mine) {
        int away = cube.away[0];
        cube.away[0] = cube.away[1];
        cube.away[1] = away;
    }
    return cube;
}

/* The best play at 0 plies, of this roll alone. */
static size_t best_at_sight(struct player *player, const struct game *game)
{
    const struct pasch_rollout *rollout = player->rollout;
    const struct pasch_position *p = &game->position;
    size_t best = 0;
    float most = 0, value[2] = {0};
    pasch_evaluate_plays(rollout->evaluator, &p->board, p->turn, &player->plays, player->probs);
    for (size_t i = 0; i < player->plays.count; i++) {
        values_of(rollout, &player->plays.play[i].board, p->turn, &player->probs[i], &game->cube, 1, value);
        if (i && !is_better(value[0], &player->probs[i], most, &player->probs[best]))
            continue;
        most = value[0];
        best = i;
    }
    return best;
}

static size_t best_by_search(struct player *player, const struct game *game)
{
    const struct pasch_rollout_settings *settings = &player->rollout->settings;
    const struct pasch_position *p = &game->position;
    struct pasch_cube cube = {0};
    if (settings->cubeful)
        cube = turn_cube(player->rollout, game);
    pasch_search_best(player->search, settings->plies, &p->board, p->turn, settings->cubeful ? &cube : NULL, NULL,
                      &player->plays, player->ranked);
    return player->ranked[0].index;
}

static void play_roll(struct player *player, struct game *game, int roll)
{
    struct pasch_position *p = &game->position;
    const struct roll *dice = &rolls_table[roll];
    struct pasch_stage stage = {PASCH_STAGE_MOVES, {dice->die[0], dice->die[1]}};
    pasch_moves(p->rules, &p->board, p->turn, &stage, &player->plays);
    if (player->plays.count)
        p->board =
            player->plays.play[player->search ? best_by_search(player, game) : best_at_sight(player, game)].board;
    p->turn = (uint8_t)(1 - p->turn);
    p->ply++;
}

void turn_play(struct player *player, struct game *game, int roll)
{
    if (player->rollout->boards)
        play_roll(player, game, roll);
    else
        stages_play(player, game, roll);
}
