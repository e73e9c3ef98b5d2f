import Glibc
import Synchronization

/// What a ``BusThread`` does.
protocol BusWork: AnyObject, SendableMetatype {
    /// Does what is to be done, and says what to wait for: something on the descriptor, or a moment.
    func turn() -> (descriptor: pollfd?, deadline: MonotonicTime?)
    /// Called once, at last.
    func close()
}

/// A thread that sleeps until its bus, a moment it has chosen or new work wakes it.
final class BusThread<Worker: BusWork>: Sendable {
    typealias Task = @Sendable (Worker) -> Void

    private struct Inbox {
        var tasks: [Task] = []
        var isClosed = false
    }

    private let inbox = Mutex(Inbox())
    /// nil where none could be had; then there is no thread.
    private let bell: Bell?

    /// Starts the thread; the worker is made on it, and never seen elsewhere.
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

    /// Has `task` done on the thread; false where the thread is gone, or about to be.
    func post(_ task: @escaping Task) -> Bool {
        inbox.withLock { inbox in
            guard !inbox.isClosed else { return false }
            inbox.tasks.append(task)
            bell?.toll()
            return true
        }
    }

    /// Ends the thread, once it has done what it was given before.
    func close() {
        inbox.withLock { inbox in
            guard !inbox.isClosed else { return }
            inbox.isClosed = true
            // Within the lock: the thread closes it only after it has seen this.
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

/// The two ends of a pair of sockets: what is written to one wakes who waits for the other.
private struct Bell {
    let wait: Int32
    let ring: Int32

    /// A bell that has been rung so often that it is full wakes the thread as well.
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
