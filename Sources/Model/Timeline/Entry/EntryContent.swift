import FoundationEssentials
import SubdialExpressions

/// The content of an entry in the types of its kind.
///
/// Playback has typed content; that of other kinds is ``EntryFields``.
public protocol EntryContent: Hashable, Sendable {
    /// The content by the names of its kind's fields, as entry files have it.
    func fields(of entry: Entry) -> EntryFields
    /// The reader of the variables of `entry`, which has this content, at a time.
    func reader(of entry: Entry, at now: Date) -> any EntryReader
    /// The picture that defines the colours of a widget with `entry`, which has this content; nil if there is no such picture.
    func cover(of entry: Entry) -> EntryCover?
}

/// The values of an entry's names at a time.
public protocol EntryReader: Sendable {
    /// The names of this entry in addition to those of its kind.
    var openNames: [String] { get }
    /// The value of `name`: `.missing` for a known name without a value, nil for an unknown one.
    func value(of name: String) -> Value?
    /// The time at which the printed value of `name` changes by itself; nil for never.
    func nextChange(of name: String) -> Date?
    /// The constant rate of change of `name`, in units per second; nil if it is constant or changes irregularly.
    func rate(of name: String) -> Double?
}

/// Content by the names of fields: all that is known of the entries of a kind in YAML, and of the content of a file.
public struct EntryFields: EntryContent {
    /// The values; an absent one is `.missing` or omitted.
    public var values: [String: Value]
    /// The running numbers.
    public var clocks: [String: EntryClock]
    /// The pictures.
    public var pictures: [String: EntryPicture]

    /// Creates content; by default nothing is known.
    public init(values: [String: Value] = [:], clocks: [String: EntryClock] = [:], pictures: [String: EntryPicture] = [:]) {
        self.values = values
        self.clocks = clocks
        self.pictures = pictures
    }

    /// Stores a value that has the field's type.
    public mutating func set(_ value: Value, _ field: EntryField) {
        switch field.type {
        case .clock: clocks[field.name] = EntryClock(value)
        case .image: pictures[field.name] = value.isEmpty ? nil : EntryPicture(location: value.text)
        default: values[field.name] = value
        }
    }

    /// The value of a field in a file; nil for none.
    func fileValue(of field: EntryField) -> Value? {
        switch field.type {
        case .clock: clocks[field.name]?.fileValue
        case .image: (pictures[field.name]?.location).map(Value.string)
        default: values[field.name]
        }
    }

    /// This content.
    public func fields(of entry: Entry) -> EntryFields { self }

    /// A reader whose names are the fields; the value of a clock is its current number.
    public func reader(of entry: Entry, at now: Date) -> any EntryReader { FieldReader(fields: self, schema: entry.schema, now: now) }

    /// The picture of the first field with one; nil if there is neither a picture nor a work whose picture could be missing.
    public func cover(of entry: Entry) -> EntryCover? {
        guard let field = entry.schema.fields.first(where: { $0.type == .image })?.name else { return nil }
        guard pictures[field] != nil || hasWork(entry.schema) else { return nil }
        return EntryCover(pictures[field], seed: entry.subject?.name ?? entry.kind)
    }

    /// True if a field says what the picture would show: a title, an album, or a list of what has them; also for a kind without such fields.
    private func hasWork(_ schema: EntrySchema) -> Bool {
        let works = schema.fields.filter(\.namesWork)
        return works.isEmpty || works.contains { values[$0.name].map { !$0.isEmpty } ?? false }
    }
}

private struct FieldReader: EntryReader {
    let fields: EntryFields
    let schema: EntrySchema
    let now: Date

    var openNames: [String] { [] }

    func value(of name: String) -> Value? {
        if let clock = fields.clocks[name] { return .duration(clock.value(at: now)) }
        if let value = fields.values[name] { return value }
        if let picture = fields.pictures[name] { return picture.location.map(Value.string) ?? .string(picture.key) }
        return schema.fields.contains { $0.name == name } ? .missing : nil
    }

    func nextChange(of name: String) -> Date? { fields.clocks[name]?.nextSecond(after: now) }

    func rate(of name: String) -> Double? {
        guard let clock = fields.clocks[name], clock.isRunning(at: now) else { return nil }
        return clock.rate
    }
}

extension EntryField {
    /// True for a title or an album, and for a list of objects that have one.
    fileprivate var namesWork: Bool {
        if case .list(.map(let members)) = type { members.contains(where: \.namesWork) } else { ["title", "album"].contains(name) }
    }
}
