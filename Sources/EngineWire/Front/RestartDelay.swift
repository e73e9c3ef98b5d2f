/// How long a feed waits before it looks for an engine again, so that an engine which ends at once is not started over and over.
public struct RestartDelay: Sendable {
    /// An engine that lasted this long, in milliseconds, is sound: the next is started without delay.
    public static let soundAfter = 10_000
    /// The longest delay, in milliseconds.
    public static let longest = 30_000
    private static let shortest = 250

    private var next = 0

    /// A delay of nothing, at first.
    public init() {}

    /// The delay in milliseconds after a connection that lasted `lasted` milliseconds: none, then from a quarter of a second doubling to
    /// ``longest``.
    public mutating func delay(afterLasting lasted: Int) -> Int {
        if lasted >= Self.soundAfter { next = 0 }
        defer { next = min(max(next * 2, Self.shortest), Self.longest) }
        return next
    }
}
