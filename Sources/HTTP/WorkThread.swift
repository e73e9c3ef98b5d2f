#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A thread for work that blocks, which the tasks' own threads must not do.
///
/// Unchecked, because a `pthread_t` is a number here and a pointer there; neither is ever followed.
package struct WorkThread: @unchecked Sendable {
    private final class Body {
        let run: () -> Void
        init(_ run: @escaping () -> Void) { self.run = run }
    }

    private let thread: pthread_t

    /// Starts `run`; nil where the system gives no more threads.
    ///
    /// What is started is joined or detached at some time: else the system keeps what is left of it.
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

    /// Waits until it has ended.
    ///
    /// On the thread itself, which cannot wait for itself, it lets go of it.
    package func join() {
        if pthread_equal(thread, pthread_self()) != 0 {
            detach()
        } else {
            pthread_join(thread, nil)
        }
    }

    /// Lets it end by itself, with nobody waiting.
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

    /// A write to a connection that the other side has closed must not end the program.
    private static func blockBrokenPipes() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
