/// Notices that more events come than anybody needs.
struct EventFlood {
    /// Bytes in a second that are no flood.
    let rate: Int
    private var began = ContinuousClock.now
    private var count = 0

    init(rate: Int) { self.rate = rate }

    /// Counts bytes that came.
    ///
    /// - Returns: How long to leave the rest unread; nil where there is no flood.
    mutating func take(_ bytes: Int, at now: ContinuousClock.Instant) -> Duration? {
        if now - began >= .seconds(1) { (began, count) = (now, 0) }
        count += bytes
        guard count > rate else { return nil }
        let rest = Duration.seconds(1) - (now - began)
        (began, count) = (now + rest, 0)
        return rest
    }
}
