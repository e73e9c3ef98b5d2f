import FoundationEssentials
import Logging
import SubdialConcurrency
import SubdialPlayback
import Synchronization

/// A Music Player Daemon as a playback source with one zone, over the MPD protocol.
///
/// Queries use a connection that is opened on demand and closed after it was idle. Only ``pushes(of:)`` keeps a connection open, over
/// which the daemon reports changes.
package final class MPDSource: PlaybackSource {
    /// The address of the daemon.
    package let address: MPDAddress
    let limits: MPDLimits
    let logger: Logger
    let memory = Mutex(Memory())
    /// The time of the last answer to ``zones()`` or ``read(_:)``; nil before the first.
    let lastAnswer = Broadcast<ContinuousClock.Instant?>(nil)
    private let commands: MPDConnection

    /// State that outlives single commands.
    struct Memory {
        /// The known state of the daemon's mixer.
        enum Mixer {
            case unknown, missing, present
        }

        var mixer = Mixer.unknown
        /// The volume that unmuting restores, if Subdial muted the daemon.
        var mutedFrom: Int?
    }

    /// Makes the source; it connects with the first command.
    package init(_ address: MPDAddress, limits: MPDLimits = MPDLimits(), logger: Logger = Logger(label: "subdial.mpd")) {
        self.address = address
        self.limits = limits
        self.logger = logger
        commands = MPDConnection(to: address, limits: limits)
    }

    /// The daemon's only zone.
    package func zones() async throws(SourceError) -> [Zone] {
        let limits = limits
        let status = try await talk { (session) throws(MPDError) in
            let status = try MPDStatus(try session.ask(.status, within: limits.stateTimeout))
            return (status, self.learn(from: status))
        }
        noteAnswer()
        let volume = status.0.level(mutedFrom: status.1)
        return [Zone(id: address.zone, name: address.name, source: "mpd", status: status.0.state, volume: volume)]
    }

    /// Returns the daemon's current state.
    ///
    /// Its `track` is the current song even while playback is stopped. Its `queue` contains the songs after it; with shuffle on, that is
    /// only the next one.
    package func read(_ zone: ZoneID) async throws(SourceError) -> Reading {
        try check(zone)
        let reading = try await reading()
        noteAnswer()
        return reading
    }

    /// Returns the daemon's current state, for ``pushes(of:)``.
    func reading() async throws(SourceError) -> Reading {
        try await talk { (session) throws(MPDError) in try self.reading(over: session) }
    }

    /// The reason why the volume cannot be changed, if the daemon has reported that it has no mixer.
    package func refusal(of control: PlaybackControl, in zone: ZoneID) async -> String? {
        switch control {
        case .volume, .mute:
            guard zone == address.zone, memory.withLock({ $0.mixer == .missing }) else { return nil }
            return fixedVolume
        default:
            return nil
        }
    }

    /// Runs `body` over the connection for commands, after the jobs queued before it.
    func talk<Value: Sendable>(
        isControl: Bool = false, _ body: @escaping @Sendable (MPDSession) throws(MPDError) -> Value
    ) async throws(SourceError) -> Value {
        do throws(MPDError) {
            return try await commands.run(body)
        } catch {
            throw SourceError(error, address: address, isControl: isControl)
        }
    }

    /// Records that the daemon has answered, which ends the pause before the next connection for changes.
    func noteAnswer() { lastAnswer.send(.now) }

    func check(_ zone: ZoneID) throws(SourceError) {
        guard zone == address.zone else { throw .zoneMissing(zone.rawValue, known: [address.name]) }
    }

    var fixedVolume: String { "the volume of '\(address.name)' is fixed: the daemon has no mixer that is open" }

    /// Updates the memory from the status.
    ///
    /// - Returns: The volume that unmuting restores, if Subdial muted the daemon and no other client has unmuted it.
    func learn(from status: MPDStatus) -> Int? {
        memory.withLock { memory in
            memory.mixer = status.volume == nil ? .missing : .present
            if let volume = status.volume, volume > 0 { memory.mutedFrom = nil }
            return memory.mutedFrom
        }
    }

    private func reading(over session: MPDSession) throws(MPDError) -> Reading {
        let asked = Date.steady
        // One command list, so that both responses describe the same time.
        let answers = try session.ask([.status, .currentSong], within: limits.stateTimeout)
        let status = try MPDStatus(answers[0])
        let queue = try queue(after: status, over: session)
        let mutedFrom = learn(from: status)
        return Reading(
            of: address, status: status, song: MPDSong(answers[1]), queue: queue, mutedFrom: mutedFrom, asked: asked, received: Date.steady)
    }

    private func queue(after status: MPDStatus, over session: MPDSession) throws(MPDError) -> [MPDSong] {
        let parts = status.upcoming(limit: limits.queueLength)
        guard !parts.isEmpty else { return [] }
        do throws(MPDError) {
            let answers = try session.ask(parts.map { .queue($0) }, within: limits.stateTimeout)
            return Array(answers.flatMap { $0.split(at: "file") }.compactMap { MPDSong($0) }.prefix(limits.queueLength))
        } catch {
            // The queue has become shorter meanwhile; the daemon reports that change too.
            guard case .ack(let ack) = error, ack.code == .argument else { throw error }
            return []
        }
    }
}
