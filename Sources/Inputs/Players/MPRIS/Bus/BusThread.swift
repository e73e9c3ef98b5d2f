import Glibc
import SubdialSystem
import Synchronization

/// The work of a ``BusThread``.
protocol BusWork: AnyObject, SendableMetatype {
    /// Does the pending work and returns what to wait for: events on the descriptor, a deadline, or both.
    func turn() -> (descriptor: pollfd?, deadline: MonotonicTime?)
    /// Called once, when the thread ends.
    func close()
}

/// A thread that sleeps until its bus, its deadline or a new task wakes it.
final class BusThread<Worker: BusWork>: Sendable {
    typealias Task = @Sendable (Worker) -> Void

    private struct Inbox {
        var tasks: [Task] = []
        var isClosed = false
    }

    private let inbox = Mutex(Inbox())
    /// nil if the process has no descriptors left; there is no thread then.
    private let wakeUp: WakeUp?

    /// Starts the thread; `worker` is called on it, and its result is never used on another thread.
    ///
    /// - Parameter worker: Receives a function that returns this thread, or nil after its release.
    init(_ worker: @escaping @Sendable (_ thread: @escaping @Sendable () -> BusThread?) -> Worker) {
        wakeUp = try? WakeUp()
        start { [weak self] in
            worker { [weak self] in self }
        }
    }

    private func start(_ worker: @escaping @Sendable () -> Worker) {
        if let wakeUp, WorkThread.detach({ self.run(worker(), wakeUp) }) { return }
        inbox.withLock { $0.isClosed = true }
    }

    /// Schedules `task` on the thread; returns false if the thread has ended or is about to.
    func post(_ task: @escaping Task) -> Bool {
        inbox.withLock { inbox in
            guard !inbox.isClosed else { return false }
            inbox.tasks.append(task)
            wakeUp?.wake()
            return true
        }
    }

    /// Ends the thread after the tasks posted before.
    func close() {
        inbox.withLock { inbox in
            guard !inbox.isClosed else { return }
            inbox.isClosed = true
            wakeUp?.wake()
        }
    }

    private func run(_ worker: Worker, _ wakeUp: WakeUp) {
        while true {
            let (tasks, isClosed) = inbox.withLock { inbox in
                defer { inbox.tasks = [] }
                return (inbox.tasks, inbox.isClosed)
            }
            for task in tasks { task(worker) }
            if isClosed { break }
            let wait = worker.turn()
            var descriptors = [pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0)]
            if let descriptor = wait.descriptor { descriptors.append(descriptor) }
            poll(&descriptors, nfds_t(descriptors.count), wait.deadline?.millisecondsLeft ?? -1)
            wakeUp.drain()
        }
        worker.close()
    }
}
