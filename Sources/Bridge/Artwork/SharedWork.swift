import Playback

/// Runs work once for all concurrent requests with the same key.
actor SharedWork<Key: Hashable & Sendable, Value: Sendable> {
    typealias Outcome = Result<Value, SourceError>

    private struct Job {
        /// The identity of the job, as an earlier, cancelled job for the same key can still end later.
        let id: Int
        let task: Task<Void, Never>
        var waiting: [Int: CheckedContinuation<Outcome, Never>] = [:]
    }

    private var jobs: [Key: Job] = [:]
    private var lastTicket = 0

    /// Returns the outcome of the running `work` for `key`, or starts it.
    ///
    /// A cancelled caller stops waiting at once. The work is cancelled when its last caller is cancelled.
    func value(for key: Key, _ work: @escaping @Sendable () async -> Outcome) async throws(SourceError) -> Value {
        lastTicket += 1
        let ticket = lastTicket
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                wait(for: key, ticket, continuation, work)
            }
        } onCancel: {
            Task { await self.leave(key, ticket) }
        }
        return try outcome.get()
    }

    /// Returns the number of callers that wait for `key`.
    func waiting(for key: Key) -> Int {
        jobs[key]?.waiting.count ?? 0
    }

    private func wait(
        for key: Key, _ ticket: Int, _ continuation: CheckedContinuation<Outcome, Never>, _ work: @escaping @Sendable () async -> Outcome
    ) {
        guard !Task.isCancelled else { return continuation.resume(returning: .failure(.cancelled)) }
        if jobs[key] == nil {
            let task = Task {
                let outcome = await work()
                self.finish(key, ticket, outcome)
            }
            jobs[key] = Job(id: ticket, task: task)
        }
        jobs[key]?.waiting[ticket] = continuation
    }

    private func finish(_ key: Key, _ id: Int, _ outcome: Outcome) {
        guard let job = jobs[key], job.id == id else { return }
        jobs[key] = nil
        for continuation in job.waiting.values { continuation.resume(returning: outcome) }
    }

    private func leave(_ key: Key, _ ticket: Int) {
        guard let continuation = jobs[key]?.waiting.removeValue(forKey: ticket) else { return }
        if let job = jobs[key], job.waiting.isEmpty {
            job.task.cancel()
            jobs[key] = nil
        }
        continuation.resume(returning: .failure(.cancelled))
    }
}
