/* What a client wants to play: the object of POST /api/v1/games and of a seek. */
#ifndef SERVER_REQUEST_H
#define SERVER_REQUEST_H

#include "record/setup.h"
#include "server/clock.h"

struct request {
    struct setup setup;
    struct clock clock;
    int side;  /* the creator's, PASCH_NOBODY = drawn by lot */
    bool open; /* a stranger may take the other seat */
};

/* `request` must stay where it is: its position points to its rules. */
enum pasch_status request_read(struct request *request, const json_t *object, struct pasch_error *error);

/* As it is kept: the first line of the record without the dice, with the clock and with the seconds after which a side
 * that is gone has lost. Equal agreements give equal texts. Free it; NULL: no memory. */
char *request_pack(const struct request *request, bool strangers);

/* The seconds of the above. */
enum { REQUEST_CLAIM_LINK = 86400, REQUEST_CLAIM_STRANGER = 120 };

#endif
