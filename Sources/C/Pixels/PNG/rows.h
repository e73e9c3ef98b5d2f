#ifndef SUBDIAL_CPNG_ROWS_H
#define SUBDIAL_CPNG_ROWS_H

#include "subdial-png.h"

/// The rows of a picture that are still to be written.
typedef struct {
    const uint32_t *pixels;
    size_t width;
    int channels;
    /// The straight pixels of this row, of the one above, and a filtered row: `space` bytes each.
    uint8_t *scratch, *row, *above, *other;
    size_t space;
} subdial_rows;

/// The bytes that `subdial_rows_write` may write behind the last row.
enum { SUBDIAL_ROWS_SLACK = 32 };

/// How many rows are filtered and compressed at once: they stay in the cache of a core, and no memory has to be had for all.
static inline size_t subdial_rows_at_once(size_t row_length) {
    const size_t bytes = 128 << 10;
    return row_length < bytes ? bytes / row_length : 1;
}

/// All rows of a picture; false where there is not enough memory.
bool subdial_rows_begin(subdial_rows *rows, const uint32_t *pixels, size_t width, int channels);

/// Writes the next `count` rows as PNG has them before compression, each behind the number of its filter.
void subdial_rows_write(subdial_rows *rows, size_t count, uint8_t *target);

void subdial_rows_end(subdial_rows *rows);

#endif
