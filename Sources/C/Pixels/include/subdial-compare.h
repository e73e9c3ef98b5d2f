#ifndef SUBDIAL_CCOMPARE_H
#define SUBDIAL_CCOMPARE_H

#include <stdbool.h>
#include <stdint.h>

// A pixel is a word: alpha in the highest byte, then red, green and blue; the colours are not multiplied by alpha. A block is up to 64
// consecutive pixels of a row; bit 0 of its masks is its leftmost pixel.

/// The coefficients of the squared colour difference as a sum of three squares: the first of red, green and blue, the second of green and
/// blue, the third of blue.
typedef struct {
    float red, red_green, red_blue, green, green_blue, blue;
} subdial_measure;

/// The bounds with which squared differences are compared.
typedef struct {
    float low, high, farther;
} subdial_bounds;

/// The pixels of a block whose squared difference exceeds `high`, those from `low` on, and those that exceed `farther`.
typedef struct {
    uint64_t over, near, farther;
} subdial_hits;

/// Writes the squared differences of the pixels of a block and compares them; false if a pixel is translucent: then nothing is written.
bool subdial_compare_opaque(
    const uint32_t *_Nonnull first, const uint32_t *_Nonnull second, int count, subdial_measure measure, subdial_bounds bounds,
    float *_Nonnull squares, subdial_hits *_Nonnull hits);

/// Like `subdial_compare_opaque`, for pixels with any alpha on a background.
///
/// - red: The background's red, for all pixels.
/// - dark, light: The background's green and blue where the pixel's bit is not set, and where it is set.
/// - greens, blues: A bit for each pixel.
void subdial_compare_translucent(
    const uint32_t *_Nonnull first, const uint32_t *_Nonnull second, int count, subdial_measure measure, subdial_bounds bounds, float red,
    float dark, float light, uint64_t greens, uint64_t blues, float *_Nonnull squares, subdial_hits *_Nonnull hits);

/// Writes the highest bit of the products of `factor` with 64 byte offsets, which are multiples of 4 beginning with `offset`; false if the
/// other bits of a product are within 2^43 of all zeros or all ones: there the quotient may depend on the rounding of a division.
bool subdial_compare_parities(uint64_t offset, uint64_t factor, uint64_t *_Nonnull bits);

/// The pixels with more than two neighbours of the same colour, among 32 pixels that have all eight neighbours.
uint32_t subdial_compare_even(const uint32_t *_Nonnull pixels, int64_t width);

/// Writes the brightness of pixels as positive numbers with zeros in the lowest three bits.
///
/// Brightness is rounded down to 128 units of 1e-8; two colours of different brightness differ by at least 229 units.
///
/// Returns true if all pixels are opaque; otherwise the numbers are invalid.
bool subdial_compare_brightness(const uint32_t *_Nonnull pixels, int count, int32_t *_Nonnull numbers);

/// Writes a byte for each pixel of a block, with a bit for each of eight masks.
void subdial_compare_spread(const uint64_t *_Nonnull masks, uint8_t *_Nonnull bytes);

/// The pixels of a block whose brightness is between those of their darkest and their lightest neighbour, one of which is set in `around`.
///
/// - above, own, below: The brightness of the pixels of three rows: 66 numbers each, the first for the pixel to the left of the block.
/// - set: A byte for each pixel, with a bit for each of its eight neighbours, column by column from the top left.
uint64_t subdial_compare_between(
    const int32_t *_Nonnull above, const int32_t *_Nonnull own, const int32_t *_Nonnull below, const uint8_t *_Nonnull set);

/// Changes the counts of 64 columns: one less where `less` has a bit set, one more where `more` has.
void subdial_window_change_short(int16_t *_Nonnull counts, uint64_t less, uint64_t more);
void subdial_window_change_long(int32_t *_Nonnull counts, uint64_t less, uint64_t more);

/// Writes the sums of `columns` adjacent counts from each of `places`, and returns the largest.
///
/// - counts: `places` + `columns` - 1 numbers.
/// - partial, other: Room for as many.
int16_t subdial_window_most_short(
    const int16_t *_Nonnull counts, int16_t *_Nonnull partial, int16_t *_Nonnull other, int16_t *_Nonnull sums, int64_t places,
    int64_t columns);
int32_t subdial_window_most_long(
    const int32_t *_Nonnull counts, int32_t *_Nonnull partial, int32_t *_Nonnull other, int32_t *_Nonnull sums, int64_t places,
    int64_t columns);

#endif
