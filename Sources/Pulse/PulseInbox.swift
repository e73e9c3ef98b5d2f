import Mixers
import Synchronization

/// The news of a connection that nobody has taken yet: of mixers the last counts, of peaks the highest.
final class PulseInbox: Sendable {
    /// News of a connection.
    struct News: Sendable {
        /// The mixer after its last change; nil where it has not changed.
        var mixer: Mixer?
        /// The highest amplitude of each channel in which anything was heard, by the channel's id: 1 for full scale.
        var peaks: [String: Double] = [:]
        /// The reason why the connection has ended; nil while it has not.
        var error: PulseError?
    }

    private let news = Mutex(News())
    private let continuation: AsyncStream<Void>.Continuation
    /// An element whenever there is something to take; for one reader.
    let arrivals: AsyncStream<Void>

    init() { (arrivals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// Adds to the news, and wakes the reader.
    func put(_ change: (inout News) -> Void) {
        news.withLock { change(&$0) }
        continuation.yield()
    }

    /// Wakes the reader though there is no news.
    func poke() { continuation.yield() }

    /// The news since the last call.
    func take() -> News {
        news.withLock { news in
            defer { news = News() }
            return news
        }
    }
}
