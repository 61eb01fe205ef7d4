/* Dice that can be checked: the method "pasch-dice-1" of docs/dice.md. The house draws a secret and publishes its hash,
 * the players add a seed each, and a throw follows from all three and its number. */
#ifndef SERVER_DICE_H
#define SERVER_DICE_H

#include <stdbool.h>
#include <stdint.h>

#define DICE_METHOD "pasch-dice-1"

enum {
    DICE_SECRET = 32,     /* bytes */
    DICE_SECRET_HEX = 65, /* the same as text */
    DICE_SEED_HEX = 33,   /* 16 bytes as text */
};

/* What takes the place of a seed that a player has not given. */
extern const char dice_no_seed[DICE_SEED_HEX];

void dice_draw_secret(uint8_t secret[DICE_SECRET]);

/* SHA-256 of the secret in small hexadecimal digits. */
void dice_commitment(const uint8_t secret[DICE_SECRET], char out[DICE_SECRET_HEX]);

/* Hexadecimal digits to a secret or a seed; false if these are not 64 or 32 of them. A seed is kept in small digits. */
bool dice_read_secret(const char *text, uint8_t secret[DICE_SECRET]);
bool dice_read_seed(const char *text, char seed[DICE_SEED_HEX]);
void dice_write_secret(const uint8_t secret[DICE_SECRET], char out[DICE_SECRET_HEX]);

/* Throw `number` of the match, counted from 1: x's die and o's where it is an opening. */
void dice_throw(const uint8_t secret[DICE_SECRET], const char *seed_x, const char *seed_o, uint32_t number,
                uint8_t die[2]);

#endif
