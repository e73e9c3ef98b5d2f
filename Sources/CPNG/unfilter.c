#include "pixels.h"

#include <stdlib.h>
#include <string.h>

// Vectors are arguments of inlined functions only.
#pragma GCC diagnostic ignored "-Wpsabi"

typedef uint8_t bytes16 __attribute__((vector_size(16)));
typedef uint8_t bytes4 __attribute__((vector_size(4)));
typedef int16_t wide __attribute__((vector_size(8)));

enum { NONE, SUB, UP, AVERAGE, PAETH };

INLINE bytes16 load16(const uint8_t *source) {
    bytes16 value;
    memcpy(&value, source, sizeof value);
    return value;
}

// The bytes of one pixel as numbers; a pixel of three bytes has any fourth.
INLINE wide load_pixel(const uint8_t *source, size_t channels) {
    bytes4 bytes = {0};
    memcpy(&bytes, source, channels);
    return __builtin_convertvector(bytes, wide);
}

INLINE void store_pixel(wide pixel, uint8_t *target, size_t channels) {
    const bytes4 bytes = __builtin_convertvector(pixel, bytes4);
    memcpy(target, &bytes, channels);
}

INLINE void add_left(const uint8_t *row, uint8_t *target, size_t length, size_t channels) {
    // Four pixels at a time: each becomes the sum of itself and those to its left, and the last one is carried on.
    bytes16 carried = {0};
    const bytes16 zeros = {0};
    size_t start = 0;
    for (; start + 16 <= length; start += 4 * channels) {
        bytes16 sums = load16(row + start);
        if (channels == 4) {
            sums += __builtin_shufflevector(zeros, sums, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27);
            sums += __builtin_shufflevector(zeros, sums, 0, 0, 0, 0, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23);
            sums += carried;
            carried = __builtin_shufflevector(sums, sums, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15);
        } else {
            sums += __builtin_shufflevector(zeros, sums, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28);
            sums += __builtin_shufflevector(zeros, sums, 0, 0, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25);
            sums += carried;
            carried = __builtin_shufflevector(sums, sums, 9, 10, 11, 9, 10, 11, 9, 10, 11, 9, 10, 11, 9, 10, 11, 9);
        }
        // What follows three channels' twelve bytes is still to be read.
        memcpy(target + start, &sums, 4 * channels);
    }
    for (size_t i = start; i < length; i++) target[i] = (uint8_t)(row[i] + (i < channels ? 0 : target[i - channels]));
}

INLINE void add_above(const uint8_t *row, const uint8_t *above, uint8_t *target, size_t length) {
    for (size_t i = 0; i < length; i++) target[i] = (uint8_t)(row[i] + above[i]);
}

INLINE void add_average(const uint8_t *row, const uint8_t *above, uint8_t *target, size_t length, size_t channels) {
    wide left = {0};
    for (size_t i = 0; i < length; i += channels) {
        left = (load_pixel(row + i, channels) + ((left + load_pixel(above + i, channels)) >> 1)) & 0xFF;
        store_pixel(left, target + i, channels);
    }
}

INLINE void add_paeth(const uint8_t *row, const uint8_t *above, uint8_t *target, size_t length, size_t channels) {
    wide left = {0}, corner = {0};
    for (size_t i = 0; i < length; i += channels) {
        const wide top = load_pixel(above + i, channels);
        const wide first = top - corner, second = left - corner;
        const wide pa = __builtin_elementwise_abs(first), pb = __builtin_elementwise_abs(second);
        const wide pc = __builtin_elementwise_abs(first + second);
        const wide is_left = (pa <= pb) & (pa <= pc), is_top = ~is_left & (pb <= pc);
        const wide guess = (is_left & left) | (is_top & top) | (~is_left & ~is_top & corner);
        left = (load_pixel(row + i, channels) + guess) & 0xFF;
        corner = top;
        store_pixel(left, target + i, channels);
    }
}

INLINE bool unfilter_row(int filter, const uint8_t *row, const uint8_t *above, uint8_t *target, size_t length, size_t channels) {
    switch (filter) {
    case NONE:
        if (row != target) memcpy(target, row, length);
        return true;
    case SUB: add_left(row, target, length, channels); return true;
    case UP: add_above(row, above, target, length); return true;
    case AVERAGE: add_average(row, above, target, length, channels); return true;
    case PAETH: add_paeth(row, above, target, length, channels); return true;
    default: return false;
    }
}

INLINE void add_alpha(const uint8_t *row, uint8_t *target, size_t width) {
    size_t x = 0;
    // Sixteen bytes are read for four pixels.
    for (; x + 6 <= width; x += 4) {
        const bytes16 alpha = {0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255}, colors = load16(row + 3 * x);
        const bytes16 pixels = __builtin_shufflevector(colors, alpha, 0, 1, 2, 19, 3, 4, 5, 19, 6, 7, 8, 19, 9, 10, 11, 19);
        memcpy(target + 4 * x, &pixels, sizeof pixels);
    }
    for (; x < width; x++) {
        memcpy(target + 4 * x, row + 3 * x, 3);
        target[4 * x + 3] = 255;
    }
}

INLINE bool unfilter(uint8_t *rows, size_t width, size_t height, size_t channels, uint8_t *target, const uint8_t *zeros) {
    const size_t length = width * channels;
    const uint8_t *above = zeros;
    for (size_t y = 0; y < height; y++, rows += length + 1, target += width * 4) {
        uint8_t *const row = channels == 4 ? target : rows + 1;
        if (!unfilter_row(rows[0], rows + 1, above, row, length, channels)) return false;
        if (channels == 3) add_alpha(row, target, width);
        above = row;
    }
    return true;
}

// A constant number of channels in each, so that no inner loop asks for it.
#define DEFINE(name, attributes) \
    attributes static bool name(uint8_t *rows, size_t width, size_t height, int channels, uint8_t *target, const uint8_t *zeros) { \
        return channels == 3 ? unfilter(rows, width, height, 3, target, zeros) : unfilter(rows, width, height, 4, target, zeros); \
    }

DEFINE(unfilter_anywhere, )
#ifdef __x86_64__
DEFINE(unfilter_with_avx2, __attribute__((target("avx2"))))
#endif

bool subdial_png_unfilter(uint8_t *rows, size_t width, size_t height, int channels, uint8_t *target) {
    // The row above the first.
    uint8_t *const zeros = calloc(width, 4);
    if (!zeros) return false;
#ifdef __x86_64__
    const bool is_known = __builtin_cpu_supports("avx2") ? unfilter_with_avx2(rows, width, height, channels, target, zeros)
                                                         : unfilter_anywhere(rows, width, height, channels, target, zeros);
#else
    const bool is_known = unfilter_anywhere(rows, width, height, channels, target, zeros);
#endif
    free(zeros);
    return is_known;
}
