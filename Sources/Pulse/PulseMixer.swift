import Mixers

/// The mixer of a PulseAudio server, or of PipeWire by the same protocol.
public struct PulseMixer: Sendable {
    /// The server's address as `PULSE_SERVER` has it; nil for libpulse's own choice.
    public let server: String?

    /// Time in which a server has to answer.
    private static let patience = Duration.seconds(5)
    /// Levels a second, and the time in which they are listened to, for a single look.
    private static let (meterRate, listening) = (20.0, Duration.milliseconds(300))
    /// Times between two tries to reach a server that is not there.
    private static let pauses = (shortest: Duration.milliseconds(500), longest: Duration.seconds(10))

    /// Names a server.
    public init(server: String? = nil) { self.server = server }

    /// The mixer now and after each change, for as long as somebody takes them; a server that is away is tried again.
    ///
    /// Of changes that nobody has taken yet the last counts.
    ///
    /// - Parameter rate: Peak levels a second of what sounds, 1 to 60; 0 for none. They are measured for as long as the changes are taken.
    public func changes(meters rate: Double = 0) -> AsyncStream<Result<Mixer, PulseError>> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task {
                var pause = Self.pauses.shortest
                while !Task.isCancelled {
                    do throws(PulseError) {
                        try await follow(meters: rate > 0 ? min(max(1, rate), 60) : 0) { mixer in
                            pause = Self.pauses.shortest
                            continuation.yield(.success(mixer))
                        }
                    } catch {
                        guard !Task.isCancelled else { break }
                        continuation.yield(.failure(error))
                        if error == .noLibrary { break }
                    }
                    try? await Task.sleep(for: pause)
                    pause = min(pause * 2, Self.pauses.longest)
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// The mixer now.
    ///
    /// - Parameter isMetered: True for levels, which are listened to for a moment.
    public func mixer(isMetered: Bool = false) async throws(PulseError) -> Mixer {
        let inbox = PulseInbox()
        let (connection, mixer) = try await connected(meters: isMetered ? Self.meterRate : 0, inbox)
        defer { connection.close() }
        guard isMetered else { return mixer }
        try? await Task.sleep(for: Self.listening)
        var meters = MixerMeters(interval: 1 / Self.meterRate)
        meters.take(inbox.take().peaks, at: 0)
        return meters.levels(of: mixer)
    }

    /// Changes a channel.
    ///
    /// - Parameters:
    ///   - find: Chooses the channel of the mixer as it is now, and what becomes of it.
    ///   - maximum: The most that a volume is raised to, 1 for 100 %.
    /// - Returns: The channel as it was before.
    @discardableResult
    public func perform(
        maximum: Double, _ find: @Sendable (Mixer) throws -> (channel: MixerChannel, change: MixerChange)
    ) async throws -> MixerChannel {
        let (connection, mixer) = try await connected()
        defer { connection.close() }
        let (channel, change) = try find(mixer)
        try await connection.perform(change, on: channel, maximum: maximum)
        return channel
    }

    /// Hands over each mixer until the connection ends or the task is cancelled.
    private func follow(meters rate: Double, _ take: (Mixer) -> Void) async throws(PulseError) {
        let inbox = PulseInbox()
        let connection = try PulseConnection(server: server, meters: rate, inbox: inbox)
        defer { connection.close() }
        var meters = MixerMeters(interval: rate > 0 ? 1 / rate : 1)
        var (mixer, shown): (Mixer?, Mixer?)
        let start = ContinuousClock.now
        for await _ in inbox.arrivals {
            let news = inbox.take()
            if let error = news.error { throw error }
            meters.take(news.peaks, at: (ContinuousClock.now - start) / .seconds(1))
            mixer = news.mixer ?? mixer
            let next = mixer.map(meters.levels)
            if let next, next != shown { take(next) }
            shown = next
            guard rate > 0, !meters.isSilent else { continue }
            // Levels fall while nothing is heard.
            try? await Task.sleep(for: .seconds(1 / rate))
            inbox.poke()
        }
    }

    /// A connection with its first mixer.
    private func connected(
        meters rate: Double = 0, _ inbox: PulseInbox = PulseInbox()
    ) async throws(PulseError) -> (PulseConnection, Mixer) {
        let connection = try PulseConnection(server: server, meters: rate, inbox: inbox)
        let timer = Task {
            try await Task.sleep(for: Self.patience)
            inbox.put { $0.error = .unreachable(reason: "it has not answered in \(Self.patience)") }
        }
        defer { timer.cancel() }
        for await _ in inbox.arrivals {
            let news = inbox.take()
            if let mixer = news.mixer { return (connection, mixer) }
            guard let error = news.error else { continue }
            connection.close()
            throw error
        }
        connection.close()
        throw .unreachable(reason: "it was not waited for")
    }
}
