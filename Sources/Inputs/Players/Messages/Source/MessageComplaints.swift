/// Limits log messages about skipped lines: each reason is logged once, and at a limited rate.
struct MessageComplaints {
    /// The number of reasons that may be logged in immediate succession.
    static let burst = 8
    /// The interval after which one more may be logged.
    static let interval = Duration.seconds(10)
    /// The number of reasons that are remembered.
    private static let capacity = 64

    private var known: [MessageError] = []
    private var room = Double(burst)
    private var lastLook: ContinuousClock.Instant?
    /// The number of lines skipped without a log message since the last one.
    private var silent = 0
    /// The error in the first skipped line; nil if there is none.
    private(set) var first: String?

    /// Records a skipped line.
    ///
    /// - Parameter now: The current time, for the rate limit.
    /// - Returns: The log message, on one line; nil if nothing is to be logged.
    mutating func take(_ error: MessageError, at place: MessageLines.Place, of address: MessageFileAddress, now: ContinuousClock.Instant)
        -> String?
    {
        if first == nil { first = "\(place): \(error)" }
        room = min(Double(Self.burst), room + (lastLook.map { (now - $0) / Self.interval } ?? 0))
        lastLook = now
        guard !known.contains(error), room >= 1 else {
            silent += 1
            return nil
        }
        room -= 1
        known.append(error)
        if known.count > Self.capacity { known.removeFirst() }
        defer { silent = 0 }
        let others = silent == 0 ? "" : "; \(silent) more before it were skipped"
        return "\(place) of \(address) is skipped: \(error)\(others)"
    }
}
