#include "server/message.h"

#include <stdlib.h>
#include <string.h>

struct message *message_make(json_t *object)
{
    char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;
    size_t length = text ? strlen(text) : 0;
    struct message *message = text ? malloc(sizeof *message + MESSAGE_HEAD + length) : NULL;
    if (message) {
        *message = (struct message){.users = 1, .length = length, .text = (char *)(message + 1) + MESSAGE_HEAD};
        memcpy(message->text, text, length);
    }
    free(text);
    json_decref(object);
    return message;
}

struct message *message_use(struct message *message)
{
    message->users++;
    return message;
}

void message_drop(struct message *message)
{
    if (message && --message->users == 0)
        free(message);
}
