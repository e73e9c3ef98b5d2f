import FoundationEssentials
import SubdialBasics
import SubdialPlayback

extension Reading {
    /// Makes a reading from the responses to queries that were sent at `asked`.
    ///
    /// - Parameters:
    ///   - playlist: nil if it could not be read.
    ///   - mutedFrom: The raw VLC volume before Subdial muted the player; nil if it did not.
    init(
        of address: VLCAddress, status: VLCStatus, playlist: VLCPlaylist?, queueLength: Int, mutedFrom: Int?, asked: SteadyDate,
        received: SteadyDate
    ) {
        self.init(zone: address.zone, stamp: Stamp(asked, .poll), received: received)
        connection = .live
        name = address.name
        source = "vlc"
        self.status = status.state
        track = .some(status.track(leaf: status.item.flatMap { playlist?.leaf($0) }))
        position = .some(
            status.hasItem ? status.elapsed.map { PlaybackPosition(seconds: $0, time: asked, rate: status.rate) } : nil)
        let volume = status.level(mutedFrom: mutedFrom)
        volumeScale = .some(volume?.scale)
        volumeValue = volume?.value
        isMuted = volume?.isMuted ?? false
        volumeUnmutes = true
        artwork = .some(status.artwork)
        metadata = ["loop": .text(status.loop.rawValue), "shuffle": .flag(status.isRandom)]
        queue = playlist?.upcoming(after: status, limit: queueLength).map(\.track) ?? []
    }
}
