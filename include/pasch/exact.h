/* Games, and endings of games, that are solved. There are two kinds of tables, and a game may have both:
 *
 * - `solo`, one-sided: how many turns a side needs that plays by itself, for the fewest on average (or the most, where
 *   who is done first has lost; where men or pips left are counted, with an eye on them), and what it has left after so
 *   many. It serves where the sides can no longer meet, and for towers. What becomes of a game follows from both sides'
 *   turns. Where nothing is decided (towers), or nothing is left to chance (one fixed throw), that is exact; otherwise
 *   it leaves out that a side may play differently because of what the other one needs.
 * - `pairs`, two-sided: what every pair of sides is worth with best play by both, as far as memory goes: endings past
 *   contact with up to so many men a side, or all pairs with few men anywhere on the course, contact and all.
 *
 * A table is its bytes, alike on every machine and with a checksum: what was made once can be kept in a file and used
 * where it lies, without a copy. Games whose rows differ only in what does not matter there have the same tables; the
 * name of a table says which. Tables are immutable, so that threads may share them. */
#ifndef PASCH_EXACT_H
#define PASCH_EXACT_H

#include "pasch/eval.h"

/* Called now and then with the part of the work, from 0 to 1, that is done; false stops it. */
typedef bool pasch_exact_progress(void *context, double part);

enum { PASCH_EXACT_NAME = 32 };

/* One-sided. `points` is how far out men may be: PASCH_EXACT_HOME is what others build on, one more triples time and
 * memory. (Towers have no such thing.) */
struct pasch_exact_solo;
enum { PASCH_EXACT_HOME = 6, PASCH_EXACT_FAR = 9 };

/* Whether there is such a table for this game, of so many points. */
bool pasch_exact_solo_fits(const struct pasch_rules *rules, int points);

/* The name of the table, the same for all games that share it. */
void pasch_exact_solo_name(const struct pasch_rules *rules, int points, char name[PASCH_EXACT_NAME]);

/* NULL when out of memory, where no table fits, or when `progress`, which may be NULL, returned false. */
struct pasch_exact_solo *pasch_exact_solo_create(const struct pasch_rules *rules, int points,
                                                 pasch_exact_progress *progress, void *context);

/* From the bytes of a table, which stay the caller's and outlive it. NULL with the reason in `error` if they are
 * damaged or another table's. */
struct pasch_exact_solo *pasch_exact_solo_open(const struct pasch_rules *rules, int points, const void *bytes,
                                               size_t size, struct pasch_error *error);
void pasch_exact_solo_destroy(struct pasch_exact_solo *solo);
const void *pasch_exact_solo_bytes(const struct pasch_exact_solo *solo, size_t *size);

/* Two-sided, with up to `men` men a side on the board (in play, where men are in hand or on the bar); 0 = as many as
 * pasch_exact_pairs_men says. */
struct pasch_exact_pairs;

/* How many men are usual: all tables of that size are made in seconds. 0 if there is none for this game. */
int pasch_exact_pairs_men(const struct pasch_rules *rules);
void pasch_exact_pairs_name(const struct pasch_rules *rules, int men, char name[PASCH_EXACT_NAME]);
struct pasch_exact_pairs *pasch_exact_pairs_create(const struct pasch_rules *rules, int men,
                                                   pasch_exact_progress *progress, void *context);
struct pasch_exact_pairs *pasch_exact_pairs_open(const struct pasch_rules *rules, int men, const void *bytes,
                                                 size_t size, struct pasch_error *error);
void pasch_exact_pairs_destroy(struct pasch_exact_pairs *pairs);
const void *pasch_exact_pairs_bytes(const struct pasch_exact_pairs *pairs, size_t *size);

/* What is known of a game. The tables were made for these rules, or for others of the same name; they stay the
 * caller's. */
struct pasch_exact {
    const struct pasch_rules *rules;
    const struct pasch_exact_solo *solo;   /* NULL = none */
    const struct pasch_exact_pairs *pairs; /* preferred where it reaches; NULL = none */
};

/* For the side that acts, without the cube. There are no draws and no backgammons in what is solved, but for those that
 * `points` counts. */
struct pasch_exact_value {
    double win, win_gammon, lose_gammon; /* a won gammon is a win */
    double points;                       /* expected, by the game's own scoring */
    bool perfect;                        /* with best play by both; otherwise each plays for its own turns */
};

/* Whether a table covers the position. Whatever is due but the answer to a double: before a throw, or with dice to be
 * played, or a roll to be named, as best the side can. (False, too, when out of memory.) `plays` is memory to work
 * with, of PASCH_EXACT_ROOM plays or more, and loses what it held. */
enum { PASCH_EXACT_ROOM = 1 << 14 };
bool pasch_exact_value(const struct pasch_exact *exact, const struct pasch_position *position,
                       struct pasch_plays *plays, struct pasch_exact_value *out);

/* The same for `me` about to throw, or to name a roll; nothing else. For evaluators that know no more than a board. */
bool pasch_exact_board(const struct pasch_exact *exact, const struct pasch_board *board, int me,
                       struct pasch_exact_value *out);

/* The same as chances, for struct pasch_evaluator: `exact` is a struct pasch_exact. Where men or pips are counted only
 * the difference of the shares means anything. */
bool pasch_exact_known(const void *exact, const struct pasch_board *board, int me, struct pasch_probs *out);

/* The best play of a stage, as its index among `plays`, which are filled in (-1: nothing can be played), or the best
 * roll to name. False where the position is not covered, or neither is due. */
struct pasch_exact_choice {
    int play;
    uint8_t roll[2];
    struct pasch_exact_value value;
};
bool pasch_exact_best(const struct pasch_exact *exact, const struct pasch_position *position, struct pasch_plays *plays,
                      struct pasch_exact_choice *out);

/* How many turns a side takes by itself, this one included, about to throw. Chances below 0.00000001 are
 * counted with their neighbours. */
enum { PASCH_EXACT_TURNS = 256 };
struct pasch_exact_turns {
    double mean;
    float chance[PASCH_EXACT_TURNS]; /* to be done with the turn of this number */
};
bool pasch_exact_turns(const struct pasch_exact *exact, const struct pasch_position *position, int side,
                       struct pasch_exact_turns *out);

/* The mean length of a game from here, in turns of both sides, this one included, if the one-sided table covers it and
 * a throw is due; otherwise negative. */
double pasch_exact_length(const struct pasch_exact *exact, const struct pasch_position *position);

#endif
