/* Net files: "PASCHNET", then 32-bit numbers (version, input rows, hidden units, units above), the wide layers' weights
 * as 16-bit numbers, the narrow ones' as 32-bit floats, and a checksum of all that; everything with the low byte
 * first. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "eval/net.h"

static const char magic[8] = "PASCHNET";

enum { VERSION = 2, HEAD = 8 + 4 * 4, TAIL = 8 };

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

/* The three parts of the 16-bit numbers. */
static int wide_parts(const struct pasch_net *net, int16_t *part[3], size_t count[3])
{
    size_t hidden = (size_t)net->hidden;
    part[0] = net->w1;
    count[0] = INPUTS_ROWS * hidden;
    part[1] = net->b1;
    count[1] = hidden;
    part[2] = net->w2;
    count[2] = hidden * NET_MIDDLE;
    return 3;
}

size_t net_file_size(const struct pasch_net *net)
{
    size_t hidden = (size_t)net->hidden;
    return HEAD + 2 * hidden * (INPUTS_ROWS + 1 + NET_MIDDLE) + 4 * NET_UPPER + TAIL;
}

void net_file_write(const struct pasch_net *net, uint8_t *out)
{
    size_t size = net_file_size(net), count[3];
    int16_t *part[3];
    memcpy(out, magic, sizeof magic);
    put32(out + 8, VERSION);
    put32(out + 12, INPUTS_ROWS);
    put32(out + 16, (uint32_t)net->hidden);
    put32(out + 20, NET_MIDDLE);
    uint8_t *at = out + HEAD;
    for (int p = 0; p < wide_parts(net, part, count); p++) {
        for (size_t i = 0; i < count[p]; i++, at += 2) {
            at[0] = (uint8_t)part[p][i];
            at[1] = (uint8_t)((uint16_t)part[p][i] >> 8);
        }
    }
    for (size_t i = 0; i < NET_UPPER; i++, at += 4) {
        uint32_t bits;
        memcpy(&bits, &net->upper[i], sizeof bits);
        put32(at, bits);
    }
    uint64_t sum = checksum(out, size - TAIL);
    put32(out + size - 8, (uint32_t)sum);
    put32(out + size - 4, (uint32_t)(sum >> 32));
}

static void read_weights(struct pasch_net *net, const uint8_t *at)
{
    int16_t *part[3];
    size_t count[3];
    for (int p = 0; p < wide_parts(net, part, count); p++) {
        for (size_t i = 0; i < count[p]; i++, at += 2)
            part[p][i] = (int16_t)(at[0] | at[1] << 8);
    }
    for (size_t i = 0; i < NET_UPPER; i++, at += 4) {
        uint32_t bits = get32(at);
        memcpy(&net->upper[i], &bits, sizeof bits);
    }
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
    uint32_t hidden = get32(in + 16);
    if (get32(in + 8) != VERSION || get32(in + 12) != INPUTS_ROWS || get32(in + 20) != NET_MIDDLE ||
        hidden > NET_HIDDEN_MAX || hidden == 0 || hidden % NET_HIDDEN_STEP != 0) {
        error_set(error, PASCH_BAD_TEXT, 0, "the net file is for another version");
        return NULL;
    }
    struct pasch_net *net = net_create((int)hidden);
    if (!net || net_file_size(net) != size) {
        error_set(error, net ? PASCH_BAD_TEXT : PASCH_FULL, 0, net ? "the net file is cut off" : "out of memory");
        pasch_net_destroy(net);
        return NULL;
    }
    read_weights(net, in + HEAD);
    return net;
}
