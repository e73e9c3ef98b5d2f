#ifndef SUBDIAL_CRASH_H
#define SUBDIAL_CRASH_H

#include <stddef.h>
#include <stdint.h>

// The place of a crash, for a signal handler: nothing here allocates memory or takes a lock after `subdial_crash_prepare`.

/// Loads the unwinder, and finds the file with the names of functions: the executable itself, or its separate debug information.
void subdial_crash_prepare(void);

/// The address in the executable of the innermost function of a signal handler's callers, not counting the handler; 0 if there is none.
///
/// The address is relative to the executable's, as debuggers and `addr2line` expect it. The function that a library has called counts.
uintptr_t subdial_crash_address(void);

/// Copies the linker's name of the function at such an address, and returns its length; 0 if the names are not installed.
size_t subdial_crash_name(uintptr_t address, char *_Nonnull name, size_t capacity);

#endif
