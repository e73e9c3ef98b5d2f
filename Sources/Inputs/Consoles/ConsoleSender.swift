/// Sends the edits over one connection, and interprets the responses.
///
/// A client sends `Hello`, and the console responds with the client's last edit that it has received: all up to that one are confirmed,
/// and the others are sent in order. The console stores that number with its state and ignores edits up to it, so that no edit is lost or
/// applied twice, whichever side is killed and whatever messages were in transit.
package struct ConsoleSender: Hashable, Sendable {
    /// The maximum number of edits in transit.
    private static let window = 256

    /// True after the console has responded to `Hello`.
    package private(set) var isWelcome = false
    /// The sequence number of the last edit that was sent or confirmed.
    private var reached: Int64 = 0
    /// Edits that were sent and have no response yet.
    package private(set) var underway: Set<Int64> = []

    /// Makes the sender of a new connection.
    package init() {}

    /// Handles the response to `Hello`.
    ///
    /// - Parameter newClient: Makes a unique client name, for a queue that is older than the console's state: its next sequence numbers
    ///   may already be in use. Pending edits are then sent under the new name, and their times decide whether they are the last write.
    /// - Returns: The records to append. After a record of another client, send `Hello` again.
    package mutating func welcome(_ last: Int64, _ queue: ConsoleQueue, newClient: () -> String) -> [ConsoleRecord] {
        guard last <= queue.last else {
            self = ConsoleSender()
            return [.client(newClient(), last: queue.last, time: 0)]
        }
        isWelcome = true
        reached = max(reached, last)
        underway = underway.filter { $0 > last }
        return queue.waiting.contains { $0.sequence <= last } ? [.confirmed(last)] : []
    }

    /// Handles the response to an edit.
    ///
    /// - Returns: The records to append.
    package mutating func answer(_ sequence: Int64, isApplied: Bool) -> [ConsoleRecord] {
        guard underway.remove(sequence) != nil else { return [] }
        return [.outcome(sequence, isApplied ? .applied : .superseded)]
    }

    /// Returns the edits to send now, in order.
    ///
    /// - Parameter state: The console's state on this connection, which shows whether an edit is too late.
    /// - Returns: The records to append, and the edits to send after that.
    package mutating func next(_ queue: ConsoleQueue, _ state: ConsoleState) -> (records: [ConsoleRecord], edits: [ConsoleEdit]) {
        guard isWelcome, state.isTold else { return ([], []) }
        var (records, edits): ([ConsoleRecord], [ConsoleEdit]) = ([], [])
        for edit in queue.waiting where edit.sequence > reached {
            guard underway.count < Self.window else { break }
            reached = edit.sequence
            if state.supersedes(edit) {
                records.append(.outcome(edit.sequence, .superseded))
            } else {
                underway.insert(edit.sequence)
                edits.append(edit)
            }
        }
        return (records, edits)
    }
}
