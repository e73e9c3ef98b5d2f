import FoundationEssentials

/// The first moment at which something that has been evaluated comes out otherwise by itself.
///
/// Whatever reads the clock notes here when it will come out otherwise, in the code that makes its value: a text and the time of its next
/// change cannot disagree. Too early is allowed, too late is not.
public final class NextChange {
    /// The earliest moment noted; nil where nothing changes by itself.
    public private(set) var date: Date?

    /// Makes a note in which nothing changes by itself.
    public init() {}

    /// Notes a moment; nil for no change.
    public func note(_ moment: Date?) {
        guard let moment else { return }
        date = date.map { min($0, moment) } ?? moment
    }

    /// Returns the noted moment and forgets it.
    func take() -> Date? {
        defer { date = nil }
        return date
    }
}
