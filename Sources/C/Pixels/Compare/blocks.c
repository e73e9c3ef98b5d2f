#include "subdial-compare.h"

#include <string.h>

// A product and a sum are not fused, so that all processors give the same numbers.
#pragma STDC FP_CONTRACT OFF

// Vectors are arguments of inlined functions only.
#pragma GCC diagnostic ignored "-Wpsabi"

#define INLINE static inline __attribute__((always_inline))

// Without AVX2 each is two registers.
typedef uint32_t words __attribute__((vector_size(32)));
typedef int32_t integers __attribute__((vector_size(32)));
typedef float floats __attribute__((vector_size(32)));
enum { BLOCK = 64, GROUP = 8, HALF = 32 };

static const words LANES[4] = {
    {1 << 0, 1 << 1, 1 << 2, 1 << 3, 1 << 4, 1 << 5, 1 << 6, 1 << 7},
    {1 << 8, 1 << 9, 1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, 1 << 15},
    {1 << 16, 1 << 17, 1 << 18, 1 << 19, 1 << 20, 1 << 21, 1 << 22, 1 << 23},
    {1 << 24, 1 << 25, 1 << 26, 1 << 27, 1 << 28, 1 << 29, 1 << 30, 1U << 31},
};

INLINE words load(const uint32_t *source) {
    words value;
    memcpy(&value, source, sizeof value);
    return value;
}

INLINE integers load_integers(const int32_t *source) {
    integers value;
    memcpy(&value, source, sizeof value);
    return value;
}

// The lanes of `first` where the mask is set, else those of `second`.
INLINE floats chosen(integers mask, floats first, floats second) {
    return (floats)((mask & (integers)first) | (~mask & (integers)second));
}

INLINE integers least(integers first, integers second) { return __builtin_elementwise_min(first, second); }
INLINE integers greatest(integers first, integers second) { return __builtin_elementwise_max(first, second); }

// The bits of groups of lanes, of which each has other ones.
INLINE uint32_t collected(words bits) {
    uint32_t all = 0;
    for (int i = 0; i < GROUP; i++) all |= bits[i];
    return all;
}

INLINE uint64_t lowest(int count) { return count >= BLOCK ? UINT64_MAX : ((uint64_t)1 << count) - 1; }

// MARK: Squared differences

INLINE floats square(floats red, floats green, floats blue, const subdial_measure *measure) {
    const floats one = red * measure->red + green * measure->red_green + blue * measure->red_blue;
    const floats two = green * measure->green + blue * measure->green_blue;
    const floats three = blue * measure->blue;
    return one * one + two * two + three * three;
}

INLINE floats channel(words pixels, int shift) { return __builtin_convertvector((integers)(pixels >> shift & 0xFF), floats); }

INLINE floats difference(words first, words second, int shift) {
    return __builtin_convertvector((integers)(first >> shift & 0xFF) - (integers)(second >> shift & 0xFF), floats);
}

// Blocks at the end of a row are copied, so that nothing behind a picture is read.
#define WHOLE_BLOCK \
    uint32_t firsts[BLOCK], seconds[BLOCK]; \
    if (count < BLOCK) { \
        memset(firsts, 0xFF, sizeof firsts); \
        memset(seconds, 0xFF, sizeof seconds); \
        memcpy(firsts, first, (size_t)count * sizeof *first); \
        memcpy(seconds, second, (size_t)count * sizeof *second); \
        first = firsts; \
        second = seconds; \
    }

typedef struct {
    words over, near, farther;
} lane_hits;

INLINE void compare(floats square, subdial_bounds bounds, words lanes, lane_hits *hits) {
    hits->over |= (words)(square > bounds.high) & lanes;
    hits->near |= (words)(square >= bounds.low) & lanes;
    hits->farther |= (words)(square > bounds.farther) & lanes;
}

INLINE void collect(const lane_hits *halves, int count, subdial_hits *hits) {
    const uint64_t mask = lowest(count);
    hits->over = (collected(halves[0].over) | (uint64_t)collected(halves[1].over) << HALF) & mask;
    hits->near = (collected(halves[0].near) | (uint64_t)collected(halves[1].near) << HALF) & mask & ~hits->over;
    hits->farther = (collected(halves[0].farther) | (uint64_t)collected(halves[1].farther) << HALF) & mask;
}

INLINE bool is_opaque(const uint32_t *first, const uint32_t *second) {
    if ((first[0] & second[0]) < 0xFF000000) return false;
    words all = ~(words){0};
    for (int group = 0; group < BLOCK / GROUP; group++) all &= load(first + group * GROUP) & load(second + group * GROUP);
    uint32_t common = UINT32_MAX;
    for (int i = 0; i < GROUP; i++) common &= all[i];
    return common >= 0xFF000000;
}

INLINE bool opaque(
    const uint32_t *first, const uint32_t *second, int count, subdial_measure measure, subdial_bounds bounds, float *squares,
    subdial_hits *hits) {
    WHOLE_BLOCK
    if (!is_opaque(first, second)) return false;
    lane_hits halves[2] = {{{0}, {0}, {0}}, {{0}, {0}, {0}}};
    for (int group = 0; group < BLOCK / GROUP; group++) {
        const words one = load(first + group * GROUP), two = load(second + group * GROUP);
        const floats value = square(difference(one, two, 16), difference(one, two, 8), difference(one, two, 0), &measure);
        memcpy(squares + group * GROUP, &value, sizeof value);
        compare(value, bounds, LANES[group % 4], &halves[group / 4]);
    }
    collect(halves, count, hits);
    return true;
}

INLINE void translucent(
    const uint32_t *first, const uint32_t *second, int count, subdial_measure measure, subdial_bounds bounds, float red, float dark,
    float light, uint64_t greens, uint64_t blues, float *squares, subdial_hits *hits) {
    WHOLE_BLOCK
    lane_hits halves[2] = {{{0}, {0}, {0}}, {{0}, {0}, {0}}};
    const floats darks = (floats){0} + dark, lights = (floats){0} + light;
    for (int group = 0; group < BLOCK / GROUP; group++) {
        const words one = load(first + group * GROUP), two = load(second + group * GROUP), lanes = LANES[group % 4];
        const floats alpha1 = channel(one, 24), alpha2 = channel(two, 24), alpha = alpha1 - alpha2;
        const words green_lanes = ((words){0} + (uint32_t)(greens >> group / 4 * HALF)) & lanes;
        const words blue_lanes = ((words){0} + (uint32_t)(blues >> group / 4 * HALF)) & lanes;
        const floats green = chosen(green_lanes == lanes, lights, darks), blue = chosen(blue_lanes == lanes, lights, darks);
        // A channel times alpha needs at most 16 bits, so these differences are exact; the square divides them by 255.
        const floats reds = channel(one, 16) * alpha1 - channel(two, 16) * alpha2 - red * alpha;
        const floats greens = channel(one, 8) * alpha1 - channel(two, 8) * alpha2 - green * alpha;
        const floats blues = channel(one, 0) * alpha1 - channel(two, 0) * alpha2 - blue * alpha;
        const floats value = square(reds, greens, blues, &measure) * (1.0f / (255 * 255));
        memcpy(squares + group * GROUP, &value, sizeof value);
        compare(value, bounds, lanes, &halves[group / 4]);
    }
    collect(halves, count, hits);
}

INLINE bool parities(uint64_t offset, uint64_t factor, uint64_t *bits) {
    // The upper halves of the products are enough: what the lower halves carry in 64 steps is far below the margin.
    const uint32_t step = (uint32_t)(4 * factor >> 32), begin = (uint32_t)(offset * factor >> 32), margin = 1 << 11;
    words product = (words){0, 1, 2, 3, 4, 5, 6, 7} * step + begin;
    words found[2] = {{0}, {0}};
    integers close = {0};
    for (int group = 0; group < BLOCK / GROUP; group++) {
        found[group / 4] |= (words)((integers)product < 0) & LANES[group % 4];
        close |= (integers)((product + margin) & 0x7FFFFFFF) < (int32_t)(2 * margin);
        product += GROUP * step;
    }
    *bits = collected(found[0]) | (uint64_t)collected(found[1]) << HALF;
    return collected((words)close) == 0;
}

// MARK: Antialiasing

INLINE uint32_t even(const uint32_t *pixels, int64_t width) {
    words even = {0};
    for (int group = 0; group < HALF / GROUP; group++) {
        const uint32_t *const row = pixels + group * GROUP, *const above = row - width, *const below = row + width;
        const words color = load(row);
        // Equal lanes are -1.
        integers equal = load(above - 1) == color;
        equal += load(above) == color;
        equal += load(above + 1) == color;
        equal += load(row - 1) == color;
        equal += load(row + 1) == color;
        equal += load(below - 1) == color;
        equal += load(below) == color;
        equal += load(below + 1) == color;
        even |= (words)(equal < -2) & LANES[group];
    }
    return collected(even);
}

// The weights of red, green and blue, multiplied by 1e8, as two numbers of 13 bits: products of those with a channel are quick.
#define UPPER(weight) ((uint32_t)(weight) >> 13)
#define LOWER(weight) ((uint32_t)(weight)&0x1FFF)
enum { RED = 29889531, GREEN = 58662247, BLUE = 11448223 };

INLINE bool brightness(const uint32_t *pixels, int count, int32_t *numbers) {
    uint32_t all = UINT32_MAX;
    for (int i = 0; i < count; i++) {
        const uint32_t pixel = pixels[i], red = pixel >> 16 & 0xFF, green = pixel >> 8 & 0xFF, blue = pixel & 0xFF;
        all &= pixel;
        const uint32_t upper = red * UPPER(RED) + green * UPPER(GREEN) + blue * UPPER(BLUE);
        const uint32_t lower = red * LOWER(RED) + green * LOWER(GREEN) + blue * LOWER(BLUE);
        numbers[i] = (int32_t)(((upper << 6) + (lower >> 7)) << 3);
    }
    return all >= 0xFF000000;
}

typedef uint8_t bytes8 __attribute__((vector_size(8)));
typedef uint8_t bytes32 __attribute__((vector_size(32)));

INLINE void spread(const uint64_t *masks, uint8_t *bytes) {
    const bytes32 lanes = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    bytes32 lower = {0}, upper = {0};
    for (int mask = 0; mask < 8; mask++) {
        bytes8 all;
        memcpy(&all, masks + mask, sizeof all);
        const bytes32 first = __builtin_shufflevector(
            all, all, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3);
        const bytes32 second = __builtin_shufflevector(
            all, all, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7);
        const uint8_t bit = (uint8_t)(1 << mask);
        lower |= (bytes32)((first & lanes) == lanes) & bit;
        upper |= (bytes32)((second & lanes) == lanes) & bit;
    }
    memcpy(bytes, &lower, sizeof lower);
    memcpy(bytes + HALF, &upper, sizeof upper);
}

INLINE uint64_t between(const int32_t *above, const int32_t *own, const int32_t *below, const uint8_t *set) {
    // The darkest and the lightest of three pixels one above the other, with their index in the lowest bits: of equal ones the first in the
    // order of the neighbours. For the lightest the indices count down.
    enum { COLUMNS = BLOCK + 2 };
    int32_t darkest[COLUMNS], lightest[COLUMNS];
    for (int i = 0; i < COLUMNS; i += GROUP) {
        // The last group overlaps the one before.
        const int start = i + GROUP > COLUMNS ? COLUMNS - GROUP : i;
        const integers top = load_integers(above + start), middle = load_integers(own + start), bottom = load_integers(below + start);
        const integers low = least(top, least(middle + 1, bottom + 2)), high = greatest(top + 2, greatest(middle + 1, bottom));
        memcpy(darkest + start, &low, sizeof low);
        memcpy(lightest + start, &high, sizeof high);
    }
    words found[2] = {{0}, {0}};
    for (int group = 0; group < BLOCK / GROUP; group++) {
        const int start = group * GROUP;
        const words lanes = LANES[group % 4];
        const integers top = load_integers(above + start + 1), center = load_integers(own + start + 1);
        const integers bottom = load_integers(below + start + 1);
        const integers low = least(
            load_integers(darkest + start), least(load_integers(darkest + start + 2) + 5, least(top, bottom + 1) + 3));
        const integers high = greatest(
            load_integers(lightest + start + 2), greatest(load_integers(lightest + start) + 5, greatest(top + 1, bottom) + 3));
        bytes8 bytes;
        memcpy(&bytes, set + start, sizeof bytes);
        const words bits = __builtin_convertvector(bytes, words);
        const words index = (words)low & 7, other = 7 - ((words)high & 7);
        const integers is_set = ((bits >> index | bits >> other) & 1) != 0;
        // At least one neighbour is darker, and one lighter.
        found[group / 4] |= (words)(is_set & (low < center) & (high > center + 7)) & lanes;
    }
    return collected(found[0]) | (uint64_t)collected(found[1]) << HALF;
}

// MARK: Variants

// Each function once for every set of instructions. The vectors are the same; AVX-512 compares them into masks, and blends by masks.
#ifdef __x86_64__
#define VARIANTS(type, name, parameters, arguments) \
    __attribute__((target("avx512vl,avx512bw,avx512dq"))) static type name##_with_avx512 parameters { return name arguments; } \
    __attribute__((target("avx2"))) static type name##_with_avx2 parameters { return name arguments; } \
    type subdial_compare_##name parameters { \
        if (__builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq")) \
            return name##_with_avx512 arguments; \
        if (__builtin_cpu_supports("avx2")) return name##_with_avx2 arguments; \
        return name arguments; \
    }
#else
#define VARIANTS(type, name, parameters, arguments) \
    type subdial_compare_##name parameters { return name arguments; }
#endif

VARIANTS(
    bool, opaque,
    (const uint32_t *first, const uint32_t *second, int count, subdial_measure measure, subdial_bounds bounds, float *squares,
     subdial_hits *hits),
    (first, second, count, measure, bounds, squares, hits))
VARIANTS(
    void, translucent,
    (const uint32_t *first, const uint32_t *second, int count, subdial_measure measure, subdial_bounds bounds, float red, float dark,
     float light, uint64_t greens, uint64_t blues, float *squares, subdial_hits *hits),
    (first, second, count, measure, bounds, red, dark, light, greens, blues, squares, hits))
VARIANTS(bool, parities, (uint64_t offset, uint64_t factor, uint64_t *bits), (offset, factor, bits))
VARIANTS(uint32_t, even, (const uint32_t *pixels, int64_t width), (pixels, width))
VARIANTS(bool, brightness, (const uint32_t *pixels, int count, int32_t *numbers), (pixels, count, numbers))
VARIANTS(void, spread, (const uint64_t *masks, uint8_t *bytes), (masks, bytes))
VARIANTS(
    uint64_t, between, (const int32_t *above, const int32_t *own, const int32_t *below, const uint8_t *set), (above, own, below, set))
