import Consoles
import Expressions

/// The console as it is known at a moment.
public struct ConsoleView: Sendable {
    /// The channels as the console has told them, or as they were when it was last seen.
    public internal(set) var state = ConsoleState()
    /// The edits, as they are on disk.
    public internal(set) var queue = ConsoleQueue()
    /// True while the console tells its state.
    public internal(set) var isConnected = false
    /// Why it is away; nil while it is there, and before the first try.
    public internal(set) var problem: ConsoleError?
    /// Why edits cannot be read or written; nil while they can.
    public internal(set) var fileProblem: ConsoleError?
    /// True once the console has ever told its channels.
    public internal(set) var isTold = false

    /// The channels with the edits that wait.
    public var shown: ConsoleState { state.showing(queue.waiting) }

    /// The document for entries; nil where nothing was ever told.
    public func document(of address: ConsoleAddress) -> Value? {
        isTold ? state.document(isConnected: isConnected, waiting: queue.waiting, address: address.description) : nil
    }

    /// Takes the edits as they are on disk; what the console has taken meanwhile is its state from then on.
    mutating func take(_ new: ConsoleQueue) {
        let applied = Set(new.finished.lazy.filter { $0.outcome == .applied }.map(\.edit.sequence))
        for edit in queue.waiting where applied.contains(edit.sequence) { state.take(edit) }
        queue = new
    }
}
