#ifndef SUBDIAL_ISAL_H
#define SUBDIAL_ISAL_H

#include "subdial-png.h"

// A stream of ISA-L.
typedef struct subdial_isal subdial_isal;

// Begins a stream: zlib's, or bare deflate blocks. NULL if ISA-L is not there, or there is not enough memory. `free` ends it.
subdial_isal *subdial_isal_begin(uint8_t *target, size_t capacity, bool is_zlib);

// The end of a piece of a stream.
typedef enum {
    // More follows, which may refer to this.
    SUBDIAL_ISAL_MORE,
    // The stream ends.
    SUBDIAL_ISAL_LAST,
    // The next piece refers to nothing before it, and begins at a byte.
    SUBDIAL_ISAL_INDEPENDENT,
} subdial_isal_end;

// Compresses a piece; false if it does not fit.
bool subdial_isal_add(subdial_isal *stream, const uint8_t *bytes, size_t count, subdial_isal_end end);

// The length of all that is compressed.
size_t subdial_isal_length(const subdial_isal *stream);

#endif
