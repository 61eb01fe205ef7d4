/* Net files: "PASCHNET", then 32-bit numbers (version, input rows, hidden units, units above), the wide layers' weights
 * as groups of packed whole numbers, the narrow ones' as 32-bit floats, and a checksum of all that; everything with the
 * low byte, or bit, first. A net that ranks has no units above, and no narrow layers.
 *
 * Weights are mostly small, so they are packed by Rice's code: a group is the weights from one input, or unit; it
 * begins with the number of low bits (4 bits) that each weight has as they are. What is above those follows in ones
 * that a zero ends. Signs go to the lowest bit: 0, -1, 1, -2 ... are 0, 1, 2, 3. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "eval/net.h"

static const char magic[8] = "PASCHNET";

enum { VERSION = 3, HEAD = 8 + 4 * 4, TAIL = 8 };
enum { LOW_BITS = 4, ONES_MOST = 24, WHOLE_BITS = 16 }; /* after so many ones comes the whole number */

static void put32(uint8_t *out, uint32_t number)
{
    for (int i = 0; i < 4; i++)
        out[i] = (uint8_t)(number >> 8 * i);
}

static uint32_t get32(const uint8_t *in)
{
    return in[0] | (uint32_t)in[1] << 8 | (uint32_t)in[2] << 16 | (uint32_t)in[3] << 24;
}

/* FNV-1a: any changed byte changes it. */
static uint64_t checksum(const uint8_t *bytes, size_t size)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return hash;
}

static uint32_t folded(int16_t weight)
{
    return weight < 0 ? 2 * (uint32_t) - (weight + 1) + 1 : 2 * (uint32_t)weight;
}

static int16_t unfolded(uint32_t number)
{
    return (int16_t)(number & 1 ? -(int32_t)(number >> 1) - 1 : (int32_t)(number >> 1));
}

/* Bits on their way to bytes, or, without `out`, only counted. */
struct packer {
    uint8_t *out;
    size_t bits;
};

static void pack(struct packer *to, uint32_t number, int bits)
{
    for (int i = 0; i < bits && to->out; i++) {
        size_t at = to->bits + (size_t)i;
        if (at % 8 == 0)
            to->out[at / 8] = 0;
        to->out[at / 8] |= (uint8_t)((number >> i & 1) << at % 8);
    }
    to->bits += (size_t)bits;
}

static void pack_weight(struct packer *to, int16_t weight, int low)
{
    uint32_t number = folded(weight), ones = number >> low;
    if (ones >= ONES_MOST) {
        pack(to, (1u << ONES_MOST) - 1, ONES_MOST);
        pack(to, number, WHOLE_BITS);
        return;
    }
    pack(to, (1u << ones) - 1, (int)ones + 1);
    pack(to, number, low);
}

static void pack_group(struct packer *to, const int16_t *weight, size_t count)
{
    size_t least = SIZE_MAX;
    int best = 0;
    for (int low = 0; low < 1 << LOW_BITS; low++) {
        struct packer counted = {NULL, 0};
        for (size_t i = 0; i < count; i++)
            pack_weight(&counted, weight[i], low);
        if (counted.bits < least) {
            least = counted.bits;
            best = low;
        }
    }
    pack(to, (uint32_t)best, LOW_BITS);
    for (size_t i = 0; i < count; i++)
        pack_weight(to, weight[i], best);
}

/* Bytes on their way to bits; past their end there are zeros. */
struct unpacker {
    const uint8_t *in;
    size_t size, at;
    uint64_t buffer;
    int filled; /* bits of it */
};

/* Has enough bits in the buffer for a weight. */
static void fill(struct unpacker *from)
{
    for (; from->filled <= 56; from->filled += 8, from->at++) {
        if (from->at < from->size)
            from->buffer |= (uint64_t)from->in[from->at] << from->filled;
    }
}

static uint32_t take(struct unpacker *from, int bits)
{
    uint32_t number = (uint32_t)(from->buffer & (((uint64_t)1 << bits) - 1));
    from->buffer >>= bits;
    from->filled -= bits;
    return number;
}

static int16_t unpack_weight(struct unpacker *from, int low)
{
    fill(from);
    int ones = __builtin_ctzll(~from->buffer | (uint64_t)1 << ONES_MOST);
    if (ones >= ONES_MOST) {
        take(from, ONES_MOST);
        return unfolded(take(from, WHOLE_BITS));
    }
    take(from, ones + 1);
    return unfolded((uint32_t)ones << low | take(from, low));
}

static void unpack_group(struct unpacker *from, int16_t *weight, size_t count)
{
    fill(from);
    int low = (int)take(from, LOW_BITS);
    for (size_t i = 0; i < count; i++)
        weight[i] = unpack_weight(from, low);
}

/* The packed weights, group by group. */
enum { PARTS = 3 };
struct part {
    int16_t *weight;
    size_t groups, count, stride; /* from one group to the next */
};

static void parts_of(const struct pasch_net *net, struct part part[PARTS])
{
    size_t hidden = (size_t)net->hidden;
    part[0] = (struct part){net->w1, INPUTS_ROWS, hidden, net_stride(net->hidden)};
    part[1] = (struct part){net->b1, 1, hidden, hidden};
    size_t group = net->ranks ? hidden : 2 * NET_MIDDLE;
    part[2] = (struct part){net->w2, net_seconds(net->hidden, net->ranks) / group, group, group};
}

static size_t pack_all(const struct pasch_net *net, uint8_t *out)
{
    struct part part[PARTS];
    struct packer to = {out, 0};
    parts_of(net, part);
    for (int p = 0; p < PARTS; p++) {
        for (size_t g = 0; g < part[p].groups; g++)
            pack_group(&to, part[p].weight + g * part[p].stride, part[p].count);
    }
    return (to.bits + 7) / 8;
}

/* Floats above the packed weights. */
static size_t floats_of(const struct pasch_net *net)
{
    return net->ranks ? 0 : NET_UPPER;
}

size_t net_file_size(const struct pasch_net *net)
{
    return HEAD + pack_all(net, NULL) + 4 * floats_of(net) + TAIL;
}

void net_file_write(const struct pasch_net *net, uint8_t *out)
{
    memcpy(out, magic, sizeof magic);
    put32(out + 8, VERSION);
    put32(out + 12, INPUTS_ROWS);
    put32(out + 16, (uint32_t)net->hidden);
    put32(out + 20, net->ranks ? 0 : NET_MIDDLE);
    uint8_t *at = out + HEAD + pack_all(net, out + HEAD);
    for (size_t i = 0; i < floats_of(net); i++, at += 4) {
        uint32_t bits;
        memcpy(&bits, &net->upper[i], sizeof bits);
        put32(at, bits);
    }
    uint64_t sum = checksum(out, (size_t)(at - out));
    put32(at, (uint32_t)sum);
    put32(at + 4, (uint32_t)(sum >> 32));
}

/* False if there are more or fewer bytes than that. */
static bool read_weights(struct pasch_net *net, const uint8_t *in, size_t size)
{
    struct part part[PARTS];
    if (size < 4 * floats_of(net))
        return false;
    const uint8_t *at = in + size - 4 * floats_of(net);
    struct unpacker from = {.in = in, .size = (size_t)(at - in)};
    parts_of(net, part);
    for (int p = 0; p < PARTS; p++) {
        for (size_t g = 0; g < part[p].groups; g++)
            unpack_group(&from, part[p].weight + g * part[p].stride, part[p].count);
    }
    for (size_t i = 0; i < floats_of(net); i++, at += 4) {
        uint32_t bits = get32(at);
        memcpy(&net->upper[i], &bits, sizeof bits);
    }
    return from.at - (size_t)(from.filled / 8) == from.size;
}

struct pasch_net *pasch_net_read(const void *bytes, size_t size, struct pasch_error *error)
{
    const uint8_t *in = bytes;
    if (size < HEAD + TAIL || memcmp(in, magic, sizeof magic) != 0) {
        error_set(error, PASCH_BAD_TEXT, 0, "this is no net file");
        return NULL;
    }
    uint64_t sum = get32(in + size - 8) | (uint64_t)get32(in + size - 4) << 32;
    if (checksum(in, size - TAIL) != sum) {
        error_set(error, PASCH_BAD_TEXT, 0, "the net file is damaged: its checksum does not fit");
        return NULL;
    }
    uint32_t hidden = get32(in + 16), above = get32(in + 20);
    if (get32(in + 8) != VERSION || get32(in + 12) != INPUTS_ROWS || (above && above != NET_MIDDLE) ||
        hidden > NET_HIDDEN_MAX || hidden == 0 || hidden % NET_HIDDEN_STEP != 0) {
        error_set(error, PASCH_BAD_TEXT, 0, "the net file is for another version");
        return NULL;
    }
    struct pasch_net *net = net_create((int)hidden, !above);
    if (!net || !read_weights(net, in + HEAD, size - HEAD - TAIL)) {
        error_set(error, net ? PASCH_BAD_TEXT : PASCH_FULL, 0, net ? "the net file is cut off" : "out of memory");
        pasch_net_destroy(net);
        return NULL;
    }
    return net;
}
