import Synchronization

/// The undelivered news of a connection: the last mixer, and the highest peaks.
final class PulseInbox: Sendable {
    /// News of a connection.
    struct News: Sendable {
        /// The mixer after its last change; nil without a change.
        var mixer: Mixer?
        /// The highest amplitude of each channel that is not silent, by channel id; 1 for full scale.
        var peaks: [String: Double] = [:]
        /// The reason why the connection has ended; nil while it is open.
        var error: PulseError?
    }

    private let news = Mutex(News())
    private let continuation: AsyncStream<Void>.Continuation
    /// Yields an element whenever there is news; for a single reader.
    let arrivals: AsyncStream<Void>

    init() { (arrivals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// Updates the news and wakes the reader.
    func put(_ change: (inout News) -> Void) {
        news.withLock { change(&$0) }
        continuation.yield()
    }

    /// Wakes the reader without news.
    func poke() { continuation.yield() }

    /// Returns the news since the last call.
    func take() -> News {
        news.withLock { news in
            defer { news = News() }
            return news
        }
    }
}
