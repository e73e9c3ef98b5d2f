#include "subdial-png.h"

#include <string.h>

int subdial_png_traits(const uint32_t *pixels, size_t count) {
    int traits = SUBDIAL_PNG_OPAQUE | SUBDIAL_PNG_GRAY;
    // By blocks, so that the inner loop needs no branch.
    for (size_t start = 0; start < count && traits; start += 1024) {
        const size_t length = count - start < 1024 ? count - start : 1024;
        uint32_t all = UINT32_MAX, unequal = 0;
        for (size_t i = 0; i < length; i++) {
            const uint32_t pixel = pixels[start + i];
            all &= pixel;
            unequal |= (pixel ^ pixel >> 8) & 0xFFFF;
        }
        if (all < 0xFF000000) traits &= ~SUBDIAL_PNG_OPAQUE;
        if (unequal) traits &= ~SUBDIAL_PNG_GRAY;
    }
    return traits;
}

enum { COLORS = 256, BITS = 11 };

// The numbers of colours as they come, by the colour.
typedef struct {
    uint32_t colors[COLORS];
    int count;
    // A number plus 1; 0 where there is none.
    uint16_t places[1 << BITS];
} table;

// The number of a colour; -1 where there is no room for another.
static inline int number(table *table, uint32_t pixel, int maximum) {
    for (uint32_t place = pixel * 0x9E3779B1u >> (32 - BITS);; place = (place + 1) & ((1 << BITS) - 1)) {
        const int found = table->places[place];
        if (found && table->colors[found - 1] == pixel) return found - 1;
        if (found) continue;
        if (table->count == maximum) return -1;
        table->colors[table->count] = pixel;
        table->places[place] = (uint16_t)++table->count;
        return table->count - 1;
    }
}

int subdial_png_palette(const uint32_t *pixels, size_t count, int maximum, uint8_t *indices, uint32_t *colors) {
    table table;
    memset(&table, 0, sizeof table);
    for (size_t i = 0; i < count;) {
        const uint32_t pixel = pixels[i];
        const int found = number(&table, pixel, maximum);
        if (found < 0) return 0;
        const size_t start = i++;
        while (i < count && pixels[i] == pixel) i++;
        if (i - start < 16) {
            for (size_t k = start; k < i; k++) indices[k] = (uint8_t)found;
        } else {
            memset(indices + start, found, i - start);
        }
    }
    // By alpha, for a file has no alphas behind the last translucent colour, then as they came.
    uint8_t numbers[COLORS];
    int next = 0;
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < table.count; i++) {
            if ((table.colors[i] >= 0xFF000000) != (round == 1)) continue;
            numbers[i] = (uint8_t)next;
            colors[next++] = subdial_png_straight(table.colors[i]);
        }
    }
    for (size_t i = 0; i < count; i++) indices[i] = numbers[indices[i]];
    return table.count;
}
