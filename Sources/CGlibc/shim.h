// Parts of glibc that the Glibc module leaves out: the allocator's settings, timers with a descriptor, and the segments of loaded objects.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <link.h>
#include <malloc.h>
#include <sys/timerfd.h>
