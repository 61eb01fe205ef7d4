/* Positions, moves and identifiers as text. Reading is forgiving where players are, writing is canonical; what was
 * written reads back to the same position. Text is plain bytes ended by 0; nothing is allocated. */
#ifndef PASCH_NOTATION_H
#define PASCH_NOTATION_H

#include "pasch/game.h"

/* Room for any line that the writers below make. */
enum { PASCH_PPN_ROOM = 512, PASCH_MOVE_ROOM = 128, PASCH_ID_ROOM = 96 };

/* PPN, one position on one line. `rules` NULL: the game named by the text with its default options; otherwise the text
 * must name a game of that id, and the row given is used. */
enum pasch_status pasch_ppn_read(struct pasch_position *position, const char *text, const struct pasch_rules *rules,
                                 struct pasch_error *error);
/* Returns the length written. */
size_t pasch_ppn_write(const struct pasch_position *position, char out[PASCH_PPN_ROOM]);

/* GNU Backgammon's identifiers: "4HPwATDgc/ABMA", or with the match "4HPwATDgc/ABMA:cAkAAAAAAAAE". Standard backgammon
 * only. Its player 1 is x. A bare position identifier is read with x on roll, for money. */
enum pasch_status pasch_gnubg_read(struct pasch_position *position, const char *text, struct pasch_error *error);
enum pasch_status pasch_gnubg_write(const struct pasch_position *position, char out[PASCH_ID_ROOM],
                                    struct pasch_error *error);

/* XGID, with or without the "XGID=" in front; its bottom player (capital letters) is x. Standard backgammon only. */
enum pasch_status pasch_xgid_read(struct pasch_position *position, const char *text, struct pasch_error *error);
enum pasch_status pasch_xgid_write(const struct pasch_position *position, char out[PASCH_ID_ROOM],
                                   struct pasch_error *error);

/* Any of the three, told apart by their look. */
enum pasch_status pasch_position_read(struct pasch_position *position, const char *text,
                                      const struct pasch_rules *rules, struct pasch_error *error);

/* A play in the mover's own numbers: "24/18", "13/7*\/3", "bar/22", "in/20", "6/off", "8/5(2)", "6\9", "unstack 6 3",
 * "pass" for a play without hops. Returns the length. */
size_t pasch_move_write(const struct pasch_rules *rules, const struct pasch_play *play, char out[PASCH_MOVE_ROOM]);

/* Finds the play that the text means among `plays` (of pasch_position_plays). "pass" gives *index = plays->count where
 * there is no play. Also reads "8/5,6/5", "8-5", "b/22", "25/22", "6/0", hops in any order, hits marked or not. */
enum pasch_status pasch_move_read(const struct pasch_position *position, const struct pasch_plays *plays,
                                  const char *text, size_t *index, struct pasch_error *error);

/* Two dice: "31", "3-1", "3 1", "3,1". */
enum pasch_status pasch_dice_read(const char *text, int die[2], struct pasch_error *error);

/* Events of the turn machine as words: "opening 31", "roll 31", "choose 55", "hop 13/8", "undo", "end", "play 8/5 6/5",
 * "double", "take", "pass", "beaver", "resign 2", "accept", "reject", "next". A play is read against the game, whose
 * plays it needs; nothing else looks at the game. `side` is left to the caller. */
size_t pasch_event_write(const struct pasch_rules *rules, const struct pasch_event *event, char out[PASCH_MOVE_ROOM]);
enum pasch_status pasch_event_read(struct pasch_event *event, const char *text, const struct pasch_game *game,
                                   struct pasch_plays *plays, struct pasch_error *error);

#endif
