/// The sending of edits over one connection: which is next, and what the answers mean.
///
/// A client greets, and the console answers with the last edit that it has of it: all up to that one are confirmed, and the others are sent in
/// their order. The console keeps that number with its state, and takes no edit up to it again. So an edit is neither lost nor taken twice,
/// whichever side is killed and whatever was on its way.
public struct ConsoleSender: Hashable, Sendable {
    /// Edits that may be on their way at a time.
    static let window = 256

    /// True once the console has answered the greeting.
    public private(set) var isWelcome = false
    /// The last edit that was sent or confirmed.
    private var reached: Int64 = 0
    /// Edits that were sent and not answered.
    public private(set) var underway: Set<Int64> = []

    /// Makes the sender of a connection whose console has not been greeted.
    public init() {}

    /// Takes the answer to the greeting.
    ///
    /// - Parameter newClient: Makes a name that no client has, for a queue that is older than what the console knows: numbers that the queue
    ///   gives next may be taken by then. Edits that wait are sent under the new name, and their times say whether they are the last write.
    /// - Returns: The records to add. After a record of another client the console is to be greeted anew.
    public mutating func welcome(_ last: Int64, _ queue: ConsoleQueue, newClient: () -> String) -> [ConsoleRecord] {
        guard last <= queue.last else {
            self = ConsoleSender()
            return [.client(newClient(), last: queue.last, time: 0)]
        }
        isWelcome = true
        reached = max(reached, last)
        underway = underway.filter { $0 > last }
        return queue.waiting.contains { $0.sequence <= last } ? [.confirmed(last)] : []
    }

    /// Takes the answer to an edit.
    ///
    /// - Returns: The records to add.
    public mutating func answer(_ sequence: Int64, isApplied: Bool) -> [ConsoleRecord] {
        guard underway.remove(sequence) != nil else { return [] }
        return [.outcome(sequence, isApplied ? .applied : .superseded)]
    }

    /// The edits that are to be sent now, in their order.
    ///
    /// - Parameter state: The console's state, which says whether an edit came too late; it has to be that of this connection.
    /// - Returns: The records to add, and the edits to send after that.
    public mutating func next(_ queue: ConsoleQueue, _ state: ConsoleState) -> (records: [ConsoleRecord], edits: [ConsoleEdit]) {
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
