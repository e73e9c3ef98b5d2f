import Playback

/// Work that several ask for at the same time and that is done once for all of them.
actor SharedWork<Key: Hashable & Sendable, Value: Sendable> {
    typealias Outcome = Result<Value, SourceError>

    private struct Job {
        /// Tells it from an earlier job for the same key, which everyone has left and which still ends some time.
        let id: Int
        let task: Task<Void, Never>
        var waiting: [Int: CheckedContinuation<Outcome, Never>] = [:]
    }

    private var jobs: [Key: Job] = [:]
    private var lastTicket = 0

    /// The outcome of the `work` under way for `key`, which is begun if there is none.
    ///
    /// Who is cancelled stops waiting at once. The work itself is cancelled when nobody waits for it any more.
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

    /// How many wait for `key`.
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
