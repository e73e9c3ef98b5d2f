#include "isal.h"
#include "rows.h"

#include <libdeflate.h>
#include <stdlib.h>

size_t subdial_png_band(
    const uint32_t *pixels, const uint32_t *above, size_t width, size_t height, int channels, uint8_t *target, size_t capacity,
    uint32_t *checksum) {
    subdial_rows rows;
    if (!subdial_rows_begin(&rows, above ? above : pixels, width, channels)) return 0;
    const size_t row_length = width * (size_t)channels + 1, most = subdial_rows_at_once(row_length);
    uint8_t *const bytes = malloc(most * row_length + SUBDIAL_ROWS_SLACK);
    subdial_isal *const isal = bytes ? subdial_isal_begin(target, capacity, false) : NULL;
    bool is_good = isal != NULL;
    // The filters of the first row need the row above it.
    if (is_good && above) subdial_rows_write(&rows, 1, bytes);
    rows.pixels = pixels;
    *checksum = 1;
    for (size_t y = 0; is_good && y < height; y += most) {
        const size_t count = height - y < most ? height - y : most;
        subdial_rows_write(&rows, count, bytes);
        *checksum = libdeflate_adler32(*checksum, bytes, count * row_length);
        is_good = subdial_isal_add(isal, bytes, count * row_length, y + count == height ? SUBDIAL_ISAL_INDEPENDENT : SUBDIAL_ISAL_MORE);
    }
    const size_t result = is_good ? subdial_isal_length(isal) : 0;
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
