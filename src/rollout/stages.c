/* Turns of any game: throws, namings and stages, one after the other. */
#include <stdlib.h>
#include <string.h>

#include "rollout/rollout.h"
#include "rules/row.h"

/* Plays of a stage that are followed up for the luck of a roll. */
enum { GLANCE = 2 };

bool stages_open(struct player *player)
{
    const struct pasch_rules *rules = player->rollout->evaluator->rules;
    player->outlook = pasch_outlook_create();
    if (rules->repetition_draw)
        player->seen = malloc((size_t)(row_ply_cap(rules) + 1) * sizeof *player->seen);
    return player->outlook && (player->seen || !rules->repetition_draw);
}

void stages_close(struct player *player)
{
    pasch_outlook_destroy(player->outlook);
    free(player->seen);
}

/* Repetition: the men and who is on turn. */
static uint64_t hash_of(const struct pasch_position *p)
{
    uint64_t word[sizeof p->board / sizeof(uint64_t)], hash = p->turn + 1u;
    memcpy(word, &p->board, sizeof word);
    for (size_t i = 0; i < sizeof word / sizeof *word; i++) {
        hash = (hash ^ word[i]) * 0xd6e8feb86659fd93u;
        hash ^= hash >> 32;
    }
    return hash;
}

/* Notes the position that a turn leaves; true if it stands for the third time in this trial. */
static bool third_time(struct player *player, const struct pasch_position *p)
{
    uint64_t hash = hash_of(p);
    int times = 1;
    for (int i = 0; i < player->seens; i++)
        times += player->seen[i] == hash;
    if (player->seens <= row_ply_cap(p->rules))
        player->seen[player->seens++] = hash;
    return times >= 3;
}

void stages_begin(struct player *player, const struct game *game)
{
    player->seens = 0;
    if (player->seen)
        third_time(player, &game->position);
}

/* With the cube a throw is worth what it is with the opponent about to double; so it is taken to be where another throw
 * of the same side comes before that. */
void stages_look(struct player *player, const struct game *game, const int *cube, int cubes)
{
    const struct pasch_rollout *rollout = player->rollout;
    int me = game->position.turn;
    for (int r = 0; r < SEARCH_ROLLS; r++) {
        struct pasch_position thrown = game->position;
        pasch_position_throw(&thrown, rolls_table[r].die[0], rolls_table[r].die[1], NULL);
        struct pasch_probs probs = pasch_outlook_value(player->outlook, rollout->evaluator, &thrown, GLANCE);
        struct value theirs = {.probs = pasch_probs_flip(&probs)}, mine = {.probs = probs};
        if (rollout->settings.cubeful) {
            turn_hold(rollout, game, 1 - me, &theirs);
            mine = stakes_turn(&rollout->stakes, 1 - me, &theirs);
        }
        for (int k = 0; k < cubes; k++)
            player->look.best[k][r] = (struct choice){probs, rollout->settings.cubeful ? mine.hold[cube[k]] : 0};
    }
}

static void name_roll(struct player *player, struct game *game, const struct pasch_cube *cube)
{
    struct pasch_position *p = &game->position;
    uint8_t choice[21][2];
    int count = pasch_position_choices(p, choice);
    pasch_search_choices(player->search, player->rollout->settings.plies, p, cube, choice, count, player->ranked);
    const uint8_t *best = choice[player->ranked[0].index];
    pasch_position_choose(p, best[0], best[1], NULL);
}

static void play_stage(struct player *player, struct game *game, const struct pasch_cube *cube)
{
    struct pasch_position *p = &game->position;
    uint32_t index = 0, ply = p->ply;
    pasch_position_plays(p, &player->plays, NULL);
    if (player->plays.count > 1) {
        pasch_search_plays(player->search, player->rollout->settings.plies, p, cube, &player->plays, player->ranked);
        index = player->ranked[0].index;
    }
    pasch_position_play(p, player->plays.count ? &player->plays.play[index] : NULL);
    if (player->seen && !p->over && p->ply != ply && third_time(player, p)) {
        p->over = true;
        p->winner = PASCH_NOBODY;
        p->points = 0;
    }
}

void stages_play(struct player *player, struct game *game, int roll)
{
    const struct pasch_rollout *rollout = player->rollout;
    struct pasch_position *p = &game->position;
    if (roll != NO_ROLL)
        pasch_position_throw(p, rolls_table[roll].die[0], rolls_table[roll].die[1], NULL);
    /* Up to the next throw; a turn without one ends where the next begins. */
    for (bool begun = false; !p->over && !turn_throws(rollout, game); begun = true) {
        if (begun && pasch_outlook_is_leaf(p))
            return;
        struct pasch_cube cube = {0};
        if (rollout->settings.cubeful)
            cube = turn_cube(rollout, game);
        if (pasch_position_due(p) == PASCH_DUE_CHOOSE)
            name_roll(player, game, rollout->settings.cubeful ? &cube : NULL);
        else
            play_stage(player, game, rollout->settings.cubeful ? &cube : NULL);
    }
}
