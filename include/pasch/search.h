/* Looking ahead. Plies count as GNU Backgammon counts them: 0 is the evaluator's own opinion of a play, 1 is the mean
 * over the opponent's 21 rolls of its best reply, and so on. Chances are averaged, and with them what each cube that
 * the game can come to is worth, with the right doubles and takes on the way. Replies below the root are chosen without
 * the cube, by the chances and by what gammons count at the score. */
#ifndef PASCH_SEARCH_H
#define PASCH_SEARCH_H

#include "pasch/cube.h"
#include "pasch/parallel.h"

enum { PASCH_SEARCH_PLIES = 4, PASCH_SEARCH_KEEP = 16 };

/* Which plays are looked at further: the best `accept`, and up to `extra` more that are at most `threshold` behind the
 * best. All zero: at the root all go on, and a look that would sort out nothing is not taken; below it only the best
 * goes on. */
struct pasch_filter {
    int accept, extra;
    float threshold;
};

/* All of it is plain data; pasch_search_settings fills in what is known to be good. */
struct pasch_search_settings {
    /* [plies asked for][plies just looked]: what goes on after that look, at the root. */
    struct pasch_filter filter[PASCH_SEARCH_PLIES + 1][PASCH_SEARCH_PLIES];
    /* [plies left, from 2]: which replies below the root are looked at further, by the evaluator's opinion. At most
     * PASCH_SEARCH_KEEP of them, at least one. */
    struct pasch_filter inner[PASCH_SEARCH_PLIES + 1];
    /* The cache: so many entries, a power of two, 0 = none, in pasch_cache_bytes of zeroed memory, aligned to 8. NULL:
     * made by pasch_search_create. Searches may share the memory, in different threads, too, if their evaluators and
     * their `inner` are the same. */
    size_t cache_entries;
    void *cache_memory;
    bool only_choice; /* a play that is left alone by a filter need not be looked at further */
    struct pasch_parallel parallel;
    /* Asked now and then, by any worker: true to break off. NULL = never. */
    bool (*stop)(void *context);
    void *stop_context;
};

void pasch_search_settings(struct pasch_search_settings *settings);

size_t pasch_cache_bytes(size_t entries);

/* Does one decision at a time. The evaluator, and what the settings point to, stay the caller's and outlive it. NULL
 * when out of memory. */
struct pasch_search;
struct pasch_search *pasch_search_create(const struct pasch_evaluator *evaluator,
                                         const struct pasch_search_settings *settings);
void pasch_search_destroy(struct pasch_search *search);

/* A play, what `me` has after it, and how far was looked for that. */
struct pasch_ranked {
    uint32_t index; /* in the plays */
    int plies;
    float equity; /* with the cube where there is one: normalised, as cube.h says */
    struct pasch_probs probs;
};

/* Ranks the plays of `me`, best first; those that were looked at less far come last. `cube` is as `me` sees it; NULL
 * ranks by the equity of the chances alone. The plays are made of `stage`, or with `stage` NULL are those given.
 * ranked[] has room for all: plays->room, or plays->count of those given. Where it is stopped, the ranking is that of
 * the last look that was finished, which the plies say. The same on every machine and for any number of workers, with
 * and without a cache. PASCH_FULL if there was no room for the plays. */
enum pasch_status pasch_search_best(struct pasch_search *search, int plies, const struct pasch_board *board, int me,
                                    const struct pasch_cube *cube, const struct pasch_stage *stage,
                                    struct pasch_plays *plays, struct pasch_ranked *ranked);

/* The chances of `me`, on roll, looking so many plies ahead. Returns the plies: less than asked for if stopped. */
int pasch_search_eval(struct pasch_search *search, int plies, const struct pasch_board *board, int me,
                      struct pasch_probs *out);

/* The cube decision of `me`, on roll, who sees the cube so. Returns the plies, as pasch_search_eval does. */
int pasch_search_cube(struct pasch_search *search, int plies, const struct pasch_board *board, int me,
                      const struct pasch_cube *cube, struct pasch_verdict *out);

/* Positions of any game. Where boards say all (pasch_evaluate_fits) these are the functions above; elsewhere a ply is a
 * turn that begins with an unknown throw, bonus throws included, and the cube is judged at the root alone. In a game
 * without dice a ply counts for three turns of a look ahead by alpha and beta. A look at plays or namings that would
 * take more than a few seconds, by plays judged, not by the clock, is left out, which the plies say.
 *
 * Equities are points by the game's own scoring, or normalised with the cube, as cube.h says. */

/* Ranks plays of position->turn (pasch_position_plays), of which there is at least one. */
enum pasch_status pasch_search_plays(struct pasch_search *search, int plies, const struct pasch_position *position,
                                     const struct pasch_cube *cube, const struct pasch_plays *plays,
                                     struct pasch_ranked *ranked);

/* Ranks namings (pasch_position_choices); ranked[count]. */
void pasch_search_choices(struct pasch_search *search, int plies, const struct pasch_position *position,
                          const struct pasch_cube *cube, uint8_t choice[][2], int count, struct pasch_ranked *ranked);

/* What the side to throw (or to name, or that has offered a double: `roller`) has; with `cube` the decision about it,
 * without only out->probs. Whatever dice lie there are left out, but for those that all know of. Returns the plies. */
int pasch_search_value(struct pasch_search *search, int plies, const struct pasch_position *position, int roller,
                       const struct pasch_cube *cube, struct pasch_verdict *out);

/* The points (1 to 3, before the cube) with which position->turn, about to throw, may resign: nothing worth playing for
 * is lost, and the opponent should accept. 0 = play on. Looks at least 2 plies ahead where it comes to that, or 1 where
 * boards do not say all. Where men or pips are counted nobody resigns. */
int pasch_search_resign(struct pasch_search *search, int plies, const struct pasch_position *position,
                        const struct pasch_cube *cube);

/* Whether to accept the points that an opponent resigns with. The cube is seen by `roller`, who is on roll: that is
 * either who resigns or who is asked. Looks at least 2 plies ahead. */
bool pasch_search_accept(struct pasch_search *search, int plies, const struct pasch_position *position, int roller,
                         const struct pasch_cube *cube, bool roller_resigns, int points);

#endif
