import FoundationEssentials
import Synchronization

/// The connection state of a client.
package enum MQTTState: Hashable, Sendable {
    /// The first connection attempt is in progress.
    case connecting
    /// The client is connected with this protocol version.
    case connected(MQTTVersion)
    /// The broker is unreachable; the client retries.
    case away(MQTTError)
    /// The client was stopped.
    case stopped

    /// True while the client is connected.
    package var isConnected: Bool { if case .connected = self { true } else { false } }
}

/// An MQTT client that stays connected until it is stopped.
///
/// Messages that are published while the broker is unreachable are queued: of retained messages the newest of each topic, of all others
/// every one, in order. Subscriptions are renewed after each connection, and the broker then sends its retained messages.
package final class MQTTClient: Sendable {
    /// The broker's address.
    package let address: MQTTAddress
    private let core: MQTTCore

    /// Creates a client that is not connected yet.
    package init(_ address: MQTTAddress, _ options: MQTTOptions = MQTTOptions()) {
        self.address = address
        core = MQTTCore(address, options)
    }

    deinit { core.stop() }

    /// Starts to connect; a second call has no effect.
    ///
    /// - Throws: ``MQTTError`` if the topic of the will is invalid, libmosquitto cannot be loaded, or the system cannot create a thread.
    package func start() throws(MQTTError) { try core.start() }

    /// The current state.
    package var state: MQTTState { core.state }

    /// The current state and all later ones; a slow consumer receives only the newest.
    package func states() -> AsyncStream<MQTTState> { core.states() }

    /// The messages and subscriptions that the broker refuses or that cannot be sent, while the connection persists.
    package func problems() -> AsyncStream<MQTTError> { core.problems() }

    /// Sends a message, immediately or after the broker is reachable again.
    ///
    /// - Throws: ``MQTTError`` if its topic is invalid, it is too large, or the queue is full.
    package func publish(_ message: MQTTMessage) throws(MQTTError) {
        try core.publish(message)
    }

    /// Sends a message, and returns after the broker has confirmed it, or after it is sent for the quality
    /// ``MQTTMessage/Quality/atMostOnce``.
    ///
    /// There is no timeout: the call waits until the broker is reachable.
    package func deliver(_ message: MQTTMessage) async throws(MQTTError) {
        let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<Void, MQTTError>, Never>) in
            do throws(MQTTError) {
                try core.publish(message) { continuation.resume(returning: $0) }
            } catch {
                continuation.resume(returning: .failure(error))
            }
        }
        try result.get()
    }

    /// The messages of topics, retained ones first, until the stream is released.
    ///
    /// - Parameters:
    ///   - filters: Topic filters, which may contain `+` and `#`.
    ///   - ignoringOwn: True to receive only messages of other clients; an MQTT 3.1.1 broker sends this client's too.
    ///   - buffer: The maximum number of unread messages, of 16 MiB together; the oldest are discarded.
    package func messages(
        of filters: [String], quality: MQTTMessage.Quality = .atLeastOnce, ignoringOwn: Bool = false, buffer: Int = 1024
    ) throws(MQTTError) -> AsyncStream<MQTTMessage> {
        try core.messages(of: filters, MQTTSubscription(quality: quality, ignoresOwn: ignoringOwn), buffer)
    }

    /// True if no message waits to be sent or confirmed.
    package var isIdle: Bool { core.isIdle }

    /// Waits until all messages are sent and confirmed, or the time is over.
    ///
    /// - Returns: True if no message waits.
    @discardableResult
    package func flush(within time: Duration) async -> Bool {
        await core.wait(until: .now + time) { core.isIdle || core.state == .stopped }
        return core.isIdle
    }

    /// Flushes the queue for at most that time, then disconnects; the broker then does not publish the will.
    package func stop(within time: Duration = .seconds(2)) async {
        if state.isConnected { await flush(within: time) }
        core.stop()
        // The DISCONNECT packet must be sent before the process may end.
        await core.wait(until: .now + .seconds(1)) { core.hasEnded }
    }

    /// The state after the first connection attempt has succeeded or failed, or after the time is over.
    package func settled(within time: Duration) async -> MQTTState {
        await core.wait(until: .now + time) { core.state != .connecting }
        return state
    }
}

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
        let gathering = MessageCollector()
        let number = try core.read(filters, MQTTSubscription(quality: .atMostOnce), take: { gathering.receive($0) })
        defer { core.forget(reader: number) }
        guard let mark = core.mark() else { throw closed }
        var answered: ContinuousClock.Instant?
        while true {
            guard !Task.isCancelled else { throw .stopped }
            let progress = try core.progress(to: mark, filters)
            var end = deadline
            switch progress {
            case .lost: throw closed
            case .pending: break
            case .done:
                let since = answered ?? .now
                answered = since
                // Another message may come before.
                end = max(since, gathering.last ?? since) + Self.quiet
                if end <= .now { return gathering.messages }
            }
            guard .now < deadline else {
                throw .unreachable(address.description, reason: "it has not told what it has retained in \(time)")
            }
            await core.wait(until: min(end, deadline)) { (try? core.progress(to: mark, filters)) != progress }
        }
    }

    private var closed: MQTTError { .unreachable(address.description, reason: "it has closed the connection") }
}

/// Collects retained messages.
private final class MessageCollector: Sendable {
    /// The maximum number of messages, and the maximum sum of their payloads in bytes.
    private static let (maximumCount, maximumBytes) = (100_000, 256 << 20)

    private struct State {
        var messages: [String: MQTTMessage] = [:]
        var bytes = 0
        var last: ContinuousClock.Instant?
    }

    private let state = Mutex(State())

    func receive(_ message: MQTTMessage) {
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

    /// The messages, sorted by topic.
    var messages: [MQTTMessage] { state.withLock { $0.messages.values.sorted { $0.topic < $1.topic } } }

    /// The time of the last message.
    var last: ContinuousClock.Instant? { state.withLock { $0.last } }
}
