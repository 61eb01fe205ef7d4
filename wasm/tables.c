/* Tables of what is solved (exact.h). They take seconds to make, so that another worker makes them; until its bytes are
 * here nothing is known, which at the beginning of a game is what they would say, too. */
#include "think.h"

#include <stdlib.h>
#include <string.h>

#include "pasch/exact.h"

enum { SOLO, PAIRS, KINDS };

/* Bytes on their way in, and those in use, which the tables lie in. */
static struct {
    void *bytes;
    size_t size;
} given[KINDS], used[KINDS];

static struct {
    struct pasch_exact exact;
    struct pasch_exact_solo *solo;
    struct pasch_exact_pairs *pairs;
} tables;

/* A ring, and men that walk both ways, take a quarter of a minute; with one man less they take no time. */
static int pairs_men(const struct pasch_rules *rules)
{
    int men = pasch_exact_pairs_men(rules);
    return men && (rules->ring || rules->backward) ? men - 1 : men;
}

/* Boards say who throws next where all throw alike; where they say all, the bear-off tables serve. */
static bool serve(const struct pasch_rules *rules)
{
    return rules->throws == PASCH_THROW_EACH && !pasch_evaluate_fits(rules);
}

static bool has(const struct pasch_rules *rules, int kind)
{
    if (!serve(rules))
        return false;
    return kind == SOLO ? pasch_exact_solo_fits(rules, PASCH_EXACT_HOME) : pairs_men(rules) > 0;
}

static bool read_rules(struct pasch_rules *rules, char *lines)
{
    struct pasch_terms terms;
    struct pasch_error error;
    char *position;
    return web_setup(rules, &terms, lines, &position, &error) == PASCH_OK;
}

/* The names of the two tables of a game, null where there is none. */
WEB char *web_tables(char *lines)
{
    struct pasch_rules rules;
    char name[PASCH_EXACT_NAME];
    bool read = read_rules(&rules, lines);
    text_begin();
    text_add("[");
    for (int kind = 0; kind < KINDS; kind++) {
        text_comma();
        if (!read || !has(&rules, kind)) {
            text_add("null");
            continue;
        }
        if (kind == SOLO)
            pasch_exact_solo_name(&rules, PASCH_EXACT_HOME, name);
        else
            pasch_exact_pairs_name(&rules, pairs_men(&rules), name);
        text_string(name);
    }
    text_add("]");
    return text_end();
}

/* Making. */

/* The last one that was made. */
static struct {
    struct pasch_exact_solo *solo;
    struct pasch_exact_pairs *pairs;
    const void *bytes;
    size_t size;
} made;

static void forget_made(void)
{
    pasch_exact_solo_destroy(made.solo);
    pasch_exact_pairs_destroy(made.pairs);
    memset(&made, 0, sizeof made);
}

/* Makes a table; web_made and web_made_size have it until the next is made. */
WEB void web_make_table(int kind, char *lines)
{
    static struct pasch_rules rules;
    forget_made();
    if (!read_rules(&rules, lines) || !has(&rules, kind))
        return;
    if (kind == SOLO)
        made.solo = pasch_exact_solo_create(&rules, PASCH_EXACT_HOME, NULL, NULL);
    else
        made.pairs = pasch_exact_pairs_create(&rules, pairs_men(&rules), NULL, NULL);
    if (made.solo)
        made.bytes = pasch_exact_solo_bytes(made.solo, &made.size);
    else if (made.pairs)
        made.bytes = pasch_exact_pairs_bytes(made.pairs, &made.size);
}

WEB const void *web_made(void)
{
    return made.bytes;
}

WEB size_t web_made_size(void)
{
    return made.size;
}

/* Using. */

/* Where the page puts the bytes of a table, before web_think or web_take_tables. */
WEB void *web_table_room(int kind, size_t size)
{
    free(given[kind].bytes);
    given[kind].bytes = web_memory(size);
    given[kind].size = size;
    return given[kind].bytes;
}

void tables_close(void)
{
    pasch_exact_solo_destroy(tables.solo);
    pasch_exact_pairs_destroy(tables.pairs);
    memset(&tables, 0, sizeof tables);
    for (int kind = 0; kind < KINDS; kind++) {
        free(used[kind].bytes);
        used[kind].bytes = NULL;
    }
}

void tables_open(const struct pasch_rules *rules)
{
    tables_close();
    for (int kind = 0; kind < KINDS; kind++) {
        used[kind] = given[kind];
        given[kind].bytes = NULL;
    }
    if (used[SOLO].bytes && has(rules, SOLO))
        tables.solo = pasch_exact_solo_open(rules, PASCH_EXACT_HOME, used[SOLO].bytes, used[SOLO].size, NULL);
    if (used[PAIRS].bytes && has(rules, PAIRS))
        tables.pairs = pasch_exact_pairs_open(rules, pairs_men(rules), used[PAIRS].bytes, used[PAIRS].size, NULL);
    tables.exact = (struct pasch_exact){rules, tables.solo, tables.pairs};
}

static bool known(const void *none, const struct pasch_board *board, int me, struct pasch_probs *out)
{
    (void)none;
    return (tables.solo || tables.pairs) && pasch_exact_known(&tables.exact, board, me, out);
}

/* Who knows what the start is worth knows all that can come of it. */
static bool know_all(const struct pasch_rules *rules)
{
    struct pasch_position start;
    struct pasch_exact_value value;
    pasch_position_start(&start, rules);
    return (tables.solo || tables.pairs) && pasch_exact_board(&tables.exact, &start.board, start.turn, &value);
}

void tables_add(struct pasch_engine_parts *parts, const struct pasch_rules *rules)
{
    if (!has(rules, SOLO) && !has(rules, PAIRS))
        return;
    parts->known = known;
    parts->knows_all = know_all(rules);
}
