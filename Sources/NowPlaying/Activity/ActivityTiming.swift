import Timeline

/// How long live activities wait before they do something by themselves, in seconds.
public struct ActivityTiming: Hashable, Sendable, Codable {
    /// From the last contact until the state counts as stale.
    public let staleInterval: Double
    /// From the last sound until the activity of a zone that is paused, gone or forever loading ends.
    public let idleTimeout: Double
    /// From the stop until the activity ends, so that the next album can begin in the same one.
    public let stopGrace: Double
    /// From the end until it leaves the lock screen; more than four hours count as four.
    public let dismissalDelay: Double
    /// How long the Dynamic Island tells of another track.
    public let alertDuration: Double

    /// Makes timings; what is negative or no number counts as 0.
    ///
    /// - Parameters:
    ///   - staleInterval: 20 minutes: longer than the 15 between two questions while nobody is known to look.
    ///   - idleTimeout: 8 minutes: a call at the door, not a meal. With `dismissalDelay` a paused track can be seen for 23 minutes, and
    ///     Apple recommends 15 to 30.
    ///   - stopGrace: 10 seconds, as long as the next track may load.
    ///   - dismissalDelay: 15 minutes, the least that Apple recommends.
    ///   - alertDuration: 5 seconds; 0 for no alerts.
    public init(
        staleInterval: Double = 20 * 60, idleTimeout: Double = 8 * 60, stopGrace: Double = 10, dismissalDelay: Double = 15 * 60,
        alertDuration: Double = 5
    ) {
        func seconds(_ value: Double) -> Double { value.isFinite ? max(0, value) : 0 }
        self.staleInterval = seconds(staleInterval)
        self.idleTimeout = seconds(idleTimeout)
        self.stopGrace = seconds(stopGrace)
        self.dismissalDelay = seconds(dismissalDelay)
        self.alertDuration = seconds(alertDuration)
    }
}
