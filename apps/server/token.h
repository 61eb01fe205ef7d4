/* Secrets in links: 128 bits as 22 characters of base64url. Only their hashes are kept. */
#ifndef SERVER_TOKEN_H
#define SERVER_TOKEN_H

#include "server/store.h"

enum { TOKEN_TEXT = 23 };

void token_draw(char text[TOKEN_TEXT]);
void token_hash(const char *text, uint8_t hash[STORE_HASH]);

/* Another token that follows from this one, and from which this one cannot be had. `purpose` is a short word. */
void token_derive(const char *text, const char *purpose, char out[TOKEN_TEXT]);

/* Whether the hash is that of a token which has been given out; takes as long for any. */
bool token_fits(const uint8_t hash[STORE_HASH], const uint8_t kept[STORE_HASH]);

/* The name of a game, which is no secret but cannot be guessed either. */
void token_draw_id(char id[STORE_ID]);

#endif
