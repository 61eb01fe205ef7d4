/* A text on its way to clients, shared by all that get it. */
#ifndef SERVER_MESSAGE_H
#define SERVER_MESSAGE_H

#include <jansson.h>
#include <stddef.h>

enum { MESSAGE_HEAD = 32 }; /* room that the library for WebSockets wants before the text */

struct message {
    unsigned users;
    size_t length;
    char *text; /* MESSAGE_HEAD bytes before it may be written to */
};

/* Takes the reference of `object`. NULL: no memory. The caller is the first user. */
struct message *message_make(json_t *object);
struct message *message_use(struct message *message);
void message_drop(struct message *message);

#endif
