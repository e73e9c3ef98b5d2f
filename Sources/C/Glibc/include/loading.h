#ifndef SUBDIAL_LOADING_H
#define SUBDIAL_LOADING_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

// Libraries that are loaded when they are first used: each of them loads further ones, which would slow each start.
//
// A target lists the functions that it uses as a macro `FUNCTIONS(F)`, with `F(prefix, name)` for `prefix_name`. They become the members of a
// structure, with the types of the library's header.

/// Declares `subdial_<library>_functions`, the structure of the functions; `subdial_<library>`, which returns them, or NULL if the library cannot
/// be loaded; and `subdial_<library>_failure`, which returns the reason after that.
#define SUBDIAL_DECLARE_LIBRARY(library, FUNCTIONS) \
    typedef struct { \
        FUNCTIONS(SUBDIAL_LIBRARY_MEMBER) \
    } subdial_##library##_functions; \
    const subdial_##library##_functions *_Nullable subdial_##library(void); \
    const char *_Nonnull subdial_##library##_failure(void);

#define SUBDIAL_LIBRARY_MEMBER(prefix, name) __typeof__(prefix##_##name) *_Nonnull name;

/// Defines what `SUBDIAL_DECLARE_LIBRARY` declares, once in a file, where `functions` then is the structure.
#define SUBDIAL_DEFINE_LIBRARY(library, FUNCTIONS, file) \
    static subdial_##library##_functions functions; \
    static const char *failure = ""; \
    static bool is_loaded; \
    static pthread_once_t once = PTHREAD_ONCE_INIT; \
    static void load(void) { \
        void *const opened = subdial_loading_open(file, &failure); \
        if (!opened) return; \
        FUNCTIONS(SUBDIAL_LIBRARY_FIND) \
        is_loaded = true; \
    } \
    const subdial_##library##_functions *subdial_##library(void) { \
        pthread_once(&once, load); \
        return is_loaded ? &functions : NULL; \
    } \
    const char *subdial_##library##_failure(void) { return failure; }

#define SUBDIAL_LIBRARY_FIND(prefix, name) \
    functions.name = (__typeof__(functions.name))subdial_loading_find(opened, #prefix "_" #name, &failure); \
    if (!functions.name) return;

/// Opens a library; on failure returns NULL and sets the reason.
void *_Nullable subdial_loading_open(const char *_Nonnull file, const char *_Nonnull *_Nonnull failure);
/// Finds a function of a library or of those that it needs; on failure returns NULL and sets the reason.
void *_Nullable subdial_loading_find(void *_Nonnull opened, const char *_Nonnull name, const char *_Nonnull *_Nonnull failure);

#endif
