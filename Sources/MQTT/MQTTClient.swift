import FoundationEssentials
import Synchronization

/// How a client stands with its broker.
public enum MQTTState: Hashable, Sendable {
    /// It tries to connect for the first time.
    case connecting
    /// It is connected, by this version of the protocol.
    case connected(MQTTVersion)
    /// The broker is away, and is tried again.
    case away(MQTTError)
    /// It was stopped.
    case stopped

    /// True while it is connected.
    public var isConnected: Bool { if case .connected = self { true } else { false } }
}

/// A client of an MQTT broker, which is kept connected until it is stopped.
///
/// Messages that are published while the broker is away wait for it: of what is retained the newest of each topic, of all else every one,
/// in their order. Subscriptions are made anew after each connection, and the broker then tells what it has retained.
public final class MQTTClient: Sendable {
    /// Where the broker is.
    public let address: MQTTAddress
    let core: MQTTCore

    /// Makes a client that is not connected yet.
    public init(_ address: MQTTAddress, _ options: MQTTOptions = MQTTOptions()) {
        self.address = address
        core = MQTTCore(address, options)
    }

    deinit { core.stop() }

    /// Begins to connect; again has no effect.
    ///
    /// - Throws: Where a topic of the will is none, or the system gives no thread.
    public func start() throws(MQTTError) { try core.start() }

    /// How it stands with the broker.
    public var state: MQTTState { core.state }

    /// How it stands now, and each time that it changes; of those that nobody has taken the last counts.
    public func states() -> AsyncStream<MQTTState> { core.states() }

    /// The messages and subscriptions that the broker refuses or cannot take, while the connection goes on.
    public func problems() -> AsyncStream<MQTTError> { core.problems() }

    /// Sends a message, now or when the broker is back.
    ///
    /// - Throws: Where its topic is none, it is too large, or too many wait already.
    public func publish(_ message: MQTTMessage) throws(MQTTError) {
        try core.publish(message)
    }

    /// Sends a message, and returns once the broker has confirmed it, or for the quality ``MQTTMessage/Quality/atMostOnce`` once it is sent.
    ///
    /// It waits for a broker that is away for as long as that takes.
    public func deliver(_ message: MQTTMessage) async throws(MQTTError) {
        let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<Void, MQTTError>, Never>) in
            do throws(MQTTError) {
                try core.publish(message) { continuation.resume(returning: $0) }
            } catch {
                continuation.resume(returning: .failure(error))
            }
        }
        try result.get()
    }

    /// Messages of topics, those that are retained first, for as long as somebody takes them.
    ///
    /// - Parameters:
    ///   - filters: Topics, which may have `+` and `#` in them.
    ///   - buffer: The most messages that wait for whoever takes them, of 16 MiB together; the oldest are lost.
    public func messages(
        of filters: [String], quality: MQTTMessage.Quality = .atLeastOnce, buffer: Int = 1024
    ) throws(MQTTError) -> AsyncStream<MQTTMessage> {
        try core.messages(of: filters, quality, buffer)
    }

    /// True where nothing waits to be sent or confirmed.
    public var isIdle: Bool { core.isIdle }

    /// Returns once nothing waits any more, or after a while.
    ///
    /// - Returns: True where nothing waits.
    @discardableResult
    public func flush(within time: Duration) async -> Bool {
        let deadline = ContinuousClock.now + time
        while !core.isIdle, .now < deadline, core.state != .stopped, (try? await Task.sleep(for: .milliseconds(10))) != nil {}
        return core.isIdle
    }

    /// Ends the connection, with what waits sent before as far as it goes in that time; the broker does not publish the will then.
    public func stop(within time: Duration = .seconds(2)) async {
        if state.isConnected { await flush(within: time) }
        core.stop()
        // The farewell is on its way before the process may end.
        let deadline = ContinuousClock.now + .seconds(1)
        while !core.hasEnded, .now < deadline, (try? await Task.sleep(for: .milliseconds(5))) != nil {}
    }

    /// The state once it is connected, or the broker turned out to be away, or after a while.
    public func settled(within time: Duration) async -> MQTTState {
        let timer = Task { [core] in
            try await Task.sleep(for: time)
            core.tell()
        }
        defer { timer.cancel() }
        let deadline = ContinuousClock.now + time
        for await state in states() where state != .connecting || .now >= deadline { return state }
        return state
    }
}
