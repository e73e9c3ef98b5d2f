import FoundationEssentials

/// The pace of a feed's lines: the first change of a row gives a line at once, and what follows it gives one line more.
///
/// It reads no clock. What changes by itself, such as a position, has no part in it.
public struct LinePace: Hashable, Sendable {
    /// The least seconds from a line to the next: levels of sound give 15 lines a second.
    public static let rest = 1.0 / 15
    /// The most seconds from the first line of a row to the next one, while changes come without end.
    public static let longestRest = 2.0 / 15
    /// The least seconds from a look at a change that gave no line to the next look.
    static let lookRest = 1.0 / 60
    /// The changes within a rest that make a burst.
    static let burst = 3
    /// The seconds without a change that end a burst.
    static let quiet = 0.03

    /// When a line may follow at the earliest; nil before the first.
    private var earliest: Date?
    /// The time until which a burst may put off the second line of a row; nil for other lines.
    private var latest: Date?
    private var changes = 0
    private var first = Date.distantPast
    private var newest = Date.distantPast

    /// Makes the pace of a feed that has no line yet.
    public init() {}

    /// Takes note of changes that have come by `now`.
    public mutating func note(_ count: Int = 1, at now: Date) {
        guard count > 0 else { return }
        if changes == 0 { first = now }
        newest = now
        changes += count
    }

    /// When the changes are to be looked at; nil where there are none.
    public var due: Date? {
        guard changes > 0 else { return nil }
        guard let earliest, first < earliest else { return first }
        guard let latest, changes >= Self.burst else { return earliest }
        return max(earliest, min(newest.addingTimeInterval(Self.quiet), latest))
    }

    /// Takes note that all changes so far have been looked at.
    ///
    /// - Parameter isLine: True where they gave another line.
    public mutating func look(at now: Date, isLine: Bool) {
        guard changes > 0 else { return }
        let isFirst = earliest.map { first >= $0 } ?? true
        earliest = now.addingTimeInterval(isLine ? Self.rest : Self.lookRest)
        latest = isLine && isFirst ? now.addingTimeInterval(Self.longestRest) : nil
        changes = 0
    }
}
