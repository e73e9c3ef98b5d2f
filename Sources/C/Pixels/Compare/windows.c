#include "subdial-compare.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))

// The functions for numbers of one type; loops without branches, which the compiler vectorizes.
#define DEFINE_FOR(type, suffix) \
    INLINE void change_##suffix(type *counts, uint64_t less, uint64_t more) { \
        for (int part = 0; part < 4; part++) { \
            const uint16_t fewer = (uint16_t)(less >> 16 * part), others = (uint16_t)(more >> 16 * part); \
            for (int bit = 0; bit < 16; bit++) { \
                const type mask = (type)(1 << bit); \
                counts[16 * part + bit] += (type)(((type)others & mask) != 0) - (type)(((type)fewer & mask) != 0); \
            } \
        } \
    } \
    INLINE type most_##suffix(const type *counts, type *restrict one, type *restrict other, type *restrict sums, int64_t places, int64_t columns) { \
        /* Sums of 1, 2, 4 and so on adjacent columns; those that the binary digits of `columns` name make up a window. */ \
        const int64_t end = places + columns - 1; \
        memcpy(one, counts, (size_t)end * sizeof *one); \
        memset(sums, 0, (size_t)places * sizeof *sums); \
        for (int64_t size = 1, offset = 0, rest = columns;; size *= 2) { \
            if (rest & 1) { \
                for (int64_t x = 0; x < places; x++) sums[x] += one[x + offset]; \
                offset += size; \
            } \
            rest >>= 1; \
            if (!rest) break; \
            const int64_t count = end - 2 * size + 1; \
            for (int64_t x = 0; x < count; x++) other[x] = one[x] + one[x + size]; \
            type *const next = other; \
            other = one; \
            one = next; \
        } \
        type most = 0; \
        for (int64_t x = 0; x < places; x++) most = sums[x] > most ? sums[x] : most; \
        return most; \
    } \
    VARIANTS(change_##suffix, (type *counts, uint64_t less, uint64_t more), (counts, less, more), void) \
    VARIANTS( \
        most_##suffix, (const type *counts, type *partial, type *other, type *sums, int64_t places, int64_t columns), \
        (counts, partial, other, sums, places, columns), type)

// Each function twice, so that a processor with AVX2 uses it.
#ifdef __x86_64__
#define VARIANTS(name, parameters, arguments, type) \
    __attribute__((target("avx2"))) static type name##_with_avx2 parameters { return name arguments; } \
    type subdial_window_##name parameters { \
        if (__builtin_cpu_supports("avx2")) return name##_with_avx2 arguments; \
        return name arguments; \
    }
#else
#define VARIANTS(name, parameters, arguments, type) \
    type subdial_window_##name parameters { return name arguments; }
#endif

DEFINE_FOR(int16_t, short)
DEFINE_FOR(int32_t, long)
