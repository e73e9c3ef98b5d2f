// Timers with a descriptor, which the Glibc module leaves out.
#include <sys/timerfd.h>
