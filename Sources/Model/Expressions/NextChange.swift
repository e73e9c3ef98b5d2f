import FoundationEssentials

/// The earliest time at which an evaluated result changes by itself.
///
/// The code that computes a value from the clock also records the time of its next change, so that both are consistent. A recorded time may be
/// too early, but not too late.
public final class NextChange {
    /// The earliest recorded time; nil if nothing changes by itself.
    public private(set) var date: Date?

    /// Creates an empty record.
    public init() {}

    /// Records a time; nil for no change.
    public func record(_ moment: Date?) {
        guard let moment else { return }
        date = date.map { min($0, moment) } ?? moment
    }

    /// Returns the recorded time and clears it.
    func removeDate() -> Date? {
        defer { date = nil }
        return date
    }
}
