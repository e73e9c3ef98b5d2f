import FoundationEssentials
import Glibc
import Synchronization

/// Follows a file, a FIFO or standard input on a thread of its own, which sleeps until something changes.
final class MessageFollower: Sendable {
    /// What a look at the input found.
    enum Condition: Hashable, Sendable {
        /// The input is there.
        case reading
        /// Standard input has ended.
        case ended
        /// There is nothing to read from.
        case lost(MessageLoss)
    }

    enum Event: Sendable {
        /// Lines as they stand behind each other; `written` is when a regular file was last written, nil for other inputs.
        case lines([MessageLines.Line], written: Date?)
        /// All that was there is told; `question` counts the questions that this answers.
        case looked(Condition, question: Int)
    }

    private struct State {
        var question = 0
        var isStopped = false
    }

    let address: MessageFileAddress
    let limits: MessageLimits
    private let state = Mutex(State())
    let signal = MPDSignal()
    /// The descriptor that `file:-` stands for.
    let standardInput: Int32
    private let wakes = Atomic(0)

    init(_ address: MessageFileAddress, limits: MessageLimits, standardInput: Int32) {
        self.address = address
        self.limits = limits
        self.standardInput = standardInput
    }

    /// Starts to tell; false where the system gives no more threads or descriptors.
    ///
    /// - Parameters:
    ///   - alarm: The moment at which to look again though nothing changes; asked before each sleep.
    ///   - deliver: Takes what the thread tells, on that thread.
    func start(alarm: @escaping @Sendable () -> Date?, _ deliver: @escaping @Sendable (Event) -> Void) -> Bool {
        guard signal.descriptor >= 0 else { return false }
        return DetachedThread.start { MessageWatch(self, alarm, deliver).run() }
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

    /// Has the thread look, and ask for its alarm, again.
    func wake() { signal.wake() }

    /// Lets the thread end.
    func stop() {
        state.withLock { $0.isStopped = true }
        signal.wake()
    }

    var question: Int { state.withLock { $0.question } }
    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// How often the thread has woken up: the measure of the work that waiting costs.
    var wakeUps: Int { wakes.load(ordering: .relaxed) }
    func noteWakeUp() { wakes.add(1, ordering: .relaxed) }
}
