#ifndef SUBDIAL_GLIBC_H
#define SUBDIAL_GLIBC_H

// Parts of glibc that the Glibc module leaves out: the allocator's settings, and events and timers with descriptors.
#include <malloc.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>

#endif
