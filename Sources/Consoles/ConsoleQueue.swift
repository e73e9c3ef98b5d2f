/// The edits of a client: those that wait, and what became of the last others.
public struct ConsoleQueue: Hashable, Sendable {
    /// An edit that waits no more.
    public struct Finished: Hashable, Sendable {
        /// The edit.
        public var edit: ConsoleEdit
        /// The outcome.
        public var outcome: ConsoleOutcome
    }

    /// The most edits that may wait.
    public static let maximumWaiting = 10_000
    /// The most that are remembered of those that wait no more.
    static let maximumFinished = 64

    /// The client's name, which is never another client's; empty before there is one.
    public private(set) var client = ""
    /// The number of the last edit that there ever was.
    public private(set) var last: Int64 = 0
    /// The time of the last edit.
    private var lastTime: Int64 = 0
    /// Edits that the console has not confirmed, in their order.
    public private(set) var waiting: [ConsoleEdit] = []
    /// Edits that wait no more, the last ones, in the order in which they were finished.
    public private(set) var finished: [Finished] = []

    /// Makes a queue of a client that has no name yet.
    public init() {}

    /// Makes the queue that records tell of.
    public init(_ records: some Sequence<ConsoleRecord>) { for record in records { apply(record) } }

    /// The edit that comes next.
    ///
    /// - Parameters:
    ///   - now: The present, in nanoseconds since 1970.
    ///   - seen: When the setting was last written as far as the editor knows: whoever has seen a value edits it later.
    /// - Returns: The edit, later than all before it even where the clock was set back.
    public func edit(_ channel: String, _ field: ConsoleField, _ value: Double, now: Int64, seen: Int64 = 0) -> ConsoleEdit {
        ConsoleEdit(last + 1, channel: channel, field: field, value: value, time: max(now, lastTime + 1, seen + 1))
    }

    /// The value that the edits give a setting: those that wait, and those that were applied since an earlier reading of the queue.
    ///
    /// - Returns: The value of the last one; nil where there is none.
    public func value(of channel: String, _ field: ConsoleField, after earlier: ConsoleQueue) -> Double? {
        let known = Set(earlier.finished.map(\.edit.sequence))
        let applied = finished.lazy.filter { $0.outcome == .applied && !known.contains($0.edit.sequence) }.map(\.edit)
        return (Array(applied) + waiting).filter { $0.channel == channel && $0.field == field }.max { $0.sequence < $1.sequence }?.value
    }

    /// Takes a record.
    public mutating func apply(_ record: ConsoleRecord) {
        switch record {
        case .client(let name, let last, let time):
            client = name
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

    /// The records that say the same in fewer lines.
    public var compacted: [ConsoleRecord] {
        [.client(client, last: last, time: lastTime)]
            + finished.flatMap { [.edit($0.edit), .outcome($0.edit.sequence, $0.outcome)] }
            + waiting.map { .edit($0) }
    }
}
