import Synchronization

/// The unstructured tasks of an owner, which are cancelled with it.
package final class TaskSet: Sendable {
    private struct State {
        var tasks: [Int: Task<Void, Never>] = [:]
        var next = 0
    }

    private let state = Mutex(State())

    /// Makes an empty set.
    package init() {}

    deinit { cancel() }

    /// The number of tasks that run.
    package var count: Int { state.withLock { $0.tasks.count } }

    /// Starts a task, which leaves the set when it ends.
    @discardableResult
    package func add(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        state.withLock { state in
            let number = state.next
            state.next += 1
            // The task waits for this lock before it leaves.
            let task = Task { [weak self] in
                await work()
                self?.remove(number)
            }
            state.tasks[number] = task
            return task
        }
    }

    /// Starts a task that calls `work` after a pause, unless it is cancelled.
    @discardableResult
    package func add(after pause: Duration, _ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        add {
            guard (try? await Task.sleep(for: pause)) != nil else { return }
            await work()
        }
    }

    /// Cancels all tasks.
    package func cancel() {
        for task in state.withLock({ $0.tasks.values }) { task.cancel() }
    }

    /// Cancels all tasks, and those that are added meanwhile, and waits until they have ended.
    package func end() async {
        while let task = state.withLock({ $0.tasks.values.first }) {
            cancel()
            await task.value
        }
    }

    private func remove(_ number: Int) {
        _ = state.withLock { $0.tasks.removeValue(forKey: number) }
    }
}
