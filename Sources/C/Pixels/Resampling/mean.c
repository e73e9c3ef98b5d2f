#include "vectors.h"

INLINE words4 pixel(const uint8_t *source) {
    bytes4 bytes;
    memcpy(&bytes, source, sizeof bytes);
    return __builtin_convertvector(bytes, words4);
}

void subdial_mean(
    const uint8_t *source, uint8_t *target, size_t lines, size_t length, size_t line_step, size_t step, size_t side) {
    const uint32_t count = (uint32_t)(2 * side + 1);
    // The rounded division by the count as a multiplication, which is exact for sums of up to 513 bytes.
    const uint64_t factor = ((uint64_t)1 << 32) / count + 1;
    for (size_t line = 0; line < lines; line++) {
        const uint8_t *const from = source + line * line_step;
        uint8_t *const to = target + line * line_step;
        words4 sum = {0};
        for (size_t i = 0; i < side && i < length; i++) sum += pixel(from + i * step);
        for (size_t i = 0; i < length; i++) {
            if (i + side < length) sum += pixel(from + (i + side) * step);
            if (i > side) sum -= pixel(from + (i - side - 1) * step);
            const longs4 mean = __builtin_convertvector(sum + count / 2, longs4) * factor >> 32;
            const bytes4 bytes = __builtin_convertvector(mean, bytes4);
            memcpy(to + i * step, &bytes, sizeof bytes);
        }
    }
}
