import Synchronization

/// The unstructured tasks of an owner, which are cancelled with it.
public final class TaskSet: Sendable {
    private struct State {
        var tasks: [Int: Task<Void, Never>] = [:]
        var next = 0
    }

    private let state = Mutex(State())

    /// Makes an empty set.
    public init() {}

    deinit { cancel() }

    /// The number of tasks that run.
    public var count: Int { state.withLock { $0.tasks.count } }

    /// Starts a task, which leaves the set when it ends.
    public func add(_ work: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            let number = state.next
            state.next += 1
            // The task waits for this lock before it leaves.
            state.tasks[number] = Task { [weak self] in
                await work()
                self?.remove(number)
            }
        }
    }

    /// Starts a task that calls `work` after a pause, unless it is cancelled.
    public func add(after pause: Duration, _ work: @escaping @Sendable () async -> Void) {
        add {
            guard (try? await Task.sleep(for: pause)) != nil else { return }
            await work()
        }
    }

    /// Cancels all tasks.
    public func cancel() {
        for task in state.withLock({ $0.tasks.values }) { task.cancel() }
    }

    private func remove(_ number: Int) {
        _ = state.withLock { $0.tasks.removeValue(forKey: number) }
    }
}
