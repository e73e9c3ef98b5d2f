import SubdialSystem
import Synchronization

/// A serial queue for blocking or long work, on its own thread.
///
/// An actor whose executor it is does all its work there. The pool of tasks has one thread per core: decoding a picture on one of them would
/// delay controls and lines. The thread starts with the first item and ends after the last, so that an idle engine has none.
package final class WorkLane: SerialExecutor {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var isRunning = false
    }

    private let state = Mutex(State())

    /// Makes an empty queue.
    package init() {}

    /// Appends `work` to the queue.
    ///
    /// - Returns: False if the system cannot create a thread; the work is then not done.
    package func add(_ work: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            if !state.isRunning {
                // The thread waits for this lock before it looks for work.
                guard WorkThread.detach({ self.run() }) else { return false }
                state.isRunning = true
            }
            state.waiting.append(work)
            return true
        }
    }

    /// Appends a job of an actor to the queue; if the system cannot create a thread, the caller's does it.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let mustRun = state.withLock { state in
            state.waiting.append { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
            guard !state.isRunning else { return false }
            state.isRunning = true
            // The thread waits for this lock before it looks for work.
            return !WorkThread.detach { self.run() }
        }
        if mustRun { run() }
    }

    /// The result of `work`; nil if the system cannot create a thread.
    package func value<Value: Sendable>(of work: @escaping @Sendable () -> Value) async -> Value? {
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
