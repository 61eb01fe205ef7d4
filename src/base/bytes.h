/* Numbers in files: the low byte first, on every machine. Compilers make one load or store of each. */
#ifndef BASE_BYTES_H
#define BASE_BYTES_H

#include <stdint.h>
#include <string.h>

static inline uint16_t bytes_get16(const uint8_t *in)
{
    return (uint16_t)(in[0] | in[1] << 8);
}

static inline uint32_t bytes_get32(const uint8_t *in)
{
    return in[0] | (uint32_t)in[1] << 8 | (uint32_t)in[2] << 16 | (uint32_t)in[3] << 24;
}

static inline uint64_t bytes_get64(const uint8_t *in)
{
    return (uint64_t)in[0] | (uint64_t)in[1] << 8 | (uint64_t)in[2] << 16 | (uint64_t)in[3] << 24 |
           (uint64_t)in[4] << 32 | (uint64_t)in[5] << 40 | (uint64_t)in[6] << 48 | (uint64_t)in[7] << 56;
}

static inline void bytes_put16(uint8_t *out, uint16_t number)
{
    out[0] = (uint8_t)number;
    out[1] = (uint8_t)(number >> 8);
}

static inline void bytes_put32(uint8_t *out, uint32_t number)
{
    bytes_put16(out, (uint16_t)number);
    bytes_put16(out + 2, (uint16_t)(number >> 16));
}

static inline void bytes_put64(uint8_t *out, uint64_t number)
{
    bytes_put32(out, (uint32_t)number);
    bytes_put32(out + 4, (uint32_t)(number >> 32));
}

static inline float bytes_get_float(const uint8_t *in)
{
    float number;
    uint32_t bits = bytes_get32(in);
    memcpy(&number, &bits, sizeof number);
    return number;
}

static inline void bytes_put_float(uint8_t *out, float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    bytes_put32(out, bits);
}

static inline double bytes_get_double(const uint8_t *in)
{
    double number;
    uint64_t bits = bytes_get64(in);
    memcpy(&number, &bits, sizeof number);
    return number;
}

static inline void bytes_put_double(uint8_t *out, double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    bytes_put64(out, bits);
}

#endif
