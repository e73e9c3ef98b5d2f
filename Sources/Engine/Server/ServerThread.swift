import Glibc

/// A separate system thread for blocking work that must not occupy the cooperative thread pool.
enum ServerThread {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    /// Runs the work on a new thread, or on the caller's if the system cannot create one.
    static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            let work = Work { continuation.resume(returning: body()) }
            let pointer = Unmanaged.passRetained(work).toOpaque()
            var thread = pthread_t()
            let code = pthread_create(
                &thread, nil,
                { pointer in
                    if let pointer { Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body() }
                    return nil
                }, pointer)
            if code == 0 {
                pthread_detach(thread)
            } else {
                Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
            }
        }
    }
}
