import SubdialBasics

/// A position in a track with the time at which it was valid.
public struct PlaybackPosition: Hashable, Sendable {
    /// Seconds from the track's start.
    public var seconds: Double
    /// The time at which the position was valid.
    public var time: SteadyDate
    /// The playback rate, 1 for normal speed.
    public var rate: Double

    /// Makes the position `seconds` into a track at `time`.
    public init(seconds: Double, time: SteadyDate, rate: Double = 1) {
        self.seconds = seconds
        self.time = time
        self.rate = rate
    }

    /// The seconds by which two equal positions can differ if they are reported in whole seconds.
    public static let wholeSecondsTolerance = 1.5
    /// The seconds by which two equal positions can differ if they are reported with decimals, because of message delays.
    public static let exactTolerance = 0.25

    /// The seconds from the track's start at `now`, 0 or more.
    ///
    /// Without `running` the position does not advance.
    public func seconds(at now: SteadyDate, running: Bool) -> Double {
        max(0, running ? seconds + (now - time) * rate : seconds)
    }

    /// This position, or the previous one if the two agree within `tolerance` seconds.
    ///
    /// Sources report whole seconds, so that each reading may be off by one; using every reading would make a progress bar jump.
    public func steadied(by previous: PlaybackPosition?, running: Bool, tolerance: Double = wholeSecondsTolerance) -> PlaybackPosition {
        guard let previous, previous.rate == rate else { return self }
        let expected = previous.seconds(at: time, running: running)
        return abs(expected - seconds) <= tolerance ? previous : self
    }
}

extension PlaybackPosition: CustomDebugStringConvertible {
    /// The position with all digits: the text breaks ties between two writers with the same stamp.
    public var debugDescription: String { "\(seconds) s at \(time.seconds) × \(rate)" }
}
