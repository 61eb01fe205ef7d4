/* Eight levels of play, from a beginner's to the best there is, for every game that has an evaluator and a search.
 *
 * Levels differ in how far they look ahead and in how badly they misjudge what they see. A misjudgement belongs to the
 * board and the game's seed alone: who asks again is told the same, equal seeds give equal games, and no level is ever
 * shown a die that has not been thrown.
 *
 * How to let a level play, one mind for each player that is no person:
 *
 *     search = pasch_search_create(evaluator, &settings)         only_choice and threads are good here
 *     mind = pasch_mind_create(pasch_level_at(5), search, &terms)
 *     pasch_mind_begin(mind, seed)                               at the start of each game; any number, none that the
 *                                                                dice come from
 *     while it is the mind's turn (pasch_game_actor):
 *         pasch_mind_act(mind, &game, &plays, &event, &error)    what it wants to do
 *         if (event.kind == PASCH_EVENT_ROLL)                    it wants to throw: the caller has the dice
 *             event.die[0] = ..., event.die[1] = ...
 *         pasch_game_apply(&game, &event, &plays, &error)
 *
 * Or ask the single questions below. Minds that are asked one after the other may share a search. */
#ifndef PASCH_LEVEL_H
#define PASCH_LEVEL_H

#include "pasch/cube.h"
#include "pasch/game.h"
#include "pasch/search.h"

enum { PASCH_LEVELS = 8 };

/* A row of plain data; programs may make their own, a noise of 0 for all and so many plies for one. The noises are
 * standard deviations, in shares of that of the game's result: what can still be lost can be misjudged, what is decided
 * cannot. */
struct pasch_level {
    const char *name; /* one or two words for people, "beginner" */
    int plies;        /* looked ahead, for plays and for the cube */
    float noise;      /* of a play, while the sides can still meet */
    float race_noise; /* of a play, once they are past each other */
    float cube_noise; /* of a position, where doubling and taking are decided */
};

/* Level 1, the weakest, to PASCH_LEVELS; NULL for any other number. */
const struct pasch_level *pasch_level_at(int number);

/* A player of a level. It needs to know of the terms whether there is a cube and which rules it has. The level and the
 * search stay the caller's and outlive it. NULL when out of memory. */
struct pasch_mind;
struct pasch_mind *pasch_mind_create(const struct pasch_level *level, struct pasch_search *search,
                                     const struct pasch_terms *terms);
void pasch_mind_destroy(struct pasch_mind *mind);

/* The cube as the side sees it that is to throw or play, or has offered it: the position's, by the terms of the mind.
 */
struct pasch_cube pasch_mind_cube(const struct pasch_mind *mind, const struct pasch_position *position);

/* A game begins, with this seed for all misjudgements in it. */
void pasch_mind_begin(struct pasch_mind *mind, uint64_t seed);

/* What the side that must act (pasch_game_actor) does, as an event that the game will not refuse. For a throw the dice
 * are left 0. The hops of the stage so far must have been taken back. `plays` is room to work in. Fails where nobody
 * must act, or if there is no room for the plays. A resignation that was rejected is not
 * offered again in this game, unless with more points. */
enum pasch_status pasch_mind_act(struct pasch_mind *mind, const struct pasch_game *game, struct pasch_plays *plays,
                                 struct pasch_event *event, struct pasch_error *error);

/* The single questions, all about a position that waits for such an answer by its `turn`. */

/* Which of the position's plays, of which there is at least one, it makes. */
size_t pasch_mind_play(struct pasch_mind *mind, const struct pasch_position *position, const struct pasch_plays *plays);

/* Which roll it names, where one must be (PASCH_DUE_CHOOSE). */
void pasch_mind_names(struct pasch_mind *mind, const struct pasch_position *position, uint8_t roll[2]);

/* Whether it doubles, before the throw, where it may. */
bool pasch_mind_doubles(struct pasch_mind *mind, const struct pasch_position *position);

/* Its answer to a double (position->offered): PASCH_EVENT_TAKE, _PASS, or _BEAVER where beavers were agreed on. */
enum pasch_event_kind pasch_mind_answers(struct pasch_mind *mind, const struct pasch_position *position);

/* With how many points it resigns before its throw, as nothing is left to play for; 0 = it plays on. */
int pasch_mind_resigns(struct pasch_mind *mind, const struct pasch_position *position);

/* Whether it accepts that the other side than `me` resigns with so many points, whoever is on roll. */
bool pasch_mind_accepts(struct pasch_mind *mind, const struct pasch_position *position, int me, int points);

#endif
