#ifndef SUBDIAL_CJPEG_H
#define SUBDIAL_CJPEG_H

#include <stdbool.h>
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
    /// More scans than the limit.
    SUBDIAL_JPEG_TOO_MANY_SCANS = 5,
    /// libjpeg needs more memory than the limit.
    SUBDIAL_JPEG_TOO_MUCH_MEMORY = 6,
    /// The caller wants the picture no longer.
    SUBDIAL_JPEG_STOPPED = 7,
} subdial_jpeg_status;

enum { SUBDIAL_JPEG_MESSAGE_LENGTH = 200 };

/// What the header says. Reading it allocates nothing that grows with the picture.
typedef struct {
    uint32_t width;
    uint32_t height;
    /// The number of scans by their markers, counted through the whole file.
    uint32_t scans;
    /// The bytes of the coefficients that libjpeg keeps while it decodes: those of the whole picture where it has several scans, else 0.
    uint64_t coefficient_bytes;
    /// True where the inks of CMYK are stored inverted, as Adobe's programs do it: 255 is no ink.
    bool is_inverted;
} subdial_jpeg_header;

/// What is missing at the end of a picture.
typedef struct {
    /// The rows of the file that are missing; libjpeg makes them grey.
    uint32_t rows;
    /// True where scans of a progressive picture are missing, or the rest of one, that add details to what is there.
    bool details;
    /// True where the end mark is missing.
    bool end;
} subdial_jpeg_losses;

/// What is checked while a picture is decoded.
typedef struct {
    uint32_t maximum_scans;
    /// The bytes that libjpeg may allocate, the caller's pixels left out.
    uint64_t maximum_memory;
    /// Called at least once for each row of blocks and each row of pixels; decoding ends where it returns anything but 0.
    int (*_Nullable should_stop)(void *_Nullable context);
    void *_Nullable context;
} subdial_jpeg_limits;

/// Reads the header, and counts the scans. `message` receives a sentence when the result is not `SUBDIAL_JPEG_OK`.
subdial_jpeg_status subdial_jpeg_read_header(
    const uint8_t *_Nonnull bytes, size_t count, subdial_jpeg_header *_Nonnull header, char *_Nonnull message);

/// A picture that is decoded row by row.
typedef struct subdial_jpeg_reader subdial_jpeg_reader;

/// Begins to decode at 1/`denominator`; the parameters are those of `subdial_jpeg_decode`, and `bytes` and what `limits` refers to are used until
/// the reader is closed. Returns NULL on failure, with the status.
subdial_jpeg_reader *_Nullable subdial_jpeg_open(
    const uint8_t *_Nonnull bytes, size_t count, uint32_t denominator, bool keeps_inks, const subdial_jpeg_limits *_Nonnull limits,
    uint32_t width, uint32_t height, subdial_jpeg_status *_Nonnull status, char *_Nonnull message);

/// The pixels of a row, which are valid until the row after the next is asked for. Earlier rows than the last two are gone.
/// Returns NULL on failure.
const uint8_t *_Nullable subdial_jpeg_row(subdial_jpeg_reader *_Nonnull reader, size_t index);

/// A part of a picture that is decoded row by row: its first column and its first row. Such a structure is the context of `subdial_jpeg_part_row`,
/// which returns the row `index` of the part from its first pixel on.
typedef struct {
    subdial_jpeg_reader *_Nonnull reader;
    size_t left, top;
} subdial_jpeg_part;

const uint8_t *_Nullable subdial_jpeg_part_row(void *_Nullable context, size_t index);

/// Decodes the rows that nobody has asked for, and frees the reader. Returns the status of all rows.
subdial_jpeg_status subdial_jpeg_close(
    subdial_jpeg_reader *_Nonnull reader, subdial_jpeg_losses *_Nonnull losses, char *_Nonnull message);

/// Decodes at 1/`denominator` (1, 2, 4 or 8) of the size into `pixels`: opaque BGRA, `width` × `height`, no padding.
///
/// Each side is that of the source divided by `denominator`, rounded up. Whatever colours the file has (grey, YCbCr, CMYK, YCCK), they
/// come out as BGRA; with `keeps_inks` those of CMYK and YCCK as the four inks in the file. Damaged data is an error. Where the data ends before
/// half of the rows, that is one too; later, `losses` says what is missing.
subdial_jpeg_status subdial_jpeg_decode(
    const uint8_t *_Nonnull bytes, size_t count, uint32_t denominator, bool keeps_inks, const subdial_jpeg_limits *_Nonnull limits,
    uint8_t *_Nonnull pixels, uint32_t width, uint32_t height, subdial_jpeg_losses *_Nonnull losses, char *_Nonnull message);

#endif
