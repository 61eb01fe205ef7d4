/* Inside the bear-off tables (pasch/bearoff.h): how positions are counted, how rolls are played, how tables are laid
 * out as bytes. Both sides have all their men on their points 1 to 6, so a side's plays depend on its own men only. */
#ifndef EVAL_BEAROFF_H
#define EVAL_BEAROFF_H

#include "pasch/eval.h"

enum {
    BEAROFF_POINTS = 6,
    BEAROFF_MEN = 15,
    BEAROFF_POSITIONS = 54264, /* C(21, 6) */
    BEAROFF_FULL = 38760,      /* C(20, 6): positions from here on have all 15 men on the board */
    BEAROFF_RESULTS = 128,     /* a roll leads to no more: four hops from six points, C(9, 4) = 126, or the end */
};

/* One side's men. tail[p] is how many stand on p to 6, so it never rises with p; tail[7] is 0.
 * The index counts the positions in the order of tail[1], then tail[2] ... It does not depend on a greatest number of
 * men, positions with fewer men come first, and every play leads to a lower index. 0 is the end. */
struct bearoff_home {
    uint16_t index;
    uint8_t tail[BEAROFF_POINTS + 2];
};

/* Reads a side; false if it has men outside its home, or more than 15 there. */
bool bearoff_home_read(struct bearoff_home *home, const struct pasch_side *side);

/* The position of the next index; false past the last with that many men. {0} is the first. */
bool bearoff_home_next(struct bearoff_home *home, int men);

/* The positions that one number leads to, each once. Returns how many: at least 1 unless no man is left. Any number can
 * be played as long as men are left, so the duty to play as many numbers as possible forbids nothing. */
int bearoff_home_hops(const struct bearoff_home *home, int number, struct bearoff_home next[BEAROFF_POINTS]);

/* The positions that a roll leads to, each once, in no order. Returns how many; 0 leads to itself. */
int bearoff_home_results(const struct bearoff_home *home, int a, int b, struct bearoff_home result[BEAROFF_RESULTS]);

/* Whether both sides of a game of 15 men are bearing off. */
bool bearoff_applies(const struct pasch_board *board);

/* The chances of `me`, on roll. Each side is taken to play for the fewest rolls on average, or to save the gammon,
 * whatever the other does: see bearoff_one.c for how far that is from best play. Backgammons cannot happen. All zero if
 * bearoff_applies does not hold. */
struct pasch_probs bearoff_probs(const struct pasch_bearoff *bearoff, const struct pasch_board *board, int me);

/* A table as bytes: 8 letters for its kind, version, a number of the kind's own (4 each), its size, a checksum over all
 * the rest (8 each), then the contents, filled up with zeros to a multiple of 32. */
enum { BEAROFF_HEAD = 32 };
struct bearoff_kind {
    char letters[9];
    uint32_t version;
    const char *name; /* for errors */
};

/* Room for a table with so many bytes of contents, and the head; NULL when out of memory. */
uint8_t *bearoff_bytes_create(const struct bearoff_kind *kind, uint32_t number, size_t contents);
size_t bearoff_bytes_size(size_t contents);

/* Once all contents are there. */
void bearoff_bytes_seal(uint8_t *bytes);

/* Whether these are the whole bytes of a sealed table of that kind, or why not. */
bool bearoff_bytes_check(const struct bearoff_kind *kind, const uint8_t *bytes, size_t size, struct pasch_error *error);
uint32_t bearoff_bytes_number(const uint8_t *bytes);

#endif
