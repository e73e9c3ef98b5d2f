import FoundationEssentials
import Logging
import SubdialBasics
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
    private let limits: MPDLimits
    private let logger: Logger
    private let memory = Mutex(Memory())
    /// The time of the last answer to ``zones()`` or ``read(_:)``; nil before the first.
    private let lastAnswer = Broadcast<ContinuousClock.Instant?>(nil)
    private let commands: MPDConnection

    /// State that outlives single commands.
    struct Memory {
        /// The known state of the daemon's mixer.
        enum Mixer {
            case unknown, missing, present
        }

        var mixer = Mixer.unknown
        /// The last ``MPDStatus/awaitsFormat``.
        var awaitsFormat = false
        /// The volume that unmuting restores, if Subdial muted the daemon.
        var mutedFrom: Int?
    }

    /// Makes the source; it connects with the first command.
    package init(_ address: MPDAddress, limits: MPDLimits = MPDLimits(), logger: Logger = Logger(label: "subdial.mpd")) {
        self.address = address
        let limits = limits.answering(within: address.timeout)
        self.limits = limits
        self.logger = logger
        commands = MPDConnection(to: address, limits: limits)
    }

    /// The daemon's only zone.
    package func zones() async throws(SourceError) -> [Zone] {
        let limits = limits
        let status = try await talk { (session) async throws(MPDError) in
            let status = try MPDStatus(try await session.ask(.status, within: limits.stateTimeout))
            return (status, self.update(from: status))
        }
        recordAnswer()
        let volume = status.0.level(mutedFrom: status.1)
        var zone = Zone(id: address.zone, name: address.name, source: "mpd", status: status.0.state, volume: volume)
        zone.hasTrack = status.0.hasSong
        return [zone]
    }

    /// Returns the daemon's current state.
    ///
    /// Its `track` is the current song even while playback is stopped. Its `queue` contains the songs after it; with shuffle on, that is
    /// only the next one.
    package func read(_ zone: ZoneID) async throws(SourceError) -> Reading {
        try check(zone)
        let reading = try await reading()
        recordAnswer()
        return reading
    }

    /// Returns the daemon's current state, for ``pushes(of:)``.
    private func reading() async throws(SourceError) -> Reading {
        try await talk { (session) async throws(MPDError) in try await self.reading(over: session) }
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

    /// Runs `body` over the connection for commands, after the earlier calls.
    private func talk<Value: Sendable>(
        isControl: Bool = false, _ body: (MPDSession) async throws(MPDError) -> Value
    ) async throws(SourceError) -> Value {
        do throws(MPDError) {
            return try await commands.run(onlyReads: !isControl, body)
        } catch {
            throw SourceError(error, address: address, isControl: isControl)
        }
    }

    /// Records that the daemon has answered, which ends the pause before the next connection for changes.
    func recordAnswer() { lastAnswer.send(.now) }

    private func check(_ zone: ZoneID) throws(SourceError) {
        guard zone == address.zone else { throw .zoneMissing(zone.rawValue, known: [address.name]) }
    }

    private var fixedVolume: String { "the volume of '\(address.name)' is fixed: the daemon has no mixer that is open" }

    /// Updates the memory from the status.
    ///
    /// - Returns: The volume that unmuting restores, if Subdial muted the daemon and no other client has unmuted it.
    private func update(from status: MPDStatus) -> Int? {
        memory.withLock { memory in
            memory.mixer = status.volume == nil ? .missing : .present
            memory.awaitsFormat = status.awaitsFormat
            if let volume = status.volume, volume > 0 { memory.mutedFrom = nil }
            return memory.mutedFrom
        }
    }

    private func reading(over session: MPDSession) async throws(MPDError) -> Reading {
        let asked = SteadyDate.now
        // One command list, so that both responses describe the same time.
        let answers = try await session.ask([.status, .currentSong], within: limits.stateTimeout)
        let status = try MPDStatus(answers[0])
        let queue = try await queue(after: status, over: session)
        let mutedFrom = update(from: status)
        return Reading(
            of: address, status: status, song: MPDSong(answers[1]), queue: queue, mutedFrom: mutedFrom, asked: asked,
            received: SteadyDate.now)
    }

    private func queue(after status: MPDStatus, over session: MPDSession) async throws(MPDError) -> [MPDSong] {
        let parts = status.upcoming(limit: limits.queueLength)
        guard !parts.isEmpty else { return [] }
        do throws(MPDError) {
            let answers = try await session.ask(parts.map { .queue($0) }, within: limits.stateTimeout)
            return Array(answers.flatMap { $0.split(at: "file") }.compactMap { MPDSong($0) }.prefix(limits.queueLength))
        } catch {
            // The queue has become shorter meanwhile; the daemon reports that change too.
            guard case .ack(let ack) = error, ack.code == .argument else { throw error }
            return []
        }
    }
}

extension MPDSource {
    /// Sends a control to the daemon.
    ///
    /// The protocol has no mute command. `mute` sets the volume to 0, and the next `mute` restores the volume before that, unless another
    /// client has raised it meanwhile. A volume of 0 that another client set cannot be restored: `mute` is refused.
    ///
    /// - Throws: `SourceError.refused` before anything is sent if the control cannot be done now, and if the daemon rejects it.
    package func perform(_ control: PlaybackControl, in zone: ZoneID, showing state: PlaybackState?) async throws(SourceError) {
        try check(zone)
        let shown = state?.status(at: SteadyDate.now)
        try await talk(isControl: true) { (session) async throws(MPDError) in
            switch control {
            case .play: try await self.play(over: session)
            case .pause: try await self.send("pause", "1", over: session)
            case .playPause: try await self.toggle(shownAs: shown, over: session)
            case .next: try await self.send("next", over: session)
            case .previous: try await self.send("previous", over: session)
            case .stop: try await self.send("stop", over: session)
            case .volume(let change, let base): try await self.setVolume(change, from: base, over: session)
            case .mute(let wanted): try await self.mute(wanted, over: session)
            case .seek(let change): try await self.seek(change, over: session)
            case .loop(let mode): try await self.setLoop(mode, over: session)
            case .nextLoop: try await self.setLoop(try await self.status(over: session).loop.next, over: session)
            case .consume(let wanted):
                var mode = wanted ?? .off
                if wanted == nil { mode = try await self.status(over: session).consume == .off ? .on : .off }
                try await self.send("consume", mode.mpdWord, over: session)
            case .single(let wanted):
                var mode = wanted ?? .off
                if wanted == nil { mode = try await self.status(over: session).single == .off ? .on : .off }
                try await self.send("single", mode.mpdWord, over: session)
            case .shuffle(let wanted):
                var isOn = wanted ?? false
                if wanted == nil { isOn = try await !self.status(over: session).isRandom }
                try await self.send("random", isOn ? "1" : "0", over: session)
            case .open(let address): try await self.open(address, over: session)
            }
        }
    }

    private func play(over session: MPDSession) async throws(MPDError) {
        // With an empty queue, the daemon responds with OK and plays nothing.
        guard try await status(over: session).queueLength > 0 else {
            throw .refused("there is nothing to play: the queue of '\(address.name)' is empty")
        }
        // `play` also ends a pause.
        try await send("play", over: session)
    }

    /// Inverts the status that the user sees, or the daemon's own if none is shown.
    private func toggle(shownAs shown: PlaybackStatus?, over session: MPDSession) async throws(MPDError) {
        var seen = shown ?? .unknown
        if seen == .unknown { seen = try await status(over: session).state }
        switch seen {
        case .playing, .loading: try await send("pause", "1", over: session)
        case .paused, .stopped, .unknown: try await play(over: session)
        }
    }

    private func setLoop(_ mode: LoopMode, over session: MPDSession) async throws(MPDError) {
        try await send("repeat", mode == .none ? "0" : "1", over: session)
        try await send("single", mode == .track ? "1" : "0", over: session)
    }

    private func setVolume(_ change: Change, from base: Volume?, over session: MPDSession) async throws(MPDError) {
        let status = try await status(over: session)
        let mutedFrom = update(from: status)
        guard let volume = status.level(mutedFrom: mutedFrom) else { throw .refused(fixedVolume) }
        guard volume.isSame(as: base) else { throw .overtaken }
        guard let target = VolumeScale.mpd.target(of: change, from: volume.value) else { throw .refused("that is no volume") }
        try await set(volume: Int(saturating: target), over: session)
        // A volume that the user sets replaces the one that unmuting would restore. A volume of 0 then stays 0.
        memory.withLock { $0.mutedFrom = nil }
    }

    /// Appends the address to the queue and plays it.
    private func open(_ address: String, over session: MPDSession) async throws(MPDError) {
        let answer = try await session.ask(MPDCommand("addid", address), within: limits.controlTimeout)
        guard let id = answer["Id"] else { throw .malformed("nothing in it tells the place of what was added") }
        try await send("playid", id, over: session)
    }

    private func mute(_ wanted: Bool?, over session: MPDSession) async throws(MPDError) {
        let status = try await status(over: session)
        let mutedFrom = update(from: status)
        guard let volume = status.volume else { throw .refused(fixedVolume) }
        guard wanted != (volume == 0) else { return }
        if volume > 0 {
            try await set(volume: 0, over: session)
            memory.withLock { $0.mutedFrom = volume }
        } else if let mutedFrom {
            try await set(volume: mutedFrom, over: session)
            memory.withLock { $0.mutedFrom = nil }
        } else {
            throw .refused("'\(address.name)' is silent already, and how loud it was before is not known; set a volume")
        }
    }

    private func set(volume: Int, over session: MPDSession) async throws(MPDError) {
        try await send("setvol", "\(volume)", over: session)
    }

    private func seek(_ change: Change, over session: MPDSession) async throws(MPDError) {
        let status = try await status(over: session)
        guard let elapsed = status.elapsed else { throw .refused("'\(address.name)' plays nothing in which there is a place to go to") }
        let wanted = change.applied(to: elapsed)
        guard wanted.isFinite else { throw .refused("that is no place in the track") }
        let place = max(0, min(wanted, status.length ?? wanted))
        guard place < 1e9 else { throw .refused("that is no place in the track") }
        // A sign would make the position relative to the current one.
        try await send("seekcur", place.fixed(3), over: session)
    }

    private func status(over session: MPDSession) async throws(MPDError) -> MPDStatus {
        try MPDStatus(try await session.ask(.status, within: limits.stateTimeout))
    }

    private func send(_ name: String, _ arguments: String..., over session: MPDSession) async throws(MPDError) {
        _ = try await session.ask(MPDCommand(name, arguments: arguments), within: limits.controlTimeout)
    }
}

extension MPDSource {
    /// Returns the picture embedded in the file, or else the one beside it, in its own size and format.
    ///
    /// It is fetched over a separate connection, so that a large picture does not delay other commands.
    package func picture(of artwork: Artwork, in zone: ZoneID, side: Int) async throws(SourceError) -> [UInt8]? {
        try check(zone)
        guard let file = MPDArtwork.file(of: artwork), MPDCommand("readpicture", file, "0").line != nil else { return nil }
        let connection = MPDConnection(to: address, limits: limits)
        do throws(MPDError) {
            let limits = limits
            return try await connection.run { (session) async throws(MPDError) in
                let fetch = MPDPictureFetch(session: session, limits: limits)
                try await fetch.enlargePieces()
                if let picture = try await fetch.picture("readpicture", file) { return picture }
                return try await fetch.picture("albumart", file)
            }
        } catch {
            throw SourceError(error, address: address)
        }
    }
}

/// Fetches pictures in chunks.
struct MPDPictureFetch {
    let session: MPDSession
    let limits: MPDLimits

    /// Requests larger chunks; daemons before 0.22.4 do not support this.
    fileprivate func enlargePieces() async throws(MPDError) {
        _ = try await unlessRefused { () async throws(MPDError) in
            try await session.ask(MPDCommand("binarylimit", "\(limits.pictureChunk)"), within: limits.stateTimeout)
        }
    }

    /// Returns the whole picture; nil if the daemon has none or does not support the command.
    func picture(_ command: String, _ file: String) async throws(MPDError) -> [UInt8]? {
        var picture: [UInt8] = []
        while true {
            let offset = picture.count
            let piece = try await unlessRefused { () async throws(MPDError) in
                try await session.askForPiece(MPDCommand(command, file, "\(offset)"), within: limits.pictureTimeout)
            }
            guard let piece, let size = piece.size, size > 0 else { return nil }
            guard !piece.bytes.isEmpty, piece.bytes.count <= size - offset else {
                throw .malformed("the pieces of the picture do not make up its size")
            }
            if offset == 0 { picture.reserveCapacity(size) }
            picture += piece.bytes
            if picture.count == size { return picture }
        }
    }

    /// Runs `body`; returns nil if the daemon reports that the file, picture or command does not exist.
    private func unlessRefused<Value>(_ body: () async throws(MPDError) -> Value) async throws(MPDError) -> Value? {
        do throws(MPDError) {
            return try await body()
        } catch {
            guard case .ack(let ack) = error, ack.code != .permission else { throw error }
            return nil
        }
    }
}

extension MPDSource {
    /// None: the daemon reports all changes, and ``pushes(of:)`` checks that it still answers.
    package func polling(of zone: ZoneID) -> PollingNeed { .none }

    /// The subsystems that affect a reading; the daemon reports no others.
    private static let subsystems = ["player", "mixer", "options", "playlist"]

    /// Full readings: one when the daemon is reached, one after each change, and one every ten seconds of playback.
    ///
    /// When the connection to the daemon is lost, one reading reports that; the next full reading follows when the daemon is back. If the daemon
    /// has answered a query meanwhile, the connection is tried at once, and its failure is reported again: the query's reading said that the daemon
    /// is there. For a zone of another daemon the stream ends immediately.
    package func pushes(of zone: ZoneID) -> AsyncStream<Reading> {
        AsyncStream(bufferingPolicy: .bufferingNewest(4)) { continuation in
            guard zone == address.zone else { return continuation.finish() }
            let task = Task {
                await self.follow { continuation.yield($0) }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func follow(_ yield: @Sendable (Reading) -> Void) async {
        var delay = limits.reconnecting.lowerBound
        var (wasReached, isReported) = (false, false)
        while !Task.isCancelled {
            let before = lastAnswer.value
            var isReached = false
            let outcome = await followOneConnection { reading in
                isReached = true
                yield(reading)
            }
            guard !Task.isCancelled else { return }
            logger.debug("the connection for changes has ended", metadata: ["address": "\(address)", "error": "\(outcome)"])
            let answer = lastAnswer.value
            wasReached = wasReached || isReached
            if isReached || answer != before { isReported = false }
            // An answer during a failed attempt may be newer than the failure.
            if !isReached, answer != before { continue }
            if !isReported {
                delay = limits.reconnecting.lowerBound
                var reading = Reading(zone: address.zone, stamp: Stamp(.now, .push))
                reading.connection = wasReached || answer != nil ? .stale : .offline
                reading.problem = outcome.problem
                yield(reading)
                isReported = true
            }
            if await pause(for: delay, orUntilAnswerAfter: answer) { isReported = false }
            delay = min(delay * 2, limits.reconnecting.upperBound)
        }
    }

    /// Waits for `delay`, or until the daemon answers a query, or until the task is cancelled.
    ///
    /// - Returns: True if it has answered one.
    private func pause(for delay: Duration, orUntilAnswerAfter last: ContinuousClock.Instant?) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                try? await Task.sleep(for: delay)
                return false
            }
            group.addTask { [lastAnswer] in
                for await answer in lastAnswer.values() where answer != last { return true }
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
    }

    /// Yields readings until the connection ends.
    ///
    /// - Returns: The reason why it ended.
    private func followOneConnection(_ yield: (Reading) -> Void) async -> SourceError {
        var patient = limits
        // The connection ends with the stream, and not because a reading takes long.
        patient.lingering = .seconds(3600)
        let connection = MPDConnection(to: address, limits: patient)
        do throws(SourceError) {
            // From here on the daemon records changes for this session until `idle` reports them, so that none is lost during a reading.
            let opened = try await talk(over: connection) { (session) async throws(MPDError) in session.serial }
            while true {
                var reading = try await reading()
                reading.stamp.authority = .push
                yield(reading)
                // The first change is read at once, and those that follow it shortly are read together.
                try? await Task.sleep(for: limits.gathering)
                // The daemon reports no change when the decoder of a song has learned its format.
                for _ in 0..<limits.formatQueries where memory.withLock({ $0.awaitsFormat }) {
                    try? await Task.sleep(for: limits.formatPause)
                    reading = try await self.reading()
                    reading.stamp.authority = .push
                    yield(reading)
                }
                let patience = reading.status == .playing ? limits.checkInterval : nil
                try await talk(over: connection) { (session) async throws(MPDError) in
                    guard session.serial == opened else { throw .closed("the daemon ended the connection") }
                    try await session.awaitChange(of: Self.subsystems, for: patience)
                }
            }
        } catch {
            return error
        }
    }

    private func talk<Value: Sendable>(
        over connection: MPDConnection, _ body: (MPDSession) async throws(MPDError) -> Value
    ) async throws(SourceError) -> Value {
        do throws(MPDError) {
            return try await connection.run(body)
        } catch {
            throw SourceError(error, address: address)
        }
    }
}
