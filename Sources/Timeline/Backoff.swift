/// How long to wait before the next try, the longer the more have failed.
public struct Backoff: Hashable, Sendable {
    /// Seconds before the second try.
    public var shortest: Double
    /// Seconds that no wait exceeds.
    public var longest: Double

    /// - Parameters:
    ///   - shortest: 2 seconds for a bridge: as long as between two polls.
    ///   - longest: 60 seconds, so that a bridge that comes back is seen within a minute.
    public init(shortest: Double = 2, longest: Double = 60) {
        self.shortest = shortest
        self.longest = longest
    }

    /// Seconds to wait after `failures` tries in a row have failed.
    ///
    /// - Parameters:
    ///   - failures: 1 or more.
    ///   - jitter: 0 to 1, at random: spreads the wait over its upper half, so that many bars do not come back in step.
    public func delay(failures: Int, jitter: Double) -> Double {
        var full = shortest
        for _ in 1..<max(2, min(failures, 32)) where full < longest { full *= 2 }
        if failures <= 1 { full = shortest }
        full = min(full, longest)
        return max(shortest, full * (0.5 + 0.5 * min(max(jitter, 0), 1)))
    }
}
