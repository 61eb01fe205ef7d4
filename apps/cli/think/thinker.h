/* What thinks about a game: its evaluator with a search over it. Made when first asked for, so that the program starts
 * at once; one for each game that was asked for. */
#ifndef THINKER_H
#define THINKER_H

#include "cli/threads.h"

struct thinkers {
    int threads;      /* for one decision; 0 = as many as there are processors */
    bool only_choice; /* see struct pasch_search_settings, for these three */
    bool (*stop)(void *context);
    void *stop_context;
    struct thinker *first;
    struct threads *pool;
    bool met_made;
    struct pasch_met met;
};

/* NULL with the reason in `error`. */
struct pasch_search *thinkers_find(struct thinkers *thinkers, const struct pasch_rules *rules,
                                   struct pasch_error *error);
void thinkers_close(struct thinkers *thinkers);

/* What the search over a game that has been found evaluates with. */
const struct pasch_evaluator *thinkers_evaluator(const struct thinkers *thinkers, const struct pasch_rules *rules);

/* Whether the loser's men or pips are counted. Then `probs` have shares of points instead of gammons (eval.h). */
bool thinkers_counts(const struct pasch_rules *rules);

/* The cube and the score of a position, as the side sees them that is to throw or has offered the cube. False where
 * points are all that counts: for money without a cube, or where men or pips are counted. */
bool thinkers_cube(struct thinkers *thinkers, const struct pasch_position *position, struct pasch_cube *cube);

/* Whether a decision about the cube is due: a double may come, or must be answered. */
enum pasch_status thinkers_check_cube(const struct pasch_position *position, struct pasch_error *error);

/* What was thought of a position before its throw, whatever dice lie there. */
struct thought {
    const struct pasch_rules *rules;
    int plies;
    struct pasch_probs probs; /* of who is to act */
    bool cubeful;             /* the rest is there, too */
    float equity;             /* of who is to act, when all do what is right */
    struct pasch_cube cube;
    struct pasch_verdict verdict; /* of the side that is to throw or has offered the cube */
};

/* The position is not over. Without the cube where `cubeful` is false or thinkers_cube is. */
void thinkers_eval(struct thinkers *thinkers, struct pasch_search *search, int plies,
                   const struct pasch_position *position, bool cubeful, struct thought *out);

#endif
