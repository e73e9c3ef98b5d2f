import Foundation

extension Track {
    /// A track that has run for 104 of its 562 seconds.
    static func sample(at date: Date) -> Track {
        Track(
            title: "So What", artist: "Miles Davis", album: "Kind of Blue", cover: .asset("SampleMoons"),
            position: .running(start: date.addingTimeInterval(-104), end: date.addingTimeInterval(458)), isPlaying: true)
    }

    static func pausedSample() -> Track {
        Track(
            title: "Peace Piece", artist: "Bill Evans", album: "Everybody Digs Bill Evans", cover: .asset("SampleWaves"),
            position: .held(elapsed: 201, length: 399))
    }

    /// A station: it has neither a length nor a cover.
    static func stationSample() -> Track { Track(title: "Late Junction", artist: "BBC Radio 3", isPlaying: true) }

    /// Names that are longer than any place for them.
    static func longSample(at date: Date) -> Track {
        Track(
            title: "The Carnival of the Animals: XIII. The Swan, Arranged for Two Pianos and Violoncello",
            artist: "Camille Saint-Saëns, Orchestre de la Suisse Romande", album: "The Complete Works",
            cover: .asset("SampleWaves"),
            position: .running(start: date.addingTimeInterval(-4_000), end: date.addingTimeInterval(600)), isPlaying: true)
    }
}

/// The entries of the gallery and of the previews.
extension NowPlayingEntry {
    static func placeholder(at date: Date) -> NowPlayingEntry { sample(at: date) }

    static func sample(at date: Date, _ track: Track? = nil) -> NowPlayingEntry {
        NowPlayingEntry(
            date: date, zoneID: "roon:1601", zoneName: String(localized: "Living Room"), content: .track(track ?? .sample(at: date)),
            volume: Volume(value: -23.5, range: -64...0, isDecibels: true))
    }

    static func sample(at date: Date, content: Content) -> NowPlayingEntry {
        NowPlayingEntry(date: date, zoneID: "roon:1601", zoneName: String(localized: "Living Room"), content: content)
    }

    static func staleSample(at date: Date) -> NowPlayingEntry {
        var track = Track.sample(at: date)
        track.position = nil
        var entry = sample(at: date, track)
        entry.staleSince = date.addingTimeInterval(-25 * 60)
        return entry
    }

    static func noZoneSample(at date: Date) -> NowPlayingEntry { NowPlayingEntry(date: date, content: .noZone) }
}
