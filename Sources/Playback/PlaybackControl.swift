import FoundationEssentials

/// A value to set, or by how much to move it.
public enum Change: Hashable, Sendable, Codable {
    case to(Double)
    case by(Double)

    /// What comes out of it where `current` stood.
    public func applied(to current: Double) -> Double {
        switch self {
        case .to(let value): value
        case .by(let difference): current + difference
        }
    }
}

/// The loop mode: the end of a track or of the queue, in MPRIS's words.
public enum LoopMode: String, Hashable, Sendable, Codable, CaseIterable {
    /// Playback goes on to the end of the queue.
    case none = "None"
    /// The track is repeated.
    case track = "Track"
    /// The queue begins anew.
    case playlist = "Playlist"
}

/// What a zone can be asked to do.
public enum PlaybackControl: Hashable, Sendable, Codable {
    case play, pause, playPause, next, previous, stop
    /// On the zone's own scale.
    case volume(Change)
    /// True to silence the zone, false to end that; nil toggles what is shown.
    case mute(Bool?)
    /// Seconds.
    case seek(Change)
    case loop(LoopMode)
    /// True for random order of tracks, false for the queue's own; nil toggles.
    case shuffle(Bool?)
    /// Plays the media at an address, such as `https://radio/stream` or `file:///home/me/song.flac`.
    case open(String)

    /// Toggles what is shown.
    public static let mute = PlaybackControl.mute(nil)
}

extension PlaybackState {
    /// Seconds for which a control's own effect outweighs polls that were asked for after it: bridges answer before the hi-fi has obeyed.
    public static let settlingTime = 1.5

    /// What the zone will look like once it has obeyed; nil where the effect cannot be foretold.
    ///
    /// The reading outweighs all that was told before `now`, and polls for ``settlingTime`` after. What the source tells unasked after
    /// `now` outweighs it.
    public func expected(from control: PlaybackControl, at now: Date) -> Reading? {
        var reading = Reading(zone: zone, stamp: Stamp(now, .control))
        switch control {
        case .play: reading.status = .playing
        case .pause: reading.status = .paused
        case .playPause: reading.status = status(at: now) == .playing ? .paused : .playing
        case .stop: reading.status = .stopped
        case .volume(let change):
            guard let volume, let value = volume.scale.normalized(change.applied(to: volume.value)) else { return nil }
            reading.volumeValue = value
        case .mute(let wanted):
            guard volume != nil else { return nil }
            reading.isMuted = wanted ?? !isMuted.value
        case .seek(let change):
            guard let elapsed = elapsed(at: now) else { return nil }
            let target = max(0, change.applied(to: elapsed))
            reading.position = .some(PlaybackPosition(seconds: min(target, track.value?.length ?? target), date: now))
        case .next, .previous, .loop, .shuffle, .open:
            return nil
        }
        if reading.status != nil, let elapsed = elapsed(at: now) {
            // A pause holds the position where it is; without this it would jump back to where it was last told.
            reading.position = .some(PlaybackPosition(seconds: elapsed, date: now))
        }
        return reading
    }
}
