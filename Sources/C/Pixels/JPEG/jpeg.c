#include "subdial-jpeg.h"

#include <limits.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

typedef struct {
    struct jpeg_error_mgr manager;
    jmp_buf escape;
    subdial_jpeg_status status;
    char *message;
    // True once the pixels are decoded: from there on the data may end too early.
    bool may_end;
    // True where the end of the data has been met, and where data for pixels were missing before that.
    bool is_cut, is_short;
    // The first row of the file whose pixels are missing.
    uint32_t first_missing;
} error_state;

typedef struct {
    struct jpeg_progress_mgr manager;
    error_state *errors;
    const subdial_jpeg_limits *limits;
} progress_state;

static void leave(error_state *errors, subdial_jpeg_status status) {
    errors->status = status;
    longjmp(errors->escape, 1);
}

static subdial_jpeg_status status_of(int code) {
    switch (code) {
    case JERR_INPUT_EMPTY:
    case JERR_INPUT_EOF:
    case JWRN_JPEG_EOF:
        return SUBDIAL_JPEG_TRUNCATED;
    // libjpeg asks for a file on disk where the memory that it may use is not enough.
    case JERR_NO_BACKING_STORE:
    case JERR_OUT_OF_MEMORY:
        return SUBDIAL_JPEG_TOO_MUCH_MEMORY;
    case JERR_ARITH_NOTIMPL:
    case JERR_BAD_PRECISION:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_NOT_COMPILED:
    case JERR_SOF_UNSUPPORTED:
        return SUBDIAL_JPEG_UNSUPPORTED;
    default:
        return SUBDIAL_JPEG_CORRUPT;
    }
}

static void on_error(j_common_ptr info) {
    error_state *errors = (error_state *)info->err;
    char text[JMSG_LENGTH_MAX];
    errors->manager.format_message(info, text);
    snprintf(errors->message, SUBDIAL_JPEG_MESSAGE_LENGTH, "%s", text);
    const subdial_jpeg_status status = status_of(errors->manager.msg_code);
    // What libjpeg adds behind the end is no table.
    leave(errors, status == SUBDIAL_JPEG_CORRUPT && errors->is_cut ? SUBDIAL_JPEG_TRUNCATED : status);
}

// Records that the data for the rest of a scan is missing. A scan that only adds details leaves all rows.
static void note_missing_data(j_decompress_ptr info, error_state *errors) {
    if (errors->is_short) return;
    errors->is_short = true;
    const bool is_refinement = info->progressive_mode && (info->Ss > 0 || info->Ah > 0);
    const uint32_t rows = (uint32_t)info->max_v_samp_factor * DCTSIZE * info->input_iMCU_row;
    errors->first_missing = is_refinement || rows > info->image_height ? info->image_height : rows;
}

// A level below 0 is a warning: libjpeg would go on and make something up for what is missing.
static void on_message(j_common_ptr info, int level) {
    if (level >= 0) return;
    error_state *errors = (error_state *)info->err;
    switch (info->err->msg_code) {
    // libjpeg adds the end mark.
    case JWRN_JPEG_EOF:
        errors->is_cut = true;
        if (errors->may_end) return;
        on_error(info);
        return;
    // Before any other marker than the end, data is not missing but damaged.
    case JWRN_HIT_MARKER:
    case JWRN_MUST_RESYNC:
        if (!errors->may_end || ((j_decompress_ptr)info)->unread_marker != JPEG_EOI) on_error(info);
        note_missing_data((j_decompress_ptr)info, errors);
        return;
    // Padding between markers and odd version numbers are common, and lose nothing of the picture.
    case JWRN_EXTRANEOUS_DATA:
    case JWRN_JFIF_MAJOR:
    case JWRN_ADOBE_XFORM:
        return;
    default:
        on_error(info);
    }
}

// A progressive file may hold any number of scans over the whole picture, a few bytes each: without a limit a small file takes minutes.
static void on_progress(j_common_ptr info) {
    progress_state *progress = (progress_state *)info->progress;
    if ((uint32_t)((j_decompress_ptr)info)->input_scan_number > progress->limits->maximum_scans) {
        leave(progress->errors, SUBDIAL_JPEG_TOO_MANY_SCANS);
    }
    if (progress->limits->should_stop && progress->limits->should_stop(progress->limits->context)) {
        leave(progress->errors, SUBDIAL_JPEG_STOPPED);
    }
}

static void prepare(struct jpeg_decompress_struct *info, error_state *errors, char *message) {
    memset(info, 0, sizeof *info);
    memset(errors, 0, sizeof *errors);
    message[0] = 0;
    errors->message = message;
    info->err = jpeg_std_error(&errors->manager);
    errors->manager.error_exit = on_error;
    errors->manager.emit_message = on_message;
}

// Counts the starts of scans as libjpeg comes upon them: between two segments everything but a marker is passed over.
// `colors` receives the sum of the colours of all scans.
static uint32_t count_scans(const uint8_t *bytes, size_t count, uint32_t *colors) {
    uint32_t scans = 0;
    *colors = 0;
    size_t position = 2;
    while (position + 1 < count) {
        const uint8_t *found = memchr(bytes + position, 0xFF, count - position - 1);
        if (!found) break;
        position = (size_t)(found - bytes) + 1;
        uint8_t marker = bytes[position];
        // A byte of fill, a stuffed zero, or a marker that stands alone.
        if (marker == 0xFF) continue;
        if (marker <= 0x01 || (marker >= 0xD0 && marker <= 0xD8)) {
            position++;
            continue;
        }
        if (marker == 0xD9 || position + 2 >= count) break;
        size_t length = (size_t)bytes[position + 1] << 8 | bytes[position + 2];
        if (length < 2) break;
        if (marker == 0xDA) {
            scans++;
            if (position + 3 < count) *colors += bytes[position + 3];
        }
        position += 1 + length;
    }
    return scans;
}

static uint64_t rounded_up(uint64_t value, int unit) {
    return unit > 0 ? (value + (uint64_t)unit - 1) / (uint64_t)unit * (uint64_t)unit : value;
}

// What libjpeg's decoder allocates for the coefficients of a picture with several scans.
static uint64_t coefficient_bytes(j_decompress_ptr info) {
    if (!jpeg_has_multiple_scans(info)) return 0;
    uint64_t blocks = 0;
    for (int index = 0; index < info->num_components; index++) {
        const jpeg_component_info *component = &info->comp_info[index];
        blocks += rounded_up(component->width_in_blocks, component->h_samp_factor)
            * rounded_up(component->height_in_blocks, component->v_samp_factor);
    }
    return blocks * sizeof(JBLOCK);
}

subdial_jpeg_status subdial_jpeg_read_header(
    const uint8_t *bytes, size_t count, subdial_jpeg_header *header, char *message) {
    struct jpeg_decompress_struct info;
    error_state errors;
    prepare(&info, &errors, message);
    if (setjmp(errors.escape)) {
        jpeg_destroy_decompress(&info);
        return errors.status;
    }
    jpeg_create_decompress(&info);
    jpeg_mem_src(&info, bytes, count);
    jpeg_read_header(&info, TRUE);
    header->width = info.image_width;
    header->height = info.image_height;
    uint32_t colors;
    header->scans = count_scans(bytes, count, &colors);
    header->coefficient_bytes = coefficient_bytes(&info);
    header->is_inverted = info.saw_Adobe_marker;
    jpeg_destroy_decompress(&info);
    return SUBDIAL_JPEG_OK;
}

// The product of two bytes that stand for 0…1, rounded.
static inline uint8_t product(uint32_t a, uint32_t b) {
    uint32_t value = a * b + 128;
    return (uint8_t)((value + (value >> 8)) >> 8);
}

// Files with Adobe's marker store the absence of ink, others the ink.
static void convert_cmyk_row(uint8_t *row, uint32_t width, int inverted) {
    uint8_t flip = inverted ? 0 : 255;
    for (uint32_t x = 0; x < width; x++, row += 4) {
        uint8_t cyan = row[0] ^ flip, magenta = row[1] ^ flip, yellow = row[2] ^ flip, black = row[3] ^ flip;
        row[0] = product(yellow, black);
        row[1] = product(magenta, black);
        row[2] = product(cyan, black);
        row[3] = 255;
    }
}

struct subdial_jpeg_reader {
    struct jpeg_decompress_struct info;
    error_state errors;
    progress_state progress;
    subdial_jpeg_limits limits;
    char message[SUBDIAL_JPEG_MESSAGE_LENGTH];
    bool is_cmyk, keeps_inks;
    /// The sum of the colours of all scans.
    uint32_t colors_in_scans;
    /// The number of rows that have been read.
    size_t count;
    /// The last two rows, by the lowest bit of their numbers.
    uint8_t *rows[2];
};

static subdial_jpeg_status start(subdial_jpeg_reader *reader, const uint8_t *bytes, size_t count, uint32_t denominator) {
    struct jpeg_decompress_struct *const info = &reader->info;
    if (setjmp(reader->errors.escape)) return reader->errors.status;
    jpeg_create_decompress(info);
    reader->progress.manager.progress_monitor = on_progress;
    reader->progress.errors = &reader->errors;
    reader->progress.limits = &reader->limits;
    info->mem->max_memory_to_use = reader->limits.maximum_memory < LONG_MAX ? (long)reader->limits.maximum_memory : LONG_MAX;
    info->progress = &reader->progress.manager;
    jpeg_mem_src(info, bytes, count);
    jpeg_read_header(info, TRUE);
    // An arithmetic decoder makes up what is missing at the end of a scan, at full cost and without a warning. No browser shows such files.
    if (info->arith_code) {
        snprintf(reader->message, SUBDIAL_JPEG_MESSAGE_LENGTH, "arithmetic coding");
        leave(&reader->errors, SUBDIAL_JPEG_UNSUPPORTED);
    }
    reader->is_cmyk = info->jpeg_color_space == JCS_CMYK || info->jpeg_color_space == JCS_YCCK;
    info->out_color_space = reader->is_cmyk ? JCS_CMYK : JCS_EXT_BGRA;
    info->scale_num = 1;
    info->scale_denom = denominator;
    count_scans(bytes, count, &reader->colors_in_scans);
    reader->errors.may_end = true;
    jpeg_start_decompress(info);
    return SUBDIAL_JPEG_OK;
}

// Reads the next row; false after an error.
static bool read_row(subdial_jpeg_reader *reader, uint8_t *row) {
    struct jpeg_decompress_struct *const info = &reader->info;
    if (reader->errors.status != SUBDIAL_JPEG_OK) return false;
    if (setjmp(reader->errors.escape)) return false;
    JSAMPROW line = row;
    while (jpeg_read_scanlines(info, &line, 1) != 1) {}
    if (reader->is_cmyk && !reader->keeps_inks) convert_cmyk_row(row, info->output_width, info->saw_Adobe_marker);
    reader->count++;
    return true;
}

static void finish(subdial_jpeg_reader *reader) {
    if (reader->errors.status != SUBDIAL_JPEG_OK) return;
    if (setjmp(reader->errors.escape)) return;
    jpeg_finish_decompress(&reader->info);
}

subdial_jpeg_reader *subdial_jpeg_open(
    const uint8_t *bytes, size_t count, uint32_t denominator, bool keeps_inks, const subdial_jpeg_limits *limits, uint32_t width,
    uint32_t height, subdial_jpeg_status *status, char *message) {
    subdial_jpeg_losses losses;
    subdial_jpeg_reader *const reader = calloc(1, sizeof *reader);
    message[0] = 0;
    *status = SUBDIAL_JPEG_TOO_MUCH_MEMORY;
    if (!reader) return NULL;
    reader->limits = *limits;
    reader->keeps_inks = keeps_inks;
    prepare(&reader->info, &reader->errors, reader->message);
    *status = start(reader, bytes, count, denominator);
    if (*status == SUBDIAL_JPEG_OK) {
        const struct jpeg_decompress_struct *const info = &reader->info;
        if (info->output_width != width || info->output_height != height || info->output_components != 4) {
            snprintf(reader->message, SUBDIAL_JPEG_MESSAGE_LENGTH, "the buffer is not %u × %u", info->output_width, info->output_height);
            reader->errors.status = SUBDIAL_JPEG_WRONG_BUFFER;
        } else if (!(reader->rows[0] = malloc((size_t)width * 8))) {
            reader->errors.status = SUBDIAL_JPEG_TOO_MUCH_MEMORY;
        } else {
            reader->rows[1] = reader->rows[0] + (size_t)width * 4;
            return reader;
        }
    }
    *status = subdial_jpeg_close(reader, &losses, message);
    return NULL;
}

const uint8_t *subdial_jpeg_row(subdial_jpeg_reader *reader, size_t index) {
    if (index >= reader->info.output_height || index + 2 < reader->count) return NULL;
    while (reader->count <= index) {
        if (!read_row(reader, reader->rows[reader->count & 1])) return NULL;
    }
    return reader->rows[index & 1];
}

const uint8_t *subdial_jpeg_part_row(void *context, size_t index) {
    const subdial_jpeg_part *const part = context;
    const uint8_t *const row = subdial_jpeg_row(part->reader, part->top + index);
    return row ? row + part->left * 4 : NULL;
}

// True where the data holds something of every colour; else the missing ones would be made up.
static bool has_all_colors(const struct jpeg_decompress_struct *info, uint32_t colors_in_scans) {
    if (!info->progressive_mode) return colors_in_scans >= (uint32_t)info->num_components;
    for (int index = 0; index < info->num_components; index++) {
        if (!info->coef_bits || info->coef_bits[index][0] < 0) return false;
    }
    return true;
}

// True if the scans have brought each coefficient of each colour to its last bit.
static bool has_all_details(const struct jpeg_decompress_struct *info) {
    if (!info->progressive_mode) return true;
    if (!info->coef_bits) return false;
    for (int index = 0; index < info->num_components; index++) {
        for (int coefficient = 0; coefficient < DCTSIZE2; coefficient++) {
            if (info->coef_bits[index][coefficient] != 0) return false;
        }
    }
    return true;
}

// Decides whether a picture whose data ends too early is drawn.
static void judge(subdial_jpeg_reader *reader, bool has_colors, bool has_details, subdial_jpeg_losses *losses) {
    const error_state *const errors = &reader->errors;
    memset(losses, 0, sizeof *losses);
    if (errors->status != SUBDIAL_JPEG_OK || (!errors->is_cut && !errors->is_short)) return;
    const uint32_t height = reader->info.image_height;
    losses->rows = errors->is_short ? height - errors->first_missing : 0;
    losses->end = true;
    if (losses->rows > height / 2 || !has_colors) {
        reader->errors.status = SUBDIAL_JPEG_TRUNCATED;
        return;
    }
    losses->details = reader->info.progressive_mode && (errors->is_short || !has_details);
}

subdial_jpeg_status subdial_jpeg_close(subdial_jpeg_reader *reader, subdial_jpeg_losses *losses, char *message) {
    while (reader->rows[0] && reader->count < reader->info.output_height && read_row(reader, reader->rows[0])) {}
    // libjpeg releases what it knows of the scans when it finishes, and meets the end of the data there at the latest.
    const bool has_colors = has_all_colors(&reader->info, reader->colors_in_scans), has_details = has_all_details(&reader->info);
    if (reader->rows[0]) finish(reader);
    judge(reader, has_colors, has_details, losses);
    const subdial_jpeg_status status = reader->errors.status;
    memcpy(message, reader->message, SUBDIAL_JPEG_MESSAGE_LENGTH);
    jpeg_destroy_decompress(&reader->info);
    free(reader->rows[0]);
    free(reader);
    return status;
}

subdial_jpeg_status subdial_jpeg_decode(
    const uint8_t *bytes, size_t count, uint32_t denominator, bool keeps_inks, const subdial_jpeg_limits *limits, uint8_t *pixels,
    uint32_t width, uint32_t height, subdial_jpeg_losses *losses, char *message) {
    subdial_jpeg_status status;
    subdial_jpeg_reader *const reader = subdial_jpeg_open(bytes, count, denominator, keeps_inks, limits, width, height, &status, message);
    if (!reader) return status;
    while (reader->count < height && read_row(reader, pixels + reader->count * width * 4)) {}
    return subdial_jpeg_close(reader, losses, message);
}
