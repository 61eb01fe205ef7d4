/* The plays of one stage: all of them, each once per resulting board. Two generators give the same set: the fast one
 * on bit masks, and a slow one that follows the rules word by word and serves as its oracle. */
#ifndef PASCH_MOVES_H
#define PASCH_MOVES_H

#include "pasch/rules.h"

enum pasch_stage_kind { PASCH_STAGE_MOVES, PASCH_STAGE_CHOOSE, PASCH_STAGE_ROLL };

/* A part of a turn: two numbers, or one number several times (equal dice), or the naming of a roll, or another throw.
 */
struct pasch_stage {
    uint8_t kind;
    uint8_t die[2];
};

/* One man's step. `to` is PASCH_OFF for bearing off; with towers both are the tower and `number` the phase. */
struct pasch_hop {
    uint8_t from, to;
    uint8_t number; /* the number used */
    uint8_t hit;    /* an enemy man was hit, pinned or captured */
};

enum { PASCH_HOPS = 4 };

struct pasch_play {
    struct pasch_board board; /* after the play */
    struct pasch_hop hop[PASCH_HOPS];
    uint8_t hops;
    uint8_t full; /* every number of the stage was used, or the game ended */
    uint8_t over; /* the play ends the game */
};

/* Room for plays, in memory of the caller's. PASCH_PLAYS_ROOM is enough for every stage of every game: with four moves
 * of one number both forwards and backwards fifteen men have at most 34,501 destinations, three or fewer moves 5,000
 * more. */
enum { PASCH_PLAYS_ROOM = 1 << 16 };

struct pasch_plays {
    struct pasch_play *play;
    size_t count, room;
    uint32_t *slot; /* 2 * room, a power of two: finds equal boards */
};

/* Bytes that pasch_plays_init needs for `room` plays (a power of two). */
size_t pasch_plays_bytes(size_t room);
void pasch_plays_init(struct pasch_plays *plays, void *memory, size_t room);

/* All plays of `me` for a stage of kind MOVES; none if nothing can be played. PASCH_FULL if there was no room. */
enum pasch_status pasch_moves(const struct pasch_rules *rules, const struct pasch_board *board, int me,
                              const struct pasch_stage *stage, struct pasch_plays *plays);
enum pasch_status pasch_moves_plain(const struct pasch_rules *rules, const struct pasch_board *board, int me,
                                    const struct pasch_stage *stage, struct pasch_plays *plays);

/* Whether there is any play at all. */
bool pasch_moves_any(const struct pasch_rules *rules, const struct pasch_board *board, int me,
                     const struct pasch_stage *stage);

/* How many hops a stage asks for at the most, and the numbers; for showing dice. */
int pasch_moves_numbers(const struct pasch_rules *rules, const struct pasch_board *board, int me,
                        const struct pasch_stage *stage, int number[PASCH_HOPS]);

/* The single hops of a number from this board, whether or not the duty rules let them begin a play. At most
 * PASCH_HOPS_ROOM; returns how many. */
enum { PASCH_HOPS_ROOM = 2 * PASCH_PLACES };
int pasch_moves_hops(const struct pasch_rules *rules, const struct pasch_board *board, int me, int number,
                     struct pasch_hop hop[PASCH_HOPS_ROOM]);
void pasch_moves_make(const struct pasch_rules *rules, struct pasch_board *board, int me, struct pasch_hop *hop);

#endif
