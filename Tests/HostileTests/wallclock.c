// A wall clock that a test sets, and a sleep of the machine: LD_PRELOAD it, with the seconds to add to the wall clock in the file that
// WALLCLOCK names, and the seconds asleep in the file that SLEPT names.
// The monotonic clock and all timers stay the kernel's, as when somebody sets the real wall clock; a sleep advances the clock of the time
// since boot too. A timer that is cancelled when the wall clock is set (TFD_TIMER_CANCEL_ON_SET), or after a sleep, is cancelled here too:
// a read of it fails with ECANCELED.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static long number(const char *variable) {
    char text[32] = {0};
    const char *path = getenv(variable);
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return 0;
    long count = syscall(SYS_read, file, text, sizeof text - 1);
    close(file);
    return count > 0 ? strtol(text, NULL, 10) : 0;
}

static long offset(void) { return number("WALLCLOCK") + number("SLEPT"); }

int clock_gettime(clockid_t clock, struct timespec *time) {
    int result = (int)syscall(SYS_clock_gettime, clock, time);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += offset();
    if (result == 0 && clock == CLOCK_BOOTTIME) time->tv_sec += number("SLEPT");
    return result;
}

int gettimeofday(struct timeval *restrict value, void *restrict zone) {
    struct timespec now;
    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
    value->tv_sec = now.tv_sec;
    value->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *value) {
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
    if (value) *value = now.tv_sec;
    return now.tv_sec;
}

static int wall_timer = -1;
static long reported;

int timerfd_create(int clock, int flags) {
    int timer = (int)syscall(SYS_timerfd_create, clock, flags);
    if (timer >= 0 && clock == CLOCK_REALTIME) {
        reported = offset();
        wall_timer = timer;
    }
    return timer;
}

ssize_t read(int file, void *bytes, size_t count) {
    while (file >= 0 && file == wall_timer) {
        long now = offset();
        if (now != reported) {
            reported = now;
            errno = ECANCELED;
            return -1;
        }
        struct pollfd expired = {.fd = file, .events = POLLIN};
        if (poll(&expired, 1, 20) != 0) break;
    }
    return syscall(SYS_read, file, bytes, count);
}
