/* What requests of HTTP are answered with, apart from the files of the page. */
#ifndef SERVER_HTTP_API_H
#define SERVER_HTTP_API_H

#include "server/inside.h"

struct http_answer {
    int status;
    const char *type; /* of the content */
    const char *body;
    size_t size;
    bool owned; /* the body is to be freed */
    bool api;   /* pages of other origins may read it, where the options allow them */
    bool varies;
    const char *cache, *etag, *encoding, *file; /* headers; NULL = none, or no-store */
};

struct http_answer http_error(int status, const char *text);
struct http_answer http_health(struct server *server);
struct http_answer http_metrics(struct server *server);

/* GET below /api/. */
struct http_answer http_get(struct server *server, const char *path, const char *token);

/* POST. Either there is an answer now, or a job whose answer is http_batch_answer; `wsi` is told. */
enum http_now { HTTP_NOW, HTTP_LATER };

/* New games of an address, by whatever way. */
#define HTTP_GAMES_A_SECOND 0.2
#define HTTP_GAMES_AT_ONCE  30.0

struct http_post {
    const char *path;
    enum http_now (*run)(struct server *server, struct address *address, const char *body, size_t length,
                         struct lws *wsi, struct http_answer *answer, struct job **job);
};
const struct http_post *http_find_post(const char *path);
struct http_answer http_batch_answer(const struct job *job);

#endif
