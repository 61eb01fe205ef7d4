/* PPN, written canonically: single blanks, points from high to low, the high die first, only keys that say something.
 * The room is enough for every position: 15 men a side stand on 15 places of at most 7 characters, 8 stages of 7, the
 * keys have 136. */
#include <string.h>

#include "notation/phases.h"
#include "pasch/notation.h"

static char *put(char *out, const char *text)
{
    size_t length = strlen(text);
    memcpy(out, text, length);
    return out + length;
}

static char *put_number(char *out, uint64_t number)
{
    char digit[20];
    int count = 0;
    do
        digit[count++] = (char)('0' + number % 10);
    while (number /= 10);
    while (count)
        *out++ = digit[--count];
    return out;
}

static char *put_place(char *out, const char *begin, const char *name, int point, int men, bool held)
{
    if (out != begin)
        *out++ = ',';
    out = name ? put(out, name) : put_number(out, (uint64_t)point);
    *out++ = ':';
    out = put_number(out, (uint64_t)men);
    if (held)
        *out++ = '!';
    return out;
}

static char *put_men(char *out, const struct pasch_side *side)
{
    const char *begin = out;
    for (int p = PASCH_POINTS; p >= 1; p--) {
        if (side->men[p])
            out = put_place(out, begin, NULL, p, side->men[p], side->marks >> p & 1);
    }
    if (side->men[PASCH_BAR])
        out = put_place(out, begin, "bar", 0, side->men[PASCH_BAR], false);
    if (side->men[PASCH_HAND])
        out = put_place(out, begin, "hand", 0, side->men[PASCH_HAND], false);
    if (out == begin)
        *out++ = '-';
    return out;
}

static char *put_towers(char *out, const struct pasch_rules *rules, const struct pasch_side *side)
{
    out = put(out, phase_names[side->phase]);
    *out++ = ':';
    for (int tower = 1; tower <= 6; tower++) {
        int times = !(side->marks >> tower & 1) ? 0 : side->phase == 2 && rules->by_man ? side->men[tower] : 1;
        while (times--)
            *out++ = (char)('0' + tower);
    }
    return out;
}

static char *put_pair(char *out, const uint8_t die[2])
{
    *out++ = (char)('0' + (die[0] > die[1] ? die[0] : die[1]));
    *out++ = (char)('0' + (die[0] > die[1] ? die[1] : die[0]));
    return out;
}

static char *put_dice(char *out, const struct pasch_position *p)
{
    if (!p->stages)
        return put(out, "-");
    if (p->rolled) {
        /* The 1-2 that names a double is not among the stages. */
        out = p->stage[0].kind == PASCH_STAGE_CHOOSE ? put(out, "21") : put_pair(out, p->stage[0].die);
        if (p->rules->throws == PASCH_THROW_PREVIEW) {
            *out++ = '/';
            out = p->reply[0] ? put_pair(out, p->reply) : put(out, "-");
        }
        return out;
    }
    for (int i = 0; i < p->stages; i++) {
        const struct pasch_stage *stage = &p->stage[i];
        if (i)
            *out++ = '>';
        if (stage->kind == PASCH_STAGE_ROLL) {
            out = put(out, "roll");
        } else if (stage->kind == PASCH_STAGE_CHOOSE) {
            out = put(out, "choose");
        } else {
            out = put_pair(out, stage->die);
            if (stage->die[0] == stage->die[1])
                out = put_pair(out, stage->die);
        }
    }
    return out;
}

static char *put_keys(char *out, const struct pasch_position *p)
{
    if (p->cube_log) {
        out = put_number(put(out, " cube="), (uint64_t)1 << p->cube_log);
        if (p->cube_owner != PASCH_NOBODY)
            *out++ = p->cube_owner == PASCH_X ? 'x' : 'o';
    }
    if (p->offered)
        out = put(out, " offer=double");
    if (p->length || p->score[0] || p->score[1]) {
        out = put_number(put(out, " score="), p->score[0]);
        out = put_number(put(out, "-"), p->score[1]);
        out = put_number(put(out, "/"), p->length);
    }
    if (p->crawford)
        out = put(out, " crawford=1");
    if (p->jacoby)
        out = put(out, " jacoby=1");
    if (p->beavers)
        out = put(out, " beavers=1");
    if (p->rules->throws == PASCH_THROW_ROLES && p->chooser == PASCH_X)
        out = put(out, " chooser=x");
    if (p->second)
        out = put(out, " rolls=1");
    if (p->counts_plies)
        out = put_number(put(out, " ply="), p->ply);
    return out;
}

size_t pasch_ppn_write(const struct pasch_position *p, char out[PASCH_PPN_ROOM])
{
    char *at = put(out, p->rules->id);
    if (p->over) {
        at = put(at, p->winner == PASCH_NOBODY ? " over draw " : p->winner == PASCH_X ? " over x " : " over o ");
        at = put_number(at, (uint64_t)p->points);
    } else {
        for (int side = 0; side < 2; side++) {
            *at++ = ' ';
            const struct pasch_side *men = &p->board.side[side];
            at = p->rules->towers ? put_towers(at, p->rules, men) : put_men(at, men);
        }
        at = put(at, p->turn == PASCH_X ? " x " : " o ");
        at = put_dice(at, p);
        at = put_keys(at, p);
    }
    *at = 0;
    return (size_t)(at - out);
}
