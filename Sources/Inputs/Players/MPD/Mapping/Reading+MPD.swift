import FoundationEssentials
import SubdialBasics
import SubdialPlayback

extension Reading {
    /// Makes a reading from the responses to queries that were sent at `asked`.
    ///
    /// - Parameter mutedFrom: The volume before Subdial muted the daemon; nil if it did not.
    init(
        of address: MPDAddress, status: MPDStatus, song: MPDSong?, queue: [MPDSong], mutedFrom: Int?, asked: SteadyDate,
        received: SteadyDate
    ) {
        self.init(zone: address.zone, stamp: Stamp(asked, .poll), received: received)
        connection = .live
        name = address.name
        source = "mpd"
        self.status = status.state
        var track = song?.track
        if track != nil, track?.length == nil { track?.length = status.length }
        self.track = .some(track)
        position = .some(song == nil ? nil : status.elapsed.map { PlaybackPosition(seconds: $0, time: asked) })
        let volume = status.level(mutedFrom: mutedFrom)
        volumeScale = .some(volume?.scale)
        volumeValue = volume?.value
        isMuted = volume?.isMuted ?? false
        volumeUnmutes = true
        artwork = .some(song.flatMap { MPDArtwork.artwork(of: $0) })
        self.queue = queue.map(\.track)
        metadata = ["loop": .text(status.loop.rawValue), "shuffle": .flag(status.isRandom)]
    }
}

extension VolumeScale {
    /// The volume scale of every daemon: 0 to 100.
    static let mpd = VolumeScale(minimum: 0, maximum: 100, step: 1, unit: .number)
}

extension MPDStatus {
    /// The volume; nil if it is fixed.
    ///
    /// While the daemon is muted, the value is the volume that unmuting restores.
    func level(mutedFrom: Int?) -> Volume? {
        guard let volume else { return nil }
        if volume == 0, let mutedFrom { return Volume(value: Double(mutedFrom), scale: .mpd, isMuted: true) }
        return Volume(value: Double(volume), scale: .mpd)
    }
}

/// The artwork key of a song: its modification date and its file.
enum MPDArtwork {
    /// The artwork of a song; nil for a radio station, which has no cover.
    static func artwork(of song: MPDSong) -> Artwork? {
        guard !song.isStream || song.length != nil else { return nil }
        return Artwork(key: "\(song.lastModified ?? "-") \(song.file)")
    }

    /// The file in a key; nil for a key that was not made by `artwork(of:)`.
    static func file(of artwork: Artwork) -> String? {
        guard let blank = artwork.key.firstIndex(of: " ") else { return nil }
        let file = artwork.key[artwork.key.index(after: blank)...]
        return file.isEmpty ? nil : String(file)
    }
}
