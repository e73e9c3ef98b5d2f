#include "vectors.h"

// A product and a sum are not fused, so that all processors give the same numbers.
#pragma STDC FP_CONTRACT OFF

INLINE floats8 weighted8(const uint8_t *source, float weight) {
    bytes8 bytes;
    memcpy(&bytes, source, sizeof bytes);
    return __builtin_convertvector(bytes, floats8) * weight;
}

INLINE floats4 weighted4(const uint8_t *source, float weight) {
    bytes4 bytes;
    memcpy(&bytes, source, sizeof bytes);
    return __builtin_convertvector(bytes, floats4) * weight;
}

// Adds the bytes of a row, or begins with them.
INLINE void add_row(const uint8_t *row, size_t length, float weight, bool is_first, float *sums) {
    size_t i = 0;
    for (; i + 8 <= length; i += 8) {
        floats8 sum, product = weighted8(row + i, weight);
        memcpy(&sum, sums + i, sizeof sum);
        sum = is_first ? product : sum + product;
        memcpy(sums + i, &sum, sizeof sum);
    }
    if (i < length) {
        floats4 sum, product = weighted4(row + i, weight);
        memcpy(&sum, sums + i, sizeof sum);
        sum = is_first ? product : sum + product;
        memcpy(sums + i, &sum, sizeof sum);
    }
}

INLINE void write_row(const float *sums, subdial_samples columns, uint8_t *target) {
    for (size_t column = 0; column < columns.count; column++, target += 4) {
        const subdial_taps taps = columns.taps[column];
        floats4 total = {0};
        for (size_t i = 0; i < taps.count; i++) {
            floats4 sum;
            memcpy(&sum, sums + (taps.first + i) * 4, sizeof sum);
            total += sum * columns.weights[taps.offset + i];
        }
        // Rounds numbers of 0 to 255: after the addition of 2²³ there are no bits for a fraction, and the integer is in the lowest bits.
        const bytes4 bytes = __builtin_convertvector((words4)(total + 0x1p23f), bytes4);
        memcpy(target, &bytes, sizeof bytes);
    }
}

INLINE bool resample(
    subdial_row_source source, size_t row_length, subdial_samples columns, subdial_samples rows, float *sums, uint8_t *target) {
    for (size_t row = 0; row < rows.count; row++, target += columns.count * 4) {
        const subdial_taps taps = rows.taps[row];
        for (size_t i = 0; i < taps.count; i++) {
            const uint8_t *const line = source.row(source.context, taps.first + i);
            if (!line) return false;
            const float weight = rows.weights[taps.offset + i];
            // Two calls, so that no inner loop asks which it is.
            if (i == 0) add_row(line, row_length * 4, weight, true, sums); else add_row(line, row_length * 4, weight, false, sums);
        }
        write_row(sums, columns, target);
    }
    return true;
}

#ifdef __x86_64__
__attribute__((target("avx2"))) static bool resample_with_avx2(
    subdial_row_source source, size_t row_length, subdial_samples columns, subdial_samples rows, float *sums, uint8_t *target) {
    return resample(source, row_length, columns, rows, sums, target);
}
#endif

bool subdial_resample(
    subdial_row_source source, size_t row_length, subdial_samples columns, subdial_samples rows, float *sums, uint8_t *target) {
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2")) return resample_with_avx2(source, row_length, columns, rows, sums, target);
#endif
    return resample(source, row_length, columns, rows, sums, target);
}

const uint8_t *subdial_memory_row(void *context, size_t index) {
    const subdial_memory_rows *const rows = context;
    return rows->start + index * rows->step;
}
