import Glibc
import Synchronization

/// Follows a file, a FIFO or standard input on a thread of its own, which sleeps until something changes.
final class MessageFollower: Sendable {
    enum Event: Sendable {
        case lines([MessageLines.Line])
        /// All that was there has been told; `question` counts the ones that this answers.
        case caughtUp(question: Int)
        /// There is nothing to read from.
        case lost(reason: String, question: Int)
    }

    private struct State {
        var question = 0
        var isStopped = false
    }

    let address: MessageFileAddress
    let limits: MessageLimits
    private let state = Mutex(State())
    let signal = MPDSignal()
    /// What `file:-` stands for.
    let standardInput: Int32

    init(_ address: MessageFileAddress, limits: MessageLimits, standardInput: Int32) {
        self.address = address
        self.limits = limits
        self.standardInput = standardInput
    }

    /// Starts to tell; false where the system gives no more threads.
    func start(_ deliver: @escaping @Sendable (Event) -> Void) -> Bool {
        DetachedThread.start { MessageWatch(self, deliver).run() }
    }

    /// Asks for what is there now.
    ///
    /// - Returns: The number of the question; an event with this number or a greater one answers it.
    func ask() -> Int {
        defer { signal.wake() }
        return state.withLock { state in
            state.question += 1
            return state.question
        }
    }

    /// Lets the thread end.
    func stop() {
        state.withLock { $0.isStopped = true }
        signal.wake()
    }

    var question: Int { state.withLock { $0.question } }
    var isStopped: Bool { state.withLock { $0.isStopped } }
}
