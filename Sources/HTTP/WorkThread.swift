#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A thread for blocking work, which the threads of the cooperative pool must not do.
///
/// Unchecked, because a `pthread_t` is a number on some platforms and a pointer on others; it is never dereferenced.
package struct WorkThread: @unchecked Sendable {
    private final class Body {
        let run: () -> Void
        init(_ run: @escaping () -> Void) { self.run = run }
    }

    private let thread: pthread_t

    /// Starts a thread that runs `run`; nil if the system cannot create another thread.
    ///
    /// It must be joined or detached eventually, or else the system keeps its resources.
    package init?(run: @escaping @Sendable () -> Void) {
        let body = Unmanaged.passRetained(
            Body {
                Self.blockBrokenPipes()
                run()
            })
        var created: pthread_t?
        let code = Self.create(&created, body.toOpaque())
        guard code == 0, let thread = created else {
            body.release()
            return nil
        }
        self.thread = thread
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

    #if canImport(Darwin)
        private static func create(_ thread: inout pthread_t?, _ context: UnsafeMutableRawPointer) -> Int32 {
            pthread_create(&thread, nil, { WorkThread.enter($0) }, context)
        }
    #else
        private static func create(_ thread: inout pthread_t?, _ context: UnsafeMutableRawPointer) -> Int32 {
            var created = pthread_t()
            defer { thread = created }
            return pthread_create(&created, nil, { WorkThread.enter($0) }, context)
        }
    #endif

    private static func enter(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let pointer else { return nil }
        Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run()
        return nil
    }

    /// Blocks SIGPIPE: a write to a connection that the peer has closed must not end the process.
    private static func blockBrokenPipes() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
