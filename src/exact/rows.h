/* Which tables a game has, as its row of fields says, and what of the row they depend on. */
#ifndef EXACT_ROWS_H
#define EXACT_ROWS_H

#include "exact/sides.h"
#include "pasch/exact.h"

/* Whether the sides can come past each other and are on their own from then on; towers always are. */
bool rows_race(const struct pasch_rules *rules);

/* The row of such a race: what does not matter there is as in standard backgammon, so that rows with the same race
 * become equal. Tables are made by this row and no other. */
void rows_make_race(struct pasch_rules *race, const struct pasch_rules *rules);

/* Whether the game can be solved as it stands, contact and all, with few men. */
bool rows_course(const struct pasch_rules *rules);
void rows_make_course(struct pasch_rules *course, const struct pasch_rules *rules);

/* How the dice of one side come, which is all in which the one-sided tables of a game differ. Usually there is one law:
 * 36 throws. With THROW_ROLES there is one for who names a roll, one for who has two throws, and one for the second of
 * them; with THROW_FIXED one for each throw. */
enum { LAW_CHOOSER, LAW_ROLLER, LAW_SECOND, LAWS_ROLES };
enum { LAWS_FIXED = 21, LAWS = LAWS_FIXED };
int rows_laws(const struct pasch_rules *race);

/* The 21 throws, with how often of 36 each comes. */
struct rows_throw {
    uint8_t a, b, weight;
};
const struct rows_throw *rows_throw(int i);
int rows_throw_index(int a, int b);

/* What a table is made for, as bytes at its beginning: the fields that matter, and two numbers. */
enum { ROWS_KEY = 64 };
void rows_key(const struct pasch_rules *row, int number, int other, uint8_t key[ROWS_KEY]);

/* A name for a file out of it. */
void rows_name(const char *kind, const uint8_t key[ROWS_KEY], char name[PASCH_EXACT_NAME]);

#endif
