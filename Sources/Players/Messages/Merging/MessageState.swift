import FoundationEssentials
import Playback

/// What messages add up to, for one zone.
public struct MessageState: Hashable, Sendable {
    /// What is loaded; nil where nothing is, or it was not told.
    public private(set) var track: Track?
    /// Where in the track it was at a moment; nil where that was not told.
    public private(set) var position: PlaybackPosition?
    /// What the zone does, as it was told; `unknown` until it was.
    public private(set) var status = PlaybackStatus.unknown
    /// The path of the cover as it was written; nil where there is none.
    public private(set) var artwork: String?
    /// 0 to 100; nil where it is fixed, or was not told.
    public private(set) var volume: Double?
    /// Whether the zone is silenced.
    public private(set) var isMuted = false

    /// What the zone does, as it is shown: a track that plays now, by messages that never tell a status, is playing.
    public var shownStatus: PlaybackStatus { status == .unknown && track != nil ? .playing : status }

    /// A zone of which nothing was said.
    public init() {}

    /// Takes what the next message says, which must not be of an earlier moment than the last.
    mutating func apply(_ message: PlayerMessage) {
        let time = message.timestamp
        switch message.body {
        case .nowPlaying(let message):
            if let said = message.track { track = said }
            if let said = message.artwork { artwork = said }
            if let said = message.status { turn(to: said, at: time) }
            if let said = message.position { position = said.map { PlaybackPosition(seconds: $0, date: time) } }
            if let said = message.volume { volume = said }
            if let said = message.isMuted { isMuted = said }
        case .playback(let action):
            switch action {
            case .play: turn(to: .playing, at: time)
            case .pause: turn(to: .paused, at: time)
            case .stop: turn(to: .stopped, at: time)
            case .playPause where status != .unknown: turn(to: status == .playing || status == .loading ? .paused : .playing, at: time)
            // Where another track leads to is for the player to tell.
            case .playPause, .next, .previous: break
            }
        case .volume(let message):
            if let said = message.isMuted { isMuted = said }
            switch message.change {
            case .to(let value): volume = value
            case .by(let difference): volume = volume.map { min(max($0 + difference, 0), 100) }
            case nil: break
            }
        case .seek(let change):
            switch change {
            case .to(let seconds): go(to: seconds, at: time)
            case .by(let difference):
                guard let seconds = seconds(at: time) else { return }
                go(to: seconds + difference, at: time)
            }
        }
    }

    /// A pause holds the position where it is by then.
    private mutating func turn(to status: PlaybackStatus, at time: Date) {
        if status != self.status, let seconds = seconds(at: time) { position = PlaybackPosition(seconds: seconds, date: time) }
        self.status = status
    }

    private mutating func go(to seconds: Double, at time: Date) {
        position = PlaybackPosition(seconds: max(0, min(seconds, track?.length ?? seconds)), date: time)
    }

    /// Seconds into the track at `time`, which is not before the last message; no more than the track has.
    private func seconds(at time: Date) -> Double? {
        position.map { position in
            let seconds = position.seconds(at: time, running: shownStatus == .playing)
            return min(seconds, track?.length ?? seconds)
        }
    }

    /// The moment at which the track that plays is at its end; nil where nothing says so.
    var end: Date? {
        guard shownStatus == .playing, let position, let length = track?.length else { return nil }
        return position.date.addingTimeInterval(max(0, length - position.seconds))
    }

    /// The position as it is to be shown from `now` on: at the track's end it stands still until another message says more.
    func position(at now: Date) -> PlaybackPosition? {
        guard let position, let length = track?.length, let seconds = seconds(at: now), seconds >= length else { return position }
        return PlaybackPosition(seconds: length, date: end ?? position.date, rate: shownStatus == .playing ? 0 : position.rate)
    }
}
