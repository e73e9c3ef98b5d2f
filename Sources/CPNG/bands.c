#include "isal.h"
#include "rows.h"

#include <libdeflate.h>
#include <stdlib.h>

size_t subdial_png_band(
    const uint32_t *pixels, const uint32_t *above, size_t width, size_t height, int channels, uint8_t *target, size_t capacity,
    uint32_t *checksum) {
    subdial_rows rows;
    if (!subdial_rows_begin(&rows, above ? above : pixels, width, channels)) return 0;
    const size_t row_length = width * (size_t)channels + 1;
    uint8_t *const bytes = malloc(height * row_length + SUBDIAL_ROWS_SLACK);
    subdial_isal *const isal = bytes ? subdial_isal_begin(target, capacity, false) : NULL;
    size_t result = 0;
    if (isal) {
        // The filters of the first row need the row above it.
        if (above) subdial_rows_write(&rows, 1, bytes);
        rows.pixels = pixels;
        subdial_rows_write(&rows, height, bytes);
        *checksum = libdeflate_adler32(1, bytes, height * row_length);
        if (subdial_isal_add(isal, bytes, height * row_length, SUBDIAL_ISAL_INDEPENDENT)) result = subdial_isal_length(isal);
    }
    free(isal);
    free(bytes);
    subdial_rows_end(&rows);
    return result;
}

uint32_t subdial_png_checksum(uint32_t first, uint32_t second, size_t count) {
    // The sums of Adler-32 (RFC 1950), in a number system modulo the largest prime below 65536.
    const uint32_t base = 65521, rest = (uint32_t)(count % base);
    const uint32_t low = ((first & 0xFFFF) + (second & 0xFFFF) + base - 1) % base;
    const uint32_t high = (uint32_t)(((uint64_t)rest * (first & 0xFFFF) + (first >> 16) + (second >> 16) + base - rest) % base);
    return high << 16 | low;
}
