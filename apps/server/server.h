/* `pasch serve`: the page, the API and the tables, as docs/protocol.md has them. */
#ifndef SERVER_H
#define SERVER_H

#include <stdbool.h>
#include <stddef.h>

#include "server/log.h"

enum { SERVER_ORIGINS = 16 };

struct server_options {
    const char *listen; /* an address */
    int port;           /* 0 = any that is free */
    const char *db;
    const char *tls_cert, *tls_key; /* NULL = no TLS */
    const char *base_url;           /* as the world sees it; NULL = as it listens */
    const char *origin[SERVER_ORIGINS];
    int origins;         /* other pages that may use the API */
    bool behind_proxy;   /* believe X-Forwarded-For */
    int max_connections; /* in all */
    int max_per_address; /* connections; 0 = any number, and no limits on rates */
    int max_games;       /* of an address, unfinished; 0 = any number */
    enum log_level level;

    /* Answers a request of `pasch batch`: a text to be freed, or NULL. Called in a thread of its own, one at a time. */
    char *(*answer)(void *context, const char *request, size_t length);
    void *context;
    /* Called once connections are taken. */
    void (*ready)(void *context, const char *url);
};

/* Runs until SIGTERM or SIGINT. True if it ended so; false after saying why it could not start. */
bool server_run(const struct server_options *options);

#endif
