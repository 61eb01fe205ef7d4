#include "server/limits.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

enum { KEEP = 300 * 1000 };

static void drain(struct bucket *bucket, double rate, int64_t now)
{
    bucket->level -= rate * (double)(now - bucket->at) / 1000;
    if (bucket->level < 0)
        bucket->level = 0;
    bucket->at = now;
}

bool bucket_take(struct bucket *bucket, double rate, double most, double amount, int64_t now)
{
    drain(bucket, rate, now);
    if (bucket->level + amount > most)
        return false;
    bucket->level += amount;
    return true;
}

void bucket_add(struct bucket *bucket, double rate, double amount, int64_t now)
{
    drain(bucket, rate, now);
    bucket->level += amount;
}

static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};

static void key_of_v4(const struct in_addr *address, uint8_t key[ADDRESS_KEY])
{
    memcpy(key, mapped, sizeof mapped);
    memcpy(key + sizeof mapped, address, 4);
}

static void key_of_v6(const struct in6_addr *address, uint8_t key[ADDRESS_KEY])
{
    static const struct in6_addr loopback = IN6ADDR_LOOPBACK_INIT;
    memcpy(key, address, ADDRESS_KEY);
    bool whole = memcmp(key, mapped, sizeof mapped) == 0 || memcmp(key, &loopback, ADDRESS_KEY) == 0;
    if (!whole)
        memset(key + 8, 0, 8);
}

bool address_of_peer(const struct sockaddr *peer, uint8_t key[ADDRESS_KEY])
{
    if (peer->sa_family == AF_INET)
        key_of_v4(&((const struct sockaddr_in *)(const void *)peer)->sin_addr, key);
    else if (peer->sa_family == AF_INET6)
        key_of_v6(&((const struct sockaddr_in6 *)(const void *)peer)->sin6_addr, key);
    else
        return false;
    return true;
}

bool address_of_text(const char *text, uint8_t key[ADDRESS_KEY])
{
    struct in_addr four;
    struct in6_addr six;
    if (inet_pton(AF_INET, text, &four) == 1)
        key_of_v4(&four, key);
    else if (inet_pton(AF_INET6, text, &six) == 1)
        key_of_v6(&six, key);
    else
        return false;
    return true;
}

bool address_is_loopback(const uint8_t key[ADDRESS_KEY])
{
    static const struct in6_addr loopback = IN6ADDR_LOOPBACK_INIT;
    return (memcmp(key, mapped, sizeof mapped) == 0 && key[12] == 127) || memcmp(key, &loopback, ADDRESS_KEY) == 0;
}

static struct address **slot_of(struct limits *limits, const uint8_t key[ADDRESS_KEY])
{
    uint64_t hash = 1469598103934665603u;
    for (int i = 0; i < ADDRESS_KEY; i++)
        hash = (hash ^ key[i]) * 1099511628211u;
    struct address **slot = &limits->bucket[(hash ^ hash >> 32) % LIMITS_BUCKETS];
    while (*slot && memcmp((*slot)->key, key, ADDRESS_KEY) != 0)
        slot = &(*slot)->next;
    return slot;
}

struct address *limits_hold(struct limits *limits, const uint8_t key[ADDRESS_KEY], int64_t now)
{
    struct address **slot = slot_of(limits, key);
    if (!*slot && (*slot = calloc(1, sizeof **slot))) {
        memcpy((*slot)->key, key, ADDRESS_KEY);
        limits->addresses++;
    }
    if (*slot) {
        (*slot)->users++;
        (*slot)->used = now;
    }
    return *slot;
}

void limits_release(struct address *address, int64_t now)
{
    address->users--;
    address->used = now;
}

void limits_sweep(struct limits *limits, int64_t now, bool all)
{
    for (int i = 0; i < LIMITS_BUCKETS; i++) {
        for (struct address **slot = &limits->bucket[i]; *slot;) {
            struct address *address = *slot;
            if (!all && (address->users || now - address->used < KEEP)) {
                slot = &address->next;
                continue;
            }
            *slot = address->next;
            free(address);
            limits->addresses--;
        }
    }
}
