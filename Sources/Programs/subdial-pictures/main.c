// Decodes an AVIF or HEIC picture for the engine: libheif and its decoders parse whole files of others. This process has nothing to lose. It has
// limits, decodes one picture and ends.
//
// Usage: subdial-pictures PIXELS BYTES. The picture is read from the input to its end. The answer is `-` and a message to the end, or `+`, the width, the
// height, the primaries and the curve by the numbers of ITU-T H.273 (2 if unknown) and the number of bytes of the ICC profile, each in 4 bytes in
// the machine's order, then the profile, and the pixels as RGBA with straight alpha. PIXELS is the maximum number of pixels, BYTES of the file.

#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

// What libheif's header declares; its interface has not changed since version 1.3.
struct heif_error {
    int code;
    int subcode;
    const char *message;
};
struct heif_color_profile_nclx {
    uint8_t version;
    int color_primaries;
    int transfer_characteristics;
    int matrix_coefficients;
    uint8_t full_range_flag;
};
enum { heif_colorspace_RGB = 1, heif_chroma_interleaved_RGBA = 11, heif_channel_interleaved = 10 };

typedef struct heif_context heif_context;
typedef struct heif_image_handle heif_image_handle;
typedef struct heif_image heif_image;

static heif_context *(*context_alloc)(void);
static struct heif_error (*context_read)(heif_context *, const void *, size_t, const void *);
static void (*context_set_threads)(heif_context *, int);
static struct heif_error (*primary)(heif_context *, heif_image_handle **);
static int (*handle_width)(const heif_image_handle *);
static int (*handle_height)(const heif_image_handle *);
static size_t (*profile_size)(const heif_image_handle *);
static struct heif_error (*profile_read)(const heif_image_handle *, void *);
static struct heif_error (*nclx_read)(const heif_image_handle *, struct heif_color_profile_nclx **);
static struct heif_error (*decode)(const heif_image_handle *, heif_image **, int, int, const void *);
static const uint8_t *(*plane)(const heif_image *, int, int *);
static int (*image_width)(const heif_image *, int);
static int (*image_height)(const heif_image *, int);

_Noreturn static void fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    putchar('-');
    vprintf(format, arguments);
    va_end(arguments);
    fflush(stdout);
    _exit(1);
}

static void check(struct heif_error error) {
    if (error.code) fail("%s", error.message ? error.message : "it cannot be decoded");
}

static void *find(void *library, const char *name) {
    void *found = dlsym(library, name);
    if (!found) fail("libheif has no %s", name);
    return found;
}

static void load(void) {
    void *const library = dlopen("libheif.so.1", RTLD_NOW);
    // The caller knows the package.
    if (!library) fail("no library");
    *(void **)&context_alloc = find(library, "heif_context_alloc");
    *(void **)&context_read = find(library, "heif_context_read_from_memory_without_copy");
    *(void **)&primary = find(library, "heif_context_get_primary_image_handle");
    *(void **)&handle_width = find(library, "heif_image_handle_get_width");
    *(void **)&handle_height = find(library, "heif_image_handle_get_height");
    *(void **)&profile_size = find(library, "heif_image_handle_get_raw_color_profile_size");
    *(void **)&profile_read = find(library, "heif_image_handle_get_raw_color_profile");
    *(void **)&nclx_read = find(library, "heif_image_handle_get_nclx_color_profile");
    *(void **)&decode = find(library, "heif_decode_image");
    *(void **)&plane = find(library, "heif_image_get_plane_readonly");
    *(void **)&image_width = find(library, "heif_image_get_width");
    *(void **)&image_height = find(library, "heif_image_get_height");
    // Older versions use one thread without it.
    *(void **)&context_set_threads = dlsym(library, "heif_context_set_max_decoding_threads");
}

/// Gives this process no more than decoding needs: no files for writing, and neither memory nor time without end.
static void limit(void) {
    const struct {
        int resource;
        rlim_t value;
    } limits[] = {
        {RLIMIT_CORE, 0}, {RLIMIT_FSIZE, 0}, {RLIMIT_NOFILE, 64}, {RLIMIT_CPU, 10},
#if !defined(__SANITIZE_ADDRESS__)
        {RLIMIT_AS, (rlim_t)1 << 30},
#endif
    };
    for (size_t index = 0; index < sizeof limits / sizeof *limits; index++) {
        const struct rlimit value = {limits[index].value, limits[index].value};
        setrlimit(limits[index].resource, &value);
    }
}

static uint8_t *read_input(size_t most, size_t *count) {
    uint8_t *const bytes = malloc(most + 1);
    if (!bytes) fail("not enough memory");
    *count = fread(bytes, 1, most + 1, stdin);
    if (*count > most) fail("the picture has more than %zu bytes", most);
    return bytes;
}

static void put(uint32_t value) { fwrite(&value, sizeof value, 1, stdout); }

int main(int count, char **arguments) {
    if (count != 3) fail("usage: subdial-pictures PIXELS BYTES");
    const unsigned long long pixels = strtoull(arguments[1], NULL, 10);
    limit();
    size_t length;
    uint8_t *const bytes = read_input((size_t)strtoull(arguments[2], NULL, 10), &length);
    load();
    // Decoders write messages of their own.
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);

    heif_context *const context = context_alloc();
    if (!context) fail("not enough memory");
    if (context_set_threads) context_set_threads(context, 0);
    check(context_read(context, bytes, length, NULL));
    heif_image_handle *handle = NULL;
    check(primary(context, &handle));
    const int width = handle_width(handle), height = handle_height(handle);
    if (width <= 0 || height <= 0) fail("the picture is empty");
    if ((unsigned long long)width * (unsigned long long)height > pixels) fail("the picture has %d×%d pixels, more than the limit of %llu in all", width, height, pixels);

    heif_image *image = NULL;
    check(decode(handle, &image, heif_colorspace_RGB, heif_chroma_interleaved_RGBA, NULL));
    int stride = 0;
    const uint8_t *const rows = plane(image, heif_channel_interleaved, &stride);
    const int wide = image_width(image, heif_channel_interleaved), high = image_height(image, heif_channel_interleaved);
    if (!rows || wide <= 0 || high <= 0 || stride < wide * 4) fail("it has no pixels");

    const size_t size = profile_size(handle);
    uint8_t *profile = size > 0 && size <= (8 << 20) ? malloc(size) : NULL;
    if (profile && profile_read(handle, profile).code) {
        free(profile);
        profile = NULL;
    }
    struct heif_color_profile_nclx *colors = NULL;
    if (nclx_read(handle, &colors).code) colors = NULL;

    putchar('+');
    put((uint32_t)wide);
    put((uint32_t)high);
    put(colors ? (uint32_t)colors->color_primaries : 2);
    put(colors ? (uint32_t)colors->transfer_characteristics : 2);
    put(profile ? (uint32_t)size : 0);
    if (profile) fwrite(profile, 1, size, stdout);
    for (int row = 0; row < high; row++) fwrite(rows + (size_t)row * (size_t)stride, 1, (size_t)wide * 4, stdout);
    if (fflush(stdout) != 0 || ferror(stdout)) return 1;
    // The memory goes with the process.
    _exit(0);
}
