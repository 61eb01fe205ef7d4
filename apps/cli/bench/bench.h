/* What `pasch bench` measures: how fast plays are made in all games, and how fast is thought in one, beside GNU
 * Backgammon where there is one. */
#ifndef BENCH_H
#define BENCH_H

#include "pasch/eval.h"
#include "pasch/rules.h"

/* Rolls expanded into plays, so many seconds for each game, or for one alone. Prints a table. */
void bench_moves(const struct pasch_rules *only, double seconds);

/* Positions out of seeded self-play in which men are to be moved: two plays at least, and contact where the game knows
 * any. The same for everyone who asks. */
struct bench_corpus;
struct bench_corpus *bench_corpus_create(const struct pasch_evaluator *evaluator);
void bench_corpus_destroy(struct bench_corpus *corpus);
/* False where nothing is ever decided. */
bool bench_corpus_next(struct bench_corpus *corpus, struct pasch_position *out);

enum { PASCH, GNUBG, BENCH_PROGRAMS };

/* Work that was done, and the CPU time it took. */
struct bench_work {
    double count, seconds;
    double variance; /* rollouts: of a game's result */
};

/* A line of the result. The work is cut into slices, each done by one program after the other, so that whatever else
 * the machine does hits both alike. */
struct bench_row {
    const char *key, *name;
    int slices;
    struct bench_work work[BENCH_PROGRAMS]; /* added up over slices */
    double ratio, ratio_squares;            /* how much faster than gnubg, added up likewise */
};

/* What a start of the program takes: the least of some runs, and the most memory. */
struct bench_start {
    double seconds, clock; /* CPU time, and as people wait for it */
    double megabytes;
};

enum { BENCH_ROWS = 8 };

struct bench {
    const struct pasch_rules *rules;
    double seconds; /* of CPU time for each row, of whoever is slower */
    bool gnubg;
    bool (*stop)(void *context); /* true to break off */

    int rows;
    struct bench_row row[BENCH_ROWS];
    struct bench_start start[BENCH_PROGRAMS];
    double socket; /* gnubg's CPU time for an answer without a thought */
};

/* Fills in what can be measured. Where gnubg fails, says so on stderr and goes on without. EXIT_FINE, or EXIT_NO if
 * there is nothing that could think. */
int bench_think(struct bench *bench);

/* The program's own start, up to its first answer, and gnubg's where it is wanted. */
void bench_starts(struct bench *bench);

void bench_print(const struct bench *bench, bool json);

#endif
