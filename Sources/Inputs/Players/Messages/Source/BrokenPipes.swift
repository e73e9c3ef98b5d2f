import Glibc

/// Writing to pipes whose reader may close at any time.
enum BrokenPipes {
    /// Runs `write`, which fails with `EPIPE` if the pipe has no reader, instead of ending the process.
    ///
    /// SIGPIPE is blocked for this thread only, and removed if it became pending.
    static func ignored(_ write: () -> Int) -> Int {
        var (pipes, before, pending) = (sigset_t(), sigset_t(), sigset_t())
        sigemptyset(&pipes)
        sigaddset(&pipes, SIGPIPE)
        sigpending(&pending)
        let wasPending = sigismember(&pending, SIGPIPE) == 1
        pthread_sigmask(SIG_BLOCK, &pipes, &before)
        let result = write()
        let code = errno
        if result < 0, code == EPIPE, !wasPending {
            var now = timespec()
            while sigtimedwait(&pipes, nil, &now) < 0, errno == EINTR {}
        }
        pthread_sigmask(SIG_SETMASK, &before, nil)
        errno = code
        return result
    }
}
