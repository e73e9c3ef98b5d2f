#include "isal.h"

#include <stdlib.h>

#if __has_include(<isa-l/igzip_lib.h>) && (defined(__x86_64__) || defined(__aarch64__))
#include "loading.h"

#include <isa-l/igzip_lib.h>

// The functions of ISA-L that are called. A program that was built with it runs also where it is not installed.
#define SUBDIAL_IGZIP_FUNCTIONS(F) F(isal, deflate_init) F(isal, deflate)

SUBDIAL_DECLARE_LIBRARY(igzip, SUBDIAL_IGZIP_FUNCTIONS)
SUBDIAL_DEFINE_LIBRARY(igzip, SUBDIAL_IGZIP_FUNCTIONS, "libisal.so.2")

bool subdial_png_has_isal(void) { return subdial_igzip() != NULL; }

struct subdial_isal {
    struct isal_zstream stream;
    // Level 2 is as quick as level 1 for drawings, and a little smaller; level 3 is slower and no better.
    uint8_t level[ISAL_DEF_LVL2_DEFAULT];
};

subdial_isal *subdial_isal_begin(uint8_t *target, size_t capacity, bool is_zlib) {
    // Its lengths have 32 bits.
    subdial_isal *isal_stream = capacity <= UINT32_MAX && subdial_png_has_isal() ? malloc(sizeof *isal_stream) : NULL;
    if (!isal_stream) return NULL;
    struct isal_zstream *stream = &isal_stream->stream;
    functions.deflate_init(stream);
    stream->level = 2;
    stream->level_buf = isal_stream->level;
    stream->level_buf_size = sizeof isal_stream->level;
    stream->gzip_flag = is_zlib ? IGZIP_ZLIB : IGZIP_DEFLATE;
    stream->next_out = target;
    stream->avail_out = (uint32_t)capacity;
    return isal_stream;
}

bool subdial_isal_add(subdial_isal *isal_stream, const uint8_t *bytes, size_t count, subdial_isal_end end) {
    struct isal_zstream *stream = &isal_stream->stream;
    stream->next_in = (uint8_t *)bytes;
    stream->avail_in = (uint32_t)count;
    stream->end_of_stream = end == SUBDIAL_ISAL_LAST;
    stream->flush = end == SUBDIAL_ISAL_INDEPENDENT ? FULL_FLUSH : NO_FLUSH;
    const int status = functions.deflate(stream);
#ifdef __x86_64__
    // It leaves the upper halves of the registers in use, which makes each later instruction of SSE slow.
    if (__builtin_cpu_supports("avx")) __asm__ volatile("vzeroupper" ::: "memory");
#endif
    if (status != COMP_OK || stream->avail_in != 0) return false;
    // A stream whose output is full keeps the rest to itself.
    return end == SUBDIAL_ISAL_LAST ? stream->internal_state.state == ZSTATE_END : stream->avail_out > 0;
}

size_t subdial_isal_length(const subdial_isal *stream) { return stream->stream.total_out; }
#else
bool subdial_png_has_isal(void) { return false; }

subdial_isal *subdial_isal_begin(uint8_t *target, size_t capacity, bool is_zlib) {
    return (void)target, (void)capacity, (void)is_zlib, NULL;
}

bool subdial_isal_add(subdial_isal *stream, const uint8_t *bytes, size_t count, subdial_isal_end end) {
    return (void)stream, (void)bytes, (void)count, (void)end, false;
}

size_t subdial_isal_length(const subdial_isal *stream) { return (void)stream, 0; }
#endif
