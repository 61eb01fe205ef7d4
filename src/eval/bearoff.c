/* What the bear-off tables share: the count of positions, the rolls, and the bytes. */
#include "eval/bearoff.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/error.h"
#include "rules/row.h"

bool pasch_bearoff_fits(const struct pasch_rules *rules)
{
    bool men = row_men(rules) == BEAROFF_MEN && row_points(rules) >= 2 * BEAROFF_POINTS && !rules->stack &&
               !(rules->single & ((2u << BEAROFF_POINTS) - 1)) && !rules->no_overtaking;
    bool course = !rules->ring && !rules->towers && !rules->backward && !rules->hooks &&
                  rules->facing == PASCH_FACING_MIRROR && rules->bear_off == PASCH_BEAR_OFF_STANDARD;
    bool dice = rules->throws == PASCH_THROW_EACH && !rules->sum && rules->doubles == PASCH_DOUBLES_PLAIN &&
                row_double_moves(rules) == 4 && !rules->bonus && rules->ace_deuce == PASCH_ACE_DEUCE_PLAIN &&
                (rules->duty == PASCH_DUTY_HIGHER || rules->duty == PASCH_DUTY_EITHER);
    return men && course && dice && rules->end == PASCH_END_OFF_WINS &&
           (rules->score == PASCH_SCORE_TRIPLE || rules->score == PASCH_SCORE_DOUBLE);
}

/* ways[r][n] = C(n + r - 1, r): in how many ways r things can be chosen out of n, each as often as one likes. */
static const uint16_t ways[BEAROFF_POINTS + 1][BEAROFF_MEN + 1] = {
    {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91, 105, 120},
    {0, 1, 4, 10, 20, 35, 56, 84, 120, 165, 220, 286, 364, 455, 560, 680},
    {0, 1, 5, 15, 35, 70, 126, 210, 330, 495, 715, 1001, 1365, 1820, 2380, 3060},
    {0, 1, 6, 21, 56, 126, 252, 462, 792, 1287, 2002, 3003, 4368, 6188, 8568, 11628},
    {0, 1, 7, 28, 84, 210, 462, 924, 1716, 3003, 5005, 8008, 12376, 18564, 27132, 38760},
};

bool bearoff_home_read(struct bearoff_home *home, const struct pasch_side *side)
{
    unsigned index = 0, tail = 0;
    for (int p = BEAROFF_POINTS + 1; p < PASCH_PLACES; p++)
        tail |= side->men[p];
    if (tail)
        return false;
    home->tail[BEAROFF_POINTS + 1] = home->tail[0] = 0;
    for (int p = BEAROFF_POINTS; p >= 1; p--) {
        tail += side->men[p];
        if (tail > BEAROFF_MEN)
            return false;
        home->tail[p] = (uint8_t)tail;
        index += ways[BEAROFF_POINTS + 1 - p][tail];
    }
    home->index = (uint16_t)index;
    return true;
}

bool bearoff_home_next(struct bearoff_home *home, int men)
{
    int p = BEAROFF_POINTS;
    while (p > 1 && home->tail[p] == home->tail[p - 1])
        home->tail[p--] = 0;
    home->tail[p]++;
    home->index++;
    return home->tail[1] <= men;
}

/* The man on p goes to q: tail[q + 1] to tail[p] fall by one, and ways[r][n] - ways[r][n - 1] = ways[r - 1][n]. */
static void hop(struct bearoff_home *home, int p, int q)
{
    unsigned fall = 0;
    for (int k = q + 1; k <= p; k++)
        fall += ways[BEAROFF_POINTS - k][home->tail[k]--];
    home->index = (uint16_t)(home->index - fall);
}

int bearoff_home_hops(const struct bearoff_home *home, int number, struct bearoff_home next[BEAROFF_POINTS])
{
    int count = 0;
    for (int p = BEAROFF_POINTS; p >= number; p--) {
        if (home->tail[p] > home->tail[p + 1]) {
            next[count] = *home;
            hop(&next[count++], p, p - number);
        }
    }
    if (count || !home->tail[1])
        return count;
    int rear = number - 1; /* too high a number bears off the rear man */
    while (!home->tail[rear])
        rear--;
    next[0] = *home;
    hop(&next[0], rear, PASCH_OFF);
    return 1;
}

/* Adds a position unless it is there. */
static int add_once(struct bearoff_home *list, int count, const struct bearoff_home *home)
{
    for (int i = 0; i < count; i++) {
        if (list[i].index == home->index)
            return count;
    }
    list[count] = *home;
    return count + 1;
}

/* Adds what the numbers, played one after the other, lead to. */
static int add_in_order(struct bearoff_home *result, int count, const struct bearoff_home *home, const int *number,
                        int numbers)
{
    struct bearoff_home level[2][BEAROFF_RESULTS], next[BEAROFF_POINTS];
    int size = 1;
    level[0][0] = *home;
    for (int n = 0; n < numbers; n++) {
        const struct bearoff_home *before = level[n % 2];
        struct bearoff_home *then = level[(n + 1) % 2];
        int grown = 0;
        for (int i = 0; i < size; i++) {
            int hops = bearoff_home_hops(&before[i], number[n], next);
            for (int k = 0; k < hops; k++)
                grown = add_once(then, grown, &next[k]);
            if (!hops) /* the game ended with a number to spare */
                grown = add_once(then, grown, &before[i]);
        }
        size = grown;
    }
    for (int i = 0; i < size; i++)
        count = add_once(result, count, &level[numbers % 2][i]);
    return count;
}

int bearoff_home_results(const struct bearoff_home *home, int a, int b, struct bearoff_home result[BEAROFF_RESULTS])
{
    if (a == b)
        return add_in_order(result, 0, home, (int[]){a, a, a, a}, 4);
    int count = add_in_order(result, 0, home, (int[]){a, b}, 2);
    return add_in_order(result, count, home, (int[]){b, a}, 2);
}

bool bearoff_applies(const struct pasch_board *board)
{
    struct bearoff_home home;
    return bearoff_home_read(&home, &board->side[0]) && bearoff_home_read(&home, &board->side[1]);
}

enum { AT_VERSION = 8, AT_NUMBER = 12, AT_SIZE = 16, AT_SUM = 24 };

/* Four sums side by side, which is as fast as memory can be read. Every step can be undone, so that two tables that
 * differ in one group of 8 bytes never have the same sum. */
static uint64_t mix(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * 0xd6e8feb86659fd93;
    return sum ^ sum >> 32;
}

static uint64_t checksum(const uint8_t *bytes, size_t size)
{
    uint64_t sum[4] = {1, 2, 3, 4};
    for (size_t at = 0; at < size; at += 32) {
        for (size_t i = 0; i < 4; i++)
            sum[i] = mix(sum[i], at + 8 * i == AT_SUM ? 0 : bytes_get64(bytes + at + 8 * i));
    }
    return mix(mix(mix(sum[0], sum[1]), sum[2]), sum[3]);
}

size_t bearoff_bytes_size(size_t contents)
{
    return (BEAROFF_HEAD + contents + 31) / 32 * 32;
}

uint8_t *bearoff_bytes_create(const struct bearoff_kind *kind, uint32_t number, size_t contents)
{
    size_t size = bearoff_bytes_size(contents);
    uint8_t *bytes = malloc(size);
    if (!bytes)
        return NULL;
    memset(bytes + size - 32, 0, 32);
    memcpy(bytes, kind->letters, AT_VERSION);
    bytes_put32(bytes + AT_VERSION, kind->version);
    bytes_put32(bytes + AT_NUMBER, number);
    bytes_put64(bytes + AT_SIZE, size);
    return bytes;
}

void bearoff_bytes_seal(uint8_t *bytes)
{
    bytes_put64(bytes + AT_SUM, checksum(bytes, bytes_get64(bytes + AT_SIZE)));
}

uint32_t bearoff_bytes_number(const uint8_t *bytes)
{
    return bytes_get32(bytes + AT_NUMBER);
}

bool bearoff_bytes_check(const struct bearoff_kind *kind, const uint8_t *bytes, size_t size, struct pasch_error *error)
{
    if (size < BEAROFF_HEAD || memcmp(bytes, kind->letters, AT_VERSION) != 0)
        error_set(error, PASCH_BAD_TEXT, 0, "this is no %s bear-off table", kind->name);
    else if (bytes_get32(bytes + AT_VERSION) != kind->version)
        error_set(error, PASCH_BAD_TEXT, 0, "the bear-off table is of version %u, readable is %u",
                  (unsigned)bytes_get32(bytes + AT_VERSION), (unsigned)kind->version);
    else if (bytes_get64(bytes + AT_SIZE) != size || size % 32)
        error_set(error, PASCH_BAD_TEXT, 0, "the bear-off table has %zu bytes instead of %llu", size,
                  (unsigned long long)bytes_get64(bytes + AT_SIZE));
    else if (bytes_get64(bytes + AT_SUM) != checksum(bytes, size))
        error_set(error, PASCH_BAD_TEXT, 0, "the bear-off table is damaged: its checksum does not fit");
    else
        return true;
    return false;
}
