import FoundationEssentials

/// A match: its settings and its log.
///
/// The state is derived from the log alone, so that every action can be undone by removing the last line.
package struct Match: Hashable, Sendable {
    /// The maximum number of lines in a log.
    static let longestLog = 2000

    /// A line of the log.
    package struct Record: Hashable, Sendable, Codable {
        /// The id of the line; the first event of the line has it in a RefWatch file.
        package let id: UUID
        /// The time on the match's time line.
        package let date: Date
        /// The wall-clock time at that moment.
        package let wallDate: Date
        /// The action.
        package let action: MatchAction
    }

    /// The match's id.
    package let id: UUID
    /// The agreed settings.
    package let settings: MatchSettings
    /// The log, oldest line first.
    package private(set) var records: [Record] = []
    /// The state after the last line of the log.
    package private(set) var state: MatchState

    /// Makes a match that has not started.
    ///
    /// - Throws: `setting`.
    package init(_ settings: MatchSettings, id: UUID = UUID()) throws(MatchError) {
        try settings.check()
        self.id = id
        self.settings = settings
        state = MatchState(settings)
    }

    /// Applies an action.
    ///
    /// - Parameters:
    ///   - date: The time on the match's time line; a time before the last line is replaced by that line's.
    ///   - wallDate: The wall-clock time.
    /// - Throws: `refused`; the match is unchanged then.
    package mutating func apply(_ action: MatchAction, at date: Date, wallDate: Date) throws(MatchError) {
        try apply(Record(id: UUID(), date: max(date, records.last?.date ?? date), wallDate: wallDate, action: action))
    }

    private mutating func apply(_ record: Record) throws(MatchError) {
        // A match with a full log can still be ended.
        switch record.action {
        case .end, .periodEnd, .penalty: break
        default: if records.count >= Self.longestLog { throw .refused("the log is full: end the match") }
        }
        var next = state
        try next.apply(record.action, at: record.date, record: records.count, settings)
        state = next
        records.append(record)
    }

    /// Removes the last line of the log.
    ///
    /// - Returns: The line.
    /// - Throws: `nothingToUndo`.
    @discardableResult
    package mutating func undo() throws(MatchError) -> Record {
        guard let last = records.last else { throw .nothingToUndo }
        var earlier = Match(unchecked: settings, id: id)
        for record in records.dropLast() { try earlier.apply(record) }
        self = earlier
        return last
    }

    private init(unchecked settings: MatchSettings, id: UUID) {
        self.id = id
        self.settings = settings
        state = MatchState(settings)
    }
}

extension Match: Codable {
    private enum Key: String, CodingKey { case id, settings, records }

    /// Decodes a match and replays its log.
    ///
    /// - Throws: `MatchError` for settings out of range and for a log that violates the rules, or `DecodingError`.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        try self.init(values.decode(MatchSettings.self, forKey: .settings), id: values.decode(UUID.self, forKey: .id))
        for (number, record) in try values.decode([Record].self, forKey: .records).enumerated() {
            let path = "records[\(number)]"
            guard record.date.timeIntervalSinceReferenceDate.magnitude < 1e11,
                record.wallDate.timeIntervalSinceReferenceDate.magnitude < 1e11,
                records.last.map({ $0.date <= record.date }) ?? true
            else { throw MatchError.wrong(path: path, reason: "the date is out of range, or before that of the line above") }
            do {
                try apply(record)
            } catch {
                throw MatchError.wrong(path: path, reason: "\(error)")
            }
        }
    }

    /// Encodes the settings and the log.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(id, forKey: .id)
        try values.encode(settings, forKey: .settings)
        try values.encode(records, forKey: .records)
    }
}
