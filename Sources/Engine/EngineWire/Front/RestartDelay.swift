/// The delay before a feed looks for an engine again, which prevents rapid restarts of an engine that fails at startup.
package struct RestartDelay: Sendable {
    /// The lifetime in milliseconds after which an engine counts as sound: the next one starts without delay.
    package static let soundAfter = 10_000
    /// The maximum delay, in milliseconds.
    private static let longest = 30_000
    private static let shortest = 250

    private var next = 0

    /// Starts without a delay.
    package init() {}

    /// The delay in milliseconds after a connection that lasted `lasted` milliseconds.
    ///
    /// The first delay is 0, the second 250; each further one doubles, up to ``longest``.
    package mutating func delay(afterLasting lasted: Int) -> Int {
        if lasted >= Self.soundAfter { next = 0 }
        defer { next = min(max(next * 2, Self.shortest), Self.longest) }
        return next
    }
}
