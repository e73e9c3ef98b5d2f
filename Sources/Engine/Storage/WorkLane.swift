import HTTP
import Synchronization

/// Work that blocks or computes for long, done one piece after the other on a thread of its own.
///
/// The tasks' own threads are as many as the machine has cores: a picture that is decoded on one of them keeps controls and lines waiting.
/// The thread begins with the first piece and ends with the last, so that an engine at rest has none.
final class WorkLane: Sendable {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var isRunning = false
    }

    private let state = Mutex(State())

    /// Has `work` done after all that was given before.
    ///
    /// - Returns: False where the system gives no thread; the work is not done then.
    func add(_ work: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            if !state.isRunning {
                // The thread waits for this lock before it looks for work.
                guard let thread = WorkThread(run: { self.run() }) else { return false }
                thread.detach()
                state.isRunning = true
            }
            state.waiting.append(work)
            return true
        }
    }

    /// What `work` returns; nil where the system gives no thread.
    func value<Value: Sendable>(of work: @escaping @Sendable () -> Value) async -> Value? {
        await withCheckedContinuation { continuation in
            guard add({ continuation.resume(returning: work()) }) else { return continuation.resume(returning: nil) }
        }
    }

    private func run() {
        while let work = next() { work() }
    }

    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isRunning = false
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}
