/* What the side to act may do where it has a choice, plays or rolls to name, and how good each is. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "pasch/notation.h"
#include "pasch/search.h"

enum { OPTIONS_NAMED = 21 };

struct options {
    struct pasch_plays plays; /* memory of the caller's */
    bool naming;              /* rolls are named, not men moved */
    uint8_t choice[OPTIONS_NAMED][2];
    size_t count;                /* of plays or namings */
    struct pasch_ranked *ranked; /* room for plays.room, by the caller */
};

/* Finds them; none if nothing can be played. Fails where neither a play nor a naming is due. */
enum pasch_status options_find(struct options *options, const struct pasch_position *position,
                               struct pasch_error *error);

/* Ranks them, best first, as pasch_search_plays and pasch_search_choices do. */
void options_rank(struct options *options, struct pasch_search *search, int plies,
                  const struct pasch_position *position, const struct pasch_cube *cube);

/* The position after one of them, and how it is written: "8/5 6/5", "choose 55". */
struct pasch_position options_after(const struct options *options, const struct pasch_position *position, size_t index);
void options_write(const struct options *options, const struct pasch_rules *rules, size_t index,
                   char out[PASCH_MOVE_ROOM]);

#endif
