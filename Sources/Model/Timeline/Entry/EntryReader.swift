import FoundationEssentials
import SubdialExpressions

/// The values of an entry's names at a time.
public protocol EntryReader: Sendable {
    /// The value of `name`: `.missing` for a known name without a value, nil for an unknown one.
    func value(of name: String) -> Value?
    /// The time at which the printed value of `name` changes by itself; nil for never.
    func nextChange(of name: String) -> Date?
    /// The constant rate of change of `name`, in units per second; nil if it is constant or changes irregularly.
    func rate(of name: String) -> Double?
}

/// Reads entries whose names are their fields; the value of a clock is its current number.
struct FieldReader: EntryReader {
    private let entry: Entry
    private let now: Date

    init(_ entry: Entry, at now: Date) {
        self.entry = entry
        self.now = now
    }

    /// The names defined by fields.
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
