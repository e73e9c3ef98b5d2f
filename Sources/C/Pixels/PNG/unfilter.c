#include "pixels.h"

#include <stdlib.h>
#include <string.h>

// Vectors are arguments of inlined functions only.
#pragma GCC diagnostic ignored "-Wpsabi"

typedef uint8_t bytes4 __attribute__((vector_size(4)));
typedef uint8_t bytes16 __attribute__((vector_size(16)));
// One pixel, and four of them.
typedef int16_t wide __attribute__((vector_size(8)));
typedef int16_t wide4 __attribute__((vector_size(32)));

enum { NONE, SUB, UP, AVERAGE, PAETH };

// A row of the file, and the pixels that it becomes. The filters work on single channels, so that the channels may be exchanged first.
typedef struct {
    int filter;
    const uint8_t *source;
    const uint8_t *above;
    uint8_t *target;
} row;

INLINE uint32_t load_word(const uint8_t *source) {
    uint32_t word;
    memcpy(&word, source, sizeof word);
    return word;
}

INLINE bytes16 load16(const uint8_t *source) {
    bytes16 value;
    memcpy(&value, source, sizeof value);
    return value;
}

// The alpha of a pixel without one.
INLINE uint32_t opacity(int channels) { return channels == 3 ? 0xFF000000 : 0; }

INLINE bytes16 opacity16(int channels) {
    const uint8_t alpha = channels == 3 ? 255 : 0;
    return (bytes16){0, 0, 0, alpha, 0, 0, 0, alpha, 0, 0, 0, alpha, 0, 0, 0, alpha};
}

// The bytes of a pixel of the file: red, green, blue and, of four channels, alpha.
INLINE uint32_t load_source(const uint8_t *source, int channels) {
    uint32_t word = 0;
    memcpy(&word, source, (size_t)channels);
    return word;
}

// Four pixels of the file as blue, green, red and alpha, which is 0 without one. Sixteen bytes are read.
INLINE bytes16 load_source16(const uint8_t *source, int channels) {
    const bytes16 bytes = load16(source), zeros = {0};
    return channels == 3 ? __builtin_shufflevector(bytes, zeros, 2, 1, 0, 16, 5, 4, 3, 16, 8, 7, 6, 16, 11, 10, 9, 16)
                         : __builtin_shufflevector(bytes, zeros, 2, 1, 0, 3, 6, 5, 4, 7, 10, 9, 8, 11, 14, 13, 12, 15);
}

INLINE uint32_t swapped(uint32_t pixel) { return (pixel & 0xFF00FF00) | (pixel & 0xFF) << 16 | (pixel >> 16 & 0xFF); }

INLINE wide widened(uint32_t pixel) {
    bytes4 bytes;
    memcpy(&bytes, &pixel, sizeof bytes);
    return __builtin_convertvector(bytes, wide);
}

INLINE wide load_pixel(const uint8_t *source) { return widened(load_word(source)); }

// The prediction of Paeth: that of the three neighbours which is closest to left + top - corner.
#define PAETH_PREDICTION(vector, left, top, corner) \
    const vector first = top - corner, second = left - corner; \
    const vector pa = __builtin_elementwise_abs(first), pb = __builtin_elementwise_abs(second); \
    const vector pc = __builtin_elementwise_abs(first + second); \
    const vector is_left = (pa <= pb) & (pa <= pc), is_top = ~is_left & (pb <= pc); \
    const vector paeth = (is_left & left) | (is_top & top) | (~is_left & ~is_top & corner)

// Writes the pixels from `start` to `end`, one after the other.
INLINE void write_pixels(const row *row, size_t start, size_t end, int channels) {
    wide left = {0}, corner = {0};
    if (start > 0) {
        left = load_pixel(row->target + 4 * start - 4);
        corner = load_pixel(row->above + 4 * start - 4);
    }
    for (size_t x = start; x < end; x++) {
        const wide top = load_pixel(row->above + 4 * x);
        wide guess = {0};
        switch (row->filter) {
        case SUB: guess = left; break;
        case UP: guess = top; break;
        case AVERAGE: guess = (left + top) >> 1; break;
        case PAETH: {
            PAETH_PREDICTION(wide, left, top, corner);
            guess = paeth;
            break;
        }
        }
        left = (widened(swapped(load_source(row->source + x * (size_t)channels, channels))) + guess) & 0xFF;
        corner = top;
        const bytes4 bytes = __builtin_convertvector(left, bytes4);
        uint32_t pixel;
        memcpy(&pixel, &bytes, sizeof pixel);
        pixel |= opacity(channels);
        memcpy(row->target + 4 * x, &pixel, sizeof pixel);
    }
}

INLINE size_t write_sub(const row *row, size_t end, int channels) {
    // Each pixel becomes the sum of itself and those to its left, and the last one of four is carried on.
    const bytes16 zeros = {0};
    bytes16 carried = {0};
    size_t x = 0;
    for (; x < end; x += 4) {
        bytes16 sums = load_source16(row->source + x * (size_t)channels, channels);
        sums += __builtin_shufflevector(zeros, sums, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27);
        sums += __builtin_shufflevector(zeros, sums, 0, 0, 0, 0, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23);
        sums += carried;
        carried = __builtin_shufflevector(sums, sums, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15);
        sums |= opacity16(channels);
        memcpy(row->target + 4 * x, &sums, sizeof sums);
    }
    return x;
}

INLINE size_t write_up(const row *row, size_t end, int channels, bool adds) {
    size_t x = 0;
    for (; x < end; x += 4) {
        bytes16 sums = load_source16(row->source + x * (size_t)channels, channels);
        if (adds) sums += load16(row->above + 4 * x);
        sums |= opacity16(channels);
        memcpy(row->target + 4 * x, &sums, sizeof sums);
    }
    return x;
}

INLINE void write_row(const row *row, size_t width, int channels) {
    // Four pixels at a time, as long as sixteen bytes may be read; a multiple of four.
    const size_t end = width < 6 ? 0 : (channels == 3 ? width - 2 : width) / 4 * 4;
    size_t start = 0;
    switch (row->filter) {
    case NONE: start = write_up(row, end, channels, false); break;
    case SUB: start = write_sub(row, end, channels); break;
    case UP: start = write_up(row, end, channels, true); break;
    }
    write_pixels(row, start, width, channels);
}

// The rows that are written side by side, at most.
enum { MOST = 8 };

INLINE wide4 joined(const wide *pixels) {
    wide4 all;
    memcpy(&all, pixels, sizeof all);
    return all;
}

INLINE wide4 lanes(const row *rows, int filter) {
    const int16_t first = -(rows[0].filter == filter), second = -(rows[1].filter == filter);
    const int16_t third = -(rows[2].filter == filter), fourth = -(rows[3].filter == filter);
    return (wide4){first, first, first, first, second, second, second, second,
                   third, third, third, third, fourth, fourth, fourth, fourth};
}

// Writes four or eight rows side by side, each one pixel behind the row above it. A pixel waits for the one to its left, but not for other
// rows: so many pixels are written in the time of one.
INLINE void write_side_by_side(const row *rows, size_t count, size_t width, int channels) {
    wide4 is_sub[MOST / 4], is_up[MOST / 4], is_average[MOST / 4], is_paeth[MOST / 4];
    // The pixels before the next ones: to their left, and to the left of those above them.
    wide4 left[MOST / 4], corner[MOST / 4];
    wide lefts[MOST] = {{0}}, corners[MOST] = {{0}};
    for (size_t i = 0; i + 1 < count; i++) {
        const size_t x = count - 1 - i;
        write_pixels(&rows[i], 0, x, channels);
        lefts[i] = load_pixel(rows[i].target + 4 * x - 4);
        corners[i] = load_pixel(rows[i].above + 4 * x - 4);
    }
    for (size_t k = 0; k < count / 4; k++) {
        is_sub[k] = lanes(rows + 4 * k, SUB);
        is_up[k] = lanes(rows + 4 * k, UP);
        is_average[k] = lanes(rows + 4 * k, AVERAGE);
        is_paeth[k] = lanes(rows + 4 * k, PAETH);
        left[k] = joined(lefts + 4 * k);
        corner[k] = joined(corners + 4 * k);
    }
    for (size_t x = count - 1; x < width; x++) {
        const wide above[4] = {load_pixel(rows[0].above + 4 * x)};
        // The pixel above one is what the row above wrote last.
        wide4 last = __builtin_shufflevector(joined(above), joined(above), 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3);
        for (size_t k = 0; k < count / 4; k++) {
            const wide4 top =
                __builtin_shufflevector(last, left[k], 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27);
            PAETH_PREDICTION(wide4, left[k], top, corner[k]);
            const wide4 guess =
                (is_sub[k] & left[k]) | (is_up[k] & top) | (is_average[k] & ((left[k] + top) >> 1)) | (is_paeth[k] & paeth);
            uint32_t words[4];
            for (size_t i = 0; i < 4; i++) {
                words[i] = load_source(rows[4 * k + i].source + (x - 4 * k - i) * (size_t)channels, channels);
            }
            const bytes16 bytes = load16((const uint8_t *)words);
            const bytes16 source = __builtin_shufflevector(bytes, bytes, 2, 1, 0, 3, 6, 5, 4, 7, 10, 9, 8, 11, 14, 13, 12, 15);
            last = left[k];
            left[k] = (__builtin_convertvector(source, wide4) + guess) & 0xFF;
            corner[k] = top;
            const bytes16 pixels = __builtin_convertvector(left[k], bytes16) | opacity16(channels);
            memcpy(words, &pixels, sizeof words);
            for (size_t i = 0; i < 4; i++) memcpy(rows[4 * k + i].target + 4 * (x - 4 * k - i), &words[i], sizeof words[i]);
        }
    }
    for (size_t i = 1; i < count; i++) write_pixels(&rows[i], width - i, width, channels);
}

INLINE bool is_serial(const row *row) { return row->filter == AVERAGE || row->filter == PAETH; }

INLINE bool unfilter(const uint8_t *source, size_t width, size_t height, int channels, uint8_t *target, const uint8_t *zeros) {
    const size_t length = width * (size_t)channels + 1;
    const uint8_t *above = zeros;
    for (size_t y = 0; y < height;) {
        row rows[MOST];
        const size_t count = height - y < 4 || width < MOST ? 1 : height - y < MOST ? 4 : MOST;
        size_t serial = 0;
        for (size_t i = 0; i < count; i++) {
            rows[i] = (row){source[0], source + 1, above, target};
            if (rows[i].filter > PAETH) return false;
            serial += is_serial(&rows[i]);
            above = target;
            source += length;
            target += width * 4;
        }
        // Vectors write other rows as fast one by one.
        if (count == 1 || serial <= count / 4) {
            for (size_t i = 0; i < count; i++) write_row(&rows[i], width, channels);
        } else if (count == MOST) {
            write_side_by_side(rows, MOST, width, channels);
        } else {
            write_side_by_side(rows, 4, width, channels);
        }
        y += count;
    }
    return true;
}

// A constant number of channels in each, so that no inner loop asks for it.
#define DEFINE(name, attributes) \
    attributes static bool name( \
        const uint8_t *rows, size_t width, size_t height, int channels, uint8_t *target, const uint8_t *zeros) { \
        return channels == 3 ? unfilter(rows, width, height, 3, target, zeros) : unfilter(rows, width, height, 4, target, zeros); \
    }

DEFINE(unfilter_anywhere, )
#ifdef __x86_64__
DEFINE(unfilter_with_avx2, __attribute__((target("avx2"))))
#endif

bool subdial_png_unfilter(const uint8_t *rows, size_t width, size_t height, int channels, uint8_t *target) {
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
