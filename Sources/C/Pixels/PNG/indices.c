#include "pixels.h"

uint8_t subdial_png_highest(const uint8_t *indices, size_t count) {
    uint8_t highest = 0;
    for (size_t i = 0; i < count; i++) highest = indices[i] > highest ? indices[i] : highest;
    return highest;
}

// Whole bytes are packed without a branch.
INLINE void pack_row(const uint8_t *indices, size_t width, int depth, uint8_t *target) {
    const size_t per_byte = 8 / (size_t)depth, whole = width / per_byte;
    for (size_t i = 0; i < whole; i++) {
        uint8_t byte = 0;
        for (size_t k = 0; k < per_byte; k++) byte = (uint8_t)(byte << depth | indices[i * per_byte + k]);
        target[i] = byte;
    }
    if (whole * per_byte == width) return;
    uint8_t byte = 0;
    for (size_t k = 0; k < per_byte; k++) {
        const size_t i = whole * per_byte + k;
        byte = (uint8_t)(byte << depth | (i < width ? indices[i] : 0));
    }
    target[whole] = byte;
}

void subdial_png_pack(const uint8_t *indices, size_t width, int depth, uint8_t *target) {
    switch (depth) {
    case 1: pack_row(indices, width, 1, target); break;
    case 2: pack_row(indices, width, 2, target); break;
    case 4: pack_row(indices, width, 4, target); break;
    default: memcpy(target, indices, width);
    }
}
