#ifndef SUBDIAL_CLOCK_H
#define SUBDIAL_CLOCK_H

// The time of day of code that makes entries and views. The library replaces the system's `clock_gettime`, by which Foundation makes `Date()`.
// The clocks that measure intervals, and so all waits, are not held.

/// Returns the time of day at which the caller's code is held, in seconds since 1970; NaN lets it go on.
typedef double subdial_held_clock(void);

/// Sets the function that each reading of the time of day asks first.
void subdial_set_held_clock(subdial_held_clock *function);

#endif
