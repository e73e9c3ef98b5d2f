import Glibc
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
    /// nil if no socket pair could be created; there is no thread then.
    private let bell: Bell?

    /// Starts the thread; `worker` is called on it, and its result is never used on another thread.
    init(_ worker: @escaping @Sendable () -> Worker) {
        bell = Self.makeBell()
        start(worker)
    }

    private static func makeBell() -> Bell? {
        var ends: [Int32] = [-1, -1]
        let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        return socketpair(AF_UNIX, Int32(kind), 0, &ends) == 0 ? Bell(wait: ends[0], ring: ends[1]) : nil
    }

    private func start(_ worker: @escaping @Sendable () -> Worker) {
        guard let bell else {
            inbox.withLock { $0.isClosed = true }
            return
        }
        guard !DetachedThread.start({ self.run(worker(), bell) }) else { return }
        inbox.withLock { $0.isClosed = true }
        bell.close()
    }

    /// Schedules `task` on the thread; returns false if the thread has ended or is about to.
    func post(_ task: @escaping Task) -> Bool {
        inbox.withLock { inbox in
            guard !inbox.isClosed else { return false }
            inbox.tasks.append(task)
            bell?.toll()
            return true
        }
    }

    /// Ends the thread after the tasks posted before.
    func close() {
        inbox.withLock { inbox in
            guard !inbox.isClosed else { return }
            inbox.isClosed = true
            // Within the lock, because the thread closes the bell only after it has read `isClosed`.
            bell?.toll()
        }
    }

    private func run(_ worker: Worker, _ bell: Bell) {
        while true {
            let (tasks, isClosed) = inbox.withLock { inbox in
                defer { inbox.tasks = [] }
                return (inbox.tasks, inbox.isClosed)
            }
            for task in tasks { task(worker) }
            if isClosed { break }
            let wait = worker.turn()
            var descriptors = [pollfd(fd: bell.wait, events: Int16(POLLIN), revents: 0)]
            if let descriptor = wait.descriptor { descriptors.append(descriptor) }
            poll(&descriptors, nfds_t(descriptors.count), wait.deadline?.millisecondsLeft ?? -1)
            bell.hush()
        }
        worker.close()
        bell.close()
    }
}

/// A socket pair that wakes the thread: a byte written to `ring` makes `wait` readable.
private struct Bell {
    let wait: Int32
    let ring: Int32

    /// A full socket buffer wakes the thread as well.
    func toll() {
        var byte: UInt8 = 0
        _ = write(ring, &byte, 1)
    }

    func hush() {
        var heard: UInt64 = 0
        while read(wait, &heard, 8) == 8 {}
    }

    func close() {
        Glibc.close(wait)
        Glibc.close(ring)
    }
}
