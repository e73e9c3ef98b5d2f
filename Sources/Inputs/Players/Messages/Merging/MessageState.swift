import FoundationEssentials
import SubdialPlayback

/// A position in a track at a time of the messages' clock.
package struct MessagePosition: Hashable, Sendable {
    /// Seconds from the track's start.
    package var seconds: Double
    /// The time at which the position was valid.
    package var date: Date
    /// The playback rate: 0 at the track's end, 1 otherwise.
    package var rate = 1.0

    /// The seconds from the track's start at `now`; without `running` the position does not advance.
    func seconds(at now: Date, running: Bool) -> Double {
        max(0, running ? seconds + now.timeIntervalSince(date) * rate : seconds)
    }
}

/// The state of a zone according to its messages.
package struct MessageState: Hashable, Sendable {
    /// The track; nil if nothing is loaded, or unknown.
    package private(set) var track: Track?
    /// The player's id of the track; nil if it has none.
    package private(set) var id: String?
    /// The position in the track at a time; nil if unknown.
    package private(set) var position: MessagePosition?
    /// The playback status as reported; `unknown` before the first report.
    package private(set) var status = PlaybackStatus.unknown
    /// The path of the cover as it was written; nil if there is none.
    package private(set) var artwork: String?
    /// The volume from 0 to 100; nil if it is fixed or unknown.
    package private(set) var volume: Double?
    /// True if the zone is muted.
    package private(set) var isMuted = false

    /// The status to display: a track without any reported status is assumed to be playing.
    package var shownStatus: PlaybackStatus { status == .unknown && track != nil ? .playing : status }

    /// Makes the state of a zone without messages.
    package init() {}

    /// Applies the next message, whose timestamp must not be earlier than that of the last one.
    mutating func apply(_ message: PlayerMessage) {
        let time = message.timestamp
        switch message.body {
        case .nowPlaying(let message):
            if let said = message.track { track = said }
            if let said = message.id { id = said }
            if let said = message.artwork { artwork = said }
            if let said = message.status { turn(to: said, at: time) }
            if let said = message.position { position = said.map { MessagePosition(seconds: $0, date: time) } }
            if let said = message.volume { volume = said }
            if let said = message.isMuted { isMuted = said }
        case .playback(let action, let seconds):
            switch action {
            case .play: turn(to: .playing, at: time)
            case .pause: turn(to: .paused, at: time)
            case .stop: turn(to: .stopped, at: time)
            case .playPause where status != .unknown: turn(to: status == .playing || status == .loading ? .paused : .playing, at: time)
            // Only the player knows the next or previous track.
            case .playPause, .next, .previous: break
            }
            // The position of a change of the track is in the one that ends.
            if let seconds, action != .next, action != .previous { go(to: seconds, at: time) }
        case .volume(let message):
            if let said = message.isMuted { isMuted = said }
            switch message.change {
            case .to(let value): volume = value
            case .by(let difference): volume = volume.map { min(max($0 + difference, 0), 100) }
            case nil: break
            }
        case .seek(let change, let duration):
            if let duration { track?.length = duration }
            switch change {
            case .to(let seconds): go(to: seconds, at: time)
            case .by(let difference):
                guard let seconds = seconds(at: time) else { return }
                go(to: seconds + difference, at: time)
            }
        // A library is not what a zone plays.
        case .library: break
        }
    }

    /// A change of the status fixes the position that was reached.
    private mutating func turn(to status: PlaybackStatus, at time: Date) {
        if status != self.status, let seconds = seconds(at: time) { position = MessagePosition(seconds: seconds, date: time) }
        self.status = status
    }

    private mutating func go(to seconds: Double, at time: Date) {
        position = MessagePosition(seconds: max(0, min(seconds, track?.length ?? seconds)), date: time)
    }

    /// The seconds into the track at `time`, at most the track's length; `time` must not be before the last message.
    private func seconds(at time: Date) -> Double? {
        position.map { position in
            let seconds = position.seconds(at: time, running: shownStatus == .playing)
            return min(seconds, track?.length ?? seconds)
        }
    }

    /// The time at which the current track ends; nil if unknown or not playing.
    var end: Date? {
        guard shownStatus == .playing, let position, let length = track?.length else { return nil }
        return position.date.addingTimeInterval(max(0, length - position.seconds))
    }

    /// The position to display from `now` on; it stops at the track's end until another message arrives.
    func position(at now: Date) -> MessagePosition? {
        guard let position, let length = track?.length, let seconds = seconds(at: now), seconds >= length else { return position }
        return MessagePosition(seconds: length, date: end ?? position.date, rate: shownStatus == .playing ? 0 : position.rate)
    }
}
