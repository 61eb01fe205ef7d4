/* Where throws come from: a generator, or a list. Manual entry needs nothing here: the caller hands its dice to
 * pasch_position_throw or pasch_game_apply directly. Players never see a source of dice, only throws that were made. */
#ifndef PASCH_DICE_H
#define PASCH_DICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pasch/status.h"

/* xoshiro256**. Any seed is good; equal seeds give equal throws on every machine. */
struct pasch_rng {
    uint64_t state[4];
};

void pasch_rng_seed(struct pasch_rng *rng, uint64_t seed);
uint64_t pasch_rng_next(struct pasch_rng *rng);

/* 0 to below - 1, each equally likely: numbers past the last whole multiple are thrown away. */
uint32_t pasch_rng_below(struct pasch_rng *rng, uint32_t below);

struct pasch_dice {
    struct pasch_rng rng;
    const uint8_t *list; /* NULL: the generator */
    size_t count, at;    /* dice in the list, and the next one */
    uint64_t thrown;     /* single dice so far */
};

void pasch_dice_seed(struct pasch_dice *dice, uint64_t seed);

/* Single dice 1 to 6, one after the other; the list stays the caller's. */
void pasch_dice_list(struct pasch_dice *dice, const uint8_t *list, size_t count);

/* The next single die, or 0 when a list is at its end. */
int pasch_dice_next(struct pasch_dice *dice);

/* Reads a list of rolls: dice 1 to 6 separated by blanks, commas, '-' or nothing; '#' begins a comment. Returns how
 * many dice were stored, at most `room`; on a bad character the error has its line in the text and column. */
enum pasch_status pasch_dice_parse(const char *text, uint8_t *list, size_t room, size_t *count,
                                   struct pasch_error *error);

#endif
