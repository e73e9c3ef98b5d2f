#ifndef SUBDIAL_CRESAMPLING_H
#define SUBDIAL_CRESAMPLING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A pixel is four bytes of any meaning; each of them is treated alike.

/// The samples of a line of which a sample of another line is the sum: `count` samples from `first` on, with the weights from `offset` on.
typedef struct {
    size_t first, count, offset;
} subdial_taps;

/// The samples of a line of another length.
typedef struct {
    const subdial_taps *_Nonnull taps;
    size_t count;
    const float *_Nonnull weights;
} subdial_samples;

/// Where the rows of a picture come from.
typedef struct {
    /// Returns the pixels of a row, which are valid until the row after the next is asked for; NULL to end the work.
    const uint8_t *_Nullable (*_Nonnull row)(void *_Nullable context, size_t index);
    void *_Nullable context;
} subdial_row_source;

/// Rows in memory: the first one, and the bytes from a row to the next. Such a structure is the context of `subdial_memory_row`.
typedef struct {
    const uint8_t *_Nonnull start;
    size_t step;
} subdial_memory_rows;

const uint8_t *_Nullable subdial_memory_row(void *_Nullable context, size_t index);

/// Writes a picture of another size: each pixel is the weighted sum of those that its column and its row refer to, rounded.
///
/// It asks for the rows of the source in order; it goes back by one row at most. Returns false where a row is NULL.
/// - row_length: The pixels of a row of the source.
/// - sums: Room for four numbers for each pixel of a row of the source.
/// - target: Room for four bytes for each of `columns` and `rows`.
bool subdial_resample(
    subdial_row_source source, size_t row_length, subdial_samples columns, subdial_samples rows, float *_Nonnull sums,
    uint8_t *_Nonnull target);

/// Writes the mean of each pixel and `side` neighbours before and after it on its line, rounded; pixels beyond the ends are zeros.
///
/// - target: Room for as many bytes as `source`, which it does not overlap.
/// - line_step: The bytes from a line to the next, which may be a column.
/// - step: The bytes from a pixel of a line to the next.
/// - side: 1 to 256.
void subdial_mean(
    const uint8_t *_Nonnull source, uint8_t *_Nonnull target, size_t lines, size_t length, size_t line_step, size_t step, size_t side);

#endif
