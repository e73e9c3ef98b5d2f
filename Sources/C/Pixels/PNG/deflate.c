#include "isal.h"
#include "rows.h"

#include <libdeflate.h>
#include <stdlib.h>

// What ISA-L puts around bytes that it cannot compress is more than what libdeflate does.
size_t subdial_png_bound(size_t count) { return libdeflate_zlib_compress_bound(NULL, count) + count / 64 + 1024; }

static size_t deflate_with_libdeflate(const uint8_t *bytes, size_t count, uint8_t *target, size_t capacity) {
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(1);
    if (!compressor) return 0;
    const size_t length = libdeflate_zlib_compress(compressor, bytes, count, target, capacity);
    libdeflate_free_compressor(compressor);
    return length;
}

size_t subdial_png_deflate(const uint8_t *bytes, size_t count, uint8_t *target, size_t capacity, bool may_use_isal) {
    subdial_isal *const isal = may_use_isal ? subdial_isal_begin(target, capacity, true) : NULL;
    const size_t result = isal && subdial_isal_add(isal, bytes, count, SUBDIAL_ISAL_LAST) ? subdial_isal_length(isal) : 0;
    free(isal);
    return result ? result : deflate_with_libdeflate(bytes, count, target, capacity);
}

static size_t data_with_isal(subdial_rows *rows, size_t height, uint8_t *target, size_t capacity) {
    const size_t row_length = rows->width * (size_t)rows->channels + 1, most = subdial_rows_at_once(row_length);
    uint8_t *const band = malloc(most * row_length + SUBDIAL_ROWS_SLACK);
    subdial_isal *const isal = band ? subdial_isal_begin(target, capacity, true) : NULL;
    bool is_good = isal != NULL;
    for (size_t y = 0; is_good && y < height; y += most) {
        const size_t count = height - y < most ? height - y : most;
        subdial_rows_write(rows, count, band);
        is_good = subdial_isal_add(isal, band, count * row_length, y + count == height ? SUBDIAL_ISAL_LAST : SUBDIAL_ISAL_MORE);
    }
    const size_t result = is_good ? subdial_isal_length(isal) : 0;
    free(isal);
    free(band);
    return result;
}

static size_t data_with_libdeflate(subdial_rows *rows, size_t height, uint8_t *target, size_t capacity) {
    const size_t count = height * (rows->width * (size_t)rows->channels + 1);
    uint8_t *const bytes = malloc(count + SUBDIAL_ROWS_SLACK);
    if (!bytes) return 0;
    subdial_rows_write(rows, height, bytes);
    const size_t result = deflate_with_libdeflate(bytes, count, target, capacity);
    free(bytes);
    return result;
}

size_t subdial_png_data(
    const uint32_t *pixels, size_t width, size_t height, int channels, uint8_t *target, size_t capacity, bool may_use_isal) {
    size_t result = 0;
    for (int attempt = may_use_isal ? 0 : 1; attempt < 2 && !result; attempt++) {
        subdial_rows rows;
        if (!subdial_rows_begin(&rows, pixels, width, channels)) return 0;
        result = (attempt == 0 ? data_with_isal : data_with_libdeflate)(&rows, height, target, capacity);
        subdial_rows_end(&rows);
    }
    return result;
}
