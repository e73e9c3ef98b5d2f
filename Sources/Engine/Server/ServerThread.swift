import Glibc

/// A thread of the system's own, for work that sleeps in system calls and must not hold up any task.
enum ServerThread {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    /// Runs the work on a new thread, and on the caller's where the system has no thread left.
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
