#include "CJPEG.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

// A progressive file may hold any number of scans over the whole picture, a few bytes each: without a limit a small file takes minutes.
enum { MAXIMUM_SCANS = 200 };

typedef struct {
    struct jpeg_error_mgr manager;
    jmp_buf escape;
    subdial_jpeg_status status;
    char *message;
} error_state;

typedef struct {
    struct jpeg_progress_mgr manager;
    error_state *errors;
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
    leave(errors, status_of(errors->manager.msg_code));
}

// A level below 0 is a warning: libjpeg would go on and make something up for what is missing.
static void on_message(j_common_ptr info, int level) {
    if (level >= 0) return;
    switch (info->err->msg_code) {
    // Padding between markers and odd version numbers are common, and lose nothing of the picture.
    case JWRN_EXTRANEOUS_DATA:
    case JWRN_JFIF_MAJOR:
    case JWRN_ADOBE_XFORM:
        return;
    default:
        on_error(info);
    }
}

static void on_progress(j_common_ptr info) {
    progress_state *progress = (progress_state *)info->progress;
    if (((j_decompress_ptr)info)->input_scan_number > MAXIMUM_SCANS) {
        snprintf(progress->errors->message, SUBDIAL_JPEG_MESSAGE_LENGTH, "more than %d scans", MAXIMUM_SCANS);
        leave(progress->errors, SUBDIAL_JPEG_CORRUPT);
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

subdial_jpeg_status subdial_jpeg_decode(
    const uint8_t *bytes, size_t count, uint32_t denominator, uint8_t *pixels, uint32_t width, uint32_t height, char *message) {
    struct jpeg_decompress_struct info;
    error_state errors;
    progress_state progress;
    prepare(&info, &errors, message);
    if (setjmp(errors.escape)) {
        jpeg_destroy_decompress(&info);
        return errors.status;
    }
    jpeg_create_decompress(&info);
    memset(&progress, 0, sizeof progress);
    progress.manager.progress_monitor = on_progress;
    progress.errors = &errors;
    info.progress = &progress.manager;
    jpeg_mem_src(&info, bytes, count);
    jpeg_read_header(&info, TRUE);

    int cmyk = info.jpeg_color_space == JCS_CMYK || info.jpeg_color_space == JCS_YCCK;
    info.out_color_space = cmyk ? JCS_CMYK : JCS_EXT_BGRA;
    info.scale_num = 1;
    info.scale_denom = denominator;
    jpeg_start_decompress(&info);
    if (info.output_width != width || info.output_height != height || info.output_components != 4) {
        snprintf(message, SUBDIAL_JPEG_MESSAGE_LENGTH, "the buffer is not %u × %u", info.output_width, info.output_height);
        leave(&errors, SUBDIAL_JPEG_WRONG_BUFFER);
    }
    while (info.output_scanline < info.output_height) {
        JSAMPROW row = pixels + (size_t)info.output_scanline * width * 4;
        if (jpeg_read_scanlines(&info, &row, 1) == 1 && cmyk) convert_cmyk_row(row, width, info.saw_Adobe_marker);
    }
    jpeg_finish_decompress(&info);
    jpeg_destroy_decompress(&info);
    return SUBDIAL_JPEG_OK;
}
