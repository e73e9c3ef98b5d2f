import Dispatch

/// An actor's executor on a dispatch queue of its own, so that long work does not block the cooperative thread pool.
final class DrawingExecutor: SerialExecutor {
    private let queue: DispatchQueue

    init(_ label: String = "subdial.drawing") { queue = DispatchQueue(label: label) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
