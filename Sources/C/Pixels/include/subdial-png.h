#ifndef SUBDIAL_CPNG_H
#define SUBDIAL_CPNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A pixel is a word: premultiplied, blue in the lowest byte, then green, red and alpha. A straight pixel has red in the lowest byte, and its
// colours are not multiplied by alpha.

/// What all pixels of a picture have in common.
enum {
    /// Each alpha is 255.
    SUBDIAL_PNG_OPAQUE = 1,
    /// Red, green and blue are equal in each.
    SUBDIAL_PNG_GRAY = 2,
};

/// What `count` premultiplied pixels have in common.
int subdial_png_traits(const uint32_t *_Nonnull pixels, size_t count);

/// Writes the number of each pixel's colour to `indices`, and the straight colours by their numbers to `colors`, which has room for 256: first
/// the translucent ones.
///
/// Returns how many colours there are; 0 where they are more than `maximum`, which is 256 at most, and `indices` is of no use.
int subdial_png_palette(
    const uint32_t *_Nonnull pixels, size_t count, int maximum, uint8_t *_Nonnull indices, uint32_t *_Nonnull colors);

/// A premultiplied pixel as a straight one; all zeros where alpha is 0. A colour above its alpha counts as equal to it.
uint32_t subdial_png_straight(uint32_t pixel);

/// Writes the data of a PNG, a zlib stream, quickly: straight pixels, less what is to the left or above.
///
/// - channels: 1 for gray, 2 for gray and alpha, 3 for RGB, 4 for RGBA.
/// - capacity: At least `subdial_png_bound` of `height` × (`width` × `channels` + 1).
/// - may_use_isal: False for libdeflate in any case.
///
/// Returns the length of the stream; 0 where there is not enough memory.
size_t subdial_png_data(
    const uint32_t *_Nonnull pixels, size_t width, size_t height, int channels, uint8_t *_Nonnull target, size_t capacity,
    bool may_use_isal);

/// Writes the rows of a band of a picture as deflate blocks that refer to nothing before them, and end at a byte.
///
/// - pixels: The first pixel of the band.
/// - above: The row above it; NULL for the first band.
/// - capacity: At least `subdial_png_bound` of `height` × (`width` × `channels` + 1).
/// - checksum: Receives the Adler-32 of the filtered rows.
///
/// Returns the length of the blocks; 0 if ISA-L is not there, or there is not enough memory.
size_t subdial_png_band(
    const uint32_t *_Nonnull pixels, const uint32_t *_Nullable above, size_t width, size_t height, int channels,
    uint8_t *_Nonnull target, size_t capacity, uint32_t *_Nonnull checksum);

/// The Adler-32 of two pieces in succession, from that of each; `count` is the length of the second.
uint32_t subdial_png_checksum(uint32_t first, uint32_t second, size_t count);

/// Compresses bytes to a zlib stream in the same way.
size_t subdial_png_deflate(
    const uint8_t *_Nonnull bytes, size_t count, uint8_t *_Nonnull target, size_t capacity, bool may_use_isal);

/// The most bytes that the stream of `count` bytes takes.
size_t subdial_png_bound(size_t count);

/// Writes the straight pixels of a PNG of 8 bits a channel: a byte each of blue, green, red and alpha.
///
/// - rows: The decompressed data: `height` rows of a byte for the filter and `width` × `channels` bytes.
/// - channels: 3 for RGB, 4 for RGBA.
///
/// Returns false where a filter is unknown, or there is not enough memory.
bool subdial_png_unfilter(const uint8_t *_Nonnull rows, size_t width, size_t height, int channels, uint8_t *_Nonnull target);

/// The highest of `count` indices; 0 if there are none.
uint8_t subdial_png_highest(const uint8_t *_Nonnull indices, size_t count);

/// Packs the indices of a row, the first in the highest bits; the unused bits of the last byte are 0.
///
/// - depth: The bits of an index: 1, 2, 4 or 8.
/// - target: Room for (`width` × `depth` + 7) / 8 bytes.
void subdial_png_pack(const uint8_t *_Nonnull indices, size_t width, int depth, uint8_t *_Nonnull target);

/// True where ISA-L compresses: it was there when this was built, and is installed.
bool subdial_png_has_isal(void);

#endif
