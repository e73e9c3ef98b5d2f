#ifndef SUBDIAL_CJPEG_H
#define SUBDIAL_CJPEG_H

#include <stddef.h>
#include <stdint.h>

/// How a call ended. libjpeg leaves by longjmp; these functions catch it, so that it never crosses Swift frames.
typedef enum {
    SUBDIAL_JPEG_OK = 0,
    /// The bytes end before the picture does.
    SUBDIAL_JPEG_TRUNCATED = 1,
    /// The bytes are no JPEG, or damaged.
    SUBDIAL_JPEG_CORRUPT = 2,
    /// A kind of JPEG that libjpeg does not decode.
    SUBDIAL_JPEG_UNSUPPORTED = 3,
    /// The caller's buffer does not fit the picture.
    SUBDIAL_JPEG_WRONG_BUFFER = 4,
} subdial_jpeg_status;

enum { SUBDIAL_JPEG_MESSAGE_LENGTH = 200 };

/// What the header says. Reading it allocates nothing that grows with the picture.
typedef struct {
    uint32_t width;
    uint32_t height;
} subdial_jpeg_header;

/// Reads the header. `message` receives a sentence when the result is not `SUBDIAL_JPEG_OK`.
subdial_jpeg_status subdial_jpeg_read_header(
    const uint8_t *_Nonnull bytes, size_t count, subdial_jpeg_header *_Nonnull header, char *_Nonnull message);

/// Decodes at 1/`denominator` (1, 2, 4 or 8) of the size into `pixels`: opaque BGRA, `width` × `height`, no padding.
///
/// Each side is that of the source divided by `denominator`, rounded up. Whatever colours the file has (grey, YCbCr, CMYK, YCCK), they
/// come out as BGRA. Damaged or missing data is an error, never a partial picture.
subdial_jpeg_status subdial_jpeg_decode(
    const uint8_t *_Nonnull bytes, size_t count, uint32_t denominator, uint8_t *_Nonnull pixels, uint32_t width, uint32_t height,
    char *_Nonnull message);

#endif
