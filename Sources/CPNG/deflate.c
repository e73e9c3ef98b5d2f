#include "rows.h"

#include <dlfcn.h>
#include <libdeflate.h>
#include <pthread.h>
#include <stdlib.h>

#if __has_include(<isa-l/igzip_lib.h>) && (defined(__x86_64__) || defined(__aarch64__))
#include <isa-l/igzip_lib.h>

// Looked for when it is first needed: what was built with it runs also where it is not installed.
static struct {
    __typeof__(isal_deflate_init) *init;
    __typeof__(isal_deflate) *deflate;
} isal;
static bool has_isal;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    void *library = dlopen("libisal.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    isal.init = (__typeof__(isal.init))dlsym(library, "isal_deflate_init");
    isal.deflate = (__typeof__(isal.deflate))dlsym(library, "isal_deflate");
    has_isal = isal.init && isal.deflate;
}

bool subdial_png_has_isal(void) {
    pthread_once(&once, load);
    return has_isal;
}

typedef struct {
    struct isal_zstream stream;
    // Level 2 is as quick as level 1 for drawings, and a little smaller; level 3 is slower and no better.
    uint8_t level[ISAL_DEF_LVL2_DEFAULT];
} compressor;

static compressor *begin(uint8_t *target, size_t capacity) {
    // Its lengths have 32 bits.
    compressor *compressor = capacity <= UINT32_MAX && subdial_png_has_isal() ? malloc(sizeof *compressor) : NULL;
    if (!compressor) return NULL;
    struct isal_zstream *stream = &compressor->stream;
    isal.init(stream);
    stream->level = 2;
    stream->level_buf = compressor->level;
    stream->level_buf_size = sizeof compressor->level;
    stream->gzip_flag = IGZIP_ZLIB;
    stream->next_out = target;
    stream->avail_out = (uint32_t)capacity;
    return compressor;
}

// False where it does not become a stream.
static bool add(compressor *compressor, const uint8_t *bytes, size_t count, bool is_last) {
    struct isal_zstream *stream = &compressor->stream;
    stream->next_in = (uint8_t *)bytes;
    stream->avail_in = (uint32_t)count;
    stream->end_of_stream = is_last;
    const int status = isal.deflate(stream);
#ifdef __x86_64__
    // It leaves the upper halves of the registers in use, which makes each later instruction of SSE slow.
    if (__builtin_cpu_supports("avx")) __asm__ volatile("vzeroupper" ::: "memory");
#endif
    return status == COMP_OK && stream->avail_in == 0 && (!is_last || stream->internal_state.state == ZSTATE_END);
}

static size_t length(const compressor *compressor) { return compressor->stream.total_out; }
#else
bool subdial_png_has_isal(void) { return false; }

typedef void compressor;
static compressor *begin(uint8_t *target, size_t capacity) { return (void)target, (void)capacity, NULL; }
static bool add(compressor *compressor, const uint8_t *bytes, size_t count, bool is_last) {
    return (void)compressor, (void)bytes, (void)count, (void)is_last, false;
}
static size_t length(const compressor *compressor) { return (void)compressor, 0; }
#endif

// What ISA-L puts around bytes that it cannot compress is more than what libdeflate does.
size_t subdial_png_bound(size_t count) { return libdeflate_zlib_compress_bound(NULL, count) + count / 64 + 1024; }

static size_t deflate_with_libdeflate(const uint8_t *bytes, size_t count, uint8_t *target, size_t capacity) {
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(1);
    if (!compressor) return 0;
    const size_t length = libdeflate_zlib_compress(compressor, bytes, count, target, capacity);
    libdeflate_free_compressor(compressor);
    return length;
}

size_t subdial_png_deflate(const uint8_t *bytes, size_t count, uint8_t *target, size_t capacity, bool may_use_isal) {
    compressor *const isal = may_use_isal ? begin(target, capacity) : NULL;
    const size_t result = isal && add(isal, bytes, count, true) ? length(isal) : 0;
    free(isal);
    return result ? result : deflate_with_libdeflate(bytes, count, target, capacity);
}

// The bytes that are filtered and compressed at once: they stay in the cache of a core, and no memory has to be had for all.
enum { BAND = 128 << 10 };

static size_t data_with_isal(subdial_rows *rows, size_t height, uint8_t *target, size_t capacity) {
    const size_t row_length = rows->width * (size_t)rows->channels + 1;
    const size_t most = row_length < BAND ? BAND / row_length : 1;
    uint8_t *const band = malloc(most * row_length + SUBDIAL_ROWS_SLACK);
    compressor *const isal = band ? begin(target, capacity) : NULL;
    bool is_good = isal != NULL;
    for (size_t y = 0; is_good && y < height; y += most) {
        const size_t count = height - y < most ? height - y : most;
        subdial_rows_write(rows, count, band);
        is_good = add(isal, band, count * row_length, y + count == height);
    }
    const size_t result = is_good ? length(isal) : 0;
    free(isal);
    free(band);
    return result;
}

static size_t data_with_libdeflate(subdial_rows *rows, size_t height, uint8_t *target, size_t capacity) {
    const size_t count = height * (rows->width * (size_t)rows->channels + 1);
    uint8_t *const bytes = malloc(count + SUBDIAL_ROWS_SLACK);
    if (!bytes) return 0;
    subdial_rows_write(rows, height, bytes);
    const size_t result = deflate_with_libdeflate(bytes, count, target, capacity);
    free(bytes);
    return result;
}

size_t subdial_png_data(
    const uint32_t *pixels, size_t width, size_t height, int channels, uint8_t *target, size_t capacity, bool may_use_isal) {
    size_t result = 0;
    for (int attempt = may_use_isal ? 0 : 1; attempt < 2 && !result; attempt++) {
        subdial_rows rows;
        if (!subdial_rows_begin(&rows, pixels, width, channels)) return 0;
        result = (attempt == 0 ? data_with_isal : data_with_libdeflate)(&rows, height, target, capacity);
        subdial_rows_end(&rows);
    }
    return result;
}
