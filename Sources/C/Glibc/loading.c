#include "loading.h"

#include <dlfcn.h>
#include <string.h>

// A copy, because the loader reuses its text. There is one for each library that cannot be loaded, and it is never freed.
static const char *reason(void) {
    const char *const text = dlerror();
    const char *const copy = text ? strdup(text) : NULL;
    return copy ? copy : "out of memory";
}

void *subdial_loading_open(const char *file, const char **failure) {
    void *const opened = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!opened) *failure = reason();
    return opened;
}

void *subdial_loading_find(void *opened, const char *name, const char **failure) {
    void *const found = dlsym(opened, name);
    if (!found) *failure = reason();
    return found;
}
