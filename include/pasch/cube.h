/* The doubling cube and the match score: what the chances of a position are worth with the cube as it lies, whether to
 * double, take, beaver, or accept a resignation. Everything here is a pure function of its arguments.
 *
 * Equities are normalised: with no gammons in it, winning the game at the cube as it lies is +1 and losing it -1. For
 * money that is points divided by the cube. In a match it is the winning chance of the match, stretched so that winning
 * the cube's points is +1 and losing them -1; pasch_cube_mwc turns it back. Either way the opponent's equity is the
 * negative, so that a search need not know what is played for. */
#ifndef PASCH_CUBE_H
#define PASCH_CUBE_H

#include "pasch/eval.h"

enum { PASCH_MET_AWAY = 64 };

/* A match equity table: the chance to win the match at the start of a game. Immutable once made; threads may share it.
 */
struct pasch_met {
    /* [points I need][points the opponent needs], both from 1. Where one side needs one, it is the Crawford game. */
    double pre[PASCH_MET_AWAY + 1][PASCH_MET_AWAY + 1];
    /* [points I need], the opponent needing one, after the Crawford game. */
    double post[PASCH_MET_AWAY + 1];
};

/* Kazaross-XG2 up to 25 points each (data/met/), computed beyond. Takes a few milliseconds. */
void pasch_met_make(struct pasch_met *met);

/* For matches without the cube between equals, a share `gammons` of whose games (backgammons included) counts double
 * and a share `backgammons` triple. Has no Crawford game: `post` says the same as `pre`. */
void pasch_met_make_cubeless(struct pasch_met *met, double gammons, double backgammons);

/* The chance of the side that needs `away`, its opponent needing `opponent`: 1 where away <= 0. No Crawford game is
 * still to come where `post`. More than PASCH_MET_AWAY points count as so many. */
double pasch_met_chance(const struct pasch_met *met, int away, int opponent, bool post);

enum pasch_cube_owner { PASCH_CUBE_CENTRED, PASCH_CUBE_MINE, PASCH_CUBE_THEIRS };

/* The cube and the score as the side on roll sees them. All zero: money, the cube at 1 in the middle. */
struct pasch_cube {
    uint8_t log; /* the cube shows 2^log */
    enum pasch_cube_owner owner;
    bool unused;                 /* played without the cube */
    bool jacoby, beavers;        /* money */
    const struct pasch_met *met; /* NULL: money. Stays the caller's and outlives every use */
    int away[2];      /* match: the points that the side on roll and its opponent need, 1 to PASCH_MET_AWAY */
    bool crawford;    /* match: this is the Crawford game */
    bool no_crawford; /* match: the Crawford rule is not in use */
};

/* The cube of a position, for the side that is to throw (or has offered the cube). Who needs more than PASCH_MET_AWAY
 * points is taken to need so many. Without `met` a match is played as for money. */
void pasch_cube_of(struct pasch_cube *cube, const struct pasch_position *position, const struct pasch_met *met);

/* How well the cube can be used from here on, 0 (dead) to 1 (always doubled at the perfect moment). Pips of both sides
 * matter in races only. The second finds out class and pips by itself. */
float pasch_cube_efficiency(enum pasch_class class, int pips, int opponent_pips);
float pasch_cube_efficiency_of(const struct pasch_rules *rules, const struct pasch_board *board);

/* Match winning chances of an equity, and back. For matches only. */
double pasch_cube_mwc(const struct pasch_cube *cube, float equity);
float pasch_cube_equity(const struct pasch_cube *cube, double mwc);

/* What gammons and backgammons are worth beyond a single win, as a share of what lies between winning and losing it:
 * 0.5 each for money. */
struct pasch_gammon_values {
    float win_gammon, win_backgammon, lose_gammon, lose_backgammon;
};
void pasch_cube_gammon_values(const struct pasch_cube *cube, struct pasch_gammon_values *out);

enum pasch_cube_action {
    PASCH_ACTION_NO_DOUBLE,     /* not good enough, or not allowed; a double would be taken */
    PASCH_ACTION_DOUBLE_TAKE,   /* double, and the opponent takes */
    PASCH_ACTION_DOUBLE_PASS,   /* double, and the opponent passes */
    PASCH_ACTION_TOO_GOOD_PASS, /* play on for the gammon; a double would be passed */
    PASCH_ACTION_TOO_GOOD_TAKE, /* play on for the gammon, though a double would be taken */
};

/* A cube decision. */
struct pasch_verdict {
    bool may_double;                           /* owns or shares the cube, no Crawford game, and it is not dead */
    float no_double, double_take, double_pass; /* equities of the side on roll; the take without a beaver */
    float best;                                /* the equity when both do what is right */
    double mwc[3];                             /* match: winning chances of those three equities, else 0 */
    enum pasch_cube_action action;
    bool take;                /* the right answer, should a double come */
    bool beaver;              /* better than a mere take */
    struct pasch_probs probs; /* the chances of the side on roll */
};

/* From the chances of the side on roll, before it rolls, looking no further ahead. */
void pasch_cube_judge(const struct pasch_cube *cube, const struct pasch_probs *probs, float efficiency,
                      struct pasch_verdict *out);

/* The winning chances from which to take and to cash, if gammons keep their share of wins and of losses: with a dead
 * cube, at the given efficiency, and with a live cube. Asked as if either side could double now; 0 resp. 1 where the
 * score makes the double impossible. */
struct pasch_cube_points {
    float take_dead, take, take_live; /* the least with which the side on roll takes its opponent's double */
    float cash_dead, cash, cash_live; /* the least with which its own double should be passed */
};
void pasch_cube_points(const struct pasch_cube *cube, const struct pasch_probs *probs, float efficiency,
                       struct pasch_cube_points *out);

/* Whether to accept `points` (1 to 3, before the cube) that the opponent resigns, given cube and chances as the side on
 * roll sees them: who resigns may be on roll or not. */
bool pasch_cube_accept(const struct pasch_cube *cube, const struct pasch_probs *probs, float efficiency,
                       bool roller_resigns, int points);

/* The points that the side on roll may resign with: it loses nothing worth playing for, and the opponent should accept.
 * 0 = play on. */
int pasch_cube_resign(const struct pasch_cube *cube, const struct pasch_probs *probs, float efficiency);

/* For searches: every cube that the game can still come to from a given one, so that a node can carry its value for
 * each. Side 0 is the side on roll where the ladder was made, side 1 its opponent.
 *
 *     leaf:        pasch_ladder_leaf -> hold; pasch_ladder_decide -> value
 *     inner node:  hold[s] = mean over rolls of the chosen play's -value[s] at the opponent's node;
 *                  pasch_ladder_decide -> value
 *     root:        hold as at an inner node; pasch_ladder_judge
 *     game over:   pasch_ladder_leaf with chances of 0 and 1, exact; its hold is the value
 *
 * State 0 is the cube as it lies at the root. Values of state 0 are normalised to the root's cube; in a match so are
 * those of all states, for money those of the others are to their own cube. */
enum { PASCH_LADDER_LEVELS = 7, PASCH_LADDER_STATES = 2 * PASCH_LADDER_LEVELS - 1 };

struct pasch_ladder {
    int states; /* how many values a node carries; the rest is the library's own */

    struct pasch_cube cube;
    int levels;
    float win[PASCH_LADDER_LEVELS][3], lose[PASCH_LADDER_LEVELS][3]; /* what side 0 gets for 1, 2, 3 times the cube */
    bool may[PASCH_LADDER_LEVELS][2]; /* the cube is some use to a side that may turn it */
    struct pasch_ladder_step {
        int to; /* the state after a double that is taken, -1 = cannot double */
        float factor, cash;
    } step[PASCH_LADDER_STATES][2];
};

void pasch_ladder_make(struct pasch_ladder *ladder, const struct pasch_cube *cube);

/* hold[s]: what cube s is worth to `roller`, whose chances before its roll these are, if it does not double now. */
void pasch_ladder_leaf(const struct pasch_ladder *ladder, int roller, const struct pasch_probs *probs, float efficiency,
                       float *hold);

/* The same for money where the two-sided bear-off table knows it. */
void pasch_ladder_exact(const struct pasch_ladder *ladder, int roller, const struct pasch_bearoff_value *known,
                        float *hold);

/* value[s] from hold[s], now that `roller` doubles where it should. The two may be the same array. */
void pasch_ladder_decide(const struct pasch_ladder *ladder, int roller, const float *hold, float *value);

/* The decision at the root, where side 0 is on roll. Leaves `probs` zero. */
void pasch_ladder_judge(const struct pasch_ladder *ladder, const float *hold, struct pasch_verdict *out);

#endif
