/* The rules of a game as a row of fields. Zero in every field means standard backgammon, so that a game's row lists
 * only what differs. docs/rules/en/<id>.md has the same rules in words. */
#ifndef PASCH_RULES_H
#define PASCH_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pasch/status.h"

/* Places of a side, in its own numbering: pips to bear off. 1 to 24 are the points of the board. */
enum { PASCH_OFF = 0, PASCH_POINTS = 24, PASCH_BAR = 25, PASCH_HAND = 26, PASCH_PLACES = 27 };

/* The two sides. x is drawn at the bottom. */
enum { PASCH_X = 0, PASCH_O = 1, PASCH_NOBODY = 2 };

/* One side's men. `marks` has a bit for each point: a man pinned there under an enemy (contact PIN), or a tower still
 * to be done in this phase (towers). `phase` counts the phases done of a game with towers. 32 bytes, no padding, so
 * that equal sides are equal bytes. */
struct pasch_side {
    uint8_t men[PASCH_PLACES];
    uint8_t phase;
    uint32_t marks;
};

struct pasch_board {
    struct pasch_side side[2];
};

enum pasch_opening { PASCH_OPENING_SPLIT, PASCH_OPENING_FRESH };

/* Which of the opponent's points lies on my point p. */
enum pasch_facing {
    PASCH_FACING_MIRROR, /* points + 1 - p: the sides walk towards each other */
    PASCH_FACING_SAME,   /* p: both walk the same way (or side by side, contact FACING) */
};

enum pasch_contact {
    PASCH_CONTACT_HIT,     /* a lone enemy man is sent to the bar */
    PASCH_CONTACT_LOSES,   /* the same, but who hits has lost */
    PASCH_CONTACT_PIN,     /* a lone enemy man is held down as long as a man stands on it */
    PASCH_CONTACT_BLOCK,   /* men only block */
    PASCH_CONTACT_NONE,    /* the sides never meet */
    PASCH_CONTACT_FACING,  /* landing opposite an enemy man sends it to the bar; only own men block */
    PASCH_CONTACT_CAPTURE, /* landing on an enemy man removes it for good */
};

/* When men in hand must be entered before others may move. */
enum pasch_entry {
    PASCH_ENTRY_FIRST, /* all of them, unless `free_after` says after how many the side is free */
    PASCH_ENTRY_FREE,  /* at any time */
};

enum pasch_duty {
    PASCH_DUTY_HIGHER, /* as many numbers as possible; if only one of two, the higher */
    PASCH_DUTY_EITHER, /* as many as possible; if only one of two, either */
    PASCH_DUTY_LOW,    /* the lower first, else nothing */
    PASCH_DUTY_ALL,    /* the whole roll or nothing */
};

enum pasch_doubles {
    PASCH_DOUBLES_PLAIN,  /* the number `double_moves` times */
    PASCH_DOUBLES_BOTTOM, /* the tops, then as many of the bottoms (7 - d) */
    PASCH_DOUBLES_RUN,    /* d, d + 1 ... 6, `double_moves` times each */
};

/* What follows a stage that could not be played in full. */
enum pasch_unfilled {
    PASCH_UNFILLED_LOST,   /* the rest of the turn is lost */
    PASCH_UNFILLED_GO_ON,  /* the next stage, as if nothing had happened */
    PASCH_UNFILLED_HANDED, /* the opponent plays the stages that are left, then has its own turn */
};

/* What a roll of 1-2 does. */
enum pasch_ace_deuce {
    PASCH_ACE_DEUCE_PLAIN,
    PASCH_ACE_DEUCE_PLAYED, /* is played, then a double is named and played, then comes another roll */
    PASCH_ACE_DEUCE_NAMED,  /* is not played: a double is named and played, then comes another roll */
};

/* How the dice come. */
enum pasch_throw {
    PASCH_THROW_EACH,    /* the side on turn throws */
    PASCH_THROW_FIXED,   /* one throw serves both sides for the whole game */
    PASCH_THROW_PREVIEW, /* the opponent's next throw lies open before a move is made */
    PASCH_THROW_ROLES,   /* the chooser names a mixed roll, the other side has two throws a turn */
};

enum pasch_bear_off {
    PASCH_BEAR_OFF_STANDARD,
    PASCH_BEAR_OFF_EXACT, /* never with too high a number */
    PASCH_BEAR_OFF_NEVER, /* men stay on the board: the course ends on point 1, or it is a ring */
};

enum pasch_end {
    PASCH_END_OFF_WINS,    /* first side with all men off */
    PASCH_END_OFF_LOSES,   /* the same, and it has lost */
    PASCH_END_HOME_WINS,   /* first side with all men on point 1 */
    PASCH_END_NO_MEN,      /* a side without men has lost */
    PASCH_END_PHASES_WINS, /* first side through all three phases of the towers */
};

enum pasch_score {
    PASCH_SCORE_TRIPLE, /* 1, gammon 2, backgammon 3 */
    PASCH_SCORE_DOUBLE, /* 1, gammon 2 */
    PASCH_SCORE_SINGLE,
    PASCH_SCORE_MEN,  /* the loser's men not borne off */
    PASCH_SCORE_PIPS, /* the loser's pips, times 1, 2 or 3 */
};

enum pasch_cube_use { PASCH_CUBE_YES, PASCH_CUBE_OPTIONAL, PASCH_CUBE_NO };

struct pasch_rules;
struct pasch_hop;
struct pasch_stage;

/* What fields cannot say. NULL everywhere else. Both are called by the generators only. */
struct pasch_hooks {
    /* The numbers, at most 4, that a roll gives `me` to play one after the other, in any order. Returns how many. */
    int (*numbers)(const struct pasch_board *board, int me, const struct pasch_stage *stage, int *number);
    /* The single hops that a number allows, at most PASCH_PLACES. Returns how many. */
    int (*hops)(const struct pasch_rules *rules, const struct pasch_board *board, int me, int number,
                struct pasch_hop *hop);
    /* Makes a hop of the above, with all that follows from it at once. */
    void (*make)(const struct pasch_rules *rules, struct pasch_board *board, int me, struct pasch_hop *hop);
};

struct pasch_rules {
    const char *id;
    const char *name;
    const char *summary; /* one sentence */

    /* set-up; all zero in start[0] is the standard set-up, all zero in start[1] is start[0] again */
    uint8_t men; /* 0 = 15 */
    uint8_t start[2][PASCH_PLACES];
    enum pasch_opening opening;
    bool swapped;    /* display: x walks from 24 to 1, not from 1 to 24 */
    bool asymmetric; /* the sides differ: offer a return game */

    /* geometry */
    uint8_t points; /* 0 = 24 */
    enum pasch_facing facing;
    bool ring;     /* after point 1 comes the highest again */
    bool towers;   /* dice work on towers: unstack, restack, bear off */
    bool by_man;   /* towers: a die bears off one man, not the tower */
    bool backward; /* every number may also be moved backwards */

    /* contact */
    enum pasch_contact contact;
    uint8_t closed_by;  /* enemy men that close a point; 0 = 2 */
    uint8_t stack;      /* most own men on a point; 0 = no limit */
    uint32_t single;    /* points on which one own man is the most */
    bool no_overtaking; /* own men keep their order */
    uint32_t corners;   /* ring: where a last man lives */

    /* entering from the hand */
    enum pasch_entry entry;
    uint8_t free_after; /* ENTRY_FIRST: free once so many men have been entered; 0 = all */

    /* dice */
    enum pasch_throw throws;
    enum pasch_duty duty;
    bool sum; /* the roll is one move of the sum, and only with a 1, a 6 or a double */
    enum pasch_doubles doubles;
    uint8_t double_moves; /* 0 = 4 */
    bool bonus;           /* another roll after a double */
    enum pasch_unfilled unfilled;
    enum pasch_ace_deuce ace_deuce;

    /* end and score */
    enum pasch_bear_off bear_off;
    enum pasch_end end;
    enum pasch_score score;
    bool literal_backgammon; /* a backgammon although the loser has men off */
    bool dead_draw;          /* draw when neither side can ever move */
    bool repetition_draw;    /* draw when a position stands for the third time */
    uint16_t ply_cap;        /* draw after so many turns; 0 = 1000 */
    enum pasch_cube_use cube;

    const char *nets; /* the game whose nets evaluate it; NULL = its own */

    const struct pasch_hooks *hooks;
};

/* The games, in the order of the leaflets, and how many. Game 0 is standard backgammon. */
size_t pasch_game_count(void);
const struct pasch_rules *pasch_game_at(size_t index);

/* The row of that id, or NULL. */
const struct pasch_rules *pasch_game_find(const char *id);

/* An option of the leaflets: sets the field `name` of a caller's copy of a row. The error names what is possible. */
enum pasch_status pasch_rules_set(struct pasch_rules *rules, const char *name, const char *value,
                                  struct pasch_error *error);

/* The options that fit this game, as "name=value|value", or NULL past the last. */
const char *pasch_rules_option(const struct pasch_rules *rules, size_t index);

/* Whether a row makes sense; for tests and for rows that others write. */
enum pasch_status pasch_rules_check(const struct pasch_rules *rules, struct pasch_error *error);

/* The men of a side, and the points of its course. */
int pasch_rules_men(const struct pasch_rules *rules);
int pasch_rules_points(const struct pasch_rules *rules);

/* The most points that a game can be won by. */
int pasch_rules_most_points(const struct pasch_rules *rules);

/* The board number 1 to 24 of a side's own point, and the opponent's own point that lies there (0 where none does). */
int pasch_rules_board_number(const struct pasch_rules *rules, int side, int point);
int pasch_rules_facing(const struct pasch_rules *rules, int point);

#endif
