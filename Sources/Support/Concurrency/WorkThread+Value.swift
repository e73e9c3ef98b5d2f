import SubdialSystem

// Not in `OperatingSystem`: the static front contains that module, and with tasks it would be 0.8 MB larger.
extension WorkThread {
    /// The result of `work` on a new thread, or on the caller's if the system cannot create one.
    package static func value<Value: Sendable>(of work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            let run: @Sendable () -> Void = { continuation.resume(returning: work()) }
            if !detach(run) { run() }
        }
    }
}
