import FoundationEssentials
import Glibc
import SubdialPlayback
import SubdialSystem

extension MessageFileSource {
    /// Writes the control as one line to the file or FIFO beside the messages that has the same name followed by `.control`.
    ///
    /// The expected result is displayed until a newer reading arrives.
    ///
    /// - Throws: `SourceError.refused` if there is no such file, or if no process reads the FIFO.
    package func perform(_ control: PlaybackControl, in zone: ZoneID, showing state: PlaybackState?) async throws(SourceError) {
        let (name, said) = board.subject(of: try name(of: zone))
        let now = MessageClock.now
        let status = state?.status(at: now) ?? .unknown
        let seen = status == .unknown ? said.shownStatus : status
        let body: PlayerMessage.Body
        switch control {
        case .play: body = .playback(.play)
        case .pause: body = .playback(.pause)
        case .playPause: body = .playback(seen == .playing || seen == .loading ? .pause : .play)
        case .next: body = .playback(.next)
        case .previous: body = .playback(.previous)
        case .stop: body = .playback(.stop)
        case .volume(let change):
            body = .volume(VolumeMessage(try Self.usable(change, in: 0...100, "that is no volume")))
        case .mute(let wanted): body = .volume(VolumeMessage(isMuted: wanted ?? !(state?.volume?.isMuted ?? said.isMuted)))
        case .loop, .shuffle, .open: throw .refused("messages have no word for this")
        case .seek(let change): body = .seek(try Self.usable(change, in: 0...1e9, "that is no place in the track"))
        }
        if let refusal = refusal { throw .refused(refusal) }
        let message = PlayerMessage(body, timestamp: now, zone: name, controller: limits.controller)
        try send(message.line)
        board.take(message)
        // The time at which the track ends may have changed.
        follower.wake()
    }

    /// The reason why the zone cannot be controlled; nil if the file for controls exists.
    package func refusal(of control: PlaybackControl, in zone: ZoneID) async -> String? { refusal }

    private var refusal: String? {
        guard let path = address.controlPath else { return "what standard input tells of cannot be controlled" }
        var info = stat()
        guard stat(path, &info) == 0 else {
            return "'\(address.name)' cannot be controlled: there is no \(path); make it with 'mkfifo', for the player to read from"
        }
        let kind = info.st_mode & S_IFMT
        return kind == S_IFREG || kind == S_IFIFO
            ? nil : "'\(address.name)' cannot be controlled: \(path) is neither a file nor a FIFO"
    }

    private static func usable(_ change: Change, in range: ClosedRange<Double>, _ refusal: String) throws(SourceError) -> Change {
        switch change {
        case .to(let value) where value.isFinite: .to(min(max(value, range.lowerBound), range.upperBound))
        case .by(let difference) where difference.magnitude <= 1e9: .by(difference)
        default: throw .refused(refusal)
        }
    }

    private func send(_ line: [UInt8]) throws(SourceError) {
        guard let path = address.controlPath else { return }
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            let reason = errno == ENXIO ? "nobody reads from \(path)" : "\(path) cannot be written: \(SystemError.last)"
            throw .refused("'\(address.name)' cannot be controlled now: \(reason)")
        }
        defer { close(descriptor) }
        // In a single short write, so that it is not interleaved with other writers' lines.
        let count = BrokenPipes.ignored { write(descriptor, line, line.count) }
        guard count == line.count else {
            let reason = count >= 0 || errno == EAGAIN ? "it is full" : SystemError.last.description
            throw .unreachable(address: path, reason: reason)
        }
    }
}
