/// An actor's executor on a thread of its own, so that long or blocking work does not occupy the cooperative thread pool.
package final class WorkExecutor: SerialExecutor {
    private let lane = WorkLane()

    /// Makes an executor without a thread; the first job starts it.
    package init() {}

    /// Runs a job after those before it.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        lane.mustAdd { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
