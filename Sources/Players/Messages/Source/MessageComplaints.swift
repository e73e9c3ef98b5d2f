/// Decides which of the lines that are skipped are told: each reason once, and few in a short time.
struct MessageComplaints {
    /// Reasons that may be told one right after the other.
    static let burst = 8
    /// After how long another one may be told.
    static let interval = Duration.seconds(10)
    /// Reasons that are remembered.
    private static let capacity = 64

    private var known: [MessageError] = []
    private var room = Double(burst)
    private var lastLook: ContinuousClock.Instant?
    /// Lines that were skipped silently since the last one that was told.
    private var silent = 0
    /// What was wrong with the first line that was skipped; nil where none was.
    private(set) var first: String?

    /// Takes a line that is skipped.
    ///
    /// - Parameter now: The present, which decides how much is told.
    /// - Returns: What to tell, on one line; nil where nothing is.
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
