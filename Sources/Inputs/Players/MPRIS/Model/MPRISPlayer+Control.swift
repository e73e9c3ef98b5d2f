import FoundationEssentials
import SubdialPlayback

/// A command for a player, with absolute values.
enum MPRISCommand: Hashable, Sendable {
    /// A method without arguments, by its name.
    case method(String)
    /// An offset in seconds.
    case seek(Double)
    /// An object path of a track and a position in seconds.
    case position(String, Double)
    /// A volume from 0 to 1, or more if the player amplifies.
    case volume(Double, muting: Bool)
    case loop(LoopMode)
    case shuffle(Bool)
    /// The URL of a media file or stream to open.
    case open(String)
}

extension MPRISPlayer {
    /// The reason why the player cannot do this; nil if it can, or if only an attempt will show.
    func refusal(of control: PlaybackControl) -> String? {
        guard can("CanControl") else { return "\(title) cannot be controlled from outside" }
        func unless(_ isPossible: Bool, _ what: String) -> String? { isPossible ? nil : "\(title) \(what)" }
        switch control {
        case .play: return unless(can("CanPlay"), "has nothing that it can play")
        case .pause: return unless(can("CanPause"), "cannot pause what it plays")
        case .playPause: return unless(can("CanPlay") || can("CanPause"), "can neither play nor pause")
        case .next: return unless(can("CanGoNext"), "has no next track")
        case .previous: return unless(can("CanGoPrevious"), "has no previous track")
        case .stop: return nil
        case .seek: return unless(can("CanSeek"), "cannot seek in what it plays")
        case .loop: return unless(tells("LoopStatus") || !isRead, "repeats nothing")
        case .shuffle: return unless(tells("Shuffle") || !isRead, "has no random order")
        case .open: return nil
        case .volume: return unless(hasVolume || !isRead, "does not let its volume be changed")
        case .mute:
            if isRead, hasVolume, mutedVolume == nil, volume == 0, audibleVolume == nil {
                return "the volume of \(title) is 0, and none is known to go back to"
            }
            return unless(hasVolume || !isRead, "does not let its volume be changed")
        }
    }

    /// The command that performs `control`.
    ///
    /// - Parameter showing: The state that the user sees.
    func command(for control: PlaybackControl, showing: PlaybackState?, at now: Date) throws(SourceError) -> MPRISCommand {
        if let refusal = refusal(of: control) { throw .refused(refusal) }
        switch control {
        case .play: return .method("Play")
        case .pause: return .method("Pause")
        case .stop: return .method("Stop")
        case .next: return .method("Next")
        case .previous: return .method("Previous")
        case .playPause:
            let isPlaying = (showing?.status(at: now) ?? status) == .playing
            if isPlaying, !can("CanPause") { throw .refused("\(title) cannot pause what it plays") }
            if !isPlaying, !can("CanPlay") { throw .refused("\(title) has nothing that it can play") }
            return .method(isPlaying ? "Pause" : "Play")
        case .volume(let change):
            guard let now = volumeValue, let target = VolumeScale.mpris.target(of: change, from: now) else {
                throw .refused("\(title) does not tell its volume, so that it cannot be changed safely")
            }
            return .volume(target / 100, muting: false)
        case .mute(let wanted):
            guard let volume else { throw .refused("\(title) does not tell its volume, so that it cannot be changed safely") }
            if let wanted, wanted == (volume == 0) { return .volume(volume, muting: mutedVolume != nil) }
            if let mutedVolume { return .volume(mutedVolume, muting: false) }
            if volume > 0 { return .volume(0, muting: true) }
            // Another program muted the player: restore the last audible volume.
            guard let audibleVolume else { throw .refused("\(title) has no volume to go back to") }
            return .volume(audibleVolume, muting: false)
        case .seek(let change): return try seek(change, at: now)
        case .loop(let mode): return .loop(mode)
        case .shuffle(let wanted): return .shuffle(wanted ?? !(isShuffled ?? false))
        case .open(let address): return .open(address)
        }
    }

    private func seek(_ change: Change, at now: Date) throws(SourceError) -> MPRISCommand {
        switch change {
        case .by(let seconds):
            guard seconds.isFinite else { throw .refused("that is no number of seconds") }
            return .seek(seconds)
        case .to(let seconds):
            guard seconds.isFinite else { throw .refused("that is no number of seconds") }
            // Players ignore positions outside the track.
            let target = min(max(0, seconds), metadata.track?.length ?? .infinity)
            if let path = metadata.trackPath { return .position(path, target) }
            // Without a track path, only a relative seek is possible.
            guard let position else { throw .refused("\(title) does not tell where it is in its track") }
            return .seek(target - position.seconds(at: now, running: status == .playing))
        }
    }
}
