/* What thinks about a game: its evaluator with a search over it. Made when first asked for, so that the program starts
 * at once; one for each game that was asked for. */
#ifndef THINKER_H
#define THINKER_H

#include "cli/threads.h"

struct thinkers {
    int threads;      /* for one decision; 0 = as many as there are processors */
    bool only_choice; /* see struct pasch_search_settings */
    struct thinker *first;
    struct threads *pool;
};

/* NULL with the reason in `error`. */
struct pasch_search *thinkers_find(struct thinkers *thinkers, const struct pasch_rules *rules,
                                   struct pasch_error *error);
void thinkers_close(struct thinkers *thinkers);

/* Of who is to act, before its throw, whatever dice lie there. The position is not over. Returns the plies. */
int thinker_eval(struct pasch_search *search, int plies, const struct pasch_position *position,
                 struct pasch_probs *out);

#endif
