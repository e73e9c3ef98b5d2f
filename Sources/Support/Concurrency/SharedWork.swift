import Synchronization

/// Runs work once for all concurrent callers with the same key.
package final class SharedWork<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
    /// The result of the work.
    package typealias Outcome = Result<Value, Failure>

    private struct Job {
        /// The identity of the job, as an earlier, cancelled job for the same key can still end later.
        let id: Int
        let task: Task<Void, Never>
        var waiting: [Int: CheckedContinuation<Outcome, Never>] = [:]
    }

    private struct State {
        var jobs: [Key: Job] = [:]
        var lastTicket = 0
    }

    private let state = Mutex(State())
    private let cancelled: Failure

    /// Makes an object without running work.
    ///
    /// - Parameter cancelled: The error of a caller that is cancelled.
    package init(cancelled: Failure) { self.cancelled = cancelled }

    /// Returns the outcome of the running work for `key`, or starts `work`.
    ///
    /// A cancelled caller stops waiting at once. The work is cancelled when its last caller is cancelled.
    package func value(for key: Key, _ work: @escaping @Sendable () async -> Outcome) async throws(Failure) -> Value {
        let ticket = state.withLock { state in
            state.lastTicket += 1
            return state.lastTicket
        }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                wait(for: key, ticket, continuation, work)
            }
        } onCancel: {
            leave(key, ticket)
        }
        return try outcome.get()
    }

    /// The number of callers that wait for `key`.
    package func waiting(for key: Key) -> Int { state.withLock { $0.jobs[key]?.waiting.count ?? 0 } }

    private func wait(
        for key: Key, _ ticket: Int, _ continuation: CheckedContinuation<Outcome, Never>, _ work: @escaping @Sendable () async -> Outcome
    ) {
        let isWaiting = state.withLock { state in
            // If the task was cancelled before this, its cancellation handler has found no waiting caller to resume.
            guard !Task.isCancelled else { return false }
            if state.jobs[key] == nil {
                let task = Task {
                    let outcome = await work()
                    self.finish(key, ticket, outcome)
                }
                state.jobs[key] = Job(id: ticket, task: task)
            }
            state.jobs[key]?.waiting[ticket] = continuation
            return true
        }
        if !isWaiting { continuation.resume(returning: .failure(cancelled)) }
    }

    private func finish(_ key: Key, _ id: Int, _ outcome: Outcome) {
        let job = state.withLock { state in
            state.jobs[key]?.id == id ? state.jobs.removeValue(forKey: key) : nil
        }
        for continuation in job?.waiting.values ?? [:].values { continuation.resume(returning: outcome) }
    }

    private func leave(_ key: Key, _ ticket: Int) {
        let (continuation, abandoned) = state.withLock { state -> (CheckedContinuation<Outcome, Never>?, Task<Void, Never>?) in
            let continuation = state.jobs[key]?.waiting.removeValue(forKey: ticket)
            guard continuation != nil, let job = state.jobs[key], job.waiting.isEmpty else { return (continuation, nil) }
            state.jobs[key] = nil
            return (continuation, job.task)
        }
        // Without the lock, because the work's own handlers of cancellation run in this call.
        abandoned?.cancel()
        continuation?.resume(returning: .failure(cancelled))
    }
}
