#include "CWorkqueue.h"

// Defined by the linker. Weak, because a build without the option has no such function.
__attribute__((weak)) void __real_dispatch_source_set_timer(void *source, uint64_t start, uint64_t interval, uint64_t leeway);

enum { SECOND = 1000000000 };

// On Linux, libdispatch checks each second whether threads of its pools are blocked, and starts others then. It is its only timer with an
// interval of a second and no leeway, and the only reason why an idle engine wakes. Every ten minutes is enough: what blocks has threads or serial
// queues, which this check does not count.
void __wrap_dispatch_source_set_timer(void *source, uint64_t start, uint64_t interval, uint64_t leeway) {
    if (interval == SECOND && leeway == 0) {
        interval = 600ull * SECOND;
        leeway = 300ull * SECOND;
    }
    if (__real_dispatch_source_set_timer) __real_dispatch_source_set_timer(source, start, interval, leeway);
}
