#include "rules/game_cube.h"

#include "base/error.h"
#include "rules/score.h"

void pasch_terms_default(struct pasch_terms *terms, const struct pasch_rules *rules)
{
    *terms = (struct pasch_terms){.cube = rules->cube == PASCH_CUBE_YES, .crawford = true};
}

enum pasch_status pasch_terms_check(const struct pasch_terms *terms, const struct pasch_rules *rules,
                                    struct pasch_error *error)
{
    if (terms->cube && rules->cube == PASCH_CUBE_NO)
        return error_set(error, PASCH_BAD_GAME, 0, "%s is played without a cube", rules->id);
    if (terms->length && (terms->jacoby || terms->beavers || terms->auto_doubles))
        return error_set(error, PASCH_BAD_GAME, 0, "Jacoby, beavers and automatic doubles are for money play");
    if (terms->length && terms->rounds)
        return error_set(error, PASCH_BAD_GAME, 0, "a match is to a number of points or of rounds, not both");
    if (terms->length > 100000 || terms->rounds > 100000)
        return error_set(error, PASCH_BAD_GAME, 0, "a match has at most 100000 points or rounds");
    if (!terms->cube && (terms->jacoby || terms->beavers || terms->auto_doubles))
        return error_set(error, PASCH_BAD_GAME, 0, "Jacoby, beavers and automatic doubles need the cube");
    if (terms->auto_doubles > 6)
        return error_set(error, PASCH_BAD_GAME, 0, "at most 6 automatic doubles");
    if (terms->swap_roles && !rules->asymmetric)
        return error_set(error, PASCH_BAD_GAME, 0, "the sides of %s have no roles to swap", rules->id);
    return PASCH_OK;
}

/* 4 points are the stake of a cube at 4. */
static int64_t stake(const struct pasch_game *game)
{
    return (int64_t)1 << game->position.cube_log;
}

enum pasch_status pasch_game_may_double(const struct pasch_game *game, int side, struct pasch_error *error)
{
    const struct pasch_position *p = &game->position;
    enum pasch_due due = pasch_position_due(p);
    bool fixed = game->rules->throws == PASCH_THROW_FIXED && due == PASCH_DUE_PLAY && p->ply && !game->hops;
    bool before_throw = due == PASCH_DUE_THROW || (due == PASCH_DUE_CHOOSE && !p->stages);
    if (!game->terms.cube)
        return error_set(error, PASCH_ILLEGAL, 0, "this game is played without the cube");
    if (game->phase != PASCH_PHASE_PLAYING || p->turn != side || p->offered)
        return error_set(error, PASCH_NOT_NOW, 0,
                         "the cube may be turned only on your turn, before the dice are thrown");
    if (!fixed && (!before_throw || p->second))
        return error_set(error, PASCH_NOT_NOW, 0, "the cube may be turned only before the first throw of a turn");
    if (p->crawford)
        return error_set(error, PASCH_ILLEGAL, 0, "the cube is not used in the Crawford game");
    if (p->cube_owner != PASCH_NOBODY && p->cube_owner != side)
        return error_set(error, PASCH_ILLEGAL, 0, "the cube belongs to the opponent");
    if (p->cube_log + 2 > PASCH_CUBE_LOG_MAX)
        return error_set(error, PASCH_ILLEGAL, 0, "the cube is as high as it goes");
    int64_t needs = (int64_t)game->terms.length - game->score[side];
    if (game->terms.length && !game->terms.dead_cube && stake(game) >= needs)
        return error_set(error, PASCH_ILLEGAL, 0, "the cube is dead: the game decides the match for you as it stands");
    return PASCH_OK;
}

enum pasch_status game_double(struct pasch_game *game, int side, struct pasch_error *error)
{
    enum pasch_status status = pasch_game_may_double(game, side, error);
    if (status != PASCH_OK)
        return status;
    game->position.offered = true;
    game->position.turn = (uint8_t)(1 - side);
    return PASCH_OK;
}

/* `winner` gets the stake as it stood before the offer. */
static void refuse(struct pasch_game *game, int winner)
{
    struct pasch_position *p = &game->position;
    p->offered = false;
    p->over = true;
    p->winner = (uint8_t)winner;
    p->points = 1;
    game_count(game);
}

enum pasch_status game_answer(struct pasch_game *game, const struct pasch_event *event, struct pasch_error *error)
{
    struct pasch_position *p = &game->position;
    int side = event->side;
    if (game->phase != PASCH_PHASE_PLAYING || !p->offered)
        return error_set(error, PASCH_NOT_NOW, 0, "no double was offered");
    if (p->turn != side)
        return error_set(error, PASCH_NOT_NOW, 0, "it is for the opponent to answer");
    if (event->kind == PASCH_EVENT_PASS) {
        game->beaver = false;
        refuse(game, 1 - side);
        return PASCH_OK;
    }
    if (event->kind == PASCH_EVENT_BEAVER) {
        if (!game->terms.beavers || game->beaver)
            return error_set(error, PASCH_ILLEGAL, 0,
                             game->beaver ? "a beaver can be taken or passed" : "beavers were not agreed on");
        /* Taken and turned again at once: the doubler answers, at twice the stake. */
        game->beaver = true;
        p->cube_log++;
        p->cube_owner = (uint8_t)side;
        p->turn = (uint8_t)(1 - side);
        return PASCH_OK;
    }
    p->offered = false;
    p->cube_log++;
    if (game->beaver) { /* the beaverer keeps the cube, the doubler goes on with its turn */
        game->beaver = false;
    } else {
        p->cube_owner = (uint8_t)side;
        p->turn = (uint8_t)(1 - side);
    }
    return PASCH_OK;
}

int32_t pasch_game_resign_most(const struct pasch_game *game, int side)
{
    const struct pasch_rules *rules = game->rules;
    switch (rules->score) {
    case PASCH_SCORE_TRIPLE: return 3;
    case PASCH_SCORE_DOUBLE: return 2;
    case PASCH_SCORE_SINGLE: return 1;
    case PASCH_SCORE_MEN:
    case PASCH_SCORE_PIPS: break;
    }
    int32_t most = score_points(rules, &game->board.side[side]);
    return most > 1 ? most : 1;
}

enum pasch_status game_resign(struct pasch_game *game, int side, int32_t value, struct pasch_error *error)
{
    if (game->phase != PASCH_PHASE_PLAYING)
        return error_set(error, PASCH_NOT_NOW, 0, "there is nothing to resign now");
    if (game->position.offered)
        return error_set(error, PASCH_NOT_NOW, 0, "the double must be answered first");
    int32_t most = pasch_game_resign_most(game, side);
    if (value < 1 || value > most)
        return error_set(error, PASCH_ILLEGAL, 0, "you may resign with 1 to %d points", most);
    game->phase = PASCH_PHASE_RESIGN;
    game->resigner = (uint8_t)side;
    game->resignation = value;
    return PASCH_OK;
}

enum pasch_status game_answer_resignation(struct pasch_game *game, bool accept, struct pasch_error *error)
{
    if (game->phase != PASCH_PHASE_RESIGN)
        return error_set(error, PASCH_NOT_NOW, 0, "nobody has resigned");
    game->phase = PASCH_PHASE_PLAYING;
    if (!accept)
        return PASCH_OK;
    struct pasch_position *p = &game->position;
    p->over = true;
    p->winner = (uint8_t)(1 - game->resigner);
    p->points = game->resignation;
    game_count(game);
    return PASCH_OK;
}

void game_count(struct pasch_game *game)
{
    const struct pasch_position *p = &game->position;
    bool by_multiple = game->rules->score == PASCH_SCORE_TRIPLE || game->rules->score == PASCH_SCORE_DOUBLE;
    /* The cube in the middle was offered by nobody, whatever equal opening dice have made of it. */
    bool jacoby = p->jacoby && !p->length && p->cube_owner == PASCH_NOBODY && by_multiple;
    bool drawn = p->winner == PASCH_NOBODY;
    game->hops = 0;
    game->won = drawn ? 0 : (jacoby ? 1 : p->points) * stake(game);
    /* A drawn game of a match is played again, begun by the other side. */
    game->must_start = drawn ? (uint8_t)(1 - game->starter) : PASCH_NOBODY;
    if (!drawn)
        game->score[p->winner] += game->won;
    if (p->crawford && !drawn)
        game->crawford_done = true;
    game->games++;
    bool points = game->terms.length && !drawn && game->score[p->winner] >= game->terms.length;
    bool rounds = game->terms.rounds && game->games >= game->terms.rounds;
    game->phase = points || rounds ? PASCH_PHASE_OVER : PASCH_PHASE_BETWEEN;
}

static uint32_t shown_score(int64_t score)
{
    return score > 1000000000 ? 1000000000 : (uint32_t)score;
}

void game_set_stake(struct pasch_game *game)
{
    struct pasch_position *p = &game->position;
    int64_t length = game->terms.length;
    p->length = game->terms.length;
    p->jacoby = game->terms.jacoby;
    p->beavers = game->terms.beavers;
    p->score[0] = shown_score(game->score[0]);
    p->score[1] = shown_score(game->score[1]);
    bool near = length && (game->score[0] == length - 1) != (game->score[1] == length - 1);
    p->crawford = game->terms.crawford && game->terms.cube && near && length > 1 && !game->crawford_done;
}
