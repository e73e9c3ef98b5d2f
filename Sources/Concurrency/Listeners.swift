import Synchronization

/// The streams to which the same elements are sent.
public final class Listeners<Element: Sendable>: Sendable {
    private struct State {
        var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
        var next = 0
        var isFinished = false
    }

    private let state = Mutex(State())

    /// Makes a list without streams.
    public init() {}

    /// The number of open streams.
    public var count: Int { state.withLock { $0.continuations.count } }

    /// A stream of all later elements.
    ///
    /// - Parameter size: The number of unread elements that it keeps: the newest.
    public func stream(keeping size: Int = 1) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream<Element>.makeStream(bufferingPolicy: .bufferingNewest(size))
        _ = add(continuation)
        return stream
    }

    /// Adds a stream, until it ends.
    ///
    /// - Parameter limit: The maximum number of streams.
    /// - Returns: False if there are too many, or ``finish()`` was called; the stream is ended then.
    public func add(_ continuation: AsyncStream<Element>.Continuation, limit: Int = .max) -> Bool {
        let number = state.withLock { state -> Int? in
            guard !state.isFinished, state.continuations.count < limit else { return nil }
            state.next += 1
            state.continuations[state.next] = continuation
            return state.next
        }
        guard let number else {
            continuation.finish()
            return false
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.continuations.removeValue(forKey: number) }
        }
        return true
    }

    /// Sends an element to all streams.
    public func send(_ element: Element) {
        state.withLock { state in
            for continuation in state.continuations.values { continuation.yield(element) }
        }
    }

    /// Ends all streams, and those that are added later.
    public func finish() {
        let continuations = state.withLock { state in
            state.isFinished = true
            defer { state.continuations = [:] }
            return state.continuations
        }
        // Not within the lock, which the end of a stream takes.
        for continuation in continuations.values { continuation.finish() }
    }
}
