import FoundationEssentials
import SubdialBasics

/// An absolute value to set, or a relative change.
public enum Change: Hashable, Sendable, Codable {
    case to(Double)
    case by(Double)

    /// The result of applying the change to `current`.
    public func applied(to current: Double) -> Double {
        switch self {
        case .to(let value): value
        case .by(let difference): current + difference
        }
    }
}

/// The loop mode as MPRIS defines it.
public enum LoopMode: String, Hashable, Sendable, Codable, CaseIterable {
    /// Playback stops at the end of the queue.
    case none = "None"
    /// The track is repeated.
    case track = "Track"
    /// The queue is repeated.
    case playlist = "Playlist"
}

extension LoopMode {
    /// The mode after this one when the user goes through all of them: none, the queue, the track.
    public var next: LoopMode {
        switch self {
        case .none: .playlist
        case .playlist: .track
        case .track: .none
        }
    }
}

/// A mode of a queue that can apply to one track only: to stop after a track, or to remove a track that was played.
public enum QueueMode: String, Hashable, Sendable, Codable, CaseIterable {
    case off
    case on
    /// On until it has applied once.
    case oneshot
}

/// A control of a zone.
public enum PlaybackControl: Hashable, Sendable, Codable {
    case play, pause, playPause, next, previous, stop
    /// A volume on the zone's own scale, and the one from which it was calculated.
    ///
    /// If the zone has another volume or range by then, the source sends nothing and throws ``SourceError/overtaken(_:)``. Without an earlier volume,
    /// the source counts from the one that it reads.
    case volume(Change, from: Volume? = nil)
    /// True to mute the zone, false to unmute it; nil toggles the displayed state.
    case mute(Bool?)
    /// A position or an offset in seconds.
    case seek(Change)
    case loop(LoopMode)
    /// Sets the loop mode after the present one: ``LoopMode/next``.
    case nextLoop
    /// True for random order of tracks, false for queue order; nil toggles.
    case shuffle(Bool?)
    /// Removes tracks from the queue after they were played; nil toggles.
    case consume(QueueMode?)
    /// Stops after the track, or repeats it while the queue repeats; nil toggles.
    case single(QueueMode?)
    /// Plays the media at a URL, such as `https://radio/stream` or `file:///home/me/song.flac`.
    case open(String)

    /// Toggles the displayed mute state.
    public static let mute = PlaybackControl.mute(nil)
}

extension PlaybackState {
    /// The seconds for which a control's expected result overrides later polls: bridges respond before the hi-fi has executed the control.
    public static let settlingTime = 1.5

    /// The expected state of the zone after the control; nil if it cannot be predicted.
    ///
    /// The reading overrides everything before `now`, and polls until ``settlingTime`` after it. Pushes after `now` override the reading.
    public func expected(from control: PlaybackControl, at now: SteadyDate) -> Reading? {
        var reading = Reading(zone: zone, stamp: Stamp(now, .control))
        switch control {
        case .play: reading.status = .playing
        case .pause: reading.status = .paused
        case .playPause: reading.status = status(at: now) == .playing ? .paused : .playing
        case .stop: reading.status = .stopped
        case .volume(let change, _):
            guard let volume, let value = volume.scale.target(of: change, from: volume.value) else { return nil }
            reading.volumeValue = value
        case .mute(let wanted):
            guard volume != nil else { return nil }
            reading.isMuted = wanted ?? !isMuted.value
        case .seek(let change):
            guard let elapsed = elapsed(at: now) else { return nil }
            let target = max(0, change.applied(to: elapsed))
            reading.position = .some(PlaybackPosition(seconds: min(target, track.value?.length ?? target), time: now))
        case .next, .previous, .loop, .nextLoop, .shuffle, .consume, .single, .open:
            return nil
        }
        if reading.status != nil, let elapsed = elapsed(at: now) {
            // A pause keeps the current position; without this it would return to the last reported one.
            reading.position = .some(PlaybackPosition(seconds: elapsed, time: now))
        }
        return reading
    }
}
