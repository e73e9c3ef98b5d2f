#include "pages.h"

// `#embed` is of C23; clang has it from version 19 on, in every version of C.
#pragma clang diagnostic ignored "-Wc23-extensions"

/// Defines the function of a file.
#define SUBDIAL_FILE(name) \
  SubdialFile subdial_##name(void) { return (SubdialFile){name, sizeof name}; }
