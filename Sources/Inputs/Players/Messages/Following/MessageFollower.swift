import FoundationEssentials
import Glibc
import SubdialSystem
import Synchronization

/// Follows a file, a FIFO or standard input on a dedicated thread, which sleeps until something changes.
final class MessageFollower: Sendable {
    /// The state of the input after an attempt to read it.
    enum Condition: Hashable, Sendable {
        /// The input is available.
        case reading
        /// Standard input has ended.
        case ended
        /// There is no input to read.
        case lost(MessageLoss)
    }

    enum Event: Sendable {
        /// Consecutive lines; `written` is the modification time of a regular file, nil for other inputs.
        case lines([MessageLines.Line], written: Date?)
        /// All available lines were delivered; `question` is the number of the last request that this completes.
        case looked(Condition, question: Int)
    }

    private struct State {
        var question = 0
        var isStopped = false
    }

    let address: MessageFileAddress
    let limits: MessageLimits
    private let state = Mutex(State())
    /// nil if the process has no descriptors left; there is no thread then.
    let wakeUp = try? WakeUp()
    /// The descriptor used for `file:-`.
    let standardInput: Int32
    private let wakes = Atomic(0)

    init(_ address: MessageFileAddress, limits: MessageLimits, standardInput: Int32) {
        self.address = address
        self.limits = limits
        self.standardInput = standardInput
    }

    /// Starts the thread; returns false if the system cannot provide a thread or a descriptor.
    ///
    /// - Parameters:
    ///   - alarm: The time at which to check the input even without a change; evaluated before each sleep.
    ///   - deliver: Receives the events, on the follower's thread.
    func start(alarm: @escaping @Sendable () -> Date?, _ deliver: @escaping @Sendable (Event) -> Void) -> Bool {
        guard wakeUp != nil else { return false }
        return WorkThread.detach { MessageWatch(self, alarm, deliver).run() }
    }

    /// Requests the lines that are available now.
    ///
    /// - Returns: The number of the request; an event with this number or a greater one completes it.
    func ask() -> Int {
        defer { wakeUp?.wake() }
        return state.withLock { state in
            state.question += 1
            return state.question
        }
    }

    /// Makes the thread check the input and evaluate its alarm again.
    func wake() { wakeUp?.wake() }

    /// Stops the thread.
    func stop() {
        state.withLock { $0.isStopped = true }
        wakeUp?.wake()
    }

    var question: Int { state.withLock { $0.question } }
    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// The number of the thread's wake-ups, as a measure of the cost of waiting.
    var wakeUps: Int { wakes.load(ordering: .relaxed) }
    func recordWakeUp() { wakes.add(1, ordering: .relaxed) }
}
