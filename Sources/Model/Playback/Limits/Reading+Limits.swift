extension Reading {
    /// The reading with texts, lists and numbers within ``SourceLimits``.
    ///
    /// ``PlaybackState/merge(_:)`` applies it to every reading.
    public var bounded: Reading {
        var reading = self
        reading.name = name?.bounded()
        reading.source = source?.bounded(bytes: SourceLimits.idBytes)
        reading.track = track.map { $0?.bounded }
        reading.position = position.map { $0?.bounded }
        reading.volumeScale = volumeScale.map { $0?.bounded }
        reading.volumeValue = volumeValue?.bounded
        reading.artwork = artwork.map { $0?.bounded }
        reading.queue = queue.map { $0.prefix(SourceLimits.queue).map(\.bounded) }
        reading.metadata = metadata?.bounded
        return reading
    }
}

extension Track {
    /// The track with texts and numbers within ``SourceLimits``; its length is nil if it is not a number above 0.
    public var bounded: Track {
        Track(
            title: title.bounded(), artist: artist.bounded(), album: album.bounded(),
            length: length?.bounded.flatMap { $0 > 0 ? $0 : nil })
    }
}

extension PlaybackPosition {
    /// The position with numbers within ``SourceLimits``; nil if a number is not finite or out of range.
    fileprivate var bounded: PlaybackPosition? {
        guard let seconds = seconds.bounded, rate.isFinite, rate.magnitude <= 1000 else { return nil }
        return PlaybackPosition(seconds: seconds, date: date, rate: rate)
    }
}

extension Artwork {
    /// The cover; nil if its key or location exceeds the text limit, since a truncated one would name another picture.
    fileprivate var bounded: Artwork? {
        guard key.utf8.count <= SourceLimits.textBytes, (location ?? "").utf8.count <= SourceLimits.textBytes else { return nil }
        return self
    }
}

extension [String: MetadataValue] {
    /// The metadata within ``SourceLimits``; if there are too many keys, the first ones in alphabetical order are kept.
    fileprivate var bounded: Self {
        let kept = count <= SourceLimits.metadataKeys ? keys.map { $0 } : Array(keys.sorted().prefix(SourceLimits.metadataKeys))
        var result: Self = [:]
        for key in kept { result[key.bounded(bytes: SourceLimits.idBytes)] = self[key]?.bounded }
        return result
    }
}

extension MetadataValue {
    /// The value within ``SourceLimits``; line feeds are kept, as in lyrics.
    fileprivate var bounded: MetadataValue {
        switch self {
        case .flag, .integer: self
        case .number(let number): .number(number.isFinite ? number : 0)
        case .text(let text): .text(text.bounded(keepingLines: true))
        case .texts(let texts): .texts(texts.prefix(SourceLimits.texts).map { $0.bounded(keepingLines: true) })
        }
    }
}
