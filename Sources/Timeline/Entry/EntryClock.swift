import FoundationEssentials

/// A number that runs: a track's position, a match's minute, a countdown.
public struct EntryClock: Hashable, Sendable {
    /// The moment at which the number was ``value``.
    public var anchor: Date
    /// The number at ``anchor``, in seconds.
    public var value: Double
    /// Seconds that the number gains in a second: 1 counts up, −1 down, 0 stands still.
    public var rate: Double
    /// The bounds at which the number stops; nil where it has none.
    public var minimum: Double?, maximum: Double?

    /// Makes a clock; without bounds it runs for ever.
    public init(anchor: Date, value: Double, rate: Double = 1, minimum: Double? = nil, maximum: Double? = nil) {
        self.anchor = anchor
        self.value = value
        self.rate = rate
        self.minimum = minimum
        self.maximum = maximum
    }

    /// The number at `now`, to the microsecond, within its bounds.
    ///
    /// Before ``anchor`` it stands still.
    public func value(at now: Date) -> Double {
        let running = rate == 0 ? value : value + rate * max(0, now.timeIntervalSince(anchor))
        return bounded(running).wholeMicroseconds
    }

    /// True where the number is another a moment after `now`.
    public func isRunning(at now: Date) -> Bool {
        guard rate != 0 else { return false }
        let value = value(at: now)
        return rate > 0 ? maximum.map { value < $0 } ?? true : minimum.map { value > $0 } ?? true
    }

    /// The first moment after `now` at which the number has another whole second; nil where it stands still.
    public func nextSecond(after now: Date) -> Date? {
        guard isRunning(at: now) else { return nil }
        let value = value(at: now)
        let next = rate > 0 ? value.rounded(.down) + 1 : value.rounded(.up) - 1
        // A clock that counts down shows another second as soon as it has left a whole one.
        return moment(of: rate > 0 ? next : value == value.rounded() ? value - 1e-6 : next - 1e-6, after: now)
    }

    /// The moment at which the number is `target`, where it is still to come.
    private func moment(of target: Double, after now: Date) -> Date? {
        let moment = anchor.addingTimeInterval((target - value) / rate)
        return moment > now ? moment : now.addingTimeInterval(1e-3)
    }

    private func bounded(_ number: Double) -> Double {
        min(max(number, minimum ?? -.infinity), max(maximum ?? .infinity, minimum ?? -.infinity))
    }

    /// The clock with its anchor `seconds` later.
    func dated(later seconds: Double) -> EntryClock {
        var clock = self
        clock.anchor.addTimeInterval(seconds)
        return clock
    }
}
