#include "server/dice.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

_Static_assert(crypto_auth_hmacsha256_KEYBYTES == DICE_SECRET, "the secret is the key");

const char dice_no_seed[DICE_SEED_HEX] = "00000000000000000000000000000000";

void dice_draw_secret(uint8_t secret[DICE_SECRET])
{
    randombytes_buf(secret, DICE_SECRET);
}

void dice_write_secret(const uint8_t secret[DICE_SECRET], char out[DICE_SECRET_HEX])
{
    sodium_bin2hex(out, DICE_SECRET_HEX, secret, DICE_SECRET);
}

void dice_commitment(const uint8_t secret[DICE_SECRET], char out[DICE_SECRET_HEX])
{
    uint8_t hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(hash, secret, DICE_SECRET);
    sodium_bin2hex(out, DICE_SECRET_HEX, hash, sizeof hash);
}

static bool read_hex(const char *text, uint8_t *bytes, size_t size)
{
    size_t length;
    return strlen(text) == 2 * size && sodium_hex2bin(bytes, size, text, 2 * size, NULL, &length, NULL) == 0 &&
           length == size;
}

bool dice_read_secret(const char *text, uint8_t secret[DICE_SECRET])
{
    return read_hex(text, secret, DICE_SECRET);
}

bool dice_read_seed(const char *text, char seed[DICE_SEED_HEX])
{
    uint8_t bytes[DICE_SEED_HEX / 2];
    if (!read_hex(text, bytes, sizeof bytes))
        return false;
    sodium_bin2hex(seed, DICE_SEED_HEX, bytes, sizeof bytes);
    return true;
}

void dice_throw(const uint8_t secret[DICE_SECRET], const char *seed_x, const char *seed_o, uint32_t number,
                uint8_t die[2])
{
    int found = 0;
    for (unsigned block = 0; found < 2; block++) {
        char text[128];
        uint8_t bytes[crypto_auth_hmacsha256_BYTES];
        int length = snprintf(text, sizeof text, DICE_METHOD ":%s:%s:%u:%u", seed_x, seed_o, number, block);
        crypto_auth_hmacsha256(bytes, (const uint8_t *)text, (unsigned long long)length, secret);
        /* 252 is six times 42: of the bytes below it every die has as many. */
        for (size_t i = 0; i < sizeof bytes && found < 2; i++) {
            if (bytes[i] < 252)
                die[found++] = (uint8_t)(1 + bytes[i] % 6);
        }
    }
}
