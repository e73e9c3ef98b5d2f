import Foundation

/// A context outside of a test's own code that calls an assertion.
enum CallingContext: String, CaseIterable, Sendable {
    case task, detachedTask, queue, thread

    /// The context for the tests of this process; nil if no other test has started it.
    static let named = ProcessInfo.processInfo.environment["SUBDIAL_TEST_CONTEXT"].flatMap(Self.init)

    /// True if it belongs to the test that started it.
    var hasTest: Bool { self == .task }

    /// Starts `body`, which may block.
    func start(_ body: @escaping @Sendable () -> Void) {
        switch self {
        case .task: Task(executorPreference: ThreadExecutor.shared) { body() }
        case .detachedTask: Task.detached(executorPreference: ThreadExecutor.shared) { body() }
        case .queue: DispatchQueue.global().async(execute: body)
        case .thread: Thread.detachNewThread(body)
        }
    }
}

/// Runs each task on a thread of its own, because tasks that block would stop the others on a small machine.
private final class ThreadExecutor: TaskExecutor {
    static let shared = ThreadExecutor()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
