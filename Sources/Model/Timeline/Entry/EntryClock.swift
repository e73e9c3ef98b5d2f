import FoundationEssentials

/// A running number: the position in a track, the minute of a match, a countdown.
public struct EntryClock: Hashable, Sendable {
    /// The time at which the number was ``value``.
    public var anchor: Date
    /// The number at ``anchor``, in seconds.
    public var value: Double
    /// The rate per second: 1 counts up, −1 down, 0 is stopped.
    public var rate: Double
    /// The bounds at which the number stops; nil for none.
    public var minimum: Double?, maximum: Double?

    /// Creates a clock; without bounds it runs indefinitely.
    public init(anchor: Date, value: Double, rate: Double = 1, minimum: Double? = nil, maximum: Double? = nil) {
        self.anchor = anchor
        self.value = value
        self.rate = rate
        self.minimum = minimum
        self.maximum = maximum
    }

    /// The number at `now`, rounded to microseconds and limited to its bounds.
    ///
    /// Before ``anchor``, it is constant.
    public func value(at now: Date) -> Double {
        let running = rate == 0 ? value : value + rate * max(0, now.timeIntervalSince(anchor))
        return bounded(running).wholeMicroseconds
    }

    /// True if the number is changing at `now`.
    public func isRunning(at now: Date) -> Bool {
        guard rate != 0 else { return false }
        let value = value(at: now)
        return rate > 0 ? maximum.map { value < $0 } ?? true : minimum.map { value > $0 } ?? true
    }

    /// The next time after `now` at which the displayed second changes; nil for a stopped clock.
    public func nextSecond(after now: Date) -> Date? {
        guard isRunning(at: now) else { return nil }
        let value = value(at: now)
        let next = rate > 0 ? value.rounded(.down) + 1 : value.rounded(.up) - 1
        // A clock that counts down displays the next lower second immediately after a whole one.
        return moment(of: rate > 0 ? next : value == value.rounded() ? value - 1e-6 : next - 1e-6, after: now)
    }

    /// The time at which the number reaches `target`; at least a millisecond after `now`.
    private func moment(of target: Double, after now: Date) -> Date? {
        let moment = anchor.addingTimeInterval((target - value) / rate)
        return moment > now ? moment : now.addingTimeInterval(1e-3)
    }

    private func bounded(_ number: Double) -> Double {
        min(max(number, minimum ?? -.infinity), max(maximum ?? .infinity, minimum ?? -.infinity))
    }
}
