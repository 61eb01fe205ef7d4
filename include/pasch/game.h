/* The turn machine: a game, or a match of games, driven by events. Whoever plays, records or serves games speaks these
 * events; the machine knows what is due, refuses what is not allowed, takes back what may be taken back, and keeps the
 * score. It is a plain value: copy it to keep a state. */
#ifndef PASCH_GAME_H
#define PASCH_GAME_H

#include "pasch/position.h"

/* What the players agreed on. */
struct pasch_terms {
    uint32_t length;      /* a match to so many points; 0 = money */
    uint32_t rounds;      /* an agreed number of games; 0 = as many as they like */
    bool cube;            /* the doubling cube is used */
    bool crawford;        /* matches: no cube in the game after a side first needs one point */
    bool jacoby;          /* money: gammons count only once the cube was turned */
    bool beavers;         /* money: who is doubled may redouble at once and keep the cube */
    uint8_t auto_doubles; /* money: so many equal opening dice turn the cube */
    bool dead_cube;       /* a double that can no longer matter in the match is allowed */
    bool swap_roles;      /* asymmetric games: exchange the roles after every game */
};

enum pasch_event_kind {
    PASCH_EVENT_OPENING, /* die[0] of x and die[1] of o say who begins; equal dice are thrown again */
    PASCH_EVENT_ROLL,
    PASCH_EVENT_CHOOSE,
    PASCH_EVENT_HOP,  /* one man, hop[0].from and .to; .number 0 = whichever fits */
    PASCH_EVENT_UNDO, /* takes back the last hop of this stage */
    PASCH_EVENT_END,  /* the stage is played (or nothing can be): go on */
    PASCH_EVENT_PLAY, /* a whole stage at once: hop[0 .. hops), each with its number, as pasch_position_plays gives them
                       */
    PASCH_EVENT_DOUBLE,
    PASCH_EVENT_TAKE,
    PASCH_EVENT_PASS, /* refuse the double */
    PASCH_EVENT_BEAVER,
    PASCH_EVENT_RESIGN, /* `value` points, before the cube */
    PASCH_EVENT_ACCEPT, /* the resignation */
    PASCH_EVENT_REJECT,
    PASCH_EVENT_NEXT, /* the next game of the match */
    PASCH_EVENT_KINDS
};

struct pasch_event {
    enum pasch_event_kind kind;
    uint8_t side; /* who acts; not looked at for OPENING and NEXT */
    uint8_t die[2];
    uint8_t hops;
    struct pasch_hop hop[PASCH_HOPS];
    int32_t value;
};

enum pasch_phase {
    PASCH_PHASE_OPENING, /* the opening dice are due */
    PASCH_PHASE_PLAYING, /* pasch_position_due says what is due */
    PASCH_PHASE_RESIGN,  /* `turn` of pasch_game_actor must answer a resignation */
    PASCH_PHASE_BETWEEN, /* the game is over, the match goes on */
    PASCH_PHASE_OVER,    /* the match is over */
};

enum { PASCH_GAME_SEEN = 1024 };

struct pasch_game {
    const struct pasch_rules *rules;
    struct pasch_terms terms;
    struct pasch_position position; /* the men as they stood when the stage began */
    enum pasch_phase phase;

    /* the stage being played */
    struct pasch_board board; /* the men as they stand now */
    struct pasch_hop hop[PASCH_HOPS];
    uint8_t hops;

    bool beaver;      /* the offer on the table is a beaver */
    uint8_t resigner; /* PHASE_RESIGN */
    int32_t resignation;
    uint8_t ties;       /* equal opening dice so far */
    uint8_t must_start; /* after a draw: the side that did not start, else PASCH_NOBODY */
    uint8_t starter;

    uint32_t games; /* finished */
    int64_t score[2];
    int64_t won; /* points of the last game, cube and Jacoby applied */
    bool crawford_done;
    bool roles_swapped;

    uint16_t seen_count; /* repetition: one hash a turn */
    uint64_t seen[PASCH_GAME_SEEN];
};

/* Match: Crawford on. Everything else off, the cube as the game has it. */
void pasch_terms_default(struct pasch_terms *terms, const struct pasch_rules *rules);
enum pasch_status pasch_terms_check(const struct pasch_terms *terms, const struct pasch_rules *rules,
                                    struct pasch_error *error);

void pasch_game_start(struct pasch_game *game, const struct pasch_rules *rules, const struct pasch_terms *terms);

/* A game that begins in a given position, its score and cube included. */
void pasch_game_start_at(struct pasch_game *game, const struct pasch_position *position,
                         const struct pasch_terms *terms);

/* Applies an event, or refuses it and leaves the game as it was. `plays` is room to work in. */
enum pasch_status pasch_game_apply(struct pasch_game *game, const struct pasch_event *event, struct pasch_plays *plays,
                                   struct pasch_error *error);

/* Who must act, or PASCH_NOBODY (opening, between games, over). */
int pasch_game_actor(const struct pasch_game *game);

/* Whether `side` may offer the cube now; the error says why not. */
enum pasch_status pasch_game_may_double(const struct pasch_game *game, int side, struct pasch_error *error);

/* The most points a side may resign with now. */
int32_t pasch_game_resign_most(const struct pasch_game *game, int side);

/* The hops that may come next in this stage: each is part of a legal play that has the hops made so far. At most
 * PASCH_HOPS_ROOM times the different numbers left; `room` says how many the caller can take. Returns how many. */
int pasch_game_hops(const struct pasch_game *game, struct pasch_plays *plays, struct pasch_hop *hop, int room);

/* Whether the hops made so far are a whole play, or nothing can be played at all. */
bool pasch_game_may_end(const struct pasch_game *game, struct pasch_plays *plays);

#endif
