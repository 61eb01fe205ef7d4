/* The state as bytes: what it is of, the sums, and a checksum. */
#include <string.h>

#include "base/bytes.h"
#include "base/error.h"
#include "rollout/rollout.h"

/* magic, checksum of all that follows, hashes of starts, settings and evaluator, then the sums */
enum { MAGIC = 8, CHECKSUM_AT = MAGIC, STARTS_AT = 16, SETTINGS_AT = 24, EVALUATOR_AT = 32, SUMS_AT = 40 };
static const char magic[MAGIC + 1] = "PASCHRO1";

static void mix(uint64_t *hash, const void *bytes, size_t size)
{
    const uint8_t *byte = bytes;
    for (size_t i = 0; i < size; i++)
        *hash = (*hash ^ byte[i]) * 0x100000001b3u;
    *hash ^= *hash >> 31;
}

static void mix_number(uint64_t *hash, uint64_t number)
{
    uint8_t bytes[8];
    bytes_put64(bytes, number);
    mix(hash, bytes, sizeof bytes);
}

static void mix_float(uint64_t *hash, float number)
{
    uint8_t bytes[4];
    bytes_put_float(bytes, number);
    mix(hash, bytes, sizeof bytes);
}

static void mix_stage(uint64_t *hash, const uint8_t die[2], int kind)
{
    mix_number(hash, (uint64_t)kind << 16 | (uint64_t)die[0] << 8 | (uint64_t)die[1]);
}

/* What a position has beyond its board and its turn. */
static void mix_rest(uint64_t *hash, const struct pasch_position *p)
{
    for (int i = 0; i < p->stages; i++)
        mix_stage(hash, p->stage[i].die, p->stage[i].kind);
    mix_stage(hash, p->reply, p->chooser << 3 | p->second << 2 | p->rolled << 1 | p->over);
    mix_number(hash, p->ply);
    if (p->over)
        mix_number(hash, (uint64_t)p->winner << 32 | (uint64_t)(uint32_t)p->points);
}

static uint64_t hash_starts(const struct pasch_rollout *rollout)
{
    const struct pasch_ladder *ladder = &rollout->stakes.ladder;
    uint64_t hash = (uint64_t)rollout->starts << 8 | (uint64_t)rollout->root;
    mix(&hash, rollout->evaluator->rules->id, strlen(rollout->evaluator->rules->id));
    for (int i = 0; i < rollout->starts; i++) {
        const struct start *start = &rollout->start[i];
        const struct pasch_position *p = &start->position;
        for (int s = 0; s < 2; s++) {
            mix(&hash, p->board.side[s].men, sizeof p->board.side[s].men);
            mix_number(&hash, (uint64_t)p->board.side[s].phase << 32 | p->board.side[s].marks);
        }
        mix_number(&hash, (uint64_t)p->turn << 2 | (uint64_t)start->doubled << 1 | (uint64_t)start->no_double);
        if (!rollout->boards)
            mix_rest(&hash, p);
    }
    for (int k = 0; k < ladder->levels && rollout->settings.cubeful; k++) {
        for (int i = 0; i < 3; i++) {
            mix_float(&hash, ladder->win[k][i]);
            mix_float(&hash, ladder->lose[k][i]);
        }
        mix_number(&hash, (uint64_t)ladder->may[k][0] << 1 | (uint64_t)ladder->may[k][1]);
    }
    if (rollout->settings.cubeful)
        mix_number(&hash, (uint64_t)ladder->cube.owner << 1 | (uint64_t)ladder->cube.beavers);
    return hash;
}

static uint64_t hash_settings(const struct pasch_rollout *rollout)
{
    const struct pasch_rollout_settings *s = &rollout->settings;
    uint8_t bytes[16];
    uint64_t hash = 0;
    mix_number(&hash, s->seed);
    mix_number(&hash, (uint64_t)s->plies << 32 | (uint64_t)s->truncate);
    mix_number(&hash, (uint64_t)s->plain_luck << 3 | (uint64_t)s->play_on << 2 | (uint64_t)s->opening << 1 |
                          (uint64_t)s->cubeful);
    mix_number(&hash, s->minimum);
    bytes_put_double(bytes, s->ahead);
    bytes_put_double(bytes + 8, s->error);
    mix(&hash, bytes, sizeof bytes);
    return hash;
}

/* By its opinions: another net has others. */
static uint64_t hash_evaluator(const struct pasch_rollout *rollout)
{
    uint64_t hash = 0;
    for (int i = 0; i < rollout->starts; i++) {
        struct pasch_position position = rollout->start[i].position;
        for (int side = 0; side < 2; side++) {
            position.turn = (uint8_t)side;
            struct pasch_probs p = pasch_outlook_judge(rollout->evaluator, &position);
            mix_float(&hash, p.win);
            mix_float(&hash, p.win_gammon);
            mix_float(&hash, p.lose_gammon);
        }
    }
    return hash;
}

/* One walk over the sums, for telling their size, writing and reading. */
struct walk {
    uint8_t *at; /* NULL: only the size is wanted */
    size_t size;
    bool reading;
};

static void visit_number(struct walk *walk, uint64_t *number)
{
    if (walk->at && walk->reading)
        *number = bytes_get64(walk->at + walk->size);
    else if (walk->at)
        bytes_put64(walk->at + walk->size, *number);
    walk->size += 8;
}

static void visit_double(struct walk *walk, double *number)
{
    if (walk->at && walk->reading)
        *number = bytes_get_double(walk->at + walk->size);
    else if (walk->at)
        bytes_put_double(walk->at + walk->size, *number);
    walk->size += 8;
}

static void visit_flag(struct walk *walk, bool *flag)
{
    uint64_t number = *flag;
    visit_number(walk, &number);
    *flag = number != 0;
}

static void visit_sums(struct walk *walk, struct pasch_rollout *rollout)
{
    visit_number(walk, &rollout->trials);
    visit_flag(walk, &rollout->settled);
    for (int i = 0; i < rollout->starts; i++) {
        struct tally *tally = &rollout->tally[i];
        visit_number(walk, &tally->trials);
        visit_flag(walk, &tally->dropped);
        for (int k = 0; k < SUMS; k++) {
            visit_double(walk, &tally->sum[k]);
            visit_double(walk, &tally->squares[k]);
        }
        for (int j = i + 1; j < rollout->starts; j++) {
            struct pair *pair = &rollout->pair[i][j];
            visit_number(walk, &pair->trials);
            visit_double(walk, &pair->sum);
            visit_double(walk, &pair->squares);
        }
    }
}

static uint64_t checksum(const uint8_t *bytes, size_t size)
{
    uint64_t hash = size;
    mix(&hash, bytes + STARTS_AT, size - STARTS_AT);
    return hash;
}

size_t pasch_rollout_save(const struct pasch_rollout *rollout, void *out)
{
    uint8_t *bytes = out;
    struct walk walk = {.at = out ? bytes + SUMS_AT : NULL};
    visit_sums(&walk, (struct pasch_rollout *)(uintptr_t)rollout); /* writing, it changes nothing */
    size_t size = SUMS_AT + walk.size;
    if (!out)
        return size;
    memcpy(bytes, magic, MAGIC);
    bytes_put64(bytes + STARTS_AT, hash_starts(rollout));
    bytes_put64(bytes + SETTINGS_AT, hash_settings(rollout));
    bytes_put64(bytes + EVALUATOR_AT, hash_evaluator(rollout));
    bytes_put64(bytes + CHECKSUM_AT, checksum(bytes, size));
    return size;
}

enum pasch_status pasch_rollout_load(struct pasch_rollout *rollout, const void *in, size_t size,
                                     struct pasch_error *error)
{
    const uint8_t *bytes = in;
    if (size < SUMS_AT || memcmp(bytes, magic, MAGIC) != 0)
        return error_set(error, PASCH_BAD_TEXT, 0, "this is no kept rollout");
    if (bytes_get64(bytes + CHECKSUM_AT) != checksum(bytes, size))
        return error_set(error, PASCH_BAD_TEXT, 0, "the kept rollout is damaged: its checksum does not fit");
    if (bytes_get64(bytes + STARTS_AT) != hash_starts(rollout))
        return error_set(error, PASCH_BAD_POSITION, 0, "the kept rollout is of another position, or of other plays");
    if (bytes_get64(bytes + SETTINGS_AT) != hash_settings(rollout))
        return error_set(error, PASCH_BAD_TEXT, 0, "the kept rollout has another seed, or other settings");
    if (bytes_get64(bytes + EVALUATOR_AT) != hash_evaluator(rollout))
        return error_set(error, PASCH_BAD_TEXT, 0, "the kept rollout was made with other nets");
    if (size != pasch_rollout_save(rollout, NULL))
        return error_set(error, PASCH_BAD_TEXT, 0, "the kept rollout is of another size");
    struct walk walk = {.at = (uint8_t *)(uintptr_t)bytes + SUMS_AT, .reading = true};
    visit_sums(&walk, rollout);
    return PASCH_OK;
}
