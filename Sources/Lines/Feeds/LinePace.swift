import SubdialBasics

/// The rate limit of a feed's lines: the first change of a series results in a line at once, and the changes that follow it in one more line.
///
/// It reads no clock. Values that change with time, such as a position, are not counted.
package struct LinePace: Hashable, Sendable {
    /// The minimum seconds between two lines; for audio levels, 15 lines per second.
    package static let rest = 1.0 / 15
    /// The maximum seconds between the first line of a series and the next one, while changes continue.
    package static let longestRest = 2.0 / 15
    /// The minimum seconds between two checks, if the first one resulted in no line.
    private static let lookRest = 1.0 / 60
    /// The number of changes that make a burst.
    private static let burst = 3
    /// The seconds without a change that end a burst.
    private static let quiet = 0.03

    /// The earliest time of the next line; nil before the first one.
    private var earliest: SteadyDate?
    /// The time until which a burst may delay the second line of a series; nil for other lines.
    private var latest: SteadyDate?
    private var changes = 0
    private var first = SteadyDate.distantPast
    private var newest = SteadyDate.distantPast

    /// Creates the rate limit of a feed without lines.
    package init() {}

    /// Counts changes that happened by `now`.
    package mutating func record(_ count: Int = 1, at now: SteadyDate) {
        guard count > 0 else { return }
        if changes == 0 { first = now }
        newest = now
        changes += count
    }

    /// The time at which to check the changes; nil if there are none.
    package var due: SteadyDate? {
        guard changes > 0 else { return nil }
        guard let earliest, first < earliest else { return first }
        guard let latest, changes >= Self.burst else { return earliest }
        return max(earliest, min(newest + Self.quiet, latest))
    }

    /// Marks all changes so far as checked.
    ///
    /// - Parameter isLine: True if they resulted in a line.
    package mutating func update(at now: SteadyDate, isLine: Bool) {
        guard changes > 0 else { return }
        let isFirst = earliest.map { first >= $0 } ?? true
        earliest = now + (isLine ? Self.rest : Self.lookRest)
        latest = isLine && isFirst ? now + Self.longestRest : nil
        changes = 0
    }
}
