#ifndef SUBDIAL_GLIBC_H
#define SUBDIAL_GLIBC_H

// Parts of glibc that the Glibc module leaves out: the allocator's settings, and timers with a descriptor.
#include <malloc.h>
#include <sys/timerfd.h>

#endif
