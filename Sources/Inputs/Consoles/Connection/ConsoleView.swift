import SubdialExpressions

/// The known state of the console at a moment.
package struct ConsoleView: Sendable {
    /// The channels as reported by the console, or from its last known state.
    package internal(set) var state = ConsoleState()
    /// The edits on disk.
    package internal(set) var queue = ConsoleQueue()
    /// The numbers of the edits that were finished when the edits were first read, before the connection; nil until then.
    private var finishedBefore: Set<Int64>?
    /// True while the console is connected and reports its state.
    package internal(set) var isConnected = false
    /// The error while it is unreachable; nil while it is connected, and before the first attempt.
    package internal(set) var problem: ConsoleError?
    /// The error of reading or writing edits; nil if there is none.
    package internal(set) var fileProblem: ConsoleError?
    /// True after the console has ever reported its channels.
    package internal(set) var isTold = false

    /// The channels with pending edits applied.
    package var shown: ConsoleState { state.showing(queue.waiting) }

    /// The document for entries; nil if the console has never reported its channels.
    package func document(of address: ConsoleAddress) -> Value? {
        isTold ? state.document(isConnected: isConnected, waiting: queue.waiting, address: address.description) : nil
    }

    /// True after the edits were read, if none is pending.
    var hasSentAll: Bool { finishedBefore != nil && queue.waiting.isEmpty }

    /// Takes the edits from disk; applied ones become part of the state.
    mutating func replaceQueue(_ new: ConsoleQueue) {
        let applied = Set(new.finished.lazy.filter { $0.outcome == .applied }.map(\.edit.sequence))
        for edit in queue.waiting where applied.contains(edit.sequence) { state.apply(edit) }
        queue = new
        if finishedBefore == nil { finishedBefore = new.finishedNumbers }
    }

    /// Returns the value from which a step of a setting starts, if the edits on disk are `current` meanwhile; 0 if there is no such channel.
    ///
    /// Another process may have made and sent an edit since the connection began, and reports without it may still be under way. So the last edit
    /// counts, whatever the state is, unless the console reports the time of a later write, or has refused the edit for one. A move by hand that a
    /// console without such times reports meanwhile does not count.
    func base(of channel: String, _ field: ConsoleField, _ current: ConsoleQueue) -> Double {
        let edit = current.lastEdit(of: channel, field, besides: finishedBefore ?? current.finishedNumbers)
        guard let edit, !state.supersedes(edit) else { return state[channel]?[field].value ?? 0 }
        return edit.value
    }
}
