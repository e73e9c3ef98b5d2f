/// An exponential backoff between retries.
public struct Backoff: Hashable, Sendable {
    /// The delay before the first retry, in seconds.
    public var shortest: Double
    /// The maximum delay, in seconds.
    public var longest: Double

    /// - Parameters:
    ///   - shortest: The first delay; by default 2 seconds, the poll interval of a bridge.
    ///   - longest: The maximum delay; by default 60 seconds, so that a bridge that returns is found within a minute.
    public init(shortest: Double = 2, longest: Double = 60) {
        self.shortest = shortest
        self.longest = longest
    }

    /// The delay in seconds after a number of consecutive failures.
    ///
    /// - Parameters:
    ///   - failures: The number of failures, 1 or more.
    ///   - jitter: A random number of 0 to 1, which spreads the delay over its upper half, so that many bars do not retry at the same time.
    public func delay(failures: Int, jitter: Double) -> Double {
        var full = shortest
        for _ in 1..<max(2, min(failures, 32)) where full < longest { full *= 2 }
        if failures <= 1 { full = shortest }
        full = min(full, longest)
        return max(shortest, full * (0.5 + 0.5 * min(max(jitter, 0), 1)))
    }
}
