import Glibc
import SubdialSystem
import Synchronization

extension SharedFileLock {
    private typealias Outcome = Result<SharedFileLock?, LockError>

    /// The tasks that wait for locks.
    private struct Waiting {
        /// The tasks of each file, which a thread of its own serves.
        var tasks: [PrivateFile: [(number: Int, outcome: AsyncStream<Outcome>.Continuation)]] = [:]
        var next = 0
    }

    private static let waiting = Mutex(Waiting())

    /// Acquires the lock after its current owner, in this process or another; nil if the task is cancelled before.
    package static func acquired(_ file: PrivateFile) async throws(LockError) -> SharedFileLock? {
        let outcomes = AsyncStream<Outcome> { continuation in
            let (number, isFirst) = waiting.withLock { waiting in
                // The thread of earlier tasks may still wait, although all of them are cancelled.
                let isFirst = waiting.tasks[file] == nil
                waiting.next += 1
                waiting.tasks[file, default: []].append((waiting.next, continuation))
                return (waiting.next, isFirst)
            }
            continuation.onTermination = { _ in waiting.withLock { $0.tasks[file]?.removeAll { $0.number == number } } }
            if isFirst, !WorkThread.detach({ serve(file) }) {
                for task in waiting.withLock({ $0.tasks.removeValue(forKey: file) }) ?? [] {
                    task.outcome.yield(.failure(.failed(call: "pthread_create", path: file.path, code: EAGAIN)))
                }
            }
        }
        for await outcome in outcomes { return try outcome.get() }
        return nil
    }

    /// Waits for the lock, and passes it to the tasks one after the other.
    ///
    /// The system cannot end such a wait: the thread stays after its tasks are cancelled, and later ones use it.
    private static func serve(_ file: PrivateFile) {
        while waiting.withLock({ waiting in
            guard waiting.tasks[file]?.isEmpty == false else {
                waiting.tasks[file] = nil
                return false
            }
            return true
        }) {
            let lock = Result { () throws(LockError) in try SharedFileLock(file, isBlocking: true) }
            while let task = waiting.withLock({ $0.tasks[file]?.isEmpty == false ? $0.tasks[file]?.removeFirst() : nil }) {
                if case .enqueued = task.outcome.yield(lock) { break }
            }
        }
    }
}
