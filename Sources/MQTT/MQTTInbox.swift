import Synchronization

/// The messages that wait for one reader, bounded by their number and by their bytes: the oldest are lost.
final class MQTTInbox: Sendable {
    /// The most bytes of payloads that wait.
    static let maximumBytes = 16 << 20

    private struct State {
        /// The messages; those before `first` were taken.
        var messages: [MQTTMessage] = []
        var first = 0
        var bytes = 0
        var isFinished = false
        var reader: CheckedContinuation<MQTTMessage?, Never>?

        var count: Int { messages.count - first }

        mutating func take() -> MQTTMessage? {
            guard count > 0 else { return nil }
            let message = messages[first]
            // The payload goes with its message.
            messages[first].payload = []
            first += 1
            bytes -= message.payload.count
            // The room of taken messages is freed now and then: moving all for each message would take long.
            if first == messages.count || first >= 1024 {
                messages.removeFirst(first)
                first = 0
            }
            return message
        }
    }

    private let maximumCount: Int
    private let state = Mutex(State())

    /// - Parameter maximumCount: The most messages that wait.
    init(_ maximumCount: Int) { self.maximumCount = max(1, maximumCount) }

    /// Adds a message; one that is larger than all may be waits alone.
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

    /// The next message; nil once it is finished and none waits.
    func next() async -> MQTTMessage? {
        await withCheckedContinuation { continuation in
            let answer = state.withLock { state -> MQTTMessage?? in
                if let message = state.take() { return .some(message) }
                // There is one reader: another one finds the end.
                guard !state.isFinished, state.reader == nil else { return .some(nil) }
                state.reader = continuation
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    /// Takes no more messages.
    ///
    /// - Parameter isCancelled: True to lose those that wait.
    func finish(isCancelled: Bool = false) {
        let reader = state.withLock { state in
            state.isFinished = true
            if isCancelled { (state.messages, state.first, state.bytes) = ([], 0, 0) }
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: nil)
    }

    /// The messages as a stream; `end` is called once nobody reads it any more.
    func stream(_ end: @escaping @Sendable () -> Void) -> AsyncStream<MQTTMessage> {
        let reading = Reading(self, end)
        return AsyncStream {
            await reading.inbox.next()
        } onCancel: { [weak self] in
            self?.finish(isCancelled: true)
        }
    }

    /// The owner of a stream's place, alive while somebody may read the stream.
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
