#ifndef SUBDIAL_CPNG_PIXELS_H
#define SUBDIAL_CPNG_PIXELS_H

#include "rows.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))

// Without AVX2 each is two registers.
typedef uint8_t bytes32 __attribute__((vector_size(32)));
typedef uint16_t words16 __attribute__((vector_size(32)));
enum { WIDTH = SUBDIAL_ROWS_SLACK, GROUP = 8 };

// Divides by alpha with 16 bits of fraction: enough for what is divided to come back exactly when multiplied.
INLINE uint32_t straight(uint32_t pixel) {
    const uint32_t alpha = pixel >> 24;
    const uint32_t divisor = alpha ? alpha : 1;
    // The quotient has no more than 24 bits, which a float keeps; a division of floats is done for many pixels at once.
    const uint32_t reciprocal = (uint32_t)((float)((255 << 16) + alpha / 2) / (float)divisor);
    uint32_t blue = pixel & 0xFF, green = pixel >> 8 & 0xFF, red = pixel >> 16 & 0xFF;
    blue = ((blue < alpha ? blue : alpha) * reciprocal + 0x8000) >> 16;
    green = ((green < alpha ? green : alpha) * reciprocal + 0x8000) >> 16;
    red = ((red < alpha ? red : alpha) * reciprocal + 0x8000) >> 16;
    return red | green << 8 | blue << 16 | alpha << 24;
}

// Writes `GROUP` straight pixels; most are opaque or empty throughout.
INLINE void convert(const uint32_t *pixels, uint32_t *target) {
    uint32_t all = UINT32_MAX, any = 0;
    for (int i = 0; i < GROUP; i++) {
        all &= pixels[i];
        any |= pixels[i];
    }
    if (all >= 0xFF000000) {
        for (int i = 0; i < GROUP; i++) {
            const uint32_t pixel = pixels[i];
            target[i] = (pixel & 0xFF00FF00) | (pixel & 0xFF) << 16 | (pixel >> 16 & 0xFF);
        }
    } else if (any) {
        for (int i = 0; i < GROUP; i++) target[i] = straight(pixels[i]);
    } else {
        memset(target, 0, GROUP * sizeof *target);
    }
}

// Writes the bytes of `GROUP` pixels that the channels have, and maybe zeros behind them, `WIDTH` bytes at most.
INLINE void pack(const uint32_t *pixels, uint8_t *target, int channels) {
    bytes32 all;
    memcpy(&all, pixels, sizeof all);
    switch (channels) {
    case 1:
        for (int i = 0; i < GROUP; i++) target[i] = (uint8_t)pixels[i];
        break;
    case 2:
        for (int i = 0; i < GROUP; i++) {
            target[2 * i] = (uint8_t)pixels[i];
            target[2 * i + 1] = (uint8_t)(pixels[i] >> 24);
        }
        break;
    case 3:
        all = __builtin_shufflevector(
            all, (bytes32){0}, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 16, 17, 18, 20, 21, 22, 24, 25, 26, 28, 29, 30, 32, 33, 34, 35, 36,
            37, 38, 39);
        memcpy(target, &all, sizeof all);
        break;
    default: memcpy(target, &all, sizeof all);
    }
}

#endif
