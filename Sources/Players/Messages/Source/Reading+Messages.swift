import FoundationEssentials
import Playback

extension VolumeScale {
    /// The scale of all messages: hundredths.
    static let messages = VolumeScale(minimum: 0, maximum: 100, step: 1, unit: .number)
}

extension MessageState {
    /// The volume with its scale; nil where it is fixed, or was not told.
    var fullVolume: Volume? { volume.map { Volume(value: $0, scale: .messages, isMuted: isMuted) } }

    /// The cover: another key for another path, and for another track, as some write all covers to one file.
    var cover: Artwork? {
        guard let artwork else { return nil }
        let parts = [artwork, track?.title ?? "", track?.artist ?? "", track?.album ?? ""]
        return Artwork(key: "file:" + MPRISArtwork.digest(of: parts.joined(separator: "\0")))
    }
}

extension Reading {
    /// What messages add up to at `now`.
    init(of state: MessageState, zone: ZoneID, stamp: Stamp, now: Date) {
        self.init(zone: zone, stamp: stamp, received: now)
        source = "file"
        status = state.shownStatus
        track = .some(state.track)
        position = .some(state.position(at: now))
        volumeScale = .some(state.fullVolume?.scale)
        volumeValue = state.volume
        isMuted = state.isMuted
        artwork = .some(state.cover)
        queue = []
    }
}
