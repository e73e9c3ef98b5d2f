#ifndef SUBDIAL_CWORKQUEUE_H
#define SUBDIAL_CWORKQUEUE_H

#include <stdint.h>

// Linked with `--wrap=dispatch_source_set_timer`: calls of libdispatch's function end here.
void __wrap_dispatch_source_set_timer(void *source, uint64_t start, uint64_t interval, uint64_t leeway);

#endif
