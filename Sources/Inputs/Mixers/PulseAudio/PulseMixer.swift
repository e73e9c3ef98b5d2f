import Synchronization

/// The mixer of a PulseAudio server, or of PipeWire with the same protocol.
package struct PulseMixer: Sendable {
    /// The server's address in the form of `PULSE_SERVER`; nil for libpulse's default.
    private let server: String?

    /// The time limit for the server's response.
    private static let patience = Duration.seconds(5)
    /// The levels per second and the measuring time of a single query.
    private static let (meterRate, listening) = (20.0, Duration.milliseconds(300))
    /// The delays between attempts to reconnect.
    private static let pauses = (shortest: Duration.milliseconds(500), longest: Duration.seconds(10))

    /// Makes a reference to a server.
    package init(server: String? = nil) { self.server = server }

    /// The current mixer and each change, while the stream is read; a lost connection is reopened.
    ///
    /// Only the latest unread change is buffered.
    ///
    /// - Parameter rate: Peak levels per second of active channels, 1 to 60; 0 for none. They are measured while the stream is read.
    package func changes(meters rate: Double = 0) -> AsyncStream<Result<Mixer, PulseError>> {
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
                        if case .noLibrary = error { break }
                    }
                    try? await Task.sleep(for: pause)
                    pause = min(pause * 2, Self.pauses.longest)
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Returns the current mixer.
    ///
    /// - Parameter isMetered: True to measure the levels, which takes 300 ms.
    package func mixer(isMetered: Bool = false) async throws(PulseError) -> Mixer {
        let inbox = PulseInbox()
        let (connection, mixer) = try await connected(meters: isMetered ? Self.meterRate : 0, inbox)
        defer { connection.close() }
        guard isMetered else { return mixer }
        try? await Task.sleep(for: Self.listening)
        var meters = MixerMeters(interval: 1 / Self.meterRate)
        meters.update(inbox.takeChanges().peaks, at: 0)
        return meters.levels(of: mixer)
    }

    /// Changes a channel.
    ///
    /// - Parameters:
    ///   - find: Chooses the channel in the current mixer, and its change.
    ///   - maximum: The maximum to which a volume is raised, 1 for 100 %.
    /// - Returns: The channel before the change.
    @discardableResult
    package func perform(
        maximum: Double, _ find: @Sendable (Mixer) throws -> (channel: MixerChannel, change: MixerChange)
    ) async throws -> MixerChannel {
        let (connection, mixer) = try await connected()
        defer { connection.close() }
        let (channel, change) = try find(mixer)
        try await connection.perform(change, on: channel, maximum: maximum)
        return channel
    }

    /// Changes all channels with these ids alike, and returns after the server has confirmed it; channels that are gone are skipped.
    ///
    /// - Parameter maximum: The maximum to which a volume is raised, 1 for 100 %.
    package func perform(_ change: MixerChange, onChannels ids: [String], maximum: Double) async throws(PulseError) {
        let (connection, mixer) = try await connected()
        defer { connection.close() }
        for channel in mixer.channels where ids.contains(channel.id) { try await connection.perform(change, on: channel, maximum: maximum) }
    }

    /// Passes each mixer to `take` until the connection ends or the task is cancelled.
    private func follow(meters rate: Double, _ take: (Mixer) -> Void) async throws(PulseError) {
        let inbox = PulseInbox()
        let connection = try PulseConnection(server: server, meters: rate, inbox: inbox)
        defer { connection.close() }
        var meters = MixerMeters(interval: rate > 0 ? 1 / rate : 1)
        var (mixer, shown): (Mixer?, Mixer?)
        let start = ContinuousClock.now
        for await _ in inbox.arrivals {
            let news = inbox.takeChanges()
            if let error = news.error { throw error }
            meters.update(news.peaks, at: (ContinuousClock.now - start) / .seconds(1))
            mixer = news.mixer ?? mixer
            let next = mixer.map(meters.levels)
            if let next, next != shown { take(next) }
            shown = next
            guard rate > 0, !meters.isSilent else { continue }
            // Meters fall without new measurements.
            try? await Task.sleep(for: .seconds(1 / rate))
            inbox.poke()
        }
    }

    /// Returns a connection with its first mixer.
    private func connected(
        meters rate: Double = 0, _ inbox: PulseInbox = PulseInbox()
    ) async throws(PulseError) -> (PulseConnection, Mixer) {
        let connection = try PulseConnection(server: server, meters: rate, inbox: inbox)
        let timer = Task {
            try await Task.sleep(for: Self.patience)
            inbox.change { $0.error = .unreachable(reason: "it has not answered in \(Self.patience)") }
        }
        defer { timer.cancel() }
        for await _ in inbox.arrivals {
            let news = inbox.takeChanges()
            if let mixer = news.mixer { return (connection, mixer) }
            guard let error = news.error else { continue }
            connection.close()
            throw error
        }
        connection.close()
        throw .unreachable(reason: "it was not waited for")
    }
}

/// The undelivered news of a connection: the last mixer, and the highest peaks.
final class PulseInbox: Sendable {
    /// News of a connection.
    struct News: Sendable {
        /// The mixer after its last change; nil without a change.
        var mixer: Mixer?
        /// The highest amplitude of each channel that is not silent, by channel id; 1 for full scale.
        var peaks: [String: Double] = [:]
        /// The reason why the connection has ended; nil while it is open.
        var error: PulseError?
    }

    private let news = Mutex(News())
    private let continuation: AsyncStream<Void>.Continuation
    /// Yields an element whenever there is news; for a single reader.
    fileprivate let arrivals: AsyncStream<Void>

    init() { (arrivals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// Updates the news and wakes the reader.
    func change(_ change: (inout News) -> Void) {
        news.withLock { change(&$0) }
        continuation.yield()
    }

    /// Wakes the reader without news.
    fileprivate func poke() { continuation.yield() }

    /// Returns the news since the last call.
    fileprivate func takeChanges() -> News {
        news.withLock { news in
            defer { news = News() }
            return news
        }
    }
}

/// The level meters of a mixer's channels.
package struct MixerMeters: Hashable, Sendable {
    /// The resolution of the displayed levels in dB; smaller changes are not shown.
    private static let step = 0.5

    private var meters: [String: MeterBallistics] = [:]
    /// When channels were last measured.
    private var heard: [String: Double] = [:]
    /// The seconds between two measurements of a channel.
    private let interval: Double

    /// Makes meters that show silence.
    ///
    /// - Parameter interval: The seconds between two measurements of a channel that is not silent.
    package init(interval: Double) { self.interval = interval }

    /// Adds measurements; the meters of channels without one for two intervals fall.
    ///
    /// - Parameters:
    ///   - peaks: The highest amplitudes since the last call by channel id, 1 for full scale.
    ///   - now: The seconds on any steady clock.
    package mutating func update(_ peaks: [String: Double], at now: Double) {
        for (id, amplitude) in peaks {
            heard[id] = now
            meters[id, default: MeterBallistics()].update(MeterBallistics.decibels(amplitude: amplitude), at: now)
        }
        for (id, time) in heard where now - time >= 2 * interval {
            meters[id]?.update(-.infinity, at: now)
            if meters[id]?.isSilent == true { (meters[id], heard[id]) = (nil, nil) }
        }
    }

    /// True while all meters show silence.
    package var isSilent: Bool { meters.isEmpty }

    /// The mixer with the current levels of the channels that are measured.
    package func levels(of mixer: Mixer) -> Mixer {
        var mixer = mixer
        for index in mixer.channels.indices where mixer.channels[index].level != nil {
            let meter = meters[mixer.channels[index].id] ?? MeterBallistics()
            mixer.channels[index].level = Self.rounded(meter.level)
            mixer.channels[index].peak = Self.rounded(meter.peak)
        }
        return mixer
    }

    private static func rounded(_ decibels: Double) -> Double { (decibels / step).rounded() * step }
}
