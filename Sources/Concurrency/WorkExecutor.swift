import Dispatch

/// An actor's executor on a dispatch queue of its own, so that long or blocking work does not occupy the cooperative thread pool.
public final class WorkExecutor: SerialExecutor {
    private let queue: DispatchQueue

    /// Makes an executor.
    ///
    /// - Parameter label: The name of its queue, for debuggers.
    public init(_ label: String) { queue = DispatchQueue(label: label) }

    /// Runs a job on the queue.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
