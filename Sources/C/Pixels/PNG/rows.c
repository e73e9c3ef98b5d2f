#include "pixels.h"

#include <stdlib.h>
#include <string.h>

uint32_t subdial_png_straight(uint32_t pixel) { return straight(pixel); }

// Adds how far each byte, as a signed number, is from 0.
INLINE void add_magnitudes(const bytes32 *differences, words16 *sums) {
    const words16 pairs = (words16)__builtin_elementwise_min(*differences, -*differences);
    *sums += (pairs & 0xFF) + (pairs >> 8);
}

INLINE uint64_t total(const words16 *sums) {
    uint64_t total = 0;
    for (int i = 0; i < WIDTH / 2; i++) total += (*sums)[i];
    return total;
}

// Writes what a row differs by from the pixels to the left and from those above; true where the former are less: the usual guess at what
// compresses best.
INLINE bool filter(
    const uint8_t *row, const uint8_t *left, const uint8_t *above, size_t length, uint8_t *sub, uint8_t *up) {
    uint64_t totals[2] = {0, 0};
    for (size_t start = 0; start < length;) {
        // No sum overflows in so many rounds.
        const size_t end = length - start > 128 * WIDTH ? start + 128 * WIDTH : length;
        words16 sums[2] = {{0}, {0}};
        for (; start < end; start += WIDTH) {
            bytes32 here, before, over;
            memcpy(&here, row + start, WIDTH);
            memcpy(&before, left + start, WIDTH);
            memcpy(&over, above + start, WIDTH);
            before = here - before;
            over = here - over;
            memcpy(sub + start, &before, WIDTH);
            memcpy(up + start, &over, WIDTH);
            add_magnitudes(&before, &sums[0]);
            add_magnitudes(&over, &sums[1]);
        }
        totals[0] += total(&sums[0]);
        totals[1] += total(&sums[1]);
    }
    return totals[0] < totals[1];
}

INLINE void write_rows(subdial_rows *rows, size_t count, int channels, uint8_t *target) {
    const size_t width = rows->width, length = width * (size_t)channels;
    uint32_t group[GROUP] = {0}, last[GROUP] = {0};
    for (size_t y = 0; y < count; y++, rows->pixels += width, target += length + 1) {
        uint8_t *const row = rows->row;
        size_t x = 0;
        for (; x + GROUP <= width; x += GROUP) {
            convert(rows->pixels + x, group);
            pack(group, row + x * (size_t)channels, channels);
        }
        if (x < width) {
            memcpy(last, rows->pixels + x, (width - x) * sizeof *last);
            convert(last, group);
            pack(group, row + x * (size_t)channels, channels);
        }
        const bool is_sub = filter(row, row - channels, rows->above, length, rows->other, target + 1);
        if (is_sub) memcpy(target + 1, rows->other, length);
        target[0] = is_sub ? 1 : 2;
        rows->row = rows->above;
        rows->above = row;
    }
}

// A constant number of channels in each, so that no inner loop asks for it.
#define DEFINE(name, attributes) \
    attributes static void name(subdial_rows *rows, size_t count, uint8_t *target) { \
        switch (rows->channels) { \
        case 1: write_rows(rows, count, 1, target); break; \
        case 2: write_rows(rows, count, 2, target); break; \
        case 3: write_rows(rows, count, 3, target); break; \
        default: write_rows(rows, count, 4, target); \
        } \
    }

DEFINE(write_anywhere, )
#ifdef __x86_64__
DEFINE(write_with_avx2, __attribute__((target("avx2"))))
#endif

bool subdial_rows_begin(subdial_rows *rows, const uint32_t *pixels, size_t width, int channels) {
    rows->pixels = pixels;
    rows->width = width;
    rows->channels = channels;
    rows->space = width * (size_t)channels + 2 * WIDTH;
    // There are zeros to the left of each row, and a row of them above the first.
    rows->scratch = calloc(3, rows->space);
    if (!rows->scratch) return false;
    rows->row = rows->scratch + WIDTH;
    rows->above = rows->row + rows->space;
    rows->other = rows->above + rows->space;
    return true;
}

void subdial_rows_write(subdial_rows *rows, size_t count, uint8_t *target) {
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2")) return write_with_avx2(rows, count, target);
#endif
    write_anywhere(rows, count, target);
}

void subdial_rows_end(subdial_rows *rows) { free(rows->scratch); }
