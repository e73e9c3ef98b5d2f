/// The streams to which the same elements are sent.
package typealias Listeners<Element: Sendable> = Subscribers<Void, Element>

extension Subscribers where Interest == Void {
    /// A stream of all later elements.
    ///
    /// - Parameters:
    ///   - first: An element that it receives immediately; nil for none.
    ///   - size: The number of unread elements that it keeps: the newest.
    ///   - left: Called after the subscriber has ended the stream, not after ``finish()``.
    package func stream(
        first: Element? = nil, keeping size: Int = 1, left: @escaping @Sendable () -> Void = {}
    ) -> AsyncStream<Element> {
        stream(for: (), first: first, keeping: size, left: left)
    }

    /// Adds a stream, until it ends.
    ///
    /// - Parameter limit: The maximum number of streams.
    /// - Returns: False if there are too many, or ``finish()`` was called; the stream is ended then.
    package func add(_ continuation: AsyncStream<Element>.Continuation, limit: Int = .max) -> Bool {
        add(continuation, for: (), limit: limit)
    }

    /// Sends an element to all streams.
    package func send(_ element: Element) { send { _ in element } }
}
