import Dispatch

/// An actor's executor on a queue of its own: work that takes long keeps no thread of the tasks' pool.
final class DrawingExecutor: SerialExecutor {
    private let queue: DispatchQueue

    init(_ label: String = "subdial.drawing") { queue = DispatchQueue(label: label) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
