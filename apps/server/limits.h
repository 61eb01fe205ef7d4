/* How much one address may do. IPv6 addresses of one network of 64 bits are one. */
#ifndef SERVER_LIMITS_H
#define SERVER_LIMITS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

/* What has been used lately: it drains by `rate` a second and holds `most`. */
struct bucket {
    double level;
    int64_t at;
};

/* Takes it if there is room for it. */
bool bucket_take(struct bucket *bucket, double rate, double most, double amount, int64_t now);
/* Takes it in any case; bucket_take with 0 says whether that was too much. */
void bucket_add(struct bucket *bucket, double rate, double amount, int64_t now);

enum { ADDRESS_KEY = 16 };

struct address {
    struct address *next;
    uint8_t key[ADDRESS_KEY];
    unsigned users;                  /* who hold this */
    unsigned connections;            /* open ones */
    struct bucket requests, games;   /* of HTTP, and new games among them */
    struct bucket thinking, working; /* requests to the engine; seconds of work for messages */
    int64_t used;
};

enum { LIMITS_BUCKETS = 1024 };

struct limits {
    struct address *bucket[LIMITS_BUCKETS];
    unsigned addresses;
};

/* The key of a peer, or of an address in text; false if it is none. */
bool address_of_peer(const struct sockaddr *peer, uint8_t key[ADDRESS_KEY]);
bool address_of_text(const char *text, uint8_t key[ADDRESS_KEY]);
bool address_is_loopback(const uint8_t key[ADDRESS_KEY]);

/* Held until limits_release. NULL: no memory. */
struct address *limits_hold(struct limits *limits, const uint8_t key[ADDRESS_KEY], int64_t now);
void limits_release(struct address *address, int64_t now);

/* Forgets addresses that have not been seen for some minutes; with `all` every one. */
void limits_sweep(struct limits *limits, int64_t now, bool all);

#endif
