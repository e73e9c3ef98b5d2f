/// The result of work on a thread of its own.
package final class PendingResult<Value: Sendable>: @unchecked Sendable {
    /// Written by the thread, and read after it has ended.
    private var computed: Value?
    private let work: @Sendable () -> Value
    private var thread: WorkThread?

    /// Starts the work on another thread.
    package init(_ work: @escaping @Sendable () -> Value) {
        self.work = work
        thread = WorkThread { [self] in computed = work() }
    }

    /// Waits for the thread and returns its result.
    ///
    /// It may be called once. If there was no other thread to be had, this one does the work.
    package func value() -> Value {
        thread?.join()
        thread = nil
        return computed ?? work()
    }

    deinit { thread?.detach() }
}
