import Dispatch

/// The threads of an asynchronous provider.
///
/// A test that waits blocks a thread of Swift's pool. Providers have threads of their own, so that they answer even if all of those wait.
private final class ProviderThreads: TaskExecutor {
    private static let queue = DispatchQueue(label: "subdial.providers", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Self.queue.async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}

extension WidgetEntrySource.Received {
    /// Gives what asynchronous code returns, or its error, to a completion.
    static func give(
        to completion: @escaping @Sendable (WidgetEntrySource.Received<Value>) -> Void, _ code: @escaping @Sendable () async throws -> Value
    ) {
        Task(executorPreference: ProviderThreads()) {
            do {
                completion(.init(try await code()))
            } catch {
                completion(.init(failure: error))
            }
        }
    }
}
