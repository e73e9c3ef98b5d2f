import Synchronization

/// The unread messages of one reader, limited by number and bytes; the oldest are discarded.
final class MQTTInbox: Sendable {
    /// The maximum size of the unread payloads, in bytes.
    static let maximumBytes = 16 << 20

    private struct State {
        /// The messages; those before `first` have been read.
        var messages: [MQTTMessage] = []
        var first = 0
        var bytes = 0
        var isFinished = false
        var reader: CheckedContinuation<MQTTMessage?, Never>?

        var count: Int { messages.count - first }

        mutating func take() -> MQTTMessage? {
            guard count > 0 else { return nil }
            let message = messages[first]
            // The stored copy releases its payload.
            messages[first].payload = []
            first += 1
            bytes -= message.payload.count
            // Read messages are removed in batches, because each removal moves the rest.
            if first == messages.count || first >= 1024 {
                messages.removeFirst(first)
                first = 0
            }
            return message
        }
    }

    private let maximumCount: Int
    private let state = Mutex(State())

    /// - Parameter maximumCount: The maximum number of unread messages.
    init(_ maximumCount: Int) { self.maximumCount = max(1, maximumCount) }

    /// Adds a message; one that exceeds the byte limit alone is kept as the only one.
    func add(_ message: MQTTMessage) {
        let reader = state.withLock { state -> CheckedContinuation<MQTTMessage?, Never>? in
            guard !state.isFinished else { return nil }
            if let reader = state.reader {
                state.reader = nil
                return reader
            }
            state.messages.append(message)
            state.bytes += message.payload.count
            while state.count > 1, state.count > maximumCount || state.bytes > Self.maximumBytes { _ = state.take() }
            return nil
        }
        reader?.resume(returning: message)
    }

    /// The next message; nil after the inbox is finished and empty.
    func next() async -> MQTTMessage? {
        await withCheckedContinuation { continuation in
            let answer = state.withLock { state -> MQTTMessage?? in
                if let message = state.take() { return .some(message) }
                // Only one reader is supported: a second one gets nil.
                guard !state.isFinished, state.reader == nil else { return .some(nil) }
                state.reader = continuation
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    /// Accepts no more messages.
    ///
    /// - Parameter isCancelled: True to discard the unread ones.
    func finish(isCancelled: Bool = false) {
        let reader = state.withLock { state in
            state.isFinished = true
            if isCancelled { (state.messages, state.first, state.bytes) = ([], 0, 0) }
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: nil)
    }

    /// The messages as a stream; `end` is called after the stream is released.
    func stream(_ end: @escaping @Sendable () -> Void) -> AsyncStream<MQTTMessage> {
        let reading = Reading(self, end)
        return AsyncStream {
            await reading.inbox.next()
        } onCancel: { [weak self] in
            self?.finish(isCancelled: true)
        }
    }

    /// Calls `end` when the stream is released.
    private final class Reading: Sendable {
        let inbox: MQTTInbox
        private let end: @Sendable () -> Void

        init(_ inbox: MQTTInbox, _ end: @escaping @Sendable () -> Void) { (self.inbox, self.end) = (inbox, end) }

        deinit {
            inbox.finish(isCancelled: true)
            end()
        }
    }
}
