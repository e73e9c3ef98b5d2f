#ifndef SUBDIAL_GLIBC_H
#define SUBDIAL_GLIBC_H

// Parts of glibc that the Glibc module leaves out: the allocator's settings, events and timers with descriptors, and exchanges of files.
#include <malloc.h>
#include <stdbool.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>

/// Exchanges two names in a folder at once; false with errno if the file system cannot, or if one of them does not exist.
bool subdial_exchange(int folder, const char *_Nonnull one, const char *_Nonnull other);

#endif
