#include "server/token.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { BYTES = 16, ID_BYTES = 9 };

static void write_text(const uint8_t *bytes, size_t size, char *out, size_t room)
{
    sodium_bin2base64(out, room, bytes, size, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

void token_draw(char text[TOKEN_TEXT])
{
    uint8_t bytes[BYTES];
    randombytes_buf(bytes, sizeof bytes);
    write_text(bytes, sizeof bytes, text, TOKEN_TEXT);
}

void token_draw_id(char id[STORE_ID])
{
    uint8_t bytes[ID_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    write_text(bytes, sizeof bytes, id, STORE_ID);
}

void token_hash(const char *text, uint8_t hash[STORE_HASH])
{
    crypto_generichash(hash, STORE_HASH, (const uint8_t *)text, strlen(text), NULL, 0);
}

void token_derive(const char *text, const char *purpose, char out[TOKEN_TEXT])
{
    uint8_t bytes[BYTES];
    char both[2 * TOKEN_TEXT];
    snprintf(both, sizeof both, "%s:%s", purpose, text);
    crypto_generichash(bytes, sizeof bytes, (const uint8_t *)both, strlen(both), NULL, 0);
    write_text(bytes, sizeof bytes, out, TOKEN_TEXT);
}

bool token_fits(const uint8_t hash[STORE_HASH], const uint8_t kept[STORE_HASH])
{
    bool given = !sodium_is_zero(kept, STORE_HASH), same = sodium_memcmp(hash, kept, STORE_HASH) == 0;
    return given & same;
}
