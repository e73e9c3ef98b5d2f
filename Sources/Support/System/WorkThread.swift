import Glibc

/// A thread for blocking work, which the threads of the cooperative pool must not do.
///
/// It leaves signals to the program's other threads, but for those of its own faults. SIGPIPE is blocked too: a write to a connection that the
/// peer has closed must not end the process.
package struct WorkThread: Sendable {
    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// The signals of a fault, which the thread that has it must handle.
    private static let faults = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGSYS]

    private let thread: pthread_t

    /// The number that `pthread_self()` returns on the thread.
    package var id: pthread_t { thread }

    /// Starts a thread that runs `run`; nil if the system cannot create another thread.
    ///
    /// It must be joined or detached eventually, or else the system keeps its resources.
    package init?(run: @escaping @Sendable () -> Void) {
        let body = Unmanaged.passRetained(Body(run))
        var thread = pthread_t()
        guard pthread_create(&thread, nil, { WorkThread.enter($0) }, body.toOpaque()) == 0 else {
            body.release()
            return nil
        }
        self.thread = thread
    }

    /// Starts a thread that runs `run`, and detaches it.
    ///
    /// - Returns: False if the system cannot create another thread.
    package static func detach(_ run: @escaping @Sendable () -> Void) -> Bool {
        guard let thread = WorkThread(run: run) else { return false }
        thread.detach()
        return true
    }

    /// Waits until the thread has ended.
    ///
    /// On the thread itself, which cannot wait for itself, it detaches the thread.
    package func join() {
        if pthread_equal(thread, pthread_self()) != 0 {
            detach()
        } else {
            pthread_join(thread, nil)
        }
    }

    /// Detaches the thread: it ends without being joined.
    package func detach() {
        pthread_detach(thread)
    }

    private static func enter(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let pointer else { return nil }
        blockSignals()
        let stack = SignalStack()
        defer { withExtendedLifetime(stack) {} }
        Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run()
        return nil
    }

    private static func blockSignals() {
        var signals = sigset_t()
        sigfillset(&signals)
        for fault in faults { sigdelset(&signals, fault) }
        // Not in addition to the mask of the creating thread: those of Dispatch block faults too.
        pthread_sigmask(SIG_SETMASK, &signals, nil)
    }
}
