#ifndef SUBDIAL_CTAGLIB_H
#define SUBDIAL_CTAGLIB_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a music file tells of itself. TagLib is C++, and its C functions know no pictures before version 2.
typedef struct {
    /// The picture's bytes as the file has them, to be freed with `subdial_taglib_free`; NULL where there is none.
    uint8_t *cover;
    size_t cover_length;
    /// Milliseconds; 0 where it is not known.
    int64_t length;
} subdial_taglib_file;

/// Reads a FLAC, MP3, M4A, Ogg Vorbis or Opus file, by what it holds rather than by its name.
///
/// Of several pictures that of the front counts, else the first; none that is larger than `maximum`.
/// Returns 0, or -1 where it is none of these files.
int subdial_taglib_read(const char *path, size_t maximum, subdial_taglib_file *file);

void subdial_taglib_free(uint8_t *cover);

#ifdef __cplusplus
}
#endif

#endif
