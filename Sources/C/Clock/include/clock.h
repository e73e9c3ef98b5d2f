#ifndef SUBDIAL_CLOCK_H
#define SUBDIAL_CLOCK_H

// The time of day of code that makes entries and views. The library replaces the system's `clock_gettime`, by which Foundation makes `Date()`.
// The clocks that measure intervals, and so all waits, are not held.

/// Holds the time of day for this thread, in seconds since 1970, and returns what it was held at; NaN lets it go on.
double subdial_hold_clock(double seconds);

#endif
