import SubdialTimeline

/// The intervals after which live activities change by themselves, in seconds.
public struct ActivityTiming: Hashable, Sendable, Codable {
    /// From the last contact until the state is stale.
    public let staleInterval: Double
    /// From the end of playback until the activity of a zone that is paused, gone or loading ends.
    public let idleTimeout: Double
    /// From the stop until the activity ends, so that the next album can continue it.
    public let stopGrace: Double
    /// From the end until the dismissal from the lock screen; at most four hours.
    public let dismissalDelay: Double
    /// The duration of the alert for a new track.
    public let alertDuration: Double

    /// Creates timings; negative and non-finite values become 0.
    ///
    /// - Parameters:
    ///   - staleInterval: 20 minutes: longer than the poll interval of 15 minutes in the background.
    ///   - idleTimeout: 8 minutes, for short interruptions. With `dismissalDelay`, a paused track is visible for 23 minutes; Apple recommends
    ///     15 to 30.
    ///   - stopGrace: 10 seconds, as long as the next track may load.
    ///   - dismissalDelay: 15 minutes, the minimum that Apple recommends.
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
