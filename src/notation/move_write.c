/* Plays as text, canonically: highest starting point first, one man's hops joined unless it hits or turns round on the
 * way, equal moves collected. */
#include <stdio.h>
#include <string.h>

#include "notation/phases.h"
#include "pasch/notation.h"

/* One man's way through a play. */
struct way {
    struct pasch_hop hop[PASCH_HOPS];
    int hops;
};

static int rank(int from) /* bar before hand before the points, from the highest */
{
    return from == PASCH_BAR ? PASCH_HAND : from == PASCH_HAND ? PASCH_BAR : from;
}

static void sort_hops(struct pasch_hop *hop, int hops)
{
    for (int i = 1; i < hops; i++) {
        for (int j = i; j > 0 && rank(hop[j].from) > rank(hop[j - 1].from); j--) {
            struct pasch_hop swap = hop[j];
            hop[j] = hop[j - 1];
            hop[j - 1] = swap;
        }
    }
}

/* Joins hops into ways. Where men only go forwards the order in which hops were made says nothing, so they are taken
 * from the rear; else each hop goes on from one made before it. */
static int find_ways(const struct pasch_rules *rules, const struct pasch_play *play, struct way way[PASCH_HOPS])
{
    struct pasch_hop hop[PASCH_HOPS];
    int ways = 0;
    memcpy(hop, play->hop, sizeof hop);
    if (!rules->backward && !rules->ring)
        sort_hops(hop, play->hops);
    for (int i = 0; i < play->hops; i++) {
        int w = 0;
        while (w < ways && way[w].hop[way[w].hops - 1].to != hop[i].from)
            w++;
        if (w == ways)
            way[ways++].hops = 0;
        way[w].hop[way[w].hops++] = hop[i];
    }
    return ways;
}

static size_t put_place(char *out, size_t at, int place, bool start)
{
    if (place == PASCH_BAR)
        return at + (size_t)sprintf(out + at, "bar");
    if (place == PASCH_HAND)
        return at + (size_t)sprintf(out + at, "in");
    if (place == PASCH_OFF && !start)
        return at + (size_t)sprintf(out + at, "off");
    return at + (size_t)sprintf(out + at, "%d", place);
}

static bool goes_back(const struct pasch_rules *rules, const struct pasch_hop *hop)
{
    return rules->backward && hop->from <= PASCH_POINTS && hop->to > hop->from;
}

static size_t put_way(char *out, size_t at, const struct pasch_rules *rules, const struct way *way, bool *plain)
{
    *plain = true;
    at = put_place(out, at, way->hop[0].from, true);
    for (int i = 0; i < way->hops; i++) {
        const struct pasch_hop *hop = &way->hop[i];
        bool last = i + 1 == way->hops, back = goes_back(rules, hop);
        if (!last && !hop->hit && back == goes_back(rules, hop + 1))
            continue;
        out[at++] = back ? '\\' : '/';
        at = put_place(out, at, hop->to, false);
        if (hop->hit)
            out[at++] = '*';
        if (!last)
            *plain = false;
    }
    return at;
}

/* Where the text of a way begins and ends, without the star of a hit: what must be equal to be collected. */
static bool same_way(const struct way *a, const struct way *b)
{
    return a->hops == b->hops && a->hop[0].from == b->hop[0].from && a->hop[a->hops - 1].to == b->hop[b->hops - 1].to;
}

static bool hits_at_end_only(const struct way *way)
{
    for (int i = 0; i + 1 < way->hops; i++) {
        if (way->hop[i].hit)
            return false;
    }
    return true;
}

/* From the highest start, and the longer way first of two from one point, whatever order the dice were used in. */
static bool comes_before(const struct way *a, const struct way *b)
{
    int from_a = rank(a->hop[0].from), from_b = rank(b->hop[0].from);
    return from_a != from_b ? from_a > from_b : a->hop[a->hops - 1].to < b->hop[b->hops - 1].to;
}

static size_t write_towers(const struct pasch_play *play, char *out)
{
    size_t at = 0;
    for (int phase = 0; phase < PHASES; phase++) {
        bool named = false;
        for (int tower = 6; tower >= 1; tower--) {
            for (int i = 0; i < play->hops; i++) {
                if (play->hop[i].to != phase || play->hop[i].from != tower)
                    continue;
                if (!named)
                    at += (size_t)sprintf(out + at, "%s%s", at ? " " : "", phase_names[phase]);
                named = true;
                at += (size_t)sprintf(out + at, " %d", tower);
            }
        }
    }
    return at;
}

size_t pasch_move_write(const struct pasch_rules *rules, const struct pasch_play *play, char out[PASCH_MOVE_ROOM])
{
    struct way way[PASCH_HOPS];
    size_t at = 0;
    if (!play->hops)
        return (size_t)sprintf(out, "pass");
    if (rules->towers)
        return write_towers(play, out);
    int ways = find_ways(rules, play, way);
    bool done[PASCH_HOPS] = {false};
    for (int left = ways; left > 0;) {
        int next = -1;
        for (int w = 0; w < ways; w++) {
            if (!done[w] && (next < 0 || comes_before(&way[w], &way[next])))
                next = w;
        }
        bool plain;
        if (at)
            out[at++] = ' ';
        at = put_way(out, at, rules, &way[next], &plain);
        int times = 0;
        for (int w = 0; w < ways; w++) {
            if (!done[w] && (w == next || (plain && same_way(&way[w], &way[next]) && hits_at_end_only(&way[w])))) {
                done[w] = true;
                times++;
                left--;
            }
        }
        if (times > 1)
            at += (size_t)sprintf(out + at, "(%d)", times);
    }
    out[at] = 0;
    return at;
}
