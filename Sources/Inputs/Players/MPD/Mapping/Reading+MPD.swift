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
        metadata = status.metadata.merging(song?.metadata ?? [:]) { status, _ in status }
    }
}

extension MPDStatus {
    /// The modes, the format and the place in the queue, by the names of expressions.
    fileprivate var metadata: [String: MetadataValue] {
        var values: [String: MetadataValue] = [
            "loop": .text(loop.rawValue), "shuffle": .flag(isRandom), "consume": consume.metadata, "single": single.metadata,
            "queue_length": .integer(Int64(queueLength)),
        ]
        values["queue_position"] = song.map { .integer(Int64($0) + 1) }
        values["bitrate"] = bitrate.map { .integer(Int64($0)) }
        values["audio_format"] = format.map { .text($0) }
        return values
    }
}

extension QueueMode {
    /// False, true, or the word for a mode that ends by itself, which counts as true in conditions.
    fileprivate var metadata: MetadataValue {
        switch self {
        case .off: .flag(false)
        case .on: .flag(true)
        case .oneshot: .text(rawValue)
        }
    }
}

extension MPDSong {
    /// The file and the date, by the names of expressions.
    fileprivate var metadata: [String: MetadataValue] {
        var values: [String: MetadataValue] = ["file": .text(file)]
        if !date.isEmpty { values["date"] = .text(date) }
        return values
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
