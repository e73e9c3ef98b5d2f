#ifndef SUBDIAL_CTAGLIB_H
#define SUBDIAL_CTAGLIB_H

#include "loading.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a music file tells of itself. TagLib is C++, and its C functions know no pictures before version 2.
typedef struct {
    /// The picture's bytes as the file has them, to be freed with `subdial_tags1_free`; NULL where there is none.
    uint8_t *_Nullable cover;
    size_t cover_length;
    /// Milliseconds; 0 where it is not known.
    int64_t length;
} subdial_taglib_file;

// The functions of the library that the target TagReader becomes. It is beside the program, and is loaded when it is first used: TagLib, and the C++
// library that it needs, would slow each start. A running engine may find that of a later version there: every change of these functions or of the
// structure gives the functions another number.

/// Reads a FLAC, MP3, M4A, Ogg Vorbis or Opus file, by what it holds rather than by its name.
///
/// Of several pictures that of the front counts, else the first; none that is larger than `maximum`.
/// Returns 0, or -1 where it is none of these files, or where memory is missing.
int subdial_tags1_read(const char *_Nonnull path, size_t maximum, subdial_taglib_file *_Nonnull file);

void subdial_tags1_free(uint8_t *_Nullable cover);

#define SUBDIAL_TAGLIB_FUNCTIONS(F) F(subdial_tags1, read) F(subdial_tags1, free)

SUBDIAL_DECLARE_LIBRARY(taglib, SUBDIAL_TAGLIB_FUNCTIONS)

#ifdef __cplusplus
}
#endif

#endif
