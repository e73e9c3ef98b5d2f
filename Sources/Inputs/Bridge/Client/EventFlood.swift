/// Detects events above a maximum rate.
struct EventFlood {
    /// The maximum rate in bytes per second.
    let rate: Int
    private var began = ContinuousClock.now
    private var count = 0

    init(rate: Int) { self.rate = rate }

    /// Counts received bytes.
    ///
    /// - Returns: The time to stop reading; nil if the rate is not exceeded.
    mutating func take(_ bytes: Int, at now: ContinuousClock.Instant) -> Duration? {
        if now - began >= .seconds(1) { (began, count) = (now, 0) }
        count += bytes
        guard count > rate else { return nil }
        let rest = Duration.seconds(1) - (now - began)
        (began, count) = (now + rest, 0)
        return rest
    }
}
