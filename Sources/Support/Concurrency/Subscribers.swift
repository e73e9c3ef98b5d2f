import Synchronization

/// The streams of subscribers, each with an interest that determines what is sent to it.
package final class Subscribers<Interest: Sendable, Element: Sendable>: Sendable {
    private struct Subscriber {
        let interest: Interest
        let continuation: AsyncStream<Element>.Continuation
    }

    private struct State {
        var subscribers: [Int: Subscriber] = [:]
        var next = 0
        var isFinished = false
    }

    private let state = Mutex(State())

    /// Makes a list without streams.
    package init() {}

    /// The number of open streams.
    package var count: Int { state.withLock { $0.subscribers.count } }

    /// True if there are no open streams.
    package var isEmpty: Bool { count == 0 }

    /// The interests of the open streams, in no particular order.
    package var interests: [Interest] { state.withLock { $0.subscribers.values.map(\.interest) } }

    /// A stream of all later elements.
    ///
    /// - Parameters:
    ///   - first: An element that it receives immediately; nil for none.
    ///   - size: The number of unread elements that it keeps: the newest.
    ///   - left: Called after the subscriber has ended the stream, not after ``finish()``.
    package func stream(
        for interest: Interest, first: Element? = nil, keeping size: Int = 1, left: @escaping @Sendable () -> Void = {}
    ) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream<Element>.makeStream(bufferingPolicy: .bufferingNewest(size))
        if let first { continuation.yield(first) }
        _ = add(continuation, for: interest, left: left)
        return stream
    }

    /// Adds a stream, until it ends.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of streams.
    ///   - left: Called after the subscriber has ended the stream, not after ``finish()``.
    /// - Returns: False if there are too many, or ``finish()`` was called; the stream is ended then.
    package func add(
        _ continuation: AsyncStream<Element>.Continuation, for interest: Interest, limit: Int = .max,
        left: @escaping @Sendable () -> Void = {}
    ) -> Bool {
        let number = state.withLock { state -> Int? in
            guard !state.isFinished, state.subscribers.count < limit else { return nil }
            state.next += 1
            state.subscribers[state.next] = Subscriber(interest: interest, continuation: continuation)
            return state.next
        }
        guard let number else {
            continuation.finish()
            return false
        }
        continuation.onTermination = { [weak self] _ in
            // The closure is called without the lock, so that it can use the list.
            if self?.remove(number) == true { left() }
        }
        return true
    }

    /// Sends to each stream the element for its interest, and nothing to those for which `element` returns nil.
    ///
    /// Calls must follow each other, so that no subscriber receives an older element last.
    package func send(_ element: (Interest) -> Element?) {
        // Not within the lock: resuming a task takes the lock of the task, and the cancellation of the task takes both in the other order.
        for subscriber in state.withLock({ $0.subscribers }).values {
            if let element = element(subscriber.interest) { subscriber.continuation.yield(element) }
        }
    }

    /// Ends all streams, and those that are added later.
    package func finish() {
        let subscribers = state.withLock { state in
            state.isFinished = true
            defer { state.subscribers = [:] }
            return state.subscribers
        }
        // Not within the lock, which the end of a stream takes.
        for subscriber in subscribers.values { subscriber.continuation.finish() }
    }

    private func remove(_ number: Int) -> Bool {
        // The stream is released without the lock.
        let removed = state.withLock { $0.subscribers.removeValue(forKey: number) }
        return removed != nil
    }
}
