#include "testing.h"

#include <stdlib.h>
#include <string.h>

void testing_fail(const char *format, ...)
{
    char text[2000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fail_msg("%s", text);
}

struct pasch_plays testing_plays(void)
{
    struct pasch_plays plays;
    void *memory = malloc(pasch_plays_bytes(PASCH_PLAYS_ROOM));
    assert_non_null(memory);
    pasch_plays_init(&plays, memory, PASCH_PLAYS_ROOM);
    return plays;
}

void testing_plays_free(struct pasch_plays *plays)
{
    free(plays->play);
}

struct pasch_position testing_position(const char *text)
{
    struct pasch_position position;
    struct pasch_error error;
    if (pasch_position_read(&position, text, NULL, &error) != PASCH_OK)
        testing_fail("'%s', column %d: %s", text, error.column, error.text);
    return position;
}

void testing_lines(const char *path, void (*each)(const char *line, int number, void *context), void *context)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t room = 0;
    if (!file)
        testing_fail("cannot open %s", path);
    for (int number = 1; getline(&line, &room, file) >= 0; number++) {
        line[strcspn(line, "\n")] = 0;
        each(line, number, context);
    }
    free(line);
    fclose(file);
}

bool testing_step(struct pasch_position *p, struct pasch_rng *rng, struct pasch_plays *plays)
{
    uint8_t choice[21][2];
    uint32_t n;
    switch (pasch_position_due(p)) {
    case PASCH_DUE_NOTHING:
    case PASCH_DUE_ANSWER: return false;
    case PASCH_DUE_CHOOSE:
        n = pasch_rng_below(rng, (uint32_t)pasch_position_choices(p, choice));
        assert_int_equal(pasch_position_choose(p, choice[n][0], choice[n][1], NULL), PASCH_OK);
        return true;
    case PASCH_DUE_PLAY:
        assert_int_equal(pasch_position_plays(p, plays, NULL), PASCH_OK);
        n = plays->count ? pasch_rng_below(rng, (uint32_t)plays->count) : 0;
        pasch_position_play(p, plays->count ? &plays->play[n] : NULL);
        return true;
    default:
        n = pasch_rng_below(rng, 36);
        assert_int_equal(pasch_position_throw(p, (int)(n / 6) + 1, (int)(n % 6) + 1, NULL), PASCH_OK);
        return true;
    }
}

static void random_side(struct pasch_side *side, const struct pasch_rules *rules, struct pasch_rng *rng)
{
    int men = pasch_rules_men(rules), points = pasch_rules_points(rules);
    /* How far out the men may stand, and on how many different places: few places make high stacks. */
    int far = pasch_rng_below(rng, 3) ? points : (int)pasch_rng_below(rng, (uint32_t)points) + 1;
    int places = (int)pasch_rng_below(rng, 12) + 1, place[12];
    for (int i = 0; i < places; i++)
        place[i] = (int)pasch_rng_below(rng, (uint32_t)far) + 1;
    int special = (int)pasch_rng_below(rng, 10);
    memset(side, 0, sizeof *side);
    for (int i = 0; i < men; i++) {
        int where = place[pasch_rng_below(rng, (uint32_t)places)];
        uint32_t luck = pasch_rng_below(rng, 12);
        if (special == 0 && luck < 4)
            where = PASCH_BAR;
        if (special == 1 && luck < 6)
            where = PASCH_HAND;
        if (special >= 7 && luck < 8)
            where = PASCH_OFF;
        if (special == 2 && luck < 2)
            where = luck ? PASCH_BAR : PASCH_HAND;
        side->men[where]++;
    }
}

bool testing_random_position(struct pasch_position *p, const struct pasch_rules *rules, struct pasch_rng *rng)
{
    pasch_position_start(p, rules);
    p->turn = (uint8_t)pasch_rng_below(rng, 2);
    for (int s = 0; s < 2; s++) {
        struct pasch_side *side = &p->board.side[s];
        if (rules->towers) {
            side->phase = (uint8_t)pasch_rng_below(rng, 3);
            side->marks = pasch_rng_below(rng, 64) << 1;
            for (int t = 1; t <= 6 && side->phase == 2; t++) {
                if (!(side->marks >> t & 1)) {
                    side->men[t] = 0;
                    side->men[PASCH_OFF] = (uint8_t)(side->men[PASCH_OFF] + 2);
                }
            }
        } else {
            random_side(side, rules, rng);
        }
    }
    if (rules->contact == PASCH_CONTACT_PIN) { /* where both stand one of them is underneath, if it is alone */
        struct pasch_side *x = &p->board.side[0], *o = &p->board.side[1];
        for (int point = 1; point <= PASCH_POINTS; point++) {
            int facing = pasch_rules_facing(rules, point);
            if (!x->men[point] || !o->men[facing])
                continue;
            if (x->men[point] == 1 && (o->men[facing] > 1 || pasch_rng_below(rng, 2)))
                x->marks |= 1u << point;
            else if (o->men[facing] == 1)
                o->marks |= 1u << facing;
        }
    }
    return pasch_position_check(p, NULL) == PASCH_OK;
}
