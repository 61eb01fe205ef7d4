/* A look back at a game: what the decisions of each side have cost, the worst of them, and who was lucky. */
#ifndef REVIEW_H
#define REVIEW_H

#include "cli/duel/luck.h"
#include "cli/play/advice.h"

enum { REVIEW_WHO = 40 };

struct decision {
    enum { DECISION_PLAY, DECISION_NAME, DECISION_DOUBLE, DECISION_ANSWER } what;
    enum pasch_event_kind did;      /* what was decided; a throw is no double */
    struct pasch_position position; /* as it stood */
    struct pasch_board board;       /* PLAY: the men after it */
    uint8_t die[2];                 /* a throw's, or what was named */
    bool free;                      /* a throw: there could have been a double instead */
};

/* The decisions of the present game. All zero is a good start. */
struct review {
    struct decision *decision;
    size_t count, room;
    struct pasch_game opening; /* before the opening dice, if there were any */
    uint8_t opening_die[2];    /* 0 = none */
};

/* Notes what an event decided: the game before it and after it. */
void review_note(struct review *review, const struct pasch_game *before, const struct pasch_event *event,
                 const struct pasch_game *after);

/* Prints the sums of both sides, and the worst mistakes of those who are `listed`. `who` are names like "x, human". */
void review_tell(const struct review *review, struct advice *advice, const struct pasch_terms *terms,
                 char who[2][REVIEW_WHO], const bool listed[2]);

void review_close(struct review *review);

#endif
