import FoundationEssentials

/// A place in a track, and the moment at which it was there.
public struct PlaybackPosition: Hashable, Sendable, Codable {
    /// Seconds from the track's start.
    public var seconds: Double
    /// The moment at which the track was there.
    public var date: Date
    /// Seconds of music in a second; 1 but for players that can go faster.
    public var rate: Double

    /// Makes the position `seconds` into a track at `date`.
    public init(seconds: Double, date: Date, rate: Double = 1) {
        self.seconds = seconds
        self.date = date
        self.rate = rate
    }

    /// Seconds by which two positions differ that were told in whole seconds, and may be the same.
    public static let wholeSecondsTolerance = 1.5
    /// Seconds by which two positions differ that were told with decimals, and are the same: what the way of a message takes.
    public static let exactTolerance = 0.25

    /// Seconds from the track's start at `now`, 0 or more.
    ///
    /// A position that does not run stays where it was.
    public func seconds(at now: Date, running: Bool) -> Double {
        max(0, running ? seconds + now.timeIntervalSince(date) * rate : seconds)
    }

    /// This position, or the one shown before where the two tell the same within `tolerance` seconds.
    ///
    /// Sources tell whole seconds, so that each reading is off by up to one: taking each as it comes would make a progress line stutter.
    public func steadied(by previous: PlaybackPosition?, running: Bool, tolerance: Double = wholeSecondsTolerance) -> PlaybackPosition {
        guard let previous, previous.rate == rate else { return self }
        let expected = previous.seconds(at: date, running: running)
        return abs(expected - seconds) <= tolerance ? previous : self
    }
}

extension PlaybackPosition: CustomDebugStringConvertible {
    /// All of it to the last digit, where a date by itself prints whole seconds: two writers of one moment are told apart by this text.
    public var debugDescription: String { "\(seconds) s at \(date.timeIntervalSinceReferenceDate) × \(rate)" }
}
