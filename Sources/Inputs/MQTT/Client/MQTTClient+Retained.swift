import Synchronization

extension MQTTClient {
    /// The time without a further message after which all retained messages have arrived.
    private static let quiet = Duration.milliseconds(200)

    /// The retained messages of a broker, sorted by topic.
    ///
    /// Only the permission to read them is necessary. A broker sends retained messages when it accepts a subscription, and processes the
    /// packets of a client in order: once it has acknowledged a packet that was sent after the subscription, all retained messages have
    /// arrived. The protocol does not guarantee this, hence the additional quiet time.
    ///
    /// - Parameter time: The maximum duration.
    /// - Throws: ``MQTTError`` if the broker is unreachable, refuses a subscription, or has not sent all messages in that time.
    package func retained(at filters: [String], within time: Duration = .seconds(5)) async throws(MQTTError) -> [MQTTMessage] {
        let deadline = ContinuousClock.now + time
        switch await settled(within: time) {
        case .connected: break
        case .away(let error): throw error
        case .stopped: throw .stopped
        case .connecting: throw .unreachable(address.description, reason: "it has not answered in \(time)")
        }
        let gathering = Gathering()
        let number = try core.read(filters, .atMostOnce, take: { gathering.take($0) })
        defer { core.forget(reader: number) }
        guard let mark = core.mark() else { throw closed }
        var answered: ContinuousClock.Instant?
        while true {
            switch try core.progress(to: mark, filters) {
            case .lost: throw closed
            case .pending: break
            case .done:
                let since = answered ?? .now
                answered = since
                if let found = gathering.found(quietFor: Self.quiet, since: since) { return found }
            }
            guard .now < deadline else {
                throw .unreachable(address.description, reason: "it has not told what it has retained in \(time)")
            }
            guard (try? await Task.sleep(for: .milliseconds(10))) != nil else { throw .stopped }
        }
    }

    private var closed: MQTTError { .unreachable(address.description, reason: "it has closed the connection") }
}

/// Collects retained messages.
private final class Gathering: Sendable {
    /// The maximum number of messages, and the maximum sum of their payloads in bytes.
    private static let (maximumCount, maximumBytes) = (100_000, 256 << 20)

    private struct State {
        var messages: [String: MQTTMessage] = [:]
        var bytes = 0
        var last: ContinuousClock.Instant?
    }

    private let state = Mutex(State())

    func take(_ message: MQTTMessage) {
        guard message.isRetained else { return }
        state.withLock { state in
            state.last = .now
            let known = state.messages[message.topic]
            let bytes = state.bytes + message.payload.count - (known?.payload.count ?? 0)
            guard bytes <= Self.maximumBytes, known != nil || state.messages.count < Self.maximumCount else { return }
            state.messages[message.topic] = message
            state.bytes = bytes
        }
    }

    /// The messages, sorted by topic; nil if one arrived within `duration`.
    func found(quietFor duration: Duration, since: ContinuousClock.Instant) -> [MQTTMessage]? {
        state.withLock { state in
            guard max(since, state.last ?? since) + duration < .now else { return nil }
            return state.messages.values.sorted { $0.topic < $1.topic }
        }
    }
}
