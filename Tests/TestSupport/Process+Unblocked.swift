#if canImport(Testing)
    import Foundation

    extension Process {
        /// Starts the program with no blocked signals.
        ///
        /// A program inherits the signal mask of the thread that starts it. A thread of a task blocks almost all signals, and so a program
        /// started with `run()` may ignore SIGTERM.
        public func runUnblocked() throws {
            var (none, before) = (sigset_t(), sigset_t())
            sigemptyset(&none)
            pthread_sigmask(SIG_SETMASK, &none, &before)
            defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
            try run()
        }
    }
#endif
