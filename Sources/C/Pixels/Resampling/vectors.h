#ifndef SUBDIAL_CRESAMPLING_VECTORS_H
#define SUBDIAL_CRESAMPLING_VECTORS_H

#include "subdial-resampling.h"

#include <stdbool.h>
#include <string.h>

// Vectors are arguments of inlined functions only.
#pragma GCC diagnostic ignored "-Wpsabi"

#define INLINE static inline __attribute__((always_inline))

typedef uint8_t bytes4 __attribute__((vector_size(4)));
typedef uint8_t bytes8 __attribute__((vector_size(8)));
typedef uint32_t words4 __attribute__((vector_size(16)));
typedef uint64_t longs4 __attribute__((vector_size(32)));
typedef float floats4 __attribute__((vector_size(16)));
// Without AVX2 two registers.
typedef float floats8 __attribute__((vector_size(32)));

#endif
