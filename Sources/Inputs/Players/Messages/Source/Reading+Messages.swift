import FoundationEssentials
import SubdialBasics
import SubdialPlayback

extension VolumeScale {
    /// The volume scale of all messages: 0 to 100.
    fileprivate static let messages = VolumeScale(minimum: 0, maximum: 100, step: 1, unit: .number)
}

extension MessageState {
    /// The volume with its scale; nil if it is fixed or unknown.
    var fullVolume: Volume? { volume.map { Volume(value: $0, scale: .messages, isMuted: isMuted) } }

    /// The cover; its key depends on the path and on the track, since some programs write all covers to one file.
    var cover: Artwork? {
        guard let artwork else { return nil }
        let parts = [artwork, track?.title ?? "", track?.artist ?? "", track?.album ?? ""]
        return Artwork(key: "file:" + WideHash(parts.joined(separator: "\0")).text)
    }
}

extension Reading {
    /// Makes a reading from the state of messages now.
    init(of state: MessageState, zone: ZoneID, _ authority: Authority, at clock: ClockPair) {
        self.init(zone: zone, stamp: Stamp(clock.steady, authority))
        source = "file"
        status = state.shownStatus
        track = .some(state.track)
        position = .some(
            state.position(at: clock.wall).map { PlaybackPosition(seconds: $0.seconds, time: clock.time($0.date), rate: $0.rate) })
        volumeScale = .some(state.fullVolume?.scale)
        volumeValue = state.volume
        isMuted = state.isMuted
        artwork = .some(state.cover)
        queue = []
        metadata = state.id.map { ["mpris:trackid": .text($0)] } ?? [:]
    }
}
