/// The edits of a client: the pending ones, and the outcomes of the last others.
package struct ConsoleQueue: Hashable, Sendable {
    /// An edit with an outcome.
    package struct Finished: Hashable, Sendable {
        /// The edit.
        package var edit: ConsoleEdit
        /// The outcome.
        package var outcome: ConsoleOutcome
    }

    /// The maximum number of pending edits.
    package static let maximumWaiting = 10_000
    /// The maximum number of finished edits that are remembered.
    private static let maximumFinished = 64

    /// The client's unique name; empty before it is set.
    package private(set) var client = ""
    /// The console's address, as written; empty for a file of an earlier version.
    package private(set) var address = ""
    /// The sequence number of the last edit ever made.
    package private(set) var last: Int64 = 0
    /// The time of the last edit.
    private var lastTime: Int64 = 0
    /// The unconfirmed edits in order.
    package private(set) var waiting: [ConsoleEdit] = []
    /// The last finished edits, in the order in which they were finished.
    package private(set) var finished: [Finished] = []

    /// Makes a queue without a client name.
    package init() {}

    /// Makes the queue from its records.
    package init(_ records: some Sequence<ConsoleRecord>) { for record in records { apply(record) } }

    /// Makes the next edit.
    ///
    /// - Parameters:
    ///   - now: The current time, in nanoseconds since 1970.
    ///   - seen: The time of the setting's last known write, so that the edit is later than the value that the user saw.
    /// - Returns: The edit; its time is later than that of all previous edits, even if the clock was set back.
    package func edit(_ channel: String, _ field: ConsoleField, _ value: Double, now: Int64, seen: Int64 = 0) -> ConsoleEdit {
        ConsoleEdit(last + 1, channel: channel, field: field, value: value, time: max(now, lastTime + 1, seen + 1))
    }

    /// The last edit of a setting that is pending or was applied; nil if there is none, or if the console has refused a later one.
    ///
    /// - Parameter known: The numbers of finished edits that do not count.
    package func lastEdit(of channel: String, _ field: ConsoleField, besides known: Set<Int64>) -> ConsoleEdit? {
        let decided = finished.filter { $0.outcome != .forgotten && !known.contains($0.edit.sequence) }
        let last = (decided + waiting.map { Finished(edit: $0, outcome: .applied) })
            .filter { $0.edit.channel == channel && $0.edit.field == field }.max { $0.edit.sequence < $1.edit.sequence }
        return last.flatMap { $0.outcome == .superseded ? nil : $0.edit }
    }

    /// The numbers of the finished edits.
    package var finishedNumbers: Set<Int64> { Set(finished.map(\.edit.sequence)) }

    /// Applies a record.
    package mutating func apply(_ record: ConsoleRecord) {
        switch record {
        case .client(let name, let last, let time, let address):
            client = name
            if !address.isEmpty { self.address = address }
            self.last = max(self.last, last)
            lastTime = max(lastTime, time)
        case .edit(let edit):
            guard edit.sequence > waiting.last?.sequence ?? 0 else { return }
            waiting.append(edit)
            last = max(last, edit.sequence)
            lastTime = max(lastTime, edit.time)
        case .outcome(let sequence, let outcome):
            guard let index = waiting.firstIndex(where: { $0.sequence == sequence }) else { return }
            finish(waiting.remove(at: index), outcome)
        case .confirmed(let sequence):
            for edit in waiting where edit.sequence <= sequence { finish(edit, .applied) }
            waiting.removeAll { $0.sequence <= sequence }
        }
    }

    private mutating func finish(_ edit: ConsoleEdit, _ outcome: ConsoleOutcome) {
        finished.append(Finished(edit: edit, outcome: outcome))
        if finished.count > Self.maximumFinished { finished.removeFirst(finished.count - Self.maximumFinished) }
    }

    /// The shortest list of records that yields the same queue.
    package var compacted: [ConsoleRecord] {
        [.client(client, last: last, time: lastTime, address: address)]
            + finished.flatMap { [.edit($0.edit), .outcome($0.edit.sequence, $0.outcome)] }
            + waiting.map { .edit($0) }
    }
}
