import Expressions
import FoundationEssentials

/// What the names of an entry stand for at a moment.
public protocol EntryReader: Sendable {
    /// The value of `name`: `.missing` where it is known but has no value, nil where there is no such name.
    func value(of name: String) -> Value?
    /// When the value of `name` prints otherwise by itself; nil where it never does.
    func nextChange(of name: String) -> Date?
    /// How fast the value of `name` grows, in units a second; nil where it stands still, or does not grow evenly.
    func rate(of name: String) -> Double?
}

/// Reads entries that are just their fields: a field by its name, a clock by its own and those of its parts.
struct FieldReader: EntryReader {
    private let entry: Entry
    private let now: Date

    init(_ entry: Entry, at now: Date) {
        self.entry = entry
        self.now = now
    }

    /// The names that fields give.
    static func names(of fields: [EntryField]) -> [EntrySchema.Name] { fields.map { EntrySchema.Name($0.name) } }

    func value(of name: String) -> Value? {
        if let clock = entry.clocks[name] { return .duration(clock.value(at: now)) }
        if let value = entry.values[name] { return value }
        if let picture = entry.pictures[name] { return picture.location.map(Value.string) ?? .string(picture.key) }
        return entry.schema.fields.contains { $0.name == name } ? .missing : nil
    }

    func nextChange(of name: String) -> Date? { entry.clocks[name]?.nextSecond(after: now) }

    func rate(of name: String) -> Double? {
        guard let clock = entry.clocks[name], clock.isRunning(at: now) else { return nil }
        return clock.rate
    }
}
