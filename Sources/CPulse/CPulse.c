#include "CPulse.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static subdial_pulse_functions functions;
static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    void *library = dlopen("libpulse.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define SUBDIAL_PULSE_FUNCTION(name) \
    functions.name = (__typeof__(functions.name))dlsym(library, "pa_" #name); \
    if (!functions.name) return;
    SUBDIAL_PULSE_FUNCTIONS(SUBDIAL_PULSE_FUNCTION)
#undef SUBDIAL_PULSE_FUNCTION
    is_loaded = 1;
}

const subdial_pulse_functions *subdial_pulse(void) {
    pthread_once(&once, load);
    return is_loaded ? &functions : NULL;
}
